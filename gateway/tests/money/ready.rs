//! Ready, or not and why: each trouble is named, and is over by itself when its cause is.

use std::time::Duration;

use gateway::App;
use ledger_testing::{Wire, eventually};
use serde_json::Value;

use crate::stage::{Stage, start};

/// The codes of what keeps the gateway from being ready.
async fn codes(stage: &Stage) -> Vec<String> {
    let url = format!("http://{}/health/ready", stage.app.internal_address());
    let reply = stage.http.get(url).send().await.unwrap();
    let status = reply.status().as_u16();
    let body: Value = reply.json().await.unwrap();
    let codes = body["codes"].as_array().cloned().unwrap_or_default();
    assert_eq!(status == 200, codes.is_empty(), "{status} {body}");
    let codes = codes.iter().map(|it| it.as_str().unwrap().to_owned());
    codes.collect()
}

async fn is_unready(stage: &Stage, code: &str) {
    eventually(code, async || {
        let seen = codes(stage).await;
        seen.iter().any(|it| it == code).then_some(()).ok_or(seen)
    })
    .await;
}

async fn is_ready(stage: &Stage) {
    eventually("ready", async || {
        let seen = codes(stage).await;
        seen.is_empty().then_some(()).ok_or(seen)
    })
    .await;
}

async fn tamper(stage: &Stage, statement: &str) {
    stage.database.tamper(statement).await;
}

/// A stage that says quickly what is wrong.
async fn stage() -> Stage {
    Stage::set_with(|config| {
        config.paces.unready = Duration::from_secs(1);
        config.paces.lease = Duration::from_secs(2);
        config.paces.lease_renewal = Duration::from_millis(500);
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_is_unready_while_nobody_may_work() {
    let stage = stage().await;
    is_ready(&stage).await;
    tamper(&stage, "revoke insert, update on lease from wallet_app").await;
    is_unready(&stage, "NO_LEASE_HOLDER").await;
    tamper(&stage, "grant insert, update on lease to wallet_app").await;
    is_ready(&stage).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_is_unready_while_a_view_is_stopped_and_the_log_is_not() {
    let stage = stage().await;
    is_ready(&stage).await;
    let mut view = stage.database.owner().begin().await.unwrap();
    let still = "lock table wallet_balance in exclusive mode";
    sqlx::query(still).execute(&mut *view).await.unwrap();
    stage.player(1).await;
    is_unready(&stage, "VIEW_STANDS_STILL").await;
    view.rollback().await.unwrap();
    is_ready(&stage).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_is_unready_while_the_log_is_not_sealed() {
    let stage = stage().await;
    is_ready(&stage).await;
    tamper(&stage, "revoke insert on proof_checkpoint from wallet_app").await;
    stage.player(1).await;
    is_unready(&stage, "SEALING_FAILED").await;
    tamper(&stage, "grant insert on proof_checkpoint to wallet_app").await;
    is_ready(&stage).await;
}

/// A key that is made in an empty folder signs nothing, and the check would take it for a forger's.
#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_without_the_logs_key_does_not_start() {
    let stage = stage().await;
    is_ready(&stage).await;
    let (key, kept) = (
        stage.data_dir().join("proof.key"),
        stage.data_dir().join("kept.key"),
    );
    std::fs::rename(&key, &kept).unwrap();
    let options = stage.options(stage.config(), stage.app.clock().clone());
    let refused = Box::pin(App::start(*options)).await.err();
    let words = refused.expect("it starts").to_string();
    assert!(words.contains("copy proof.key"), "{words}");
    assert!(!key.exists(), "no other key is made");
    std::fs::rename(&kept, &key).unwrap();
    let other = stage.another().await;
    assert!(other.stop().await);
}

/// More was signed than there is: somebody has cut the log, or set its database back.
#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_is_unready_while_the_log_is_not_the_one_that_was_signed() {
    let stage = stage().await;
    stage.player(1).await;
    is_ready(&stage).await;
    tamper(&stage, "update proof_head set size = size + 1000").await;
    is_unready(&stage, "LOG_FORKED").await;
    tamper(&stage, "update proof_head set size = size - 1000").await;
    is_ready(&stage).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_is_unready_for_a_while_after_a_disk_was_full() {
    let stage = stage().await;
    is_ready(&stage).await;
    let plant = "create function refuse() returns trigger language plpgsql as $$
         begin raise exception 'no space' using errcode = '53100'; end $$;
         create trigger refuse before insert on session for each row execute function refuse()";
    stage.player(1).await;
    tamper(&stage, plant).await;
    let url = format!("http://{}/api/login", stage.app.public_address());
    let credential = serde_json::json!({ "username": "0810000001", "password": "Correct-Horse-9" });
    let request = stage.http.post(url).json(&credential);
    let reply = request
        .header("x-requested-with", "wallet-web")
        .send()
        .await
        .unwrap();
    assert_eq!(reply.status(), 503);
    let codes = codes(&stage).await;
    assert!(codes.iter().any(|code| code == "DISK_FULL"), "{codes:?}");
    tamper(&stage, "drop trigger refuse on session").await;
    is_ready(&stage).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_is_unready_while_its_database_says_nothing() {
    let mut stage = stage().await;
    let wire = Wire::to(&stage.database).await;
    let mut config = stage.config();
    config.paces.connection = Duration::from_secs(5);
    let mut options = stage.options(config, stage.app.clock().clone());
    options.database = gateway::DatabaseAccess::of_owner(wire.url());
    let wired = start(options).await;
    let direct = std::mem::replace(&mut stage.app, wired);
    is_ready(&stage).await;
    wire.silence();
    is_unready(&stage, "DATABASE_AWAY").await;
    direct.stop().await;
}
