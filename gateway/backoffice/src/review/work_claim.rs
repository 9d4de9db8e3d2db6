//! Who has a work item open: a claim for some minutes, which the console renews while the item stays
//! open.
//!
//! A claim is a courtesy between colleagues and never a lock on money. It forbids nobody to decide,
//! and an expired one holds nothing. Every change is one statement that names the holder it replaces, so
//! of two changes at once the second one is refused with the holder's name.

use std::collections::HashMap;

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::PgPool;
use utoipa::ToSchema;
use uuid::Uuid;

use super::decision::DIFFERENCE;
use crate::staff::audit_log::{self, AuditEntry};
use crate::staff::session::Staff;
use platform::config::StaffRole;
use platform::core::Core;
use platform::error::{ApiError, Code};

/// Who may decide about items of the work lists.
const DECIDERS: &[StaffRole] = &[StaffRole::Agent, StaffRole::Supervisor];

/// Who may answer a decision that waits for a second person.
const APPROVERS: &[StaffRole] = &[StaffRole::Supervisor];

/// A list whose items can be claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClaimKind {
    /// Slips.
    Slips,
    /// Paid QR orders.
    Qr,
    /// Announced deposits.
    Manual,
    /// Held withdrawals.
    Withdrawals,
    /// Transfers whose outcome is not known.
    Transfers,
    /// What does not fit.
    Differences,
    /// Decisions that wait for a second person.
    Approvals,
}

impl ClaimKind {
    /// The code in the database: the subject's kind of a decision, or `approval`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Slips => "slip",
            Self::Qr => "qr",
            Self::Manual => "manual",
            Self::Withdrawals => "withdrawal",
            Self::Transfers => "transfer",
            Self::Differences => DIFFERENCE,
            Self::Approvals => "approval",
        }
    }

    /// Who can decide about its items, and so has a reason to claim one.
    const fn roles(self) -> &'static [StaffRole] {
        match self {
            Self::Slips
            | Self::Qr
            | Self::Manual
            | Self::Withdrawals
            | Self::Transfers
            | Self::Differences => DECIDERS,
            Self::Approvals => APPROVERS,
        }
    }
}

/// An item of a work list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClaimedItem {
    /// The list that shows it.
    pub kind: ClaimKind,
    /// Id of the item; for an approval, of the decision.
    pub id: Uuid,
}

/// The member of staff who has claimed an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClaimHolder {
    id: Uuid,
    name: String,
}

/// Who has a work item open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkClaim {
    by: ClaimHolder,
    since: DateTime<Utc>,
    /// When it runs out, unless it is renewed.
    until: DateTime<Utc>,
    /// Whether it is the caller's.
    is_mine: bool,
}

/// A claim as it is stored.
struct Row {
    subject_id: Uuid,
    staff_id: Uuid,
    name: String,
    claimed_at: DateTime<Utc>,
    until: DateTime<Utc>,
}

impl Row {
    fn shown(self, caller: Uuid) -> WorkClaim {
        WorkClaim {
            is_mine: self.staff_id == caller,
            by: ClaimHolder {
                id: self.staff_id,
                name: self.name,
            },
            since: self.claimed_at,
            until: self.until,
        }
    }
}

/// The claims on items of one list, by item, without expired ones.
pub async fn claims_on(
    core: &Core,
    caller: Uuid,
    kind: ClaimKind,
    items: &[Uuid],
) -> Result<HashMap<Uuid, WorkClaim>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "select it.subject_id, it.staff_id, staff.name, it.claimed_at, it.until
         from work_claim it join staff on staff.id = it.staff_id
         where it.kind = $1 and it.subject_id = any($2) and it.until > $3",
        kind.as_str(),
        items,
        core.clock.now(),
    )
    .fetch_all(&core.pool)
    .await?;
    let claims = rows
        .into_iter()
        .map(|row| (row.subject_id, row.shown(caller)));
    Ok(claims.collect())
}

async fn find(
    core: &Core,
    caller: Uuid,
    item: ClaimedItem,
) -> Result<Option<WorkClaim>, sqlx::Error> {
    let mut claims = claims_on(core, caller, item.kind, &[item.id]).await?;
    Ok(claims.remove(&item.id))
}

/// The refusal that names the holder.
async fn claimed(core: &Core, caller: Uuid, item: ClaimedItem) -> ApiError {
    match find(core, caller, item).await {
        Ok(claim) => ApiError::from(Code::WorkClaimed).with_data(json!({ "claim": claim })),
        Err(error) => error.into(),
    }
}

/// Claims a free item, renews the caller's claim, or deliberately takes over the named colleague's.
pub async fn claim(
    core: &Core,
    staff: &Staff,
    item: ClaimedItem,
    from: Option<Uuid>,
) -> Result<WorkClaim, ApiError> {
    require_role(staff, item.kind)?;
    let other = from.filter(|from| *from != staff.id);
    if let Some(other) = other {
        let holder = find(core, staff.id, item).await?;
        if holder.is_some_and(|claim| claim.by.id == other) {
            let detail = json!({ "kind": item.kind.as_str(), "from": other });
            record(core, staff, item, "work.take-over", detail).await?;
        }
    }
    let holder = ClaimHolder {
        id: staff.id,
        name: staff.name.clone(),
    };
    match write(core, item, &holder, other).await? {
        Some(term) => Ok(term.shown(holder, staff.id)),
        None => Err(claimed(core, staff.id, item).await),
    }
}

