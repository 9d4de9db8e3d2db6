//! Paid QR orders that were left for staff: theirs alone, until they credit or refuse them.

use ledger::wallet::{LimitPeriod, QrCommand, QrEnd, QrEvent};
use ledger::{Currency, Money, MoneyError, WalletCommand, WalletError, WalletEvent};

use super::qr::{end, ended, paid, refer, referred};
use super::support::*;

fn credit_by_staff(n: u128) -> WalletCommand {
    credit_of(n, baht("100"))
}

fn credit_of(n: u128, amount: Money) -> WalletCommand {
    WalletCommand::Qr(QrCommand::CreditReferred {
        order_id: order_id(n),
        amount,
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
fn staff_credits_what_was_paid_and_not_what_was_ordered() {
    for stage in [vec![referred(1)], vec![ordered(1, "100"), referred(1)]] {
        for amount in ["99.99", "0.01", "250"] {
            given(stage.clone())
                .when(credit_of(1, baht(amount)))
                .then_expect_events(vec![paid(1, amount)]);
        }
    }
    // Once, whatever the second amount is, and the order is still known as it was ordered.
    for command in [
        credit_of(1, baht("250")),
        credit_by_staff(1),
        pay_qr(1, "100"),
    ] {
        given([ordered(1, "100"), referred(1), paid(1, "250")])
            .when(command)
            .then_expect_events(vec![]);
    }
    given([ordered(1, "100"), referred(1), paid(1, "250")])
        .when(pay_qr(1, "250"))
        .then_expect_error(WalletError::Mismatch("QR order"));
    // A claim is of the order, so another amount is no second payment.
    assert_eq!(paid(1, "250").claims(), paid(1, "100").claims());
}

#[test]
fn staff_credits_no_other_currency_and_nothing_that_is_not_above_zero() {
    let kip = Money::parse("100", Currency::Lak).unwrap();
    given([referred(1)])
        .when(credit_of(1, kip))
        .then_expect_error(MoneyError::CurrencyMismatch.into());
    for amount in ["0", "-1"] {
        given([referred(1)])
            .when(credit_of(1, baht(amount)))
            .then_expect_error(WalletError::AmountNotPositive);
    }
}

#[test]
fn an_order_that_is_not_left_for_staff_is_credited_with_no_other_amount() {
    for stage in [
        vec![ordered(1, "100")],
        vec![ordered(1, "100"), ended(1, QrEnd::Expired)],
    ] {
        given(stage.clone())
            .when(credit_of(1, baht("250")))
            .then_expect_error(WalletError::NotReferred("QR order"));
        given(stage)
            .when(pay_qr(1, "250"))
            .then_expect_error(WalletError::Mismatch("QR order"));
    }
}

#[test]
fn a_limit_counts_what_was_paid() {
    let limited_to_600 = || limited(LimitPeriod::Day, "600");
    given([limited_to_600(), referred(1)])
        .when(credit_of(1, baht("100.01")))
        .then_expect_error(WalletError::DepositLimit {
            period: LimitPeriod::Day,
            limit: baht("600"),
            remaining: baht("100"),
        });
    given([
        limited_to_600(),
        ordered(1, "100"),
        referred(1),
        paid(1, "40"),
    ])
    .when(order(2, "60.01"))
    .then_expect_error(WalletError::DepositLimit {
        period: LimitPeriod::Day,
        limit: baht("600"),
        remaining: baht("60"),
    });
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
