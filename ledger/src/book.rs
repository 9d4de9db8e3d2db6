//! [`Book`]: the only way into the ledger.

use sqlx::PgPool;
use tokio::sync::watch;

use crate::id::WalletId;
use crate::journal::{Context, RecordedEvent};
use crate::wallet::{Wallet, WalletCommand, WalletError};

/// How the book is run; the defaults are right for two cores and one `PostgreSQL`.
#[derive(Debug, Clone)]
pub struct BookOptions {
    /// Commands that may wait in the queue before further ones are turned away.
    pub queue_max: usize,
    /// Commands that one transaction may hold.
    pub batch_max: usize,
    /// Aggregates kept in memory.
    pub cache_max: usize,
    /// Events between two snapshots of one wallet.
    pub snapshot_every: i64,
}

impl Default for BookOptions {
    fn default() -> Self {
        Self {
            queue_max: 10_000,
            batch_max: 512,
            cache_max: 20_000,
            snapshot_every: 200,
        }
    }
}

/// What a command has led to: committed, or answered again from an earlier time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
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
pub enum BookError {
    /// The wallet's rules refuse it. Nothing was written.
    #[error(transparent)]
    Refused(#[from] WalletError),
    /// The outside fact has been used by an earlier event. Nothing was written.
    #[error("{kind} {reference} has been credited already")]
    ClaimTaken {
        /// The kind of fact.
        kind: &'static str,
        /// Its reference.
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
    /// The database is away. Whether the command took effect is unknown unless it carries an
    /// idempotency key: then a repeat tells.
    #[error("the database is not available: {0}")]
    Unavailable(#[source] sqlx::Error),
    /// What is stored contradicts itself. Nothing is written to such a wallet until looked at.
    #[error("wallet {wallet_id}: {what}")]
    Corrupt {
        /// The wallet.
        wallet_id: WalletId,
        /// The contradiction.
        what: String,
    },
}

/// The ledger's door: one for the process, cheap to clone.
#[derive(Clone)]
pub struct Book {
    committed: watch::Receiver<i64>,
}

impl Book {
    /// Opens the journal on a migrated database and starts its writer.
    pub async fn open(_pool: PgPool, _options: BookOptions) -> Result<Self, BookError> {
        unimplemented!("written next")
    }

    /// Decides a command on its wallet and commits its events, or refuses it.
    ///
    /// The command runs to its end even when the caller goes away.
    pub async fn execute(
        &self,
        _wallet_id: WalletId,
        _command: WalletCommand,
        _context: Context,
    ) -> Result<Receipt, BookError> {
        unimplemented!("written next")
    }

    /// The wallet as its committed events leave it. An unopened wallet has sequence 0.
    pub async fn load(&self, _wallet_id: WalletId) -> Result<Wallet, BookError> {
        unimplemented!("written next")
    }

    /// The last committed position, as it moves: wakes projections and processes.
    #[must_use]
    pub fn committed(&self) -> watch::Receiver<i64> {
        self.committed.clone()
    }

    /// Refuses new commands, ends those that wait, and returns when the writer has stopped.
    pub async fn close(&self) {
        unimplemented!("written next")
    }
}

/// Reads events after `after` in journal order, at most `limit`: the feed's source.
pub async fn read_events(
    _pool: &PgPool,
    _after: i64,
    _limit: i64,
) -> Result<Vec<RecordedEvent>, BookError> {
    unimplemented!("written next")
}
