//! What each event does to a piece of open work.

use ledger::{Money, WalletEvent};
use uuid::Uuid;

use super::work::{Detail, Kind, Stage};

/// What an event does to a piece of work.
#[derive(Debug)]
pub(super) enum Step {
    /// It begins.
    Begin {
        amount: Option<Money>,
        detail: Detail,
    },
    /// It comes to another stage, and perhaps its amount becomes known.
    Go { stage: Stage, amount: Option<Money> },
    /// Nothing holds it back any more.
    Release,
    /// It is left for staff; it may have been taken off the list before.
    Refer {
        amount: Option<Money>,
        detail: Detail,
    },
    /// It is over.
    End,
    /// It is over, and may have been taken off the list before.
    EndIfThere,
}

type Named = (Kind, Uuid, Step);

fn begin(id: Uuid, amount: Option<Money>, detail: Detail) -> Named {
    (detail.kind(), id, Step::Begin { amount, detail })
}

fn go(kind: Kind, id: Uuid, stage: Stage) -> Named {
    let amount = None;
    (kind, id, Step::Go { stage, amount })
}

fn end(kind: Kind, id: Uuid) -> Named {
    (kind, id, Step::End)
}

/// The piece of work that an event is about, and what happens to it.
pub(super) fn step_of(event: &WalletEvent) -> Option<Named> {
    match event {
        WalletEvent::TransferStarted { .. }
        | WalletEvent::TransferSent { .. }
        | WalletEvent::TransferUnknown { .. }
        | WalletEvent::TransferCompleted { .. }
        | WalletEvent::TransferReturned { .. } => of_transfer(event),
        WalletEvent::WithdrawalRequested { .. }
        | WalletEvent::WithdrawalReleased { .. }
        | WalletEvent::WithdrawalSent { .. }
        | WalletEvent::WithdrawalUnknown { .. }
        | WalletEvent::WithdrawalPaid { .. }
        | WalletEvent::WithdrawalReturned { .. } => of_withdrawal(event),
        WalletEvent::SlipSubmitted { .. }
        | WalletEvent::SlipReferred { .. }
        | WalletEvent::SlipRejected { .. }
        | WalletEvent::SlipReturned { .. }
        | WalletEvent::Deposited { .. } => of_slip(event),
        WalletEvent::QrOrdered { .. }
        | WalletEvent::QrEnded { .. }
        | WalletEvent::QrPaid { .. }
        | WalletEvent::QrReferred { .. }
        | WalletEvent::QrRejected { .. } => of_qr(event),
        WalletEvent::GiftSubmitted { .. }
        | WalletEvent::GiftSent { .. }
        | WalletEvent::GiftUnknown { .. }
        | WalletEvent::GiftCredited { .. }
        | WalletEvent::GiftRejected { .. } => of_gift(event),
        WalletEvent::ManualDepositRequested { .. }
        | WalletEvent::ManualDepositCredited { .. }
        | WalletEvent::ManualDepositRejected { .. } => of_manual_deposit(event),
        WalletEvent::Opened { .. }
        | WalletEvent::GameAccountOpened { .. }
        | WalletEvent::GameBalanceObserved { .. }
        // A sweep is open as long as one of its transfers is, and these have their own rows.
        | WalletEvent::SweepStarted { .. }
        | WalletEvent::SweepEnded { .. }
        | WalletEvent::BankAccountChanged { .. }
        | WalletEvent::BankAccountRecorded { .. }
        | WalletEvent::Corrected { .. }
        | WalletEvent::PayoutsHeld { .. }
        | WalletEvent::PinSet { .. }
        | WalletEvent::Frozen { .. }
        | WalletEvent::Unfrozen { .. }
        | WalletEvent::DepositLimitSet { .. }
        | WalletEvent::Excluded { .. }
        | WalletEvent::RealityCheckSet { .. }
        | WalletEvent::Reward(_) => None,
    }
}

fn of_transfer(event: &WalletEvent) -> Option<Named> {
    let kind = Kind::Transfer;
    Some(match event {
        WalletEvent::TransferStarted {
            transfer_id,
            from,
            to,
            amount,
            ..
        } => {
            let (from, to) = (from.clone(), to.clone());
            begin(transfer_id.0, Some(*amount), Detail::Transfer { from, to })
        }
        WalletEvent::TransferSent { transfer_id } => go(kind, transfer_id.0, Stage::Sent),
        WalletEvent::TransferUnknown { transfer_id, .. } => go(kind, transfer_id.0, Stage::Unknown),
        WalletEvent::TransferCompleted { transfer_id, .. }
        | WalletEvent::TransferReturned { transfer_id, .. } => end(kind, transfer_id.0),
        _ => return None,
    })
}

