//! Refunds by HTTP: what of a loss comes back, once for each period.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::granting::{DAY, refused, set, set_with, yesterday};
use crate::stage::{Player, Stage, new_key};

const CHECK: &str = "/refund/check";
const RECEIVE: &str = "/refund/receive";
const ADD: &str = "/refund/addWallet";

/// A player who has lost yesterday, with what is left in the wallet.
async fn after_a_loss(stage: &Stage, deposit: &str, lost: &str) -> (Player, String) {
    let player = stage.player(1).await;
    let username = stage.activate(&player, "pg").await;
    stage.deposit(&player, deposit).await;
    stage.moved(&player, ("WALLET", "pg"), deposit).await;
    stage
        .play_at(("pg", &username), (lost, "0.00"), yesterday(stage))
        .await;
    (player, username)
}

async fn check(stage: &Stage, player: &Player) -> Value {
    Stage::granted(stage.get(player, CHECK).await)
}

async fn list(stage: &Stage, player: &Player) -> Value {
    let path = format!("/refund?after={}", stage.head().await);
    Stage::granted(
        stage
            .post(player, &path, &json!({ "page": 1, "limit": 10 }))
            .await,
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loss_is_refunded_in_part_and_added_once() {
    let stage = set().await;
    let (player, username) = after_a_loss(&stage, "1000.00", "900.00").await;
    let before = check(&stage, &player).await;
    assert_eq!(
        (&before["result"], &before["bonus"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(
        (&before["netLoss"], &before["refundAmount"]),
        (&json!("900.00"), &json!("45.00"))
    );
    assert_eq!(
        (&before["refundSuccess"], &before["refundFail"]),
        (&json!("100"), &json!("0"))
    );
    assert_eq!(before["pending"], Value::Null);
    refused(&stage.command(&player, ADD).await, 404, "NO_REFUND");
    // Still in play: more than 5 baht.
    let held = stage.command(&player, RECEIVE).await;
    refused(&held, 422, "REFUND_CONDITION");
    assert_eq!(held.1["data"], json!({ "amount": "5.00" }));
    stage.play("pg", &username, "95.00", "0.00").await;

    let key = new_key();
    let received = stage.command_as(&player, RECEIVE, Some(&key)).await;
    let body = Stage::granted(received.clone());
    assert_eq!(
        (&body["message"], &body["refundAmount"]),
        (&json!("REFUND_SUCCESS"), &json!("45.00"))
    );
    assert_eq!(
        stage.command_as(&player, RECEIVE, Some(&key)).await,
        received
    );
    refused(&stage.command(&player, RECEIVE).await, 404, "NO_REFUND");
    // No money before it is added.
    assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "0.00");
    let pending = check(&stage, &player).await;
    assert_eq!(pending["result"], false);
    assert_eq!(pending["pending"]["amount"], "45.00");
    assert_eq!(pending["pending"]["keepUntil"], body["keepUntil"]);
    assert_eq!(
        list(&stage, &player).await["refunds"][0]["status"],
        "RECEIVED"
    );

    let answers = join_all((0..6).map(|_| stage.command(&player, ADD))).await;
    let added: Vec<_> = answers
        .iter()
        .filter(|(status, _)| status.is_success())
        .collect();
    assert_eq!(added.len(), 1, "{answers:?}");
    assert_eq!(
        (&added[0].1["amount"], &added[0].1["balance"]),
        (&json!("45.00"), &json!("45.00"))
    );
    for answer in answers.iter().filter(|(status, _)| !status.is_success()) {
        refused(answer, 404, "NO_REFUND");
    }
    // 100 and 0 are no condition.
    let active = Stage::granted(stage.get(&player, "/bonus/check/active").await);
    assert_eq!(active["status"], false);
    let refunds = list(&stage, &player).await;
    assert_eq!(
        (&refunds["total"], &refunds["refunds"][0]["status"]),
        (&json!(1), &json!("ADDED"))
    );
    let line = &stage.settled(&player).await["statements"][0];
    assert_eq!(
        (&line["statementType"], &line["from"]),
        (&json!("bonus"), &json!("REFUND"))
    );
    assert!(line["refund"]["description"]["th"].is_string(), "{line}");
    let banners = Stage::granted(stage.get(&player, "/refund/banners").await);
    assert_eq!(banners["banners"][0]["image"], "/banners/refund.svg");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_lost_while_a_grant_was_active_is_not_refunded() {
    let stage = set().await;
    let player = stage.player(1).await;
    let username = stage.activate(&player, "pg").await;
    stage.deposit(&player, "500.00").await;
    stage.moved(&player, ("WALLET", "pg"), "100.00").await;
    stage.play("pg", &username, "100.00", "0.00").await;
    stage.deposit(&player, "500.00").await;
    Stage::granted(stage.command(&player, "/bonus/activate/WELCOME").await);
    refused(
        &stage.command(&player, RECEIVE).await,
        409,
        "BONUS_REMAINING",
    );
    refused(&stage.command(&player, ADD).await, 409, "BONUS_REMAINING");
    assert_eq!(check(&stage, &player).await["bonus"], true);
    stage.moved(&player, ("WALLET", "pg"), "1200.00").await;
    stage.play("pg", &username, "1196.00", "0.00").await;
    Stage::granted(stage.command(&player, "/bonus/clear").await);
    stage.app.clock().advance(DAY);
    let checked = check(&stage, &player).await;
    // 1,296 were lost, 1,196 of them with the bonus.
    assert_eq!(
        (&checked["netLoss"], &checked["refundAmount"]),
        (&json!("100.00"), &json!("5.00"))
    );
    let received = Stage::granted(stage.command(&player, RECEIVE).await);
    assert_eq!(received["refundAmount"], "5.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_loss_or_with_a_tiny_one_there_is_no_refund() {
    let stage = set().await;
    let (player, username) = after_a_loss(&stage, "5.00", "0.19").await;
    refused(
        &stage.command(&player, RECEIVE).await,
        422,
        "REFUND_MINIMUM",
    );
    assert_eq!(check(&stage, &player).await["result"], false);
    // Winning it back leaves no loss.
    let won = ("1.00", "1.19");
    stage
        .play_at(("pg", &username), won, yesterday(&stage))
        .await;
    refused(&stage.command(&player, RECEIVE).await, 404, "NO_REFUND");
    assert_eq!(check(&stage, &player).await["netLoss"], "0.00");
    assert_eq!(stage.events(&player, "RefundReceived").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_that_is_not_added_in_time_is_gone_and_the_next_one_waits_for_its_turn() {
    let stage = set().await;
    let (player, username) = after_a_loss(&stage, "1000.00", "1000.00").await;
    stage.deposit(&player, "500.00").await;
    stage.moved(&player, ("WALLET", "pg"), "500.00").await;
    // Today's loss is refunded tomorrow.
    stage.play("pg", &username, "500.00", "0.00").await;
    let first = Stage::granted(stage.command(&player, RECEIVE).await);
    assert_eq!(first["refundAmount"], "50.00");
    stage
        .app
        .clock()
        .advance(DAY.checked_sub(Duration::from_mins(1)).unwrap());
    let now = stage.app.clock().now();
    let begin = gateway::config::RefundPeriod::Day.last(now);
    let tomorrow = yesterday(&stage);
    assert!(begin.from < tomorrow && tomorrow < begin.to);
    refused(
        &stage.command(&player, RECEIVE).await,
        422,
        "REFUND_CONDITION",
    );
    stage.app.clock().advance(Duration::from_mins(2));
    refused(&stage.command(&player, ADD).await, 404, "NO_REFUND");
    assert_eq!(
        list(&stage, &player).await["refunds"][0]["status"],
        "EXPIRED"
    );
    let second = Stage::granted(stage.command(&player, RECEIVE).await);
    assert_eq!(second["refundAmount"], "25.00");
    assert_eq!(
        Stage::granted(stage.command(&player, ADD).await)["balance"],
        "25.00"
    );
    assert_eq!(list(&stage, &player).await["total"], 2);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_that_is_switched_off_or_unknown_says_so() {
    let off = set_with(|config| config.refund.as_mut().unwrap().is_on = false).await;
    let player = off.player(1).await;
    refused(&off.command(&player, RECEIVE).await, 409, "REFUND_INACTIVE");
    assert_eq!(check(&off, &player).await["result"], false);

    let stage = set().await;
    let (player, _) = after_a_loss(&stage, "100.00", "100.00").await;
    stage
        .fault(&json!({ "target": "game:pg", "kind": "error_500_before" }))
        .await;
    refused(&stage.get(&player, CHECK).await, 503, "SERVICE_UNAVAILABLE");
    refused(
        &stage.command(&player, RECEIVE).await,
        503,
        "SERVICE_UNAVAILABLE",
    );
    assert_eq!(stage.events(&player, "RefundReceived").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_with_a_condition_becomes_the_active_grant() {
    let stage = set_with(|config| {
        let refund = config.refund.as_mut().unwrap();
        (refund.success_percent, refund.fail_percent) = (200, 10);
    })
    .await;
    let (player, _) = after_a_loss(&stage, "1000.00", "1000.00").await;
    Stage::granted(stage.command(&player, RECEIVE).await);
    Stage::granted(stage.command(&player, ADD).await);
    let active = Stage::granted(stage.get(&player, "/bonus/check/active").await);
    assert_eq!(
        (&active["type"], &active["grant"]["successFrom"]),
        (&json!("refund"), &json!("100.00"))
    );
    let answer = stage
        .post(&player, "/wallet/withdraw", &json!({ "amount": "100.00" }))
        .await;
    refused(&answer, 409, "BONUS_REMAINING");
    refused(
        &stage.command(&player, RECEIVE).await,
        409,
        "BONUS_REMAINING",
    );
    stage.audit().await;
}
