//! Announced deposits: nothing is credited before staff has seen the money.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::console::Stage;
use crate::stage::{Answer, Player};

async fn announce(stage: &Stage, player: &Player, key: &str, amount: &str) -> Answer {
    let body = json!({ "amount": amount });
    let call = (Some(key), Some(&body));
    stage.call(player, Method::POST, "/wallet/add", call).await
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
    assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "0.00");
    stage.credit_announced(&body["id"], "REF1", "scb-1").await;
    assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "500.00");
    let line = &stage.settled(&player).await["statements"][0];
    assert_eq!(line["status"], "SUCCESS", "{line}");
    assert_eq!(line["method"], "manual");
    let (status, after) = announce(&stage, &player, "m-1", "500").await;
    assert_eq!(status, StatusCode::OK, "{after}");
    assert_eq!(after["status"], "SUCCESS");
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
