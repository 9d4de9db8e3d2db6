//! A backup that is made while commands run, restored elsewhere: it is a prefix of what happened.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use chrono::DateTime;
use gateway::{App, Options};
use ledger::proof;
use ledger::wallet::{Opened, QrCommand};
use ledger::{
    Actor, Context, Currency, Ledger, Metadata, Money, QrOrderId, WalletCommand, WalletId,
};
use ledger_testing::{TestDatabase, eventually};
use reqwest::StatusCode;
use serde_json::json;
use sha2::{Digest, Sha256};
use sqlx::{Connection, PgConnection, PgPool};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::forget::{sealed, set};
use crate::script::{run, verify};
use crate::stage::{Stage, answer};

/// Wallets that move money at once.
const WALLETS: u32 = 8;

fn context() -> Context {
    Context {
        metadata: Metadata {
            at: DateTime::from_timestamp(1_790_000_000, 0).unwrap(),
            actor: Actor::Member,
            request_id: "load".to_owned(),
            main: None,
            movements: None,
            key: None,
            settings: None,
        },
        idempotency: None,
    }
}

/// Opens a wallet that is paid by QR.
pub(crate) async fn open(ledger: &Ledger, number: u128) {
    let wallet = WalletId(Uuid::from_u128(number));
    let currency = Currency::Thb;
    let open = WalletCommand::Open(Opened {
        currency,
        bank_account: ledger_testing::FIRST_ACCOUNT,
    });
    ledger.execute(wallet, open, context()).await.unwrap();
}

/// Credits it with a payment: two events.
pub(crate) async fn credit(ledger: &Ledger, number: u128, turn: u128) {
    let wallet = WalletId(Uuid::from_u128(number));
    let order_id = QrOrderId(Uuid::from_u128((number << 64) + turn));
    let amount = Money::parse("100.00", Currency::Thb).unwrap();
    let ordered = WalletCommand::Qr(QrCommand::Order {
        order_id,
        channel: "KBANK".to_owned(),
        amount,
        expires_at: DateTime::from_timestamp(32_503_680_000, 0).unwrap(),
    });
    let credited = WalletCommand::Qr(QrCommand::Credit {
        order_id,
        channel: "KBANK".to_owned(),
        amount,
        provider_ref: format!("LOAD{number}X{turn}"),
        deposit_account: "scb-1".to_owned(),
        ordered: None,
    });
    for command in [ordered, credited] {
        ledger.execute(wallet, command, context()).await.unwrap();
    }
}

/// Credits payments to an open wallet until it is stopped.
pub(crate) async fn load(ledger: Ledger, number: u128, is_over: Arc<AtomicBool>) {
    for turn in 0_u128.. {
        if is_over.load(Ordering::Relaxed) {
            break;
        }
        credit(&ledger, number, turn).await;
    }
}

pub(crate) async fn head(pool: &PgPool) -> i64 {
    sqlx::query_scalar("select position from log_head")
        .fetch_one(pool)
        .await
        .unwrap()
}

/// Waits until the load has brought the journal to a position.
pub(crate) async fn comes_beyond(pool: &PgPool, position: i64) {
    eventually("the load continues", async || {
        let head = head(pool).await;
        if head >= position { Ok(()) } else { Err(head) }
    })
    .await;
}

/// A fingerprint of the journal's first events.
pub(crate) async fn journal(pool: &PgPool, size: i64) -> String {
    sqlx::query_scalar(
        "select md5(string_agg(position || encode(stream_hash, 'hex') || payload::text
                               || metadata::text, '|' order by position))
         from event where position <= $1",
    )
    .bind(size)
    .fetch_one(pool)
    .await
    .unwrap()
}

/// The name of a database that is not there, dropped at the end if it came to be.
pub(crate) async fn nowhere() -> TestDatabase {
    let database = TestDatabase::create().await;
    let url = database.url();
    let (address, query) = url.split_once('?').unwrap_or((&url, ""));
    let (server, name) = address.rsplit_once('/').unwrap();
    let mut admin = PgConnection::connect(&format!("{server}/postgres?{query}"))
        .await
        .unwrap();
    sqlx::query(&format!("drop database {name} with (force)"))
        .execute(&mut admin)
        .await
        .unwrap();
    database
}

