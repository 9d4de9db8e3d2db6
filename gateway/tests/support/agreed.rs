//! What was agreed on: carried out as it was agreed, once, by those who may, or never.

use std::time::Duration;

use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::second_person::correction as ask_correction;
use crate::stage::{Answer, Player, Stage, expect_error};
use crate::work::{answer, decide, held, unclear_slip};

const LARGE: &str = "6000.00";

/// Asks for a slip's credit under a key.
async fn ask(stage: &Stage, token: &str, slip: &str, key: &str) -> Answer {
    let path = format!("/support/work/slips/{slip}/accept");
    let request = stage.request(Method::POST, &path).bearer_auth(token);
    let request = request.header("idempotency-key", key);
    crate::stage::answer(request.json(&json!({ "reason": "looked at it" }))).await
}

async fn asked(stage: &Stage, token: &str, question: (&str, &str)) -> String {
    let (status, body) = ask(stage, token, question.0, question.1).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    body["approvalId"].as_str().unwrap().to_owned()
}

/// The slip service answers nothing.
async fn silence(stage: &Stage) {
    let silent = json!({ "target": "slip", "kind": "error_500_before" });
    stage.fault(&silent).await;
}

/// A large slip that was agreed on, while nobody could be asked about it.
async fn cut_off(stage: &Stage, asker: &str, second: &str) -> (Player, String, String) {
    let (player, slip) = unclear_slip(stage, LARGE).await;
    let id = asked(stage, asker, (&slip, "k-1")).await;
    silence(stage).await;
    let later = answer(stage, second, &id, "approve").await;
    expect_error(&later, 503, "EVIDENCE_MISSING");
    (player, slip, id)
}

