//! What does not fit is work for staff, until a person ends it.

use std::time::Duration;

use gateway::DatabaseAccess;
use gateway::operator::{self, ReconciliationReport};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::forged_row::forge;
use crate::operations::verified;
use crate::stage::{Answer, Player, Stage, expect_error, write};
use crate::work::answer;

/// Compares everything of the last day, as the operator does so long from now.
async fn reconcile_after(stage: &Stage, time: Duration) -> ReconciliationReport {
    let database = DatabaseAccess::of_owner(stage.database.url());
    let folder = stage.data_dir().to_owned();
    let clock = stage.later(time + Duration::from_mins(5));
    let made = operator::reconcile(&database, folder, stage.config(), 24, clock);
    Box::pin(made).await.unwrap()
}

async fn reconcile(stage: &Stage) -> ReconciliationReport {
    reconcile_after(stage, Duration::ZERO).await
}

async fn change(stage: &Stage, input: Value) {
    let path = "/__sandbox/tamper";
    let (status, body) = stage.control(Method::POST, path, Some(&input)).await;
    assert!(status.is_success(), "{input}: {body}");
}

/// The open differences, as a colleague sees them.
pub(crate) async fn open(stage: &Stage, token: &str) -> Vec<Value> {
    let (status, body) = stage.get_as(token, "/support/discrepancies").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(
        body["counts"]["differences"],
        body["items"].as_array().unwrap().len(),
        "{body}"
    );
    body["items"].as_array().unwrap().clone()
}

/// The only open difference.
async fn only(stage: &Stage, token: &str) -> Value {
    let open = open(stage, token).await;
    let [one] = open.as_slice() else {
        panic!("{open:#?}");
    };
    one.clone()
}

pub(crate) async fn explain(stage: &Stage, token: &str, id: &Value) -> Answer {
    let path = format!("/support/discrepancies/{}/explain", id.as_str().unwrap());
    let why = json!({ "reason": "looked into it" });
    stage.post_as(token, &path, &why).await
}

