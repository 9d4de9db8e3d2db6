//! The outside world: one adapter for each service, which speaks its protocol over HTTP.

pub(crate) mod answer;
pub(crate) mod bank;
pub(crate) mod breaker;
pub(crate) mod emv;
pub(crate) mod game;
pub(crate) mod gift;
pub(crate) mod line;
pub(crate) mod psp;
pub(crate) mod signing;
pub(crate) mod slip_check;
pub(crate) mod sms;
