//! One key is one QR order: what a repeat of it gets.

use std::time::Duration;

use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::qr::{made, scan, set_with, unasked};
use crate::stage::{Answer, Player, Stage, code};

async fn ask(stage: &Stage, player: &Player, bank: &str, key: &str, amount: &str) -> Answer {
    let body = json!({ "amount": amount });
    let call = (Some(key), Some(&body));
    let path = format!("/qrcode/{bank}");
    stage.call(player, Method::POST, &path, call).await
}

async fn limit_a_day(stage: &Stage, player: &Player, amount: Value) {
    let body = json!({ "deposit": { "day": amount } });
    let call = (None, Some(&body));
    let (status, answer) = stage.call(player, Method::PUT, "/limits", call).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
}

async fn rows(stage: &Stage, player: &Player, having: &str) -> i64 {
    let text = format!("select count(*) from qr_order where wallet_id = $1 and {having}");
    sqlx::query_scalar(&text)
        .bind(player.id)
        .fetch_one(&stage.database.owner())
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_of_a_refused_order_makes_no_other_one() {
    let (stage, _relay) = set_with(unasked).await;
    let player = stage.player(1).await;
    limit_a_day(&stage, &player, json!("400.00")).await;
    let refused = ask(&stage, &player, "KBANK", "k", "500").await;
    assert_eq!(code(&refused), (422, "DEPOSIT_LIMIT"));
    for (bank, amount) in [("WW", "100"), ("WW", "500"), ("KBANK", "100")] {
        let other = ask(&stage, &player, bank, "k", amount).await;
        let expected = (422, "IDEMPOTENCY_MISMATCH");
        assert_eq!(code(&other), expected, "{bank} {amount}: {}", other.1);
    }
    let again = ask(&stage, &player, "KBANK", "k", "500").await;
    assert_eq!(code(&again), (422, "DEPOSIT_LIMIT"));
    assert_eq!(stage.events(&player, "QrOrdered").await, 0);
    for service in ["kbank", "ww"] {
        assert_eq!(stage.totals().await["psp"][service]["orders"], 0);
    }
    let qr = made(&stage, &player, "WW", "100").await;
    scan(&stage, &qr).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_of_an_order_whose_time_is_over_makes_none() {
    let (stage, _relay) = set_with(|_| {}).await;
    let mut player = stage.player(1).await;
    limit_a_day(&stage, &player, json!("200.00")).await;
    let refused = ask(&stage, &player, "KBANK", "k", "300").await;
    assert_eq!(code(&refused), (422, "DEPOSIT_LIMIT"));
    limit_a_day(&stage, &player, Value::Null).await;
    stage.app.clock().advance(Duration::from_hours(25));
    let credential = json!({ "username": "0810000001", "password": "Correct-Horse-9" });
    let (_, session) = stage.post(&player, "/login", &credential).await;
    player.token = session["token"].as_str().unwrap().to_owned();
    let over = ask(&stage, &player, "KBANK", "k", "300").await;
    assert_eq!(code(&over), (422, "DEPOSIT_LIMIT"), "{}", over.1);
    eventually("the row is left", async || {
        match rows(&stage, &player, "settlement = 'unplaced'").await {
            0 => Err(()),
            _ => Ok(()),
        }
    })
    .await;
    let over = ask(&stage, &player, "KBANK", "k", "300").await;
    assert_eq!(code(&over), (422, "DEPOSIT_LIMIT"), "{}", over.1);
    assert_eq!(stage.events(&player, "QrOrdered").await, 0);
    made(&stage, &player, "KBANK", "300").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeat_says_that_it_is_one() {
    let (stage, _relay) = set_with(unasked).await;
    let player = stage.player(1).await;
    let url = format!("http://{}/api/qrcode/KBANK", stage.app.public_address());
    let mut shown = Vec::new();
    for _ in 0..2 {
        let request = stage.http.post(&url).bearer_auth(&player.token);
        let request = request.header("x-requested-with", "wallet-web");
        let request = request.header("idempotency-key", "k");
        let reply = request.json(&json!({ "amount": "300" })).send().await;
        let reply = reply.unwrap();
        assert_eq!(reply.status(), StatusCode::OK);
        let header = reply.headers().get("idempotency-replayed");
        shown.push(header.map(|value| value.to_str().unwrap().to_owned()));
    }
    assert_eq!(shown, [None, Some("true".to_owned())]);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_keys_at_once_are_two_orders_and_each_key_answers_with_its_order() {
    let (stage, _relay) = set_with(unasked).await;
    let player = stage.player(1).await;
    for round in 0..4 {
        let keys = [format!("one-{round}"), format!("two-{round}")];
        let [one, two] = &keys;
        let (first, second) = tokio::join!(
            ask(&stage, &player, "KBANK", one, "300"),
            ask(&stage, &player, "KBANK", two, "300"),
        );
        assert_eq!((first.0, second.0), (StatusCode::OK, StatusCode::OK));
        assert_ne!(first.1["qrcodeId"], second.1["qrcodeId"]);
        let mut payable = 0;
        for (key, (_, shown)) in keys.iter().zip([&first, &second]) {
            assert!(shown["qrcodeId"].is_string(), "{shown}");
            let (status, again) = ask(&stage, &player, "KBANK", key, "300").await;
            assert_eq!(status, StatusCode::OK, "{again}");
            assert_eq!(again["qrcodeId"], shown["qrcodeId"], "{key}");
            if again["hasQrcode"] == true {
                assert_eq!(again["payload"], shown["payload"], "{key}");
                payable += 1;
            } else {
                assert_eq!(again["message"], "ALREADY_ENDED", "{key}: {again}");
            }
        }
        assert_eq!(payable, 1, "the later one has replaced the earlier one");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_of_an_order_that_was_given_up_answers_with_it_and_makes_no_other() {
    let (stage, _relay) = set_with(unasked).await;
    let player = stage.player(1).await;
    let (_, qr) = ask(&stage, &player, "KBANK", "k", "300").await;
    assert_eq!(qr["hasQrcode"], true, "{qr}");
    let body = json!({ "qrcodeId": qr["qrcodeId"] });
    let call = (None, Some(&body));
    let (status, given_up) = stage
        .call(&player, Method::DELETE, "/qrcode/KBANK", call)
        .await;
    assert_eq!(status, StatusCode::OK, "{given_up}");
    for passed in [Duration::ZERO, Duration::from_mins(20)] {
        stage.pass(passed);
        let (status, again) = ask(&stage, &player, "KBANK", "k", "300").await;
        assert_eq!(status, StatusCode::OK, "{again}");
        assert_eq!(again["qrcodeId"], qr["qrcodeId"], "{again}");
        assert_eq!(again["hasQrcode"], false, "{again}");
        assert_eq!(again["message"], "ALREADY_ENDED", "{again}");
    }
    assert_eq!(stage.events(&player, "QrOrdered").await, 1);
}
