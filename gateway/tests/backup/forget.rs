//! After an erasure nothing names the person any more, and every proof is as it was.

use std::path::Path;

use gateway::operator::{self, EraseArgs};
use ledger::WalletId;
use ledger::proof::{self, StoredCheckpoint};
use ledger_testing::eventually;
use reqwest::StatusCode;
use serde_json::json;
use sqlx::PgPool;

use crate::life::{self, ACCOUNT, HOLDER, NAME, NOTED, PHONE, TRACES};
use crate::script::{dump, verify};
use crate::stage::{Player, Stage, answer, expect_error};

/// A stage whose log is sealed again and again, and whose sessions are long.
pub(crate) async fn set() -> Stage {
    Stage::set_with(|config| {
        config.proof.seal_every_ms = 50;
        config.session.idle_minutes = 1_000_000;
        config.session.absolute_hours = 100_000;
        // These stories do not depend on how soon the world answers.
        config.waits.outside_ms = 60_000;
        config.waits.transfer_ms = 60_000;
        config.waits.withdrawal_ms = 60_000;
        config.waits.slip_ms = 60_000;
    })
    .await
}

/// The operator's command while the gateway runs.
pub(crate) async fn erase(stage: &Stage, player: &Player) -> Result<String, String> {
    let args = EraseArgs {
        member: WalletId(player.id),
        by: "Nok".to_owned(),
        reason: "asked for it".to_owned(),
    };
    let (url, folder) = (stage.database.url(), stage.data_dir().to_owned());
    let clock = stage.app.clock().clone();
    operator::erase(&url, folder, stage.config(), args, clock)
        .await
        .map_err(|error| error.to_string())
}

/// The latest checkpoint, once it is of all that was committed.
pub(crate) async fn sealed(pool: &PgPool) -> StoredCheckpoint {
    let head: i64 = sqlx::query_scalar("select position from log_head")
        .fetch_one(pool)
        .await
        .unwrap();
    eventually("the log is sealed", async || {
        match proof::latest(pool).await.unwrap() {
            Some(found) if found.size >= head => Ok(found),
            found => Err((head, found.map(|found| found.size))),
        }
    })
    .await
}

/// Every file below a folder, with its path.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push((path.display().to_string(), std::fs::read(&path).unwrap()));
        }
    }
    found
}

/// Which of the texts are found, in the database or on the disk.
async fn traces(stage: &Stage) -> Vec<String> {
    let mut found = Vec::new();
    let rows = dump(&stage.database.url()).await;
    let files = files(stage.data_dir());
    for trace in TRACES {
        if rows.contains(trace) {
            let row = rows.lines().find(|line| line.contains(trace)).unwrap();
            found.push(format!("{trace}: {row}"));
        }
        for (path, bytes) in &files {
            let is_in = bytes.windows(trace.len()).any(|it| it == trace.as_bytes());
            if is_in || path.contains(trace) {
                found.push(format!("{trace}: {path}"));
            }
        }
    }
    found
}

async fn positions(pool: &PgPool, player: &Player) -> Vec<i64> {
    sqlx::query_scalar("select position from event where wallet_id::text = $1 order by position")
        .bind(player.id.to_string())
        .fetch_all(pool)
        .await
        .unwrap()
}

