//! What staff did, for ever: one dense chain of rows that nobody changes.
//!
//! The guard of the support routes writes every call; a handler adds what the call does not tell
//! by itself, such as what was decided.

use serde_json::{Value, json};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::session::Staff;
use crate::platform::core::Core;
use crate::platform::error::{ApiError, Code, request_id};

/// Why staff open, read and answer a conversation, where they say nothing else.
pub(crate) const CHAT: &str = "chat";

/// Something that staff did.
#[derive(Debug, Clone)]
pub(crate) struct AuditEntry<'a> {
    /// What, in a word or two: `slip.accept`.
    kind: &'a str,
    /// What it was done to: its kind and its id.
    subject: Option<(&'a str, String)>,
    /// Why.
    reason: Option<&'a str>,
    /// Whatever else explains it.
    detail: Value,
}

impl<'a> AuditEntry<'a> {
    /// An act of that kind.
    pub(crate) fn of(kind: &'a str) -> Self {
        Self {
            kind,
            subject: None,
            reason: None,
            detail: json!({}),
        }
    }

    /// What it was done to.
    pub(crate) fn to(mut self, kind: &'a str, id: &dyn ToString) -> Self {
        self.subject = Some((kind, id.to_string()));
        self
    }

    pub(crate) const fn because(mut self, reason: &'a str) -> Self {
        self.reason = Some(reason);
        self
    }

    /// Whatever else explains it.
    pub(crate) fn with(mut self, detail: Value) -> Self {
        self.detail = detail;
        self
    }
}

/// Writes an act of staff down and answers its place in the chain. Await it before the answer
/// leaves: what cannot be written does not happen.
pub(crate) async fn record(
    state: &Core,
    staff: &Staff,
    act: AuditEntry<'_>,
) -> Result<i64, ApiError> {
    append(
        &state.pool,
        state,
        Some(staff.id),
        Some(staff.session_id),
        act,
    )
    .await
    .map_err(unwritten)
}

/// As [`record`], of what staff do on the live socket, where no request is answered.
pub(crate) async fn record_on_socket(
    state: &Core,
    staff_id: Uuid,
    session_id: Uuid,
    act: AuditEntry<'_>,
) -> Result<i64, ApiError> {
    append(&state.pool, state, Some(staff_id), Some(session_id), act)
        .await
        .map_err(unwritten)
}

/// As [`record`], within a transaction: the act is written with the rest of it, or not at all. The
/// chain's end is locked from here to the commit, so it comes last.
pub(crate) async fn record_in(
    connection: &mut PgConnection,
    state: &Core,
    staff: &Staff,
    act: AuditEntry<'_>,
) -> Result<i64, ApiError> {
    append(
        connection,
        state,
        Some(staff.id),
        Some(staff.session_id),
        act,
    )
    .await
    .map_err(unwritten)
}

/// As [`record`], of a member of staff without a session, or of nobody.
pub(super) async fn record_by(
    state: &Core,
    staff_id: Option<Uuid>,
    act: AuditEntry<'_>,
) -> Result<i64, ApiError> {
    append(&state.pool, state, staff_id, None, act)
        .await
        .map_err(unwritten)
}

/// Adds the row; within a transaction the chain's end is locked until it is committed.
pub(crate) async fn append<'e>(
    executor: impl PgExecutor<'e>,
    state: &Core,
    staff_id: Option<Uuid>,
    session_id: Option<Uuid>,
    act: AuditEntry<'_>,
) -> Result<i64, sqlx::Error> {
    let (subject_kind, subject_id) = act.subject.unzip();
    sqlx::query_scalar!(
        r#"select staff_act_append($1, $2, $3, $4, $5, $6, $7, $8, $9) as "id!""#,
        state.clock.now(),
        staff_id,
        session_id,
        act.kind,
        subject_kind,
        subject_id,
        act.reason,
        request_id(),
        act.detail.to_string(),
    )
    .fetch_one(executor)
    .await
}

/// The caller comes again; the cause is the operator's business. A text that no column can hold
/// is the caller's own.
pub(super) fn unwritten(error: sqlx::Error) -> ApiError {
    let known = ApiError::from(error);
    if known.code == Code::InvalidInput {
        return known;
    }
    tracing::error!("an act of staff could not be written down, and is refused");
    Code::ServiceUnavailable.into()
}
