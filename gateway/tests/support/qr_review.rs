//! Paid QR orders that may not be credited: staff decides by the service's own word.

use std::time::Duration;

use gateway::config::Config;
use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Player, Stage, expect_error};
use crate::work::{answer, decide, held, list};

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

/// A QR order of 300 baht.
async fn ordered(stage: &Stage, player: &Player) -> Value {
    let input = json!({ "amount": "300" });
    let (status, qr) = stage.post(player, "/qrcode/KBANK", &input).await;
    assert_eq!(status, StatusCode::OK, "{qr}");
    qr
}

/// Pays an order at its service, which does not credit it; answers the payment there.
async fn pay(stage: &Stage, player: &Player, scan: &Value) -> Value {
    let (status, payment) = stage
        .control(Method::POST, "/psp/payments", Some(scan))
        .await;
    assert!(status.is_success(), "{payment}");
    eventually("the order comes to staff", async || {
        match stage.events(player, "QrReferred").await {
            1 => Ok(()),
            other => Err(other),
        }
    })
    .await;
    payment
}

/// A QR order that was paid beyond the limit that the player has set meanwhile.
async fn beyond_the_limit(stage: &Stage, player: &Player) -> String {
    let qr = ordered(stage, player).await;
    limit(stage, player, "200.00").await;
    pay(stage, player, &json!({ "payload": qr["payload"] })).await;
    qr["qrcodeId"].as_str().unwrap().to_owned()
}

/// A QR order that was paid with another amount, and its payment at the service.
async fn paid_otherwise(stage: &Stage, player: &Player, amount: &str) -> (String, Value) {
    let qr = ordered(stage, player).await;
    let scan = json!({ "payload": qr["payload"], "amount": amount });
    let payment = pay(stage, player, &scan).await;
    (qr["qrcodeId"].as_str().unwrap().to_owned(), payment)
}

/// An order as staff review it.
async fn reviewed(stage: &Stage, token: &str, id: &str) -> Value {
    let path = format!("/support/work/qr/{id}?after={}", stage.head().await);
    let (status, shown) = stage.get_as(token, &path).await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    shown
}

