//! The second person: who asked never agrees but may withdraw the question until it is answered,
//! whoever agrees first does it, and nobody agrees to what is long past. What was agreed on and
//! could not be finished is finished by them, by who asked for it, or by another one in their own
//! name, until it expires as well.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde_json::Value;
use uuid::Uuid;

use super::decision::Answer;
use super::execution::{contradict, execute, give_up};
use super::record::finished;
use super::store::{Kept, Status, done, expiry, find};
use super::voucher::{AGREE, REFUSE, Said, WITHDRAW, asks_for, note};
use crate::backoffice::staff::session::Staff;
use crate::payments::Payments;
use crate::platform::error::{ApiError, Code};

/// How many are listed; more than this waiting is a backlog of its own.
const LISTED_MAX: i64 = 200;

/// A decision that waits for a second person.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) id: Uuid,
    pub(crate) subject_kind: String,
    pub(crate) subject_id: Uuid,
    pub(crate) wallet_id: Uuid,
    pub(crate) player: Option<String>,
    pub(crate) currency: Option<String>,
    pub(crate) amount: Option<Decimal>,
    pub(crate) decision: Value,
    pub(crate) terms: Option<Value>,
    pub(crate) reason: String,
    pub(crate) asked_by: Uuid,
    pub(crate) asked_by_name: String,
    pub(crate) asked_at: DateTime<Utc>,
    pub(crate) expires_at: DateTime<Utc>,
    pub(crate) is_agreed: bool,
}

/// What waits for a second person, oldest first.
pub(crate) async fn waiting(state: &Payments) -> Result<Vec<Waiting>, sqlx::Error> {
    sqlx::query_as!(
        Waiting,
        r#"select it.id, it.subject_kind, it.subject_id, it.wallet_id,
                  member.name as "player?", it.currency, it.amount, it.decision, it.terms,
                  it.reason,
                  it.asked_by, staff.name as asked_by_name, it.asked_at, it.expires_at,
                  it.status = 'AGREED' as "is_agreed!"
           from staff_decision it join staff on staff.id = it.asked_by
                left join member on member.id = it.wallet_id
           where it.needs_second
             and it.status in ('AGREED', 'PENDING') and it.expires_at > $1
           order by it.asked_at
           limit $2"#,
        state.clock.now(),
        LISTED_MAX,
    )
    .fetch_all(&state.pool)
    .await
}

/// How many decisions wait for a second person.
#[derive(Debug)]
pub(crate) struct WaitingCount {
    /// All of them.
    pub(crate) all: i64,
    /// Those that somebody else than the caller has asked for.
    pub(crate) of_others: i64,
    /// Those about something that no other list of work shows.
    pub(crate) unlisted: i64,
}

/// Counts what waits for a second person.
pub(crate) async fn count(state: &Payments, caller: Uuid) -> Result<WaitingCount, sqlx::Error> {
    sqlx::query_as!(
        WaitingCount,
        r#"select count(*) as "all!",
                  count(*) filter (where asked_by <> $2) as "of_others!",
                  count(*) filter (where subject_kind = 'correction') as "unlisted!"
           from staff_decision
           where needs_second and status in ('AGREED', 'PENDING') and expires_at > $1"#,
        state.clock.now(),
        caller,
    )
    .fetch_one(&state.pool)
    .await
}

/// A question about one thing that waits for a second person.
#[derive(Debug, Clone)]
pub(crate) struct WaitingQuestion {
    pub(crate) id: Uuid,
    pub(crate) subject_id: Uuid,
    pub(crate) asked_by: Uuid,
    pub(crate) asked_by_name: String,
    pub(crate) asked_at: DateTime<Utc>,
    pub(crate) is_agreed: bool,
}

