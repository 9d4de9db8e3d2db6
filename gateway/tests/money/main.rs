//! Money by HTTP, from a slip to a payout, with an outside world that fails in every way.
//!
//! A gateway, the sandbox and a separate database for each test.

#![expect(
    clippy::unwrap_used,
    reason = "what these stories rely on must hold, in their helpers as in their tests"
)]

mod amounts;
mod bad_input;
mod balances;
mod bank_change;
mod bonus;
mod bucket;
mod callbacks;
mod clients;
#[expect(dead_code, reason = "staff is the same as in the stories of support")]
#[path = "../support/stage.rs"]
mod console;
mod coupon;
mod cut;
mod ended;
mod fault;
mod figures;
mod gift;
mod granting;
mod insider;
mod invitation;
mod invite;
mod kept;
mod kit;
mod limits;
mod manual;
mod misdirected;
mod outage;
mod own_read;
mod pin;
mod promotion;
mod providers;
mod qr;
mod qr_repeat;
mod quote;
mod ready;
mod reconciliation;
mod refresh;
mod refund;
mod relay;
mod repeat;
mod replica;
mod rolling;
mod settings;
mod silence;
mod slip;
mod slip_rules;
mod stage;
mod story;
mod sweep;
mod takeover;
mod thief;
mod thief_rewards;
mod to_the_letter;
mod traces;
mod transfer;
mod watch;
mod wheel;
mod withdraw;

/// As [`console`] calls the stage of the stories of money.
use stage as money;
