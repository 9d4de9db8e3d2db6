//! Payouts that wait, because somebody got in without the password.

use chrono::{DateTime, Utc};
use ledger::wallet::{HoldReason, PayoutCommand, PayoutEvent, WithdrawalCommand, WithdrawalEvent};
use ledger::{WalletCommand, WalletError, WalletEvent};

use super::support::*;

fn hour(n: i64) -> DateTime<Utc> {
    noon() + hours(n)
}

fn hold(n: i64) -> WalletCommand {
    WalletCommand::Payout(PayoutCommand::Hold {
        until: hour(n),
        reason: HoldReason::PasswordForgotten,
    })
}

fn held(n: i64) -> WalletEvent {
    WalletEvent::Payout(PayoutEvent::Held {
        until: hour(n),
        reason: HoldReason::PasswordForgotten,
        at: noon(),
    })
}

fn send(n: u128) -> WalletCommand {
    WalletCommand::Withdrawal(WithdrawalCommand::MarkSent {
        withdrawal_id: withdrawal(n),
    })
}

#[test]
fn a_hold_keeps_the_bank_from_being_called_for_payouts_of_before_and_after() {
    given([]).when(hold(24)).then_expect_events(vec![held(24)]);
    let asked_before = [withdrawal_requested(1, "100"), held(24)];
    given(asked_before.clone())
        .when(send(1))
        .then_expect_error(WalletError::Held { until: hour(24) });
    let mut waits = withdrawal_requested(2, "100");
    if let WalletEvent::Withdrawal(WithdrawalEvent::Requested { not_before, .. }) = &mut waits {
        *not_before = Some(hour(24));
    }
    given([held(24)])
        .when(request_withdrawal(2, "100"))
        .then_expect_events(vec![waits]);
    // Until the hold is over, and not longer.
    given_at(hour(24), asked_before)
        .when(send(1))
        .then_expect_events(vec![withdrawal_sent(1)]);
}

#[test]
fn a_hold_never_ends_earlier_by_another_one() {
    given([held(24)]).when(hold(12)).then_expect_events(vec![]);
    given([held(24)]).when(hold(24)).then_expect_events(vec![]);
    given([held(24)])
        .when(hold(48))
        .then_expect_events(vec![held(48)]);
    // Nor by an event that the rules would not write.
    given([withdrawal_requested(1, "100"), held(24), held(12)])
        .when(send(1))
        .then_expect_error(WalletError::Held { until: hour(24) });
}

/// The event shows when staff has let it happen, and whose decision it was.
#[test]
fn what_staff_has_let_happen_is_an_event_that_ends_no_hold_earlier() {
    let by_staff = |n| {
        WalletCommand::Payout(PayoutCommand::Hold {
            until: hour(n),
            reason: HoldReason::PasswordResetByStaff,
        })
    };
    let held_by_staff = |n| {
        WalletEvent::Payout(PayoutEvent::Held {
            until: hour(n),
            reason: HoldReason::PasswordResetByStaff,
            at: noon(),
        })
    };
    given([])
        .when(by_staff(24))
        .then_expect_events(vec![held_by_staff(24)]);
    given([held(48)])
        .when(by_staff(24))
        .then_expect_events(vec![held_by_staff(48)]);
    given([])
        .when(by_staff(0))
        .then_expect_events(vec![held_by_staff(0)]);
}
