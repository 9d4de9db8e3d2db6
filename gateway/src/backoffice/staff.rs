//! Support staff: accounts, log-in with one-time codes, sessions, and the audit log of what they
//! do.
//!
//! A route below `/api/support` can only be reached through [`audit_guard::guard`]. The guard identifies
//! the caller, records the call, and only then lets the handler run. A handler gets its
//! [`session::Staff`] from the guard and from nowhere else, so a call that leaves no record has no
//! caller.

pub(crate) mod account;
pub(crate) mod account_row;
pub(crate) mod audit;
pub(crate) mod audit_guard;
pub(crate) mod audit_log;
pub(crate) mod login;
pub(crate) mod look;
pub(crate) mod own;
pub(crate) mod place;
pub(crate) mod player_access;
pub(crate) mod player_note;
pub(crate) mod quota;
pub(crate) mod recent;
pub(crate) mod refusal;
pub(crate) mod request;
mod searched;
pub(crate) mod session;
pub(crate) mod signed;
pub(crate) mod totp;
pub(crate) mod trail;