async fn decision(stage: &Stage, id: &str) -> Value {
    sqlx::query_scalar(
        "select json_build_object('status', it.status, 'by', staff.username)
         from staff_decision it left join staff on staff.id = it.decided_by
         where it.id = $1::text::uuid",
    )
    .bind(id)
    .fetch_one(&stage.database.owner())
    .await
    .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_agreed_on_and_cut_off_is_carried_out_by_the_next_gateway() {
    let stage = Stage::set().await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let (player, _, id) = cut_off(&stage, &agent, &supervisor).await;
    assert_eq!(decision(&stage, &id).await["status"], "AGREED");
    stage.clear_faults().await;
    let next = stage.another().await;
    let ended = eventually("it is carried out", async || {
        let decision = decision(&stage, &id).await;
        if decision["status"] == "AGREED" {
            Err(decision)
        } else {
            Ok(decision)
        }
    });
    assert_eq!(ended.await["status"], "DONE");
    assert_eq!(stage.events(&player, "Deposited").await, 1);
    let (status, done) = answer(&stage, &supervisor, &id, "approve").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert!(next.stop().await);
    assert_eq!(held(&stage, &player).await, LARGE);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_supervisor_finishes_in_their_own_name() {
    let stage = Stage::set().await;
    let agent = stage.staff("agent").await;
    let one = stage.staff("supervisor").await;
    let two = stage.staff("supervisor2").await;
    let (player, _, id) = cut_off(&stage, &agent, &one).await;
    // What was agreed on is not refused any more.
    let refused = answer(&stage, &two, &id, "refuse").await;
    expect_error(&refused, 409, "ALREADY_ENDED");
    expect_error(
        &answer(&stage, &agent, &id, "approve").await,
        403,
        "ROLE_REQUIRED",
    );
    stage.clear_faults().await;
    let (status, done) = answer(&stage, &two, &id, "approve").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(
        decision(&stage, &id).await,
        json!({ "status": "DONE", "by": "supervisor2" })
    );
    // The event names no account; its name is the one that only this decision and person give.
    let actor: String = sqlx::query_scalar(
        "select metadata -> 'actor' ->> 'id' from event where event_type = 'Deposited'",
    )
    .fetch_one(&stage.database.owner())
    .await
    .unwrap();
    let decision: Uuid = id.parse().unwrap();
    let mut names = Vec::new();
    for username in ["supervisor", "supervisor2"] {
        let staff = stage.account(username).await;
        names.push(Uuid::new_v5(&decision, staff.as_bytes()).to_string());
    }
    assert_ne!(names[0], actor);
    assert_eq!(names[1], actor);
    let acts = stage.acts().await;
    let agreed = acts.iter().filter(|it| it["kind"] == "decision.agree");
    let by: Vec<&Value> = agreed.map(|it| &it["by"]).collect();
    assert_eq!(by, ["supervisor", "supervisor2"]);
    let late = answer(&stage, &one, &id, "approve").await;
    expect_error(&late, 409, "ALREADY_ENDED");
    assert_eq!(stage.events(&player, "Deposited").await, 1);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asked_finishes_what_another_has_agreed_to() {
    let stage = Stage::set().await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let (player, slip, _) = cut_off(&stage, &agent, &supervisor).await;
    stage.clear_faults().await;
    let (status, done) = ask(&stage, &agent, &slip, "k-1").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(ask(&stage, &agent, &slip, "k-1").await, (status, done));
    assert_eq!(stage.events(&player, "Deposited").await, 1);
    stage.audit().await;
}

/// Another person's approval would sign the new end.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_takes_over_what_has_expired_because_its_row_says_otherwise() {
    let stage = Stage::set_with(|config| {
        config.session.idle_minutes = 1_000_000;
        config.session.absolute_hours = 100_000;
    })
    .await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let (player, _, id) = cut_off(&stage, &agent, &supervisor).await;
    stage.app.clock().advance(Duration::from_hours(24));
    let lengthened = "update staff_decision set expires_at = expires_at + interval '1 year'";
    let written = sqlx::query(lengthened).execute(stage.app.pool());
    written.await.unwrap();
    let another = stage.staff("supervisor2").await;
    stage.clear_faults().await;
    let late = answer(&stage, &another, &id, "approve").await;
    assert_eq!(late.0, StatusCode::CONFLICT, "{}", late.1);
    assert_eq!(stage.events(&player, "Deposited").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_agreed_on_expires_as_well() {
    let stage = Stage::set_with(|config| {
        config.session.idle_minutes = 1_000_000;
        config.session.absolute_hours = 100_000;
    })
    .await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let (player, slip, id) = cut_off(&stage, &agent, &supervisor).await;
    stage.app.clock().advance(Duration::from_hours(24));
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    stage.clear_faults().await;
    let late = answer(&stage, &supervisor, &id, "approve").await;
    expect_error(&late, 409, "APPROVAL_EXPIRED");
    let late = ask(&stage, &agent, &slip, "k-1").await;
    expect_error(&late, 409, "APPROVAL_EXPIRED");
    assert_eq!(stage.events(&player, "Deposited").await, 0);
    // A person who still wants it asks again.
    let id = asked(&stage, &agent, (&slip, "k-2")).await;
    let (status, done) = answer(&stage, &supervisor, &id, "approve").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(held(&stage, &player).await, LARGE);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn terms_that_nobody_has_asked_for_are_not_carried_out() {
    let stage = Stage::set().await;
    let (player, slip) = unclear_slip(&stage, LARGE).await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let (_, list) = stage.get_as(&agent, "/support/approvals").await;
    assert_eq!(list["approvals"], json!([]));
    for (key, field, other) in [
        ("k-1", "amount", "5999.00"),
        ("k-2", "currency", "LAK"),
        ("k-3", "account", "kbank-1"),
        ("k-4", "reference", "014:OTHER"),
        ("k-5", "wallet", "00000000-0000-0000-0000-000000000001"),
    ] {
        let id = asked(&stage, &agent, (&slip, key)).await;
        let (_, list) = stage.get_as(&agent, "/support/approvals").await;
        let terms = &list["approvals"][0]["terms"];
        assert_eq!(terms["amount"], LARGE, "{list}");
        assert_eq!(terms["account"], "scb-1");
        // What the row says since, and nobody has asked for.
        let asked_for = terms.to_string();
        stage
            .tamper(&format!(
                "update staff_decision set terms = jsonb_set(terms, '{{{field}}}', '\"{other}\"')
                 where id = '{id}'"
            ))
            .await;
        let other = answer(&stage, &supervisor, &id, "approve").await;
        expect_error(&other, 409, "EVIDENCE_CONTRADICTS");
        let again = answer(&stage, &supervisor, &id, "approve").await;
        expect_error(&again, 409, "ALREADY_ENDED");
        let repair = format!("update staff_decision set terms = '{asked_for}' where id = '{id}'");
        stage.tamper(&repair).await;
    }
    assert_eq!(stage.events(&player, "Deposited").await, 0);
    let id = asked(&stage, &agent, (&slip, "k-6")).await;
    let (status, done) = answer(&stage, &supervisor, &id, "approve").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    stage.audit().await;
}

/// As an attempt sees it that began before the end was noted.
async fn as_seen_before(stage: &Stage, id: &str) {
    let change = format!(
        "update staff_decision set status = 'AGREED', code = null,
             decided_by = (select id from staff where username = 'supervisor'),
             expires_at = now() + interval '1 year'
         where id = '{id}'"
    );
    stage.tamper(&change).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_failed_or_was_refused_is_not_carried_out_by_an_attempt_on_its_way() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let taken = ask_correction(&stage, &agent, &player, "-300").await;
    let failed = ask_correction(&stage, &agent, &player, "-300").await;
    let refused = ask_correction(&stage, &agent, &player, "-1").await;
    let (status, body) = answer(&stage, &supervisor, &taken, "approve").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let late = answer(&stage, &supervisor, &failed, "approve").await;
    expect_error(&late, 422, "MONEY_NOT_ENOUGH");
    let (status, body) = answer(&stage, &supervisor, &refused, "refuse").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    // Now there would be enough.
    stage.deposit(&player, "500.00").await;
    for id in [&failed, &refused] {
        as_seen_before(&stage, id).await;
        let late = answer(&stage, &supervisor, id, "approve").await;
        expect_error(&late, 409, "ALREADY_ENDED");
        assert_eq!(decision(&stage, id).await["status"], "FAILED");
    }
    assert_eq!(stage.events(&player, "Corrected").await, 1);
    assert_eq!(held(&stage, &player).await, "700.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_carried_out_is_not_called_failed() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let id = ask_correction(&stage, &agent, &player, "5").await;
    let (status, done) = answer(&stage, &supervisor, &id, "approve").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let cut = format!(
        "update staff_decision set status = 'AGREED', position = null,
             expires_at = now() - interval '1 day'
         where id = '{id}'"
    );
    stage.tamper(&cut).await;
    let (status, again) = answer(&stage, &supervisor, &id, "approve").await;
    assert_eq!((status, again), (StatusCode::OK, done));
    assert_eq!(stage.events(&player, "Corrected").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_written_down_is_not_decided() {
    let stage = Stage::set().await;
    let (player, slip) = unclear_slip(&stage, "500.00").await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let id = ask_correction(&stage, &agent, &player, "5").await;
    stage
        .tamper(
            "create function refuse_decision() returns trigger language plpgsql as
             $$ begin raise exception 'the disk is full' using errcode = 'disk_full'; end $$;
             create trigger full_disk before insert on staff_act for each row
             when (new.kind like 'decision.%') execute function refuse_decision()",
        )
        .await;
    let path = format!("slips/{slip}/accept");
    let unwritten = decide(&stage, &agent, &path, &json!({})).await;
    expect_error(&unwritten, 503, "SERVICE_UNAVAILABLE");
    for word in ["approve", "refuse"] {
        let unwritten = answer(&stage, &supervisor, &id, word).await;
        expect_error(&unwritten, 503, "SERVICE_UNAVAILABLE");
    }
    assert_eq!(
        decision(&stage, &id).await,
        json!({ "status": "PENDING", "by": null })
    );
    let kept: i64 = sqlx::query_scalar("select count(*) from staff_decision")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    assert_eq!(kept, 1, "only what was asked for before");
    assert_eq!(held(&stage, &player).await, "0.00");
    stage
        .tamper("drop function refuse_decision() cascade")
        .await;
    let (status, done) = answer(&stage, &supervisor, &id, "approve").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let (status, done) = decide(&stage, &agent, &path, &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(held(&stage, &player).await, "505.00");
    stage.audit().await;
}
