//! The lines of the ways in, and of sweeps: rules 5 and 6 of the parent module.

use ledger::wallet::{GiftEvent, ManualEvent, QrEvent, SlipEvent, SweepEvent};
use ledger::{Money, RecordedEvent, SweepId};
use uuid::Uuid;

use crate::projection::FoldReason;

use super::fold::{Done, Movement, StatementProjection, WALLET, new_line, no_line};
use super::lines::{LineKey, LineRow, SweepRow};
use super::{DepositMethod, StatementType, Status};

/// Where the money of a gift link comes from.
const TRUEWALLET: &str = "TRUEWALLET";
/// Where the money of a manual deposit comes from: staff will find out.
const MANUAL: &str = "MANUAL";

/// A deposit's line, pending as long as nothing has moved.
fn deposit_line(
    event: &RecordedEvent,
    movement: &Movement,
    amount: Money,
    method: DepositMethod,
    from: &str,
) -> LineRow {
    let mut line = new_line(event, movement, amount);
    if movement.balance.is_some() {
        line.status = Status::Success;
    }
    from.clone_into(&mut line.from);
    WALLET.clone_into(&mut line.to);
    line.method = Some(method);
    line
}

fn deposit_key(event: &RecordedEvent, id: Uuid) -> LineKey {
    LineKey::of(event.wallet_id, StatementType::Deposit, id)
}

impl StatementProjection {
    pub(super) fn slip(
        &mut self,
        event: &RecordedEvent,
        slip: &SlipEvent,
        movement: &Movement,
    ) -> Result<(), FoldReason> {
        match slip {
            SlipEvent::Credited {
                reference,
                deposit_account,
                amount,
                ..
            } => {
                let (method, from) = (DepositMethod::Slip, &reference.sending_bank);
                let mut line = deposit_line(event, movement, *amount, method, from);
                line.reference = Some(reference.trans_ref.clone());
                line.deposit_account = Some(deposit_account.clone());
                self.add(deposit_key(event, slip.id().0), line)
            }
            SlipEvent::Submitted { .. }
            | SlipEvent::Referred { .. }
            | SlipEvent::Rejected { .. }
            | SlipEvent::Returned { .. } => no_line(movement),
        }
    }

    pub(super) fn qr(
        &mut self,
        event: &RecordedEvent,
        qr: &QrEvent,
        movement: &Movement,
    ) -> Result<(), FoldReason> {
        let key = deposit_key(event, qr.id().0);
        match qr {
            QrEvent::Paid {
                channel,
                amount,
                provider_ref,
                deposit_account,
                ..
            } => {
                // It was left for staff before; else it is the line's beginning. Staff may have
                // credited another amount than the ordered one.
                if self.lines.contains(&key) {
                    let done = Done {
                        reference: Some(provider_ref),
                        deposit_account: Some(deposit_account),
                        amount: Some(*amount),
                    };
                    return self.complete(event, key, &done, movement);
                }
                let method = DepositMethod::Qr;
                let mut line = deposit_line(event, movement, *amount, method, channel);
                line.reference = Some(provider_ref.clone());
                line.deposit_account = Some(deposit_account.clone());
                self.add(key, line)
            }
            QrEvent::Referred {
                payment, reason, ..
            } => {
                let (method, from) = (DepositMethod::Qr, &payment.channel);
                let mut line = deposit_line(event, movement, payment.amount, method, from);
                line.reason = Some(reason.clone());
                self.add(key, line)
            }
            QrEvent::Rejected { reason, .. } => self.fail(event, key, reason, movement),
            QrEvent::Ordered { .. } | QrEvent::Ended { .. } => no_line(movement),
        }
    }

    pub(super) fn gift(
        &mut self,
        event: &RecordedEvent,
        gift: &GiftEvent,
        movement: &Movement,
    ) -> Result<(), FoldReason> {
        let key = deposit_key(event, gift.id().0);
        match gift {
            GiftEvent::Sent { expected, .. } => {
                let method = DepositMethod::Gift;
                let line = deposit_line(event, movement, *expected, method, TRUEWALLET);
                self.add(key, line)
            }
            GiftEvent::Credited {
                amount,
                deposit_account,
                ..
            } => {
                let done = Done {
                    reference: None,
                    deposit_account: Some(deposit_account),
                    amount: Some(*amount),
                };
                self.complete(event, key, &done, movement)
            }
            GiftEvent::Rejected { reason, .. } => {
                // A gift that was refused before it was redeemed never had a line.
                if !self.lines.contains(&key) {
                    return Ok(());
                }
                self.fail(event, key, reason, movement)
            }
            GiftEvent::Submitted { .. } | GiftEvent::Unknown { .. } => no_line(movement),
        }
    }

    pub(super) fn manual(
        &mut self,
        event: &RecordedEvent,
        deposit: &ManualEvent,
        movement: &Movement,
    ) -> Result<(), FoldReason> {
        let key = deposit_key(event, deposit.id().0);
        match deposit {
            ManualEvent::Requested { amount, .. } => {
                let method = DepositMethod::Manual;
                self.add(key, deposit_line(event, movement, *amount, method, MANUAL))
            }
            ManualEvent::Credited {
                reference,
                deposit_account,
                amount,
                ..
            } => {
                let done = Done {
                    reference: Some(reference),
                    deposit_account: Some(deposit_account),
                    amount: Some(*amount),
                };
                self.complete(event, key, &done, movement)
            }
            ManualEvent::Rejected { reason, .. } => self.fail(event, key, reason, movement),
        }
    }

    /// A sweep starts, or ends with money that may not continue.
    pub(super) fn sweep(
        &mut self,
        event: &RecordedEvent,
        sweep: &SweepEvent,
        movement: &Movement,
    ) -> Result<(), FoldReason> {
        no_line(movement)?;
        match sweep {
            SweepEvent::Started {
                sweep_id,
                to,
                onward,
                ..
            } => {
                let key = (event.wallet_id, *sweep_id);
                if self.sweeps.contains(&key) {
                    return Err(FoldReason::AlreadyThere("sweep"));
                }
                let (onward, to) = (*onward, to.clone());
                self.sweeps.put(key, SweepRow { onward, to });
                Ok(())
            }
            SweepEvent::Ended {
                sweep_id,
                collected,
                refused,
            } => self.end_sweep(event, *sweep_id, *collected, refused.as_ref(), movement),
        }
    }

    fn end_sweep(
        &mut self,
        event: &RecordedEvent,
        sweep_id: SweepId,
        collected: Money,
        refused: Option<&String>,
        movement: &Movement,
    ) -> Result<(), FoldReason> {
        let sweep = self.sweeps.remove(&(event.wallet_id, sweep_id));
        let sweep = sweep.ok_or(FoldReason::Unknown("sweep"))?;
        // Where nothing was collected, the lines of its transfers say all there is to say.
        let Some(reason) = refused.filter(|_| collected.is_positive()) else {
            return Ok(());
        };
        let mut line = new_line(event, movement, collected);
        line.status = Status::Failed;
        WALLET.clone_into(&mut line.from);
        line.to = sweep.to.to_string();
        line.reason = Some(reason.clone());
        let onward = sweep.onward.0;
        let key = LineKey::of(event.wallet_id, StatementType::Transfer, onward);
        self.add(key, line)
    }
}
