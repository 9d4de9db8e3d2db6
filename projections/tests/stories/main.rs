//! The views by stories on a real ledger: what they show, how they keep up, rebuild and replay.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod audit;
mod failover;
mod history;
mod rebuild;
mod replay;
mod report;
mod reward_history;
mod rewards;
mod runner;
mod statement;
mod story;
mod tailing;
mod views;
mod ways_in;
