//! What sealing costs: commands a second at 64 clients with the sealer on against off, round by
//! round in turn, and how fast it catches up with what came without it.
//!
//! The gate only sees that it works, in one short round; the figures come with
//! `CASES=all cargo test --release -p ledger --test seal_load -- --nocapture`.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use chrono::DateTime;
use ledger::proof::{NoActs, Signer, open_signer, seal};
use ledger::wallet::{Opened, SlipCommand, SlipReference};
use ledger::{
    Actor, Context, Currency, Ledger, LedgerOptions, Metadata, Money, SlipId, WalletCommand,
    WalletId,
};
use ledger_testing::{TestDatabase, cases};
use sqlx::PgPool;
use tokio::task::JoinSet;
use uuid::Uuid;

const CLIENTS: u128 = 64;
/// As the gateway seals.
const SEAL_EVERY: Duration = Duration::from_secs(1);

fn wallets() -> u128 {
    cases(64, 4_096).into()
}

fn rounds() -> u32 {
    cases(1, 11)
}

fn round_ms() -> u64 {
    cases(100, 3_000).into()
}
const BATCH_MAX: i64 = 50_000;

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

fn deposit(number: u128) -> [WalletCommand; 2] {
    let slip_id = SlipId(Uuid::from_u128(number));
    let reference = SlipReference {
        sending_bank: "014".to_owned(),
        trans_ref: format!("load{number}"),
    };
    [
        WalletCommand::Slip(SlipCommand::Submit {
            slip_id,
            reference: Some(reference.clone()),
        }),
        WalletCommand::Slip(SlipCommand::Credit {
            slip_id,
            reference,
            amount: Money::parse("1.00", Currency::Thb).unwrap(),
            deposit_account: "scb-1".to_owned(),
        }),
    ]
}

async fn open_wallets(ledger: &Ledger) {
    let mut opening = JoinSet::new();
    for wallet in 0..wallets() {
        let ledger = ledger.clone();
        opening.spawn(async move {
            let currency = Currency::Thb;
            let command = WalletCommand::Open(Opened {
                currency,
                bank_account: ledger_testing::FIRST_ACCOUNT,
            });
            let wallet = WalletId(Uuid::from_u128(wallet + 1));
            ledger.execute(wallet, command, context()).await.unwrap();
        });
    }
    opening.join_all().await;
}

/// The commands that were carried out in a round.
async fn round(ledger: &Ledger, numbers: &Arc<AtomicU64>) -> u64 {
    let is_over = Arc::new(AtomicBool::new(false));
    let mut clients = JoinSet::new();
    for _ in 0..CLIENTS {
        let (ledger, is_over) = (ledger.clone(), Arc::clone(&is_over));
        let numbers = Arc::clone(numbers);
        clients.spawn(async move {
            let mut done = 0;
            while !is_over.load(Ordering::Relaxed) {
                let number = u128::from(numbers.fetch_add(1, Ordering::Relaxed));
                let wallet = WalletId(Uuid::from_u128(1 + number % wallets()));
                for command in deposit(number) {
                    ledger.execute(wallet, command, context()).await.unwrap();
                    done += 1;
                }
            }
            done
        });
    }
    tokio::time::sleep(Duration::from_millis(round_ms())).await;
    is_over.store(true, Ordering::Relaxed);
    clients.join_all().await.into_iter().sum()
}

async fn seal_all(pool: &PgPool, signer: &Signer) {
    while seal(pool, signer, None, BATCH_MAX, &NoActs)
        .await
        .unwrap()
        .is_some()
    {}
}

async fn sealed_size(pool: &PgPool) -> u64 {
    let size = ledger::proof::read::sealed_size(pool).await.unwrap();
    u64::try_from(size).unwrap()
}

/// As [`round`], while a sealer runs.
async fn sealed_round(
    ledger: &Ledger,
    numbers: &Arc<AtomicU64>,
    sealing: (&PgPool, &Signer),
) -> u64 {
    let (pool, signer) = (sealing.0.clone(), sealing.1.clone());
    let sealer = tokio::spawn(async move {
        let mut ticks = tokio::time::interval(SEAL_EVERY);
        loop {
            ticks.tick().await;
            seal_all(&pool, &signer).await;
        }
    });
    let done = round(ledger, numbers).await;
    sealer.abort();
    done
}

fn median(mut figures: Vec<u64>) -> u64 {
    figures.sort_unstable();
    figures[figures.len() / 2]
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_a_second_with_and_without_a_sealer() {
    let database = TestDatabase::create().await;
    let folder = tempfile::tempdir().unwrap();
    let pool = database.pool();
    let (signer, _) = open_signer(&pool, folder.path(), "load.example/journal")
        .await
        .unwrap();
    let ledger = Ledger::open(pool.clone(), LedgerOptions::default())
        .await
        .unwrap();
    open_wallets(&ledger).await;
    let numbers = Arc::new(AtomicU64::new(0));
    round(&ledger, &numbers).await;
    seal_all(&pool, &signer).await;
    let (mut on, mut off, mut speeds) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..rounds() {
        // Each goes first every other time: what drifts with the database's size evens out.
        if number % 2 == 1 {
            on.push(sealed_round(&ledger, &numbers, (&pool, &signer)).await);
            seal_all(&pool, &signer).await;
        }
        off.push(round(&ledger, &numbers).await);
        let (before, begin) = (sealed_size(&pool).await, Instant::now());
        seal_all(&pool, &signer).await;
        let took = u64::try_from(begin.elapsed().as_micros()).unwrap();
        let sealed = sealed_size(&pool).await - before;
        speeds.push(sealed * 1_000_000 / took.max(1));
        if number % 2 == 0 {
            on.push(sealed_round(&ledger, &numbers, (&pool, &signer)).await);
            seal_all(&pool, &signer).await;
        }
    }
    let mut out = std::io::stdout();
    writeln!(out, "commands a round, off: {off:?}, on: {on:?}").unwrap();
    let pairs = off
        .iter()
        .zip(&on)
        .map(|(off, on)| on * 1_000 / (*off).max(1));
    let pairs = median(pairs.collect());
    let (off, on) = (median(off), median(on));
    let per_second = |commands: u64| commands * 1_000 / round_ms();
    writeln!(
        out,
        "a second: {} off, {} on",
        per_second(off),
        per_second(on)
    )
    .unwrap();
    writeln!(
        out,
        "on/off: {} thousandths, {pairs} of the pairs",
        on * 1_000 / off.max(1)
    )
    .unwrap();
    writeln!(
        out,
        "catching up: {} events a second, {speeds:?}",
        median(speeds.clone())
    )
    .unwrap();
}
