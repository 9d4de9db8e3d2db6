//! A page of a list, with the rows of its members.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::entry::{Entry, ListCursor, ListFacts, ListReason, PlayerList};
use super::{shared, warned};
use crate::staff::audit_log::{self, AuditEntry};
use crate::staff::quota::{self, Quota};
use crate::staff::session::Staff;
use platform::core::Core;
use platform::error::ApiError;

/// A player in a list.
#[derive(Debug)]
pub struct ListedPlayer {
    /// Id of the member, which is also the wallet's id.
    pub id: Uuid,
    /// The player's name from the member's row.
    pub name: String,
    /// The phone number.
    pub username: String,
    /// When the player registered.
    pub created_at: DateTime<Utc>,
    /// Whether the account is open.
    pub is_active: bool,
    /// Why the player is in the list.
    pub reason: ListReason,
    /// Since when.
    pub at: DateTime<Utc>,
    /// The facts behind the reason.
    pub facts: ListFacts,
}

/// A page of a list.
#[derive(Debug)]
pub struct ListPage {
    /// The latest first.
    pub players: Vec<ListedPlayer>,
    /// Where the next page begins; none on the last one.
    pub next: Option<ListCursor>,
}

/// A page of a list. An erased player is in none.
pub async fn page(
    core: &Core,
    list: PlayerList,
    after: Option<ListCursor>,
) -> Result<ListPage, ApiError> {
    let after = after.unwrap_or_else(|| ListCursor::start(core.clock.now()));
    let part = match list {
        PlayerList::Flagged => warned::flagged(core, after).await?,
        PlayerList::Frozen => warned::frozen(core, after).await?,
        PlayerList::Excluded => warned::excluded(core, after).await?,
        PlayerList::Limit => warned::at_limit(core, after).await?,
        PlayerList::New => shared::registered(core, after).await?,
        PlayerList::Deposits => warned::deposits(core, after).await?,
        PlayerList::Bank => shared::bank_accounts(core, after).await?,
        PlayerList::Device => shared::devices(core, after).await?,
    };
    let players = players(core, part.entries).await?;
    Ok(ListPage {
        players,
        next: part.next,
    })
}

async fn players(core: &Core, entries: Vec<Entry>) -> Result<Vec<ListedPlayer>, ApiError> {
    let ids: Vec<Uuid> = entries.iter().map(|entry| entry.player).collect();
    let rows = sqlx::query!(
        "select id, name, username, created_at, is_active from member
         where id = any($1) and erased_at is null",
        &ids,
    )
    .fetch_all(&core.pool)
    .await?;
    let listed = entries.into_iter().filter_map(|entry| {
        let row = rows.iter().find(|row| row.id == entry.player)?;
        Some(ListedPlayer {
            id: row.id,
            name: row.name.clone(),
            username: row.username.clone(),
            created_at: row.created_at,
            is_active: row.is_active,
            reason: entry.reason,
            at: entry.at,
            facts: entry.facts,
        })
    });
    Ok(listed.collect())
}

/// Records one more page of an export, if there is room for one more search within the hour. The
/// guard has recorded the first page.
pub async fn record_page(core: &Core, staff: &Staff, list: PlayerList) -> Result<(), ApiError> {
    let mut transaction = core.pool.begin().await?;
    let quota = Quota::Searches;
    quota::require(&mut transaction, core, staff.id, quota, None).await?;
    let entry = AuditEntry::of(quota.kind()).with(json!({ "list": list }));
    audit_log::record_in(&mut transaction, core, staff, entry).await?;
    transaction.commit().await.map_err(audit_log::unwritten)?;
    Ok(())
}