/// The questions that wait about some things of one kind, by the thing; at most one about each.
pub(crate) async fn waiting_about(
    state: &Payments,
    kind: &str,
    subjects: &[Uuid],
) -> Result<HashMap<Uuid, WaitingQuestion>, sqlx::Error> {
    let rows = sqlx::query_as!(
        WaitingQuestion,
        r#"select it.id, it.subject_id, it.asked_by, staff.name as asked_by_name, it.asked_at,
                  it.status = 'AGREED' as "is_agreed!"
           from staff_decision it join staff on staff.id = it.asked_by
           where it.needs_second and it.status in ('AGREED', 'PENDING') and it.expires_at > $3
             and it.subject_kind = $1 and it.subject_id = any($2)"#,
        kind,
        subjects,
        state.clock.now(),
    )
    .fetch_all(&state.pool)
    .await?;
    Ok(rows.into_iter().map(|row| (row.subject_id, row)).collect())
}

/// Agrees, and carries the decision out; what somebody else has agreed to and could not finish,
/// in the caller's own name.
pub(crate) async fn approve(
    state: &Payments,
    staff: &Staff,
    id: Uuid,
    reason: &str,
) -> Result<Answer, ApiError> {
    let kept = of_another(state, staff, id).await?;
    match kept.status {
        Status::Pending => {
            require_open(state, &kept).await?;
            require_asked(state, &kept, staff.id).await?;
            settle(state, staff, &kept, "AGREED", reason).await?;
        }
        Status::Agreed if kept.decided_by != Some(staff.id) => {
            require_asked(state, &kept, staff.id).await?;
            take_over(state, staff, &kept, reason).await?;
        }
        _ => {}
    }
    let kept = of_another(state, staff, id).await?;
    // What it comes to is the answer of whoever agreed; for everybody else it is over.
    if kept.decided_by != Some(staff.id) && kept.status != Status::Expired {
        return Err(Code::AlreadyEnded.into());
    }
    match kept.status {
        Status::Agreed => execute(state, &kept, staff.id, None).await,
        Status::Done | Status::Failed | Status::Expired => finished(&kept),
        Status::Pending | Status::Refused | Status::Withdrawn => Err(Code::AlreadyEnded.into()),
    }
}

/// Refuses; nothing is done, now or later.
pub(crate) async fn refuse(
    state: &Payments,
    staff: &Staff,
    id: Uuid,
    reason: &str,
) -> Result<(), ApiError> {
    let kept = of_another(state, staff, id).await?;
    if kept.status == Status::Pending {
        require_open(state, &kept).await?;
        settle(state, staff, &kept, "REFUSED", reason).await?;
    }
    let kept = of_another(state, staff, id).await?;
    if kept.status != Status::Refused || kept.decided_by != Some(staff.id) {
        return Err(Code::AlreadyEnded.into());
    }
    use_key_up(state, &kept, staff.id).await
}

/// Takes back what the caller has asked for; nothing is done, now or later. What somebody has
/// answered already stands.
pub(crate) async fn withdraw(
    state: &Payments,
    staff: &Staff,
    id: Uuid,
    reason: &str,
) -> Result<(), ApiError> {
    let kept = of_caller(state, staff, id).await?;
    if kept.status == Status::Pending {
        take_back(state, staff, &kept, reason).await?;
    }
    let kept = of_caller(state, staff, id).await?;
    if kept.status != Status::Withdrawn {
        return Err(Code::AlreadyEnded.into());
    }
    use_key_up(state, &kept, staff.id).await
}

/// Sees to it that whatever may still be on its way finds its key used up.
async fn use_key_up(state: &Payments, kept: &Kept, by: Uuid) -> Result<(), ApiError> {
    match give_up(state, kept, by).await? {
        None => Ok(()),
        Some(position) => {
            done(state, kept, position).await?;
            Err(Code::AlreadyEnded.into())
        }
    }
}

/// A decision that takes two people, asked for by the caller.
async fn of_caller(state: &Payments, staff: &Staff, id: Uuid) -> Result<Kept, ApiError> {
    let kept = find(state, id).await?.filter(|kept| kept.needs_second);
    let kept = kept.ok_or(Code::NoData)?;
    if kept.asked_by != staff.id {
        return Err(Code::OnlyAsker.into());
    }
    Ok(kept)
}

