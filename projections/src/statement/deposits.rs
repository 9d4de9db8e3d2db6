//! The lines of the ways in, and of sweeps: rules 5 and 6 of the parent module.

use ledger::{Money, RecordedEvent, SweepId, WalletEvent};
use uuid::Uuid;

use crate::projection::FoldReason;

use super::fold::{Done, Movement, StatementProjection, WALLET, new_line};
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

impl StatementProjection {
    pub(super) fn deposit(
        &mut self,
        event: &RecordedEvent,
        id: Uuid,
        movement: &Movement,
    ) -> Result<(), FoldReason> {
        let key = LineKey::of(event.wallet_id, StatementType::Deposit, id);
        match &event.event {
            WalletEvent::GiftCredited {
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
            WalletEvent::ManualDepositCredited {
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
            // It was left for staff before; else it is the line's beginning.
            WalletEvent::QrPaid {
                provider_ref,
                deposit_account,
                ..
            } if self.lines.contains(&key) => {
                let done = Done {
                    reference: Some(provider_ref),
                    deposit_account: Some(deposit_account),
                    amount: None,
                };
                self.complete(event, key, &done, movement)
            }
            WalletEvent::GiftRejected { reason, .. } => {
                // One that was refused before it was redeemed never had a line.
                if !self.lines.contains(&key) {
                    return Ok(());
                }
                self.fail(event, key, reason, movement)
            }
            WalletEvent::ManualDepositRejected { reason, .. }
            | WalletEvent::QrRejected { reason, .. } => self.fail(event, key, reason, movement),
            _ => self.add(key, started(event, movement)?),
        }
    }

    /// A sweep starts, or ends with money that may not continue.
    pub(super) fn sweep(
        &mut self,
        event: &RecordedEvent,
        movement: &Movement,
    ) -> Result<(), FoldReason> {
        match &event.event {
            WalletEvent::SweepStarted {
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
            WalletEvent::SweepEnded {
                sweep_id,
                collected,
                refused,
            } => self.end_sweep(event, *sweep_id, *collected, refused.as_ref(), movement),
            _ => Ok(()),
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

/// The line that a deposit begins with.
fn started(event: &RecordedEvent, movement: &Movement) -> Result<LineRow, FoldReason> {
    Ok(match &event.event {
        WalletEvent::Deposited {
            reference,
            deposit_account,
            amount,
            ..
        } => {
            let mut line = deposit_line(
                event,
                movement,
                *amount,
                DepositMethod::Slip,
                reference.sending_bank.as_str(),
            );
            line.reference = Some(reference.trans_ref.clone());
            line.deposit_account = Some(deposit_account.clone());
            line
        }
        WalletEvent::QrPaid {
            channel,
            amount,
            provider_ref,
            deposit_account,
            ..
        } => {
            let mut line = deposit_line(
                event,
                movement,
                *amount,
                DepositMethod::Qr,
                channel.as_str(),
            );
            line.reference = Some(provider_ref.clone());
            line.deposit_account = Some(deposit_account.clone());
            line
        }
        WalletEvent::QrReferred {
            payment, reason, ..
        } => {
            let mut line = deposit_line(
                event,
                movement,
                payment.amount,
                DepositMethod::Qr,
                payment.channel.as_str(),
            );
            line.reason = Some(reason.clone());
            line
        }
        WalletEvent::GiftSent { expected, .. } => {
            deposit_line(event, movement, *expected, DepositMethod::Gift, TRUEWALLET)
        }
        WalletEvent::ManualDepositRequested { amount, .. } => {
            deposit_line(event, movement, *amount, DepositMethod::Manual, MANUAL)
        }
        _ => return Err(FoldReason::Unknown("step of a deposit")),
    })
}
