//! Outside services: one HTTP adapter for each protocol.

#![allow(
    clippy::implicit_hasher,
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    reason = "a room of one program: all its callers are here"
)]

pub mod answer;
pub mod bank;
pub mod breaker;
pub mod conformance;
pub mod emv;
pub mod frame;
pub mod game;
pub mod gift;
pub mod line;
pub mod psp;
mod records;
pub mod signing;
pub mod slip_check;
pub mod sms;
