//! Paid QR orders that may not be credited: staff decides by the service's own word.

use std::time::Duration;

use gateway::config::Config;
use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::stage::{Player, Stage, expect_error};
use crate::work::{decide, held, list};

/// Questions are asked often, and days pass without the end of a player's session.
fn lasting(config: &mut Config) {
    config.qr.poll_ms = 100;
    config.qr.late_poll_ms = 100;
    config.session.idle_minutes = 1_000_000;
    config.session.absolute_hours = 100_000;
}

async fn limit(stage: &Stage, player: &Player, amount: &str) {
    let body = json!({ "deposit": { "day": amount } });
    let call = (None, Some(&body));
    let (status, answer) = stage.call(player, Method::PUT, "/limits", call).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
}

/// A QR order that was paid beyond the limit that the player has set meanwhile.
async fn beyond_the_limit(stage: &Stage, player: &Player) -> String {
    let input = json!({ "amount": "300" });
    let (status, qr) = stage.post(player, "/qrcode/KBANK", &input).await;
    assert_eq!(status, StatusCode::OK, "{qr}");
    limit(stage, player, "200.00").await;
    let scan = json!({ "payload": qr["payload"] });
    let (status, body) = stage
        .control(Method::POST, "/psp/payments", Some(&scan))
        .await;
    assert!(status.is_success(), "{body}");
    eventually("the order comes to staff", async || {
        match stage.events(player, "QrReferred").await {
            1 => Ok(()),
            other => Err(other),
        }
    })
    .await;
    qr["qrcodeId"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paid_order_is_credited_once_the_player_lets_it_in() {
    let stage = Stage::set_with(lasting).await;
    let player = stage.player(1).await;
    let id = beyond_the_limit(&stage, &player).await;
    let agent = stage.staff("agent").await;
    let waiting = list(&stage, &agent, "qr").await;
    assert_eq!(waiting["items"][0]["id"], id, "{waiting}");
    assert_eq!(waiting["items"][0]["amount"], "300.00");
    let path = format!("qr/{id}/accept");
    let early = decide(&stage, &agent, &path, &json!({})).await;
    expect_error(&early, 422, "DEPOSIT_LIMIT");
    limit(&stage, &player, "1000.00").await;
    stage.app.clock().advance(Duration::from_hours(25));
    let agent = stage.staff("agent").await;
    let (status, body) = decide(&stage, &agent, &path, &json!({})).await;
    assert_eq!(
        (status, &body["status"]),
        (StatusCode::OK, &json!("SUCCESS"))
    );
    assert_eq!(held(&stage, &player).await, "300.00");
    assert_eq!(stage.events(&player, "QrPaid").await, 1);
    let gone = list(&stage, &agent, "qr").await;
    assert_eq!(gone["items"], json!([]));
    let late = decide(&stage, &agent, &format!("qr/{id}/reject"), &json!({})).await;
    expect_error(&late, 404, "NO_DATA");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paid_order_is_sent_back_and_never_credited() {
    let stage = Stage::set_with(lasting).await;
    let player = stage.player(1).await;
    let id = beyond_the_limit(&stage, &player).await;
    let agent = stage.staff("agent").await;
    let _ = list(&stage, &agent, "qr").await;
    let path = format!("qr/{id}/reject");
    let wrong = decide(&stage, &agent, &path, &json!({ "code": "sent back" })).await;
    expect_error(&wrong, 400, "INVALID_INPUT");
    let why = json!({ "code": "SENT_BACK" });
    let (status, body) = decide(&stage, &agent, &path, &why).await;
    assert_eq!(
        (status, &body["status"]),
        (StatusCode::OK, &json!("SUCCESS"))
    );
    assert_eq!(stage.events(&player, "QrRejected").await, 1);
    let late = decide(&stage, &agent, &format!("qr/{id}/accept"), &json!({})).await;
    expect_error(&late, 404, "NO_DATA");
    assert_eq!(stage.events(&player, "QrPaid").await, 0);
    assert_eq!(held(&stage, &player).await, "0.00");
    stage.audit().await;
}
