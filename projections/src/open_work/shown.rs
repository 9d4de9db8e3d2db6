//! Open work as the processes see it: a type for each kind.

use chrono::{DateTime, Utc};
use ledger::wallet::{GiftStatus, Place, SlipReference, TransferStatus, WithdrawalStatus};
use ledger::{
    BankAccountId, GiftId, ManualDepositId, Money, QrOrderId, SlipId, TransferId, WalletId,
    WithdrawalId,
};

use super::work::TABLE;
use crate::projection::ViewError;

use super::work::{Detail, Stage, WorkKey, WorkRow};

/// The oldest work of a kind that waits for staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OldestItem {
    /// The kind of work: `slip`, `qr`, `manual_deposit`, `withdrawal` or `transfer`.
    pub kind: String,
    /// When it began.
    pub begun_at: DateTime<Utc>,
}

/// A transfer that has not ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenTransfer {
    /// Id of the wallet.
    pub wallet_id: WalletId,
    /// Id of the transfer.
    pub transfer_id: TransferId,
    /// Where the money leaves.
    pub from: Place,
    /// Account that the money goes to.
    pub to: Place,
    /// Amount, in the wallet's currency.
    pub amount: Money,
    /// `Started`, `Sent` or `Unknown`.
    pub status: TransferStatus,
    /// Time of the start, in UTC.
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
    /// Id of the wallet.
    pub wallet_id: WalletId,
    /// Id of the withdrawal.
    pub withdrawal_id: WithdrawalId,
    /// Id of the bank account that is paid.
    pub bank_account: BankAccountId,
    /// Amount, in the wallet's currency.
    pub amount: Money,
    /// It must not be sent before: the bank account was changed a short time ago.
    pub not_before: Option<DateTime<Utc>>,
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
    /// Id of the wallet.
    pub wallet_id: WalletId,
    /// Id of the slip.
    pub slip_id: SlipId,
    /// The payment's reference, from its QR.
    pub reference: Option<SlipReference>,
    /// The paid amount, if the bank has confirmed it.
    pub amount: Option<Money>,
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

/// A paid QR order that waits for staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferredQr {
    /// Id of the wallet.
    pub wallet_id: WalletId,
    /// Id of the QR order.
    pub order_id: QrOrderId,
    /// The product's code of the payment provider: `KBANK`, `WW`, …
    pub channel: String,
    /// How much was ordered, whatever was paid.
    pub amount: Money,
    /// Why it waits.
    pub reason: String,
    /// When it was left for staff.
    pub referred_at: DateTime<Utc>,
    /// The event that began it.
    pub opened_position: i64,
    /// The event that changed it last.
    pub position: i64,
}

/// A gift link that has not ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenGift {
    /// Id of the wallet.
    pub wallet_id: WalletId,
    /// Id of the gift link.
    pub gift_id: GiftId,
    /// The hash of the voucher's hash.
    pub voucher: String,
    /// Its worth as far as known; `None` before it was inspected.
    pub expected: Option<Money>,
    /// `Submitted`, `Sent` or `Unknown`.
    pub status: GiftStatus,
    /// When it was handed in.
    pub submitted_at: DateTime<Utc>,
    /// When its status changed last.
    pub changed_at: DateTime<Utc>,
    /// The event that began it.
    pub opened_position: i64,
    /// The event that changed it last.
    pub position: i64,
}

/// A manual deposit that waits for staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenManualDeposit {
    /// Id of the wallet.
    pub wallet_id: WalletId,
    /// Id of the announced deposit.
    pub deposit_id: ManualDepositId,
    /// How much the player says it is.
    pub amount: Money,
    /// When it was asked for.
    pub requested_at: DateTime<Utc>,
    /// The event that began it.
    pub opened_position: i64,
    /// The event that changed it last.
    pub position: i64,
}

/// The error for a row that the view never writes.
pub(super) fn bad_row(what: &(impl ToString + ?Sized)) -> ViewError {
    ViewError::Row {
        table: TABLE,
        what: what.to_string(),
    }
}

/// A row as its kind shows it.
pub(super) trait Shown: Sized {
    fn show(key: WorkKey, row: WorkRow) -> Result<Self, ViewError>;
}

fn amount_of(row: &WorkRow) -> Result<Money, ViewError> {
    row.amount
        .ok_or_else(|| bad_row(&format!("no amount in {row:?}")))
}

