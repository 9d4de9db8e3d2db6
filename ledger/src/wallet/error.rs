//! Why a wallet refuses a command.

use chrono::{DateTime, Utc};

use crate::id::TransferId;
use crate::money::{Money, MoneyError};
use crate::posting::GameCode;

use super::limit::LimitPeriod;
use super::reward::RewardError;

/// Why a wallet refuses a command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WalletError {
    /// The wallet has never been opened.
    #[error("the wallet is not open")]
    NotOpen,
    /// The house states something in a player's stream.
    #[error("a player's wallet takes no statement of the house")]
    NotTheHouse,
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
        /// Smallest amount, in its currency.
        min: Money,
        /// Largest amount, in its currency.
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
    /// Staff has it in hand: nobody else credits it.
    #[error("the {0} waits for staff")]
    WaitsForStaff(&'static str),
    /// Staff decides about it only after it was left for them.
    #[error("the {0} does not wait for staff")]
    NotReferred(&'static str),
    /// What is to be shown would be over before it begins.
    #[error("the {0} would be over already")]
    OverAlready(&'static str),
    /// What is reported about a known order is not what was ordered.
    #[error("the {0} was ordered with another amount or channel")]
    Mismatch(&'static str),
    /// An id that is to be new is in use, or named twice.
    #[error("the id of a {0} is in use")]
    IdTaken(&'static str),
    /// The voucher was handed in before.
    #[error("the voucher was handed in before")]
    DuplicateGift,
    /// As much of this kind is open as may be at one time.
    #[error("too many open {0}s")]
    TooManyOpen(&'static str),
    /// The bank account was changed lately: payouts wait.
    #[error("payouts wait until {until}")]
    Held {
        /// Time of the end, in UTC.
        until: DateTime<Utc>,
    },
    /// The payout is not confirmed by the PIN in force.
    #[error("the payout needs the PIN")]
    Unconfirmed,
    /// The payout names another bank account than the player's last one.
    #[error("the bank account has been changed")]
    StaleBankAccount,
    /// More than the player's own limit lets in.
    #[error("the limit of {limit} a {period} leaves {remaining}")]
    DepositLimit {
        /// The calendar period whose limit leaves the least.
        period: LimitPeriod,
        /// The limit's amount.
        limit: Money,
        /// What may still come in.
        remaining: Money,
    },
    /// The player takes a break from playing.
    #[error("the player is excluded until {until:?}")]
    Excluded {
        /// Until when; none: without an end.
        until: Option<DateTime<Utc>>,
    },
    /// Staff's limit for a player would not be below the one in force.
    #[error("not stricter than the limit in force")]
    NotStricter,
    /// Staff has frozen the wallet.
    #[error("the wallet is frozen")]
    Frozen,
    /// The void row that is declared is not the last one.
    #[error("the last void row is another one")]
    OtherVoid,
    /// A break from playing would end before the current one.
    #[error("a break can only be made longer")]
    CannotShorten,
    /// Nobody agrees to what they have asked for themselves.
    #[error("the {0} needs a second person")]
    SamePerson(&'static str),
    /// A correction while an operation of the player is open.
    #[error("an operation of the player is open")]
    OpenOperation,
    /// A correction that corrects nothing.
    #[error("the amount must not be zero")]
    AmountIsZero,
    /// A rule of rewards.
    #[error(transparent)]
    Reward(#[from] RewardError),
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
            Self::NotATransferPair | Self::Money(_) | Self::Mismatch(_) | Self::AmountIsZero => {
                "INVALID_AMOUNT"
            }
            Self::TransferOpen(_) | Self::TooManyOpen(_) | Self::StaleBankAccount => {
                "REQUEST_LIMIT"
            }
            Self::SamePerson(_) => "SECOND_PERSON",
            Self::OpenOperation => "OPERATION_OPEN",
            Self::IdTaken(_) | Self::OverAlready(_) => "INVALID_INPUT",
            Self::DuplicateGift => "TRUELINK_DUPLICATE",
            Self::Held { .. } => "WITHDRAW_HELD",
            Self::Unconfirmed => "PIN_REQUIRED",
            Self::DepositLimit { .. } => "DEPOSIT_LIMIT",
            Self::Excluded { .. } => "PLAYER_EXCLUDED",
            Self::NotStricter => "LIMIT_NOT_STRICTER",
            Self::Frozen => "ACCOUNT_FROZEN",
            Self::OtherVoid | Self::NotTheHouse => "EVIDENCE_CONTRADICTS",
            Self::CannotShorten => "LIMIT_NOT_SHORTER",
            Self::Reward(refusal) => refusal.code(),
            Self::Unknown(_) | Self::NoReference => "NO_DATA",
            Self::Ended(_) => "ALREADY_ENDED",
            Self::WaitsForStaff(_) => "WAITS_FOR_STAFF",
            Self::NotReferred(_) => "NOT_REFERRED",
            Self::NotDefinite(_) => "NOT_DEFINITE",
        }
    }
}
