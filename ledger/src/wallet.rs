//! One player's wallet: its buckets, its open work, and the rules that decide.
//!
//! [`Wallet`] is the aggregate. A handler reads the state and refuses or writes events; `apply`
//! only remembers. Nothing here calls the outside: handlers run again when two writers meet.

mod aggregate;
mod command;
mod error;
mod event;
mod slip;
mod state;
mod transfer;
mod withdrawal;

pub use command::{Grounds, SlipReference, WalletCommand, WithdrawalLimits};
pub use error::WalletError;
pub use event::{Place, SlipReason, WalletEvent};
pub use state::{
    SlipState, TransferState, TransferStatus, Wallet, WithdrawalState, WithdrawalStatus,
};
