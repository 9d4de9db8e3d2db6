//! An announced deposit next to the receipts of our accounts: what fits, what was used already, and what a
//! second person reads of it.

use ledger::Currency;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::alone::{announce, find};
use crate::stage::{Player, Stage, expect_error};
use crate::work::{decide, held, unclear_slip};

/// An announced deposit with the receipts, as the console shows it.
async fn review(stage: &Stage, token: &str, id: &str) -> Value {
    let path = format!("/support/work/manual/{id}?after={}", stage.head().await);
    let (status, body) = stage.get_as(token, &path).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

/// The references of the listed receipts, in order.
fn references(review: &Value) -> Vec<&str> {
    let receipts = review["receipts"].as_array().unwrap().iter();
    receipts
        .map(|receipt| receipt["reference"].as_str().unwrap())
        .collect()
}

/// The ids of the accounts in a state.
fn accounts<'a>(review: &'a Value, state: &str) -> Vec<&'a str> {
    let accounts = review["accounts"].as_array().unwrap().iter();
    let of_state = accounts.filter(|reading| reading["state"] == state);
    of_state
        .map(|reading| reading["account"]["id"].as_str().unwrap())
        .collect()
}

/// A payment of an amount; answers its reference.
async fn paid(stage: &Stage, player: &Player, amount: &str) -> String {
    let payment = stage.pay(player, amount).await;
    payment["transRef"].as_str().unwrap().to_owned()
}

