//! Why a decision of staff is not carried out.

use ledger::{LedgerError, WalletError};
use projections::ViewError;
use serde_json::json;

use crate::platform::error::{ApiError, Code};

/// Why a decision of staff is not carried out.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// It cannot be, as it stands.
    #[error("{why}")]
    No {
        /// For the console.
        code: Code,
        /// For people.
        why: &'static str,
    },
    /// The outside cannot be asked now: the same may be asked later.
    #[error("{0}")]
    Later(&'static str),
    /// The ledger's rules.
    #[error("{}", .0.code())]
    Wallet(#[from] WalletError),
    /// Another payment, movement or correction used this fact up.
    #[error("this payment is credited already")]
    Claimed,
    /// The ledger.
    #[error(transparent)]
    Ledger(LedgerError),
    /// A view.
    #[error(transparent)]
    View(#[from] ViewError),
    /// The database.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl Refusal {
    /// A refusal for good.
    pub(crate) const fn no(code: Code, why: &'static str) -> Self {
        Self::No { code, why }
    }

    /// Nothing of that id waits for staff.
    pub(crate) const NOTHING: Self = Self::no(Code::NoData, "nothing of this id waits for staff");

    /// Whether asking again can lead to nothing else.
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
