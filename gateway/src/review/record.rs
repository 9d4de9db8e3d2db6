//! Decisions of the console, kept from the moment they are asked for.
//!
//! 1. A decision has one id for ever: of the caller's key where there is one. It is written before
//!    anything is done, and a repeat with the key finds it.
//! 2. It is carried out under an idempotency key of its id: the ledger takes it once, however
//!    often it is tried, by whomever, and after whatever death.
//! 3. Whether it was carried out is the ledger's word and not this table's: before it is tried,
//!    and before it is called failed, the ledger is asked for its key.

use chrono::{DateTime, TimeDelta, Utc};
use ledger::{Idempotency, Money, StaffId, WalletId};
use rust_decimal::Decimal;
use serde_json::json;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::decision::Decision;
use super::plan::{Decided, Planned, carry_out, plan, preview};
use super::refusal::Refusal;
use crate::clock::random_id;
use crate::error::{ApiError, Code, request_id};
use crate::extract::IdempotencyKey;
use crate::processes::{Subject, withdrawal};
use crate::staff::acts::{self, Act};
use crate::staff::session::Staff;
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
    /// Nobody agreed in time.
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
    pub(super) reason: String,
    pub(super) needs_second: bool,
    pub(super) status: Status,
    pub(super) decided_by: Option<Uuid>,
    position: Option<i64>,
    code: Option<String>,
}

/// What a decision came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Carried out: its id, and the position that shows it.
    Done(Uuid, i64),
    /// Waits for a second person under this id.
    Waits(Uuid),
}

/// The context's key of a decision. No client can send one with a blank.
fn ledger_key(id: Uuid) -> Idempotency {
    Idempotency {
        key: format!("staff decision {id}"),
        fingerprint: Sha256::digest(id.as_bytes()).into(),
    }
}

/// Decides, or asks for a second person.
pub(crate) async fn decide(
    state: &AppState,
    staff: &Staff,
    key: &IdempotencyKey,
    (decision, reason): (Decision, &str),
) -> Result<Answer, ApiError> {
    let id = match &key.0 {
        Some(key) => Uuid::new_v5(&staff.id, format!("decision:{key}").as_bytes()),
        None => random_id(),
    };
    if let Some(kept) = find(state, id).await? {
        return repeat(state, kept, (&decision, reason)).await;
    }
    let decided = Decided {
        id,
        reason,
        by: StaffId(staff.id),
        // Nobody yet, and nobody else: the preview only asks for another one.
        approved_by: StaffId(Uuid::nil()),
    };
    let planned = plan(state, &decision, &decided).await?;
    preview(state, &planned).await?;
    let needs_second = needs_second(state, &decision, planned.amount);
    let wallet_id = planned.wallet_id;
    if !insert(
        state,
        staff,
        (id, needs_second),
        (&decision, reason),
        &planned,
    )
    .await?
    {
        return beside(state, staff, id, (&decision, reason)).await;
    }
    let (kind, subject) = decision.subject(id);
    let said = if needs_second {
        "decision.ask"
    } else {
        "decision.make"
    };
    let act = Act::of(said).to(kind, &subject).because(reason);
    let detail = json!({ "decision": id, "what": decision, "player": wallet_id });
    acts::record(state, staff, act.with(detail)).await?;
    if needs_second {
        return Ok(Answer::Waits(id));
    }
    let kept = find(state, id).await?.ok_or(Code::ServiceUnavailable)?;
    execute(state, &kept, (staff.id, Some(planned))).await
}

/// Whether a second person has to agree.
fn needs_second(state: &AppState, decision: &Decision, amount: Option<Money>) -> bool {
    let is_large = |amount| state.config.support.needs_second_person(amount);
    decision.always_takes_two() || (decision.moves_money() && amount.is_none_or(is_large))
}

