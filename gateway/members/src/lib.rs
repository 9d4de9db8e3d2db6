//! Members: accounts, authentication and sessions. This module knows nothing about money.

#![allow(
    clippy::implicit_hasher,
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    reason = "a room of one program: all its callers are here"
)]

pub mod bank_account;
pub mod credential;
pub mod device;
pub mod draft;
pub mod game_credential;
pub mod invite_code;
pub mod inviter;
pub mod login;
pub mod login_freeze;
pub mod member;
pub mod name;
pub mod notice;
pub mod origin;
pub mod otp;
pub mod particulars;
pub mod password;
pub mod password_reset;
mod payout_hold;
pub mod phone;
pub mod pin;
pub mod registration;
pub mod session;
pub mod throttle;
