//! Replies: always status 200, with a code in place of a status.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde_json::json;

use crate::refusal::Refusal;

/// Done.
pub(super) const DONE: i64 = 0;
/// Taken, and not decided yet.
pub(super) const IN_PROGRESS: i64 = 1;

/// The code of a refusal. From 10 on the call was not taken; from 20 on a transfer's reference is bound to
/// it.
pub(super) fn code(refusal: &Refusal) -> i64 {
    match refusal {
        Refusal::SignatureInvalid => 11,
        Refusal::TimestampSkew => 12,
        Refusal::AgentDisabled => 13,
        Refusal::Maintenance => 15,
        Refusal::PlayerNotFound => 20,
        Refusal::PlayerSuspended => 21,
        Refusal::PlayerInRound => 22,
        Refusal::InsufficientBalance => 23,
        Refusal::CurrencyMismatch => 24,
        Refusal::AmountInvalid => 25,
        Refusal::PlayerExists => 26,
        Refusal::TransferCancelled => 27,
        Refusal::TransferNotFound => 30,
        Refusal::RequestIdConflict => 31,
        Refusal::Internal => 99,
        _ => 10,
    }
}

/// A refusal on the wire. What broke is the one exception from status 200: the page of a server whose
/// program has died.
pub(super) fn refused(refusal: &Refusal) -> Response {
    if *refusal == Refusal::Internal {
        let page = Html("<h1>500 Internal Server Error</h1>");
        return (StatusCode::INTERNAL_SERVER_ERROR, page).into_response();
    }
    Json(json!({"code": code(refusal), "message": refusal.to_string()})).into_response()
}

/// How many decimals a currency has.
pub(super) fn decimals(currency: &str) -> u32 {
    if currency == "LAK" { 0 } else { 2 }
}

/// An amount in the smallest units of its currency: satang, or whole kip. Less than one is not shown.
pub(super) fn parts(amount: Decimal, currency: &str) -> Option<i64> {
    let factor = Decimal::from(10_i64.pow(decimals(currency)));
    amount.checked_mul(factor)?.floor().to_i64()
}
