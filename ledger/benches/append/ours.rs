//! The ledger itself: commands as the gateway sends them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::DateTime;
use ledger::wallet::GameCommand;
use ledger::{Ledger, LedgerOptions, WalletCommand, WalletId};
use ledger_testing::measure::command::{
    baht, context, credit_qr, execute, game, open, slip, wallet,
};
use ledger_testing::measure::{BenchServer, Plan, Window, drive};
use sqlx::PgPool;
use tokio::task::JoinSet;

use crate::load::{Load, WALLETS};

/// A command, or two that belong together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// A game's balance is noted: one event with postings.
    Event,
    /// A paid QR order is credited: one event with a key and a claim.
    Claim,
    /// A slip is submitted under a key, then credited with its two claims.
    Slip,
}

/// A ledger on its own database, with wallets that are open.
pub(crate) struct Ours {
    ledger: Ledger,
    pool: PgPool,
    /// Makes keys, references and balances that were not there before.
    counter: Arc<AtomicU64>,
}

impl Ours {
    pub(crate) async fn open(server: &BenchServer, database: &str, writers: usize) -> Self {
        let pool = server.pool(database, 8);
        let options = LedgerOptions {
            writers,
            ..LedgerOptions::default()
        };
        let opened = Ledger::open(pool.clone(), options).await;
        let ours = Self {
            ledger: opened.expect("a migrated database"),
            pool,
            counter: Arc::default(),
        };
        ours.open_wallets().await;
        ours
    }

    async fn open_wallets(&self) {
        let mut opening = JoinSet::new();
        for number in 1..=WALLETS {
            let ledger = self.ledger.clone();
            opening.spawn(async move {
                for command in open(number) {
                    let context = context(DateTime::UNIX_EPOCH, None);
                    execute(&ledger, wallet(number), command, context).await;
                }
            });
        }
        opening.join_all().await;
    }

    pub(crate) async fn drive(
        &self,
        server: &BenchServer,
        plan: &Plan,
        load: Load,
        work: Work,
    ) -> Window {
        let head = self.head().await;
        let mut window = drive(server, plan, load.clients, |_| {
            let (ledger, counter) = (self.ledger.clone(), Arc::clone(&self.counter));
            move || {
                let number = counter.fetch_add(1, Ordering::Relaxed);
                let wallet = wallet(rand::random_range(1..=load.wallets));
                send(ledger.clone(), wallet, work, number)
            }
        })
        .await;
        window.batch = Some(self.batch_since(head).await);
        window
    }

    async fn head(&self) -> i64 {
        let head = ledger::journal::head(&self.pool).await;
        head.expect("the server answers")
    }

    /// Events in a transaction, on average: each transaction has its own time.
    async fn batch_since(&self, position: i64) -> f64 {
        sqlx::query_scalar(
            "select count(*)::float8 / greatest(count(distinct recorded_at), 1)
             from event where position > $1",
        )
        .bind(position)
        .fetch_one(&self.pool)
        .await
        .expect("the server answers")
    }
}

async fn send(ledger: Ledger, wallet: WalletId, work: Work, number: u64) {
    let context = |key| context(DateTime::UNIX_EPOCH, key);
    match work {
        Work::Event => {
            let observe = WalletCommand::Game(GameCommand::ObserveBalance {
                game: game(),
                balance: baht(number + 1),
                seen_at: i64::MAX,
            });
            execute(&ledger, wallet, observe, context(None)).await;
        }
        Work::Claim => execute(&ledger, wallet, credit_qr(number), context(Some(number))).await,
        Work::Slip => {
            let [submit, credit] = slip(number);
            execute(&ledger, wallet, submit, context(Some(number))).await;
            execute(&ledger, wallet, credit, context(None)).await;
        }
    }
}
