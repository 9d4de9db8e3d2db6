//! How events open and end work.

use ledger::wallet::{TransferStatus, WithdrawalStatus};
use ledger::{RecordedEvent, SlipId, TransferId, WalletEvent, WalletId, WithdrawalId};

use crate::projection::{FoldReason, time_of};
use crate::rows::Rows;

use super::{OpenSlip, OpenTransfer, OpenWithdrawal};

/// The writer of the open work.
#[derive(Debug, Default)]
pub(crate) struct OpenWorkProjection {
    pub(super) transfers: Rows<(WalletId, TransferId), OpenTransfer>,
    pub(super) withdrawals: Rows<(WalletId, WithdrawalId), OpenWithdrawal>,
    pub(super) slips: Rows<(WalletId, SlipId), OpenSlip>,
}

impl OpenWorkProjection {
    pub(super) fn fold_event(&mut self, event: &RecordedEvent) -> Result<(), FoldReason> {
        match &event.event {
            WalletEvent::TransferStarted { .. }
            | WalletEvent::TransferSent { .. }
            | WalletEvent::TransferUnknown { .. }
            | WalletEvent::TransferCompleted { .. }
            | WalletEvent::TransferReturned { .. } => self.fold_transfer(event),
            WalletEvent::WithdrawalRequested { .. }
            | WalletEvent::WithdrawalSent { .. }
            | WalletEvent::WithdrawalUnknown { .. }
            | WalletEvent::WithdrawalPaid { .. }
            | WalletEvent::WithdrawalReturned { .. } => self.fold_withdrawal(event),
            WalletEvent::SlipSubmitted { .. }
            | WalletEvent::SlipReferred { .. }
            | WalletEvent::SlipRejected { .. }
            | WalletEvent::Deposited { .. } => self.fold_slip(event),
            WalletEvent::Opened { .. }
            | WalletEvent::GameAccountOpened { .. }
            | WalletEvent::GameBalanceObserved { .. } => Ok(()),
        }
    }

    fn fold_transfer(&mut self, event: &RecordedEvent) -> Result<(), FoldReason> {
        let (id, status) = match &event.event {
            WalletEvent::TransferStarted {
                transfer_id,
                from,
                to,
                amount,
                ..
            } => {
                let key = (event.wallet_id, *transfer_id);
                if self.transfers.contains(&key) {
                    return Err(FoldReason::AlreadyThere("transfer"));
                }
                self.transfers.put(
                    key,
                    OpenTransfer {
                        wallet_id: event.wallet_id,
                        transfer_id: *transfer_id,
                        from: from.clone(),
                        to: to.clone(),
                        amount: *amount,
                        status: TransferStatus::Started,
                        started_at: time_of(event),
                        changed_at: time_of(event),
                        opened_position: event.position,
                        position: event.position,
                    },
                );
                return Ok(());
            }
            WalletEvent::TransferSent { transfer_id } => (transfer_id, TransferStatus::Sent),
            WalletEvent::TransferUnknown { transfer_id, .. } => {
                (transfer_id, TransferStatus::Unknown)
            }
            WalletEvent::TransferCompleted { transfer_id, .. }
            | WalletEvent::TransferReturned { transfer_id, .. } => {
                let ended = self.transfers.remove(&(event.wallet_id, *transfer_id));
                return ended.map(|_| ()).ok_or(FoldReason::Unknown("transfer"));
            }
            _ => return Ok(()),
        };
        let row = self.transfers.change(&(event.wallet_id, *id));
        let row = row.ok_or(FoldReason::Unknown("transfer"))?;
        row.status = status;
        row.changed_at = time_of(event);
        row.position = event.position;
        Ok(())
    }

    fn fold_withdrawal(&mut self, event: &RecordedEvent) -> Result<(), FoldReason> {
        let (id, status) = match &event.event {
            WalletEvent::WithdrawalRequested {
                withdrawal_id,
                amount,
                bank_account,
                ..
            } => {
                let key = (event.wallet_id, *withdrawal_id);
                if self.withdrawals.contains(&key) {
                    return Err(FoldReason::AlreadyThere("withdrawal"));
                }
                self.withdrawals.put(
                    key,
                    OpenWithdrawal {
                        wallet_id: event.wallet_id,
                        withdrawal_id: *withdrawal_id,
                        bank_account: *bank_account,
                        amount: *amount,
                        status: WithdrawalStatus::Requested,
                        requested_at: time_of(event),
                        changed_at: time_of(event),
                        opened_position: event.position,
                        position: event.position,
                    },
                );
                return Ok(());
            }
            WalletEvent::WithdrawalSent { withdrawal_id } => {
                (withdrawal_id, WithdrawalStatus::Sent)
            }
            WalletEvent::WithdrawalUnknown { withdrawal_id, .. } => {
                (withdrawal_id, WithdrawalStatus::Unknown)
            }
            WalletEvent::WithdrawalPaid { withdrawal_id, .. }
            | WalletEvent::WithdrawalReturned { withdrawal_id, .. } => {
                let ended = self.withdrawals.remove(&(event.wallet_id, *withdrawal_id));
                return ended.map(|_| ()).ok_or(FoldReason::Unknown("withdrawal"));
            }
            _ => return Ok(()),
        };
        let row = self.withdrawals.change(&(event.wallet_id, *id));
        let row = row.ok_or(FoldReason::Unknown("withdrawal"))?;
        row.status = status;
        row.changed_at = time_of(event);
        row.position = event.position;
        Ok(())
    }

    fn fold_slip(&mut self, event: &RecordedEvent) -> Result<(), FoldReason> {
        match &event.event {
            WalletEvent::SlipSubmitted { slip_id, reference } => {
                let key = (event.wallet_id, *slip_id);
                if self.slips.contains(&key) {
                    return Err(FoldReason::AlreadyThere("slip"));
                }
                self.slips.put(
                    key,
                    OpenSlip {
                        wallet_id: event.wallet_id,
                        slip_id: *slip_id,
                        reference: reference.clone(),
                        is_referred: false,
                        submitted_at: time_of(event),
                        changed_at: time_of(event),
                        opened_position: event.position,
                        position: event.position,
                    },
                );
                Ok(())
            }
            WalletEvent::SlipReferred { slip_id, .. } => {
                let row = self.slips.change(&(event.wallet_id, *slip_id));
                let row = row.ok_or(FoldReason::Unknown("slip"))?;
                row.is_referred = true;
                row.changed_at = time_of(event);
                row.position = event.position;
                Ok(())
            }
            WalletEvent::SlipRejected { slip_id, .. } | WalletEvent::Deposited { slip_id, .. } => {
                let ended = self.slips.remove(&(event.wallet_id, *slip_id));
                ended.map(|_| ()).ok_or(FoldReason::Unknown("slip"))
            }
            _ => Ok(()),
        }
    }
}