/// Somebody else was first: with the same key, or with another question about the same thing.
async fn beside(
    state: &AppState,
    staff: &Staff,
    id: Uuid,
    asked: (&Decision, &str),
) -> Result<Answer, ApiError> {
    if let Some(kept) = find(state, id).await? {
        return repeat(state, kept, asked).await;
    }
    let (kind, subject) = asked.0.subject(id);
    let waiting = sqlx::query!(
        "select id, asked_by from staff_decision
         where subject_kind = $1 and subject_id = $2 and needs_second
           and status in ('PENDING', 'AGREED')",
        kind,
        subject,
    )
    .fetch_optional(&state.pool)
    .await?;
    let data = waiting.map(|it| json!({ "approvalId": it.id, "isMine": it.asked_by == staff.id }));
    Err(ApiError::from(Code::ApprovalPending).with_data(data.unwrap_or_default()))
}

/// The answer of a decision that was asked for before.
async fn repeat(
    state: &AppState,
    kept: Kept,
    (decision, reason): (&Decision, &str),
) -> Result<Answer, ApiError> {
    if kept.decision != *decision || kept.reason != reason {
        return Err(Code::IdempotencyMismatch.into());
    }
    match kept.status {
        Status::Pending | Status::Refused | Status::Expired => Ok(Answer::Waits(kept.id)),
        Status::Agreed if kept.needs_second => Ok(Answer::Waits(kept.id)),
        Status::Agreed => execute(state, &kept, (kept.asked_by, None)).await,
        Status::Done | Status::Failed => finished(&kept),
    }
}

/// The answer of a decision that has come to its end.
pub(super) fn finished(kept: &Kept) -> Result<Answer, ApiError> {
    match (kept.position, &kept.code) {
        (Some(position), _) => Ok(Answer::Done(kept.id, position)),
        (None, Some(code)) => Err(Code::from_text(code).unwrap_or(Code::AlreadyEnded).into()),
        (None, None) => Err(Code::AlreadyEnded.into()),
    }
}

/// Carries an agreed decision out; `by` is who makes it happen, in the event's own record.
pub(super) async fn execute(
    state: &AppState,
    kept: &Kept,
    (by, planned): (Uuid, Option<Planned>),
) -> Result<Answer, ApiError> {
    if let Some(position) = recall(state, kept).await? {
        return done(state, kept, position).await;
    }
    match attempt(state, kept, (by, planned)).await {
        Ok(position) => done(state, kept, position).await,
        Err(refusal) => {
            // Another attempt of the same decision may have come through meanwhile, and taken
            // away what this one was looking for.
            if let Some(position) = recall(state, kept).await? {
                return done(state, kept, position).await;
            }
            let is_definite = refusal.is_definite();
            let is_later = matches!(refusal, Refusal::Later(_));
            let error = ApiError::from(refusal);
            if is_definite {
                fail(state, kept, error.code).await?;
            } else if is_later && kept.needs_second {
                wait_again(state, kept).await?;
            }
            Err(error)
        }
    }
}

async fn attempt(
    state: &AppState,
    kept: &Kept,
    (by, planned): (Uuid, Option<Planned>),
) -> Result<i64, Refusal> {
    let decided = Decided {
        id: kept.id,
        reason: &kept.reason,
        by: StaffId(kept.asked_by),
        approved_by: StaffId(kept.decided_by.unwrap_or(kept.asked_by)),
    };
    let planned = match planned {
        Some(planned) => planned,
        None => plan(state, &kept.decision, &decided).await?,
    };
    let mut context = state.staff_context(&by.to_string(), request_id());
    context.idempotency = Some(ledger_key(kept.id));
    let receipt = carry_out(state, planned, context).await?;
    if let Decision::ReleaseWithdrawal { id } = &kept.decision {
        state.processes.hint(Subject {
            process: withdrawal::NAME,
            id: *id,
            wallet_id: kept.wallet_id,
        });
    }
    Ok(receipt.position)
}