/// A decision that waits for a second person, asked for by somebody else than the caller.
async fn of_another(state: &Payments, staff: &Staff, id: Uuid) -> Result<Kept, ApiError> {
    let kept = find(state, id).await?.filter(|kept| kept.needs_second);
    let kept = kept.ok_or(Code::NoData)?;
    if kept.asked_by == staff.id {
        return Err(Code::SecondPerson.into());
    }
    Ok(kept)
}

/// Refuses what is long past, or was asked for by somebody who has been let go since.
async fn require_open(state: &Payments, kept: &Kept) -> Result<(), ApiError> {
    let is_active = sqlx::query_scalar!("select is_active from staff where id = $1", kept.asked_by)
        .fetch_one(&state.pool)
        .await?;
    if is_active && kept.expires_at > state.clock.now() {
        return Ok(());
    }
    sqlx::query!(
        "update staff_decision set status = 'EXPIRED' where id = $1 and status = 'PENDING'",
        kept.id,
    )
    .execute(&state.pool)
    .await?;
    Err(Code::ApprovalExpired.into())
}

/// Ends what nobody has asked for as it is kept: a second person agrees to nothing that only
/// somebody who holds the database says.
async fn require_asked(state: &Payments, kept: &Kept, by: Uuid) -> Result<(), ApiError> {
    if asks_for(state, kept).await? {
        return Ok(());
    }
    contradict(state, kept, by).await.map(drop)
}

/// Writes the second person's answer and the act that it is, both or neither. Somebody else may
/// have been first: then nothing is written.
async fn settle(
    state: &Payments,
    staff: &Staff,
    kept: &Kept,
    status: &str,
    reason: &str,
) -> Result<(), ApiError> {
    let mut transaction = state.pool.begin().await?;
    let settled = sqlx::query!(
        "update staff_decision
         set status = $2, decided_by = $3, decided_at = $4, decided_reason = $5, expires_at = $6
         where id = $1 and status = 'PENDING' and expires_at > $4 and asked_by <> $3",
        kept.id,
        status,
        staff.id,
        state.clock.now(),
        reason,
        // From now on it is the carrying out that must not take for ever.
        expiry(state),
    )
    .execute(&mut *transaction)
    .await?;
    if settled.rows_affected() == 0 {
        return Ok(());
    }
    let kind = if status == "AGREED" { AGREE } else { REFUSE };
    let said = Said::of_answer(kept);
    note(&mut transaction, state, staff, (kind, reason, &said)).await?;
    Ok(transaction.commit().await?)
}

/// Writes that who asked takes the question back and the act that it is, both or neither. Somebody
/// else may have answered first: then nothing is written.
async fn take_back(
    state: &Payments,
    staff: &Staff,
    kept: &Kept,
    reason: &str,
) -> Result<(), ApiError> {
    let mut transaction = state.pool.begin().await?;
    let withdrawn = sqlx::query!(
        "update staff_decision
         set status = 'WITHDRAWN', decided_at = $3, decided_reason = $4
         where id = $1 and status = 'PENDING' and asked_by = $2",
        kept.id,
        staff.id,
        state.clock.now(),
        reason,
    )
    .execute(&mut *transaction)
    .await?;
    if withdrawn.rows_affected() == 0 {
        return Ok(());
    }
    let said = Said::of_answer(kept);
    note(&mut transaction, state, staff, (WITHDRAW, reason, &said)).await?;
    Ok(transaction.commit().await?)
}

/// Writes that the caller agrees as well, and finishes it in their own name; nothing when it has
/// ended meanwhile.
async fn take_over(
    state: &Payments,
    staff: &Staff,
    kept: &Kept,
    reason: &str,
) -> Result<(), ApiError> {
    let mut transaction = state.pool.begin().await?;
    let taken = sqlx::query!(
        "update staff_decision set decided_by = $2, decided_reason = $3
         where id = $1 and status = 'AGREED' and expires_at > $4 and asked_by <> $2",
        kept.id,
        staff.id,
        reason,
        state.clock.now(),
    )
    .execute(&mut *transaction)
    .await?;
    if taken.rows_affected() == 0 {
        return Ok(());
    }
    let said = Said::of_answer(kept);
    note(&mut transaction, state, staff, (AGREE, reason, &said)).await?;
    Ok(transaction.commit().await?)
}