/// Hands an item to a colleague. The holder may do so, or anyone who may decide if nobody has it; a
/// supervisor always may.
pub async fn hand_over(
    core: &Core,
    staff: &Staff,
    item: ClaimedItem,
    to: Uuid,
) -> Result<WorkClaim, ApiError> {
    require_role(staff, item.kind)?;
    let colleague = colleague(core, item.kind, to).await?;
    let before = find(core, staff.id, item).await?;
    if let Some(claim) = &before
        && claim.by.id == to
    {
        return Ok(claim.clone());
    }
    let is_own = before.as_ref().is_none_or(|claim| claim.is_mine);
    if !is_own && staff.role != StaffRole::Supervisor {
        return Err(claimed(core, staff.id, item).await);
    }
    let from = before.map(|claim| claim.by.id);
    let detail = json!({ "kind": item.kind.as_str(), "from": from, "to": to });
    record(core, staff, item, "work.hand-over", detail).await?;
    match write(core, item, &colleague, from).await? {
        Some(term) => Ok(term.shown(colleague, staff.id)),
        None => Err(claimed(core, staff.id, item).await),
    }
}

/// Refuses a claim of somebody who cannot decide: it would only warn those who can.
fn require_role(staff: &Staff, kind: ClaimKind) -> Result<(), ApiError> {
    if kind.roles().contains(&staff.role) {
        Ok(())
    } else {
        Err(Code::RoleRequired.into())
    }
}

/// A colleague who may decide about items of that list.
async fn colleague(core: &Core, kind: ClaimKind, id: Uuid) -> Result<ClaimHolder, ApiError> {
    let roles = kind.roles().iter().map(|role| role.as_str().to_owned());
    let roles: Vec<String> = roles.collect();
    let name = sqlx::query_scalar!(
        "select name from staff where id = $1 and is_active and role = any($2)",
        id,
        &roles,
    )
    .fetch_optional(&core.pool)
    .await?;
    let name = name.ok_or_else(|| ApiError::invalid_fields(&["to"]))?;
    Ok(ClaimHolder { id, name })
}

/// The entry of a claim that changes hands; a plain claim is only the call's own entry.
async fn record(
    core: &Core,
    staff: &Staff,
    item: ClaimedItem,
    kind: &str,
    detail: Value,
) -> Result<(), ApiError> {
    let entry = AuditEntry::of(kind).to("work", &item.id).with(detail);
    audit_log::record(core, staff, entry).await?;
    Ok(())
}

/// Since when and until when an item is claimed.
struct Term {
    claimed_at: DateTime<Utc>,
    until: DateTime<Utc>,
}

impl Term {
    fn shown(self, by: ClaimHolder, caller: Uuid) -> WorkClaim {
        WorkClaim {
            is_mine: by.id == caller,
            by,
            since: self.claimed_at,
            until: self.until,
        }
    }
}

/// Writes a claim over one of the same holder, an expired one, or one of `from`. None if somebody
/// else has the item.
async fn write(
    core: &Core,
    item: ClaimedItem,
    holder: &ClaimHolder,
    from: Option<Uuid>,
) -> Result<Option<Term>, sqlx::Error> {
    let now = core.clock.now().trunc_subsecs(6);
    let minutes = i64::from(core.config.support.claim_minutes);
    sqlx::query_as!(
        Term,
        "insert into work_claim as it (kind, subject_id, staff_id, claimed_at, until)
         values ($1, $2, $3, $4, $5)
         on conflict (kind, subject_id) do update
         set staff_id = excluded.staff_id,
             claimed_at = case
                 when it.staff_id = excluded.staff_id and it.until > excluded.claimed_at
                 then it.claimed_at else excluded.claimed_at end,
             until = excluded.until
         where it.staff_id = excluded.staff_id or it.until <= excluded.claimed_at
            or it.staff_id = $6
         returning claimed_at, until",
        item.kind.as_str(),
        item.id,
        holder.id,
        now,
        now + TimeDelta::minutes(minutes),
        from,
    )
    .fetch_optional(&core.pool)
    .await
}

/// Releases an item that the caller has claimed; a colleague's claim stays.
pub async fn release(core: &Core, staff: &Staff, item: ClaimedItem) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "delete from work_claim where kind = $1 and subject_id = $2 and staff_id = $3",
        item.kind.as_str(),
        item.id,
        staff.id,
    )
    .execute(&core.pool)
    .await?;
    Ok(())
}

/// Releases an item that was decided about, by the kind and id of the decision's subject, regardless
/// of who has claimed it. If that fails, the decision is valid all the same: the claim runs out.
pub async fn release_decided(core: &Core, kind: &str, id: Uuid) {
    let released = sqlx::query!(
        "delete from work_claim where kind = $1 and subject_id = $2",
        kind,
        id,
    )
    .execute(&core.pool)
    .await;
    if let Err(error) = released {
        tracing::warn!(%error, "the claim on a decided item stays until it runs out");
    }
}

/// Who has claimed which item, without when the claim runs out: a renewal changes nothing that a
/// list shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holding {
    /// The kind of the item, see [`ClaimKind::as_str`].
    pub kind: String,
    /// Id of the item.
    pub subject_id: Uuid,
    /// Id of the member of staff.
    pub staff_id: Uuid,
    /// Since when.
    pub claimed_at: DateTime<Utc>,
}

/// All claims that have not run out.
pub async fn holdings(core: &Core) -> Result<Vec<Holding>, sqlx::Error> {
    sqlx::query_as!(
        Holding,
        "select kind, subject_id, staff_id, claimed_at from work_claim
         where until > $1 order by kind, subject_id",
        core.clock.now(),
    )
    .fetch_all(&core.pool)
    .await
}

/// Deletes the claims that ran out; returns how many.
pub async fn sweep(pool: &PgPool, now: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let gone = sqlx::query!("delete from work_claim where until <= $1", now)
        .execute(pool)
        .await?;
    Ok(gone.rows_affected())
}
