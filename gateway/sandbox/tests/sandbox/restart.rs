//! What is left after the sandbox was stopped and started again.

use std::fs::OpenOptions;
use std::io::Write;

use reqwest::StatusCode;
use serde_json::json;

use crate::support::{BANK, LONG, LONG_MILLIS, PG, World};

#[tokio::test]
async fn everything_is_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let world = World::start_in(folder.path()).await;
    world.player("player1", "80.00").await;
    world
        .post(
            "/__sandbox/players/pg/player1/play",
            &json!({"stake": "10", "win": "0"}),
        )
        .await;
    let (_, payment) = world.pay(&json!({})).await;
    let inquiry = json!({"data": payment["qrPayload"], "log": true});
    world.verify(&inquiry).await;
    let payout = json!({"payoutId": "P1", "bankCode": "SCB", "accountNo": "1230102093",
        "accountName": "สมชาย ใจดี", "amount": "20.00", "currency": "THB"});
    world.command(BANK, "/v1/payouts", &payout).await;
    world.send_sms("0812345678", "hello").await.unwrap();
    world
        .call(PG, reqwest::Method::POST, "/v1/transfers/T9/cancel", None)
        .await;
    let before = world.get("/__sandbox/totals").await;
    world.stop().await;

    let world = World::start_in(folder.path()).await;
    assert_eq!(world.get("/__sandbox/totals").await, before);
    assert_eq!(world.balance("player1").await, "70.00");
    let (_, again) = world
        .transfer("seed-player1", "player1", "IN", "80.00")
        .await;
    assert_eq!(again["replayed"], true);
    assert_eq!(world.verify(&inquiry).await.1["code"], 1012);
    assert_eq!(
        world.read(BANK, "/v1/payouts/P1").await.1["status"],
        "SUCCESS"
    );
    let (status, _) = world.transfer("T9", "player1", "IN", "1.00").await;
    assert_eq!(status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn a_late_transfer_is_applied_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let world = World::start_in(folder.path()).await;
    world.player("player1", "0.00").await;
    let fault = json!({"target": "game:pg", "kind": "late", "operation": "transfer",
        "millis": LONG_MILLIS});
    world.fault(&fault).await;
    let input = crate::support::transfer_body("T1", "player1", "IN", "5.00");
    let lost = world
        .signed(PG, reqwest::Method::POST, "/v1/transfers", Some(&input))
        .send()
        .await;
    assert!(lost.is_err());
    world.stop().await;
    let world = World::start_in(folder.path()).await;
    assert_eq!(world.balance("player1").await, "0.00");
    world.advance(LONG);
    assert_eq!(world.balance("player1").await, "5.00");
}

#[tokio::test]
async fn a_torn_last_line_is_dropped_and_a_damaged_middle_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let world = World::start_in(folder.path()).await;
    world.player("player1", "5.00").await;
    world.stop().await;
    let log = folder.path().join("sandbox.jsonl");
    let append = |text: &str| {
        let mut file = OpenOptions::new().append(true).open(&log).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    };
    append("[{\"Player\":{\"prov");
    let world = World::start_in(folder.path()).await;
    assert_eq!(world.balance("player1").await, "5.00");
    world.stop().await;
    append("nonsense\n");
    let config = sandbox::Config {
        data_dir: Some(folder.path().to_owned()),
        ..sandbox::Config::default()
    };
    let error = sandbox::Sandbox::open(config).unwrap_err();
    assert!(error.to_string().contains("is damaged"), "{error}");
}

#[tokio::test]
async fn a_second_sandbox_cannot_take_the_folder_of_a_running_one() {
    let folder = tempfile::tempdir().unwrap();
    let world = World::start_in(folder.path()).await;
    world.player("player1", "5.00").await;
    let config = sandbox::Config {
        data_dir: Some(folder.path().to_owned()),
        ..sandbox::Config::default()
    };
    let second = tokio::task::spawn_blocking(|| sandbox::Sandbox::open(config))
        .await
        .unwrap();
    assert!(second.unwrap_err().to_string().contains("another sandbox"));
    world.transfer("T1", "player1", "IN", "1.00").await;
    world.stop().await;
    let world = World::start_in(folder.path()).await;
    assert_eq!(world.balance("player1").await, "6.00");
}
