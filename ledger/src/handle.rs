//! [`Ledger`]: the only way into the ledger.
//!
//! Commands wait in queues, and a wallet always uses the same queue. Each queue has one writer,
//! which commits everything that has gathered in one transaction (group commit). So the commands of
//! a wallet run in order, a busy wallet does not cause retries, and many callers share one flush to
//! disk.

mod cache;
mod decision;
mod group;
mod line;
mod observer;
mod offer;
mod recalls;
mod round;
mod trace;
mod turns;
mod writer;

use std::sync::Arc;
use std::time::Duration;

use sqlx::{PgConnection, PgExecutor, PgPool};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, timeout};

use crate::id::WalletId;
use crate::journal::{
    self, Context, JournalError, JournalKey, LoadError, RecordedEvent, follow_streams,
    load_streams, stream_end_of,
};
use crate::wallet::reward::CoinPrices;
use crate::wallet::{Wallet, WalletCommand, WalletError};
use cache::Cache;
use decision::{Asked, Caller, Job};
use line::{STATEMENT_TIMEOUT, WriterConnection, timed_out};
use turns::Turns;
use writer::Writer;

pub use observer::{CommitObserver, CommittedBatch, CommittedEvent};

/// How the ledger is run; the defaults are right for two cores and one `PostgreSQL`.
#[derive(Debug, Clone)]
pub struct LedgerOptions {
    /// Commands that may wait in the queue before further ones are turned away.
    pub queue_max: usize,
    /// Commands that one transaction may hold.
    pub batch_max: usize,
    /// Wallets in memory for commands, and a quarter as many for reading.
    pub cache_max: usize,
    /// Events between two snapshots of one wallet.
    pub snapshot_every: i64,
    /// Number of queues, each with its own writer and connection; a wallet always uses the same one.
    pub writers: usize,
    /// Milliseconds that a batch waits for a database that has gone away.
    pub patience_ms: u64,
    /// What deposits earn the wheel's coins for.
    pub coin_prices: CoinPrices,
    /// Authenticates the events that are written, and those that are read.
    pub key: JournalKey,
    /// Hears of each commit, for metrics.
    pub observer: Option<Arc<dyn CommitObserver>>,
}

impl Default for LedgerOptions {
    fn default() -> Self {
        Self {
            queue_max: 10_000,
            batch_max: 512,
            cache_max: 20_000,
            snapshot_every: 200,
            writers: 2,
            patience_ms: 5_000,
            coin_prices: CoinPrices::default(),
            key: JournalKey::default(),
            observer: None,
        }
    }
}

/// What a command has led to: committed, or answered again from an earlier time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandOutcome {
    /// Position of the command's last event; for a command that wrote nothing, the position of
    /// the wallet's last event (a view that has reached it shows the command's effect).
    pub position: i64,
    /// The wallet's sequence after the command.
    pub sequence: i64,
    /// The events that the command wrote, in order; empty when there was nothing left to do.
    pub events: Vec<RecordedEvent>,
    /// Whether this is an earlier command's answer, found by its idempotency key.
    pub is_replayed: bool,
}

/// Why a command did not take effect, or why that is not known.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The wallet's rules refuse it. Nothing was written.
    #[error(transparent)]
    Refused(#[from] WalletError),
    /// The outside fact has been used by an earlier event. Nothing was written.
    #[error("{kind} {reference} has been credited already")]
    ClaimTaken {
        /// The kind of fact.
        kind: &'static str,
        /// The payment's reference, as its source writes it.
        reference: String,
        /// Whose wallet it was credited to.
        by: WalletId,
    },
    /// The idempotency key was used for something else. Nothing was written.
    #[error("the idempotency key was used for another command")]
    IdempotencyMismatch,
    /// Too many commands wait. Nothing was written; try again.
    #[error("too many commands wait")]
    Busy,
    /// It was decided under settings that have changed since. Nothing was written; try again.
    #[error("the settings have changed since this was decided")]
    OutdatedSettings,
    /// The database is away. Whether the command took effect is unknown unless it carries an
    /// idempotency key: a repeat then answers.
    #[error("the database is not available: {0}")]
    Unavailable(#[source] sqlx::Error),
    /// What is stored contradicts itself. Nothing is written to such a wallet until looked at.
    #[error("wallet {wallet_id}: {what}")]
    Corrupt {
        /// Id of the wallet.
        wallet_id: WalletId,
        /// What contradicts the rule.
        what: String,
    },
}

impl From<JournalError> for LedgerError {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::Database(error) => Self::Unavailable(error),
            JournalError::Corrupt { wallet_id, what } => Self::Corrupt { wallet_id, what },
        }
    }
}

