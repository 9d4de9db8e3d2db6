//! Paid QR orders that were left for staff: theirs alone, until they credit or refuse them.

use ledger::wallet::{LimitPeriod, QrCommand, QrEnd, QrEvent};
use ledger::{WalletCommand, WalletError, WalletEvent};

use super::qr::{end, ended, paid, refer, referred};
use super::support::*;

fn credit_by_staff(n: u128) -> WalletCommand {
    WalletCommand::Qr(QrCommand::CreditReferred {
        order_id: order_id(n),
        provider_ref: format!("PSP{n}"),
        deposit_account: "kbank-qr".into(),
    })
}

fn reject(n: u128) -> WalletCommand {
    WalletCommand::Qr(QrCommand::Reject {
        order_id: order_id(n),
        reason: "SENT_BACK".into(),
    })
}

fn rejected(n: u128) -> WalletEvent {
    WalletEvent::Qr(QrEvent::Rejected {
        order_id: order_id(n),
        channel: "KBANK".into(),
        amount: baht("100"),
        reason: "SENT_BACK".into(),
    })
}

#[test]
fn what_staff_has_in_hand_is_credited_by_them_alone() {
    for stage in [
        vec![referred(1)],
        vec![ordered(1, "100"), referred(1)],
        vec![ordered(1, "100"), ended(1, QrEnd::Expired), referred(1)],
    ] {
        given(stage.clone())
            .when(pay_qr(1, "100"))
            .then_expect_error(WalletError::WaitsForStaff("QR order"));
        given(stage)
            .when(credit_by_staff(1))
            .then_expect_events(vec![paid(1, "100")]);
    }
    given([referred(1), paid(1, "100")])
        .when(credit_by_staff(1))
        .then_expect_events(vec![]);
    for stage in [
        vec![ordered(1, "100")],
        vec![ordered(1, "100"), ended(1, QrEnd::Expired)],
    ] {
        for command in [credit_by_staff(1), reject(1)] {
            given(stage.clone())
                .when(command)
                .then_expect_error(WalletError::NotReferred("QR order"));
        }
    }
    for command in [credit_by_staff(1), reject(1)] {
        given([])
            .when(command)
            .then_expect_error(WalletError::Unknown("QR order"));
    }
}

#[test]
fn what_staff_sends_back_is_never_credited() {
    given([referred(1)])
        .when(reject(1))
        .then_expect_events(vec![rejected(1)]);
    given([referred(1), rejected(1)])
        .when(reject(1))
        .then_expect_events(vec![]);
    for command in [pay_qr(1, "100"), credit_by_staff(1)] {
        given([referred(1), rejected(1)])
            .when(command)
            .then_expect_error(WalletError::Ended("QR order"));
    }
    for command in [refer(1), end(1, QrEnd::Expired), order(1, "100")] {
        given([referred(1), rejected(1)])
            .when(command)
            .then_expect_events(vec![]);
    }
    given([referred(1), paid(1, "100")])
        .when(reject(1))
        .then_expect_error(WalletError::Ended("QR order"));
    // However long ago it was: the claim is the payment's.
    assert_eq!(rejected(1).claims(), paid(1, "100").claims());
}

#[test]
fn staffs_credit_is_refused_as_long_as_the_player_refuses_it() {
    let (on_a_break, refusal) = on_a_break();
    given([referred(1), on_a_break])
        .when(credit_by_staff(1))
        .then_expect_error(refusal);
    given([limited(LimitPeriod::Day, "599.99"), referred(1)])
        .when(credit_by_staff(1))
        .then_expect_error(WalletError::DepositLimit {
            period: LimitPeriod::Day,
            limit: baht("599.99"),
            remaining: baht("99.99"),
        });
}

#[test]
fn what_staff_has_in_hand_is_never_forgotten() {
    let others = (2..=100).flat_map(|n| [ordered(n, "1"), ended(n, QrEnd::Expired)]);
    let story = [ordered(1, "100"), ended(1, QrEnd::Expired), referred(1)];
    given(story.into_iter().chain(others))
        .when(pay_qr(1, "100"))
        .then_expect_error(WalletError::WaitsForStaff("QR order"));
}