/// The position of a decision that the ledger has taken.
async fn recall(state: &AppState, kept: &Kept) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        "select event.position
         from idempotency join event on event.aggregate_type = 'wallet'
             and event.aggregate_id = $1::uuid::text and event.sequence = idempotency.sequence
         where idempotency.wallet_id = $1 and idempotency.key = $2",
        kept.wallet_id.0,
        ledger_key(kept.id).key,
    )
    .fetch_optional(&state.pool)
    .await
}

async fn done(state: &AppState, kept: &Kept, position: i64) -> Result<Answer, ApiError> {
    sqlx::query!(
        "update staff_decision set status = 'DONE', position = $2, code = null
         where id = $1 and status <> 'DONE'",
        kept.id,
        position,
    )
    .execute(&state.pool)
    .await?;
    Ok(Answer::Done(kept.id, position))
}

async fn fail(state: &AppState, kept: &Kept, code: Code) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update staff_decision set status = 'FAILED', code = $2
         where id = $1 and status = 'AGREED'",
        kept.id,
        code.as_str(),
    )
    .execute(&state.pool)
    .await
    .map(drop)
}

/// The outside could not be asked: whoever agrees next tries again.
async fn wait_again(state: &AppState, kept: &Kept) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update staff_decision set status = 'PENDING', decided_by = null, decided_at = null,
             decided_reason = null
         where id = $1 and status = 'AGREED' and needs_second",
        kept.id,
    )
    .execute(&state.pool)
    .await
    .map(drop)
}

/// Writes a decision; false when its id, or its question, is there already.
async fn insert(
    state: &AppState,
    staff: &Staff,
    (id, needs_second): (Uuid, bool),
    (decision, reason): (&Decision, &str),
    planned: &Planned,
) -> Result<bool, ApiError> {
    let now = state.clock.now();
    let (kind, subject) = decision.subject(id);
    if needs_second {
        expire(state, (kind, subject)).await?;
    }
    let kept_decision =
        serde_json::to_value(decision).map_err(|error| ApiError::internal(&error))?;
    let hours = i64::from(state.config.support.approval_hours);
    let amount: Option<Decimal> = planned.amount.map(Money::amount);
    let inserted = sqlx::query!(
        "insert into staff_decision
            (id, asked_by, asked_at, expires_at, subject_kind, subject_id, wallet_id, currency,
             amount, decision, reason, needs_second, status)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         on conflict do nothing",
        id,
        staff.id,
        now,
        now + TimeDelta::hours(hours),
        kind,
        subject,
        planned.wallet_id.0,
        planned.amount.map(|it| it.currency().to_string()),
        amount,
        kept_decision,
        reason,
        needs_second,
        if needs_second { "PENDING" } else { "AGREED" },
    )
    .execute(&state.pool)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Ends a question about a thing that nobody answered in time.
async fn expire(state: &AppState, (kind, subject): (&str, Uuid)) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update staff_decision set status = 'EXPIRED'
         where subject_kind = $1 and subject_id = $2 and status = 'PENDING' and expires_at <= $3",
        kind,
        subject,
        state.clock.now(),
    )
    .execute(&state.pool)
    .await
    .map(drop)
}

/// A decision by its id.
pub(super) async fn find(state: &AppState, id: Uuid) -> Result<Option<Kept>, ApiError> {
    let row = sqlx::query!(
        "select id, asked_by, expires_at, wallet_id, decision, reason, needs_second, status,
                decided_by, position, code
         from staff_decision where id = $1",
        id,
    )
    .fetch_optional(&state.pool)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let unreadable = |what: &dyn std::fmt::Display| ApiError::internal(what);
    Ok(Some(Kept {
        id: row.id,
        asked_by: row.asked_by,
        expires_at: row.expires_at,
        wallet_id: WalletId(row.wallet_id),
        decision: serde_json::from_value(row.decision).map_err(|error| unreadable(&error))?,
        reason: row.reason,
        needs_second: row.needs_second,
        status: Status::parse(&row.status).ok_or_else(|| unreadable(&row.status))?,
        decided_by: row.decided_by,
        position: row.position,
        code: row.code,
    }))
}