fn of_withdrawal(event: &WalletEvent) -> Option<Named> {
    let kind = Kind::Withdrawal;
    Some(match event {
        WalletEvent::WithdrawalRequested {
            withdrawal_id,
            amount,
            bank_account,
            not_before,
            ..
        } => {
            let detail = Detail::Withdrawal {
                bank_account: *bank_account,
                not_before: *not_before,
            };
            begin(withdrawal_id.0, Some(*amount), detail)
        }
        WalletEvent::WithdrawalReleased { withdrawal_id, .. } => {
            (kind, withdrawal_id.0, Step::Release)
        }
        WalletEvent::WithdrawalSent { withdrawal_id } => go(kind, withdrawal_id.0, Stage::Sent),
        WalletEvent::WithdrawalUnknown { withdrawal_id, .. } => {
            go(kind, withdrawal_id.0, Stage::Unknown)
        }
        WalletEvent::WithdrawalPaid { withdrawal_id, .. }
        | WalletEvent::WithdrawalReturned { withdrawal_id, .. } => end(kind, withdrawal_id.0),
        _ => return None,
    })
}

fn of_slip(event: &WalletEvent) -> Option<Named> {
    Some(match event {
        WalletEvent::SlipSubmitted { slip_id, reference } => {
            let reference = reference.clone();
            begin(slip_id.0, None, Detail::Slip { reference })
        }
        WalletEvent::SlipReferred {
            slip_id, amount, ..
        } => {
            let (stage, amount) = (Stage::Referred, *amount);
            (Kind::Slip, slip_id.0, Step::Go { stage, amount })
        }
        WalletEvent::SlipRejected { slip_id, .. } => end(Kind::Slip, slip_id.0),
        // Staff also credit and send back slips that were refused before.
        WalletEvent::Deposited { slip_id, .. } | WalletEvent::SlipReturned { slip_id, .. } => {
            (Kind::Slip, slip_id.0, Step::EndIfThere)
        }
        _ => return None,
    })
}

fn of_qr(event: &WalletEvent) -> Option<Named> {
    Some(match event {
        WalletEvent::QrOrdered {
            order_id,
            channel,
            amount,
            ..
        } => {
            let detail = Detail::Qr {
                channel: channel.clone(),
                reason: None,
            };
            begin(order_id.0, Some(*amount), detail)
        }
        WalletEvent::QrEnded { order_id, .. } => end(Kind::Qr, order_id.0),
        WalletEvent::QrReferred {
            order_id,
            reason,
            payment,
        } => {
            let amount = Some(payment.amount);
            let detail = Detail::Qr {
                channel: payment.channel.clone(),
                reason: Some(reason.clone()),
            };
            (Kind::Qr, order_id.0, Step::Refer { amount, detail })
        }
        // One that is paid late has ended before.
        WalletEvent::QrPaid { order_id, .. } | WalletEvent::QrRejected { order_id, .. } => {
            (Kind::Qr, order_id.0, Step::EndIfThere)
        }
        _ => return None,
    })
}

fn of_gift(event: &WalletEvent) -> Option<Named> {
    let kind = Kind::Gift;
    Some(match event {
        WalletEvent::GiftSubmitted { gift_id, voucher } => {
            let voucher = voucher.clone();
            begin(gift_id.0, None, Detail::Gift { voucher })
        }
        WalletEvent::GiftSent {
            gift_id, expected, ..
        } => {
            let (stage, amount) = (Stage::Sent, Some(*expected));
            (kind, gift_id.0, Step::Go { stage, amount })
        }
        WalletEvent::GiftUnknown { gift_id, .. } => go(kind, gift_id.0, Stage::Unknown),
        WalletEvent::GiftCredited { gift_id, .. } | WalletEvent::GiftRejected { gift_id, .. } => {
            end(kind, gift_id.0)
        }
        _ => return None,
    })
}

fn of_manual_deposit(event: &WalletEvent) -> Option<Named> {
    Some(match event {
        WalletEvent::ManualDepositRequested {
            deposit_id, amount, ..
        } => begin(deposit_id.0, Some(*amount), Detail::ManualDeposit {}),
        WalletEvent::ManualDepositCredited { deposit_id, .. }
        | WalletEvent::ManualDepositRejected { deposit_id, .. } => {
            end(Kind::ManualDeposit, deposit_id.0)
        }
        _ => return None,
    })
}
