//! Work that has started and not ended: the background processes resume it after a restart, and
//! staff see the waiting work.
//!
//! All kinds share one table and one fold. A piece of work begins, goes through stages and ends;
//! facts of one kind only are in its detail. Rows are in the order in which the work began. A
//! process reads them in pages of `limit` from the last `opened_position` it has seen, so work that
//! stays open for long never hides later work.

mod fold;
mod review;
mod shown;
mod steps;
mod store;
mod work;

use chrono::{DateTime, Utc};
use sqlx::PgPool;

pub(crate) use fold::OpenWorkProjection;
pub use review::{
    ReviewCounts, WaitingOfWallet, held_withdrawals_after, oldest_for_staff, review_counts,
    transfer_by_id, unknown_transfers_after, waiting_manual_deposit, waiting_of_wallet,
    waiting_qr_order, waiting_slip, waiting_wallet, withdrawal_by_id,
};
pub use shown::{
    OldestItem, OpenGift, OpenManualDeposit, OpenSlip, OpenTransfer, OpenWithdrawal, ReferredQr,
};

use crate::projection::ViewError;

use work::{Kind, Stage};

/// The stages that wait for a bank or provider.
const GOING: [Stage; 3] = [Stage::Started, Stage::Sent, Stage::Unknown];

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
    store::walk(pool, Kind::Transfer, &GOING, after, limit).await
}

/// The oldest withdrawals that have not ended.
pub async fn withdrawals(pool: &PgPool, limit: i64) -> Result<Vec<OpenWithdrawal>, ViewError> {
    withdrawals_after(pool, 0, limit).await
}

/// Withdrawals that have not ended and began after a position, oldest first; held ones too.
pub async fn withdrawals_after(
    pool: &PgPool,
    after: i64,
    limit: i64,
) -> Result<Vec<OpenWithdrawal>, ViewError> {
    store::walk(pool, Kind::Withdrawal, &GOING, after, limit).await
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
    store::walk(pool, Kind::Slip, &GOING, after, limit).await
}

/// Slips that were left for staff and were uploaded after a position, oldest first.
pub async fn referred_slips_after(
    pool: &PgPool,
    after: i64,
    limit: i64,
) -> Result<Vec<OpenSlip>, ViewError> {
    store::walk(pool, Kind::Slip, &[Stage::Referred], after, limit).await
}

/// Paid QR orders that were left for staff and began after a position, oldest first.
pub async fn referred_qr_orders_after(
    pool: &PgPool,
    after: i64,
    limit: i64,
) -> Result<Vec<ReferredQr>, ViewError> {
    store::walk(pool, Kind::Qr, &[Stage::Referred], after, limit).await
}

/// Gift links that have not ended and were handed in after a position, oldest first.
pub async fn gifts_after(
    pool: &PgPool,
    after: i64,
    limit: i64,
) -> Result<Vec<OpenGift>, ViewError> {
    store::walk(pool, Kind::Gift, &GOING, after, limit).await
}

/// Manual deposits that wait for staff and were requested after a position, oldest first.
pub async fn manual_deposits_after(
    pool: &PgPool,
    after: i64,
    limit: i64,
) -> Result<Vec<OpenManualDeposit>, ViewError> {
    store::walk(pool, Kind::ManualDeposit, &GOING, after, limit).await
}

/// How much work is open, for the metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenCounts {
    /// Number of transfers.
    pub transfers: i64,
    /// Number of withdrawals.
    pub withdrawals: i64,
    /// Slips that wait for the bank.
    pub slips: i64,
    /// Slips that wait for staff.
    pub referred_slips: i64,
    /// QR orders that can be paid.
    pub qr_orders: i64,
    /// Paid QR orders that wait for staff.
    pub referred_qr_orders: i64,
    /// Number of gift links.
    pub gifts: i64,
    /// Manual deposits that wait for staff.
    pub manual_deposits: i64,
}

/// How many open withdrawals began at each of these moments or before. One that was held began when
/// its hold ended: it waits for staff or for the time, and is not late.
pub async fn withdrawals_started_before(
    pool: &PgPool,
    moments: &[DateTime<Utc>],
) -> Result<Vec<i64>, ViewError> {
    store::withdrawals_started_before(pool, moments).await
}

/// Counts the open work.
pub async fn counts(pool: &PgPool) -> Result<OpenCounts, ViewError> {
    let counted = store::counts(pool).await?;
    let count = |kind: Kind, is_referred: bool| {
        let of_kind = counted
            .iter()
            .filter(|row| row.0 == kind && (row.1 == Stage::Referred) == is_referred);
        of_kind.map(|row| row.2).sum()
    };
    Ok(OpenCounts {
        transfers: count(Kind::Transfer, false),
        withdrawals: count(Kind::Withdrawal, false),
        slips: count(Kind::Slip, false),
        referred_slips: count(Kind::Slip, true),
        qr_orders: count(Kind::Qr, false),
        referred_qr_orders: count(Kind::Qr, true),
        gifts: count(Kind::Gift, false),
        manual_deposits: count(Kind::ManualDeposit, false),
    })
}
