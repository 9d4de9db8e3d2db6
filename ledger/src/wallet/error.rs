//! Why a wallet refuses a command.

use crate::id::TransferId;
use crate::money::{Money, MoneyError};
use crate::posting::GameCode;

/// Why a wallet refuses a command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WalletError {
    /// The wallet has never been opened.
    #[error("the wallet is not open")]
    NotOpen,
    /// The bucket holds less than the command needs.
    #[error("needs {needed}, holds {held}")]
    InsufficientFunds {
        /// What the command needs.
        needed: Money,
        /// What the bucket holds.
        held: Money,
    },
    /// An amount of zero or below.
    #[error("the amount must be above zero")]
    AmountNotPositive,
    /// Below the operator's least or above its most.
    #[error("an amount from {min} to {max}")]
    WithdrawalOutOfLimits {
        /// The smallest amount.
        min: Money,
        /// The largest amount.
        max: Money,
    },
    /// The player has no account with that provider.
    #[error("no account with {0}")]
    NoGameAccount(GameCode),
    /// The player has an account with that provider already, under another name.
    #[error("an account with {0} is open already")]
    GameAccountExists(GameCode),
    /// Source and destination are not the wallet and one game account.
    #[error("a transfer goes between the wallet and one game account")]
    NotATransferPair,
    /// Another transfer with the same provider has not ended.
    #[error("transfer {0} with the same provider has not ended")]
    TransferOpen(TransferId),
    /// The command names a slip, transfer or withdrawal that the wallet does not know.
    #[error("unknown {0}")]
    Unknown(&'static str),
    /// The slip, transfer or withdrawal has ended in another way.
    #[error("the {0} has ended already")]
    Ended(&'static str),
    /// Money is to be given back on grounds that do not hold at this point any more.
    #[error("the {0} may have been carried out by another request")]
    NotDefinite(&'static str),
    /// A slip whose QR could not be read has no reference to credit.
    #[error("the slip has no reference")]
    NoReference,
    /// Currencies differ, or an amount is beyond the books.
    #[error(transparent)]
    Money(#[from] MoneyError),
}

impl WalletError {
    /// Stable across releases: clients translate by it.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotOpen => "NO_WALLET",
            Self::InsufficientFunds { .. } => "MONEY_NOT_ENOUGH",
            Self::AmountNotPositive => "TRANSFER_MINIMUM",
            Self::WithdrawalOutOfLimits { .. } => "WITHDRAW_LIMIT",
            Self::NoGameAccount(_) => "SLOT_NO_ACCOUNT",
            Self::GameAccountExists(_) => "SLOT_ALREADY_ACTIVE",
            Self::NotATransferPair | Self::Money(_) => "INVALID_AMOUNT",
            Self::TransferOpen(_) => "REQUEST_LIMIT",
            Self::Unknown(_) | Self::NoReference => "NO_DATA",
            Self::Ended(_) => "ALREADY_ENDED",
            Self::NotDefinite(_) => "NOT_DEFINITE",
        }
    }
}
