//! Statements of the outside world, and records that somebody changed behind them.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::{BANK, KBANK, LONG, LONG_MILLIS, PG, Service, World};

/// All lines of a statement, fetched page by page.
async fn lines(world: &World, service: Service, path: &str, name: &str) -> Vec<Value> {
    let mut lines = Vec::new();
    let mut cursor = String::new();
    loop {
        let glue = if path.contains('?') { '&' } else { '?' };
        let (status, page) = world
            .read(service, &format!("{path}{glue}limit=2{cursor}"))
            .await;
        assert_eq!(status, StatusCode::OK, "{page}");
        let part = page[name].as_array().unwrap();
        assert!(part.len() <= 2);
        lines.extend(part.clone());
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return lines,
        }
    }
}

fn column(lines: &[Value], name: &str) -> Vec<String> {
    let text = |line: &Value| line[name].as_str().unwrap_or_default().to_owned();
    lines.iter().map(text).collect()
}

async fn tamper(world: &World, input: &Value) -> Value {
    let (status, body) = world.post("/__sandbox/tamper", input).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body["now"].clone()
}

async fn pay_order(world: &World, id: &str) {
    let input = json!({"orderId": id, "amount": "40.00", "currency": "THB",
        "callbackUrl": "http://127.0.0.1:1/", "expireSeconds": 600});
    let (_, made) = world.command(KBANK, "/v1/orders", &input).await;
    let scan = json!({"payload": made["qrPayload"]});
    let (status, body) = world.post("/psp/payments", &scan).await;
    assert_eq!(status, StatusCode::OK, "{body}");
}

async fn pay_out(world: &World, id: &str) {
    let input = json!({"payoutId": id, "bankCode": "SCB", "accountNo": "1230102093",
        "accountName": "สมชาย ใจดี", "amount": "30.00", "currency": "THB"});
    let (status, body) = world.command(BANK, "/v1/payouts", &input).await;
    assert_eq!(status, StatusCode::OK, "{body}");
}

#[tokio::test]
async fn a_provider_lists_all_its_transfers_page_by_page() {
    let world = World::start().await;
    world.player("player1", "100.00").await;
    for id in ["T1", "T2", "T3", "T4"] {
        world.transfer(id, "player1", "OUT", "10.00").await;
    }
    world.transfer("T5", "player1", "OUT", "999.00").await;
    let path = "/v1/transfers/T6/cancel";
    world.call(PG, reqwest::Method::POST, path, None).await;
    let answer = lines(&world, PG, "/v1/transfers", "transfers").await;
    assert_eq!(
        column(&answer, "requestId"),
        ["seed-player1", "T1", "T2", "T3", "T4", "T5"]
    );
    assert_eq!(answer[1]["username"], "player1");
    assert_eq!(answer[1]["direction"], "OUT");
    assert_eq!(
        (&answer[1]["amount"], &answer[1]["currency"]),
        (&json!("10.00"), &json!("THB"))
    );
    assert!(answer[1]["providerTxId"].is_string() && answer[1]["createdAt"].is_string());
    assert_eq!(column(&answer, "status")[4..], ["SUCCESS", "FAILED"]);
    let from = answer[2]["createdAt"].as_str().unwrap();
    let later = lines(
        &world,
        PG,
        &format!("/v1/transfers?from={from}"),
        "transfers",
    )
    .await;
    assert_eq!(later.last().unwrap()["requestId"], "T5");
    assert!(later.len() < answer.len());
    let (_, other) = world
        .read(
            Service {
                mount: "/games/imi",
                secret: "sandbox-secret-imi",
                ..PG
            },
            "/v1/transfers",
        )
        .await;
    assert_eq!(other, json!({"transfers": [], "nextCursor": null}));
}

