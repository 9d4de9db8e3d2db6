//! The lists of decisions that wait for a second person.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use ledger::WalletId;
use rust_decimal::Decimal;
use serde_json::Value;
use uuid::Uuid;

use crate::platform::core::Core;

/// How many are listed; more waiting decisions than this are a backlog.
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
    pub(crate) terms: Value,
    pub(crate) reason: String,
    pub(crate) asked_by: Uuid,
    pub(crate) asked_by_name: String,
    pub(crate) asked_at: DateTime<Utc>,
    pub(crate) expires_at: DateTime<Utc>,
    pub(crate) is_agreed: bool,
}

/// The decisions that wait for a second person, oldest first.
pub(crate) async fn waiting(core: &Core) -> Result<Vec<Waiting>, sqlx::Error> {
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
        core.clock.now(),
        LISTED_MAX,
    )
    .fetch_all(&core.pool)
    .await
}

/// How many decisions wait for a second person.
#[derive(Debug)]
pub(crate) struct WaitingCount {
    pub(crate) all: i64,
    /// Decisions that somebody other than the caller asked for.
    pub(crate) of_others: i64,
    /// Decisions about subjects that no other work list shows.
    pub(crate) unlisted: i64,
}

/// Counts the decisions that wait for a second person.
pub(crate) async fn count(core: &Core, caller: Uuid) -> Result<WaitingCount, sqlx::Error> {
    sqlx::query_as!(
        WaitingCount,
        r#"select count(*) as "all!",
                  count(*) filter (where asked_by <> $2) as "of_others!",
                  count(*) filter (where subject_kind in ('correction', 'password', 'freeze')) as "unlisted!"
           from staff_decision
           where needs_second and status in ('AGREED', 'PENDING') and expires_at > $1"#,
        core.clock.now(),
        caller,
    )
    .fetch_one(&core.pool)
    .await
}

/// A waiting request about one subject.
#[derive(Debug, Clone)]
pub(crate) struct WaitingQuestion {
    pub(crate) id: Uuid,
    pub(crate) subject_id: Uuid,
    pub(crate) asked_by: Uuid,
    pub(crate) asked_by_name: String,
    pub(crate) asked_at: DateTime<Utc>,
    pub(crate) is_agreed: bool,
}

/// The waiting requests about subjects of one kind, by subject; at most one for each.
pub(crate) async fn waiting_about(
    core: &Core,
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
        core.clock.now(),
    )
    .fetch_all(&core.pool)
    .await?;
    Ok(rows.into_iter().map(|row| (row.subject_id, row)).collect())
}

/// A waiting decision about one player.
#[derive(Debug, Clone)]
pub(crate) struct WaitingOfPlayer {
    pub(crate) id: Uuid,
    pub(crate) kind: Option<String>,
    pub(crate) currency: Option<String>,
    pub(crate) amount: Option<Decimal>,
    pub(crate) asked_at: DateTime<Utc>,
}

/// The decisions about a player that wait for a second person, oldest first. Those of all players
/// are few, and are read along the index of what waits.
pub(crate) async fn waiting_of_player(
    core: &Core,
    player: WalletId,
) -> Result<Vec<WaitingOfPlayer>, sqlx::Error> {
    sqlx::query_as!(
        WaitingOfPlayer,
        r#"select id, decision ->> 'kind' as kind, currency, amount, asked_at
           from staff_decision
           where needs_second and status in ('AGREED', 'PENDING') and expires_at > $2
             and wallet_id = $1
           order by asked_at
           limit $3"#,
        player.0,
        core.clock.now(),
        LISTED_MAX,
    )
    .fetch_all(&core.pool)
    .await
}
