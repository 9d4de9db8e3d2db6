//! Open work that waits for staff: counts by kind, and the items.

use chrono::{DateTime, Utc};
use ledger::WalletId;
use sqlx::PgPool;
use uuid::Uuid;

use crate::projection::ViewError;

use super::shown::{
    OldestItem, OpenManualDeposit, OpenSlip, OpenTransfer, OpenWithdrawal, ReferredQr,
};
use super::work::{Kind, Stage};
use super::{GOING, store};

/// How much waits for a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReviewCounts {
    /// Slips that only a person can decide.
    pub slips: i64,
    /// Paid QR orders that may not be credited.
    pub qr: i64,
    /// Number of announced deposits.
    pub manual: i64,
    /// Withdrawals that are held.
    pub withdrawals: i64,
    /// Transfers whose outcome is not known.
    pub transfers: i64,
}

/// Counts the work that waits for a person at a given time.
pub async fn review_counts(pool: &PgPool, at: DateTime<Utc>) -> Result<ReviewCounts, ViewError> {
    let counted = store::counts(pool).await?;
    let count = |kind: Kind, stage: Stage| {
        let of_kind = counted.iter().filter(|row| row.0 == kind && row.1 == stage);
        of_kind.map(|row| row.2).sum()
    };
    Ok(ReviewCounts {
        slips: count(Kind::Slip, Stage::Referred),
        qr: count(Kind::Qr, Stage::Referred),
        manual: count(Kind::ManualDeposit, Stage::Started),
        withdrawals: store::held_count(pool, at).await?,
        transfers: count(Kind::Transfer, Stage::Unknown),
    })
}

/// The oldest work of each kind that waits for staff at a given time; none of a kind with no such work.
pub async fn oldest_for_staff(
    pool: &PgPool,
    at: DateTime<Utc>,
) -> Result<Vec<OldestItem>, ViewError> {
    store::oldest_for_staff(pool, at).await
}

/// Transfers whose outcome is not known and that began after a position, oldest first.
pub async fn unknown_transfers_after(
    pool: &PgPool,
    after: i64,
    limit: i64,
) -> Result<Vec<OpenTransfer>, ViewError> {
    store::walk(pool, Kind::Transfer, &[Stage::Unknown], after, limit).await
}

/// Withdrawals that are held at a given time and were requested after a position, oldest first.
pub async fn held_withdrawals_after(
    pool: &PgPool,
    at: DateTime<Utc>,
    after: i64,
    limit: i64,
) -> Result<Vec<OpenWithdrawal>, ViewError> {
    store::held(pool, at, after, limit).await
}

/// A slip that waits for staff.
pub async fn waiting_slip(pool: &PgPool, id: Uuid) -> Result<Option<OpenSlip>, ViewError> {
    store::find(pool, Kind::Slip, &[Stage::Referred], id).await
}

/// A paid QR order that waits for staff.
pub async fn waiting_qr_order(pool: &PgPool, id: Uuid) -> Result<Option<ReferredQr>, ViewError> {
    store::find(pool, Kind::Qr, &[Stage::Referred], id).await
}

/// An announced deposit that waits for staff.
pub async fn waiting_manual_deposit(
    pool: &PgPool,
    id: Uuid,
) -> Result<Option<OpenManualDeposit>, ViewError> {
    store::find(pool, Kind::ManualDeposit, &GOING, id).await
}

/// A withdrawal that has not ended.
pub async fn withdrawal_by_id(
    pool: &PgPool,
    id: Uuid,
) -> Result<Option<OpenWithdrawal>, ViewError> {
    store::find(pool, Kind::Withdrawal, &GOING, id).await
}

/// A transfer that has not ended.
pub async fn transfer_by_id(pool: &PgPool, id: Uuid) -> Result<Option<OpenTransfer>, ViewError> {
    store::find(pool, Kind::Transfer, &GOING, id).await
}

/// The work of one wallet that waits for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingOfWallet {
    /// Slips that only a person can decide.
    pub slips: Vec<OpenSlip>,
    /// Paid QR orders that may not be credited.
    pub qr: Vec<ReferredQr>,
    /// Announced deposits.
    pub manual: Vec<OpenManualDeposit>,
    /// Withdrawals that are held.
    pub withdrawals: Vec<OpenWithdrawal>,
    /// Transfers whose outcome is not known.
    pub transfers: Vec<OpenTransfer>,
}

/// The work of a wallet that waits for a person at a given time, each kind oldest first.
pub async fn waiting_of_wallet(
    pool: &PgPool,
    wallet_id: WalletId,
    at: DateTime<Utc>,
) -> Result<WaitingOfWallet, ViewError> {
    let (started, referred) = (Stage::Started, Stage::Referred);
    let mut withdrawals: Vec<OpenWithdrawal> =
        store::of_wallet(pool, Kind::Withdrawal, started, wallet_id).await?;
    withdrawals.retain(|withdrawal| withdrawal.not_before.is_some_and(|until| until > at));
    Ok(WaitingOfWallet {
        slips: store::of_wallet(pool, Kind::Slip, referred, wallet_id).await?,
        qr: store::of_wallet(pool, Kind::Qr, referred, wallet_id).await?,
        manual: store::of_wallet(pool, Kind::ManualDeposit, started, wallet_id).await?,
        withdrawals,
        transfers: store::of_wallet(pool, Kind::Transfer, Stage::Unknown, wallet_id).await?,
    })
}

/// The wallet of a piece of work that waits for a person at a time; none once it waits no more.
pub async fn waiting_wallet(
    pool: &PgPool,
    id: Uuid,
    at: DateTime<Utc>,
) -> Result<Option<WalletId>, ViewError> {
    let found = store::waiting_wallet(pool, id, at).await?;
    Ok(found.map(WalletId))
}
