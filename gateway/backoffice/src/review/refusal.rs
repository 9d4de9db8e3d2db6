//! Why a decision of staff is not executed.

use ledger::{LedgerError, WalletError};
use projections::ViewError;
use serde_json::json;

use platform::error::{ApiError, Code};

/// Why a decision of staff is not executed.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// It is impossible in the current state.
    #[error("{why}")]
    No {
        /// The code for the console.
        code: Code,
        /// The reason as a sentence.
        why: &'static str,
    },
    /// The bank or provider cannot be reached now; the same request may succeed later.
    #[error("{0}")]
    Later(&'static str),
    /// The ledger's rules refuse it.
    #[error("{}", .0.code())]
    Wallet(#[from] WalletError),
    /// Another payment, movement or correction has already claimed this fact.
    #[error("this payment is credited already")]
    Claimed,
    /// The ledger could not execute it, for a reason other than its rules.
    #[error(transparent)]
    Ledger(LedgerError),
    /// A view of the ledger could not be read.
    #[error(transparent)]
    View(#[from] ViewError),
    /// A database query failed.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl Refusal {
    /// Refuses with a code for the console and a sentence that says why.
    pub const fn no(code: Code, why: &'static str) -> Self {
        Self::No { code, why }
    }

    /// No item with this id waits for staff.
    pub(crate) const NOTHING: Self = Self::no(Code::NoData, "nothing of this id waits for staff");

    /// Whether a repeat cannot have another outcome.
    pub(crate) const fn is_definite(&self) -> bool {
        matches!(self, Self::No { .. } | Self::Wallet(_) | Self::Claimed)
    }
}

impl From<LedgerError> for Refusal {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::Refused(refusal) => Self::Wallet(refusal),
            LedgerError::ClaimTaken { .. } => Self::Claimed,
            other => Self::Ledger(other),
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::No { code, why } => Self::from(code).with_data(json!({ "why": why })),
            Refusal::Later(why) => {
                Self::from(Code::EvidenceMissing).with_data(json!({ "why": why }))
            }
            Refusal::Wallet(refusal) => refusal.into(),
            Refusal::Claimed => Code::SlipRefnoDuplicated.into(),
            Refusal::Ledger(error) => error.into(),
            Refusal::View(error) => error.into(),
            Refusal::Database(error) => error.into(),
        }
    }
}
