//! Decisions of the console, stored from the moment they are requested.
//!
//! 1. A decision has one permanent id, derived from the caller's key if there is one. It is
//!    written, with its audit entry, before anything is done, and a repeat with the key finds it.
//! 2. A stored decision is executed, see [`super::execute`]: immediately, or after a crash, see
//!    [`super::resume`].

use ledger::StaffId;
use serde_json::json;
use uuid::Uuid;

use super::alone;
use super::case::Case;
use super::decision::{Answer, Decision};
use super::execute::{execute, finished};
use super::plan::{Decided, Planned, plan, preview};
use super::signature::{ASK, MAKE, Note, SeenWallet, note};
use super::store::{DecisionRow, Question, Status, insert};
use crate::staff::session::Staff;
use payments::Payments;
use platform::clock::random_id;
use platform::error::{ApiError, Code};
use platform::extract::IdempotencyKey;
use platform::idempotency;

/// Stores a decision, and executes it unless a second person must approve.
pub async fn decide(
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

/// Plans a decision that was not requested before, and stores it.
async fn begin(
    payments: &Payments,
    staff: &Staff,
    question: &Question<'_>,
) -> Result<Answer, ApiError> {
    let decided = Decided {
        id: question.id,
        by: StaffId(staff.id),
        // Nobody has approved yet; the preview only finds out whether a second person is needed.
        approved_by: StaffId(Uuid::nil()),
    };
    let planned = plan(payments, &question.decision, &decided).await?;
    let wallet = preview(payments, &planned).await?;
    let seen = wallet.as_ref().and_then(SeenWallet::of);
    let Some(case) = write(payments, staff, question, &planned, seen).await? else {
        return already_asked(payments, staff, question).await;
    };
    if case.row.needs_second {
        return Ok(Answer::Waits(question.id));
    }
    let executed = execute(payments, &case, staff.id, Some(planned)).await;
    // Stored with the decision, where a repeat reads it.
    executed.map_err(ApiError::outcome)
}

/// Writes the decision and its audit entry in one transaction. Writes nothing if the id exists, or
/// if a request about the same subject waits already.
async fn write(
    payments: &Payments,
    staff: &Staff,
    question: &Question<'_>,
    planned: &Planned,
    seen: Option<SeenWallet>,
) -> Result<Option<Case>, ApiError> {
    let mut transaction = payments.pool.begin().await?;
    idempotency::require_unrefused(
        &mut transaction,
        &payments.secrets,
        question.id,
        question.key.as_ref(),
    )
    .await?;
    let decision = &question.decision;
    let why_two =
        alone::second_person_reason(&mut transaction, payments, staff.id, decision, planned)
            .await?;
    let mut case = Case {
        row: DecisionRow::asked(payments, staff.id, question, planned, why_two.is_some()),
        entries: Vec::new(),
    };
    if !insert(&mut transaction, payments, &case.row).await? {
        return Ok(None);
    }
    let entry = Note {
        kind: if why_two.is_some() { ASK } else { MAKE },
        row: &case.row,
        seen,
        why_two,
    };
    let entry = note(payments, &mut transaction, staff, entry).await?;
    case.entries.push(entry);
    transaction.commit().await?;
    Ok(Some(case))
}

/// Another request came first: with the same key, or about the same subject.
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
    let data = waiting.map(
        |decision| json!({ "approvalId": decision.id, "isMine": decision.asked_by == staff.id }),
    );
    Err(ApiError::from(Code::ApprovalPending).with_data(data.unwrap_or_default()))
}

/// The answer for a decision that the same person requested before. The asker also completes an
/// approved decision that was interrupted.
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
