//! Corrections: one asks, another agrees, and money moves once.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Answer, Player, Stage, expect_error};
use crate::work::{answer, held};

const WHY: &str = "charged twice";

async fn ask(stage: &Stage, token: &str, player: &Player, amount: &str) -> Answer {
    let path = format!("/support/players/{}/corrections", player.id);
    let body = json!({ "amount": amount, "reason": WHY });
    stage.post_as(token, &path, &body).await
}

async fn asked(stage: &Stage, token: &str, player: &Player, amount: &str) -> String {
    let (status, body) = ask(stage, token, player, amount).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    assert_eq!(body["status"], "PENDING");
    body["approvalId"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_waits_for_another_supervisor_and_moves_money_once() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let first = stage.staff("supervisor").await;
    let other = stage.staff("supervisor2").await;
    let agent = stage.staff("agent").await;
    let id = asked(&stage, &first, &player, "12.50").await;
    assert_eq!(held(&stage, &player).await, "0.00");
    let (_, list) = stage.get_as(&agent, "/support/approvals").await;
    assert_eq!(list["approvals"][0]["id"], id, "{list}");
    assert_eq!(list["approvals"][0]["amount"], "12.50");
    assert_eq!(list["approvals"][0]["askedBy"]["name"], "Somsak");
    // Neither who asked, nor who may not.
    let own = answer(&stage, &first, &id, "approve").await;
    expect_error(&own, 403, "SECOND_PERSON");
    let by_agent = answer(&stage, &agent, &id, "approve").await;
    expect_error(&by_agent, 403, "ROLE_REQUIRED");
    let (status, done) = answer(&stage, &other, &id, "approve").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(held(&stage, &player).await, "12.50");
    let (status, again) = answer(&stage, &other, &id, "approve").await;
    assert_eq!((status, &again), (StatusCode::OK, &done));
    assert_eq!(stage.events(&player, "Corrected").await, 1);
    let refused = answer(&stage, &other, &id, "refuse").await;
    expect_error(&refused, 409, "ALREADY_ENDED");
    let path = format!("/statement?after={}", stage.head().await);
    let (_, statement) = stage
        .post(&player, &path, &json!({ "page": 1, "limit": 10 }))
        .await;
    let line = &statement["statements"][0];
    assert_eq!(line["statementType"], "correction", "{line}");
    assert_eq!(
        (&line["direction"], &line["amount"]),
        (&json!("in"), &json!("12.50"))
    );
    let both: Vec<Value> = sqlx::query_scalar(
        "select payload::json -> 'Corrected' from event where event_type = 'Corrected'",
    )
    .fetch_all(&stage.database.owner())
    .await
    .unwrap();
    assert_ne!(both[0]["by"], both[0]["approved_by"], "{both:?}");
    // The journal has neither their words nor their accounts: the console finds both again.
    assert_eq!(both[0]["reason"], "CORRECTED_BY_STAFF");
    let look = stage.look(&agent, &player).await;
    let with = (Some(look.as_str()), None);
    let path = format!("/support/players/{}/state", player.id);
    let (_, moment) = stage.call_as(&agent, Method::GET, &path, with).await;
    assert_eq!(moment["why"]["inputs"]["reason"], WHY, "{moment}");
    assert_eq!(moment["why"]["inputs"]["by"], "Somsak", "{moment}");
    let named = &moment["why"]["inputs"]["approvedBy"];
    assert_eq!(&moment["event"]["actor"]["name"], named, "{moment}");
    assert_ne!(named, "Somsak");
    let path = format!("/support/players/{}/timeline?kind=Corrected", player.id);
    let (_, timeline) = stage.call_as(&agent, Method::GET, &path, with).await;
    assert_eq!(
        timeline["events"][0]["summary"]["reason"], WHY,
        "{timeline}"
    );
    let accounts: Vec<String> = sqlx::query_scalar("select id::text from staff")
        .fetch_all(&stage.database.owner())
        .await
        .unwrap();
    let shown = timeline["events"][0]["actor"]["id"].as_str().unwrap();
    assert!(accounts.iter().any(|id| id == shown), "{timeline}");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_supervisors_at_once_and_again_and_again_make_one_correction() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let one = stage.staff("supervisor").await;
    let two = stage.staff("supervisor2").await;
    let id = asked(&stage, &agent, &player, "100").await;
    let (stage, id) = (&stage, &id);
    // More than there are connections: who comes too late must not wait for a second one.
    let tries = (0..40).map(|n| {
        let token = if n % 2 == 0 { &one } else { &two };
        answer(stage, token, id, "approve")
    });
    let answers = futures_util::future::join_all(tries).await;
    let done = answers.iter().filter(|it| it.0 == StatusCode::OK).count();
    assert!(done >= 1, "{answers:?}");
    for (status, body) in &answers {
        let is_over = *status == StatusCode::CONFLICT;
        assert!(*status == StatusCode::OK || is_over, "{status} {body}");
    }
    assert_eq!(held(stage, &player).await, "100.00");
    assert_eq!(stage.events(&player, "Corrected").await, 1);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn agreeing_and_refusing_at_once_leaves_one_of_them() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let one = stage.staff("supervisor").await;
    let two = stage.staff("supervisor2").await;
    let id = asked(&stage, &agent, &player, "100").await;
    let (yes, no) = tokio::join!(
        answer(&stage, &one, &id, "approve"),
        answer(&stage, &two, &id, "refuse"),
    );
    let is_agreed = yes.0 == StatusCode::OK;
    assert_ne!(is_agreed, no.0 == StatusCode::OK, "{yes:?} {no:?}");
    let events = stage.events(&player, "Corrected").await;
    assert_eq!(events, i64::from(is_agreed));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_takes_no_more_than_there_is() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let beyond = ask(&stage, &agent, &player, "-500.01").await;
    expect_error(&beyond, 422, "MONEY_NOT_ENOUGH");
    for wrong in ["0", "1.001", "x", ""] {
        let refused = ask(&stage, &agent, &player, wrong).await;
        expect_error(&refused, 400, "INVALID_AMOUNT");
    }
    // What was there when it was asked for may be gone when it is agreed on.
    let first = asked(&stage, &agent, &player, "-300").await;
    let second = asked(&stage, &agent, &player, "-300").await;
    let (status, body) = answer(&stage, &supervisor, &first, "approve").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let late = answer(&stage, &supervisor, &second, "approve").await;
    expect_error(&late, 422, "MONEY_NOT_ENOUGH");
    let again = answer(&stage, &supervisor, &second, "approve").await;
    expect_error(&again, 422, "MONEY_NOT_ENOUGH");
    assert_eq!(held(&stage, &player).await, "200.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_agrees_to_what_is_long_past_or_was_refused() {
    let stage = Stage::set_with(|config| config.support.absolute_hours = 100).await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let refused = asked(&stage, &agent, &player, "1").await;
    let (status, body) = answer(&stage, &supervisor, &refused, "refuse").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let late = answer(&stage, &supervisor, &refused, "approve").await;
    expect_error(&late, 409, "ALREADY_ENDED");
    let past = asked(&stage, &agent, &player, "1").await;
    stage.app.clock().advance(Duration::from_hours(24));
    let supervisor = stage.staff("supervisor").await;
    let (_, list) = stage.get_as(&supervisor, "/support/approvals").await;
    assert_eq!(list["approvals"], json!([]));
    let late = answer(&stage, &supervisor, &past, "approve").await;
    expect_error(&late, 409, "APPROVAL_EXPIRED");
    assert_eq!(stage.events(&player, "Corrected").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_asked_for_who_was_let_go_since_is_not_agreed_on() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let id = asked(&stage, &agent, &player, "1000").await;
    stage.command(&["disable", "agent"]).await;
    let late = answer(&stage, &supervisor, &id, "approve").await;
    expect_error(&late, 409, "APPROVAL_EXPIRED");
    assert_eq!(stage.events(&player, "Corrected").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_key_means_one_correction() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let send = |amount: &str| {
        let url = format!(
            "http://{}/api/support/players/{}/corrections",
            stage.app.public_address(),
            player.id
        );
        let request = stage.http.post(url).bearer_auth(&agent);
        let request = request
            .header("x-requested-with", "wallet-web")
            .header("idempotency-key", "k-1")
            .json(&json!({ "amount": amount, "reason": WHY }));
        crate::stage::answer(request)
    };
    let first = send("5").await;
    assert_eq!(first.0, StatusCode::ACCEPTED, "{}", first.1);
    assert_eq!(send("5").await, first);
    expect_error(&send("6").await, 422, "IDEMPOTENCY_MISMATCH");
    let (_, list) = stage.get_as(&agent, "/support/approvals").await;
    assert_eq!(list["approvals"].as_array().unwrap().len(), 1, "{list}");
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_auditor_nor_player_nor_guest_corrects_anything() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let auditor = stage.staff("auditor").await;
    let refused = ask(&stage, &auditor, &player, "5").await;
    expect_error(&refused, 403, "ROLE_REQUIRED");
    let thief = ask(&stage, &player.token, &player, "5").await;
    expect_error(&thief, 401, "UNAUTHORIZED");
    let path = format!("/support/players/{}/corrections", player.id);
    let body = json!({ "amount": "5", "reason": WHY });
    let short = json!({ "amount": "5", "reason": "x" });
    let agent = stage.staff("agent").await;
    expect_error(
        &stage.post_as(&agent, &path, &short).await,
        400,
        "INVALID_INPUT",
    );
    let get = stage
        .call_as(&agent, Method::PUT, &path, (None, Some(&body)))
        .await;
    assert_eq!(get.0, StatusCode::METHOD_NOT_ALLOWED);
    let none = format!("/support/players/{}/corrections", uuid::Uuid::nil());
    expect_error(&stage.post_as(&agent, &none, &body).await, 404, "NO_DATA");
}

/// A transfer into a game whose outcome nobody knows.
async fn unknown_transfer(stage: &Stage, player: &Player, amount: &str) -> String {
    stage.activate(player, "pg").await;
    let silent = json!({ "target": "game:pg", "kind": "error_500_before" });
    stage.fault(&silent).await;
    let (status, body) = stage.transfer(player, ("WALLET", "pg"), amount).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    let id = body["id"].as_str().unwrap().to_owned();
    stage.unknown(&id).await;
    id
}

/// The process asks once and then not again for a day: staff is first.
fn asked_once(config: &mut gateway::config::Config) {
    config.waits.retry_ms = 86_400_000;
    config.waits.retry_max_ms = 86_400_000;
    config.waits.transfer_ms = 50;
}

/// Money under way was corrected, and came back as well.
#[tokio::test(flavor = "multi_thread")]
async fn money_that_is_still_under_way_is_not_corrected_as_well() {
    let stage = Stage::set_with(asked_once).await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let early = asked(&stage, &agent, &player, "60").await;
    let transfer = unknown_transfer(&stage, &player, "60").await;
    let late = answer(&stage, &supervisor, &early, "approve").await;
    expect_error(&late, 409, "OPERATION_OPEN");
    expect_error(
        &ask(&stage, &agent, &player, "60").await,
        409,
        "OPERATION_OPEN",
    );
    let look = stage.look(&agent, &player).await;
    let path = format!("/support/players/{}/corrections", player.id);
    let preview = format!("{path}?amount=60");
    let with = (Some(look.as_str()), None);
    let (status, shown) = stage.call_as(&agent, Method::GET, &preview, with).await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    assert_eq!(shown["wallet"]["main"], "440.00", "{shown}");
    assert_eq!(shown["open"][0]["kind"], "transfer", "{shown}");
    assert_eq!(shown["open"][0]["id"], transfer);
    assert_eq!(shown["open"][0]["status"], "unknown");
    assert_eq!(shown["sameAmount"][0]["amount"], "60.00", "{shown}");
    let unseen = stage.get_as(&agent, &preview).await;
    expect_error(&unseen, 403, "LOOK_REQUIRED");
    let wrong = format!("{path}?amount=x");
    let (status, refused) = stage.call_as(&agent, Method::GET, &wrong, with).await;
    expect_error(&(status, refused), 400, "INVALID_INPUT");

    // What is about something else says so, and is not held up.
    let why = "a deposit of last week was rounded";
    for short in ["", "x"] {
        let body = json!({ "amount": "5", "reason": WHY, "unrelated": short });
        let refused = stage.post_as(&agent, &path, &body).await;
        expect_error(&refused, 400, "INVALID_INPUT");
    }
    let body = json!({ "amount": "5", "reason": WHY, "unrelated": why });
    let (status, waiting) = stage.post_as(&agent, &path, &body).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{waiting}");
    let id = waiting["approvalId"].as_str().unwrap();
    let (_, list) = stage.get_as(&supervisor, "/support/approvals").await;
    assert_eq!(list["approvals"][0]["decision"]["unrelated"], why, "{list}");
    let (status, done) = answer(&stage, &supervisor, id, "approve").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(held(&stage, &player).await, "445.00");

    stage.clear_faults().await;
    let path = format!("/support/work/transfers/{transfer}");
    let (_, word) = stage.get_as(&agent, &path).await;
    assert_ne!(word["provider"]["said"], "COMPLETED", "{word}");
    assert_eq!(stage.events(&player, "Corrected").await, 1);
    stage.audit().await;
}

/// Who agrees sees the money now, what the asker saw, and why two people are needed.
#[tokio::test(flavor = "multi_thread")]
async fn a_second_person_sees_what_the_asker_saw_and_the_money_now() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let id = asked(&stage, &agent, &player, "-500").await;
    stage.deposit(&player, "20.00").await;
    let path = format!("/support/approvals/{id}");
    let before = stage.act_count().await;
    let (status, basis) = stage.get_as(&supervisor, &path).await;
    assert_eq!(status, StatusCode::OK, "{basis}");
    assert_eq!(basis["whyTwo"], "WORD_OF_STAFF", "{basis}");
    assert_eq!(basis["seen"]["main"], "500.00", "{basis}");
    assert_eq!(basis["seen"]["hasOpenOperation"], false, "{basis}");
    assert_eq!(basis["situation"]["wallet"]["main"], "520.00", "{basis}");
    assert_eq!(basis["situation"]["open"], json!([]), "{basis}");
    let same = &basis["situation"]["sameAmount"];
    assert_eq!(same.as_array().map(Vec::len), Some(1), "{basis}");
    assert_eq!(same[0]["amount"], "500.00", "{basis}");
    // The reading itself, and whose data it was.
    assert_eq!(stage.act_count().await, before + 2);
    let acts = stage.acts().await;
    let seen = acts.iter().find(|act| act["kind"] == "look.work").unwrap();
    assert_eq!(seen["subject"], player.id.to_string(), "{seen}");
    let other = format!("/support/approvals/{}", uuid::Uuid::nil());
    expect_error(&stage.get_as(&supervisor, &other).await, 404, "NO_DATA");
    answer(&stage, &supervisor, &id, "refuse").await;
    expect_error(&stage.get_as(&supervisor, &path).await, 404, "NO_DATA");
    stage.audit().await;
}

/// An event that fits in the chain and in the tree may still be one that nobody has decided.
#[tokio::test(flavor = "multi_thread")]
async fn a_correction_without_a_decision_of_two_people_is_found() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let first = stage.staff("supervisor").await;
    let other = stage.staff("supervisor2").await;
    let id = asked(&stage, &first, &player, "12.50").await;
    let (status, done) = answer(&stage, &other, &id, "approve").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    stage.audit().await;
    for (change, repair) in [
        ("amount = amount + 1", "amount = amount - 1"),
        (
            "asked_by = decided_by, decided_by = asked_by",
            "asked_by = decided_by, decided_by = asked_by",
        ),
        ("id = gen_random_uuid()", &format!("id = '{id}'")),
    ] {
        stage
            .tamper(&format!("update staff_decision set {change}"))
            .await;
        let report = gateway::operator::audit(&stage.database.url(), stage.data_dir())
            .await
            .unwrap();
        let said = "no signed decision of staff backs it";
        assert!(report.text.contains(said), "{change}: {}", report.text);
        stage
            .tamper(&format!("update staff_decision set {repair}"))
            .await;
    }
    stage.audit().await;
}
