//! Outside services: one HTTP adapter for each protocol.

pub(crate) mod answer;
pub(crate) mod bank;
pub(crate) mod breaker;
pub(crate) mod emv;
pub(crate) mod frame;
pub(crate) mod game;
pub(crate) mod gift;
pub(crate) mod line;
pub(crate) mod psp;
pub(crate) mod signing;
pub(crate) mod slip_check;
pub(crate) mod sms;
