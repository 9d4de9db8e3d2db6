//! What has happened to a wallet. Events are past, hold ids instead of personal data, and the
//! money events carry their postings.

use std::fmt;
use std::str::FromStr;

use cqrs_es::DomainEvent;
use serde::{Deserialize, Serialize};

use crate::id::{BankAccountId, SlipId, TransferId, WithdrawalId};
use crate::journal::Claim;
use crate::money::{Currency, Money};
use crate::posting::{GameCode, NoSuchAccount, Posting};

/// One end of a transfer: the main wallet (`WALLET` on every wire) or a game account.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Place {
    /// The main wallet.
    Wallet,
    /// The account with a provider.
    Game(GameCode),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wallet => f.write_str("WALLET"),
            Self::Game(code) => code.fmt(f),
        }
    }
}

impl FromStr for Place {
    type Err = NoSuchAccount;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "WALLET" => Ok(Self::Wallet),
            code => Ok(Self::Game(code.parse()?)),
        }
    }
}

impl TryFrom<String> for Place {
    type Error = NoSuchAccount;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Place> for String {
    fn from(place: Place) -> Self {
        place.to_string()
    }
}

/// What a slip's mini-QR says: the key under which a bank knows the payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlipReference {
    /// Three digits of the Bank of Thailand, or `BCEL` for a Lao slip.
    pub sending_bank: String,
    /// At most 25 of `[A-Za-z0-9]`, as parsed (never the raw QR text: one payment, one spelling).
    pub trans_ref: String,
}

/// Why a slip was not credited: the product's reason codes, their spelling included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(
    missing_docs,
    reason = "the codes are the product's own words, explained in its catalogue"
)]
pub enum SlipReason {
    UploadedFileNotExist,
    ImgSizeUnableToProcess,
    CannotReadCroppedImage,
    DestAccInvalid,
    SlipRefnoDuplicated,
    UnstableRefnoOnSlip,
    TrippleWrongCaptcha,
    InvalidSlip,
    NotMatch,
    ExpiredSlip,
    UnknowError,
}

impl SlipReason {
    /// The code as it stands in the catalogue and on the wire.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::UploadedFileNotExist => "UPLOADED_FILE_NOT_EXIST",
            Self::ImgSizeUnableToProcess => "IMG_SIZE_UNABLE_TO_PROCESS",
            Self::CannotReadCroppedImage => "CANNOT_READ_CROPPED_IMAGE",
            Self::DestAccInvalid => "DEST_ACC_INVALID",
            Self::SlipRefnoDuplicated => "SLIP_REFNO_DUPLICATED",
            Self::UnstableRefnoOnSlip => "UNSTABLE_REFNO_ON_SLIP",
            Self::TrippleWrongCaptcha => "TRIPPLE_WRONG_CAPTCHA",
            Self::InvalidSlip => "INVALID_SLIP",
            Self::NotMatch => "NOT_MATCH",
            Self::ExpiredSlip => "EXPIRED_SLIP",
            Self::UnknowError => "UNKNOW_ERROR",
        }
    }
}

