//! The wallet's rules, each as given (events) / when (a command) / then (events or a refusal).
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod opening;
mod slip;
mod support;
mod transfer;
mod transfer_out;
mod window;
mod withdrawal;
