//! The players that one member of staff has opened, from that person's own audit entries.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::audit_log::{self, Wanted};
use super::quota::CLOCKS_APART;
use super::session::Staff;
use platform::core::Core;

/// The most players in one answer.
const PLAYERS_MAX: usize = 10;

/// How many of the latest entries are read: the same player may be in several of them.
const ENTRIES_MAX: i64 = 100;

/// A player whom the caller has opened.
#[derive(Debug, Clone)]
pub struct RecentPlayer {
    /// Id of the member, which is also the wallet's id.
    pub id: Uuid,
    /// The player's name from the member's row.
    pub name: String,
    /// The player's phone number, which is also the name to log in with.
    pub username: String,
    /// Whether the account is open; nobody can log in with a closed one.
    pub is_active: bool,
    /// When the caller last opened the player.
    pub opened_at: DateTime<Utc>,
}

/// The players whom this member of staff has opened, the latest first, each once.
pub async fn players(core: &Core, staff: &Staff) -> Result<Vec<RecentPlayer>, sqlx::Error> {
    let wanted = Wanted {
        staff_id: staff.id,
        kind: "look",
        after: DateTime::UNIX_EPOCH,
        until: core.clock.now() + CLOCKS_APART,
        at_most: ENTRIES_MAX,
    };
    let entries = audit_log::signed(&core.pool, &core.secrets, wanted).await?;
    let mut opened: Vec<(Uuid, DateTime<Utc>)> = Vec::new();
    for entry in entries {
        let id = entry.subject_id.and_then(|id| id.parse().ok());
        let Some(id) = id else { continue };
        if opened.iter().all(|(known, _)| *known != id) && opened.len() < PLAYERS_MAX {
            opened.push((id, entry.at));
        }
    }
    let ids: Vec<Uuid> = opened.iter().map(|(id, _)| *id).collect();
    let rows = sqlx::query!(
        "select id, name, username, is_active from member where id = any($1)",
        &ids,
    )
    .fetch_all(&core.pool)
    .await?;
    let recent = opened.into_iter().filter_map(|(id, opened_at)| {
        let row = rows.iter().find(|row| row.id == id)?;
        Some(RecentPlayer {
            id,
            name: row.name.clone(),
            username: row.username.clone(),
            is_active: row.is_active,
            opened_at,
        })
    });
    Ok(recent.collect())
}
