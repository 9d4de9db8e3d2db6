//! Erasing a member: what names the person goes, what the books stand on stays.
//!
//! Events, claims and the proof log hold ids only, so not a byte of them changes and every proof
//! stays valid. The steps are in an order that makes every way of dying harmless:
//!
//! 1. One transaction blanks all that stands in rows, says that the member is erased and writes the
//!    operator's act. From its commit on triggers refuse whatever was still under way.
//! 2. Pictures of slips are removed from the disk, and only then the rows that name them.
//! 3. What was said in the chat goes as in any erasure of a chat: marked first, then removed.
//! 4. When nothing is left, the end is noted.
//!
//! Cut off before the commit of 1 nothing has happened; after it, the same command goes on.

mod files;
mod person;

use ledger::WalletId;

use crate::chat::Hub;
use crate::platform::error::ApiError;

/// What is asked for.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    pub(crate) member: WalletId,
    /// Who asks, by name.
    pub(crate) by: String,
    pub(crate) reason: String,
}

/// What one run has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Done {
    /// An earlier run has begun it.
    pub(crate) was_started: bool,
    /// Pictures of slips that went.
    pub(crate) slips: usize,
    /// Messages whose text went.
    pub(crate) messages: u64,
    /// Files of the chat that went.
    pub(crate) files: u64,
}

/// Why a member is not erased, or not wholly yet.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EraseError {
    /// Nobody has this id.
    #[error("nobody has this id")]
    Unknown,
    /// Money or work that has not ended.
    #[error("{0}")]
    Busy(String),
    /// Files that are still there.
    #[error("{0} files are still there: see why, and run it again")]
    Left(i64),
    /// A picture cannot be removed.
    #[error("a picture stays on the disk: {0}; run it again")]
    Disk(#[from] std::io::Error),
    /// The ledger.
    #[error("the ledger: {0}")]
    Ledger(#[from] ledger::LedgerError),
    /// The database.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
    /// The chat.
    #[error("the chat: {0}")]
    Chat(&'static str),
}

impl From<ApiError> for EraseError {
    fn from(error: ApiError) -> Self {
        Self::Chat(error.code.as_str())
    }
}

/// Erases a member, or goes on where an earlier run was cut off.
pub(crate) async fn erase(state: &Hub, order: &Order) -> Result<Done, EraseError> {
    let was_started = !person::begin(state, order).await?;
    let slips = files::slips(state, order.member).await?;
    let (messages, files) = files::chat(state, order.member).await?;
    let left = files::left(state, order.member).await?;
    if left > 0 {
        return Err(EraseError::Left(left));
    }
    person::end(state, order).await?;
    Ok(Done {
        was_started,
        slips,
        messages,
        files,
    })
}
