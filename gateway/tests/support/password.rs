//! A password that two people of staff let a player set: with one code, for an hour, once.

use std::time::Duration;

use gateway::clock::random_id;
use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{self, Answer, Player, Stage, expect_error, write};
use crate::work::{answer, held_withdrawal};

const WHY: &str = "lost the phone, showed the ID card";
const FORMER: &str = "Correct-Horse-9";
const ANOTHER: &str = "Another-5678";

fn phone(n: u32) -> String {
    format!("08{:08}", 10_000_000 + n)
}

async fn ask(stage: &Stage, token: &str, player: &Player) -> Answer {
    let path = format!("/support/players/{}/password-resets", player.id);
    stage.post_as(token, &path, &json!({ "reason": WHY })).await
}

async fn asked(stage: &Stage, token: &str, player: &Player) -> String {
    let (status, body) = ask(stage, token, player).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    assert_eq!(body["passwordCode"], Value::Null);
    body["approvalId"].as_str().unwrap().to_owned()
}

async fn code(stage: &Stage, token: &str, id: &str) -> Answer {
    let path = format!("/support/approvals/{id}/code");
    stage.get_as(token, &path).await
}

/// The agent asks and `supervisor` approves; answers the decision's id and the code.
async fn allowed(stage: &Stage, player: &Player) -> (String, String) {
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let id = asked(stage, &agent, player).await;
    let (status, done) = answer(stage, &supervisor, &id, "approve").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let code = done["passwordCode"]["code"].as_str();
    (id, code.unwrap().to_owned())
}

async fn anonymous(stage: &Stage, path: &str, body: &Value) -> Answer {
    stage::answer(stage.request(Method::POST, path).json(body)).await
}

/// Sets another password for the `n`th player.
async fn set(stage: &Stage, n: u32, code: &str) -> Answer {
    let body = json!({ "phoneNumber": phone(n), "staffCode": code, "password": ANOTHER });
    anonymous(stage, "/account/password/reset", &body).await
}

async fn logs_in(stage: &Stage, n: u32, password: &str) -> bool {
    let body = json!({ "username": phone(n), "password": password });
    anonymous(stage, "/login", &body).await.0 == StatusCode::OK
}

