//! The second person. The asker never approves, but may withdraw the request until it is answered.
//! The first approval executes the decision, and an expired request cannot be approved. An approved
//! decision that could not be completed is completed by the approver, by the asker, or by another
//! person in their own name, until it expires too.

use uuid::Uuid;

use super::case::Case;
use super::decision::Answer;
use super::execute::{contradict, execute, finished, use_key_up};
use super::signature::{AGREE, Note, REFUSE, WITHDRAW, note};
use super::store::{DecisionRow, Status, done, expiry};
use crate::staff::account_row;
use crate::staff::session::Staff;
use payments::Payments;
use platform::core::Core;
use platform::error::{ApiError, Code};

/// Approves a decision and executes it. If another person approved it but could not complete it, it
/// is executed in the caller's name.
pub async fn approve(
    payments: &Payments,
    staff: &Staff,
    id: Uuid,
    reason: &str,
) -> Result<Answer, ApiError> {
    let case = of_another(payments, staff, id).await?;
    let case = match case.row.status {
        Status::Pending => {
            require_open(payments, &case).await?;
            require_asked(payments, &case).await?;
            settle(payments, staff, case, Status::Agreed, reason).await?
        }
        Status::Agreed if case.row.decided_by != Some(staff.id) => {
            require_asked(payments, &case).await?;
            take_over(payments, staff, case, reason).await?
        }
        _ => case,
    };
    // The approver gets the outcome as the answer; for everybody else it is over.
    if case.row.decided_by != Some(staff.id) && case.row.status != Status::Expired {
        return Err(Code::AlreadyEnded.into());
    }
    match case.row.status {
        Status::Agreed => execute(payments, &case, staff.id, None).await,
        Status::Done | Status::Failed | Status::Expired => finished(&case.row),
        Status::Pending | Status::Refused | Status::Withdrawn => Err(Code::AlreadyEnded.into()),
    }
}

/// Refuses a decision; it is never executed.
pub async fn refuse(
    payments: &Payments,
    staff: &Staff,
    id: Uuid,
    reason: &str,
) -> Result<(), ApiError> {
    let mut case = of_another(payments, staff, id).await?;
    if case.row.status == Status::Pending {
        require_open(payments, &case).await?;
        case = settle(payments, staff, case, Status::Refused, reason).await?;
    }
    if case.row.status != Status::Refused || case.row.decided_by != Some(staff.id) {
        return Err(Code::AlreadyEnded.into());
    }
    never_carry_out(payments, &case.row).await
}

/// Withdraws the caller's request; it is never executed. An answer that was already given remains.
pub async fn withdraw(
    payments: &Payments,
    staff: &Staff,
    id: Uuid,
    reason: &str,
) -> Result<(), ApiError> {
    let case = Case::find(payments, id).await?;
    let mut case = case
        .filter(|case| case.row.needs_second)
        .ok_or(Code::NoData)?;
    if case.row.asked_by != staff.id {
        return Err(Code::OnlyAsker.into());
    }
    if case.row.status == Status::Pending {
        case = take_back(payments, staff, case, reason).await?;
    }
    if case.row.status != Status::Withdrawn {
        return Err(Code::AlreadyEnded.into());
    }
    never_carry_out(payments, &case.row).await
}

/// Uses up the decision's key, so that an attempt that is still under way finds it used.
async fn never_carry_out(payments: &Payments, row: &DecisionRow) -> Result<(), ApiError> {
    match use_key_up(payments, row).await?.position() {
        None => Ok(()),
        Some(position) => {
            done(payments, row, position).await?;
            Err(Code::AlreadyEnded.into())
        }
    }
}

/// A decision that waits for a second person and that another person requested.
async fn of_another(core: &Core, staff: &Staff, id: Uuid) -> Result<Case, ApiError> {
    let case = Case::find(core, id).await?;
    let case = case
        .filter(|case| case.row.needs_second)
        .ok_or(Code::NoData)?;
    if case.row.asked_by == staff.id {
        return Err(Code::SecondPerson.into());
    }
    Ok(case)
}

/// Refuses an expired decision, or one whose asker is no longer active.
async fn require_open(core: &Core, case: &Case) -> Result<(), ApiError> {
    let row = &case.row;
    let open = account_row::open_among(&core.pool, &core.secrets, &[row.asked_by]).await?;
    if !open.is_empty() && case.is_in_time(core.clock.now()) {
        return Ok(());
    }
    sqlx::query!(
        "update staff_decision set status = 'EXPIRED' where id = $1 and status = 'PENDING'",
        row.id,
    )
    .execute(&core.pool)
    .await?;
    Err(Code::ApprovalExpired.into())
}

