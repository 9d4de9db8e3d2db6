//! The write side of the wallet: money, the [`Wallet`] aggregate and the journal on `PostgreSQL`.
//!
//! A command goes in through [`Ledger`]; events come out, appended and numbered. This crate must
//! not know HTTP, any read model, the machine's clock or a source of randomness: time and ids
//! arrive with the command. The one exception draws keys and salts: [`proof`].

mod claim;
pub mod handle;
pub mod id;
pub mod journal;
pub mod key_file;
pub mod money;
pub mod pool;
pub mod posting;
pub mod proof;
pub mod trace;
pub mod wallet;

pub use claim::Claim;
pub use handle::{
    CommandOutcome, CommitObserver, CommittedBatch, CommittedEvent, Ledger, LedgerError,
    LedgerOptions, read_events,
};
pub use id::{
    BankAccountId, CorrectionId, GiftId, GrantId, ManualDepositId, PinId, QrOrderId, SlipId,
    SpinId, StaffId, SweepId, TransferId, WalletId, WheelSeedId, WithdrawalId,
};
pub use journal::{Actor, Context, Idempotency, JournalKey, Metadata, RecordedEvent};
pub use money::{Currency, Money, MoneyError};
pub use posting::{Account, GameCode, Posting};
pub use wallet::reward::{RewardCommand, RewardError, RewardEvent};
pub use wallet::{Wallet, WalletCommand, WalletError, WalletEvent};
