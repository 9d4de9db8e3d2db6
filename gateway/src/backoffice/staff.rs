//! Support's staff: accounts, log-in with one-time codes, sessions, and the record of their acts.
//!
//! A route below `/api/support` cannot be reached without [`trace::guard`]: it tells who calls,
//! writes the call down, and only then lets the handler see it. A handler gets its
//! [`session::Staff`] from there and from nowhere else, so one that leaves no trace has no caller.

pub(crate) mod account;
pub(crate) mod acts;
pub(crate) mod audit;
pub(crate) mod login;
pub(crate) mod look;
pub(crate) mod place;
pub(crate) mod refusal;
mod searched;
pub(crate) mod session;
pub(crate) mod signed;
pub(crate) mod totp;
pub(crate) mod trace;
