//! The write side of the wallet: money, the [`Wallet`] aggregate and the journal on `PostgreSQL`.
//!
//! A command goes in through [`Book`], the only door; events come out, appended and numbered.
//! This crate must not know HTTP, any read model, the machine's clock or its dice: time and ids
//! arrive with the command. (The one exception draws keys and salts: [`proof`].)

pub mod book;
mod claim;
pub mod id;
pub mod journal;
pub mod money;
pub mod pool;
pub mod posting;
pub mod proof;
pub mod wallet;

pub use book::{Book, BookError, BookOptions, Receipt, read_events};
pub use claim::Claim;
pub use id::{
    BankAccountId, CorrectionId, GiftId, GrantId, ManualDepositId, QrOrderId, SlipId, SpinId,
    StaffId, SweepId, TransferId, WalletId, WheelSeedId, WithdrawalId,
};
pub use journal::{Actor, Context, Idempotency, Metadata, RecordedEvent};
pub use money::{Currency, Money, MoneyError};
pub use posting::{Account, GameCode, Posting};
pub use wallet::reward::{RewardCommand, RewardError, RewardEvent};
pub use wallet::{Wallet, WalletCommand, WalletError, WalletEvent};
