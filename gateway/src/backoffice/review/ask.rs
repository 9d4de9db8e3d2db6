//! Decisions of the console, kept from the moment they are asked for.
//!
//! 1. A decision has one id for ever: of the caller's key where there is one. It is written, with
//!    the act of staff that it is, before anything is done, and a repeat with the key finds it.
//! 2. What was written is carried out, see [`super::execute`]: at once, or by whoever comes after a
//!    death, see [`super::resume`].

use ledger::StaffId;
use serde_json::json;
use uuid::Uuid;

use super::alone;
use super::case::Case;
use super::decision::{Answer, Decision};
use super::execute::{execute, finished};
use super::plan::{Decided, Planned, plan, preview};
use super::signature::{ASK, MAKE, note};
use super::store::{DecisionRow, Question, Status, insert};
use crate::backoffice::staff::session::Staff;
use crate::payments::Payments;
use crate::platform::clock::random_id;
use crate::platform::error::{ApiError, Code};
use crate::platform::extract::IdempotencyKey;
use crate::platform::idempotency;

/// Takes a decision down, and carries it out unless a second person has to agree.
pub(crate) async fn decide(
    payments: &Payments,
    staff: &Staff,
    key: &IdempotencyKey,
    decision: Decision,
    reason: &str,
) -> Result<Answer, ApiError> {
    let id = match &key.0 {
        Some(key) => Uuid::new_v5(&staff.id, format!("decision:{key}").as_bytes()),
        None => random_id(),
    };
    let question = Question {
        id,
        key: key.for_command("decision", &(&decision, reason)),
        decision,
        reason,
    };
    if let Some(case) = Case::find(payments, id).await? {
        return repeat(payments, &case, &question).await;
    }
    let key = question.key.as_ref();
    if let Some(refusal) = idempotency::refusal_of_staff(payments, id, key).await? {
        return Err(refusal);
    }
    match begin(payments, staff, &question).await {
        Err(refusal) if refusal.is_ruling() && !refusal.is_outcome => {
            idempotency::refuse_staff(payments, id, key, refusal).await
        }
        answered => answered,
    }
}

/// Plans a decision that nobody has asked for, and takes it down.
async fn begin(
    payments: &Payments,
    staff: &Staff,
    question: &Question<'_>,
) -> Result<Answer, ApiError> {
    let decided = Decided {
        id: question.id,
        by: StaffId(staff.id),
        // Nobody yet, and nobody else: the preview only asks for another one.
        approved_by: StaffId(Uuid::nil()),
    };
    let planned = plan(payments, &question.decision, &decided).await?;
    preview(payments, &planned).await?;
    let Some(case) = write(payments, staff, question, &planned).await? else {
        return already_asked(payments, staff, question).await;
    };
    if case.row.needs_second {
        return Ok(Answer::Waits(question.id));
    }
    let executed = execute(payments, &case, staff.id, Some(planned)).await;
    // Written down with the decision: a repeat reads it there.
    executed.map_err(ApiError::outcome)
}

/// Writes the decision and the act of staff that it is, both or neither. Nothing when the id, or
/// the question, is there already.
async fn write(
    payments: &Payments,
    staff: &Staff,
    question: &Question<'_>,
    planned: &Planned,
) -> Result<Option<Case>, ApiError> {
    let mut transaction = payments.pool.begin().await?;
    idempotency::require_unrefused(&mut transaction, question.id, question.key.as_ref()).await?;
    let decision = &question.decision;
    let needs_second =
        alone::needs_second(&mut transaction, payments, staff.id, decision, planned).await?;
    let mut case = Case {
        row: DecisionRow::asked(payments, staff.id, question, planned, needs_second),
        acts: Vec::new(),
    };
    if !insert(&mut transaction, payments, &case.row).await? {
        return Ok(None);
    }
    let kind = if needs_second { ASK } else { MAKE };
    let act = note(payments, &mut transaction, staff, kind, &case.row).await?;
    case.acts.push(act);
    transaction.commit().await?;
    Ok(Some(case))
}

/// Somebody else was first: with the same key, or with another question about the same thing.
async fn already_asked(
    payments: &Payments,
    staff: &Staff,
    question: &Question<'_>,
) -> Result<Answer, ApiError> {
    if let Some(case) = Case::find(payments, question.id).await? {
        return repeat(payments, &case, question).await;
    }
    let (kind, subject) = question.decision.subject(question.id);
    let waiting = sqlx::query!(
        "select id, asked_by from staff_decision
         where subject_kind = $1 and subject_id = $2 and needs_second
           and status in ('PENDING', 'AGREED')",
        kind,
        subject,
    )
    .fetch_optional(&payments.pool)
    .await?;
    let data = waiting.map(|it| json!({ "approvalId": it.id, "isMine": it.asked_by == staff.id }));
    Err(ApiError::from(Code::ApprovalPending).with_data(data.unwrap_or_default()))
}

/// The answer of a decision that was asked for before, by the same person. What was agreed on and
/// cut off is theirs to finish.
async fn repeat(
    payments: &Payments,
    case: &Case,
    question: &Question<'_>,
) -> Result<Answer, ApiError> {
    let row = &case.row;
    if row.decision != question.decision || row.reason != question.reason {
        return Err(Code::IdempotencyMismatch.into());
    }
    match row.status {
        Status::Pending => Ok(Answer::Waits(row.id)),
        Status::Agreed => execute(payments, case, row.asked_by, None).await,
        _ => finished(row),
    }
}