/// Ends a decision whose stored form no signed request backs: a second person must not approve a
/// request that only the database claims.
async fn require_asked(payments: &Payments, case: &Case) -> Result<(), ApiError> {
    if case.is_asked() {
        return Ok(());
    }
    contradict(payments, &case.row).await.map(drop)
}

/// Writes the second person's answer and its audit entry in one transaction. If another person came
/// first, nothing is written, and the case shows their answer.
async fn settle(
    core: &Core,
    staff: &Staff,
    mut case: Case,
    status: Status,
    reason: &str,
) -> Result<Case, ApiError> {
    let row = &mut case.row;
    let now = core.clock.now();
    // From now on the expiry bounds the execution.
    let expires_at = expiry(core);
    let mut transaction = core.pool.begin().await?;
    let settled = sqlx::query!(
        "update staff_decision
         set status = $2, decided_by = $3, decided_at = $4, decided_reason = $5, expires_at = $6
         where id = $1 and status = 'PENDING' and expires_at > $4 and asked_by <> $3",
        row.id,
        status.as_str(),
        staff.id,
        now,
        reason,
        expires_at,
    )
    .execute(&mut *transaction)
    .await?;
    if settled.rows_affected() == 0 {
        // Its connection goes back first: were each of many answers to hold one and wait for a second, the
        // pool would have none.
        transaction.rollback().await?;
        return of_another(core, staff, row.id).await;
    }
    row.status = status;
    row.decided_by = Some(staff.id);
    row.decided_reason = Some(reason.to_owned());
    row.expires_at = expires_at;
    let kind = if status == Status::Agreed {
        AGREE
    } else {
        REFUSE
    };
    let entry = note(core, &mut transaction, staff, Note::answer(kind, &case.row)).await?;
    case.entries.push(entry);
    transaction.commit().await?;
    Ok(case)
}

/// Writes the asker's withdrawal and its audit entry in one transaction. If another person answered
/// first, nothing is written, and the case shows their answer.
async fn take_back(
    core: &Core,
    staff: &Staff,
    mut case: Case,
    reason: &str,
) -> Result<Case, ApiError> {
    let mut transaction = core.pool.begin().await?;
    let withdrawn = sqlx::query!(
        "update staff_decision
         set status = 'WITHDRAWN', decided_at = $3, decided_reason = $4
         where id = $1 and status = 'PENDING' and asked_by = $2",
        case.row.id,
        staff.id,
        core.clock.now(),
        reason,
    )
    .execute(&mut *transaction)
    .await?;
    if withdrawn.rows_affected() == 0 {
        transaction.rollback().await?;
        let found = Case::find(core, case.row.id).await?;
        return Ok(found.ok_or(Code::NoData)?);
    }
    case.row.status = Status::Withdrawn;
    case.row.decided_reason = Some(reason.to_owned());
    let entry = note(
        core,
        &mut transaction,
        staff,
        Note::answer(WITHDRAW, &case.row),
    )
    .await?;
    case.entries.push(entry);
    transaction.commit().await?;
    Ok(case)
}

/// Writes the caller's additional approval, to complete the decision in their own name. If it has
/// ended or expired meanwhile, nothing is written, and the case shows its end.
async fn take_over(
    core: &Core,
    staff: &Staff,
    mut case: Case,
    reason: &str,
) -> Result<Case, ApiError> {
    // The entry signs the row's expiry, so that it must not be one that somebody else has written.
    if !case.is_in_time(core.clock.now()) {
        return Ok(case);
    }
    let mut transaction = core.pool.begin().await?;
    let taken = sqlx::query!(
        "update staff_decision set decided_by = $2, decided_reason = $3
         where id = $1 and status = 'AGREED' and expires_at > $4 and asked_by <> $2",
        case.row.id,
        staff.id,
        reason,
        core.clock.now(),
    )
    .execute(&mut *transaction)
    .await?;
    if taken.rows_affected() == 0 {
        transaction.rollback().await?;
        return of_another(core, staff, case.row.id).await;
    }
    case.row.decided_by = Some(staff.id);
    case.row.decided_reason = Some(reason.to_owned());
    let entry = note(
        core,
        &mut transaction,
        staff,
        Note::answer(AGREE, &case.row),
    )
    .await?;
    case.entries.push(entry);
    transaction.commit().await?;
    Ok(case)
}
