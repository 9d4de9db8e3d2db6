//! Notes and flags about a player, from one staff member to the next.
//!
//! Entries are only added; a flag is cleared by a later entry. They decide nothing. The audit log says who
//! wrote one and when, without its words, which are deleted with the player's data.

use chrono::{DateTime, Utc};
use ledger::WalletId;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgExecutor;
use utoipa::ToSchema;
use uuid::Uuid;

use super::audit_log::{self, AuditEntry};
use super::session::Staff;
use platform::core::Core;
use platform::error::{ApiError, Code};

const NOTE: &str = "player.note";

/// Entries that are shown.
const SHOWN: i64 = 50;

/// What staff should know before anything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Flag {
    /// A player whom the house values highly.
    Vip,
    /// A player whom staff suspect of fraud.
    SuspectedFraud,
    /// A player who disputes something with the house.
    Dispute,
    /// A player who needs particular care.
    Vulnerable,
}

impl Flag {
    /// Every flag.
    pub const ALL: [Self; 4] = [
        Self::Vip,
        Self::SuspectedFraud,
        Self::Dispute,
        Self::Vulnerable,
    ];

    /// Its code, as stored and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Vip => "VIP",
            Self::SuspectedFraud => "SUSPECTED_FRAUD",
            Self::Dispute => "DISPUTE",
            Self::Vulnerable => "VULNERABLE",
        }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|flag| flag.as_str() == text)
    }
}

/// An entry's change of a flag.
#[derive(Debug, Clone, Copy)]
pub struct FlagChange {
    /// The flag that the entry sets or clears.
    pub flag: Flag,
    /// Whether the entry clears the flag; otherwise it sets it.
    pub clears: bool,
}

/// An entry.
#[derive(Debug)]
pub struct PlayerNote {
    /// Number of the entry in `player_note`; later entries have higher numbers.
    pub id: i64,
    /// When the entry was added.
    pub at: DateTime<Utc>,
    /// Display name of the member of staff who wrote the entry.
    pub by: String,
    /// The author's text, which is deleted with the player's data.
    pub text: String,
    /// The entry's change of a flag; none for a note alone.
    pub change: Option<FlagChange>,
}

/// The flags that are set, and the latest entries, newest first.
#[derive(Debug)]
pub struct PlayerNotes {
    /// The flags that are set and not cleared since.
    pub flags: Vec<Flag>,
    /// The latest entries, at most 50, newest first.
    pub notes: Vec<PlayerNote>,
}

/// Adds an entry, with its audit entry or not at all.
pub async fn add(
    state: &Core,
    staff: &Staff,
    player: WalletId,
    text: &str,
    change: Option<FlagChange>,
) -> Result<(), ApiError> {
    let mut transaction = state.pool.begin().await?;
    let known = sqlx::query_scalar!(
        "select id from member where id = $1 and erased_at is null for key share",
        player.0,
    )
    .fetch_optional(&mut *transaction)
    .await?;
    known.ok_or(Code::NoData)?;
    let id = sqlx::query_scalar!(
        "insert into player_note (member_id, staff_id, at, text, flag, clears)
         values ($1, $2, $3, $4, $5, $6) returning id",
        player.0,
        staff.id,
        state.clock.now(),
        text,
        change.map(|change| change.flag.as_str()),
        change.is_some_and(|change| change.clears),
    )
    .fetch_one(&mut *transaction)
    .await?;
    let detail = json!({
        "note": id,
        "flag": change.map(|change| change.flag),
        "clears": change.is_some_and(|change| change.clears),
    });
    let entry = AuditEntry::of(NOTE).to("player", &player).with(detail);
    audit_log::record_in(&mut transaction, state, staff, entry).await?;
    transaction.commit().await?;
    Ok(())
}

/// The players whose flag is set and not cleared since, the latest first, at most `limit`.
pub async fn flagged(
    executor: impl PgExecutor<'_>,
    flag: Flag,
    limit: i64,
) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar!(
        "select note.member_id from player_note as note
         where note.flag = $1 and not note.clears
           and not exists (select from player_note as later
                           where later.member_id = note.member_id and later.flag = note.flag
                             and later.id > note.id)
         order by note.id desc limit $2",
        flag.as_str(),
        limit,
    )
    .fetch_all(executor)
    .await
}

/// The notes of staff on a player.
pub async fn of_player(state: &Core, player: WalletId) -> Result<PlayerNotes, sqlx::Error> {
    let set = sqlx::query!(
        r#"select distinct on (flag) flag as "flag!", clears from player_note
           where member_id = $1 and flag is not null order by flag, id desc"#,
        player.0,
    )
    .fetch_all(&state.pool)
    .await?;
    let rows = sqlx::query!(
        "select note.id, note.at, staff.name as by, note.text, note.flag, note.clears
         from player_note as note join staff on staff.id = note.staff_id
         where note.member_id = $1 order by note.id desc limit $2",
        player.0,
        SHOWN,
    )
    .fetch_all(&state.pool)
    .await?;
    let notes = rows.into_iter().map(|row| PlayerNote {
        id: row.id,
        at: row.at,
        by: row.by,
        text: row.text,
        change: row
            .flag
            .as_deref()
            .and_then(Flag::parse)
            .map(|flag| FlagChange {
                flag,
                clears: row.clears,
            }),
    });
    Ok(PlayerNotes {
        flags: set
            .iter()
            .filter(|row| !row.clears)
            .filter_map(|row| Flag::parse(&row.flag))
            .collect(),
        notes: notes.collect(),
    })
}