async fn notified(stage: &Stage, n: u32, part: &str) {
    let path = format!("/sms/messages?phone={}", phone(n));
    eventually("the player is notified", async || {
        let (_, inbox) = stage.control(Method::GET, &path, None).await;
        let is_there = inbox["messages"]
            .as_array()
            .unwrap()
            .iter()
            .any(|it| it["message"].as_str().unwrap().contains(part));
        is_there.then_some(()).ok_or(inbox)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_let_a_player_set_one_password_and_payouts_wait() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let other = stage.staff("supervisor2").await;
    let id = asked(&stage, &agent, &player).await;
    expect_error(&ask(&stage, &other, &player).await, 409, "APPROVAL_PENDING");
    let (_, list) = stage.get_as(&supervisor, "/support/approvals").await;
    let waiting = &list["approvals"][0];
    assert_eq!(waiting["decision"]["kind"], "reset_password", "{list}");
    assert_eq!(waiting["reason"], WHY);
    assert_eq!(waiting["evidence"]["player"]["phone"], phone(1), "{list}");
    assert_eq!(stage.events(&player, "PayoutsHeld").await, 0);
    expect_error(&code(&stage, &supervisor, &id).await, 404, "NO_DATA");
    let (status, done) = answer(&stage, &supervisor, &id, "approve").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let text = done["passwordCode"]["code"].as_str().unwrap();
    assert_eq!(text.len(), 14, "{text}");
    assert_eq!(stage.events(&player, "PayoutsHeld").await, 1);
    notified(&stage, 1, "เจ้าหน้าที่ให้คุณตั้งรหัสผ่านใหม่ได้").await;
    // The approver sees it again, and nobody else does.
    let (status, again) = code(&stage, &supervisor, &id).await;
    assert_eq!((status, &again), (StatusCode::OK, &done["passwordCode"]));
    expect_error(&code(&stage, &other, &id).await, 404, "NO_DATA");
    expect_error(&code(&stage, &agent, &id).await, 403, "ROLE_REQUIRED");
    let acts = stage.acts().await;
    let kinds: Vec<&str> = acts.iter().filter_map(|act| act["kind"].as_str()).collect();
    assert!(kinds.contains(&"read approvals/{id}/code"), "{kinds:?}");
    let kept: String = sqlx::query_scalar(
        "select concat((select string_agg(it::text, ' ') from staff_act it),
                       (select string_agg(it::text, ' ') from staff_decision it),
                       (select string_agg(it::text, ' ') from event it),
                       (select string_agg(it::text, ' ') from idempotency it))",
    )
    .fetch_one(&stage.database.owner())
    .await
    .unwrap();
    for spelling in [text.to_owned(), text.replace('-', "")] {
        assert!(!kept.contains(&spelling), "the code is kept");
    }
    // The whole time counts from the moment when the password is set.
    stage.app.clock().advance(Duration::from_mins(40));
    let set_at = stage.app.clock().now();
    let (status, set_once) = set(&stage, 1, &text.to_lowercase()).await;
    assert_eq!(status, StatusCode::OK, "{set_once}");
    let until = set_once["heldUntil"].as_str().unwrap();
    let until = chrono::DateTime::parse_from_rfc3339(until).unwrap();
    assert!(until >= set_at + Duration::from_hours(24), "{until}");
    assert_eq!(stage.events(&player, "PayoutsHeld").await, 2);
    notified(&stage, 1, "24 ชม.").await;
    let ended = stage.get(&player, "/account/profile").await;
    expect_error(&ended, 401, "invalid-token");
    assert!(!logs_in(&stage, 1, FORMER).await);
    assert!(logs_in(&stage, 1, ANOTHER).await);
    expect_error(&set(&stage, 1, text).await, 404, "OTP_NOT_EXIST");
    // Their sessions have ended meanwhile.
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    expect_error(&code(&stage, &supervisor, &id).await, 404, "OTP_NOT_EXIST");
    let (status, repeated) = answer(&stage, &supervisor, &id, "approve").await;
    assert_eq!(status, StatusCode::OK, "{repeated}");
    assert_eq!(repeated["passwordCode"], Value::Null);
    let look = stage.look(&agent, &player).await;
    let path = format!("/support/players/{}/state", player.id);
    let (_, moment) = stage
        .call_as(&agent, Method::GET, &path, (Some(&look), None))
        .await;
    let why = &moment["why"]["inputs"]["reason"];
    assert_eq!(why, "PASSWORD_RESET_BY_STAFF", "{moment}");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_a_password_neither_approves_it_nor_sees_its_code() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let first = stage.staff("supervisor").await;
    let other = stage.staff("supervisor2").await;
    let agent = stage.staff("agent").await;
    let auditor = stage.staff("auditor").await;
    expect_error(&ask(&stage, &auditor, &player).await, 403, "ROLE_REQUIRED");
    let id = asked(&stage, &first, &player).await;
    let own = answer(&stage, &first, &id, "approve").await;
    expect_error(&own, 403, "SECOND_PERSON");
    let by_agent = answer(&stage, &agent, &id, "approve").await;
    expect_error(&by_agent, 403, "ROLE_REQUIRED");
    expect_error(&code(&stage, &first, &id).await, 404, "NO_DATA");
    assert_eq!(stage.events(&player, "PayoutsHeld").await, 0);
    let (status, done) = answer(&stage, &other, &id, "approve").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    expect_error(&code(&stage, &first, &id).await, 404, "NO_DATA");
    // What was refused gives nothing either.
    let refused = asked(&stage, &first, &player).await;
    let (status, body) = answer(&stage, &other, &refused, "refuse").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    expect_error(&code(&stage, &other, &refused).await, 404, "NO_DATA");
    assert_eq!(stage.events(&player, "PayoutsHeld").await, 1);
    assert!(logs_in(&stage, 1, FORMER).await);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_of_staff_that_is_guessed_at_soon_takes_no_more_guesses() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let (_, right) = allowed(&stage, &player).await;
    let _still = stage.app.clock().hold();
    for guess in 0..10 {
        let wrong = if guess == 0 { "x" } else { "AAAA-AAAA-AAAA" };
        expect_error(&set(&stage, 1, wrong).await, 400, "OTP_CODE_INVALID");
    }
    expect_error(&set(&stage, 1, &right).await, 429, "REQUEST_LIMIT");
    // Nor at another number from the same address.
    expect_error(&set(&stage, 2, &right).await, 429, "REQUEST_LIMIT");
    assert!(logs_in(&stage, 1, FORMER).await);
    stage.app.clock().advance(Duration::from_secs(31));
    let (status, body) = set(&stage, 1, &right).await;
    assert_eq!(status, StatusCode::OK, "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_of_staff_is_one_players_for_an_hour_and_the_only_proof() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.player(2).await;
    let (_, right) = allowed(&stage, &player).await;
    let _still = stage.app.clock().hold();
    for number in [2, 3] {
        let anothers = set(&stage, number, &right).await;
        expect_error(&anothers, 400, "OTP_CODE_INVALID");
    }
    let path = "/account/password/reset";
    let with = |more: Value| {
        let mut body = json!({ "phoneNumber": phone(1), "password": ANOTHER });
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        body
    };
    for (more, fields) in [
        (json!({}), json!(["otpToken", "otpCode"])),
        (
            json!({ "otpCode": "123456" }),
            json!(["otpToken", "otpCode"]),
        ),
        (
            json!({ "otpToken": "x", "otpCode": "123456", "staffCode": right }),
            json!(["staffCode"]),
        ),
    ] {
        let both = anonymous(&stage, path, &with(more)).await;
        expect_error(&both, 400, "INVALID_INPUT");
        assert_eq!(both.1["data"]["fields"], fields);
    }
    stage
        .tamper("update member set is_active = false where username = '0810000001'")
        .await;
    expect_error(&set(&stage, 1, &right).await, 403, "INACTIVE_USER");
    stage.tamper("update member set is_active = true").await;
    stage.app.clock().advance(Duration::from_hours(1));
    expect_error(&set(&stage, 1, &right).await, 400, "OTP_EXPIRED");
    assert_eq!(stage.events(&player, "PayoutsHeld").await, 1);
    assert!(logs_in(&stage, 1, FORMER).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_code_that_is_used_at_once_by_many_one_sets_a_password() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let (_, right) = allowed(&stage, &player).await;
    let tries = (0..8).map(|_| set(&stage, 1, &right));
    let answers = futures_util::future::join_all(tries).await;
    let done = answers.iter().filter(|it| it.0 == StatusCode::OK).count();
    assert_eq!(done, 1, "{answers:?}");
    for refused in answers.iter().filter(|it| it.0 != StatusCode::OK) {
        expect_error(refused, 404, "OTP_NOT_EXIST");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_permission_that_only_the_database_claims_gives_no_code() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let second = stage.staff("supervisor2").await;
    let (asker, approver) = (
        stage.account("supervisor").await,
        stage.account("supervisor2").await,
    );
    let (real, _) = allowed(&stage, &player).await;
    let (id, wallet) = (random_id(), player.id);
    let terms = json!({ "wallet": wallet, "amount": null, "currency": null, "account": null,
        "reference": null });
    let what = json!({ "kind": "reset_password", "player": wallet });
    write(
        &stage,
        &format!(
            "insert into staff_decision
                 (id, asked_by, asked_at, expires_at, subject_kind, subject_id, wallet_id,
                  decision, terms, moves_money, reason, needs_second, status, decided_by,
                  decided_at, decided_reason, position, ended_at)
             values ('{id}', '{asker}', now(), now() + interval '1 year', 'password', '{wallet}',
                     '{wallet}', '{what}', '{terms}', false, '{WHY}', true, 'DONE',
                     '{approver}', now(), 'seen and right', 1, now())"
        ),
    )
    .await;
    let said = json!({ "decision": id, "what": what, "terms": terms, "player": wallet });
    let mut agreed = said.clone();
    agreed["askedBy"] = json!(asker);
    agreed["voucher"] = json!("00".repeat(32));
    for (who, kind, reason, detail) in [
        (asker, "decision.ask", WHY, said),
        (approver, "decision.agree", "seen and right", agreed),
    ] {
        write(
            &stage,
            &format!(
                "select staff_act_append(now(), '{who}', null, '{kind}', 'password', '{wallet}',
                                         '{reason}', 'r', '{detail}', gen_random_uuid(),
                                         sha256('forged'))"
            ),
        )
        .await;
    }
    // As if it had been carried out: the hold of another decision is called this one's. Only the owner can.
    let claimed = format!(
        "insert into idempotency (wallet_id, key, fingerprint, sequence, events)
         select wallet_id, named, fingerprint, sequence, events
         from idempotency,
             unnest(array['staff decision {id}', replace(key, '{real}', '{id}')]) as named
         where key like 'staff decision {real} %'"
    );
    let owner = stage.database.owner();
    let claimed = sqlx::query(&claimed).execute(&owner).await.unwrap();
    assert_eq!(claimed.rows_affected(), 2);
    expect_error(
        &code(&stage, &second, &id.to_string()).await,
        404,
        "NO_DATA",
    );
    // A name in the row does not make somebody the second person.
    write(
        &stage,
        &format!("update staff_decision set decided_by = '{approver}' where id = '{real}'"),
    )
    .await;
    expect_error(&code(&stage, &second, &real).await, 404, "NO_DATA");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_makes_a_code_live_longer_or_good_again() {
    let stage = Stage::set_with(|config| config.support.absolute_hours = 100).await;
    let player = stage.player(1).await;
    let (used, first) = allowed(&stage, &player).await;
    let (status, body) = set(&stage, 1, &first).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let marker = format!("key = 'password code {used}'");
    let count: i64 =
        sqlx::query_scalar(&format!("select count(*) from idempotency where {marker}"))
            .fetch_one(&stage.database.owner())
            .await
            .unwrap();
    assert_eq!(count, 1);
    for change in [
        format!("delete from idempotency where {marker}"),
        format!("update idempotency set key = 'x' where {marker}"),
        "truncate idempotency".to_owned(),
    ] {
        let removed = sqlx::raw_sql(&change).execute(stage.app.pool()).await;
        assert!(removed.is_err(), "{change}");
        let removed = sqlx::raw_sql(&change)
            .execute(&stage.database.owner())
            .await;
        assert!(removed.is_err(), "{change}, by the owner");
    }
    // Another row of the same decision, as if it had not been used.
    let columns = "asked_by, asked_at, expires_at, subject_kind, subject_id, wallet_id, decision,
                   terms, moves_money, reason, needs_second, status, decided_by, decided_at,
                   decided_reason, position, ended_at";
    write(
        &stage,
        &format!(
            "insert into staff_decision (id, {columns})
             select gen_random_uuid(), {columns} from staff_decision where id = '{used}'"
        ),
    )
    .await;
    expect_error(&set(&stage, 1, &first).await, 404, "OTP_NOT_EXIST");
    let (_, second) = allowed(&stage, &player).await;
    stage.app.clock().advance(Duration::from_hours(1));
    write(
        &stage,
        "update staff_decision set asked_at = asked_at + interval '1 day',
             decided_at = decided_at + interval '1 day', ended_at = ended_at + interval '1 day',
             expires_at = expires_at + interval '1 day'",
    )
    .await;
    expect_error(&set(&stage, 1, &second).await, 400, "OTP_EXPIRED");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_that_somebody_has_put_into_a_row_gets_no_password_of_staff() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.player(2).await;
    let (_, right) = allowed(&stage, &player).await;
    write(
        &stage,
        "update member set username = '0899999999' where username = '0810000001'",
    )
    .await;
    let body = json!({ "phoneNumber": "0899999999", "staffCode": right, "password": ANOTHER });
    let taken = anonymous(&stage, "/account/password/reset", &body).await;
    expect_error(&taken, 404, "OTP_NOT_EXIST");
    // Another member under the player's number.
    write(
        &stage,
        "update member set username = '0810000001' where username = '0810000002'",
    )
    .await;
    expect_error(&set(&stage, 1, &right).await, 400, "OTP_CODE_INVALID");
    assert_eq!(stage.events(&player, "PayoutsHeld").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_dies_before_the_password_is_set_leaves_a_hold_and_a_code_that_is_good() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let (_, right) = allowed(&stage, &player).await;
    stage
        .tamper(
            "create function die() returns trigger language plpgsql as
             $$begin raise exception 'gone' using errcode = '57P01'; end$$;
             create trigger die before update on member for each row execute function die()",
        )
        .await;
    let cut = set(&stage, 1, &right).await;
    assert!(cut.0.is_server_error(), "{cut:?}");
    assert_eq!(stage.events(&player, "PayoutsHeld").await, 2);
    let (status, _) = stage.get(&player, "/account/profile").await;
    assert_eq!(status, StatusCode::OK);
    assert!(logs_in(&stage, 1, FORMER).await);
    stage.tamper("drop trigger die on member").await;
    let (status, body) = set(&stage, 1, &right).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert!(logs_in(&stage, 1, ANOTHER).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_about_a_password_that_is_resumed_holds_payouts_once() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let (id, right) = allowed(&stage, &player).await;
    stage.app.clock().advance(Duration::from_mins(30));
    stage
        .tamper("update staff_decision set status = 'AGREED', position = null, ended_at = null")
        .await;
    let next = stage.another().await;
    eventually("the decision is done", async || {
        let status: String = sqlx::query_scalar("select status from staff_decision")
            .fetch_one(&stage.database.owner())
            .await
            .unwrap();
        (status == "DONE").then_some(()).ok_or(status)
    })
    .await;
    assert!(next.stop().await);
    assert_eq!(stage.events(&player, "PayoutsHeld").await, 1);
    let supervisor = stage.staff("supervisor").await;
    let (_, shown) = code(&stage, &supervisor, &id).await;
    assert_eq!(shown["code"], right, "{shown}");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_operator_holds_no_payouts_staff_lets_a_player_set_a_password_too() {
    let stage = Stage::set_with(|config| config.withdrawal.password_hold_hours = 0).await;
    let player = stage.player(1).await;
    let (_, right) = allowed(&stage, &player).await;
    let (status, body) = set(&stage, 1, &right).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(body["heldUntil"], Value::Null);
    assert!(logs_in(&stage, 1, ANOTHER).await);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payout_that_waits_for_the_password_names_no_change_of_the_bank_account() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let of_account = held_withdrawal(&stage, &player).await;
    stage.app.clock().advance(Duration::from_mins(10));
    // From now on payouts wait longer than the changed account asks.
    allowed(&stage, &player).await;
    let wanted = json!({ "amount": "100" });
    let (status, made) = stage.post(&player, "/wallet/withdraw", &wanted).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{made}");
    let agent = stage.staff("agent").await;
    let after = stage.head().await;
    let of_password = made["id"].as_str().unwrap();
    for (id, is_of_account) in [(of_account.as_str(), true), (of_password, false)] {
        let path = format!("/support/work/{id}/side?after={after}");
        let (status, shown) = stage.get_as(&agent, &path).await;
        assert_eq!(status, StatusCode::OK, "{shown}");
        assert_eq!(shown["bankChange"].is_object(), is_of_account, "{shown}");
    }
}
