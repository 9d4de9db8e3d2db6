//! How fast it is. The gate only sees that it works, with few events; the figures of a million come
//! with `CASES=all cargo test --release -p ledger --test verify -- --nocapture a_million`.

use std::time::Instant;

use chrono::DateTime;
use ledger::journal::{Digest, Link, link};
use ledger::proof::verify::{VerifyOptions, verify_database, verify_dump};
use ledger::proof::{NoActs, open_signer, seal};
use ledger_testing::{TestDatabase, cases};
use sqlx::Executor;
use uuid::Uuid;

use super::log::{ORIGIN, pg_dump};

/// Events of the journal.
fn count() -> usize {
    cases(4_000, 1_000_000) as usize
}

/// Wallets that they are of.
fn wallets() -> usize {
    cases(40, 2_000) as usize
}

/// Events that are written at once.
const PAGE: usize = 2_000;

/// A stream of withdrawals that come back: four events to a round, none of them small.
fn event(round: usize, step: usize, wallet: u128) -> (&'static str, String, i64) {
    let id = Uuid::from_u128(wallet << 64 | round as u128);
    let line = |account: &str, amount: &str| {
        format!(r#"{{"account":"{account}","amount":{{"amount":"{amount}","currency":"THB"}}}}"#)
    };
    match step {
        0 => {
            let lines = [line("main", "-100.00"), line("in_transit", "100.00")].join(",");
            let payload = format!(
                r#"{{"TransferStarted":{{"transfer_id":"{id}","from":"WALLET","to":"pg","amount":{{"amount":"100.00","currency":"THB"}},"postings":[{lines}]}}}}"#
            );
            ("TransferStarted", payload, -10_000)
        }
        1 => {
            let payload = format!(r#"{{"TransferSent":{{"transfer_id":"{id}"}}}}"#);
            ("TransferSent", payload, 0)
        }
        _ => {
            let lines = [line("in_transit", "-100.00"), line("main", "100.00")].join(",");
            let payload = format!(
                r#"{{"TransferReturned":{{"transfer_id":"{id}","reason":"PLAYER_SUSPENDED","postings":[{lines}]}}}}"#
            );
            ("TransferReturned", payload, 10_000)
        }
    }
}

/// The first three events of every wallet.
fn beginning(step: usize, wallet: u128) -> (&'static str, String, i64) {
    let id = Uuid::from_u128(wallet);
    match step {
        0 => ("Opened", r#"{"Opened":{"currency":"THB"}}"#.to_owned(), 0),
        1 => {
            let payload = format!(
                r#"{{"SlipSubmitted":{{"slip_id":"{id}","reference":{{"sending_bank":"014","trans_ref":"PAID{wallet}"}}}}}}"#
            );
            ("SlipSubmitted", payload, 0)
        }
        _ => {
            let payload = format!(
                r#"{{"Deposited":{{"slip_id":"{id}","reference":{{"sending_bank":"014","trans_ref":"PAID{wallet}"}},"deposit_account":"scb-1","amount":{{"amount":"1000.00","currency":"THB"}},"postings":[{{"account":"bank:scb-1","amount":{{"amount":"-1000.00","currency":"THB"}}}},{{"account":"main","amount":{{"amount":"1000.00","currency":"THB"}}}}]}}}}"#
            );
            ("Deposited", payload, 100_000)
        }
    }
}

#[derive(Default)]
struct Columns {
    wallets: Vec<String>,
    sequences: Vec<i64>,
    types: Vec<&'static str>,
    payloads: Vec<String>,
    metadatas: Vec<String>,
    hashes: Vec<Digest>,
    positions: Vec<i64>,
}

async fn fill(database: &TestDatabase) {
    let (pool, wallets) = (database.owner(), wallets());
    let mut standings: Vec<(i64, Digest, i64)> = vec![(0, [0; 32], 0); wallets];
    let at = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
    for page in 0..count() / PAGE {
        let mut columns = Columns::default();
        for number in page * PAGE..(page + 1) * PAGE {
            let player = number % wallets;
            let wallet = player as u128 + 1;
            let (sequence, before, main) = standings[player];
            let step = usize::try_from(sequence).unwrap();
            let (event_type, payload, moved) = if step < 3 {
                beginning(step, wallet)
            } else {
                event((step - 3) / 3, (step - 3) % 3, wallet)
            };
            let main = main + moved;
            let (whole, rest) = (main / 100, main % 100);
            let metadata = format!(
                r#"{{"at":"{}","actor":{{"kind":"member"}},"requestId":"{}","main":{{"amount":"{whole}.{rest:02}","currency":"THB"}}}}"#,
                at.to_rfc3339(),
                Uuid::from_u128(number as u128)
            );
            let hash = link(
                &before,
                &Link {
                    wallet_id: super::log::wallet(wallet),
                    sequence: sequence + 1,
                    event_type,
                    event_version: "1.0.0",
                    payload: &payload,
                    metadata: &metadata,
                    state_hash: None,
                },
            );
            standings[player] = (sequence + 1, hash, main);
            columns.wallets.push(super::log::wallet(wallet).to_string());
            columns.sequences.push(sequence + 1);
            columns.types.push(event_type);
            columns.payloads.push(payload);
            columns.metadatas.push(metadata);
            columns.hashes.push(hash);
            columns.positions.push(i64::try_from(number).unwrap() + 1);
        }
        insert(&pool, columns).await;
    }
    pool.execute(
        "insert into stream_head select distinct on (wallet_id) wallet_id, sequence,
                stream_hash from event order by wallet_id, sequence desc;
         update log_head set position = (select max(position) from event);
         insert into claim select kind, reference, wallet_id, 3 from (
             select wallet_id, payload #>> '{Deposited,reference,trans_ref}'
                    as name from event where sequence = 3) as it
             cross join lateral (values ('slip', '014:' || name), ('receipt', 'scb-1:' || name),
                 ('payment', name)) as row (kind, reference);
         analyze",
    )
    .await
    .unwrap();
}

async fn insert(pool: &sqlx::PgPool, columns: Columns) {
    sqlx::query(
        "insert into event (wallet_id, sequence, event_type, event_version,
                            payload, metadata, stream_hash, position)
         select wallet::uuid, sequence, type, '1.0.0', payload::json, metadata::json, hash,
                position
         from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bytea[],
                     $7::bigint[])
             as it (wallet, sequence, type, payload, metadata, hash, position)",
    )
    .bind(columns.wallets)
    .bind(columns.sequences)
    .bind(columns.types)
    .bind(columns.payloads)
    .bind(columns.metadatas)
    .bind(
        columns
            .hashes
            .iter()
            .map(|hash| hash.to_vec())
            .collect::<Vec<_>>(),
    )
    .bind(columns.positions)
    .execute(pool)
    .await
    .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_million_events_take_a_few_seconds() {
    let database = TestDatabase::create().await;
    fill(&database).await;
    let folder = tempfile::tempdir().unwrap();
    let (signer, _) = open_signer(&database.owner(), folder.path(), ORIGIN)
        .await
        .unwrap();
    let started = Instant::now();
    // As if a thousand came each second.
    while seal(&database.owner(), &signer, 1_000, &NoActs)
        .await
        .unwrap()
        .is_some()
    {}
    println!("sealed in {:?}", started.elapsed());
    let options = VerifyOptions::default();
    for turn in 1..=2 {
        let started = Instant::now();
        let report = verify_database(&database.pool(), &options, |_| {})
            .await
            .unwrap();
        let took = started.elapsed();
        assert_eq!(report.problems, []);
        println!("online {turn}: {took:?} for {} events", report.events);
    }
    for form in ["plain", "custom"] {
        let file = folder.path().join(form);
        let status = std::process::Command::new(pg_dump())
            .arg(format!("--format={form}"))
            .arg(format!("--file={}", file.display()))
            .arg(format!("--dbname={}", database.url()))
            .status()
            .unwrap();
        assert!(status.success());
        let started = Instant::now();
        let report = verify_dump(&file, &options, |_| {}).await.unwrap();
        let took = started.elapsed();
        assert_eq!(report.problems, []);
        println!("{form} dump: {took:?} for {} events", report.events);
    }
}
