//! Work that has begun and not ended: what the processes that talk to the outside go through
//! after a restart, and what staff sees waiting.
//!
//! Rows are in the order in which the work began. A process walks them in steps of `limit` from
//! the last `opened_position` it has seen, so that work that stays open for long never hides what
//! began after it.

mod fold;
mod slip;
mod store;
mod transfer;
mod withdrawal;

use chrono::{DateTime, Utc};
use ledger::wallet::{Place, SlipReference, TransferStatus, WithdrawalStatus};
use ledger::{BankAccountId, Money, SlipId, TransferId, WalletId, WithdrawalId};
use sqlx::PgPool;

pub(crate) use fold::OpenWorkProjection;

use crate::projection::ViewError;

/// A transfer that has not ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenTransfer {
    /// Whose.
    pub wallet_id: WalletId,
    /// Which.
    pub transfer_id: TransferId,
    /// Where the money leaves.
    pub from: Place,
    /// Where it goes.
    pub to: Place,
    /// How much.
    pub amount: Money,
    /// `Started`, `Sent` or `Unknown`.
    pub status: TransferStatus,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// When its status changed last.
    pub changed_at: DateTime<Utc>,
    /// The event that began it.
    pub opened_position: i64,
    /// The event that changed it last.
    pub position: i64,
}

/// A withdrawal that has not ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenWithdrawal {
    /// Whose.
    pub wallet_id: WalletId,
    /// Which.
    pub withdrawal_id: WithdrawalId,
    /// Where to.
    pub bank_account: BankAccountId,
    /// How much.
    pub amount: Money,
    /// `Requested`, `Sent` or `Unknown`.
    pub status: WithdrawalStatus,
    /// When it was asked for.
    pub requested_at: DateTime<Utc>,
    /// When its status changed last.
    pub changed_at: DateTime<Utc>,
    /// The event that began it.
    pub opened_position: i64,
    /// The event that changed it last.
    pub position: i64,
}

/// A slip that has not ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenSlip {
    /// Whose.
    pub wallet_id: WalletId,
    /// Which.
    pub slip_id: SlipId,
    /// What its QR says.
    pub reference: Option<SlipReference>,
    /// Whether it waits for staff rather than for the bank.
    pub is_referred: bool,
    /// When it was uploaded.
    pub submitted_at: DateTime<Utc>,
    /// When its status changed last.
    pub changed_at: DateTime<Utc>,
    /// The event that began it.
    pub opened_position: i64,
    /// The event that changed it last.
    pub position: i64,
}

/// The oldest transfers that have not ended.
pub async fn transfers(pool: &PgPool, limit: i64) -> Result<Vec<OpenTransfer>, ViewError> {
    transfers_after(pool, 0, limit).await
}

/// Transfers that have not ended and began after a position, oldest first.
pub async fn transfers_after(
    pool: &PgPool,
    after: i64,
    limit: i64,
) -> Result<Vec<OpenTransfer>, ViewError> {
    transfer::transfers(pool, after, limit).await
}

/// The oldest withdrawals that have not ended.
pub async fn withdrawals(pool: &PgPool, limit: i64) -> Result<Vec<OpenWithdrawal>, ViewError> {
    withdrawals_after(pool, 0, limit).await
}

/// Withdrawals that have not ended and began after a position, oldest first.
pub async fn withdrawals_after(
    pool: &PgPool,
    after: i64,
    limit: i64,
) -> Result<Vec<OpenWithdrawal>, ViewError> {
    withdrawal::withdrawals(pool, after, limit).await
}

/// The oldest slips that wait for the bank's word; those left for staff are not among them.
pub async fn slips(pool: &PgPool, limit: i64) -> Result<Vec<OpenSlip>, ViewError> {
    slips_after(pool, 0, limit).await
}

/// Slips that wait for the bank's word and were uploaded after a position, oldest first.
pub async fn slips_after(
    pool: &PgPool,
    after: i64,
    limit: i64,
) -> Result<Vec<OpenSlip>, ViewError> {
    slip::slips(pool, "submitted", after, limit).await
}

/// Slips that were left for staff and were uploaded after a position, oldest first.
pub async fn referred_slips_after(
    pool: &PgPool,
    after: i64,
    limit: i64,
) -> Result<Vec<OpenSlip>, ViewError> {
    slip::slips(pool, "referred", after, limit).await
}

/// How much work is open, for the metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenCounts {
    /// Transfers.
    pub transfers: i64,
    /// Withdrawals.
    pub withdrawals: i64,
    /// Slips that wait for the bank.
    pub slips: i64,
    /// Slips that wait for staff.
    pub referred_slips: i64,
}

/// Counts the open work.
pub async fn counts(pool: &PgPool) -> Result<OpenCounts, ViewError> {
    let counts = sqlx::query_as!(
        OpenCounts,
        r#"select (select count(*) from open_transfer) as "transfers!",
                  (select count(*) from open_withdrawal) as "withdrawals!",
                  (select count(*) from open_slip where status = 'submitted') as "slips!",
                  (select count(*) from open_slip where status = 'referred') as "referred_slips!""#
    )
    .fetch_one(pool)
    .await?;
    Ok(counts)
}
