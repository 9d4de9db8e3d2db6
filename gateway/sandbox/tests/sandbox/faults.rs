//! Each fault as a real client meets it.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{BANK, LONG, LONG_MILLIS, PG, World, answer, eventually, transfer_body};

async fn world_with(fault: Value) -> World {
    let world = World::start().await;
    world.player("player1", "0.00").await;
    world.fault(&fault).await;
    world
}

fn on_transfer(kind: &str, millis: u64) -> Value {
    json!({"target": "game:pg", "kind": kind, "operation": "transfer", "count": 1, "millis": millis})
}

async fn send(world: &World, id: &str) -> reqwest::Result<reqwest::Response> {
    sending(world, id).await
}

/// As [`send`], for a separate task.
fn sending(
    world: &World,
    id: &str,
) -> impl Future<Output = reqwest::Result<reqwest::Response>> + Send + use<> {
    let body = transfer_body(id, "player1", "IN", "5.00");
    world
        .signed(PG, Method::POST, "/v1/transfers", Some(&body))
        .send()
}

async fn status(world: &World, id: &str) -> (StatusCode, Value) {
    let (status, body) = world.read(PG, &format!("/v1/transfers/{id}")).await;
    (status, body["status"].clone())
}

#[tokio::test]
async fn drop_before_closes_without_a_reply_and_applies_nothing() {
    let world = world_with(on_transfer("drop_before", 0)).await;
    let error = send(&world, "T1").await.unwrap_err();
    assert!(!error.is_connect() && !error.is_timeout(), "{error:?}");
    assert_eq!(status(&world, "T1").await.0, StatusCode::NOT_FOUND);
    assert_eq!(send(&world, "T1").await.unwrap().status(), StatusCode::OK);
    assert_eq!(world.balance("player1").await, "5.00");
}

#[tokio::test]
async fn drop_after_closes_without_a_reply_and_has_applied() {
    let world = world_with(on_transfer("drop_after", 0)).await;
    assert!(send(&world, "T1").await.is_err());
    assert_eq!(
        status(&world, "T1").await,
        (StatusCode::OK, json!("SUCCESS"))
    );
    let (_, again) = answer(send(&world, "T1").await.unwrap()).await;
    assert_eq!(again["replayed"], true);
    assert_eq!(world.balance("player1").await, "5.00");
}

#[tokio::test]
async fn a_500_comes_before_or_after() {
    let world = world_with(on_transfer("error_500_before", 0)).await;
    assert_eq!(send(&world, "T1").await.unwrap().status().as_u16(), 500);
    assert_eq!(status(&world, "T1").await.0, StatusCode::NOT_FOUND);
    world.fault(&on_transfer("error_500_after", 0)).await;
    assert_eq!(send(&world, "T2").await.unwrap().status().as_u16(), 500);
    assert_eq!(status(&world, "T2").await.1, "SUCCESS");
}

#[tokio::test]
async fn a_malformed_reply_is_no_json_and_has_applied() {
    let world = world_with(on_transfer("malformed", 0)).await;
    let text = send(&world, "T1").await.unwrap().text().await.unwrap();
    assert!(!text.is_empty());
    assert!(serde_json::from_str::<Value>(&text).is_err(), "{text}");
    assert_eq!(world.balance("player1").await, "5.00");
}

#[tokio::test]
async fn a_delayed_transfer_is_applied_even_when_the_caller_gave_up() {
    let world = world_with(on_transfer("delay", LONG_MILLIS)).await;
    let given_up = tokio::spawn(sending(&world, "T1"));
    world.hits(1).await;
    given_up.abort();
    assert!(given_up.await.unwrap_err().is_cancelled());
    assert_eq!(world.balance("player1").await, "0.00");
    world.advance(LONG);
    eventually("the transfer is applied", async || {
        let balance = world.balance("player1").await;
        if balance == "5.00" {
            Ok(())
        } else {
            Err(balance)
        }
    })
    .await;
    world.fault(&on_transfer("delay", LONG_MILLIS)).await;
    let patient = tokio::spawn(sending(&world, "T2"));
    world.hits(2).await;
    assert_eq!(world.balance("player1").await, "5.00");
    assert!(!patient.is_finished());
    world.advance(LONG);
    let reply = patient.await.unwrap().unwrap();
    assert_eq!(reply.status(), StatusCode::OK);
    assert_eq!(world.balance("player1").await, "10.00");
}

