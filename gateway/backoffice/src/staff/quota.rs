//! How often one member of staff may search, and how many players they may open, within an hour.
//!
//! It counts the audit log's own entries by account. More sessions or another gateway gain nothing,
//! nor does deleting rows: the log only takes new ones. A supervisor may grant more for an hour.
//! Each entry carries a MAC under a key outside the database, so one added in the database counts
//! for nothing and grants nothing.

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use super::account;
use super::audit_log::{self, AuditEntry, SignedEntry, Wanted};
use super::session::Staff;
use platform::clock::random_id;
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::secrets::{Secrets, is_same_mac};

/// The counted actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quota {
    /// Searches for players and in conversations.
    Searches,
    /// Different players that were opened.
    Players,
}

/// The kind of a grant's entry.
const GRANT: &str = "quota.grant";

/// How far the clocks of two gateways may differ.
pub(super) const CLOCKS_APART: TimeDelta = TimeDelta::minutes(10);

/// The most that one grant adds.
pub(crate) const GRANT_MAX: u32 = 1_000;

const fn hour() -> TimeDelta {
    TimeDelta::hours(1)
}

/// How much more a staff member may do within an hour of the grant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct More {
    /// How many more searches for players are allowed.
    pub searches: u32,
    /// How many more different players may be opened.
    pub players: u32,
}

/// A staff member's use within the last hour, and the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// How many searches for players were made.
    pub searches: i64,
    /// How many different players were opened.
    pub players: i64,
    /// The grants beyond the configuration's quotas.
    pub more: More,
}

/// A grant as its entry states it.
#[derive(Debug, Deserialize)]
struct Grant {
    id: Uuid,
    searches: u32,
    players: u32,
    /// In microseconds.
    until: i64,
    mac: String,
}

impl Grant {
    fn parts_mac(&self, secrets: &Secrets, to: Uuid) -> [u8; 32] {
        secrets.row(
            "staff quota grant",
            &[&self.id, &to, &self.searches, &self.players, &self.until],
        )
    }

    fn is_signed(&self, secrets: &Secrets, to: Uuid) -> bool {
        let stored = hex::decode(&self.mac).unwrap_or_default();
        is_same_mac(&self.parts_mac(secrets, to), &stored)
    }
}

impl Quota {
    /// The kind of the entries that it counts.
    pub(super) const fn kind(self) -> &'static str {
        match self {
            Self::Searches => "search",
            Self::Players => "look",
        }
    }

    /// The limit, from the configuration and the grants; none if unlimited.
    fn limit(self, state: &Core, more: More) -> Option<i64> {
        let rules = &state.config.support;
        let (limit, more) = match self {
            Self::Searches => (rules.searches_per_hour, more.searches),
            Self::Players => (rules.players_per_hour, more.players),
        };
        (limit > 0).then(|| i64::from(limit) + i64::from(more))
    }
}

/// Refuses with `STAFF_QUOTA` if the quota is used up. `player` is the player to open: opening the
/// same player again within the hour costs nothing.
///
/// The lock on the account lasts until the end of the transaction, which must write the entry that
/// counts.
pub(super) async fn require(
    connection: &mut PgConnection,
    state: &Core,
    staff: Uuid,
    quota: Quota,
    player: Option<Uuid>,
) -> Result<(), ApiError> {
    sqlx::query!(
        "select id from staff where id = $1 for no key update",
        staff
    )
    .fetch_one(&mut *connection)
    .await?;
    let now = state.clock.now();
    let more = granted(&mut *connection, state, staff, now).await?;
    let Some(limit) = quota.limit(state, more) else {
        return Ok(());
    };
    let mut entries = counted(&mut *connection, state, staff, quota).await?;
    if quota == Quota::Players {
        entries = by_player(entries);
    }
    let player = player.map(|id| id.to_string());
    let is_open = player.is_some() && entries.iter().any(|entry| entry.subject_id == player);
    // The entry that must leave the hour before a new one fits; none while there is room.
    let last = usize::try_from(limit - 1).unwrap_or(usize::MAX);
    let Some(entry) = entries.get(last).filter(|_| !is_open) else {
        return Ok(());
    };
    let wait = u64::try_from((entry.at + hour() - now).num_seconds() + 1).unwrap_or(1);
    Err(ApiError::from(Code::StaffQuota)
        .with_data(json!({ "limit": limit }))
        .with_retry_after(wait))
}

