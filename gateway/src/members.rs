//! Members: accounts, authentication and sessions. This module knows nothing about money.

pub(crate) mod bank_account;
pub(crate) mod credential;
pub(crate) mod device;
pub(crate) mod draft;
pub(crate) mod game_credential;
pub(crate) mod invite_code;
mod inviter;
pub(crate) mod login;
pub(crate) mod login_freeze;
pub(crate) mod member;
pub(crate) mod name;
pub(crate) mod notice;
pub(crate) mod origin;
pub(crate) mod otp;
pub(crate) mod particulars;
pub(crate) mod password;
pub(crate) mod password_reset;
mod payout_hold;
pub(crate) mod phone;
pub(crate) mod pin;
pub(crate) mod registration;
pub(crate) mod session;
pub(crate) mod throttle;