/// What happened to a wallet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum WalletEvent {
    /// The wallet exists.
    Opened {
        /// Its one currency.
        currency: Currency,
    },
    /// A slip was uploaded.
    SlipSubmitted {
        /// The slip.
        slip_id: SlipId,
        /// What its QR says, when one could be read.
        reference: Option<SlipReference>,
    },
    /// A slip waits for staff.
    SlipReferred {
        /// The slip.
        slip_id: SlipId,
        /// Why.
        reason: String,
    },
    /// A slip ended without money.
    SlipRejected {
        /// The slip.
        slip_id: SlipId,
        /// Why.
        reason: SlipReason,
    },
    /// Money came in by a slip that the bank confirmed.
    Deposited {
        /// The slip that brought it.
        slip_id: SlipId,
        /// The bank's reference, claimed for ever.
        reference: SlipReference,
        /// The operator's deposit account that received it.
        deposit_account: String,
        /// How much.
        amount: Money,
        /// `bank:…` → `main`.
        postings: Vec<Posting>,
    },
    /// The player has an account with a provider.
    GameAccountOpened {
        /// The provider.
        game: GameCode,
        /// The player's name there.
        username: String,
    },
    /// A transfer began.
    TransferStarted {
        /// The transfer.
        transfer_id: TransferId,
        /// Where the money leaves.
        from: Place,
        /// Where it goes.
        to: Place,
        /// How much.
        amount: Money,
        /// Into a game: `main` → `in_transit`. Out of a game: none, the provider is asked first.
        postings: Vec<Posting>,
    },
    /// The provider is about to be called.
    TransferSent {
        /// The transfer.
        transfer_id: TransferId,
    },
    /// The provider's answer is not known.
    TransferUnknown {
        /// The transfer.
        transfer_id: TransferId,
        /// What was seen instead.
        reason: String,
    },
    /// The provider moved the money.
    TransferCompleted {
        /// The transfer.
        transfer_id: TransferId,
        /// The provider.
        game: GameCode,
        /// The provider's id of the movement.
        provider_tx: String,
        /// Into a game: `in_transit` → `game:…`. Out of it: `game:…` → `main`.
        postings: Vec<Posting>,
    },
    /// The provider did not and will not move the money.
    TransferReturned {
        /// The transfer.
        transfer_id: TransferId,
        /// The definite refusal.
        reason: String,
        /// Into a game: `in_transit` → `main`. Out of it: none.
        postings: Vec<Posting>,
    },
    /// A provider holds another amount than our books: the player won or lost.
    GameBalanceObserved {
        /// The provider.
        game: GameCode,
        /// What it holds now.
        balance: Money,
        /// `provider:…` → `game:…` for winnings, the other way for losses.
        postings: Vec<Posting>,
    },
    /// Money was set aside for a payout.
    WithdrawalRequested {
        /// The withdrawal.
        withdrawal_id: WithdrawalId,
        /// How much.
        amount: Money,
        /// The player's bank account.
        bank_account: BankAccountId,
        /// `main` → `withdrawal`.
        postings: Vec<Posting>,
    },
    /// The bank is about to be called.
    WithdrawalSent {
        /// The withdrawal.
        withdrawal_id: WithdrawalId,
    },
    /// The bank's answer is not known.
    WithdrawalUnknown {
        /// The withdrawal.
        withdrawal_id: WithdrawalId,
        /// What was seen instead.
        reason: String,
    },
    /// The bank paid.
    WithdrawalPaid {
        /// The withdrawal.
        withdrawal_id: WithdrawalId,
        /// The bank's reference.
        payout_ref: String,
        /// `withdrawal` → `payout`.
        postings: Vec<Posting>,
    },
    /// The bank did not and will not pay.
    WithdrawalReturned {
        /// The withdrawal.
        withdrawal_id: WithdrawalId,
        /// The definite refusal.
        reason: String,
        /// `withdrawal` → `main`.
        postings: Vec<Posting>,
    },
}

impl WalletEvent {
    /// The event's double entry; empty where no money moved.
    #[must_use]
    pub fn postings(&self) -> &[Posting] {
        match self {
            Self::Deposited { postings, .. }
            | Self::TransferStarted { postings, .. }
            | Self::TransferCompleted { postings, .. }
            | Self::TransferReturned { postings, .. }
            | Self::GameBalanceObserved { postings, .. }
            | Self::WithdrawalRequested { postings, .. }
            | Self::WithdrawalPaid { postings, .. }
            | Self::WithdrawalReturned { postings, .. } => postings,
            Self::Opened { .. }
            | Self::SlipSubmitted { .. }
            | Self::SlipReferred { .. }
            | Self::SlipRejected { .. }
            | Self::GameAccountOpened { .. }
            | Self::TransferSent { .. }
            | Self::TransferUnknown { .. }
            | Self::WithdrawalSent { .. }
            | Self::WithdrawalUnknown { .. } => &[],
        }
    }

    /// The outside fact that this event uses up, if any.
    #[must_use]
    pub fn claim(&self) -> Option<Claim> {
        match self {
            Self::Deposited { reference, .. } => Some(Claim {
                kind: "slip",
                reference: format!("{}:{}", reference.sending_bank, reference.trans_ref),
            }),
            Self::TransferCompleted {
                game, provider_tx, ..
            } => Some(Claim {
                kind: "provider_tx",
                reference: format!("{game}:{provider_tx}"),
            }),
            Self::WithdrawalPaid { payout_ref, .. } => Some(Claim {
                kind: "payout",
                reference: payout_ref.clone(),
            }),
            _ => None,
        }
    }
}

impl DomainEvent for WalletEvent {
    fn event_type(&self) -> String {
        match self {
            Self::Opened { .. } => "Opened",
            Self::SlipSubmitted { .. } => "SlipSubmitted",
            Self::SlipReferred { .. } => "SlipReferred",
            Self::SlipRejected { .. } => "SlipRejected",
            Self::Deposited { .. } => "Deposited",
            Self::GameAccountOpened { .. } => "GameAccountOpened",
            Self::TransferStarted { .. } => "TransferStarted",
            Self::TransferSent { .. } => "TransferSent",
            Self::TransferUnknown { .. } => "TransferUnknown",
            Self::TransferCompleted { .. } => "TransferCompleted",
            Self::TransferReturned { .. } => "TransferReturned",
            Self::GameBalanceObserved { .. } => "GameBalanceObserved",
            Self::WithdrawalRequested { .. } => "WithdrawalRequested",
            Self::WithdrawalSent { .. } => "WithdrawalSent",
            Self::WithdrawalUnknown { .. } => "WithdrawalUnknown",
            Self::WithdrawalPaid { .. } => "WithdrawalPaid",
            Self::WithdrawalReturned { .. } => "WithdrawalReturned",
        }
        .to_owned()
    }

    fn event_version(&self) -> String {
        "1.0.0".to_owned()
    }
}
