//! One player's wallet: its buckets, its open work, and the rules that decide.
//!
//! [`Wallet`] is the aggregate. `handle` reads the state and either refuses or writes events;
//! `apply` only updates the state. Nothing here calls the outside, because a decision is made again
//! when two writers meet.

// A new event, or a new state of what it is about, must be thought of in every match.
#![deny(clippy::wildcard_enum_match_arm)]

pub use crate::claim::payment_name;
mod aggregate;
mod bank_account;
mod command;
mod confirmation;
mod correction;
mod error;
mod event;
mod fact;
mod freeze;
mod gift;
mod house;
mod limit;
mod manual;
mod open;
mod payout_hold;
mod place;
mod protection;
mod qr;
mod remember;
pub mod reward;
mod slip;
mod state;
mod stored;
mod sweep;
mod transfer;
mod void;
mod withdrawal;

pub use aggregate::DecisionContext;
#[cfg(test)]
pub(crate) use bank_account::first_account;
pub use bank_account::{BankAccountMac, BankAccountRecord, MACS_KEPT as BANK_ACCOUNT_MACS_KEPT};
pub use command::{
    BankAccountCommand, Correction, FreezeCommand, GameCommand, GiftCommand, ManualCommand,
    NonDeliveryProof, PayoutCommand, ProtectionCommand, QrCommand, SlipCommand, SweepCommand,
    TransferCommand, WalletCommand, WithdrawalCommand, WithdrawalLimits,
};
pub use confirmation::Confirmation;
pub use error::WalletError;
pub use event::{
    BankAccountEvent, Corrected, FreezeEvent, GameEvent, GiftEvent, ManualEvent, Opened,
    PayoutEvent, ProtectionEvent, QrEvent, SlipEvent, SweepEvent, TransferEvent, WalletEvent,
    WithdrawalEvent,
};
pub(crate) use fact::EVENT_VERSION;
pub use freeze::{Freeze, FreezeReach};
pub use gift::{GiftState, GiftStatus};
pub use house::{HOUSE, HouseEvent, LiabilityTotal, SETTINGS, SettingsAuthor};
pub use limit::{INDOCHINA_TIME, LimitPeriod, PendingLimit};
pub use manual::{ManualDepositState, ManualDepositStatus};
pub use payout_hold::HoldReason;
pub use place::Place;
pub use protection::{DepositLimitView, ExclusionKind, ExclusionView, ProtectionView};
pub use qr::{QrEnd, QrPayment, QrState, QrStatus};
pub use reward::GrantKind;
pub use slip::{SlipReason, SlipReference};
pub use state::{
    SlipState, SlipStatus, TransferState, TransferStatus, Wallet, WithdrawalState, WithdrawalStatus,
};
pub use sweep::{SweepLeg, SweepState};
