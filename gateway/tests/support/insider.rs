//! What somebody writes about staff and their decisions who holds the application's role: rows that were good
//! once are put back, and nothing follows from them.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::second_person::correction;
use crate::stage::{Answer, Player, Stage, expect_error, write};
use crate::work::{answer, held};

const PUT_BACK: &str = "(agent): it was put back to what it was before its last change";

/// A call of the console with a reason.
async fn post(stage: &Stage, token: &str, path: &str, mut body: Value) -> Answer {
    body["reason"] = json!("seen and right");
    stage
        .post_as(token, &format!("/support/{path}"), &body)
        .await
}

/// Asks for another role of a member of staff; answers the request's id.
async fn ask_for_role(stage: &Stage, token: &str, staff: Uuid, role: &str) -> String {
    let path = format!("staff/{staff}/role");
    let (status, asked) = post(stage, token, &path, json!({ "role": role })).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{asked}");
    asked["id"].as_str().unwrap().to_owned()
}

async fn answer_request(stage: &Stage, token: &str, id: &str, word: &str) -> Answer {
    post(
        stage,
        token,
        &format!("staff-requests/{id}/{word}"),
        json!({}),
    )
    .await
}

#[track_caller]
fn expect_done((status, body): Answer) {
    assert_eq!(status, StatusCode::OK, "{body}");
}

/// Closes the agent's account, and opens it again with two.
async fn close_and_open(stage: &Stage, agent: Uuid) {
    let (first, second) = (
        stage.staff("supervisor").await,
        stage.staff("supervisor2").await,
    );
    let path = format!("staff/{agent}/disable");
    expect_done(post(stage, &first, &path, json!({})).await);
    let path = format!("staff/{agent}/enable");
    let (status, asked) = post(stage, &first, &path, json!({})).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{asked}");
    let id = asked["id"].as_str().unwrap();
    expect_done(answer_request(stage, &second, id, "approve").await);
}

/// Writes an account of staff as it was.
async fn restore(stage: &Stage, former: &Value) {
    let back = "update staff
        set name = former.name, role = former.role, password_hash = former.password_hash,
            totp_sealed = former.totp_sealed, is_active = former.is_active,
            changed_at = former.changed_at, mac = former.mac
        from jsonb_populate_recordset(null::staff, $1) as former where former.id = staff.id";
    let back = sqlx::query(back).bind(former);
    let done = back.execute(stage.app.pool()).await.unwrap();
    assert_eq!(done.rows_affected(), 1, "{former}");
}

async fn agent_row(stage: &Stage) -> Value {
    stage.copied("staff", "username = 'agent'").await
}

