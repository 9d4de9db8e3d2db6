//! What the money commands share: the name of an intent, and the form of their answers.

use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use ledger::{Money, Receipt, WalletId, journal};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::clock::new_id;
use crate::extract::{IdempotencyKey, Json};
use crate::kept_answer::REPLAYED;
use crate::state::AppState;

/// The id of what a command begins: a repeat with the same key is the same transfer, withdrawal
/// or slip, and towards the outside the same request.
pub(crate) fn intent_id(member: WalletId, command: &str, key: &IdempotencyKey) -> Uuid {
    let name = match &key.0 {
        Some(key) => format!("{command}:key:{key}"),
        None => format!("{command}:new:{}", new_id()),
    };
    Uuid::new_v5(&member.0, name.as_bytes())
}

/// The key of one step of an intent that takes several commands: a repeat of the intent repeats
/// its steps.
pub(crate) fn step_key(member: WalletId, step: &str, key: &IdempotencyKey) -> IdempotencyKey {
    let name = |_: &String| intent_id(member, step, key).to_string();
    IdempotencyKey(key.0.as_ref().map(name))
}

/// How far a command is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Standing {
    /// Accepted; the outcome will stand in the statement.
    Pending,
    /// Done.
    Success,
    /// Ended without effect.
    Failed,
}

/// A movement of money that was accepted.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Movement {
    pub(crate) status: Standing,
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
    /// The answer with the status that fits its standing.
    pub(crate) fn answer(self, receipt: &Receipt) -> Response {
        let status = match self.status {
            Standing::Pending => StatusCode::ACCEPTED,
            Standing::Success | Standing::Failed => StatusCode::OK,
        };
        (status, replay_header(receipt), Json(self)).into_response()
    }
}

/// Says that an earlier answer is given again.
pub(crate) fn replay_header(receipt: &Receipt) -> HeaderMap {
    let mut headers = HeaderMap::new();
    if receipt.is_replayed {
        headers.insert(REPLAYED, HeaderValue::from_static("true"));
    }
    headers
}

/// A position that shows the command and all that has followed it: what a command's outcome was
/// is often recorded by another process, and seen in the wallet before anybody here tells of it.
pub(crate) async fn position_after(state: &AppState, receipt: &Receipt) -> String {
    newest_position(state)
        .await
        .max(receipt.position)
        .to_string()
}

/// The journal's last position, whichever gateway has written it.
pub(crate) async fn newest_position(state: &AppState) -> i64 {
    let committed = *state.book.committed().borrow();
    let head = journal::head(&state.pool).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "the journal's head is not known: a position shows less");
        0
    });
    committed.max(head)
}

/// An amount as it stands on the wire.
pub(crate) fn digits(amount: Option<Money>) -> Option<String> {
    amount.map(Money::digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_key_of_one_member_for_one_command_is_one_intent() {
        let (one, other) = (WalletId(new_id()), WalletId(new_id()));
        let key = IdempotencyKey(Some("k".to_owned()));
        let id = intent_id(one, "transfer", &key);
        assert_eq!(id, intent_id(one, "transfer", &key));
        assert_ne!(id, intent_id(other, "transfer", &key));
        assert_ne!(id, intent_id(one, "withdraw", &key));
        let none = IdempotencyKey(None);
        assert_ne!(
            intent_id(one, "transfer", &none),
            intent_id(one, "transfer", &none)
        );
    }
}