/// The receipts of all that the member ever did, checked, as text.
async fn receipts(pool: &PgPool, player: &Player, tree: &StoredCheckpoint) -> Vec<String> {
    let positions = positions(pool, player).await;
    let found = proof::receipts(pool, WalletId(player.id), &positions, tree.size).await;
    let found = found.unwrap();
    assert_eq!(found.len(), positions.len());
    for receipt in &found {
        receipt.check(&tree.root).unwrap();
    }
    let text = |receipt| serde_json::to_string(receipt).unwrap();
    found.iter().map(text).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_names_an_erased_member_and_every_proof_is_as_it_was() {
    let stage = set().await;
    let player = life::begin(&stage).await;
    let other = stage.player(1).await;
    life::leave(&stage, &player).await;
    let agent = stage.staff("agent").await;
    let path = format!("/support/players/{}/notes", player.id);
    let note = json!({ "text": NOTED });
    let (status, body) = stage.post_as(&agent, &path, &note).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let pool = stage.database.owner();
    let before = sealed(&pool).await;
    let proofs = receipts(&pool, &player, &before).await;
    assert!(proofs.len() >= 10, "{proofs:?}");
    for trace in [PHONE, ACCOUNT, HOLDER, NAME, NOTED, life::SAID, life::FILE] {
        let rows = dump(&stage.database.url()).await;
        assert!(rows.contains(trace), "{trace} was never there");
    }
    let reply = erase(&stage, &player).await.unwrap();
    assert!(
        reply.contains("1 pictures of slips, 4 messages, 2 files"),
        "{reply}"
    );

    assert_eq!(traces(&stage).await, Vec::<String>::new());
    for folder in ["slips", "chat"] {
        assert!(files(&stage.data_dir().join(folder)).is_empty(), "{folder}");
    }
    // The log continues, and both trees prove what the member did.
    stage.deposit_by_slip(&other, "500.00").await;
    let after = sealed(&pool).await;
    assert!(after.size > before.size);
    assert_eq!(receipts(&pool, &player, &before).await, proofs);
    receipts(&pool, &player, &after).await;
    stage.settled(&other).await;
    let checked = verify(&stage.database.url(), &[]).await;
    assert!(checked.is_done, "{}", checked.text);

    // Who asks is out, and the number is free for a new member, who has nothing of the old one.
    let (status, _) = stage.get(&player, "/wallet").await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    let again = stage.player_named(PHONE, ACCOUNT, HOLDER).await;
    assert_ne!(again.id, player.id);
    let wallet = stage.wallet(&again).await;
    assert_eq!(wallet["wallet"]["amount"], "0.00", "{wallet}");
    let (_, lines) = stage.post(&again, "/statement", &json!({})).await;
    assert_eq!(lines["statements"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_with_money_or_open_work_is_not_erased() {
    let stage = set().await;
    let player = stage.player(1).await;
    stage.deposit_by_slip(&player, "500.00").await;
    let refused = erase(&stage, &player).await.unwrap_err();
    assert!(refused.contains("main holds 500.00 THB"), "{refused}");
    stage.activate(&player, "pg").await;
    let (status, body) = stage.transfer(&player, ("WALLET", "pg"), "500").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let refused = erase(&stage, &player).await.unwrap_err();
    assert!(refused.contains("game:pg holds 500.00 THB"), "{refused}");
    let announcing = stage.player(2).await;
    let amount = json!({ "amount": "300.00" });
    let (status, body) = stage.post(&announcing, "/wallet/add", &amount).await;
    assert!(status.is_success(), "{body}");
    let refused = erase(&stage, &announcing).await.unwrap_err();
    assert!(refused.contains("announced deposits"), "{refused}");
    // Nothing has changed: both continue as if nobody had asked.
    for player in [&player, &announcing] {
        stage.wallet(player).await;
    }
    let nobody = Player {
        id: "01a1fdd8-2731-70b2-a92f-d498fe5cc7e5".parse().unwrap(),
        ..player.clone()
    };
    let refused = erase(&stage, &nobody).await.unwrap_err();
    assert!(refused.contains("no member has this id"), "{refused}");
    let acts = stage.acts().await;
    assert!(!acts.iter().any(|act| act["kind"] == "member.erase"));
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_sees_that_a_member_was_erased_and_by_whom() {
    let stage = set().await;
    let player = stage.player(1).await;
    erase(&stage, &player).await.unwrap();
    let staff = stage.staff("supervisor").await;
    let look = stage.look(&staff, &player).await;
    let path = format!("/support/players/{}", player.id);
    let call = (Some(look.as_str()), None);
    let (status, shown) = stage
        .call_as(&staff, reqwest::Method::GET, &path, call)
        .await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    assert_eq!(shown["name"], "erased", "{shown}");
    assert_eq!(shown["isActive"], false, "{shown}");
    let acts = stage.acts().await;
    let erased: Vec<_> = acts
        .iter()
        .filter(|act| act["subject"] == player.id.to_string() && act["by"].is_null())
        .collect();
    assert_eq!(erased.len(), 2, "{acts:?}");
    for (act, kind) in erased.into_iter().zip(["member.erase", "member.erased"]) {
        assert_eq!(
            (&act["kind"], &act["reason"], &act["detail"]["by"]),
            (&json!(kind), &json!("asked for it"), &json!("Nok"))
        );
    }
    let credential = json!({ "username": "0810000001", "password": "Correct-Horse-9" });
    let url = format!("http://{}/api/login", stage.app.public_address());
    let request = stage.http.post(url).json(&credential);
    let refused = answer(request.header("x-requested-with", "wallet-web")).await;
    let unknown = json!({ "username": "0810000009", "password": "Correct-Horse-9" });
    let url = format!("http://{}/api/login", stage.app.public_address());
    let request = stage.http.post(url).json(&unknown);
    let never = answer(request.header("x-requested-with", "wallet-web")).await;
    let code = never.1["message"].as_str().unwrap();
    expect_error(&refused, never.0.as_u16(), code);
}
