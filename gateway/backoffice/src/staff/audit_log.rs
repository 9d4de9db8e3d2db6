//! The permanent audit log of staff: one dense, append-only chain of rows.
//!
//! The guard of the support routes records every call. A handler adds what the call alone does not
//! show, such as the decision that was made.

use chrono::{DateTime, SubsecRound, Utc};
use futures_util::TryStreamExt;
use serde_json::{Value, json};
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use super::session::Staff;
use platform::clock::random_id;
use platform::core::Core;
use platform::error::{ApiError, Code, request_id};
use platform::secrets::{Secrets, is_same_mac};

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
    let mut row = Row {
        at: state.clock.now().trunc_subsecs(6),
        staff_id,
        session_id,
        kind: entry.kind.to_owned(),
        subject_kind: subject_kind.map(str::to_owned),
        subject_id,
        reason: entry.reason.map(str::to_owned),
        request_id: request_id(),
        detail: entry.detail.to_string(),
        entry: random_id(),
        mac: Vec::new(),
    };
    row.mac = row.right_mac(&state.secrets).to_vec();
    sqlx::query_scalar!(
        r#"select staff_act_append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as "id!""#,
        row.at,
        row.staff_id,
        row.session_id,
        row.kind,
        row.subject_kind,
        row.subject_id,
        row.reason,
        row.request_id,
        row.detail,
        row.entry,
        row.mac,
    )
    .fetch_one(executor)
    .await
}

/// An entry as it is stored, as far as its MAC covers it. Its number and its place in the chain are given
/// where it is written.
struct Row {
    at: DateTime<Utc>,
    staff_id: Option<Uuid>,
    session_id: Option<Uuid>,
    kind: String,
    subject_kind: Option<String>,
    subject_id: Option<String>,
    reason: Option<String>,
    request_id: String,
    detail: String,
    entry: Uuid,
    mac: Vec<u8>,
}

impl Row {
    fn right_mac(&self, secrets: &Secrets) -> [u8; 32] {
        let id = |id: &Option<Uuid>| id.map(|id| id.as_bytes().to_vec()).unwrap_or_default();
        let text = |text: &Option<String>| text.clone().unwrap_or_default().into_bytes();
        let parts = [
            self.entry.as_bytes().to_vec(),
            self.at.timestamp_micros().to_be_bytes().to_vec(),
            id(&self.staff_id),
            id(&self.session_id),
            self.kind.clone().into_bytes(),
            text(&self.subject_kind),
            text(&self.subject_id),
            text(&self.reason),
            self.request_id.clone().into_bytes(),
            self.detail.clone().into_bytes(),
        ];
        let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
        secrets.row("staff_act", &parts)
    }
}

/// Lists the entries that the gateway has not written.
pub(crate) async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let mut rows = sqlx::query!(
        r#"select id, at, staff_id, session_id, kind, subject_kind, subject_id, reason, request_id,
                  detail::text as "detail!", entry, mac
           from staff_act order by id"#
    )
    .fetch(pool);
    let mut findings = Vec::new();
    while let Some(row) = rows.try_next().await? {
        let id = row.id;
        let row = Row {
            at: row.at,
            staff_id: row.staff_id,
            session_id: row.session_id,
            kind: row.kind,
            subject_kind: row.subject_kind,
            subject_id: row.subject_id,
            reason: row.reason,
            request_id: row.request_id,
            detail: row.detail,
            entry: row.entry,
            mac: row.mac,
        };
        if !is_same_mac(&row.right_mac(secrets), &row.mac) {
            findings.push(format!(
                "staff_act, id {id}: the gateway has not written it"
            ));
        }
    }
    Ok(findings)
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
