//! Two gateways on one database: one works, the other is on standby and takes over.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::json;

use crate::stage::Stage;

#[tokio::test(flavor = "multi_thread")]
async fn the_standby_gateway_finishes_what_the_other_has_started() {
    let mut stage = Stage::set_with(|config| config.waits.transfer_ms = 0).await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    let second = stage.another().await;
    // Booked by the provider, and nobody can learn of it for now.
    for (kind, operation) in [("drop_after", "transfer"), ("error_500_before", "status")] {
        let fault = json!({ "target": "game:pg", "kind": kind, "operation": operation });
        stage.fault(&fault).await;
    }
    let (status, body) = stage.transfer(&player, ("WALLET", "pg"), "100").await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    let first = std::mem::replace(&mut stage.app, second);
    assert!(first.stop().await, "the first gateway ends in time");
    stage.clear_faults().await;
    let statement = stage.settled(&player).await;
    assert_eq!(
        statement["statements"][0]["status"], "SUCCESS",
        "{statement}"
    );
    assert_eq!(stage.events(&player, "TransferCompleted").await, 1);
    assert_eq!(stage.totals().await["games"]["pg"]["balance"], "100.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_at_the_standby_gateway_is_carried_by_the_other() {
    let mut stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let second = stage.another().await;
    let first = std::mem::replace(&mut stage.app, second);
    let body = json!({ "amount": "100" });
    stage.post(&player, "/wallet/withdraw", &body).await;
    let statement = stage.settled(&player).await;
    assert_eq!(
        statement["statements"][0]["status"], "SUCCESS",
        "{statement}"
    );
    assert_eq!(stage.totals().await["payouts"]["count"], 1);
    first.stop().await;
}

/// The outcome is in the wallet before a view shows it, and here another process has recorded it.
#[tokio::test(flavor = "multi_thread")]
async fn an_upload_at_the_standby_gateway_is_answered_with_its_outcome() {
    let mut stage = Stage::set().await;
    let player = stage.player(1).await;
    let second = stage.another().await;
    let first = std::mem::replace(&mut stage.app, second);
    let payment = stage.pay(&player, "500.00").await;
    let picture = stage.slip_picture(&payment, "png").await;
    // The view is stopped until the slip has been over for a while.
    let mut view = stage.database.owner().begin().await.unwrap();
    let still = "lock table slip_entry in exclusive mode";
    sqlx::query(still).execute(&mut *view).await.unwrap();
    let going_on = async {
        stage.has_events(&player, "Deposited", 1).await;
        // Longer than the request pauses between two looks. A slower machine only proves less.
        tokio::time::sleep(Duration::from_millis(500)).await;
        view.rollback().await.unwrap();
    };
    let upload = stage.upload(&player, "slip", picture);
    let ((status, body), ()) = tokio::join!(upload, going_on);
    assert_eq!(status, StatusCode::CREATED, "{body}");
    assert_eq!(body["status"], "SUCCESS", "{body}");
    assert_eq!(body["amount"], "500.00", "{body}");
    first.stop().await;
}
