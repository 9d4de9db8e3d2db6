//! The permanent audit log of staff: one dense, append-only chain of rows.
//!
//! The guard of the support routes records every call. A handler adds what the call alone does not
//! show, such as the decision that was made.

use serde_json::{Value, json};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::session::Staff;
use platform::core::Core;
use platform::error::{ApiError, Code, request_id};

/// The default reason for opening, reading and answering a conversation.
pub const CHAT: &str = "chat";

/// An audit entry: something that staff did.
#[derive(Debug, Clone)]
pub struct AuditEntry<'a> {
    /// The action, in a word or two: `slip.accept`.
    kind: &'a str,
    /// The subject of the action: its kind and its id.
    subject: Option<(&'a str, String)>,
    reason: Option<&'a str>,
    /// Further facts.
    detail: Value,
}

impl<'a> AuditEntry<'a> {
    /// An entry of a kind.
    pub fn of(kind: &'a str) -> Self {
        Self {
            kind,
            subject: None,
            reason: None,
            detail: json!({}),
        }
    }

    /// Sets the subject of the action, by its kind and its id.
    pub fn to(mut self, kind: &'a str, id: &dyn ToString) -> Self {
        self.subject = Some((kind, id.to_string()));
        self
    }

    /// Sets the reason that staff gave.
    pub const fn because(mut self, reason: &'a str) -> Self {
        self.reason = Some(reason);
        self
    }

    /// Sets the further facts, in place of an empty object.
    pub fn with(mut self, detail: Value) -> Self {
        self.detail = detail;
        self
    }
}

/// Writes an audit entry and returns its number. Await it before the answer is sent: an action that
/// cannot be recorded must not happen.
pub async fn record(state: &Core, staff: &Staff, entry: AuditEntry<'_>) -> Result<i64, ApiError> {
    append(
        &state.pool,
        state,
        Some(staff.id),
        Some(staff.session_id),
        entry,
    )
    .await
    .map_err(unwritten)
}

/// Like [`record`], for actions on the live socket, where no request is answered.
pub async fn record_on_socket(
    state: &Core,
    staff_id: Uuid,
    session_id: Uuid,
    entry: AuditEntry<'_>,
) -> Result<i64, ApiError> {
    append(&state.pool, state, Some(staff_id), Some(session_id), entry)
        .await
        .map_err(unwritten)
}

/// Like [`record`], within a transaction: the entry is written with the rest or not at all. The
/// log's end is locked from here to the commit, so it must come last.
pub(crate) async fn record_in(
    connection: &mut PgConnection,
    state: &Core,
    staff: &Staff,
    entry: AuditEntry<'_>,
) -> Result<i64, ApiError> {
    append(
        connection,
        state,
        Some(staff.id),
        Some(staff.session_id),
        entry,
    )
    .await
    .map_err(unwritten)
}

/// Like [`record`], for a member of staff without a session, or for nobody.
pub(super) async fn record_by(
    state: &Core,
    staff_id: Option<Uuid>,
    entry: AuditEntry<'_>,
) -> Result<i64, ApiError> {
    append(&state.pool, state, staff_id, None, entry)
        .await
        .map_err(unwritten)
}

/// Adds the row; within a transaction the log's end is locked until the commit.
pub async fn append<'e>(
    executor: impl PgExecutor<'e>,
    state: &Core,
    staff_id: Option<Uuid>,
    session_id: Option<Uuid>,
    entry: AuditEntry<'_>,
) -> Result<i64, sqlx::Error> {
    let (subject_kind, subject_id) = entry.subject.unzip();
    sqlx::query_scalar!(
        r#"select staff_act_append($1, $2, $3, $4, $5, $6, $7, $8, $9) as "id!""#,
        state.clock.now(),
        staff_id,
        session_id,
        entry.kind,
        subject_kind,
        subject_id,
        entry.reason,
        request_id(),
        entry.detail.to_string(),
    )
    .fetch_one(executor)
    .await
}

/// The error for the caller, who may try again; the log has the cause. Only a text that no column
/// can hold is the caller's error.
pub(super) fn unwritten(error: sqlx::Error) -> ApiError {
    let known = ApiError::from(error);
    if known.code == Code::InvalidInput {
        return known;
    }
    tracing::error!("an audit entry could not be written, so the call is refused");
    Code::ServiceUnavailable.into()
}