fn other_kind(row: &WorkRow) -> ViewError {
    bad_row(&format!("of another kind: {row:?}"))
}

fn other_stage(row: &WorkRow) -> ViewError {
    bad_row(&format!("at no stage of its kind: {row:?}"))
}

impl Shown for OpenTransfer {
    fn show((_, wallet_id, id): WorkKey, row: WorkRow) -> Result<Self, ViewError> {
        let Detail::Transfer { from, to } = &row.detail else {
            return Err(other_kind(&row));
        };
        Ok(Self {
            wallet_id,
            transfer_id: TransferId(id),
            from: from.clone(),
            to: to.clone(),
            amount: amount_of(&row)?,
            status: match row.stage {
                Stage::Started => TransferStatus::Started,
                Stage::Sent => TransferStatus::Sent,
                Stage::Unknown => TransferStatus::Unknown,
                Stage::Referred => return Err(other_stage(&row)),
            },
            started_at: row.begun_at,
            changed_at: row.changed_at,
            opened_position: row.opened_position,
            position: row.position,
        })
    }
}

impl Shown for OpenWithdrawal {
    fn show((_, wallet_id, id): WorkKey, row: WorkRow) -> Result<Self, ViewError> {
        let Detail::Withdrawal {
            bank_account,
            not_before,
        } = row.detail
        else {
            return Err(other_kind(&row));
        };
        Ok(Self {
            wallet_id,
            withdrawal_id: WithdrawalId(id),
            bank_account,
            amount: amount_of(&row)?,
            not_before,
            status: match row.stage {
                Stage::Started => WithdrawalStatus::Requested,
                Stage::Sent => WithdrawalStatus::Sent,
                Stage::Unknown => WithdrawalStatus::Unknown,
                Stage::Referred => return Err(other_stage(&row)),
            },
            requested_at: row.begun_at,
            changed_at: row.changed_at,
            opened_position: row.opened_position,
            position: row.position,
        })
    }
}

impl Shown for OpenSlip {
    fn show((_, wallet_id, id): WorkKey, row: WorkRow) -> Result<Self, ViewError> {
        let Detail::Slip { reference } = &row.detail else {
            return Err(other_kind(&row));
        };
        Ok(Self {
            wallet_id,
            slip_id: SlipId(id),
            reference: reference.clone(),
            amount: row.amount,
            is_referred: row.stage == Stage::Referred,
            submitted_at: row.begun_at,
            changed_at: row.changed_at,
            opened_position: row.opened_position,
            position: row.position,
        })
    }
}

impl Shown for ReferredQr {
    fn show((_, wallet_id, id): WorkKey, row: WorkRow) -> Result<Self, ViewError> {
        let Detail::Qr {
            channel,
            reason: Some(reason),
        } = &row.detail
        else {
            return Err(other_kind(&row));
        };
        Ok(Self {
            wallet_id,
            order_id: QrOrderId(id),
            channel: channel.clone(),
            amount: amount_of(&row)?,
            reason: reason.clone(),
            referred_at: row.changed_at,
            opened_position: row.opened_position,
            position: row.position,
        })
    }
}

impl Shown for OpenGift {
    fn show((_, wallet_id, id): WorkKey, row: WorkRow) -> Result<Self, ViewError> {
        let Detail::Gift { voucher } = &row.detail else {
            return Err(other_kind(&row));
        };
        Ok(Self {
            wallet_id,
            gift_id: GiftId(id),
            voucher: voucher.clone(),
            expected: row.amount,
            status: match row.stage {
                Stage::Started => GiftStatus::Submitted,
                Stage::Sent => GiftStatus::Sent,
                Stage::Unknown => GiftStatus::Unknown,
                Stage::Referred => return Err(other_stage(&row)),
            },
            submitted_at: row.begun_at,
            changed_at: row.changed_at,
            opened_position: row.opened_position,
            position: row.position,
        })
    }
}

impl Shown for OpenManualDeposit {
    fn show((_, wallet_id, id): WorkKey, row: WorkRow) -> Result<Self, ViewError> {
        if row.detail != (Detail::ManualDeposit {}) {
            return Err(other_kind(&row));
        }
        Ok(Self {
            wallet_id,
            deposit_id: ManualDepositId(id),
            amount: amount_of(&row)?,
            requested_at: row.begun_at,
            opened_position: row.opened_position,
            position: row.position,
        })
    }
}