/// The ledger's door: one for the process, cheap to clone.
#[derive(Clone)]
pub struct Ledger {
    pool: PgPool,
    key: JournalKey,
    shards: Arc<[Shard]>,
    closing: Arc<watch::Sender<bool>>,
    committed: watch::Receiver<i64>,
}

/// What the door knows of one writer.
struct Shard {
    queue: mpsc::Sender<Job>,
    cache: Arc<Cache>,
    /// What was loaded for reading. The writer never sees it: it trusts only what its own session
    /// has read.
    loaded: Cache,
    /// Ends with the writer: its other half is dropped then.
    running: watch::Receiver<()>,
}

impl Ledger {
    /// Opens the journal on a migrated database and starts its writers.
    pub async fn open(pool: PgPool, options: LedgerOptions) -> Result<Self, LedgerError> {
        let head = journal::head(&pool).await.map_err(JournalError::from)?;
        let key = options.key.clone();
        let (committed, committed_seen) = watch::channel(head);
        let committed = Arc::new(committed);
        let (closing, closing_seen) = watch::channel(false);
        let count = options.writers.max(1);
        let shards = (0..count).map(|_| {
            let (queue, waiting) = mpsc::channel((options.queue_max / count).max(1));
            let cache = Arc::new(Cache::new(options.cache_max / count));
            let writer = Writer {
                line: WriterConnection::new(
                    pool.clone(),
                    Duration::from_millis(options.patience_ms),
                    Arc::clone(&committed),
                ),
                options: options.clone(),
                queue: waiting,
                cache: Arc::clone(&cache),
                cached_in: 0,
                committed: Arc::clone(&committed),
                closing: closing_seen.clone(),
                arrivals: 0,
                looks: 0,
                turns: Turns::default(),
            };
            let (runs, running) = watch::channel(());
            tokio::spawn(async move {
                writer.supervise().await;
                drop(runs);
            });
            Shard {
                queue,
                cache,
                loaded: Cache::new(options.cache_max / count / 4),
                running,
            }
        });
        Ok(Self {
            shards: shards.collect(),
            pool,
            key,
            closing: Arc::new(closing),
            committed: committed_seen,
        })
    }

    /// Decides a command on its wallet and commits its events, or refuses it.
    ///
    /// The command runs to its end even when the caller goes away: it belongs to the writer.
    pub async fn execute(
        &self,
        wallet_id: WalletId,
        command: WalletCommand,
        context: Context,
    ) -> Result<CommandOutcome, LedgerError> {
        let (answer, answered) = oneshot::channel();
        let span = trace::command(&command, &context);
        let job = Job {
            wallet_id,
            asked: Box::new(Asked { command, context }),
            arrival: 0,
            asked_at: Instant::now(),
            attempts: 0,
            caller: Caller { answer, span },
        };
        // Full or closed: nothing was written, and another time or another process may do it.
        self.shard(wallet_id)
            .queue
            .try_send(job)
            .map_err(|_| LedgerError::Busy)?;
        answered
            .await
            .unwrap_or(Err(LedgerError::Unavailable(sqlx::Error::WorkerCrashed)))
    }

    /// The wallet as its committed events leave it. An unopened wallet has sequence 0.
    pub async fn load(&self, wallet_id: WalletId) -> Result<Wallet, LedgerError> {
        let (wallet, _) = self.load_positioned(wallet_id).await?;
        Ok(wallet)
    }