/// Asks for the credit of another amount than the ordered one; answers the decision.
async fn ask(stage: &Stage, token: &str, id: &str, amount: &str) -> String {
    let path = format!("qr/{id}/accept");
    let (status, asked) = decide(stage, token, &path, &json!({ "amount": amount })).await;
    assert_eq!(
        (status, &asked["status"]),
        (StatusCode::ACCEPTED, &json!("PENDING")),
        "{asked}"
    );
    asked["approvalId"].as_str().unwrap().to_owned()
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
    let shown = reviewed(&stage, &agent, &id).await;
    assert_eq!(shown["service"]["said"], "PAID", "{shown}");
    assert_eq!(shown["service"]["amount"], "300.00", "{shown}");
    let other = decide(&stage, &agent, &path, &json!({ "amount": "299.00" })).await;
    expect_error(&other, 409, "EVIDENCE_CONTRADICTS");
    // As ordered: one person decides, and need not name the amount.
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

#[tokio::test(flavor = "multi_thread")]
async fn another_amount_than_the_ordered_one_is_credited_as_paid_by_two_people() {
    let stage = Stage::set_with(lasting).await;
    let player = stage.player(1).await;
    let (id, payment) = paid_otherwise(&stage, &player, "250.00").await;
    let agent = stage.staff("agent").await;
    let waiting = list(&stage, &agent, "qr").await;
    assert_eq!(waiting["items"][0]["reason"], "OTHER_AMOUNT", "{waiting}");
    let shown = reviewed(&stage, &agent, &id).await;
    assert_eq!(shown["item"]["amount"], "300.00", "{shown}");
    let service = json!({
        "said": "OTHER_PAID", "amount": "250.00", "currency": "THB",
        "reference": payment["providerRef"],
    });
    assert_eq!(shown["service"], service, "{shown}");

    let path = format!("qr/{id}/accept");
    let unnamed = decide(&stage, &agent, &path, &json!({})).await;
    expect_error(&unnamed, 400, "INVALID_INPUT");
    for wrong in ["300.00", "250.01", "-250.00", "250.001", ""] {
        let refused = decide(&stage, &agent, &path, &json!({ "amount": wrong })).await;
        expect_error(&refused, 409, "EVIDENCE_CONTRADICTS");
    }
    let decision = ask(&stage, &agent, &id, "250.00").await;
    assert_eq!(stage.events(&player, "QrPaid").await, 0);
    assert_eq!(held(&stage, &player).await, "0.00");

    let supervisor = stage.staff("supervisor").await;
    let (_, all) = stage.get_as(&supervisor, "/support/approvals").await;
    let approval = &all["approvals"][0];
    assert_eq!(approval["amount"], "250.00", "{all}");
    assert_eq!(
        approval["evidence"]["reference"], payment["providerRef"],
        "{all}"
    );
    let (status, done) = answer(&stage, &supervisor, &decision, "approve").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let _ = answer(&stage, &supervisor, &decision, "approve").await;
    assert_eq!(stage.events(&player, "QrPaid").await, 1);
    assert_eq!(held(&stage, &player).await, "250.00");
    let line = stage.settled(&player).await["statements"][0].clone();
    assert_eq!(
        (&line["amount"], &line["status"], &line["method"]),
        (&json!("250.00"), &json!("SUCCESS"), &json!("qr")),
        "{line}"
    );
    let late = decide(&stage, &agent, &path, &json!({ "amount": "250.00" })).await;
    expect_error(&late, 404, "NO_DATA");
    stage.audit().await;
    assert_eq!(stage.wrong().await, [] as [String; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_approved_amount_that_the_service_reports_no_longer_is_not_credited() {
    let stage = Stage::set_with(lasting).await;
    let player = stage.player(1).await;
    let (id, payment) = paid_otherwise(&stage, &player, "350.00").await;
    let agent = stage.staff("agent").await;
    let decision = ask(&stage, &agent, &id, "350.00").await;
    let change = json!({ "kind": "psp_amount", "provider": "kbank", "id": payment["orderId"],
        "amount": "349.00" });
    let path = "/__sandbox/tamper";
    let (status, body) = stage.control(Method::POST, path, Some(&change)).await;
    assert!(status.is_success(), "{body}");
    let supervisor = stage.staff("supervisor").await;
    let refused = answer(&stage, &supervisor, &decision, "approve").await;
    expect_error(&refused, 409, "EVIDENCE_CONTRADICTS");
    assert_eq!(held(&stage, &player).await, "0.00");
    // What is paid now is another question.
    let decision = ask(&stage, &agent, &id, "349.00").await;
    let (status, done) = answer(&stage, &supervisor, &decision, "approve").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(held(&stage, &player).await, "349.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_amount_that_is_sent_back_moves_nothing() {
    let stage = Stage::set_with(lasting).await;
    let player = stage.player(1).await;
    let (id, _) = paid_otherwise(&stage, &player, "250.00").await;
    let agent = stage.staff("agent").await;
    let _ = list(&stage, &agent, "qr").await;
    let why = json!({ "code": "SENT_BACK" });
    let (status, body) = decide(&stage, &agent, &format!("qr/{id}/reject"), &why).await;
    assert_eq!(
        (status, &body["status"]),
        (StatusCode::OK, &json!("SUCCESS")),
        "{body}"
    );
    assert_eq!(stage.events(&player, "QrRejected").await, 1);
    let named = json!({ "amount": "250.00" });
    let late = decide(&stage, &agent, &format!("qr/{id}/accept"), &named).await;
    expect_error(&late, 404, "NO_DATA");
    assert_eq!(stage.events(&player, "QrPaid").await, 0);
    assert_eq!(held(&stage, &player).await, "0.00");
    stage.audit().await;
    assert_eq!(stage.wrong().await, [] as [String; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_an_order_that_waits_for_staff_is_reviewed() {
    let stage = Stage::set_with(lasting).await;
    let player = stage.player(1).await;
    let qr = ordered(&stage, &player).await;
    let agent = stage.staff("agent").await;
    let path = |id: &str| format!("/support/work/qr/{id}");
    let open = path(qr["qrcodeId"].as_str().unwrap());
    expect_error(&stage.get_as(&agent, &open).await, 404, "NO_DATA");
    let nobodys = path("018f0000-0000-7000-8000-000000000001");
    expect_error(&stage.get_as(&agent, &nobodys).await, 404, "NO_DATA");
    let scan = json!({ "payload": qr["payload"], "amount": "250.00" });
    pay(&stage, &player, &scan).await;
    let silent = json!({ "target": "psp:kbank", "kind": "error_500_before" });
    stage.fault(&silent).await;
    let shown = reviewed(&stage, &agent, qr["qrcodeId"].as_str().unwrap()).await;
    assert_eq!(shown["service"], json!({ "said": "UNKNOWN" }), "{shown}");
    let player_reads = stage.get_as(&player.token, &open).await;
    expect_error(&player_reads, 401, "UNAUTHORIZED");
    let acts = stage.acts().await;
    assert!(acts.iter().any(|act| act["kind"] == "read work/qr/{id}"));
}