/// One person's entries within the hour, the latest first. What somebody adds to the log uses no
/// quota up, and makes nobody look like a player who is open already.
async fn counted(
    connection: &mut PgConnection,
    state: &Core,
    staff: Uuid,
    quota: Quota,
) -> Result<Vec<SignedEntry>, sqlx::Error> {
    let now = state.clock.now();
    let wanted = Wanted {
        staff_id: staff,
        kind: quota.kind(),
        after: now - hour(),
        until: now + CLOCKS_APART,
        at_most: i64::MAX,
    };
    audit_log::signed(connection, &state.secrets, wanted).await
}

/// The latest entry about each player.
fn by_player(mut entries: Vec<SignedEntry>) -> Vec<SignedEntry> {
    let mut seen = HashSet::new();
    entries.retain(|entry| seen.insert(entry.subject_id.clone()));
    entries
}

/// The grants to a staff member now in force, from entries with a correct MAC.
async fn granted(
    connection: &mut PgConnection,
    state: &Core,
    staff: Uuid,
    now: DateTime<Utc>,
) -> Result<More, sqlx::Error> {
    let details = sqlx::query_scalar!(
        r#"select detail as "detail!: Value" from staff_act
           where subject_kind = 'staff' and subject_id = $1 and kind = $2 and at > $3"#,
        staff.to_string(),
        GRANT,
        now - hour() - CLOCKS_APART,
    )
    .fetch_all(connection)
    .await?;
    let mut seen = HashSet::new();
    let mut more = More::default();
    for detail in details {
        let Ok(grant) = Grant::deserialize(&detail) else {
            continue;
        };
        // A copy of an entry is the same grant.
        let is_good =
            grant.until > now.timestamp_micros() && grant.is_signed(&state.secrets, staff);
        if is_good && seen.insert(grant.id) {
            more.searches = more.searches.saturating_add(grant.searches);
            more.players = more.players.saturating_add(grant.players);
        }
    }
    Ok(more)
}

/// Raises a staff member's quota for one hour. Staff cannot raise their own.
pub async fn grant(
    state: &Core,
    by: &Staff,
    to: Uuid,
    more: More,
    why: &str,
) -> Result<(), ApiError> {
    if by.id == to {
        return Err(Code::SecondPerson.into());
    }
    let is_sum = more.searches.max(more.players) > 0;
    if !is_sum || more.searches > GRANT_MAX || more.players > GRANT_MAX {
        return Err(ApiError::invalid_fields(&["searches", "players"]));
    }
    if account::role_of(state, to).await?.is_none() {
        return Err(Code::NoData.into());
    }
    let mut grant = Grant {
        id: random_id(),
        searches: more.searches,
        players: more.players,
        until: (state.clock.now() + hour()).timestamp_micros(),
        mac: String::new(),
    };
    grant.mac = hex::encode(grant.parts_mac(&state.secrets, to));
    let detail = json!({
        "id": grant.id,
        "searches": grant.searches,
        "players": grant.players,
        "until": grant.until,
        "mac": grant.mac,
    });
    let entry = AuditEntry::of(GRANT).to("staff", &to).because(why);
    audit_log::record(state, by, entry.with(detail)).await?;
    Ok(())
}

/// A staff member's use within the last hour, and the grants.
pub async fn standing(state: &Core, staff: Uuid) -> Result<Standing, sqlx::Error> {
    let mut connection = state.pool.acquire().await?;
    let searches = counted(&mut connection, state, staff, Quota::Searches).await?;
    let players = counted(&mut connection, state, staff, Quota::Players).await?;
    let more = granted(&mut connection, state, staff, state.clock.now()).await?;
    let count = |entries: &[SignedEntry]| i64::try_from(entries.len()).unwrap_or(i64::MAX);
    Ok(Standing {
        searches: count(&searches),
        players: count(&by_player(players)),
        more,
    })
}