async fn read(stage: &Stage, token: &str, id: &Value) -> Value {
    let path = format!("/support/discrepancies/{}", id.as_str().unwrap());
    let (status, body) = stage.get_as(token, &path).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

/// A player with 300 in a game; answers the transfer's id.
async fn in_game(stage: &Stage) -> (Player, String) {
    let player = stage.player(1).await;
    stage.deposit_by_slip(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    let (status, moved) = stage.transfer(&player, ("WALLET", "pg"), "300").await;
    assert_eq!(status, StatusCode::OK, "{moved}");
    (player, moved["id"].as_str().unwrap().to_owned())
}

/// The provider's record of a transfer says another amount.
async fn change_amount(stage: &Stage, id: &str, amount: &str) {
    let input = json!({ "kind": "transfer_amount", "provider": "pg", "id": id, "amount": amount });
    change(stage, input).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_difference_is_one_item_however_often_it_is_seen() {
    let stage = Stage::set().await;
    let (player, id) = in_game(&stage).await;
    let agent = stage.staff("agent").await;
    assert_eq!(open(&stage, &agent).await, [Value::Null; 0]);
    change_amount(&stage, &id, "300.01").await;
    reconcile(&stage).await;
    let first = only(&stage, &agent).await;
    assert_eq!(
        (&first["kind"], &first["source"]),
        (&json!("amount"), &json!("game:pg"))
    );
    assert_eq!(first["subject"], id, "{first}");
    assert_eq!(first["player"]["id"], json!(player.id), "{first}");
    assert_eq!(
        (&first["amount"], &first["currency"]),
        (&json!("0.01"), &json!("THB"))
    );
    assert_eq!(
        (&first["ours"], &first["theirs"]),
        (&json!("IN 300"), &json!("IN 300.01"))
    );
    reconcile_after(&stage, Duration::from_mins(10)).await;
    let second = only(&stage, &agent).await;
    assert_eq!(
        (&second["id"], &second["foundAt"]),
        (&first["id"], &first["foundAt"])
    );
    assert_ne!(second["seenAt"], first["seenAt"]);
    let (_, waiting) = stage.get_as(&agent, "/support/waiting").await;
    assert_eq!(waiting["workTotal"], 1, "{waiting}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_difference_that_is_no_longer_seen_waits_for_a_person() {
    let stage = Stage::set().await;
    let (_, id) = in_game(&stage).await;
    let agent = stage.staff("agent").await;
    change_amount(&stage, &id, "300.01").await;
    reconcile(&stage).await;
    change_amount(&stage, &id, "300.00").await;
    // A period without the transfer says nothing about it.
    reconcile_after(&stage, Duration::from_hours(72)).await;
    assert_eq!(only(&stage, &agent).await["goneAt"], Value::Null);
    reconcile(&stage).await;
    let gone = only(&stage, &agent).await;
    assert_ne!(gone["goneAt"], Value::Null, "{gone}");
    let (status, body) = explain(&stage, &agent, &gone["id"]).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(open(&stage, &agent).await, [Value::Null; 0]);
    let shown = read(&stage, &agent, &gone["id"]).await;
    assert_eq!(shown["explained"]["by"], "Nok", "{shown}");
    assert_eq!(shown["explained"]["reason"], "looked into it", "{shown}");
    expect_error(&explain(&stage, &agent, &gone["id"]).await, 404, "NO_DATA");
    // The same amount is explained; another one is not.
    change_amount(&stage, &id, "300.01").await;
    reconcile(&stage).await;
    assert_eq!(open(&stage, &agent).await, [Value::Null; 0]);
    change_amount(&stage, &id, "300.02").await;
    reconcile(&stage).await;
    assert_eq!(only(&stage, &agent).await["amount"], "0.02");
    assert_eq!(stage.wrong().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_difference_takes_two_people_and_one_without_an_amount_a_supervisor() {
    let stage = Stage::set().await;
    let [agent, supervisor] = [stage.staff("agent").await, stage.staff("supervisor").await];
    let payout = json!({ "kind": "payout_extra", "amount": "7000.00", "id": "EXTRAPAYOUT" });
    change(&stage, payout).await;
    reconcile(&stage).await;
    let large = only(&stage, &agent).await;
    assert_eq!(
        (&large["kind"], &large["amount"]),
        (&json!("missing_here"), &json!("7000.00"))
    );
    let (status, asked) = explain(&stage, &agent, &large["id"]).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{asked}");
    let shown = only(&stage, &agent).await;
    assert_eq!(shown["waiting"]["isMine"], true, "{shown}");
    let id = asked["approvalId"].as_str().unwrap();
    let (_, approvals) = stage.get_as(&supervisor, "/support/approvals").await;
    let approval = &approvals["approvals"][0];
    assert_eq!(approval["subjectKind"], "difference", "{approvals}");
    assert_eq!(approval["decision"]["kind"], "explain", "{approvals}");
    expect_error(
        &answer(&stage, &agent, id, "approve").await,
        403,
        "ROLE_REQUIRED",
    );
    let (status, body) = answer(&stage, &supervisor, id, "approve").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(open(&stage, &agent).await, [Value::Null; 0]);
    let kinds: Vec<Value> = stage
        .acts()
        .await
        .iter()
        .map(|act| act["kind"].clone())
        .collect();
    for kind in ["decision.ask", "decision.agree"] {
        assert!(kinds.contains(&json!(kind)), "{kinds:?}");
    }

    let down = json!({ "target": "game:pg", "kind": "error_500_before", "operation": "report" });
    stage.fault(&down).await;
    reconcile(&stage).await;
    let silent = only(&stage, &agent).await;
    assert_eq!(
        (&silent["kind"], &silent["amount"]),
        (&json!("not_compared"), &Value::Null)
    );
    expect_error(
        &explain(&stage, &agent, &silent["id"]).await,
        403,
        "ROLE_REQUIRED",
    );
    let (status, body) = explain(&stage, &supervisor, &silent["id"]).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(open(&stage, &agent).await, [Value::Null; 0]);
    // Two decisions without an event are no contradiction.
    assert_eq!(stage.wrong().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_difference_that_another_person_refuses_to_explain_stays_open() {
    let stage = Stage::set().await;
    let [agent, supervisor] = [stage.staff("agent").await, stage.staff("supervisor").await];
    let payout = json!({ "kind": "payout_extra", "amount": "7000.00", "id": "EXTRAPAYOUT" });
    change(&stage, payout).await;
    reconcile(&stage).await;
    let large = only(&stage, &agent).await;
    let (_, asked) = explain(&stage, &agent, &large["id"]).await;
    let id = asked["approvalId"].as_str().unwrap();
    let (status, body) = answer(&stage, &supervisor, id, "refuse").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let still = only(&stage, &agent).await;
    assert_eq!(still["waiting"], Value::Null, "{still}");
    // What is agreed on is the amount: another one ends the request.
    let (_, asked) = explain(&stage, &agent, &large["id"]).await;
    let id = asked["approvalId"].as_str().unwrap();
    let other = json!({ "kind": "payout_amount", "id": "EXTRAPAYOUT", "amount": "9000.00" });
    change(&stage, other).await;
    reconcile(&stage).await;
    let late = answer(&stage, &supervisor, id, "approve").await;
    expect_error(&late, 409, "EVIDENCE_CONTRADICTS");
    assert_eq!(only(&stage, &agent).await["amount"], "9000.00");
    assert_eq!(stage.wrong().await, [""; 0]);
}

/// The last comparison with a source, as the operations page shows it: how many differences, and the
/// subjects of the first ones.
async fn compared(stage: &Stage, token: &str, source: &str) -> (i64, Vec<Value>) {
    let (status, body) = stage.get_as(token, "/support/operations").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let mut reports = body["reconciliation"].as_array().unwrap().iter();
    let report = reports.find(|report| report["source"] == source).unwrap();
    let found = report["found"].as_array().unwrap().iter();
    let subjects = found.map(|difference| difference["subject"].clone());
    (report["differences"].as_i64().unwrap(), subjects.collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_staff_have_explained_no_longer_counts_as_a_difference_of_the_last_comparison() {
    let stage = Stage::set().await;
    let agent = stage.staff("agent").await;
    for id in ["EXTRA1", "EXTRA2"] {
        change(
            &stage,
            json!({ "kind": "payout_extra", "amount": "7.00", "id": id }),
        )
        .await;
    }
    reconcile(&stage).await;
    let both = compared(&stage, &agent, "payout").await;
    assert_eq!(both, (2, vec![json!("EXTRA1"), json!("EXTRA2")]));
    let listed = open(&stage, &agent).await;
    let first = listed.iter().find(|item| item["subject"] == "EXTRA1");
    let (status, body) = explain(&stage, &agent, &first.unwrap()["id"]).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let rest = (1, vec![json!("EXTRA2")]);
    assert_eq!(compared(&stage, &agent, "payout").await, rest);
    // The next comparison finds it again, and it is still explained.
    reconcile(&stage).await;
    assert_eq!(compared(&stage, &agent, "payout").await, rest);
    assert_eq!(only(&stage, &agent).await["subject"], "EXTRA2");
    // With another amount it is another difference.
    let other = json!({ "kind": "payout_amount", "id": "EXTRA1", "amount": "9.00" });
    change(&stage, other).await;
    reconcile(&stage).await;
    assert_eq!(compared(&stage, &agent, "payout").await, both);
    assert_eq!(open(&stage, &agent).await.len(), 2);
    assert_eq!(stage.wrong().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_that_only_the_other_side_has_names_the_player() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let username = stage.activate(&player, "pg").await;
    let agent = stage.staff("agent").await;
    let transfer = json!({ "kind": "transfer_extra", "provider": "pg", "username": username,
        "amount": "5.00", "id": "EXTRAT1" });
    change(&stage, transfer).await;
    let payout = json!({ "kind": "payout_extra", "amount": "77.00", "id": "EXTRAPAYOUT",
        "bank": "SCB", "account": player.account_no });
    change(&stage, payout).await;
    reconcile(&stage).await;
    let found = open(&stage, &agent).await;
    for (subject, amount) in [("EXTRAT1", "5.00"), ("EXTRAPAYOUT", "77.00")] {
        let item = found.iter().find(|item| item["subject"] == subject);
        let item = item.unwrap_or_else(|| panic!("{subject}: {found:#?}"));
        assert_eq!(item["kind"], "missing_here", "{item}");
        assert_eq!(item["player"]["id"], json!(player.id), "{item}");
        assert_eq!(item["amount"], amount, "{item}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_that_nobody_claims_in_time_is_work_until_it_is_claimed() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let payment = stage.pay(&player, "40.00").await;
    let days = |count: u64| Duration::from_hours(24 * count);
    reconcile(&stage).await;
    reconcile_after(&stage, days(1)).await;
    assert_eq!(open(&stage, &agent).await, [Value::Null; 0]);
    reconcile_after(&stage, days(3)).await;
    let found = only(&stage, &agent).await;
    assert_eq!(
        (&found["kind"], &found["source"]),
        (&json!("unclaimed"), &json!("bank:scb-1"))
    );
    assert_eq!(found["amount"], "40.00", "{found}");
    let reference = payment["transRef"].as_str().unwrap();
    assert_eq!(found["subject"], format!("014:{reference}"), "{found}");
    reconcile_after(&stage, days(4)).await;
    assert_eq!(only(&stage, &agent).await["goneAt"], Value::Null);
    let picture = stage.slip_picture(&payment, "png").await;
    let key = crate::money::new_key();
    let (status, body) = stage.upload(&player, &key, picture).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    reconcile_after(&stage, days(5)).await;
    assert_ne!(only(&stage, &agent).await["goneAt"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wallet_with_void_rows_is_work_until_a_person_has_explained_it() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let [agent, supervisor] = [stage.staff("agent").await, stage.staff("supervisor").await];
    forge(&stage, &player).await;
    verified(&stage, &supervisor).await;
    let open = open(&stage, &agent).await;
    let of_wallet: Vec<&Value> = open.iter().filter(|item| item["kind"] == "void").collect();
    let [void] = of_wallet.as_slice() else {
        panic!("{open:#?}");
    };
    assert_eq!(void["player"]["id"], json!(player.id), "{void}");
    let path = format!("/support/players/{}/void-declarations", player.id);
    let why = json!({ "reason": "the operator has looked at the row" });
    let (_, asked) = stage.post_as(&agent, &path, &why).await;
    let decision = asked["approvalId"].as_str().unwrap();
    let (status, body) = answer(&stage, &supervisor, decision, "approve").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    verified(&stage, &supervisor).await;
    let shown = read(&stage, &agent, &void["id"]).await;
    assert_ne!(shown["item"]["goneAt"], Value::Null, "{shown}");
    assert_eq!(shown["explained"], Value::Null, "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn colleagues_read_the_notes_on_a_difference() {
    let stage = Stage::set().await;
    let [agent, auditor] = [stage.staff("agent").await, stage.staff("auditor").await];
    let payout = json!({ "kind": "payout_extra", "amount": "77.00", "id": "EXTRAPAYOUT" });
    change(&stage, payout).await;
    reconcile(&stage).await;
    let id = only(&stage, &agent).await["id"].clone();
    let path = format!("/support/discrepancies/{}/note", id.as_str().unwrap());
    let note = json!({ "text": "the bank was called" });
    let (status, body) = stage.post_as(&agent, &path, &note).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let short = json!({ "text": "x" });
    expect_error(
        &stage.post_as(&agent, &path, &short).await,
        400,
        "INVALID_INPUT",
    );
    expect_error(
        &stage.post_as(&auditor, &path, &note).await,
        403,
        "ROLE_REQUIRED",
    );
    let shown = read(&stage, &auditor, &id).await;
    let notes = shown["notes"].as_array().unwrap();
    assert_eq!(notes.len(), 1, "{shown}");
    assert_eq!(
        (&notes[0]["text"], &notes[0]["by"]),
        (&json!("the bank was called"), &json!("Nok"))
    );
}

/// Nobody with the application's role ends a difference, or keeps one from being written.
#[tokio::test(flavor = "multi_thread")]
async fn a_difference_that_somebody_writes_or_ends_is_named_and_hides_none() {
    let stage = Stage::set().await;
    let supervisor = stage.staff("supervisor").await;
    let small = json!({ "kind": "payout_extra", "amount": "7.00", "id": "EXTRA1" });
    change(&stage, small).await;
    reconcile(&stage).await;
    let explained = only(&stage, &supervisor).await;
    let (status, body) = explain(&stage, &supervisor, &explained["id"]).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let large = json!({ "kind": "payout_extra", "amount": "7000.00", "id": "EXTRA2" });
    change(&stage, large).await;
    reconcile(&stage).await;
    let before = only(&stage, &supervisor).await;
    // The end of the other one, and an open row of the same source and subject that is nobody's.
    write(
        &stage,
        "update discrepancy as it
         set explained_by = ended.explained_by, explained_at = ended.explained_at, mac = ended.mac
         from discrepancy as ended
         where ended.explained_at is not null and it.explained_at is null;
         insert into discrepancy (id, kind, source, subject, found_at, seen_at, mac)
         select gen_random_uuid(), kind, source, subject, found_at, seen_at, mac
         from discrepancy where subject = 'EXTRA2'",
    )
    .await;
    let wrong = stage.wrong().await;
    assert_eq!(wrong.len(), 2, "{wrong:?}");
    let named = format!("discrepancy, id {}", before["id"].as_str().unwrap());
    assert!(
        wrong.iter().any(|line| line.starts_with(&named)),
        "{wrong:?}"
    );
    let made_up = only(&stage, &supervisor).await;
    let refused = explain(&stage, &supervisor, &made_up["id"]).await;
    expect_error(&refused, 409, "EVIDENCE_CONTRADICTS");
    reconcile(&stage).await;
    let found = open(&stage, &supervisor).await;
    let own = found.iter().find(|item| item["amount"] == "7000.00");
    assert!(
        own.is_some_and(|item| item["id"] != before["id"]),
        "{found:#?}"
    );
}
