//! Erasing a member: personal data is deleted, and what the ledger depends on stays.
//!
//! Events, claims and the proof log hold ids only, so none of their bytes change and every proof
//! stays valid. The order of the steps makes a crash at any point harmless:
//!
//! 1. One transaction blanks the personal data in all rows, marks the member as erased and writes
//!    the operator's audit entry. After its commit, triggers refuse writes that were still under
//!    way.
//! 2. Pictures of slips are removed from disk, and only then the rows that name them.
//! 3. Chat messages are erased as in any erasure of a chat: marked first, then removed.
//! 4. When nothing is left, the end is recorded.
//!
//! After a crash before the commit of step 1, nothing has happened; after it, the same command
//! continues.

mod files;
mod person;
mod record;

use ledger::WalletId;

pub(crate) use record::verify;

use chat::Hub;
use platform::error::ApiError;

/// The order to erase a member.
#[derive(Debug, Clone)]
pub struct Order {
    /// Wallet id of the member to erase.
    pub member: WalletId,
    /// The name of the operator who erases.
    pub by: String,
    /// Reason that the audit log and the erasure's row record.
    pub reason: String,
}

/// What one run did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Done {
    /// Whether an earlier run had started it.
    pub was_started: bool,
    /// How many slip pictures were removed.
    pub slips: usize,
    /// How many messages were blanked.
    pub messages: u64,
    /// How many chat files were removed.
    pub files: u64,
}

/// Why a member is not erased, or not completely yet.
#[derive(Debug, thiserror::Error)]
pub enum EraseError {
    /// No member has this id.
    #[error("no member has this id")]
    Unknown,
    /// The member still has money or open work.
    #[error("{0}")]
    Busy(String),
    /// Some files still exist.
    #[error("{0} files are still there: see why, and run it again")]
    Left(i64),
    /// A picture cannot be removed.
    #[error("a picture stays on the disk: {0}; run it again")]
    Disk(#[from] std::io::Error),
    /// The member's wallet could not be loaded.
    #[error("the ledger: {0}")]
    Ledger(#[from] ledger::LedgerError),
    /// A database query failed.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
    /// The chat failed, with an error code.
    #[error("the chat: {0}")]
    Chat(&'static str),
}

impl From<ApiError> for EraseError {
    fn from(error: ApiError) -> Self {
        Self::Chat(error.code.as_str())
    }
}

/// Erases a member, or continues an interrupted run.
pub async fn erase(state: &Hub, order: &Order) -> Result<Done, EraseError> {
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