/// Every picture that the restored rows name, as its hash says.
pub(crate) async fn pictures(pool: &PgPool, folder: &Path) -> usize {
    let rows: Vec<(String, Vec<u8>)> = sqlx::query_as("select file_name, sha256 from slip_file")
        .fetch_all(pool)
        .await
        .unwrap();
    for (name, hash) in &rows {
        let bytes = std::fs::read(folder.join("slips").join(name)).unwrap();
        assert_eq!(&Sha256::digest(bytes)[..], hash, "{name}");
    }
    rows.len()
}

async fn logs_in(stage: &Stage, url: &str, folder: &Path) {
    let options = Options::local(url.to_owned(), stage.config(), folder.to_owned());
    let app = App::start(options).await.unwrap();
    let credential = json!({ "username": "0810000001", "password": "Correct-Horse-9" });
    let address = format!("http://{}/api/login", app.public_address());
    let request = stage.http.post(address).json(&credential);
    let (status, body) = answer(request.header("x-requested-with", "wallet-web")).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_under_load_restores_to_a_prefix_of_the_live_log() {
    let stage = set().await;
    let player = stage.player(1).await;
    stage.deposit_by_slip(&player, "500.00").await;
    let live = stage.database.owner();
    let ledger = Ledger::open(stage.database.pool(), stage.app.ledger_options())
        .await
        .unwrap();
    let is_over = Arc::new(AtomicBool::new(false));
    let mut running = JoinSet::new();
    for number in 2..2 + WALLETS {
        let wallet = stage.player(number).await.id.as_u128();
        running.spawn(load(ledger.clone(), wallet, Arc::clone(&is_over)));
    }
    comes_beyond(&live, 200).await;
    let kept = tempfile::tempdir().unwrap();
    let folder = kept.path().join("backup");
    let folder = folder.to_str().unwrap();
    let (at, began) = (head(&live).await, Instant::now());
    let place = (stage.database.url(), stage.data_dir().to_owned());
    let made = run("backup", &[folder], &place.0, &place.1).await;
    assert!(made.is_done, "{}", made.text);
    let (backup, after) = (began.elapsed(), head(&live).await + 1);
    comes_beyond(&live, after).await;
    is_over.store(true, Ordering::Relaxed);
    while let Some(done) = running.join_next().await {
        done.unwrap();
    }
    ledger.close().await;
    let newest = sealed(&live).await;
    let newer = kept.path().join("newer.txt");
    std::fs::write(&newer, &newest.note).unwrap();

    let (target, data) = (nowhere().await, tempfile::tempdir().unwrap());
    let began = Instant::now();
    let words = [folder, "--checkpoint", newer.to_str().unwrap()];
    let done = run("restore", &words, &target.url(), data.path()).await;
    assert!(done.is_done, "{}", done.text);
    let restored = target.owner();
    let size = head(&restored).await;
    println!(
        "backup of {size} events under load {backup:?}, restore {:?}",
        began.elapsed()
    );
    // The load ran before, through and after it.
    assert!(at <= size && size < after, "{at} {size} {after}");
    let tree = proof::latest(&restored).await.unwrap().unwrap();
    let behind = format!("{} events BEHIND", newest.size - tree.size);
    assert!(done.text.contains(&behind), "{}", done.text);

    let checked = verify(&target.url(), &[]).await;
    assert!(checked.is_done, "{}", checked.text);
    assert_eq!(journal(&restored, size).await, journal(&live, size).await);
    let root: Vec<u8> = sqlx::query_scalar("select root from proof_checkpoint where size = $1")
        .bind(tree.size)
        .fetch_one(&live)
        .await
        .unwrap();
    assert_eq!(tree.root[..], root);
    let path = proof::consistency(&live, tree.size, newest.size).await;
    proof::check_consistency(
        &path.unwrap(),
        tree.size,
        &tree.root,
        newest.size,
        &newest.root,
    )
    .unwrap();
    // And the other way round: the log that was lost is no part of what was restored.
    let cut = verify(&target.url(), &["--checkpoint", newer.to_str().unwrap()]).await;
    assert!(!cut.is_done, "{}", cut.text);
    assert_eq!(pictures(&restored, data.path()).await, 1);
    for key in ["secret.key", "proof.key"] {
        let (there, here) = (data.path().join(key), stage.data_dir().join(key));
        assert_eq!(std::fs::read(there).unwrap(), std::fs::read(here).unwrap());
    }
    logs_in(&stage, &target.url(), data.path()).await;
}
