//! What staff have found out about a difference, for the next one who opens it.
//!
//! Notes are only added, and decide nothing. The audit log says who wrote one and when, without its
//! words, which are deleted with the player's data.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgPool;
use uuid::Uuid;

use crate::staff::audit_log::{self, AuditEntry};
use crate::staff::session::Staff;
use platform::core::Core;
use platform::error::{ApiError, Code};

/// Notes that are shown.
const SHOWN: i64 = 100;

/// A note.
#[derive(Debug)]
pub struct DiscrepancyNote {
    /// Number of the note; later ones have higher numbers.
    pub id: i64,
    /// When it was added.
    pub at: DateTime<Utc>,
    /// Display name of the member of staff who wrote it.
    pub by: String,
    /// The author's text.
    pub text: String,
}

/// Adds a note, with its audit entry or not at all.
pub async fn add(core: &Core, staff: &Staff, id: Uuid, text: &str) -> Result<(), ApiError> {
    let mut transaction = core.pool.begin().await?;
    let note = sqlx::query_scalar!(
        "insert into discrepancy_note (discrepancy_id, staff_id, at, text)
         select id, $2, $3, $4 from discrepancy where id = $1
         returning id",
        id,
        staff.id,
        core.clock.now(),
        text,
    )
    .fetch_optional(&mut *transaction)
    .await?;
    let note = note.ok_or(Code::NoData)?;
    let entry = AuditEntry::of("difference.note").to("difference", &id);
    let entry = entry.with(json!({ "note": note }));
    audit_log::record_in(&mut transaction, core, staff, entry).await?;
    transaction.commit().await?;
    Ok(())
}

/// The latest notes on a difference, newest first.
pub async fn of_difference(pool: &PgPool, id: Uuid) -> Result<Vec<DiscrepancyNote>, sqlx::Error> {
    sqlx::query_as!(
        DiscrepancyNote,
        "select note.id, note.at, staff.name as by, note.text
         from discrepancy_note as note join staff on staff.id = note.staff_id
         where note.discrepancy_id = $1 order by note.id desc limit $2",
        id,
        SHOWN,
    )
    .fetch_all(pool)
    .await
}
