//! What an observer hears of each commit.

use crate::id::WalletId;
use crate::wallet::WalletEvent;

/// Hears of each batch that this process has committed, for metrics.
///
/// The writer calls it before it answers the callers: it must be quick, and a panic in it ends
/// the process. It hears nothing of what another process has committed.
pub trait CommitObserver: std::fmt::Debug + Send + Sync {
    /// A batch is committed.
    fn note(&self, batch: &CommittedBatch<'_>);
}

/// A batch that is committed.
#[derive(Debug)]
pub struct CommittedBatch<'a> {
    /// Commands that took effect, or had nothing left to do.
    pub taken: usize,
    /// Commands that were refused.
    pub refused: usize,
    /// The new events, in the order of the journal.
    pub events: Vec<CommittedEvent<'a>>,
}

/// A new event of a batch.
#[derive(Debug, Clone, Copy)]
pub struct CommittedEvent<'a> {
    /// Id of the wallet.
    pub wallet_id: WalletId,
    /// What happened, with its data.
    pub event: &'a WalletEvent,
}
