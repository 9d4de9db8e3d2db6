//! All work that a wallet remembers, to show the wallet at a past moment and to keep corrections off it.

use crate::id::{GiftId, QrOrderId, SlipId, TransferId, WithdrawalId};

use super::gift::{GiftState, GiftStatus};
use super::qr::{QrState, QrStatus};
use super::state::{
    SlipState, TransferState, TransferStatus, Wallet, WithdrawalState, WithdrawalStatus,
};

impl Wallet {
    /// Slips that have not ended, those left for staff as well.
    pub fn open_slips(&self) -> impl Iterator<Item = (SlipId, &SlipState)> {
        let slips = self.slips.iter().map(|(id, slip)| (*id, slip));
        slips.filter(|(_, slip)| slip.status.is_open())
    }

    /// Transfers that have not ended.
    pub fn open_transfers(&self) -> impl Iterator<Item = (TransferId, &TransferState)> {
        use TransferStatus::{Completed, Returned};
        let transfers = self.transfers.iter().map(|(id, it)| (*id, it));
        transfers.filter(|(_, it)| !matches!(it.status, Completed | Returned))
    }

    /// Withdrawals that have not ended.
    pub fn open_withdrawals(&self) -> impl Iterator<Item = (WithdrawalId, &WithdrawalState)> {
        use WithdrawalStatus::{Paid, Returned};
        let withdrawals = self.withdrawals.iter().map(|(id, it)| (*id, it));
        withdrawals.filter(|(_, it)| !matches!(it.status, Paid | Returned))
    }

    /// QR orders that are shown, or wait for staff.
    pub fn open_qr_orders(&self) -> impl Iterator<Item = (QrOrderId, &QrState)> {
        use QrStatus::{Open, Referred};
        let orders = self.qr_orders.iter().map(|(id, it)| (*id, it));
        orders.filter(|(_, it)| matches!(it.status, Open | Referred))
    }

    /// Whether money of the player may still move by an operation that has started: everything open but a
    /// QR that nobody has paid.
    #[must_use]
    pub fn has_open_operation(&self) -> bool {
        let has_referred_qr = self
            .open_qr_orders()
            .any(|(_, order)| order.status == QrStatus::Referred);
        has_referred_qr
            || self.open_slips().next().is_some()
            || self.open_transfers().next().is_some()
            || self.open_withdrawals().next().is_some()
            || self.open_gifts().next().is_some()
            || self.open_manual_deposits().next().is_some()
    }

    /// Gift links that have not ended.
    pub fn open_gifts(&self) -> impl Iterator<Item = (GiftId, &GiftState)> {
        use GiftStatus::{Credited, Rejected};
        let gifts = self.gifts.iter().map(|(id, it)| (*id, it));
        gifts.filter(|(_, it)| !matches!(it.status, Credited | Rejected))
    }
}
