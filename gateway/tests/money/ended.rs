//! Money of a service that has ended: nothing goes in, and all of it can go out.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::qr::{made, scan, set_with, unasked};
use crate::stage::{Player, Stage, code, hurried};

/// Why the player's payments wait for staff.
async fn referrals(stage: &Stage, player: &Player, kind: &str) -> Vec<Option<String>> {
    sqlx::query_scalar(
        "select payload -> event_type ->> 'reason' from event
         where wallet_id = $1 and event_type = $2",
    )
    .bind(player.id)
    .bind(kind)
    .fetch_all(&stage.database.owner())
    .await
    .unwrap()
}

async fn end(stage: &mut Stage) {
    stage
        .restart(|config| config.service.terminated = true)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn money_goes_back_from_games_and_out_and_not_into_a_game() {
    let mut stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "1000").await;
    stage.activate(&player, "pg").await;
    stage.activate(&player, "joker2").await;
    let moved = stage.transfer(&player, ("WALLET", "pg"), "400").await;
    assert_eq!(moved.0, StatusCode::OK, "{}", moved.1);
    end(&mut stage).await;
    for (path, body) in [
        (
            "/wallet/transfer",
            json!({ "from": "WALLET", "to": "pg", "amount": "1" }),
        ),
        (
            "/wallet/transfer",
            json!({ "from": "pg", "to": "joker2", "amount": "ALL" }),
        ),
        ("/wallet/transferAll", json!({ "to": "joker2" })),
        (
            "/wallet/truelink",
            json!({ "link": "https://gift.truemoney.com/campaign/?v=0" }),
        ),
        ("/qrcode/KBANK", json!({ "amount": "100" })),
    ] {
        let answer = stage.post(&player, path, &body).await;
        assert_eq!(code(&answer), (410, "gone"), "{path} {body}");
    }
    let back = stage
        .post(&player, "/wallet/transferAll", &json!({ "to": "WALLET" }))
        .await;
    assert_eq!(back.0, StatusCode::OK, "{}", back.1);
    let out = stage
        .post(&player, "/wallet/withdraw", &json!({ "amount": "1000" }))
        .await;
    assert_eq!(out.0, StatusCode::OK, "{}", out.1);
    assert_eq!(stage.wallet(&player).await["total"], "0.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_qr_that_is_paid_after_the_end_waits_for_staff() {
    let (mut stage, relay) = set_with(unasked).await;
    let player = stage.player(1).await;
    let qr = made(&stage, &player, "KBANK", "300").await;
    end(&mut stage).await;
    relay.connect(&format!("http://{}", stage.app.public_address()));
    assert_eq!(scan(&stage, &qr).await.0, StatusCode::OK);
    stage.has_events(&player, "QrReferred", 1).await;
    let why = referrals(&stage, &player, "QrReferred").await;
    assert_eq!(why, [Some("SERVICE_TERMINATED".to_owned())]);
    assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "0.00");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_and_a_gift_from_before_the_end_are_not_credited() {
    let mut stage = Stage::set_with(hurried).await;
    let player = stage.player(1).await;
    for target in ["slip", "truemoney"] {
        stage
            .fault(&json!({ "target": target, "kind": "drop_before" }))
            .await;
    }
    let payment = stage.pay(&player, "500").await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, slip) = stage.upload(&player, "k-1", picture).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{slip}");
    let input = json!({ "amount": "200" });
    let voucher = stage
        .control(Method::POST, "/truemoney/vouchers", Some(&input))
        .await
        .1;
    let gift = json!({ "link": voucher["link"] });
    let (status, taken) = stage.post(&player, "/wallet/truelink", &gift).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{taken}");
    end(&mut stage).await;
    stage.clear_faults().await;
    stage.has_events(&player, "SlipReferred", 1).await;
    stage.has_events(&player, "GiftRejected", 1).await;
    let why = referrals(&stage, &player, "SlipReferred").await;
    assert_eq!(why, [Some("SERVICE_TERMINATED".to_owned())]);
    let totals: Value = stage.totals().await;
    assert_eq!(totals["truemoney"]["redeemed"], 0, "{totals}");
    assert_eq!(stage.wallet(&player).await["total"], "0.00");
}
