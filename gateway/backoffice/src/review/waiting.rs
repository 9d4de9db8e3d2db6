//! The lists of decisions that wait for a second person.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use ledger::WalletId;
use rust_decimal::Decimal;
use serde_json::Value;
use uuid::Uuid;

use platform::core::Core;

/// How many are listed; more waiting decisions than this are a backlog.
const LISTED_MAX: i64 = 200;

/// A decision that waits for a second person.
#[derive(Debug)]
pub struct Waiting {
    /// Id of the decision in `staff_decision`.
    pub id: Uuid,
    /// Kind of the decision's subject, such as `slip` or `withdrawal`.
    pub subject_kind: String,
    /// Id of the decision's subject; for a correction, the decision's id.
    pub subject_id: Uuid,
    /// Id of the wallet that it is about.
    pub wallet_id: Uuid,
    /// The player's name; none if no member has this wallet.
    pub player: Option<String>,
    /// Code of the amount's currency; none without an amount.
    pub currency: Option<String>,
    /// The amount, negative for a correction that takes; none if no money is involved.
    pub amount: Option<Decimal>,
    /// The decision, with all its inputs, as JSON.
    pub decision: Value,
    /// The terms on which it may be executed, as JSON.
    pub terms: Value,
    /// The requester's reason.
    pub reason: String,
    /// Id of the member of staff who asked.
    pub asked_by: Uuid,
    /// Display name of the member of staff who asked.
    pub asked_by_name: String,
    /// When the decision was requested.
    pub asked_at: DateTime<Utc>,
    /// Until when a second person may approve it.
    pub expires_at: DateTime<Utc>,
    /// Whether it is approved, but not yet recorded as executed.
    pub is_agreed: bool,
}

/// The decisions that wait for a second person, oldest first.
pub async fn waiting(core: &Core) -> Result<Vec<Waiting>, sqlx::Error> {
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
pub struct WaitingCount {
    /// All waiting decisions, the caller's requests included.
    pub all: i64,
    /// Decisions that other people requested.
    pub of_others: i64,
    /// Decisions about subjects that no other work list shows.
    pub unlisted: i64,
    /// When the oldest was requested; none if none waits.
    pub oldest: Option<DateTime<Utc>>,
}

/// Counts the decisions that wait for a second person.
pub async fn count(core: &Core, caller: Uuid) -> Result<WaitingCount, sqlx::Error> {
    sqlx::query_as!(
        WaitingCount,
        r#"select count(*) as "all!",
                  count(*) filter (where asked_by <> $2) as "of_others!",
                  count(*) filter (where subject_kind in ('correction', 'password', 'freeze')) as "unlisted!",
                  min(asked_at) as oldest
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
pub struct WaitingQuestion {
    /// Id of the decision in `staff_decision`.
    pub id: Uuid,
    /// Id of the decision's subject.
    pub subject_id: Uuid,
    /// Id of the member of staff who asked.
    pub asked_by: Uuid,
    /// Display name of the member of staff who asked.
    pub asked_by_name: String,
    /// When the decision was requested.
    pub asked_at: DateTime<Utc>,
    /// Whether it is approved, but not yet recorded as executed.
    pub is_agreed: bool,
}

/// The waiting requests about subjects of one kind, by subject; at most one for each.
pub async fn waiting_about(
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
pub struct WaitingOfPlayer {
    /// Id of the decision in `staff_decision`.
    pub id: Uuid,
    /// Kind of the decision, such as `freeze`; none if the stored JSON has no kind.
    pub kind: Option<String>,
    /// Code of the amount's currency; none without an amount.
    pub currency: Option<String>,
    /// The amount, negative for a correction that takes; none if no money is involved.
    pub amount: Option<Decimal>,
    /// When the decision was requested.
    pub asked_at: DateTime<Utc>,
}

/// The decisions about a player that wait for a second person, oldest first. Few decisions wait at
/// a time, so an index of the waiting rows is enough.
pub async fn waiting_of_player(
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
