//! Real events: what many clients ask of a ledger of this process.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::{DateTime, Utc};
use gateway::clock::Clock;
use ledger::wallet::{Place, TransferCommand};
use ledger::{JournalKey, Ledger, LedgerOptions, TransferId, WalletCommand, WalletId};
use ledger_testing::measure::BenchServer;
use ledger_testing::measure::command::{
    baht, context, credit_qr, execute, game, open, operation, slip, wallet,
};
use sqlx::PgPool;
use tokio::task::JoinSet;

/// They send one command after the other.
const CLIENTS: usize = 64;

/// Wallets that a journal of many players has.
const WALLETS: u64 = 500;

/// Events of a wallet before its first round.
const EVENTS_BEFORE: u64 = 2;

/// Events of one round: a QR deposit, a slip deposit and a transfer into a game.
const EVENTS_OF_ROUND: u64 = 6;

/// A ledger on a database that nobody else writes to.
pub(crate) struct Filler {
    ledger: Ledger,
    pool: PgPool,
    /// The time of all its events.
    at: DateTime<Utc>,
}

impl Filler {
    pub(crate) async fn open(server: &BenchServer, database: &str, key: JournalKey) -> Self {
        let pool = server.pool(database, 8);
        let options = LedgerOptions {
            key,
            ..LedgerOptions::default()
        };
        let opened = Ledger::open(pool.clone(), options).await;
        Self {
            ledger: opened.expect("a migrated database"),
            pool,
            at: Clock::default().now(),
        }
    }

    /// Ends all its connections.
    pub(crate) async fn close(self) {
        self.ledger.close().await;
        drop(self.ledger);
        self.pool.close().await;
    }

    /// The last position.
    pub(crate) async fn head(&self) -> i64 {
        let head = ledger::journal::head(&self.pool).await;
        head.expect("the server answers")
    }

    /// Writes about so many events of many players.
    pub(crate) async fn many_players(&self, events: u64) {
        let at = self.at;
        self.share(WALLETS, move |ledger, number| async move {
            for command in open(number) {
                execute(&ledger, player(number), command, context(at, None)).await;
            }
        })
        .await;
        let rounds = events.saturating_sub(WALLETS * EVENTS_BEFORE) / EVENTS_OF_ROUND;
        self.share(rounds, move |ledger, number| async move {
            let wallet = player(number % WALLETS);
            let key = Some(number);
            execute(&ledger, wallet, credit_qr(number), context(at, key)).await;
            for command in slip(number).into_iter().chain(transfer(number)) {
                execute(&ledger, wallet, command, context(at, None)).await;
            }
        })
        .await;
    }

    /// Credits so many QR orders, of one baht each, to one wallet.
    pub(crate) async fn deposits(&self, wallet: WalletId, count: u64) {
        let at = self.at;
        self.share(count, move |ledger, number| async move {
            let key = Some(number);
            execute(&ledger, wallet, credit_qr(number), context(at, key)).await;
        })
        .await;
    }

    /// Lets the clients do this for every number below `count`.
    async fn share<F>(
        &self,
        count: u64,
        work: impl Fn(Ledger, u64) -> F + Clone + Send + Sync + 'static,
    ) where
        F: Future<Output = ()> + Send + 'static,
    {
        let next = Arc::new(AtomicU64::new(0));
        let mut clients = JoinSet::new();
        for _ in 0..CLIENTS {
            let (ledger, next, work) = (self.ledger.clone(), Arc::clone(&next), work.clone());
            clients.spawn(async move {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    work(ledger.clone(), number).await;
                }
            });
        }
        clients.join_all().await;
    }
}

/// The wallets of a journal of many players.
fn player(number: u64) -> WalletId {
    wallet(number + 1)
}

fn transfer(number: u64) -> [WalletCommand; 3] {
    let transfer_id = TransferId(operation(number, 2));
    let start = WalletCommand::Transfer(TransferCommand::Start {
        transfer_id,
        from: Place::Wallet,
        to: Place::Game(game()),
        amount: baht(100),
    });
    let complete = WalletCommand::Transfer(TransferCommand::Complete {
        transfer_id,
        provider_tx: format!("TX{number}"),
        balance_before: None,
    });
    [
        start,
        WalletCommand::Transfer(TransferCommand::MarkSent { transfer_id }),
        complete,
    ]
}
