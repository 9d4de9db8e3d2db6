//! The table of decisions.

use chrono::{DateTime, TimeDelta, Utc};
use ledger::{Idempotency, Money, WalletId, journal};
use rust_decimal::Decimal;
use serde_json::Value;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::decision::Decision;
use super::plan::Planned;
use super::terms::Terms;
use platform::core::Core;
use platform::error::{ApiError, Code};

/// The status of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It waits for a second person.
    Pending,
    /// It is being executed, or was interrupted before its end was recorded.
    Agreed,
    /// It was executed.
    Done,
    /// The second person refused.
    Refused,
    /// The asker withdrew the request.
    Withdrawn,
    /// Nobody approved in time, or it could not be executed in time.
    Expired,
    /// The ledger, the bank or the provider refused permanently.
    Failed,
}

impl Status {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "PENDING",
            Self::Agreed => "AGREED",
            Self::Done => "DONE",
            Self::Refused => "REFUSED",
            Self::Withdrawn => "WITHDRAWN",
            Self::Expired => "EXPIRED",
            Self::Failed => "FAILED",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "PENDING" => Self::Pending,
            "AGREED" => Self::Agreed,
            "DONE" => Self::Done,
            "REFUSED" => Self::Refused,
            "WITHDRAWN" => Self::Withdrawn,
            "EXPIRED" => Self::Expired,
            "FAILED" => Self::Failed,
            _ => return None,
        })
    }
}

/// A decision of staff as stored, with its outcome.
#[derive(Debug, Clone)]
pub struct DecisionRow {
    /// Id of the decision, which its audit entries name.
    pub id: Uuid,
    /// Kind of the decision's subject, such as `slip` or `withdrawal`.
    pub subject_kind: String,
    /// Id of the decision's subject; for a correction, the decision's id.
    pub subject_id: Uuid,
    /// Id of the staff member who requested it.
    pub asked_by: Uuid,
    /// Until when it may be approved and executed.
    pub expires_at: DateTime<Utc>,
    /// Id of the wallet that it is about.
    pub wallet_id: WalletId,
    /// Code of the amount's currency; none without an amount.
    pub currency: Option<String>,
    /// The amount, negative for a correction that takes; none if no money is involved.
    pub amount: Option<Decimal>,
    pub(crate) moves_money: bool,
    /// The decision, with all its inputs.
    pub decision: Decision,
    /// The terms on which it may be executed, as they were when it was requested.
    pub terms: Terms,
    /// The requester's reason.
    pub reason: String,
    pub(crate) needs_second: bool,
    /// How far the decision is.
    pub status: Status,
    pub(crate) decided_by: Option<Uuid>,
    pub(crate) decided_reason: Option<String>,
    /// Position of the event that executed it; none until it is executed.
    pub position: Option<i64>,
    /// Code of the refusal; none unless it failed.
    pub code: Option<String>,
}

impl DecisionRow {
    /// A decision that is requested now.
    pub(super) fn asked(
        core: &Core,
        asked_by: Uuid,
        question: &Question<'_>,
        planned: &Planned,
        needs_second: bool,
    ) -> Self {
        let (kind, subject_id) = question.decision.subject(question.id);
        Self {
            id: question.id,
            subject_kind: kind.to_owned(),
            subject_id,
            asked_by,
            expires_at: expiry(core),
            wallet_id: planned.wallet_id,
            currency: planned.amount.map(|amount| amount.currency().to_string()),
            amount: planned.amount.map(Money::amount),
            moves_money: question.decision.moves_money(),
            decision: question.decision.clone(),
            terms: Terms::of(planned),
            reason: question.reason.to_owned(),
            needs_second,
            status: if needs_second {
                Status::Pending
            } else {
                Status::Agreed
            },
            decided_by: None,
            decided_reason: None,
            position: None,
            code: None,
        }
    }

    /// Whether the columns for lists and sums agree with the decision and its terms.
    pub(crate) fn is_of_one_piece(&self) -> bool {
        let is_of_terms = self.terms.is_about(self.wallet_id)
            && self.terms.is_of(self.amount, self.currency.as_deref());
        let (kind, id) = self.decision.subject(self.id);
        (self.subject_kind.as_str(), self.subject_id) == (kind, id)
            && self.moves_money == self.decision.moves_money()
            && is_of_terms
    }
}

/// A request of a member of staff.
pub(super) struct Question<'a> {
    pub(super) id: Uuid,
    pub(super) key: Option<Idempotency>,
    pub(super) decision: Decision,
    pub(super) reason: &'a str,
}

