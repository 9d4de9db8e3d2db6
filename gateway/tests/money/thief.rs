//! A slip that was taken from its owner brings the thief nothing.

use reqwest::StatusCode;
use serde_json::json;

use crate::stage::{Player, Stage};

/// Uploads a slip of somebody else's payment and looks that it waits for staff.
async fn assert_referred(stage: &Stage, thief: &Player, payment: &serde_json::Value) {
    let picture = stage.slip_picture(payment, "png").await;
    let (status, body) = stage.upload(thief, "stolen", picture).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    assert_eq!(body["status"], "PENDING", "{body}");
    assert_eq!(stage.events(thief, "SlipReferred").await, 1);
    assert_eq!(stage.events(thief, "Deposited").await, 0);
    assert_eq!(stage.wallet(thief).await["wallet"]["amount"], "0.00");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_number_with_one_digit_more_takes_nobodys_slip() {
    let stage = Stage::set().await;
    let victim = stage.player(1).await;
    let longer = format!("{}0", victim.account_no);
    let thief = stage.player_with("0812340001", &longer).await;
    let payment = stage.pay(&victim, "500.00").await;
    assert_referred(&stage, &thief, &payment).await;
    // The payment is not claimed: its owner still gets it.
    let picture = stage.slip_picture(&payment, "jpg").await;
    let (status, body) = stage.upload(&victim, "own", picture).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    assert_eq!(body["status"], "SUCCESS", "{body}");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_made_up_account_number_with_a_likely_name_takes_nobodys_slip() {
    let stage = Stage::set().await;
    let holder = "SOMCHAI JOKER";
    let thief = stage
        .player_named("0812340002", "99999999999", holder)
        .await;
    let change = json!({
        "amount": "500.00", "fromAccountNo": "1230102093", "fromName": "SOMCHAI JAIDEE",
    });
    let payment = stage.pay_with(&thief, &change).await;
    assert_referred(&stage, &thief, &payment).await;
}
