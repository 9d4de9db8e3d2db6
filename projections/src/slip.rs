//! The slips that a player has uploaded, each with its status and the reason when it failed.
//!
//! A slip that staff must look at stays `PENDING` and is marked as referred. The picture itself is
//! not here: it is in an erasable store under the slip's id.

mod fold;
mod store;

use chrono::{DateTime, TimeDelta, Utc};
use ledger::{Money, SlipId, WalletId};
use sqlx::PgPool;

pub(crate) use fold::SlipProjection;

use crate::page::{Page, PageQuery, Window};
use crate::projection::ViewError;
use crate::statement::Status;

use store::StoredEntry;

/// The reason of a slip whose money was sent back.
const RETURNED: &str = "SLIP_RETURNED";

/// A slip as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlipEntry {
    /// Id of the slip.
    pub slip_id: SlipId,
    /// How far it is.
    pub status: Status,
    /// Whether it waits for staff.
    pub is_referred: bool,
    /// The credited amount; while staff have it, the paid amount if the bank has confirmed it.
    pub amount: Option<Money>,
    /// The product's reason code (`EXPIRED_SLIP`, …) of a failed slip; while it is referred,
    /// staff's reason to look at it.
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

impl SlipEntry {
    /// Whether it ended because its money was sent back.
    #[must_use]
    pub fn is_returned(&self) -> bool {
        self.reason.as_deref() == Some(RETURNED)
    }
}

/// A page of a wallet's slips; a wallet without slips has an empty one.
pub async fn page(
    pool: &PgPool,
    wallet_id: WalletId,
    query: PageQuery,
) -> Result<Page<SlipEntry>, ViewError> {
    let total = sqlx::query_scalar!(
        "select slips from slip_head where wallet_id = $1",
        wallet_id.0
    )
    .fetch_optional(pool)
    .await?
    .unwrap_or(0);
    let Some(window) = Window::of(query, total) else {
        return Ok(Page::empty(total));
    };
    let rows = sqlx::query_as!(
        StoredEntry,
        "select * from slip_entry where wallet_id = $1 and position < $2
         order by position desc limit $3 offset $4",
        wallet_id.0,
        window.before,
        window.limit + 1,
        window.skipped
    )
    .fetch_all(pool)
    .await?;
    let slips: Vec<_> = rows
        .into_iter()
        .map(StoredEntry::show)
        .collect::<Result<_, _>>()?;
    Ok(window.page(total, slips, |slip| slip.position))
}

/// A slip of any wallet by its id.
pub async fn find(
    pool: &PgPool,
    slip_id: SlipId,
) -> Result<Option<(WalletId, SlipEntry)>, ViewError> {
    let row = sqlx::query_as!(
        StoredEntry,
        "select * from slip_entry where slip_id = $1",
        slip_id.0
    );
    let row = row.fetch_optional(pool).await?;
    row.map(of_any_wallet).transpose()
}

/// How long the latest credited slips took that were uploaded since a time, at most `limit`.
pub async fn credit_times(
    pool: &PgPool,
    since: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<TimeDelta>, ViewError> {
    let rows = sqlx::query!(
        r#"select created_at, ended_at as "ended_at!" from slip_entry
           where status = 'SUCCESS' and created_at > $1 and ended_at is not null
           order by position desc limit $2"#,
        since,
        limit
    )
    .fetch_all(pool)
    .await?;
    let took = |(from, to): (DateTime<Utc>, DateTime<Utc>)| (to - from).max(TimeDelta::zero());
    Ok(rows
        .into_iter()
        .map(|row| took((row.created_at, row.ended_at)))
        .collect())
}

/// Which slips of all wallets are listed.
#[derive(Debug, Clone, Copy)]
pub enum SlipFilter<'a> {
    /// Those with this status.
    Status(Status),
    /// Those with this reference of the bank in their QR or in its answer.
    Reference(&'a str),
    /// The slips of this wallet.
    Wallet(WalletId),
}

/// Slips of all wallets that were uploaded before a position, newest first.
pub async fn listed_before(
    pool: &PgPool,
    filter: SlipFilter<'_>,
    before: i64,
    limit: i64,
) -> Result<Vec<(WalletId, SlipEntry)>, ViewError> {
    let rows = match filter {
        SlipFilter::Status(status) => {
            sqlx::query_as!(
                StoredEntry,
                "select * from slip_entry where status = $1 and position < $2
                 order by position desc limit $3",
                status.as_str(),
                before,
                limit
            )
            .fetch_all(pool)
            .await?
        }
        SlipFilter::Reference(reference) => {
            sqlx::query_as!(
                StoredEntry,
                "select * from slip_entry where trans_ref = $1 and position < $2
                 order by position desc limit $3",
                reference,
                before,
                limit
            )
            .fetch_all(pool)
            .await?
        }
        SlipFilter::Wallet(wallet_id) => {
            sqlx::query_as!(
                StoredEntry,
                "select * from slip_entry where wallet_id = $1 and position < $2
                 order by position desc limit $3",
                wallet_id.0,
                before,
                limit
            )
            .fetch_all(pool)
            .await?
        }
    };
    rows.into_iter().map(of_any_wallet).collect()
}

fn of_any_wallet(row: StoredEntry) -> Result<(WalletId, SlipEntry), ViewError> {
    Ok((WalletId(row.wallet_id), row.show()?))
}

/// The slips of all wallets that are not decided yet and name one of these payments.
pub async fn find_open(
    pool: &PgPool,
    references: &[String],
) -> Result<Vec<(WalletId, SlipEntry)>, ViewError> {
    let rows = sqlx::query_as!(
        StoredEntry,
        "select * from slip_entry where trans_ref = any($1) and status = 'PENDING'",
        references
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(of_any_wallet).collect()
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
