//! Announced deposits: nothing is credited before staff has seen the money.

use gateway::operator::{self, ManualDeposits};
use ledger::testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Answer, Player, Stage};

async fn announce(stage: &Stage, player: &Player, key: &str, amount: &str) -> Answer {
    let body = json!({ "amount": amount });
    let call = (Some(key), Some(&body));
    stage.call(player, Method::POST, "/wallet/add", call).await
}

/// Staff's command beside the running gateway.
async fn staff(stage: &Stage, words: &[&str]) -> Result<String, String> {
    let wish = ManualDeposits::parse(words).unwrap();
    let (url, folder) = (stage.database.url(), stage.data_dir().to_owned());
    let clock = stage.app.clock().clone();
    operator::manual_deposits(&url, folder, stage.config(), (wish, clock))
        .await
        .map_err(|error| error.to_string())
}

async fn accept(stage: &Stage, id: &Value, reference: &str) -> Result<String, String> {
    let id = id.as_str().unwrap();
    let words = [
        "accept",
        id,
        "--reference",
        reference,
        "--account",
        "scb-1",
        "--by",
        "Nok",
    ];
    staff(stage, &words).await
}

/// Waits for an amount: the command beside may have taken the views' work for a moment.
async fn assert_amount(stage: &Stage, player: &Player, amount: &str) {
    eventually("the amount comes", async || {
        let held = stage.wallet(player).await["wallet"]["amount"].clone();
        if held == amount { Ok(()) } else { Err(held) }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_announced_deposit_is_credited_by_staff_and_never_by_itself() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let (status, body) = announce(&stage, &player, "m-1", "500").await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    assert_eq!(body["status"], "PENDING");
    let (status, again) = announce(&stage, &player, "m-1", "500").await;
    assert_eq!(status, StatusCode::ACCEPTED, "{again}");
    assert_eq!(again["id"], body["id"]);
    assert_amount(&stage, &player, "0.00").await;
    let list = staff(&stage, &["list"]).await.unwrap();
    let id = body["id"].as_str().unwrap();
    assert!(list.contains(id) && list.contains("500.00 THB"), "{list}");
    accept(&stage, &body["id"], "REF1").await.unwrap();
    assert_amount(&stage, &player, "500.00").await;
    let line = &stage.settled(&player).await["statements"][0];
    assert_eq!(line["status"], "SUCCESS", "{line}");
    assert_eq!(line["method"], "manual");
    let (status, after) = announce(&stage, &player, "m-1", "500").await;
    assert_eq!(status, StatusCode::OK, "{after}");
    assert_eq!(after["status"], "SUCCESS");
    assert!(accept(&stage, &body["id"], "REF1").await.is_err());
    assert_eq!(staff(&stage, &["list"]).await.unwrap(), "nothing waits");
    assert_eq!(stage.operator_behind("ManualDepositCredited").await, "Nok");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_payment_is_credited_once_whoever_announces_it_and_however() {
    let stage = Stage::set().await;
    let (one, other) = (stage.player(1).await, stage.player(2).await);
    let (_, first) = announce(&stage, &one, "m", "500").await;
    let (_, second) = announce(&stage, &other, "m", "500").await;
    accept(&stage, &first["id"], "REF1").await.unwrap();
    let refused = accept(&stage, &second["id"], "REF1").await.unwrap_err();
    assert!(refused.contains("credited already"), "{refused}");
    assert_amount(&stage, &other, "0.00").await;
    // A slip that was credited cannot be credited by hand as well, nor the other way round.
    let payment = stage.pay(&other, "500.00").await;
    let reference = payment["transRef"].as_str().unwrap();
    let picture = stage.slip_picture(&payment, "png").await;
    let (_, slip) = stage.upload(&other, "slip", picture).await;
    assert_eq!(slip["status"], "SUCCESS", "{slip}");
    let refused = accept(&stage, &second["id"], reference).await.unwrap_err();
    assert!(refused.contains("credited already"), "{refused}");
    let payment = stage.pay(&other, "500.00").await;
    let reference = payment["transRef"].as_str().unwrap();
    accept(&stage, &second["id"], reference).await.unwrap();
    let picture = stage.slip_picture(&payment, "png").await;
    let (_, slip) = stage.upload(&other, "again", picture).await;
    assert_eq!(slip["note"], "SLIP_REFNO_DUPLICATED", "{slip}");
    assert_amount(&stage, &other, "1000.00").await;
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deposit_that_staff_does_not_find_ends_without_money() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let (_, body) = announce(&stage, &player, "m", "500").await;
    let id = body["id"].as_str().unwrap();
    let words = ["reject", id, "--reason", "NOT_FOUND", "--by", "Nok"];
    staff(&stage, &words).await.unwrap();
    let line = &stage.settled(&player).await["statements"][0];
    assert_eq!(line["status"], "FAILED", "{line}");
    assert_amount(&stage, &player, "0.00").await;
    assert!(accept(&stage, &body["id"], "REF1").await.is_err());
    let (status, after) = announce(&stage, &player, "m", "500").await;
    assert_eq!(
        (status, &after["status"]),
        (StatusCode::OK, &json!("FAILED"))
    );
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_announcement_is_refused_where_it_can_bring_nothing() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let (status, body) = announce(&stage, &player, "small", "99.99").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
    assert_eq!(body["message"], "DEPOSIT_MINIMUM");
    assert_eq!(body["data"]["min"], "100.00");
    for amount in ["-500", "1e3", "500.001", ""] {
        let (status, body) = announce(&stage, &player, amount, amount).await;
        assert!(status.is_client_error(), "{amount}: {status} {body}");
    }
    for key in ["1", "2", "3"] {
        let (status, body) = announce(&stage, &player, key, "100").await;
        assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    }
    let (_, body) = announce(&stage, &player, "4", "100").await;
    assert_eq!(body["message"], "REQUEST_LIMIT", "{body}");
    let (_, lookup) = stage.get(&player, "/lookup/deposit").await;
    assert_eq!(lookup["isManual"], true);
    assert_eq!(lookup["manual"]["minimum"], "100.00");
    assert_eq!(lookup["wallets"][0]["minimum"], "2.00");
    let unknown = json!("01a1fdd8-2731-70b2-a92f-d498fe5cc7e5");
    assert!(accept(&stage, &unknown, "REF1").await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn without_manual_deposits_none_is_announced() {
    let stage = Stage::set_with(|config| config.manual_deposit.is_on = false).await;
    let player = stage.player(1).await;
    let (status, body) = announce(&stage, &player, "m", "500").await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert_eq!(body["message"], "MANUAL_DEPOSIT_INACTIVE");
    let (_, lookup) = stage.get(&player, "/lookup/deposit").await;
    assert_eq!(lookup["isManual"], false);
    assert_eq!(lookup["manual"], Value::Null);
}