struct Row {
    id: Uuid,
    subject_kind: String,
    subject_id: Uuid,
    asked_by: Uuid,
    expires_at: DateTime<Utc>,
    wallet_id: Uuid,
    currency: Option<String>,
    amount: Option<Decimal>,
    moves_money: bool,
    decision: Value,
    terms: Value,
    reason: String,
    needs_second: bool,
    status: String,
    decided_by: Option<Uuid>,
    decided_reason: Option<String>,
    position: Option<i64>,
    code: Option<String>,
}

impl Row {
    /// None if a column has a value that the gateway never writes.
    fn read(self) -> Option<DecisionRow> {
        Some(DecisionRow {
            id: self.id,
            subject_kind: self.subject_kind,
            subject_id: self.subject_id,
            asked_by: self.asked_by,
            expires_at: self.expires_at,
            wallet_id: WalletId(self.wallet_id),
            currency: self.currency,
            amount: self.amount,
            moves_money: self.moves_money,
            decision: serde_json::from_value(self.decision).ok()?,
            terms: serde_json::from_value(self.terms).ok()?,
            reason: self.reason,
            needs_second: self.needs_second,
            status: Status::parse(&self.status)?,
            decided_by: self.decided_by,
            decided_reason: self.decided_reason,
            position: self.position,
            code: self.code,
        })
    }
}

/// Until when a decision that is requested or approved now is valid.
pub fn expiry(state: &Core) -> DateTime<Utc> {
    state.clock.now() + TimeDelta::hours(i64::from(state.config.support.approval_hours))
}

/// Writes a decision; false if its id, or a request about its subject, exists already.
pub(super) async fn insert(
    connection: &mut PgConnection,
    core: &Core,
    row: &DecisionRow,
) -> Result<bool, ApiError> {
    if row.needs_second {
        expire(connection, core, &row.subject_kind, row.subject_id).await?;
    }
    let unwritable = |error: serde_json::Error| ApiError::internal(&error);
    let inserted = sqlx::query!(
        "insert into staff_decision
            (id, asked_by, asked_at, expires_at, subject_kind, subject_id, wallet_id, currency,
             amount, decision, terms, moves_money, reason, needs_second, status)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
         on conflict do nothing",
        row.id,
        row.asked_by,
        core.clock.now(),
        row.expires_at,
        row.subject_kind,
        row.subject_id,
        row.wallet_id.0,
        row.currency,
        row.amount,
        serde_json::to_value(&row.decision).map_err(unwritable)?,
        serde_json::to_value(&row.terms).map_err(unwritable)?,
        row.moves_money,
        row.reason,
        row.needs_second,
        row.status.as_str(),
    )
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Ends a request about a subject that nobody answered in time.
async fn expire(
    connection: &mut PgConnection,
    state: &Core,
    kind: &str,
    subject: Uuid,
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

/// Records that a decision was executed.
pub async fn done(state: &Core, row: &DecisionRow, position: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update staff_decision set status = 'DONE', position = $2, code = null, ended_at = $3
         where id = $1 and status <> 'DONE'",
        row.id,
        position,
        state.clock.now(),
    )
    .execute(&state.pool)
    .await
    .map(drop)
}

/// Records that a decision ended without effect: `ApprovalExpired`, or another reason.
pub async fn failed(state: &Core, row: &DecisionRow, code: Code) -> Result<(), sqlx::Error> {
    let is_expired = code == Code::ApprovalExpired;
    sqlx::query!(
        "update staff_decision set status = $2, code = $3
         where id = $1 and status in ('PENDING', 'AGREED')",
        row.id,
        if is_expired { "EXPIRED" } else { "FAILED" },
        (!is_expired).then_some(code.as_str()),
    )
    .execute(&state.pool)
    .await
    .map(drop)
}

/// A decision by its id, behind a fence, so that an answer may rest on it.
pub async fn find(state: &Core, id: Uuid) -> Result<Option<DecisionRow>, ApiError> {
    let mut connection = state.pool.acquire().await?;
    let found = page(&mut *connection, &[id]).await?.pop();
    if found.is_some() {
        journal::fence(&mut connection).await?;
    }
    let unreadable = || ApiError::contradiction(&format!("staff_decision {id}"));
    found.map(|(_, row)| row.ok_or_else(unreadable)).transpose()
}

/// The decisions with these ids, without rows that have values the gateway never writes.
pub async fn page(
    executor: impl PgExecutor<'_>,
    ids: &[Uuid],
) -> Result<Vec<(Uuid, Option<DecisionRow>)>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "select id, subject_kind, subject_id, asked_by, expires_at, wallet_id, currency, amount,
                moves_money, decision, terms, reason, needs_second, status, decided_by,
                decided_reason, position, code
         from staff_decision where id = any($1)",
        ids,
    )
    .fetch_all(executor)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.read())).collect())
}
