//! Payments: the use cases that start them, and the background work that carries them to the
//! outside world and brings the answers back.
//!
//! Events are the outbox. After a crash, the open-work view again shows what was started but has
//! not ended. One gateway of a database does this work at a time ([`lease`]); the others are on
//! standby.

#![allow(
    clippy::implicit_hasher,
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    reason = "a room of one program: all its callers are here"
)]

pub mod attempt;
pub mod balance;
pub mod credit_time;
pub mod gift;
mod handle;
#[cfg(test)]
pub mod harness;
pub mod lease;
mod notifications;
mod outbound;
mod process;
pub mod qr;
mod runner;
pub mod slip;
#[cfg(test)]
mod sweep_tests;
#[cfg(test)]
mod tests;
pub mod transfer;
mod waiting;
pub mod withdrawal;

pub use attempt::{Job, Process};
pub use handle::Payments;

pub use waiting::{wait_until, wait_until_all};

/// Why a payment waits for staff that is confirmed after the service has ended.
pub(crate) const TERMINATED: &str = "SERVICE_TERMINATED";

/// Starts every process. Each ends by itself on `stop`, and `tasks` tracks it.
pub fn start(payments: &Payments) {
    payments.tasks.spawn(runner::run(payments.clone()));
    notifications::start(payments);
    payments.spawn(credit_time::follow(payments.clone()));
}