#[tokio::test]
async fn a_transfer_that_is_not_applied_so_far_is_not_reported_before_it_is_seen() {
    let world = World::start().await;
    world.player("player1", "0.00").await;
    let late = json!({"target": "game:pg", "kind": "late", "operation": "transfer", "count": 1, "millis": LONG_MILLIS});
    world.fault(&late).await;
    let input = crate::support::transfer_body("T1", "player1", "IN", "5.00");
    let lost = world.signed(PG, reqwest::Method::POST, "/v1/transfers", Some(&input));
    assert!(lost.send().await.is_err());
    assert!(
        lines(&world, PG, "/v1/transfers", "transfers")
            .await
            .is_empty()
    );
    world.advance(LONG);
    let answer = lines(&world, PG, "/v1/transfers", "transfers").await;
    assert_eq!(column(&answer, "status"), ["SUCCESS"]);
}

#[tokio::test]
async fn the_bank_lists_payouts_and_what_an_account_received() {
    let world = World::start().await;
    for id in ["P1", "P2", "P3"] {
        pay_out(&world, id).await;
    }
    let answer = lines(&world, BANK, "/v1/payouts", "payouts").await;
    assert_eq!(column(&answer, "payoutId"), ["P1", "P2", "P3"]);
    assert_eq!(answer[0]["amount"], "30.00");
    for (reference, at) in [
        ("R3", "2026-11-03T00:00:00Z"),
        ("R1", "2026-11-01T00:00:00Z"),
        ("R2", "2026-11-02T00:00:00Z"),
    ] {
        world
            .pay(&json!({"transRef": reference, "transferredAt": at}))
            .await;
    }
    let elsewhere = json!({"transRef": "R4", "toAccountNo": "0429999999"});
    world.pay(&elsewhere).await;
    let path = "/v1/receipts?account=042-123-4567";
    let answer = lines(&world, BANK, path, "receipts").await;
    assert_eq!(column(&answer, "transRef"), ["R1", "R2", "R3"]);
    assert_eq!(
        (&answer[0]["amount"], &answer[0]["currency"]),
        (&json!("500.00"), &json!("THB"))
    );
    let path = format!("{path}&from=2026-11-02T00:00:00Z&to=2026-11-03T00:00:00Z");
    let answer = lines(&world, BANK, &path, "receipts").await;
    assert_eq!(column(&answer, "transRef"), ["R2"]);
    for path in [
        "/v1/receipts",
        "/v1/payouts?limit=0",
        "/v1/payouts?from=yesterday",
        "/v1/payouts?cursor=zz",
    ] {
        let (status, _) = world.read(BANK, path).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
    }
}

#[tokio::test]
async fn statements_are_signed_and_fail_on_demand() {
    let world = World::start().await;
    for (service, path, target) in [
        (PG, "/v1/transfers", "game:pg"),
        (BANK, "/v1/payouts", "payout"),
        (KBANK, "/v1/orders", "psp:kbank"),
    ] {
        let stranger = Service {
            secret: "wrong",
            ..service
        };
        let (status, _) = world.read(stranger, path).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED);
        let fault =
            json!({"target": target, "kind": "maintenance", "operation": "report", "count": 1});
        world.fault(&fault).await;
        let (status, _) = world.read(service, path).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{target}");
        assert_eq!(world.read(service, path).await.0, StatusCode::OK);
    }
}

#[tokio::test]
async fn a_payment_service_lists_its_orders_by_creation_and_by_payment() {
    let world = World::start().await;
    let unpaid = json!({"orderId": "Q0", "amount": "40.00", "currency": "THB",
        "callbackUrl": "http://127.0.0.1:1/", "expireSeconds": 600});
    world.command(KBANK, "/v1/orders", &unpaid).await;
    for id in ["Q1", "Q2"] {
        pay_order(&world, id).await;
    }
    let answer = lines(&world, KBANK, "/v1/orders", "orders").await;
    assert_eq!(column(&answer, "orderId"), ["Q0", "Q1", "Q2"]);
    assert_eq!(column(&answer, "status"), ["PENDING", "PAID", "PAID"]);
    let paid = lines(&world, KBANK, "/v1/orders?by=paidAt", "orders").await;
    assert_eq!(column(&paid, "orderId"), ["Q1", "Q2"]);
}

