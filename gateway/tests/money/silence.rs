//! Connections to the database fall silent: no end comes, and no answer. A gateway with new
//! connections continues by itself; one without stops, and another takes over.

use std::time::Duration;

use gateway::App;
use gateway::config::Config;
use ledger_testing::{Wire, eventually};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::relay::Liar;
use crate::stage::{Player, Stage, start};

const HOUR: Duration = Duration::from_hours(1);

/// A gateway that reaches the database through a wire.
async fn wired(stage: &Stage, wire: &Wire, change: impl FnOnce(&mut Config)) -> App {
    let mut config = stage.config();
    change(&mut config);
    let mut options = stage.options(config, stage.app.clock().clone());
    options.database = gateway::DatabaseAccess::of_owner(wire.url());
    start(options).await
}

/// The lease's token, and whether somebody holds it.
async fn lease(stage: &Stage) -> (i64, bool) {
    sqlx::query_as("select token, held_until > clock_timestamp() from lease")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap()
}

/// Waits until somebody holds the lease who did not when it had this token.
async fn held_after(stage: &Stage, before: i64) -> i64 {
    eventually("somebody else holds the lease", async || {
        let (token, is_held) = lease(stage).await;
        let is_new = is_held && token > before;
        is_new.then_some(token).ok_or((token, is_held))
    })
    .await
}

/// Waits until every view shows everything.
async fn views_show_everything(stage: &Stage) {
    eventually("every view shows everything", async || {
        let behind: Vec<(String, i64)> = sqlx::query_as(
            "select view, projection_checkpoint.position
             from projection_checkpoint, log_head
             where projection_checkpoint.position < log_head.position",
        )
        .fetch_all(&stage.database.owner())
        .await
        .unwrap();
        behind.is_empty().then_some(()).ok_or(behind)
    })
    .await;
}

/// A transfer whose outcome nobody can learn for now.
async fn open_transfer(stage: &Stage, player: &Player) -> Value {
    for (kind, operation) in [("drop_after", "transfer"), ("error_500_before", "status")] {
        let fault = json!({ "target": "game:pg", "kind": kind, "operation": operation });
        stage.fault(&fault).await;
    }
    let (status, body) = stage.transfer(player, ("WALLET", "pg"), "100").await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    body
}

#[tokio::test(flavor = "multi_thread")]
async fn when_old_connections_fall_silent_commands_views_and_open_work_go_on_by_themselves() {
    let mut stage = Stage::set_with(hurried_transfers).await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    let wire = Wire::to(&stage.database).await;
    let through = wired(&stage, &wire, |_| {}).await;
    let direct = std::mem::replace(&mut stage.app, through);
    assert!(direct.stop().await);
    let open = open_transfer(&stage, &player).await;
    stage.asked_about(&open["id"], 1).await;
    wire.silence_old().await;
    stage.clear_faults().await;
    let input = json!({ "amount": "100" });
    let (status, body) = stage.post(&player, "/wallet/withdraw", &input).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let statement = stage.settled(&player).await;
    let lines = statement["statements"].as_array().unwrap();
    assert!(
        lines.iter().all(|line| line["status"] == "SUCCESS"),
        "{statement}"
    );
    assert_eq!(stage.events(&player, "TransferCompleted").await, 1);
    assert_eq!(stage.totals().await["payouts"]["count"], 1);
    views_show_everything(&stage).await;
    stage.audit().await;
}

/// The other bounds hold where the server sees the network, which it does not on a socket.
#[tokio::test(flavor = "multi_thread")]
async fn every_session_can_notice_that_its_client_is_gone() {
    let stage = Stage::set().await;
    let shown: (String, String, String) = sqlx::query_as(
        "select current_setting('client_connection_check_interval'),
             current_setting('idle_session_timeout'),
             current_setting('idle_in_transaction_session_timeout')",
    )
    .fetch_one(stage.app.pool())
    .await
    .unwrap();
    let shown = [shown.0, shown.1, shown.2];
    assert_eq!(shown, ["5s", "5min", "20s"]);
}

fn hurried_transfers(config: &mut Config) {
    config.waits.transfer_ms = 0;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_hears_nothing_loses_the_lease_and_the_other_one_finishes_its_work() {
    let mut stage = Stage::set_with(|config| {
        hurried_transfers(config);
        config.paces.lease = Duration::from_secs(4);
        config.paces.lease_renewal = Duration::from_secs(1);
    })
    .await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    // Its calls to the provider go over a separate line, where they are counted.
    let (wire, line) = (Wire::to(&stage.database).await, Liar::start().await);
    line.connect(&stage.world);
    let url = serde_json::from_value(json!(format!("{}/games/pg", line.url))).unwrap();
    let silent = wired(&stage, &wire, |config| {
        let pg = config
            .providers
            .iter_mut()
            .find(|it| it.code.as_str() == "pg");
        pg.unwrap().base_url = url;
    })
    .await;
    let (before, _) = lease(&stage).await;
    let direct = std::mem::replace(&mut stage.app, silent);
    assert!(direct.stop().await);
    let token = held_after(&stage, before).await;
    let open = open_transfer(&stage, &player).await;
    stage.asked_about(&open["id"], 1).await;
    let second = stage.another().await;
    let silent = std::mem::replace(&mut stage.app, second);
    assert!(line.calls() > 0);
    wire.silence();
    held_after(&stage, token).await;
    let calls = line.calls();
    stage.clear_faults().await;
    let statement = stage.settled(&player).await;
    assert_eq!(
        statement["statements"][0]["status"], "SUCCESS",
        "{statement}"
    );
    assert_eq!(stage.events(&player, "TransferCompleted").await, 1);
    assert_eq!(stage.totals().await["games"]["pg"]["balance"], "100.00");
    assert_eq!(
        line.calls(),
        calls,
        "it still calls after another one took over"
    );
    stage.audit().await;
    drop(silent);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_stops_gives_the_lease_back_and_nobody_waits_for_its_end() {
    let mut stage = Stage::set_with(|config| {
        config.paces.lease = HOUR;
        config.paces.lease_renewal = HOUR / 4;
    })
    .await;
    let player = stage.player(1).await;
    let (before, is_held) = lease(&stage).await;
    assert!(is_held);
    let second = stage.another().await;
    let first = std::mem::replace(&mut stage.app, second);
    assert!(first.stop().await);
    held_after(&stage, before).await;
    stage.deposit(&player, "500.00").await;
}

/// Nothing polls within the hour: the working gateway is notified of what starts here.
#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_through_the_standby_gateway_is_sent_to_the_one_that_works() {
    let mut stage = Stage::set_with(|config| {
        config.paces.work = HOUR;
        config.paces.look = HOUR;
    })
    .await;
    let player = stage.player(1).await;
    let second = stage.another().await;
    stage.database.listened_to("journal_moved", 2).await;
    let first = std::mem::replace(&mut stage.app, second);
    stage.deposit(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    let (status, body) = stage.transfer(&player, ("WALLET", "pg"), "100").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(body["status"], "SUCCESS", "{body}");
    let (status, body) = stage
        .post(&player, "/wallet/withdraw", &json!({ "amount": "100" }))
        .await;
    assert_eq!(status, StatusCode::OK, "{body}");
    first.stop().await;
}
