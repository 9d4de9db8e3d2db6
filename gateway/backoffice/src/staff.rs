//! Support staff: accounts, log-in with one-time codes, sessions, and the audit log of what they
//! do.
//!
//! A route below `/api/support` can only be reached through [`audit_guard::guard`]. The guard identifies
//! the caller, records the call, and only then lets the handler run. A handler gets its
//! [`session::Staff`] from the guard and from nowhere else, so a call that leaves no record has no
//! caller.

pub mod account;
pub(crate) mod account_row;
pub mod audit;
pub mod audit_guard;
pub mod audit_log;
pub mod login;
pub mod look;
pub mod own;
pub mod place;
pub mod player_access;
pub mod player_list;
pub mod player_note;
pub mod quota;
pub mod recent;
pub mod refusal;
pub mod request;
mod searched;
pub mod session;
pub mod signed;
pub mod totp;
pub mod trail;