/// What a second person reads about the only waiting decision.
async fn bank_shows(stage: &Stage, token: &str) -> Value {
    let (status, body) = stage.get_as(token, "/support/approvals").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let approvals = body["approvals"].as_array().unwrap();
    assert_eq!(approvals.len(), 1, "{body}");
    approvals[0]["evidence"]["bankShows"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receipt_of_the_announced_amount_is_listed_first_and_proves_the_deposit() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let fitting = paid(&stage, &player, "300.00").await;
    let id = announce(&stage, &player, "300").await;
    // Closer to the announcement, but another payment.
    let other = paid(&stage, &player, "200.00").await;
    let shown = review(&stage, &agent, &id).await;
    assert_eq!(references(&shown), [&fitting, &other], "{shown}");
    assert_eq!(shown["item"]["kind"], "manual", "{shown}");
    let receipt = &shown["receipts"][0];
    assert_eq!(receipt["isSameAmount"], true, "{receipt}");
    assert_eq!(receipt["depositAccount"], "scb-1");
    assert_eq!(receipt["amount"], "300.00");
    assert_eq!(receipt["currency"], "THB");
    assert_eq!(receipt["sendingBank"], "014");
    assert_eq!(receipt["senderAccount"], player.account_no);
    assert_eq!(receipt["credit"], Value::Null);
    assert_eq!(shown["receipts"][1]["isSameAmount"], false, "{shown}");
    // One person is enough.
    let (status, done) = find(&stage, &agent, &id, &fitting, "scb-1").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(held(&stage, &player).await, "300.00");
    let path = format!("/support/work/manual/{id}?after={}", stage.head().await);
    let late = stage.get_as(&agent, &path).await;
    expect_error(&late, 404, "NO_DATA");
    let acts = stage.acts().await;
    let is_read = |act: &Value| act["kind"] == "read work/manual/{id}";
    assert!(acts.iter().any(is_read), "{acts:?}");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receipt_that_is_credited_already_says_to_whom() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let payment = stage.pay(&player, "300.00").await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (_, slip) = stage.upload(&player, "slip", picture).await;
    assert_eq!(slip["status"], "SUCCESS", "{slip}");
    let other = stage.player(2).await;
    let id = announce(&stage, &other, "300").await;
    let shown = review(&stage, &agent, &id).await;
    let receipt = &shown["receipts"][0];
    assert_eq!(receipt["reference"], payment["transRef"], "{shown}");
    let credited = &receipt["credit"]["player"]["id"];
    assert_eq!(*credited, player.id.to_string(), "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receipt_says_which_slip_waits_and_the_slip_who_has_its_money() {
    let stage = Stage::set().await;
    let (player, slip) = unclear_slip(&stage, "300.00").await;
    let agent = stage.staff("agent").await;
    let id = announce(&stage, &player, "300").await;
    let receipt = review(&stage, &agent, &id).await["receipts"][0].clone();
    assert_eq!(receipt["slip"]["id"], slip, "{receipt}");
    let holder = &receipt["slip"]["player"]["id"];
    assert_eq!(*holder, player.id.to_string(), "{receipt}");
    let path = format!("/support/work/slips/{slip}");
    let (_, shown) = stage.get_as(&agent, &path).await;
    assert_eq!(shown["bank"]["payment"]["credit"], Value::Null, "{shown}");
    let reference = receipt["reference"].as_str().unwrap();
    let (status, done) = find(&stage, &agent, &id, reference, "scb-1").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let (_, shown) = stage.get_as(&agent, &path).await;
    let credited = &shown["bank"]["payment"]["credit"]["player"]["id"];
    assert_eq!(*credited, player.id.to_string(), "{shown}");
    // A slip that has ended holds nothing.
    let codes = json!({ "code": "SLIP_REFNO_DUPLICATED" });
    let (status, done) = decide(&stage, &agent, &format!("slips/{slip}/reject"), &codes).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let other = announce(&stage, &player, "300").await;
    let receipt = review(&stage, &agent, &other).await["receipts"][0].clone();
    assert_eq!(receipt["slip"], Value::Null, "{receipt}");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_accounts_of_the_deposits_currency_are_searched() {
    let stage = Stage::set_with(|config| {
        let accounts = config.deposit_accounts.iter_mut();
        for account in accounts.filter(|account| account.id == "gsb-1") {
            account.currency = Currency::Lak;
        }
    })
    .await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let id = announce(&stage, &player, "300").await;
    let shown = review(&stage, &agent, &id).await;
    assert_eq!(accounts(&shown, "READ"), ["scb-1", "kbank-1"], "{shown}");
    assert!(references(&shown).is_empty(), "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bank_that_cannot_be_asked_is_named_and_the_others_are_listed() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    for (bank, account) in [
        ("SCB", "4681234567"),
        ("KBANK", "0352345678"),
        ("GSB", "020123456789"),
    ] {
        let change = json!({ "amount": "300.00", "toBank": bank, "toAccountNo": account });
        stage.pay_with(&player, &change).await;
    }
    let id = announce(&stage, &player, "300").await;
    // Whichever list is asked for first.
    let silent = json!({
        "target": "payout", "kind": "error_500_before", "operation": "report", "count": 1,
    });
    stage.fault(&silent).await;
    let shown = review(&stage, &agent, &id).await;
    assert_eq!(accounts(&shown, "UNREACHABLE").len(), 1, "{shown}");
    let mut listed: Vec<&str> = shown["receipts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|receipt| receipt["depositAccount"].as_str().unwrap())
        .collect();
    listed.sort_unstable();
    let mut read = accounts(&shown, "READ");
    read.sort_unstable();
    assert_eq!(listed, read, "{shown}");
    assert_eq!(read.len(), 2, "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_person_reads_whether_the_bank_shows_the_payment() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let id = announce(&stage, &player, "300").await;
    let (status, asked) = find(&stage, &agent, &id, "MADEUP1", "scb-1").await;
    assert_eq!(status, StatusCode::ACCEPTED, "{asked}");
    assert_eq!(bank_shows(&stage, &supervisor).await, "NOT_SHOWN");
    let payment = json!({ "amount": "300.00", "transRef": "MADEUP1" });
    stage.pay_with(&player, &payment).await;
    assert_eq!(bank_shows(&stage, &supervisor).await, "SHOWN");
    let silent = json!({ "target": "payout", "kind": "error_500_before" });
    stage.fault(&silent).await;
    assert_eq!(bank_shows(&stage, &supervisor).await, "UNREACHABLE");
}
