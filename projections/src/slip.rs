//! The slips that a player has uploaded, each with its status and the reason when it failed.
//!
//! A slip that staff must look at stays `PENDING` and is marked as referred. The picture itself is
//! not here: it stands in an erasable store under the slip's id.

mod fold;
mod store;

use chrono::{DateTime, Utc};
use ledger::{Money, SlipId, WalletId};
use sqlx::PgPool;

pub(crate) use fold::SlipProjection;

use crate::projection::ViewError;
use crate::statement::{LIMIT_MAX, Status};

use store::StoredEntry;

/// A slip as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlipEntry {
    /// The slip.
    pub slip_id: SlipId,
    /// How far it is.
    pub status: Status,
    /// Whether it waits for staff.
    pub is_referred: bool,
    /// What it brought; `None` unless credited.
    pub amount: Option<Money>,
    /// The product's reason code (`EXPIRED_SLIP`, …) of a slip that failed; what staff must look
    /// at while it is referred.
    pub reason: Option<String>,
    /// The bank in its QR: three digits, or `BCEL`.
    pub sending_bank: Option<String>,
    /// The bank's reference in its QR.
    pub reference: Option<String>,
    /// Id of the operator's account that received it.
    pub deposit_account: Option<String>,
    /// When it was uploaded.
    pub created_at: DateTime<Utc>,
    /// When it was credited or refused.
    pub ended_at: Option<DateTime<Utc>>,
    /// The event that uploaded it: its place in the list.
    pub position: i64,
}

/// Which slips to show. Newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlipQuery {
    /// The page, from 1; not looked at when there is a cursor.
    pub page: i64,
    /// Only slips before this position: the `next_cursor` of the page before.
    pub cursor: Option<i64>,
    /// Slips a page, 1 to 100.
    pub limit: i64,
}

impl Default for SlipQuery {
    fn default() -> Self {
        Self {
            page: 1,
            cursor: None,
            limit: 10,
        }
    }
}

/// A page of slips.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlipPage {
    /// How many slips the player has uploaded.
    pub total: i64,
    /// The slips, newest first.
    pub slips: Vec<SlipEntry>,
    /// Where the next page goes on; `None` on the last one.
    pub next_cursor: Option<i64>,
}

/// A page of a wallet's slips; a wallet without slips has an empty one.
pub async fn page(
    pool: &PgPool,
    wallet_id: WalletId,
    query: &SlipQuery,
) -> Result<SlipPage, ViewError> {
    let limit = query.limit.clamp(1, LIMIT_MAX);
    let total = sqlx::query_scalar!(
        "select slips from slip_head where wallet_id = $1",
        wallet_id.0
    )
    .fetch_optional(pool)
    .await?
    .unwrap_or(0);
    let skipped = match query.cursor {
        Some(_) => 0,
        None => query.page.max(1).saturating_sub(1).saturating_mul(limit),
    };
    let mut page = SlipPage {
        total,
        slips: Vec::new(),
        next_cursor: None,
    };
    if skipped >= total {
        return Ok(page);
    }
    let rows = sqlx::query_as!(
        StoredEntry,
        "select * from slip_entry where wallet_id = $1 and position < $2
         order by position desc limit $3 offset $4",
        wallet_id.0,
        query.cursor.unwrap_or(i64::MAX),
        // One more than asked for tells whether there is a next page.
        limit + 1,
        skipped
    )
    .fetch_all(pool)
    .await?;
    for row in rows {
        page.slips.push(row.show()?);
    }
    let wanted = usize::try_from(limit).unwrap_or(usize::MAX);
    if page.slips.len() > wanted {
        page.slips.truncate(wanted);
        page.next_cursor = page.slips.last().map(|slip| slip.position);
    }
    Ok(page)
}

/// A slip of this wallet by its id; another wallet's slip is not found.
pub async fn find_by_id(
    pool: &PgPool,
    wallet_id: WalletId,
    slip_id: SlipId,
) -> Result<Option<SlipEntry>, ViewError> {
    sqlx::query_as!(
        StoredEntry,
        "select * from slip_entry where wallet_id = $1 and slip_id = $2",
        wallet_id.0,
        slip_id.0
    )
    .fetch_optional(pool)
    .await?
    .map(StoredEntry::show)
    .transpose()
}

/// A slip of this wallet by the bank's reference: the credited one if there is one, else the last.
pub async fn find_by_reference(
    pool: &PgPool,
    wallet_id: WalletId,
    reference: &str,
) -> Result<Option<SlipEntry>, ViewError> {
    sqlx::query_as!(
        StoredEntry,
        "select * from slip_entry where wallet_id = $1 and trans_ref = $2
         order by status = 'SUCCESS' desc, position desc limit 1",
        wallet_id.0,
        reference
    )
    .fetch_optional(pool)
    .await?
    .map(StoredEntry::show)
    .transpose()
}
