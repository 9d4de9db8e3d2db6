//! Why the game providers, the bank and the sandbox's own calls refuse, with stable codes.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::clock;

/// A refusal as the caller sees it: a status, a code and a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("the signature does not fit the request")]
    SignatureInvalid,
    #[error("the timestamp is more than 300 seconds away")]
    TimestampSkew,
    #[error("the nonce was used in the last ten minutes")]
    NonceReused,
    #[error("this agent may not call")]
    AgentDisabled,
    #[error("no such provider")]
    ProviderNotFound,
    #[error("no such player")]
    PlayerNotFound,
    #[error("the username belongs to another agent")]
    PlayerExists,
    #[error("the player is suspended")]
    PlayerSuspended,
    #[error("the player has an open round")]
    PlayerInRound,
    #[error("the amount must be a positive decimal string with at most two decimals")]
    AmountInvalid,
    #[error("the currency is not the player's")]
    CurrencyMismatch,
    #[error("the balance is too small")]
    InsufficientBalance,
    #[error("the same id came before with another body")]
    RequestIdConflict,
    #[error("the transfer was cancelled and will never be applied")]
    TransferCancelled,
    #[error("this transfer has not been seen so far")]
    TransferNotFound,
    #[error("the payout was cancelled and will never be paid")]
    PayoutCancelled,
    #[error("this payout has not been seen so far")]
    PayoutNotFound,
    #[error("no such payment")]
    PaymentNotFound,
    #[error("a payment with this reference exists")]
    PaymentExists,
    #[error("the receiving account does not exist")]
    AccountInvalid,
    #[error("no such bank")]
    BankInvalid,
    #[error("this order has not been seen so far")]
    OrderNotFound,
    #[error("the order is paid")]
    OrderPaid,
    #[error("the same order came before with another body")]
    OrderConflict,
    #[error("this is not a QR code of a payment service here")]
    QrInvalid,
    #[error("the session is unknown or over")]
    SessionExpired,
    #[error("the username or the password is wrong")]
    LoginInvalid,
    #[error("closed for maintenance; nothing was applied")]
    Maintenance,
    #[error("something broke")]
    Internal,
    #[error("only from this machine")]
    LoopbackOnly,
    #[error("there is nothing here")]
    NotFound,
    #[error("{0}")]
    RequestInvalid(String),
}

impl Refusal {
    /// A malformed request, said in a sentence.
    pub(crate) fn invalid(sentence: impl Into<String>) -> Self {
        Self::RequestInvalid(sentence.into())
    }

    /// Stable across releases: callers classify by it.
    pub(crate) fn code(&self) -> &'static str {
        self.parts().1
    }

    /// The HTTP status that belongs to the code.
    pub(crate) fn status(&self) -> StatusCode {
        self.parts().0
    }

    fn parts(&self) -> (StatusCode, &'static str) {
        match self {
            Self::SignatureInvalid => (StatusCode::UNAUTHORIZED, "SIGNATURE_INVALID"),
            Self::TimestampSkew => (StatusCode::UNAUTHORIZED, "TIMESTAMP_SKEW"),
            Self::NonceReused => (StatusCode::UNAUTHORIZED, "NONCE_REUSED"),
            Self::AgentDisabled => (StatusCode::FORBIDDEN, "AGENT_DISABLED"),
            Self::ProviderNotFound => (StatusCode::NOT_FOUND, "PROVIDER_NOT_FOUND"),
            Self::PlayerNotFound => (StatusCode::NOT_FOUND, "PLAYER_NOT_FOUND"),
            Self::PlayerExists => (StatusCode::CONFLICT, "PLAYER_EXISTS"),
            Self::PlayerSuspended => (StatusCode::CONFLICT, "PLAYER_SUSPENDED"),
            Self::PlayerInRound => (StatusCode::CONFLICT, "PLAYER_IN_ROUND"),
            Self::AmountInvalid => (StatusCode::UNPROCESSABLE_ENTITY, "AMOUNT_INVALID"),
            Self::CurrencyMismatch => (StatusCode::UNPROCESSABLE_ENTITY, "CURRENCY_MISMATCH"),
            Self::InsufficientBalance => (StatusCode::UNPROCESSABLE_ENTITY, "INSUFFICIENT_BALANCE"),
            Self::RequestIdConflict => (StatusCode::CONFLICT, "REQUEST_ID_CONFLICT"),
            Self::TransferCancelled => (StatusCode::CONFLICT, "TRANSFER_CANCELLED"),
            Self::TransferNotFound => (StatusCode::NOT_FOUND, "TRANSFER_NOT_FOUND"),
            Self::PayoutCancelled => (StatusCode::CONFLICT, "PAYOUT_CANCELLED"),
            Self::PayoutNotFound => (StatusCode::NOT_FOUND, "PAYOUT_NOT_FOUND"),
            Self::PaymentNotFound => (StatusCode::NOT_FOUND, "PAYMENT_NOT_FOUND"),
            Self::PaymentExists => (StatusCode::CONFLICT, "PAYMENT_EXISTS"),
            Self::AccountInvalid => (StatusCode::UNPROCESSABLE_ENTITY, "ACCOUNT_INVALID"),
            Self::BankInvalid => (StatusCode::UNPROCESSABLE_ENTITY, "BANK_INVALID"),
            Self::OrderNotFound => (StatusCode::NOT_FOUND, "ORDER_NOT_FOUND"),
            Self::OrderPaid => (StatusCode::CONFLICT, "ORDER_PAID"),
            Self::OrderConflict => (StatusCode::CONFLICT, "ORDER_CONFLICT"),
            Self::QrInvalid => (StatusCode::UNPROCESSABLE_ENTITY, "QR_INVALID"),
            Self::SessionExpired => (StatusCode::UNAUTHORIZED, "SESSION_EXPIRED"),
            Self::LoginInvalid => (StatusCode::UNPROCESSABLE_ENTITY, "LOGIN_INVALID"),
            Self::Maintenance => (StatusCode::SERVICE_UNAVAILABLE, "MAINTENANCE"),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL"),
            Self::LoopbackOnly => (StatusCode::FORBIDDEN, "LOOPBACK_ONLY"),
            Self::NotFound => (StatusCode::NOT_FOUND, "NOT_FOUND"),
            Self::RequestInvalid(_) => (StatusCode::UNPROCESSABLE_ENTITY, "REQUEST_INVALID"),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut body = json!({
            "code": self.code(),
            "message": self.to_string(),
            "traceId": clock::new_id().simple().to_string(),
        });
        if self == Self::Maintenance {
            body["applied"] = json!(false);
        }
        let mut response = (self.status(), Json(body)).into_response();
        // A protocol with other words than these finds the reason here.
        response.extensions_mut().insert(self);
        response
    }
}
