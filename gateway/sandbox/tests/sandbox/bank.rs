//! Payouts, and what the bank refuses.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{BANK, LONG, LONG_MILLIS, World};

fn payout(id: &str, account_no: &str) -> Value {
    json!({"payoutId": id, "bankCode": "SCB", "accountNo": account_no,
        "accountName": "สมชาย ใจดี", "amount": "250.00", "currency": "THB"})
}

#[tokio::test]
async fn a_payout_is_paid_once() {
    let world = World::start().await;
    let input = payout("P1", "1230102093");
    let (status, first) = world.command(BANK, "/v1/payouts", &input).await;
    assert_eq!(
        (status, &first["status"]),
        (StatusCode::OK, &json!("SUCCESS"))
    );
    assert_eq!(first["amount"], "250.00");
    let (_, again) = world.command(BANK, "/v1/payouts", &input).await;
    assert_eq!(again["providerRef"], first["providerRef"]);
    assert_eq!(again["replayed"], true);
    let (status, body) = world
        .command(BANK, "/v1/payouts", &payout("P1", "1230102094"))
        .await;
    assert_eq!(
        (status.as_u16(), &body["code"]),
        (409, &json!("REQUEST_ID_CONFLICT"))
    );
    let (_, totals) = world.get("/__sandbox/totals").await;
    assert_eq!(totals["payouts"]["paid"], 1);
    assert_eq!(totals["payouts"]["amount"], "250.00");
    let (_, list) = world.get("/__sandbox/payouts").await;
    assert_eq!(list["payouts"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn an_account_that_does_not_exist_is_a_definite_failure() {
    let world = World::start().await;
    for _ in 0..2 {
        let (status, body) = world
            .command(BANK, "/v1/payouts", &payout("P1", "1230100000"))
            .await;
        assert_eq!(
            (status.as_u16(), &body["code"]),
            (422, &json!("ACCOUNT_INVALID"))
        );
    }
    let (status, body) = world.read(BANK, "/v1/payouts/P1").await;
    assert_eq!(
        (status, &body["status"]),
        (StatusCode::OK, &json!("FAILED"))
    );
    assert_eq!(body["code"], "ACCOUNT_INVALID");
}

#[tokio::test]
async fn a_cancelled_payout_is_never_paid() {
    let world = World::start().await;
    assert_eq!(
        world.read(BANK, "/v1/payouts/P1").await.1["code"],
        "PAYOUT_NOT_FOUND"
    );
    let (_, body) = world
        .call(BANK, Method::POST, "/v1/payouts/P1/cancel", None)
        .await;
    assert_eq!(body["status"], "CANCELLED");
    let (status, body) = world
        .command(BANK, "/v1/payouts", &payout("P1", "1230102093"))
        .await;
    assert_eq!(
        (status.as_u16(), &body["code"]),
        (409, &json!("PAYOUT_CANCELLED"))
    );
}

#[tokio::test]
async fn a_late_payout_is_unknown_first_and_paid_later() {
    let world = World::start().await;
    world
        .fault(&json!({"target": "payout", "kind": "late", "count": 1, "millis": LONG_MILLIS}))
        .await;
    let input = payout("P1", "1230102093");
    let lost = world
        .signed(BANK, Method::POST, "/v1/payouts", Some(&input))
        .send()
        .await;
    assert!(lost.is_err());
    assert_eq!(
        world.read(BANK, "/v1/payouts/P1").await.0,
        StatusCode::NOT_FOUND
    );
    world.advance(LONG);
    assert_eq!(
        world.read(BANK, "/v1/payouts/P1").await.1["status"],
        "SUCCESS"
    );
}

#[tokio::test]
async fn nonsense_payments_and_payouts_are_refused() {
    let world = World::start().await;
    for (changes, code) in [
        (json!({"amount": "0"}), "AMOUNT_INVALID"),
        (json!({"amount": "1.005"}), "AMOUNT_INVALID"),
        (json!({"amount": "1,50"}), "AMOUNT_INVALID"),
        (json!({"amount": "fifty"}), "AMOUNT_INVALID"),
        (json!({"amount": -5}), "AMOUNT_INVALID"),
        (json!({"fromBank": "NOPE"}), "BANK_INVALID"),
        (json!({"toAccountNo": "12ab"}), "ACCOUNT_INVALID"),
        (json!({"fromName": " "}), "REQUEST_INVALID"),
        (json!({"transRef": "with space"}), "REQUEST_INVALID"),
        (json!({"transferredAt": "yesterday"}), "REQUEST_INVALID"),
    ] {
        let (status, body) = world.pay(&changes).await;
        assert_eq!(
            (status.as_u16(), &body["code"]),
            (422, &json!(code)),
            "{changes}"
        );
    }
    let chosen = json!({"transRef": "CHOSEN1"});
    assert_eq!(world.pay(&chosen).await.0, StatusCode::CREATED);
    assert_eq!(world.pay(&chosen).await.1["code"], "PAYMENT_EXISTS");
    let mut input = payout("P1", "1230102093");
    input["bankCode"] = json!("NOPE");
    assert_eq!(
        world.command(BANK, "/v1/payouts", &input).await.1["code"],
        "BANK_INVALID"
    );
}

#[tokio::test]
async fn an_amount_may_have_thousands_separators() {
    let world = World::start().await;
    let (status, body) = world.pay(&json!({"amount": "1,500"})).await;
    assert_eq!(
        (status, &body["amount"]),
        (StatusCode::CREATED, &json!("1500.00"))
    );
}

/// The page and the demonstration's configuration must name the same account.
#[tokio::test]
async fn the_banks_page_pays_as_the_first_demo_member() {
    let world = World::start().await;
    let page = world.http.get(format!("{}/bank", world.base)).send().await;
    let page = page.unwrap().text().await.unwrap();
    let demo = include_str!("../../../demo.toml");
    let (_, member) = demo.split_once("[[demo_member]]").unwrap();
    for name in ["bank_code", "bank_account_no", "bank_account_name"] {
        let line = member.lines().find(|line| line.starts_with(name));
        let (_, value) = line.unwrap().split_once(" = ").unwrap();
        assert!(page.contains(&format!(": {value}")), "{name}: {value}");
    }
}
