//! The log only grows: any two checkpoints have a proof of it, and other sizes have none.

use ledger::journal::Digest;
use ledger::proof::check_consistency;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::history::move_once;
use crate::reading::{anybody, read_note, sealed, set};
use crate::stage::{Stage, expect_error};

async fn path(stage: &Stage, from: i64, to: i64) -> Vec<Digest> {
    let (status, body) = anybody(stage, &format!("/proof/consistency?from={from}&to={to}")).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(
        (&body["from"], &body["to"]),
        (&json!(from.to_string()), &json!(to.to_string()))
    );
    let digest = |hash: &Value| {
        let mut digest = Digest::default();
        hex::decode_to_slice(hash.as_str().unwrap(), &mut digest).unwrap();
        digest
    };
    body["path"]
        .as_array()
        .unwrap()
        .iter()
        .map(digest)
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn any_two_checkpoints_are_one_log() {
    let stage = set().await;
    let player = stage.player(1).await;
    sealed(&stage).await;
    for amount in ["500.00", "20.00", "30.00"] {
        stage.deposit(&player, amount).await;
        sealed(&stage).await;
    }
    move_once(&stage, &player).await;
    stage.settled(&player).await;
    sealed(&stage).await;
    let notes: Vec<String> = sqlx::query_scalar("select note from proof_checkpoint order by size")
        .fetch_all(&stage.database.owner())
        .await
        .unwrap();
    assert!(notes.len() >= 5, "{notes:?}");
    let mut checkpoints = Vec::new();
    for note in &notes {
        checkpoints.push(read_note(&stage, note).await);
    }
    for (place, older) in checkpoints.iter().enumerate() {
        for newer in &checkpoints[place..] {
            let path = path(&stage, older.size, newer.size).await;
            assert_eq!(path.is_empty(), older.size == newer.size);
            let (old, new) = ((older.size, &older.root), (newer.size, &newer.root));
            check_consistency(&path, old.0, old.1, new.0, new.1).unwrap();
            let other = [0; 32];
            check_consistency(&path, older.size, &other, new.0, new.1).unwrap_err();
            check_consistency(&path, old.0, old.1, newer.size, &other).unwrap_err();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sizes_that_the_log_has_not_had_have_no_proof() {
    let stage = set().await;
    stage.player(1).await;
    let (_, checkpoint) = sealed(&stage).await;
    let size = checkpoint.size;
    for (from, to, field) in [
        ("0".to_owned(), "1".to_owned(), "from"),
        ("-1".to_owned(), "1".to_owned(), "from"),
        ("01".to_owned(), "1".to_owned(), "from"),
        ("%2B1".to_owned(), "1".to_owned(), "from"),
        ("x".to_owned(), "1".to_owned(), "from"),
        ("2".to_owned(), "1".to_owned(), "from"),
        ("1".to_owned(), "1e3".to_owned(), "to"),
        ("1".to_owned(), (size + 1_000).to_string(), "to"),
        ("1".to_owned(), "99999999999999999999".to_owned(), "to"),
    ] {
        let path = format!("/proof/consistency?from={from}&to={to}");
        let answer = anybody(&stage, &path).await;
        expect_error(&answer, 400, "INVALID_INPUT");
        assert_eq!(answer.1["data"]["fields"], json!([field]), "{path}");
    }
    for path in ["/proof/consistency", "/proof/consistency?from=1"] {
        expect_error(&anybody(&stage, path).await, 400, "INVALID_INPUT");
    }
}
