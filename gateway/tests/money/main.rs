//! Money by HTTP, from a slip to a payout, with an outside world that fails in every way.
//!
//! A gateway, the sandbox and a database of its own for each test.

mod bad_input;
mod fault;
mod repeat;
mod slip;
mod stage;
mod story;
mod takeover;
