//! Decisions as kept.

use chrono::{DateTime, TimeDelta, Utc};
use ledger::{Money, WalletId};
use rust_decimal::Decimal;
use sqlx::PgConnection;
use uuid::Uuid;

use super::decision::Decision;
use super::plan::Planned;
use super::terms::Terms;
use crate::error::{ApiError, Code};
use crate::state::AppState;

/// How far a decision is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    /// A second person has to agree.
    Pending,
    /// It is being carried out, or was cut off before the end was noted.
    Agreed,
    /// Carried out.
    Done,
    /// The second person has refused.
    Refused,
    /// Nobody agreed in time, or it could not be carried out in time.
    Expired,
    /// The ledger or the outside has refused for good.
    Failed,
}

impl Status {
    fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "PENDING" => Self::Pending,
            "AGREED" => Self::Agreed,
            "DONE" => Self::Done,
            "REFUSED" => Self::Refused,
            "EXPIRED" => Self::Expired,
            "FAILED" => Self::Failed,
            _ => return None,
        })
    }
}

/// A decision as kept.
#[derive(Debug, Clone)]
pub(super) struct Kept {
    pub(super) id: Uuid,
    pub(super) asked_by: Uuid,
    pub(super) expires_at: DateTime<Utc>,
    pub(super) wallet_id: WalletId,
    pub(super) decision: Decision,
    /// None of one from before terms were kept: it is asked for again.
    pub(super) terms: Option<Terms>,
    pub(super) reason: String,
    pub(super) needs_second: bool,
    pub(super) status: Status,
    pub(super) decided_by: Option<Uuid>,
    pub(super) position: Option<i64>,
    pub(super) code: Option<String>,
}

/// What is asked for.
pub(super) struct Question<'a> {
    pub(super) id: Uuid,
    pub(super) asked_by: Uuid,
    pub(super) decision: &'a Decision,
    pub(super) reason: &'a str,
    pub(super) needs_second: bool,
    pub(super) planned: &'a Planned,
}

/// Until when something that is asked for, or agreed on, now may go on.
pub(super) fn expiry(state: &AppState) -> DateTime<Utc> {
    state.clock.now() + TimeDelta::hours(i64::from(state.config.support.approval_hours))
}

/// Writes a decision; false when its id, or its question, is there already.
pub(super) async fn insert(
    connection: &mut PgConnection,
    state: &AppState,
    question: &Question<'_>,
) -> Result<bool, ApiError> {
    let (kind, subject) = question.decision.subject(question.id);
    if question.needs_second {
        expire(connection, state, (kind, subject)).await?;
    }
    let unwritable = |error: serde_json::Error| ApiError::internal(&error);
    let kept_decision = serde_json::to_value(question.decision).map_err(unwritable)?;
    let terms = serde_json::to_value(Terms::of(question.planned)).map_err(unwritable)?;
    let amount: Option<Decimal> = question.planned.amount.map(Money::amount);
    let inserted = sqlx::query!(
        "insert into staff_decision
            (id, asked_by, asked_at, expires_at, subject_kind, subject_id, wallet_id, currency,
             amount, decision, terms, moves_money, reason, needs_second, status)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
         on conflict do nothing",
        question.id,
        question.asked_by,
        state.clock.now(),
        expiry(state),
        kind,
        subject,
        question.planned.wallet_id.0,
        question.planned.amount.map(|it| it.currency().to_string()),
        amount,
        kept_decision,
        terms,
        question.decision.moves_money(),
        question.reason,
        question.needs_second,
        if question.needs_second {
            "PENDING"
        } else {
            "AGREED"
        },
    )
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Ends a question about a thing that nobody answered in time.
async fn expire(
    connection: &mut PgConnection,
    state: &AppState,
    (kind, subject): (&str, Uuid),
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update staff_decision set status = 'EXPIRED'
         where subject_kind = $1 and subject_id = $2 and status = 'PENDING' and expires_at <= $3",
        kind,
        subject,
        state.clock.now(),
    )
    .execute(connection)
    .await
    .map(drop)
}

/// Notes that a decision was carried out.
pub(super) async fn done(state: &AppState, kept: &Kept, position: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update staff_decision set status = 'DONE', position = $2, code = null, ended_at = $3
         where id = $1 and status <> 'DONE'",
        kept.id,
        position,
        state.clock.now(),
    )
    .execute(&state.pool)
    .await
    .map(drop)
}

/// Notes that an agreed decision came to nothing: `ApprovalExpired`, or why else.
pub(super) async fn failed(state: &AppState, kept: &Kept, code: Code) -> Result<(), sqlx::Error> {
    let is_expired = code == Code::ApprovalExpired;
    sqlx::query!(
        "update staff_decision set status = $2, code = $3 where id = $1 and status = 'AGREED'",
        kept.id,
        if is_expired { "EXPIRED" } else { "FAILED" },
        (!is_expired).then_some(code.as_str()),
    )
    .execute(&state.pool)
    .await
    .map(drop)
}

/// A decision by its id.
pub(super) async fn find(state: &AppState, id: Uuid) -> Result<Option<Kept>, ApiError> {
    let row = sqlx::query!(
        "select id, asked_by, expires_at, wallet_id, decision, terms, reason, needs_second,
                status, decided_by, position, code
         from staff_decision where id = $1",
        id,
    )
    .fetch_optional(&state.pool)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let unreadable = |error: serde_json::Error| ApiError::internal(&error);
    let terms = row.terms.map(serde_json::from_value).transpose();
    Ok(Some(Kept {
        id: row.id,
        asked_by: row.asked_by,
        expires_at: row.expires_at,
        wallet_id: WalletId(row.wallet_id),
        decision: serde_json::from_value(row.decision).map_err(unreadable)?,
        terms: terms.map_err(unreadable)?,
        reason: row.reason,
        needs_second: row.needs_second,
        status: Status::parse(&row.status).ok_or_else(|| ApiError::contradiction(&row.status))?,
        decided_by: row.decided_by,
        position: row.position,
        code: row.code,
    }))
}