#[tokio::test]
async fn the_records_of_games_can_be_changed_silently_and_stay_so() {
    let folder = tempfile::tempdir().unwrap();
    let world = World::start_in(folder.path()).await;
    world.player("player1", "100.00").await;
    for id in ["T1", "T2"] {
        world.transfer(id, "player1", "OUT", "10.00").await;
    }
    let input = json!({"kind": "transfer_amount", "provider": "pg", "id": "T1", "amount": "11.00"});
    assert_eq!(tamper(&world, &input).await["amount"], "11.00");
    let input = json!({"kind": "transfer_missing", "provider": "pg", "id": "T2"});
    assert_eq!(tamper(&world, &input).await, Value::Null);
    let input = json!({"kind": "transfer_extra", "provider": "pg", "username": "player1",
        "direction": "OUT", "amount": "7.00", "id": "X1"});
    tamper(&world, &input).await;
    let input =
        json!({"kind": "balance", "provider": "pg", "username": "player1", "amount": "1.00"});
    tamper(&world, &input).await;
    world.stop().await;
    let world = World::start_in(folder.path()).await;
    let answer = lines(&world, PG, "/v1/transfers", "transfers").await;
    assert_eq!(column(&answer, "requestId"), ["seed-player1", "T1", "X1"]);
    assert_eq!(column(&answer, "amount"), ["100.00", "11.00", "7.00"]);
    assert_eq!(world.balance("player1").await, "1.00");
    let (status, _) = world.read(PG, "/v1/transfers/T2").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_records_of_bank_and_payment_service_can_be_changed_silently() {
    let world = World::start().await;
    pay_out(&world, "P1").await;
    pay_out(&world, "P2").await;
    pay_order(&world, "Q1").await;
    pay_order(&world, "Q2").await;
    pay_order(&world, "Q3").await;
    world.pay(&json!({"transRef": "R1"})).await;
    world.pay(&json!({"transRef": "R2"})).await;
    for input in [
        json!({"kind": "payout_amount", "id": "P1", "amount": "31.00"}),
        json!({"kind": "payout_missing", "id": "P2"}),
        json!({"kind": "payout_extra", "id": "P9", "amount": "5.00"}),
        json!({"kind": "psp_amount", "provider": "kbank", "id": "Q1", "amount": "41.00"}),
        json!({"kind": "psp_missing", "provider": "kbank", "id": "Q2"}),
        json!({"kind": "psp_unpaid", "provider": "kbank", "id": "Q3"}),
        json!({"kind": "psp_extra", "provider": "kbank", "id": "Q9", "amount": "6.00"}),
        json!({"kind": "receipt_amount", "id": "R1", "amount": "501.00"}),
        json!({"kind": "receipt_missing", "id": "R2"}),
        json!({"kind": "receipt_extra", "id": "R9", "account": "0421234567", "amount": "8.00"}),
    ] {
        tamper(&world, &input).await;
    }
    let payouts = lines(&world, BANK, "/v1/payouts", "payouts").await;
    assert_eq!(column(&payouts, "payoutId"), ["P1", "P9"]);
    assert_eq!(column(&payouts, "amount"), ["31.00", "5.00"]);
    let orders = lines(&world, KBANK, "/v1/orders", "orders").await;
    assert_eq!(column(&orders, "orderId"), ["Q1", "Q3", "Q9"]);
    assert_eq!(column(&orders, "status"), ["PAID", "PENDING", "PAID"]);
    assert_eq!(column(&orders, "amount"), ["41.00", "40.00", "6.00"]);
    let receipts = lines(&world, BANK, "/v1/receipts?account=0421234567", "receipts").await;
    assert_eq!(column(&receipts, "transRef"), ["R1", "R9"]);
    assert_eq!(column(&receipts, "amount"), ["501.00", "8.00"]);
    for (input, status) in [
        (json!({"kind": "payout_missing", "id": "P2"}), 404),
        (json!({"kind": "balance", "provider": "pg"}), 422),
        (json!({"kind": "nonsense"}), 422),
    ] {
        let (answer, _) = world.post("/__sandbox/tamper", &input).await;
        assert_eq!(answer.as_u16(), status, "{input}");
    }
}