    /// The same, with the position of the wallet's last event; 0 before its first.
    pub async fn load_positioned(&self, wallet_id: WalletId) -> Result<(Wallet, i64), LedgerError> {
        let mut connection = self
            .pool
            .acquire()
            .await
            .map_err(LedgerError::Unavailable)?;
        self.load_positioned_on(&mut connection, wallet_id).await
    }

    /// The same, on a connection that the caller has taken from the pool.
    pub async fn load_positioned_on(
        &self,
        connection: &mut PgConnection,
        wallet_id: WalletId,
    ) -> Result<(Wallet, i64), LedgerError> {
        // A connection that falls silent meanwhile goes back to the pool, which hangs up on it.
        timeout(STATEMENT_TIMEOUT, self.load_on(connection, wallet_id))
            .await
            .unwrap_or_else(|_| Err(LedgerError::Unavailable(timed_out())))
    }

    async fn load_on(
        &self,
        connection: &mut PgConnection,
        wallet_id: WalletId,
    ) -> Result<(Wallet, i64), LedgerError> {
        // Another process may have written: what is in memory counts only at the stream's end.
        let (version, hash) = stream_end_of(&mut *connection, wallet_id)
            .await
            .map_err(LedgerError::Unavailable)?;
        let shard = self.shard(wallet_id);
        for cache in [&*shard.cache, &shard.loaded] {
            if let Some(found) = cache.wallet_at(wallet_id, version, &hash) {
                return Ok(found);
            }
        }
        // Another process has moved it: the writer then reads first, instead of being refused.
        let behind = shard.cache.note_behind(wallet_id, version);
        if let Some(stream) = shard.loaded.note_behind(wallet_id, version).or(behind) {
            let followed =
                follow_streams(&mut *connection, &self.key, vec![(wallet_id, stream)]).await;
            let mut followed = followed.map_err(LedgerError::Unavailable)?;
            if let Some(stream) = followed.remove(&wallet_id)
                && (stream.version() > version
                    || stream.version() == version && stream.hash[..] == hash[..])
            {
                let found = (Wallet::clone(&stream.wallet), stream.position);
                shard.loaded.put(wallet_id, stream);
                return Ok(found);
            }
        }
        let mut loaded = load_streams(connection, Some(&self.key), &[wallet_id])
            .await
            .map_err(LedgerError::Unavailable)?;
        match loaded.remove(&wallet_id) {
            Some(Ok(stream)) => {
                let found = (Wallet::clone(&stream.wallet), stream.position);
                shard.loaded.put(wallet_id, stream);
                Ok(found)
            }
            Some(Err(LoadError::Corrupt(what))) => Err(LedgerError::Corrupt { wallet_id, what }),
            Some(Err(LoadError::Archive(error))) => Err(LedgerError::Unavailable(error)),
            None => Err(LedgerError::Unavailable(sqlx::Error::RowNotFound)),
        }
    }

    /// The key of the journal's events, for readers of single ones.
    #[must_use]
    pub fn journal_key(&self) -> &JournalKey {
        &self.key
    }

    /// The last committed position, as it moves: wakes projections and processes.
    ///
    /// It goes back only where the journal itself has: after a failover to a server that does not
    /// have all of it.
    #[must_use]
    pub fn committed(&self) -> watch::Receiver<i64> {
        self.committed.clone()
    }

    /// Refuses new commands, ends those that wait, and returns when the writers have stopped.
    pub async fn close(&self) {
        self.closing.send_replace(true);
        for shard in self.shards.iter() {
            let mut running = shard.running.clone();
            while running.changed().await.is_ok() {}
        }
    }

    fn shard(&self, wallet_id: WalletId) -> &Shard {
        let count = u128::try_from(self.shards.len()).unwrap_or(1);
        let index = usize::try_from(wallet_id.0.as_u128() % count).unwrap_or(0);
        &self.shards[index]
    }
}

/// Reads events after `after` in journal order, at most `limit`: the feed's source.
pub async fn read_events(
    executor: impl PgExecutor<'_>,
    key: Option<&JournalKey>,
    after: i64,
    limit: i64,
) -> Result<Vec<RecordedEvent>, LedgerError> {
    Ok(journal::read_events(executor, key, after, limit).await?)
}
