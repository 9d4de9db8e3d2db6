//! The form of the answers that the money commands share.

use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use ledger::{CommandOutcome, Money, journal};
use serde::Serialize;
use utoipa::ToSchema;

use super::state::AppState;
use platform::error::REPLAYED;
use platform::extract::Json;

/// The progress of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
// The name in the contract.
#[schema(as = Standing)]
pub(crate) enum OperationStatus {
    /// Accepted; the statement will show the outcome.
    Pending,
    /// Done.
    Success,
    /// Ended without effect.
    Failed,
}

/// A movement of money that was accepted.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Movement {
    pub(crate) status: OperationStatus,
    /// The operation's id, as in the statement.
    pub(crate) id: String,
    /// For `after`: a read that shows this position shows the effect.
    pub(crate) position: String,
    /// The main wallet after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "1234.50")]
    pub(crate) balance: Option<String>,
}

impl Movement {
    /// The answer, with the HTTP status that fits the operation's status.
    pub(crate) fn answer(self, receipt: &CommandOutcome) -> Response {
        let status = match self.status {
            OperationStatus::Pending => StatusCode::ACCEPTED,
            OperationStatus::Success | OperationStatus::Failed => StatusCode::OK,
        };
        (status, replay_header(receipt), Json(self)).into_response()
    }
}

/// The header that marks a repeated answer.
pub(crate) fn replay_header(receipt: &CommandOutcome) -> HeaderMap {
    let mut headers = HeaderMap::new();
    if receipt.is_replayed {
        headers.insert(REPLAYED, HeaderValue::from_static("true"));
    }
    headers
}

/// A position that covers the command and its consequences. Another process often records the
/// outcome, and the wallet shows it before this process reports it.
pub(crate) async fn position_after(state: &AppState, receipt: &CommandOutcome) -> String {
    newest_position(state)
        .await
        .max(receipt.position)
        .to_string()
}

/// The journal's last position, whichever gateway wrote it.
pub(crate) async fn newest_position(state: &AppState) -> i64 {
    let committed = *state.ledger.committed().borrow();
    let head = journal::head(&state.pool).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "the journal's head is not known: a position shows less");
        0
    });
    committed.max(head)
}

/// An amount in its wire form.
pub(crate) fn digits(amount: Option<Money>) -> Option<String> {
    amount.map(Money::digits)
}
