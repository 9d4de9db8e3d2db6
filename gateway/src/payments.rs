//! Payments: the use cases that start them, and the background work that carries them to the
//! outside world and brings the answers back.
//!
//! Events are the outbox. After a crash, the open-work view again shows what was started but has
//! not ended. One gateway of a database does this work at a time ([`lease`]); the others are on
//! standby.

pub(crate) mod attempt;
pub(crate) mod balance;
pub(crate) mod credit_time;
pub(crate) mod gift;
mod handle;
#[cfg(test)]
pub(crate) mod harness;
pub(crate) mod lease;
mod notifications;
mod outbound;
mod process;
pub(crate) mod qr;
mod runner;
pub(crate) mod slip;
#[cfg(test)]
mod sweep_tests;
#[cfg(test)]
mod tests;
pub(crate) mod transfer;
mod waiting;
pub(crate) mod withdrawal;

pub(crate) use attempt::{Job, Process};
pub(crate) use handle::Payments;

pub(crate) use waiting::{wait_until, wait_until_all};

/// Why a payment waits for staff that is confirmed after the service has ended.
pub(crate) const TERMINATED: &str = "SERVICE_TERMINATED";

/// Starts every process. Each ends by itself on `stop`, and `tasks` tracks it.
pub(crate) fn start(payments: &Payments) {
    payments.tasks.spawn(runner::run(payments.clone()));
    notifications::start(payments);
    payments.spawn(credit_time::follow(payments.clone()));
}
