//! The index that a replay keeps of a player's stream.

use std::sync::Arc;

use ledger::journal::{Digest, Fold, JournalError};
use ledger::{Account, JournalKey, WalletId};
use rust_decimal::Decimal;
use uuid::Uuid;

use super::sums::Sums;

/// Why a replay does not answer.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The wallet has no events.
    #[error("the wallet has no events")]
    NoStream,
    /// The stream has no such event.
    #[error("the stream has no event {0}")]
    NoEvent(i64),
    /// The journal cannot be read, or contradicts itself.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There is no room for a further replay at the same time.
    #[error("too many replays are looked through at the same time")]
    Busy,
    /// The work was given up: the program ends.
    #[error("the replay was interrupted")]
    Interrupted,
}

/// One player's stream, checked and indexed up to some event.
#[derive(Debug, Clone)]
pub struct Replay {
    pub(super) index: Index,
}

/// The index entry of one event.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// Its type, by its number among [`Index::kinds`].
    pub(super) kind: u16,
    /// The slip, transfer, withdrawal … that it belongs to.
    pub(super) operation: Option<Uuid>,
    /// The chain up to and with it.
    pub(super) hash: Digest,
}

/// A bucket after an event that touched it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Touch {
    pub(super) sequence: i64,
    /// The bucket, by its number among [`Index::accounts`].
    pub(super) account: u16,
    pub(super) amount: Decimal,
}

/// [`STRIDE`] events and the state before the first of them. Never changed once it is full.
#[derive(Debug, Clone)]
pub(super) struct Chunk {
    pub(super) start: Fold,
    /// The sums of the accounts before it.
    pub(super) sums: Sums,
    pub(super) entries: Vec<Entry>,
    pub(super) touches: Vec<Touch>,
}

/// The index of a stream.
#[derive(Debug, Clone)]
pub(super) struct Index {
    pub(super) key: JournalKey,
    pub(super) wallet_id: WalletId,
    pub(super) chunks: Vec<Arc<Chunk>>,
    pub(super) kinds: Vec<String>,
    pub(super) accounts: Vec<Account>,
    pub(super) head: Fold,
    /// The sums of the accounts up to the head.
    pub(super) sums: Sums,
}
