//! The effect of each event on a piece of open work.

use ledger::wallet::{GiftEvent, ManualEvent, QrEvent, SlipEvent, TransferEvent, WithdrawalEvent};
use ledger::{Money, WalletEvent};
use uuid::Uuid;

use super::work::{Detail, Kind, Stage};

/// The effect of an event on a piece of work.
#[derive(Debug)]
pub(super) enum Step {
    /// It begins.
    Begin {
        amount: Option<Money>,
        detail: Detail,
    },
    /// It reaches a new stage, and perhaps its amount becomes known.
    Go { stage: Stage, amount: Option<Money> },
    /// It is no longer held.
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

/// The piece of work that an event is about, with the event's effect.
pub(super) fn step_of(event: &WalletEvent) -> Option<(Kind, Uuid, Step)> {
    match event {
        WalletEvent::Transfer(event) => Some((Kind::Transfer, event.id().0, of_transfer(event))),
        WalletEvent::Withdrawal(event) => {
            Some((Kind::Withdrawal, event.id().0, of_withdrawal(event)))
        }
        WalletEvent::Slip(event) => Some((Kind::Slip, event.id().0, of_slip(event))),
        WalletEvent::Qr(event) => Some((Kind::Qr, event.id().0, of_qr(event))),
        WalletEvent::Gift(event) => Some((Kind::Gift, event.id().0, of_gift(event))),
        WalletEvent::Manual(event) => {
            Some((Kind::ManualDeposit, event.id().0, of_manual_deposit(event)))
        }
        // A sweep is open as long as one of its transfers is, and these have their own rows.
        WalletEvent::Sweep(_)
        | WalletEvent::Opened(_)
        | WalletEvent::Game(_)
        | WalletEvent::BankAccount(_)
        | WalletEvent::Corrected(_)
        | WalletEvent::Payout(_)
        | WalletEvent::Freeze(_)
        | WalletEvent::Protection(_)
        | WalletEvent::House(_)
        | WalletEvent::Reward(_)
        | WalletEvent::Void => None,
    }
}

const fn go(stage: Stage) -> Step {
    let amount = None;
    Step::Go { stage, amount }
}

fn of_transfer(event: &TransferEvent) -> Step {
    match event {
        TransferEvent::Started {
            from, to, amount, ..
        } => {
            let (from, to) = (from.clone(), to.clone());
            Step::Begin {
                amount: Some(*amount),
                detail: Detail::Transfer { from, to },
            }
        }
        TransferEvent::Sent { .. } => go(Stage::Sent),
        TransferEvent::Unknown { .. } => go(Stage::Unknown),
        TransferEvent::Completed { .. } | TransferEvent::Returned { .. } => Step::End,
    }
}

const fn of_withdrawal(event: &WithdrawalEvent) -> Step {
    match event {
        WithdrawalEvent::Requested {
            amount,
            bank_account,
            not_before,
            ..
        } => Step::Begin {
            amount: Some(*amount),
            detail: Detail::Withdrawal {
                bank_account: *bank_account,
                not_before: *not_before,
            },
        },
        WithdrawalEvent::Released { .. } => Step::Release,
        WithdrawalEvent::Sent { .. } => go(Stage::Sent),
        WithdrawalEvent::Unknown { .. } => go(Stage::Unknown),
        WithdrawalEvent::Paid { .. } | WithdrawalEvent::Returned { .. } => Step::End,
    }
}

fn of_slip(event: &SlipEvent) -> Step {
    match event {
        SlipEvent::Submitted { reference, .. } => Step::Begin {
            amount: None,
            detail: Detail::Slip {
                reference: reference.clone(),
            },
        },
        SlipEvent::Referred { amount, .. } => {
            let (stage, amount) = (Stage::Referred, *amount);
            Step::Go { stage, amount }
        }
        SlipEvent::Rejected { .. } => Step::End,
        // Staff also credit and send back slips that were refused before.
        SlipEvent::Credited { .. } | SlipEvent::Returned { .. } => Step::EndIfThere,
    }
}

fn of_qr(event: &QrEvent) -> Step {
    match event {
        QrEvent::Ordered {
            channel, amount, ..
        } => Step::Begin {
            amount: Some(*amount),
            detail: Detail::Qr {
                channel: channel.clone(),
                reason: None,
            },
        },
        QrEvent::Ended { .. } => Step::End,
        QrEvent::Referred {
            reason, payment, ..
        } => Step::Refer {
            amount: Some(payment.amount),
            detail: Detail::Qr {
                channel: payment.channel.clone(),
                reason: Some(reason.clone()),
            },
        },
        // An order that is paid late has already ended.
        QrEvent::Paid { .. } | QrEvent::Rejected { .. } => Step::EndIfThere,
    }
}

fn of_gift(event: &GiftEvent) -> Step {
    match event {
        GiftEvent::Submitted { voucher, .. } => Step::Begin {
            amount: None,
            detail: Detail::Gift {
                voucher: voucher.clone(),
            },
        },
        GiftEvent::Sent { expected, .. } => {
            let (stage, amount) = (Stage::Sent, Some(*expected));
            Step::Go { stage, amount }
        }
        GiftEvent::Unknown { .. } => go(Stage::Unknown),
        GiftEvent::Credited { .. } | GiftEvent::Rejected { .. } => Step::End,
    }
}

const fn of_manual_deposit(event: &ManualEvent) -> Step {
    match event {
        ManualEvent::Requested { amount, .. } => Step::Begin {
            amount: Some(*amount),
            detail: Detail::ManualDeposit {},
        },
        ManualEvent::Credited { .. } | ManualEvent::Rejected { .. } => Step::End,
    }
}