#[tokio::test]
async fn a_hanging_call_ends_without_a_reply_and_applies_nothing() {
    let world = world_with(on_transfer("hang", LONG_MILLIS)).await;
    let hanging = tokio::spawn(sending(&world, "T1"));
    world.hits(1).await;
    assert_eq!(status(&world, "T1").await.0, StatusCode::NOT_FOUND);
    assert!(!hanging.is_finished());
    world.advance(LONG);
    assert!(hanging.await.unwrap().is_err());
    assert_eq!(status(&world, "T1").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_transfer_in_progress_is_reported_so_until_it_is_applied() {
    let world = world_with(on_transfer("processing", LONG_MILLIS)).await;
    let (code, body) = answer(send(&world, "T1").await.unwrap()).await;
    assert_eq!(
        (code, &body["status"]),
        (StatusCode::ACCEPTED, &json!("PROCESSING"))
    );
    assert_eq!(status(&world, "T1").await.1, "PROCESSING");
    assert_eq!(
        send(&world, "T1").await.unwrap().status(),
        StatusCode::ACCEPTED
    );
    assert_eq!(world.balance("player1").await, "0.00");
    world.advance(LONG);
    assert_eq!(status(&world, "T1").await.1, "SUCCESS");
    assert_eq!(world.balance("player1").await, "5.00");
}

#[tokio::test]
async fn maintenance_is_a_definite_refusal_until_it_is_cleared() {
    let world = world_with(json!({"target": "game:pg", "kind": "maintenance"})).await;
    let (code, body) = answer(send(&world, "T1").await.unwrap()).await;
    assert_eq!(code, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(
        (&body["code"], &body["applied"]),
        (&json!("MAINTENANCE"), &json!(false))
    );
    assert_eq!(
        world.read(PG, "/v1/status").await.1["status"],
        "MAINTENANCE"
    );
    world
        .http
        .delete(format!("{}/__sandbox/faults", world.base))
        .send()
        .await
        .unwrap();
    assert_eq!(world.read(PG, "/v1/status").await.1["status"], "UP");
    assert_eq!(world.balance("player1").await, "0.00");
}

#[tokio::test]
async fn a_late_transfer_is_unknown_first_and_applied_later() {
    let world = world_with(on_transfer("late", LONG_MILLIS)).await;
    assert!(send(&world, "T1").await.is_err());
    assert_eq!(status(&world, "T1").await.0, StatusCode::NOT_FOUND);
    assert_eq!(world.balance("player1").await, "0.00");
    world.advance(LONG);
    assert_eq!(status(&world, "T1").await.1, "SUCCESS");
    assert_eq!(world.balance("player1").await, "5.00");
}

#[tokio::test]
async fn a_late_transfer_that_was_cancelled_meanwhile_is_never_applied() {
    let world = world_with(on_transfer("late", LONG_MILLIS)).await;
    assert!(send(&world, "T1").await.is_err());
    assert_eq!(status(&world, "T1").await.0, StatusCode::NOT_FOUND);
    let (_, body) = world
        .call(PG, Method::POST, "/v1/transfers/T1/cancel", None)
        .await;
    assert_eq!(body["status"], "CANCELLED");
    world.advance(LONG);
    assert_eq!(status(&world, "T1").await.1, "CANCELLED");
    assert_eq!(
        send(&world, "T1").await.unwrap().status(),
        StatusCode::CONFLICT
    );
    assert_eq!(world.balance("player1").await, "0.00");
}

#[tokio::test]
async fn a_resend_overtakes_the_late_original_and_counts_once() {
    let world = world_with(on_transfer("late", LONG_MILLIS)).await;
    assert!(send(&world, "T1").await.is_err());
    let (code, body) = answer(send(&world, "T1").await.unwrap()).await;
    assert_eq!((code, &body["status"]), (StatusCode::OK, &json!("SUCCESS")));
    world.advance(LONG);
    assert_eq!(world.balance("player1").await, "5.00");
}

#[tokio::test]
async fn a_fault_hits_its_operation_as_often_as_it_says() {
    let world = world_with(on_transfer("error_500_before", 0)).await;
    assert_eq!(world.balance("player1").await, "0.00");
    assert_eq!(send(&world, "T1").await.unwrap().status().as_u16(), 500);
    assert_eq!(send(&world, "T1").await.unwrap().status(), StatusCode::OK);
    let (_, list) = world.get("/__sandbox/faults").await;
    assert_eq!(list["faults"][0]["hits"], 1);
    assert_eq!(list["faults"][0]["count"], 0);
    let never = json!({"target": "game:pg", "kind": "error_500_before", "probability": 0});
    world.fault(&never).await;
    assert_eq!(send(&world, "T2").await.unwrap().status(), StatusCode::OK);
}

#[tokio::test]
async fn a_wrong_setting_is_refused() {
    let world = World::start().await;
    for input in [
        json!({"target": "moon", "kind": "delay"}),
        json!({"target": "sms", "kind": "explode"}),
        json!({"target": "sms", "kind": "delay", "milis": 5}),
        json!({"kind": "delay"}),
    ] {
        let (status, body) = world.post("/__sandbox/faults", &input).await;
        assert_eq!(
            (status.as_u16(), &body["code"]),
            (422, &json!("REQUEST_INVALID")),
            "{input}"
        );
    }
    let unknown = json!({"target": "game:nowhere", "kind": "delay"});
    assert_eq!(
        world.post("/__sandbox/faults", &unknown).await.1["code"],
        "PROVIDER_NOT_FOUND"
    );
}

#[tokio::test]
async fn the_slip_service_fails_in_its_own_words() {
    let world = World::start().await;
    let (_, payment) = world.pay(&json!({})).await;
    let inquiry = json!({"data": payment["qrPayload"], "log": true});
    for (kind, http, code) in [
        ("processing", 400, 1010),
        ("late", 400, 1011),
        ("maintenance", 400, 1009),
        ("error_500_before", 500, 500),
    ] {
        world
            .fault(&json!({"target": "slip", "kind": kind, "count": 1}))
            .await;
        let (status, body) = world.verify(&inquiry).await;
        assert_eq!(
            (status.as_u16(), &body["code"]),
            (http, &json!(code)),
            "{kind}"
        );
    }
    world
        .fault(&json!({"target": "slip", "kind": "drop_after", "count": 1}))
        .await;
    assert!(world.slip_request().json(&inquiry).send().await.is_err());
    // The service has logged it: our own lost attempt makes the next one a repetition.
    assert_eq!(world.verify(&inquiry).await.1["code"], 1012);
}

#[tokio::test]
async fn an_sms_may_be_lost_or_come_late() {
    let world = World::start().await;
    let count = async || {
        world.get("/sms/messages").await.1["messages"]
            .as_array()
            .unwrap()
            .len()
    };
    world
        .fault(&json!({"target": "sms", "kind": "drop_before", "count": 1}))
        .await;
    assert!(world.send_sms("0812345678", "one").await.is_err());
    assert_eq!(count().await, 0);
    world
        .fault(&json!({"target": "sms", "kind": "late", "count": 1, "millis": LONG_MILLIS}))
        .await;
    assert_eq!(
        world.send_sms("0812345678", "two").await.unwrap().0,
        StatusCode::OK
    );
    assert_eq!(count().await, 0);
    world.advance(LONG);
    assert_eq!(count().await, 1);
}

#[tokio::test]
async fn a_payout_in_progress_is_paid_later() {
    let world = World::start().await;
    world
        .fault(
            &json!({"target": "payout", "kind": "processing", "count": 1, "millis": LONG_MILLIS}),
        )
        .await;
    let input = json!({"payoutId": "P1", "bankCode": "BCEL", "accountNo": "010120001234567",
        "accountName": "SOMCHAI JAIDEE", "amount": "50000", "currency": "LAK"});
    let (status, body) = world.command(BANK, "/v1/payouts", &input).await;
    assert_eq!(
        (status, &body["status"]),
        (StatusCode::OK, &json!("PROCESSING"))
    );
    world.advance(LONG);
    assert_eq!(
        world.read(BANK, "/v1/payouts/P1").await.1["status"],
        "SUCCESS"
    );
}
