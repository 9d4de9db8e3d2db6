//! How events change a player's slips.

use ledger::wallet::{Opened, SlipEvent, SlipReference};
use ledger::{Currency, RecordedEvent, SlipId, WalletEvent, WalletId};

use crate::projection::{FoldReason, time_of};
use crate::rows::Rows;
use crate::statement::Status;

use super::SlipEntry;

/// A row of `slip_head`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HeadRow {
    pub(super) currency: Currency,
    pub(super) slips: i64,
}

/// The slip view's writer.
#[derive(Debug, Default)]
pub(crate) struct SlipProjection {
    pub(super) entries: Rows<(WalletId, SlipId), SlipEntry>,
    pub(super) heads: Rows<WalletId, HeadRow>,
}

impl SlipProjection {
    pub(super) fn fold_event(&mut self, event: &RecordedEvent) -> Result<(), FoldReason> {
        match &event.event {
            WalletEvent::Opened(Opened { currency, .. }) => self.open(event.wallet_id, *currency),
            WalletEvent::Slip(slip) => self.fold_slip(event, slip),
            WalletEvent::Game(_)
            | WalletEvent::Transfer(_)
            | WalletEvent::Withdrawal(_)
            | WalletEvent::Qr(_)
            | WalletEvent::Gift(_)
            | WalletEvent::Manual(_)
            | WalletEvent::Sweep(_)
            | WalletEvent::BankAccount(_)
            | WalletEvent::Payout(_)
            | WalletEvent::Freeze(_)
            | WalletEvent::Protection(_)
            | WalletEvent::House(_)
            | WalletEvent::Corrected(_)
            | WalletEvent::Reward(_)
            | WalletEvent::Void => Ok(()),
        }
    }

    fn open(&mut self, wallet_id: WalletId, currency: Currency) -> Result<(), FoldReason> {
        if self.heads.contains(&wallet_id) {
            return Err(FoldReason::AlreadyThere("wallet"));
        }
        let slips = 0;
        self.heads.put(wallet_id, HeadRow { currency, slips });
        Ok(())
    }

    fn fold_slip(&mut self, event: &RecordedEvent, slip: &SlipEvent) -> Result<(), FoldReason> {
        match slip {
            SlipEvent::Submitted { reference, .. } => {
                self.submit(event, slip.id(), reference.as_ref())?;
            }
            SlipEvent::Referred {
                slip_id,
                reason,
                amount,
            } => {
                let entry = self.entry(event, *slip_id)?;
                entry.is_referred = true;
                entry.amount = *amount;
                entry.reason = Some(reason.clone());
            }
            SlipEvent::Rejected { slip_id, reason } => {
                let entry = self.entry(event, *slip_id)?;
                entry.status = Status::Failed;
                entry.is_referred = false;
                entry.amount = None;
                entry.reason = Some(reason.code().to_owned());
                entry.ended_at = Some(time_of(event));
            }
            SlipEvent::Returned { slip_id, .. } => {
                let entry = self.entry(event, *slip_id)?;
                entry.status = Status::Failed;
                entry.is_referred = false;
                entry.amount = None;
                entry.reason = Some(super::RETURNED.to_owned());
                entry.ended_at = Some(time_of(event));
            }
            SlipEvent::Credited {
                slip_id,
                reference,
                deposit_account,
                amount,
                ..
            } => {
                let entry = self.entry(event, *slip_id)?;
                entry.status = Status::Success;
                entry.is_referred = false;
                entry.reason = None;
                entry.amount = Some(*amount);
                entry.sending_bank = Some(reference.sending_bank.clone());
                entry.reference = Some(reference.trans_ref.clone());
                entry.deposit_account = Some(deposit_account.clone());
                entry.ended_at = Some(time_of(event));
            }
        }
        Ok(())
    }

    fn submit(
        &mut self,
        event: &RecordedEvent,
        slip_id: SlipId,
        reference: Option<&SlipReference>,
    ) -> Result<(), FoldReason> {
        let key = (event.wallet_id, slip_id);
        if self.entries.contains(&key) {
            return Err(FoldReason::AlreadyThere("slip"));
        }
        let head = self.heads.change(&event.wallet_id);
        head.ok_or(FoldReason::NotOpen)?.slips += 1;
        let mut entry = new_entry(event, slip_id);
        if let Some(reference) = reference {
            entry.sending_bank = Some(reference.sending_bank.clone());
            entry.reference = Some(reference.trans_ref.clone());
        }
        self.entries.put(key, entry);
        Ok(())
    }

    fn entry(
        &mut self,
        event: &RecordedEvent,
        slip_id: SlipId,
    ) -> Result<&mut SlipEntry, FoldReason> {
        self.entries
            .change(&(event.wallet_id, slip_id))
            .ok_or(FoldReason::Unknown("slip"))
    }
}

fn new_entry(event: &RecordedEvent, slip_id: SlipId) -> SlipEntry {
    SlipEntry {
        slip_id,
        status: Status::Pending,
        is_referred: false,
        amount: None,
        reason: None,
        sending_bank: None,
        reference: None,
        deposit_account: None,
        created_at: time_of(event),
        ended_at: None,
        position: event.position,
    }
}
