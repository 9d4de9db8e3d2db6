//! Decisions of the console, kept from the moment they are asked for.
//!
//! 1. A decision has one id for ever: of the caller's key where there is one. It is written, with
//!    the act of staff that it is, before anything is done, and a repeat with the key finds it.
//! 2. What was written is carried out, see [`crate::backoffice::review::execution`]: at once, or by whoever comes
//!    after a death, see [`crate::backoffice::review::resume`].

use ledger::{Idempotency, StaffId};
use serde_json::json;
use uuid::Uuid;

use super::alone;
use super::decision::{Answer, Decision};
use super::execution::execute;
use super::plan::{Decided, Planned, plan, preview};
use super::store::{Kept, Question, Status, find, insert};
use super::voucher::{ASK, MAKE, Said, note};
use crate::backoffice::staff::session::Staff;
use crate::payments::Payments;
use crate::platform::clock::random_id;
use crate::platform::error::{ApiError, Code};
use crate::platform::extract::IdempotencyKey;
use crate::platform::idempotency;

/// Takes a decision down, and carries it out unless a second person has to agree.
pub(crate) async fn decide(
    state: &Payments,
    staff: &Staff,
    key: &IdempotencyKey,
    decision: Decision,
    reason: &str,
) -> Result<Answer, ApiError> {
    let id = match &key.0 {
        Some(key) => Uuid::new_v5(&staff.id, format!("decision:{key}").as_bytes()),
        None => random_id(),
    };
    if let Some(kept) = find(state, id).await? {
        return repeat(state, kept, &decision, reason).await;
    }
    let named = key.for_command("decision", &(&decision, reason));
    if let Some(refusal) = idempotency::refusal_of_staff(state, id, named.as_ref()).await? {
        return Err(refusal);
    }
    let asked = (&decision, reason);
    match begin(state, staff, (id, named.as_ref()), asked).await {
        Err(refusal) if refusal.is_ruling() && !refusal.is_outcome => {
            idempotency::refuse_staff(state, id, named.as_ref(), refusal).await
        }
        answered => answered,
    }
}

/// Plans a decision that nobody has asked for, and takes it down.
async fn begin(
    state: &Payments,
    staff: &Staff,
    (id, named): (Uuid, Option<&Idempotency>),
    asked: (&Decision, &str),
) -> Result<Answer, ApiError> {
    let decided = Decided {
        id,
        by: StaffId(staff.id),
        // Nobody yet, and nobody else: the preview only asks for another one.
        approved_by: StaffId(Uuid::nil()),
    };
    let planned = plan(state, asked.0, &decided).await?;
    preview(state, &planned).await?;
    let Some(needs_second) = write(state, staff, (id, named, &planned), asked).await? else {
        return beside(state, staff, id, asked).await;
    };
    if needs_second {
        return Ok(Answer::Waits(id));
    }
    let kept = find(state, id).await?.ok_or(Code::ServiceUnavailable)?;
    let executed = execute(state, &kept, staff.id, Some(planned)).await;
    // Written down with the decision: a repeat reads it there.
    executed.map_err(ApiError::outcome)
}

/// Writes the decision and the act of staff that it is, both or neither; whether a second person
/// has to agree. Nothing when the id, or the question, is there already.
async fn write(
    state: &Payments,
    staff: &Staff,
    (id, named, planned): (Uuid, Option<&Idempotency>, &Planned),
    (decision, reason): (&Decision, &str),
) -> Result<Option<bool>, ApiError> {
    let mut transaction = state.pool.begin().await?;
    idempotency::require_unrefused(&mut transaction, id, named).await?;
    let needs_second =
        alone::needs_second(&mut transaction, state, staff.id, decision, planned).await?;
    let question = Question {
        id,
        asked_by: staff.id,
        decision,
        reason,
        needs_second,
        planned,
    };
    if !insert(&mut transaction, state, &question).await? {
        return Ok(None);
    }
    let kind = if needs_second { ASK } else { MAKE };
    let said = Said::of_question(&question);
    note(&mut transaction, state, staff, (kind, reason, &said)).await?;
    transaction.commit().await?;
    Ok(Some(needs_second))
}

/// Somebody else was first: with the same key, or with another question about the same thing.
async fn beside(
    state: &Payments,
    staff: &Staff,
    id: Uuid,
    asked: (&Decision, &str),
) -> Result<Answer, ApiError> {
    if let Some(kept) = find(state, id).await? {
        return repeat(state, kept, asked.0, asked.1).await;
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

/// The answer of a decision that was asked for before, by the same person. What was agreed on and
/// cut off is theirs to finish.
async fn repeat(
    state: &Payments,
    kept: Kept,
    decision: &Decision,
    reason: &str,
) -> Result<Answer, ApiError> {
    if kept.decision != *decision || kept.reason != reason {
        return Err(Code::IdempotencyMismatch.into());
    }
    match kept.status {
        Status::Pending => Ok(Answer::Waits(kept.id)),
        Status::Agreed => execute(state, &kept, kept.asked_by, None).await,
        _ => finished(&kept),
    }
}

/// The answer of a decision that has come to its end.
pub(super) fn finished(kept: &Kept) -> Result<Answer, ApiError> {
    match (kept.position, &kept.code) {
        (Some(position), _) => Ok(Answer::Done(kept.id, position)),
        (None, Some(code)) => Err(Code::from_text(code).unwrap_or(Code::AlreadyEnded).into()),
        (None, None) if kept.status == Status::Expired => Err(Code::ApprovalExpired.into()),
        (None, None) => Err(Code::AlreadyEnded.into()),
    }
}
