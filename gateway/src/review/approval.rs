//! The second person: who asked never agrees, whoever agrees first does it, and nobody agrees to
//! what is long past.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use uuid::Uuid;

use super::record::{Answer, Kept, Status, execute, find, finished};
use crate::error::{ApiError, Code};
use crate::staff::acts::{self, Act};
use crate::staff::session::Staff;
use crate::state::AppState;

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
    pub(crate) reason: String,
    pub(crate) asked_by: Uuid,
    pub(crate) asked_by_name: String,
    pub(crate) asked_at: DateTime<Utc>,
    pub(crate) expires_at: DateTime<Utc>,
    pub(crate) is_agreed: bool,
}

/// What waits for a second person, oldest first.
pub(crate) async fn waiting(state: &AppState) -> Result<Vec<Waiting>, sqlx::Error> {
    sqlx::query_as!(
        Waiting,
        r#"select it.id, it.subject_kind, it.subject_id, it.wallet_id,
                  member.name as "player?", it.currency, it.amount, it.decision, it.reason,
                  it.asked_by, staff.name as asked_by_name, it.asked_at, it.expires_at,
                  it.status = 'AGREED' as "is_agreed!"
           from staff_decision it join staff on staff.id = it.asked_by
                left join member on member.id = it.wallet_id
           where it.needs_second
             and (it.status = 'AGREED' or it.status = 'PENDING' and it.expires_at > $1)
           order by it.asked_at
           limit $2"#,
        state.clock.now(),
        LISTED_MAX,
    )
    .fetch_all(&state.pool)
    .await
}

/// Agrees, and carries the decision out.
pub(crate) async fn approve(
    state: &AppState,
    staff: &Staff,
    (id, reason): (Uuid, &str),
) -> Result<Answer, ApiError> {
    let kept = of_another(state, staff, id).await?;
    if kept.status == Status::Pending {
        require_open(state, &kept).await?;
        let is_first = settle(state, staff, (id, reason), "AGREED").await?;
        if is_first {
            note(state, staff, &kept, ("decision.agree", reason)).await?;
        }
    }
    // Whoever was first, and however far they came: what was agreed on is carried out once.
    let kept = of_another(state, staff, id).await?;
    match kept.status {
        Status::Agreed => {
            let by = kept.decided_by.unwrap_or(staff.id);
            execute(state, &kept, (by, None)).await
        }
        // The answer is theirs who agreed; for everybody else it is over.
        Status::Done | Status::Failed if kept.decided_by == Some(staff.id) => finished(&kept),
        Status::Expired => Err(Code::ApprovalExpired.into()),
        _ => Err(Code::AlreadyEnded.into()),
    }
}

/// Refuses; nothing is done.
pub(crate) async fn refuse(
    state: &AppState,
    staff: &Staff,
    (id, reason): (Uuid, &str),
) -> Result<(), ApiError> {
    let kept = of_another(state, staff, id).await?;
    if kept.status == Status::Refused && kept.decided_by == Some(staff.id) {
        return Ok(());
    }
    if kept.status == Status::Pending {
        require_open(state, &kept).await?;
        if settle(state, staff, (id, reason), "REFUSED").await? {
            return note(state, staff, &kept, ("decision.refuse", reason)).await;
        }
    }
    Err(Code::AlreadyEnded.into())
}

/// A decision that waits for a second person, asked for by somebody else than the caller.
async fn of_another(state: &AppState, staff: &Staff, id: Uuid) -> Result<Kept, ApiError> {
    let kept = find(state, id).await?.filter(|kept| kept.needs_second);
    let kept = kept.ok_or(Code::NoData)?;
    if kept.asked_by == staff.id {
        return Err(Code::SecondPerson.into());
    }
    Ok(kept)
}

/// Refuses what is long past, or was asked for by somebody who has been let go since.
async fn require_open(state: &AppState, kept: &Kept) -> Result<(), ApiError> {
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

/// Writes the second person's answer; false when somebody else was first.
async fn settle(
    state: &AppState,
    staff: &Staff,
    (id, reason): (Uuid, &str),
    status: &str,
) -> Result<bool, sqlx::Error> {
    let settled = sqlx::query!(
        "update staff_decision
         set status = $2, decided_by = $3, decided_at = $4, decided_reason = $5
         where id = $1 and status = 'PENDING' and expires_at > $4 and asked_by <> $3",
        id,
        status,
        staff.id,
        state.clock.now(),
        reason,
    )
    .execute(&state.pool)
    .await?;
    Ok(settled.rows_affected() == 1)
}

async fn note(
    state: &AppState,
    staff: &Staff,
    kept: &Kept,
    (kind, reason): (&str, &str),
) -> Result<(), ApiError> {
    let (subject_kind, subject) = kept.decision.subject(kept.id);
    let act = Act::of(kind).to(subject_kind, &subject).because(reason);
    let detail = json!({
        "decision": kept.id,
        "what": kept.decision,
        "player": kept.wallet_id,
        "askedBy": kept.asked_by,
    });
    acts::record(state, staff, act.with(detail)).await?;
    Ok(())
}
