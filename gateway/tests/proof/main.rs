//! Proofs by HTTP: what a receipt shows, whom it is shown to, and that a stranger's program, which
//! knows the documented formats and nothing else, agrees.
//!
//! A gateway, the sandbox and a separate database for each test.

#![expect(
    clippy::unwrap_used,
    reason = "what these stories rely on must hold, in their helpers as in their tests"
)]

mod bundle;
mod consistency;
mod example;
mod export;
#[path = "../support/forged_row.rs"]
mod forged_row;
mod history;
mod liabilities;
mod lines;
#[expect(dead_code, reason = "players are the same as in the stories of money")]
#[path = "../money/stage.rs"]
mod money;
mod monitor;
mod own;
mod reading;
mod secrecy;
#[expect(dead_code, reason = "staff is the same as in the stories of support")]
#[path = "../support/stage.rs"]
mod stage;
mod verifier;
mod witnesses;