async fn expect_ended(stage: &Stage, token: &str) {
    let ended = stage.get_as(token, "/support/me").await;
    expect_error(&ended, 401, "invalid-token");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_of_staff_that_was_ended_does_not_come_back_with_its_row() {
    let stage = Stage::set().await;
    let agent = stage.account("agent").await;
    let (left, hidden) = (stage.staff("agent").await, stage.staff("agent").await);
    let all = format!("staff_id = '{agent}'");
    let rows = stage.copied("staff_session", &all).await;
    let out = stage.post_as(&left, "/support/logout", &json!({})).await;
    expect_done(out);
    // No row of the agent's is there when all of them end.
    write(&stage, &format!("delete from staff_session where {all}")).await;
    close_and_open(&stage, agent).await;
    stage.put_back("staff_session", &rows).await;
    expect_ended(&stage, &left).await;
    expect_ended(&stage, &hidden).await;
    // The rows are the gateway's own, and the account is open.
    assert_eq!(stage.wrong().await, [""; 0]);
    let again = stage.staff("agent").await;
    expect_done(stage.get_as(&again, "/support/me").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_session_of_staff_does_not_live_on_by_a_last_call_that_nobody_made() {
    let stage = Stage::set().await;
    let agent = stage.staff("agent").await;
    stage.app.clock().advance(Duration::from_mins(31));
    let idle = stage.get_as(&agent, "/support/me").await;
    expect_error(&idle, 401, "EXPIRED_AUTH_TOKEN");
    let later = "update staff_session set last_seen_at = last_seen_at + interval '31 minutes'";
    write(&stage, later).await;
    expect_ended(&stage, &agent).await;
    let row = stage.copied("staff_session", "true").await;
    let named = format!(
        "staff_session, id {}: the gateway has not written it",
        row[0]["id"].as_str().unwrap()
    );
    assert_eq!(stage.wrong().await, [named]);
}

/// Looks that the agent's former row opens nothing and is named.
async fn expect_put_back(stage: &Stage) {
    let refused = stage.log_in(&stage.credentials("agent")).await;
    expect_error(&refused, 401, "WRONG_CREDENTIAL");
    let found = stage.wrong().await;
    assert!(
        found.len() == 1 && found[0].ends_with(PUT_BACK),
        "{found:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_account_that_the_role_puts_back_opens_nothing_and_is_named() {
    let stage = Stage::set().await;
    let agent = stage.account("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let former = agent_row(&stage).await;
    let path = format!("staff/{agent}/disable");
    expect_done(post(&stage, &supervisor, &path, json!({})).await);
    assert_eq!(stage.wrong().await, [""; 0]);
    restore(&stage, &former).await;
    expect_put_back(&stage).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_former_role_that_is_put_back_opens_nothing_and_is_named() {
    let stage = Stage::set().await;
    let agent = stage.account("agent").await;
    let (first, second) = (
        stage.staff("supervisor").await,
        stage.staff("supervisor2").await,
    );
    let raised = ask_for_role(&stage, &first, agent, "supervisor").await;
    expect_done(answer_request(&stage, &second, &raised, "approve").await);
    let token = stage.staff("agent").await;
    let former = agent_row(&stage).await;
    let lowered = ask_for_role(&stage, &first, agent, "agent").await;
    expect_done(answer_request(&stage, &second, &lowered, "approve").await);
    // Neither by its request, which was carried out once.
    let open = format!(
        "update staff_request set status = 'PENDING', decided_by = null, decided_at = null
         where id = '{raised}'"
    );
    write(&stage, &open).await;
    let again = answer_request(&stage, &second, &raised, "approve").await;
    expect_error(&again, 409, "ALREADY_ENDED");
    restore(&stage, &former).await;
    expect_ended(&stage, &token).await;
    expect_put_back(&stage).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operators_command_signs_no_account_that_somebody_else_has_changed() {
    let stage = Stage::set().await;
    let agent = stage.account("agent").await;
    let raised = "update staff set role = 'supervisor', mac = sha256('raised')
        where username = 'agent'";
    write(&stage, raised).await;
    for word in ["disable", "enable", "reset"] {
        let done = stage.try_command(&[word, "agent"]).await;
        assert!(done.is_err(), "{word}: {done:?}");
    }
    let named = format!("staff, id {agent} (agent): the gateway has not written it so");
    assert_eq!(stage.wrong().await, [named]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_request_about_an_account_stays_refused_whatever_its_row_says() {
    let stage = Stage::set().await;
    let agent = stage.account("agent").await;
    let (first, second) = (
        stage.staff("supervisor").await,
        stage.staff("supervisor2").await,
    );
    let id = ask_for_role(&stage, &first, agent, "supervisor").await;
    expect_done(answer_request(&stage, &second, &id, "refuse").await);
    write(
        &stage,
        "update staff_request set status = 'PENDING', decided_by = null, decided_at = null",
    )
    .await;
    let late = answer_request(&stage, &second, &id, "approve").await;
    expect_error(&late, 409, "ALREADY_ENDED");
    let row = agent_row(&stage).await;
    assert_eq!(row[0]["role"], "agent", "{row}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_of_an_authenticator_opens_one_session_whatever_is_written() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    let before = agent_row(&stage).await;
    let credentials = stage.credentials("agent");
    expect_done(stage.log_in(&credentials).await);
    restore(&stage, &before).await;
    for statement in [
        "delete from staff_session",
        "delete from staff_address",
        "delete from throttle",
        "update staff set created_at = created_at + interval '1 second'",
    ] {
        write(&stage, statement).await;
        let again = stage.log_in(&credentials).await;
        expect_error(&again, 401, "WRONG_CREDENTIAL");
    }
    expect_done(stage.log_in(&stage.credentials("agent")).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_somebody_uses_up_in_advance_undoes_no_decision() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let (agent, supervisor) = (stage.staff("agent").await, stage.staff("supervisor").await);
    let id = correction(&stage, &agent, &player, "100").await;
    for key in [
        format!("staff decision {id}"),
        format!("staff decision {id} "),
        format!("staff decision {id} {}", "0".repeat(32)),
    ] {
        let used: bool = sqlx::query_scalar("select journal_use_key($1, $2, sha256('any'))")
            .bind(player.id)
            .bind(key)
            .fetch_one(stage.app.pool())
            .await
            .unwrap();
        assert!(used);
    }
    expect_done(answer(&stage, &supervisor, &id, "approve").await);
    assert_eq!(stage.events(&player, "Corrected").await, 1);
    assert_eq!(held(&stage, &player).await, "100.00");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_that_was_refused_is_not_carried_out_whatever_its_row_says() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let (first, second) = (
        stage.staff("supervisor").await,
        stage.staff("supervisor2").await,
    );
    let decider = stage.account("supervisor").await;
    let agreed = format!(
        "status = 'AGREED', decided_by = '{decider}', decided_at = now(),
         decided_reason = 'seen and right', code = null"
    );
    let pending = "status = 'PENDING', decided_by = null, decided_at = null,
         decided_reason = null, code = null, ended_at = null";
    for row in [pending, agreed.as_str()] {
        let id = correction(&stage, &agent, &player, "100").await;
        expect_done(answer(&stage, &first, &id, "refuse").await);
        for token in [&first, &second] {
            let change = format!("update staff_decision set {row} where id = '{id}'");
            write(&stage, &change).await;
            let late = answer(&stage, token, &id, "approve").await;
            expect_error(&late, 409, "ALREADY_ENDED");
        }
        // The next gateway carries out what was agreed on and cut off.
        write(
            &stage,
            &format!("update staff_decision set {agreed} where id = '{id}'"),
        )
        .await;
        let next = stage.another().await;
        assert!(next.stop().await);
    }
    assert_eq!(stage.events(&player, "Corrected").await, 0);
    assert_eq!(held(&stage, &player).await, "0.00");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_expires_by_its_signed_entry_whatever_its_row_says() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let id = correction(&stage, &agent, &player, "100").await;
    stage.app.clock().advance(Duration::from_hours(25));
    let lengthened = "update staff_decision set expires_at = expires_at + interval '1 year'";
    write(&stage, lengthened).await;
    let supervisor = stage.staff("supervisor").await;
    let late = answer(&stage, &supervisor, &id, "approve").await;
    expect_error(&late, 409, "APPROVAL_EXPIRED");
    assert_eq!(stage.events(&player, "Corrected").await, 0);
}

/// Appends the last entry again, as the role may: under an id and with a MAC.
async fn append(stage: &Stage, entry: &str, mac: &str) -> Result<i64, sqlx::Error> {
    let statement = format!(
        "select staff_act_append(at, staff_id, session_id, kind, subject_kind, subject_id, reason,
                                 request_id, detail::text, {entry}, {mac})
         from staff_act where id = (select max(id) from staff_act)"
    );
    let appended = sqlx::query_scalar(&statement);
    appended.fetch_one(stage.app.pool()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_that_somebody_appends_is_named_and_no_entry_is_copied() {
    let stage = Stage::set().await;
    let agent = stage.staff("agent").await;
    expect_done(stage.get_as(&agent, "/support/me").await);
    assert_eq!(stage.wrong().await, [""; 0]);
    let before = stage.act_count().await;
    let copied = append(&stage, "entry", "mac").await.unwrap_err();
    let code = copied
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code);
    assert_eq!(code.as_deref(), Some("23505"), "{copied}");
    assert_eq!(stage.act_count().await, before);
    let mut named = Vec::new();
    for mac in ["mac", "sha256('made up')"] {
        let id = append(&stage, "gen_random_uuid()", mac).await.unwrap();
        named.push(format!(
            "staff_act, id {id}: the gateway has not written it"
        ));
    }
    assert_eq!(stage.wrong().await, named);
}

/// Appends an entry as if somebody had searched for a player or opened one; answers its number.
async fn append_as(stage: &Stage, by: &str, kind: &str, player: &Player) -> i64 {
    let (staff, player) = (stage.account(by).await, player.id);
    let statement = format!(
        "select staff_act_append(at, '{staff}', session_id, '{kind}', 'player', '{player}', reason,
                                 request_id, detail::text, gen_random_uuid(), mac)
         from staff_act where kind = 'look' order by id limit 1"
    );
    let appended = sqlx::query_scalar(&statement);
    appended.fetch_one(stage.app.pool()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_that_somebody_appends_opens_no_player_and_uses_no_quota_up() {
    let stage = Stage::set_with(|config| {
        config.support.searches_per_hour = 1;
        config.support.players_per_hour = 1;
    })
    .await;
    let (one, two) = (stage.player(1).await, stage.player(2).await);
    let (agent, supervisor) = (stage.staff("agent").await, stage.staff("supervisor").await);
    stage.look(&agent, &one).await;
    let mut named = Vec::new();
    for (by, kind, player) in [
        // As if the agent had the other player open already.
        ("agent", "look", &two),
        // As if the colleague could open and search no more.
        ("supervisor", "look", &one),
        ("supervisor", "search", &one),
    ] {
        let id = append_as(&stage, by, kind, player).await;
        named.push(format!(
            "staff_act, id {id}: the gateway has not written it"
        ));
    }
    let path = format!("/support/players/{}/look", two.id);
    let why = json!({ "reason": "the player asked" });
    let refused = stage.post_as(&agent, &path, &why).await;
    expect_error(&refused, 429, "STAFF_QUOTA");
    let (_, recent) = stage.get_as(&agent, "/support/players/recent").await;
    let listed = recent["players"].as_array().unwrap();
    assert_eq!(listed.len(), 1, "{recent}");
    assert_eq!(listed[0]["id"], one.id.to_string(), "{recent}");
    stage.look(&supervisor, &two).await;
    expect_done(
        stage
            .get_as(&supervisor, "/support/players?q=0812345678")
            .await,
    );
    assert_eq!(stage.wrong().await, named);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slips_row_that_names_anothers_picture_shows_it_to_nobody() {
    let stage = Stage::set().await;
    let agent = stage.staff("agent").await;
    let players = [stage.player(1).await, stage.player(2).await];
    let mut rows = Vec::new();
    for player in &players {
        stage.deposit_by_slip(player, "100.00").await;
        let own = format!("wallet_id = '{}'", player.id);
        rows.push(stage.copied("slip_file", &own).await);
    }
    let [one, two] = rows.as_mut_slice() else {
        panic!("two slips");
    };
    for column in ["file_name", "media_type", "byte_count", "sha256"] {
        std::mem::swap(&mut one[0][column], &mut two[0][column]);
    }
    write(&stage, "delete from slip_file").await;
    let mut named = Vec::new();
    for (player, row) in players.iter().zip(&rows) {
        stage.put_back("slip_file", row).await;
        let slip = row[0]["slip_id"].as_str().unwrap();
        let own = format!("/statement/slip/{slip}/image");
        expect_error(&stage.get(player, &own).await, 404, "NO_DATA");
        let look = stage.look(&agent, player).await;
        let path = format!("/support/work/slips/{slip}/picture");
        let headers = (Some(look.as_str()), None);
        let shown = stage.call_as(&agent, Method::GET, &path, headers).await;
        expect_error(&shown, 404, "NO_DATA");
        named.push(format!(
            "slip_file, id {slip}: it is not as the slip was uploaded"
        ));
    }
    named.sort();
    assert_eq!(stage.wrong().await, named);
}
