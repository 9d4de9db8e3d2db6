//! How a stranger reads what the log says: by the public documents alone.

use gateway::config::Config;
use ledger::proof::{Checkpoint, Receipt, open_note};
use ledger_testing::eventually;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::stage::{Answer, Player, Stage, answer};

/// A stage whose log is sealed again and again.
pub(crate) async fn set() -> Stage {
    set_with(|_| {}).await
}

/// As [`set`], with another configuration.
pub(crate) async fn set_with(change: impl FnOnce(&mut Config)) -> Stage {
    Stage::set_with(|config| {
        config.proof.seal_every_ms = 50;
        config.proof.reads_per_address_minute = 100_000;
        config.proof.receipts_per_member_minute = 100_000;
        be_patient(config);
        change(config);
    })
    .await
}

/// These stories do not depend on how soon the world answers.
pub(crate) fn be_patient(config: &mut Config) {
    config.waits.outside_ms = 60_000;
    config.waits.transfer_ms = 60_000;
    config.waits.withdrawal_ms = 60_000;
    config.waits.slip_ms = 60_000;
}

/// A call of anybody, without a session and without the portal's marker.
pub(crate) async fn anybody(stage: &Stage, path: &str) -> Answer {
    let url = format!("http://{}/api{path}", stage.app.public_address());
    answer(stage.http.get(url)).await
}

pub(crate) async fn verifiers(stage: &Stage) -> Vec<String> {
    let (status, body) = anybody(stage, "/proof/key").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let keys = body["keys"].as_array().unwrap();
    let text = |key: &Value| key["verifier"].as_str().unwrap().to_owned();
    keys.iter().map(text).collect()
}

/// The checkpoint in a note that one of the log's keys has signed.
pub(crate) async fn read_note(stage: &Stage, note: &str) -> Checkpoint {
    open_note(note, &verifiers(stage).await).unwrap()
}

/// The newest checkpoint, once it is of all that has been committed.
pub(crate) async fn sealed(stage: &Stage) -> (String, Checkpoint) {
    let head = stage.head().await;
    eventually("the log is sealed", async || {
        let (status, body) = anybody(stage, "/proof/checkpoint").await;
        if status != StatusCode::OK {
            assert_eq!(body["message"], "PROOF_PENDING", "{body}");
            return Err((head, 0));
        }
        let note = body.as_str().unwrap().to_owned();
        let checkpoint = read_note(stage, &note).await;
        if checkpoint.size >= head {
            Ok((note, checkpoint))
        } else {
            Err((head, checkpoint.size))
        }
    })
    .await
}

/// The newest lines of the statement, with all that has been committed.
pub(crate) async fn statement(stage: &Stage, player: &Player) -> Vec<Value> {
    let query = json!({ "page": 1, "limit": 100 });
    let body = statement_page(stage, player, &query).await;
    body["statements"].as_array().unwrap().clone()
}

/// A page of the statement, with all that has been committed.
pub(crate) async fn statement_page(stage: &Stage, player: &Player, query: &Value) -> Value {
    let head = stage.head().await;
    let path = format!("/statement?after={head}");
    eventually("the statement shows everything", async || {
        let (status, body) = stage.post(player, &path, query).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        let as_of: i64 = body["asOf"].as_str().unwrap().parse().unwrap();
        if as_of >= head {
            Ok(body)
        } else {
            Err((head, as_of))
        }
    })
    .await
}

/// The receipt of one line; the log must have come that far.
pub(crate) async fn receipt(stage: &Stage, player: &Player, position: &str) -> Value {
    let (status, body) = stage
        .get(player, &format!("/proof/receipt/{position}"))
        .await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

/// Checks a receipt's way to a checkpoint: sections 1 to 5.
pub(crate) fn check_path(receipt: &Value, checkpoint: &Checkpoint) {
    let read: Receipt = serde_json::from_value(receipt.clone()).unwrap();
    assert_eq!(read.tree_size, checkpoint.size);
    read.check(&checkpoint.root).unwrap();
}
