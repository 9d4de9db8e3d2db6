//! The wallet's rules, each as given (events) / when (a command) / then (events or a refusal).
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bank_change;
mod coin;
mod coupon;
mod exclusion;
mod gift;
mod limit;
mod manual;
mod opening;
mod qr;
mod qr_referred;
mod slip;
mod support;
mod sweep;
mod transfer;
mod transfer_out;
mod wheel;
mod wheel_support;
mod window;
mod withdrawal;
