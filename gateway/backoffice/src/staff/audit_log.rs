//! The permanent audit log of staff: one dense, append-only chain of rows.
//!
//! The guard of the support routes records every call. A handler adds what the call alone does not
//! show, such as the decision that was made.

use chrono::{DateTime, SubsecRound, Utc};
use serde_json::{Value, json};
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use super::session::Staff;
use platform::clock::random_id;
use platform::core::Core;
use platform::error::{ApiError, Code, request_id};
use platform::secrets::Secrets;
use platform::signed_row::{self, SignedRow};

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

platform::signed_row! {
    Row in "staff_act":
    entry, at, staff_id, session_id, kind, subject_kind, subject_id, reason, request_id, detail
    => mac
}

/// Which counted entries of one person are wanted.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub(super) staff_id: Uuid,
    /// `search` or `look`.
    pub(super) kind: &'a str,
    /// They are later than this.
    pub(super) after: DateTime<Utc>,
    /// They are not later than this.
    pub(super) until: DateTime<Utc>,
    /// The latest ones, at most so many.
    pub(super) at_most: i64,
}

/// An entry that the gateway has written, as bounds and lists use it.
pub(super) struct SignedEntry {
    pub(super) at: DateTime<Utc>,
    pub(super) subject_id: Option<String>,
}

/// The wanted entries that the gateway has written, the latest first: the database's word that
/// somebody searched or opened a player counts for nothing.
pub(super) async fn signed(
    executor: impl PgExecutor<'_>,
    secrets: &Secrets,
    wanted: Wanted<'_>,
) -> Result<Vec<SignedEntry>, sqlx::Error> {
    // The index has these two kinds only: the statement names them, whatever the parameter is.
    let rows = sqlx::query_as!(
        Row,
        r#"select at, staff_id, session_id, kind, subject_kind, subject_id, reason, request_id,
                  detail::text as "detail!", entry, mac
           from staff_act
           where staff_id = $1 and kind = $2 and kind in ('search', 'look')
             and at > $3 and at <= $4
           order by at desc limit $5"#,
        wanted.staff_id,
        wanted.kind,
        wanted.after,
        wanted.until,
        wanted.at_most,
    )
    .fetch_all(executor)
    .await?;
    let signed = rows.into_iter().filter(|row| row.is_signed(secrets));
    let entries = signed.map(|row| SignedEntry {
        at: row.at,
        subject_id: row.subject_id,
    });
    Ok(entries.collect())
}

/// Lists the entries that the gateway has not written.
pub(crate) async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select id, at, staff_id, session_id, kind, subject_kind, subject_id, reason, request_id,
                  detail::text as "detail!", entry, mac
           from staff_act order by id"#
    )
    .fetch(pool);
    signed_row::findings(rows, |row| {
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
        let is_signed = row.is_signed(secrets);
        (!is_signed).then(|| format!("staff_act, id {id}: the gateway has not written it"))
    })
    .await
}

/// The error for the caller, who may try again; the log has the cause. Only a text that no column
/// can hold is the caller's error.
pub(crate) fn unwritten(error: sqlx::Error) -> ApiError {
    let known = ApiError::from(error);
    if known.code == Code::InvalidInput {
        return known;
    }
    tracing::error!("an audit entry could not be written, so the call is refused");
    Code::ServiceUnavailable.into()
}
