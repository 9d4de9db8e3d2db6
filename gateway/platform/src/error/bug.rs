//! The errors that are the gateway's own fault, by type.
//!
//! A database that is away is answered with 503 and when to come back, never with 500. So no error
//! that can contain a database's error is in this list, and an error outside the list cannot be
//! answered as an internal error: its only conversion is `From` for [`crate::error::ApiError`].

use std::fmt::Display;
use std::num::TryFromIntError;
use std::str::Utf8Error;

use axum::extract::rejection::ExtensionRejection;
use ledger::MoneyError;

use crate::config::NoRole;

/// A cause that cannot be a database's.
pub trait Bug: Display {}

impl Bug for &str {}
impl Bug for ExtensionRejection {}
impl Bug for MoneyError {}
impl Bug for NoRole {}
impl Bug for TryFromIntError {}
impl Bug for Utf8Error {}
impl Bug for axum::Error {}
impl Bug for argon2::password_hash::Error {}
impl Bug for chrono::RoundingError {}
impl Bug for rust_decimal::Error {}
impl Bug for serde_json::Error {}
impl Bug for tokio::task::JoinError {}
