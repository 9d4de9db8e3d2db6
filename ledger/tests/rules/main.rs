//! The wallet's rules, each as given (events) / when (a command) / then (events or a refusal).
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bank_change;
mod coin;
mod confirmation;
mod correction;
mod coupon;
mod exclusion;
mod freeze;
mod gift;
mod grant;
mod grant_deposit;
mod grant_end;
mod grant_limit;
mod invite;
mod limit;
mod manual;
mod opening;
mod payout_hold;
mod player;
mod qr;
mod qr_referred;
mod quote;
mod recheck;
mod recheck_wheel;
mod refund;
mod reward_support;
mod slip;
mod support;
mod sweep;
mod thief_rewards;
mod transfer;
mod transfer_out;
mod wheel;
mod wheel_support;
mod window;
mod withdrawal;
