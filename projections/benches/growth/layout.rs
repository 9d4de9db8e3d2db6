//! One of the databases under work: appends, streams that are read, the feed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::DateTime;
use ledger::journal::{read_events, verify_stream};
use ledger::{JournalKey, Ledger, LedgerOptions, WalletId};
use ledger_testing::journal::Players;
use ledger_testing::measure::command::{context, credit_qr, execute, wallet};
use ledger_testing::measure::{BenchServer, Plan, Window, drive};
use sqlx::PgPool;
use tokio::task::JoinSet;

/// Wallets that are in memory before anything is measured, at most.
const IN_MEMORY: u64 = 2_000;

/// Events of a page of the feed.
pub(crate) const PAGE: i64 = 1_000;

/// The feed is read over so many of the last positions, again and again.
const FEED: i64 = 1_000_000;

/// Wallets that are touched at once: the busiest have thousands of events to read.
const TOUCHED_AT_ONCE: u64 = 4;

/// Whose stream is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Who {
    /// Thousands of events, and a snapshot at the end.
    Busy,
    /// Some dozen events all over the journal, no snapshot.
    Casual,
    /// Some dozen events at the journal's beginning, no snapshot.
    Dormant,
}

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// One event with a key and a claim, by so many clients, of wallets in memory.
    Append(usize),
    /// The same of wallets that have to be read first.
    AppendCold(usize),
    /// Reading a wallet, by so many clients.
    Read(Who, usize),
    /// Checking every event of a busy wallet.
    Check,
    /// The next page of the feed.
    Feed,
}

impl Work {
    /// On the two large journals.
    pub(crate) const ALL: [Self; 9] = [
        Self::Append(1),
        Self::Append(64),
        Self::AppendCold(1),
        Self::AppendCold(64),
        Self::Read(Who::Busy, 1),
        Self::Read(Who::Casual, 1),
        Self::Read(Who::Dormant, 1),
        Self::Check,
        Self::Feed,
    ];

    pub(crate) fn name(self) -> String {
        let clients = |count: usize| match count {
            1 => "1 client".to_owned(),
            count => format!("{count} clients"),
        };
        match self {
            Self::Append(count) => format!("append, wallets in memory, {}", clients(count)),
            Self::AppendCold(count) => {
                format!("append, wallets read first, {}", clients(count))
            }
            Self::Read(Who::Busy, count) => {
                format!("read a busy wallet by its snapshot, {}", clients(count))
            }
            Self::Read(Who::Casual, count) => {
                format!("read a casual wallet, no snapshot, {}", clients(count))
            }
            Self::Read(Who::Dormant, count) => {
                format!("read a dormant wallet, no snapshot, {}", clients(count))
            }
            Self::Check => "check every event of a busy wallet".to_owned(),
            Self::Feed => format!("a page of the feed, {PAGE} events"),
        }
    }

    const fn clients(self) -> usize {
        match self {
            Self::Append(count) | Self::AppendCold(count) | Self::Read(_, count) => count,
            Self::Check | Self::Feed => 1,
        }
    }
}

pub(crate) struct Layout {
    pub(crate) pool: PgPool,
    inner: Arc<Inner>,
}

struct Inner {
    pool: PgPool,
    /// Keeps every wallet that it has met.
    warm: Ledger,
    /// Keeps none.
    cold: Ledger,
    players: Players,
    /// Makes keys and references that were not there before.
    counter: AtomicU64,
    /// The feed's place.
    place: AtomicU64,
    head: i64,
}

impl Layout {
    pub(crate) async fn open(server: &BenchServer, database: &str, players: Players) -> Self {
        let pool = server.pool(database, 24);
        let open = async |cache_max| {
            let options = LedgerOptions {
                cache_max,
                ..LedgerOptions::default()
            };
            let opened = Ledger::open(pool.clone(), options).await;
            opened.expect("a migrated database")
        };
        let head = ledger::journal::head(&pool).await;
        let inner = Arc::new(Inner {
            warm: open(LedgerOptions::default().cache_max).await,
            cold: open(0).await,
            pool: pool.clone(),
            players,
            counter: AtomicU64::new(1),
            place: AtomicU64::new(0),
            head: head.expect("the server answers"),
        });
        // The ledger takes a snapshot of each busy wallet with its next event.
        touch(&inner, 1..=players.busy, TOUCHED_AT_ONCE).await;
        let first = players.busy + 1;
        touch(&inner, first..=players.busy + inner.in_memory(), 64).await;
        Self { pool, inner }
    }

    pub(crate) async fn drive(&self, server: &BenchServer, plan: &Plan, work: Work) -> Window {
        drive(server, plan, work.clients(), |_| {
            let inner = Arc::clone(&self.inner);
            move || {
                let inner = Arc::clone(&inner);
                async move { inner.carry_out(work).await }
            }
        })
        .await
    }
}

impl Inner {
    fn in_memory(&self) -> u64 {
        IN_MEMORY.min(self.players.casual / 2)
    }

    async fn carry_out(&self, work: Work) {
        match work {
            Work::Append(_) => {
                let first = self.players.busy + 1;
                let number = rand::random_range(first..first + self.in_memory());
                self.append(&self.warm, wallet(number)).await;
            }
            Work::AppendCold(_) => self.append(&self.cold, self.any(Who::Casual)).await,
            Work::Read(who, _) => {
                let read = self.cold.load(self.any(who)).await;
                assert!(read.expect("the wallet is valid").sequence() > 0);
            }
            Work::Check => {
                let checked =
                    verify_stream(&self.pool, &JournalKey::default(), self.any(Who::Busy)).await;
                assert!(checked.expect("the wallet is valid").version > 0);
            }
            Work::Feed => self.read_page().await,
        }
    }

    /// A wallet that no writer has in memory.
    fn any(&self, who: Who) -> WalletId {
        let Players {
            busy,
            casual,
            dormant,
            ..
        } = self.players;
        let last = busy + casual;
        wallet(match who {
            Who::Busy => rand::random_range(1..=busy),
            Who::Casual => rand::random_range(busy + self.in_memory() + 1..=last),
            Who::Dormant => rand::random_range(last + 1..=last + dormant),
        })
    }

    async fn append(&self, ledger: &Ledger, wallet: WalletId) {
        let number = self.counter.fetch_add(1, Ordering::Relaxed);
        let context = context(DateTime::UNIX_EPOCH, Some(number));
        execute(ledger, wallet, credit_qr(number), context).await;
    }

    async fn read_page(&self) {
        let pages = (FEED.min(self.head) / PAGE).max(1);
        let turn = self.place.fetch_add(1, Ordering::Relaxed).cast_signed() % pages;
        let after = self.head - (pages - turn) * PAGE;
        let events = read_events(&self.pool, None, after.max(0), PAGE).await;
        assert!(!events.expect("the journal is valid").is_empty());
    }
}

/// Appends one event to each of these wallets.
async fn touch(inner: &Arc<Inner>, wallets: std::ops::RangeInclusive<u64>, at_once: u64) {
    let mut touching = JoinSet::new();
    for turn in 0..at_once {
        let (inner, wallets) = (Arc::clone(inner), wallets.clone());
        touching.spawn(async move {
            for number in wallets.filter(|number| number % at_once == turn) {
                inner.append(&inner.warm, wallet(number)).await;
            }
        });
    }
    touching.join_all().await;
}
