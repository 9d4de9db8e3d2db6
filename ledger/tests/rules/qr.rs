//! QR orders: one open at a time, each credited once and however late.

use ledger::posting::movement;
use ledger::wallet::{LimitPeriod, QrCommand, QrEnd, QrEvent, QrPayment, QrStatus};
use ledger::{Account, WalletCommand, WalletError, WalletEvent};

use super::support::*;

pub(crate) fn ended(n: u128, end: QrEnd) -> WalletEvent {
    let order_id = order_id(n);
    WalletEvent::Qr(QrEvent::Ended { order_id, end })
}

pub(crate) fn end(n: u128, end: QrEnd) -> WalletCommand {
    let order_id = order_id(n);
    WalletCommand::Qr(QrCommand::End { order_id, end })
}

pub(crate) fn paid(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::Qr(QrEvent::Paid {
        order_id: order_id(n),
        channel: "KBANK".into(),
        amount: baht(amount),
        provider_ref: format!("PSP{n}"),
        deposit_account: "kbank-qr".into(),
        at: noon(),
        postings: movement(
            Account::Bank("kbank-qr".into()),
            Account::Main,
            baht(amount),
        ),
    })
}

pub(crate) fn refer(n: u128) -> WalletCommand {
    WalletCommand::Qr(QrCommand::Refer {
        order_id: order_id(n),
        payment: payment("100"),
        reason: "DEPOSIT_LIMIT".into(),
    })
}

pub(crate) fn referred(n: u128) -> WalletEvent {
    WalletEvent::Qr(QrEvent::Referred {
        order_id: order_id(n),
        reason: "DEPOSIT_LIMIT".into(),
        payment: payment("100"),
    })
}

fn payment(amount: &str) -> QrPayment {
    QrPayment {
        channel: "KBANK".into(),
        amount: baht(amount),
    }
}

#[test]
fn a_new_order_ends_the_one_that_is_open() {
    given([])
        .when(order(1, "100"))
        .then_expect_events(vec![ordered(1, "100")]);
    given([ordered(1, "100")])
        .when(order(2, "50"))
        .then_expect_events(vec![ended(1, QrEnd::Replaced), ordered(2, "50")]);
    given([ordered(1, "100"), ended(1, QrEnd::Cancelled)])
        .when(order(2, "50"))
        .then_expect_events(vec![ordered(2, "50")]);
}

#[test]
fn an_order_asked_for_again_is_neither_repeated_nor_opened_again() {
    let stages = [
        vec![ordered(1, "100")],
        vec![ordered(1, "100"), ended(1, QrEnd::Expired)],
        vec![ordered(1, "100"), paid(1, "100")],
        vec![ordered(1, "100"), referred(1)],
        vec![referred(1)],
    ];
    for stage in stages {
        given(stage)
            .when(order(1, "100"))
            .then_expect_events(vec![]);
    }
}

#[test]
fn an_order_of_nothing_or_less_is_refused() {
    for amount in ["0", "-1"] {
        given([])
            .when(order(1, amount))
            .then_expect_error(WalletError::AmountNotPositive);
    }
}

#[test]
fn an_order_ends_once_and_a_paid_one_stays_paid() {
    given([ordered(1, "100")])
        .when(end(1, QrEnd::Cancelled))
        .then_expect_events(vec![ended(1, QrEnd::Cancelled)]);
    for stage in [
        vec![ordered(1, "100"), ended(1, QrEnd::Cancelled)],
        vec![ordered(1, "100"), paid(1, "100")],
        vec![ordered(1, "100"), referred(1)],
    ] {
        given(stage)
            .when(end(1, QrEnd::Expired))
            .then_expect_events(vec![]);
    }
    given([])
        .when(end(1, QrEnd::Expired))
        .then_expect_error(WalletError::Unknown("QR order"));
}

#[test]
fn a_paid_order_is_credited_with_its_claim() {
    given([ordered(1, "100")])
        .when(pay_qr(1, "100"))
        .then_expect_events(vec![paid(1, "100")]);
    let claim = paid(1, "100").claims().remove(0);
    assert_eq!(claim.kind, "psp_order");
    assert_eq!(claim.reference, format!("KBANK:{}", order_id(1)));
}

#[test]
fn late_money_is_credited_whether_the_order_has_ended_or_is_forgotten() {
    for end in [
        QrEnd::Cancelled,
        QrEnd::Expired,
        QrEnd::Replaced,
        QrEnd::Failed,
    ] {
        given([ordered(1, "100"), ended(1, end)])
            .when(pay_qr(1, "100"))
            .then_expect_events(vec![paid(1, "100")]);
    }
    given([])
        .when(pay_qr(1, "100"))
        .then_expect_events(vec![paid(1, "100")]);
}

#[test]
fn an_order_whose_time_is_over_before_it_begins_is_refused() {
    for expires_at in [noon(), noon() - hours(1)] {
        let mut command = order(1, "100");
        if let WalletCommand::Qr(QrCommand::Order { expires_at: it, .. }) = &mut command {
            *it = expires_at;
        }
        given([])
            .when(command.clone())
            .then_expect_error(WalletError::OverAlready("QR order"));
        given([ordered(1, "100")])
            .when(command)
            .then_expect_events(vec![]);
    }
}

#[test]
fn an_order_is_credited_once() {
    for stage in [
        vec![ordered(1, "100"), paid(1, "100")],
        vec![ordered(1, "100"), ended(1, QrEnd::Expired), paid(1, "100")],
        vec![paid(1, "100")],
    ] {
        given(stage)
            .when(pay_qr(1, "100"))
            .then_expect_events(vec![]);
    }
}

#[test]
fn a_known_order_is_never_credited_with_another_amount_or_channel() {
    let stages = [
        vec![ordered(1, "100")],
        vec![ordered(1, "100"), ended(1, QrEnd::Expired)],
        vec![ordered(1, "100"), paid(1, "100")],
        vec![paid(1, "100")],
    ];
    let mut elsewhere = pay_qr(1, "100");
    if let WalletCommand::Qr(QrCommand::Credit { channel, .. }) = &mut elsewhere {
        *channel = "WW".into();
    }
    for stage in stages {
        for wrong in [pay_qr(1, "100.01"), pay_qr(1, "99.99"), elsewhere.clone()] {
            given(stage.clone())
                .when(wrong)
                .then_expect_error(WalletError::Mismatch("QR order"));
        }
    }
    assert_eq!(WalletError::Mismatch("QR order").code(), "INVALID_AMOUNT");
}

#[test]
fn a_paid_order_is_left_for_staff_once_and_a_credited_one_never() {
    for stage in [
        vec![],
        vec![ordered(1, "100")],
        vec![ordered(1, "100"), ended(1, QrEnd::Expired)],
    ] {
        let more = || stage.clone();
        given(more())
            .when(refer(1))
            .then_expect_events(vec![referred(1)]);
        given(more().into_iter().chain([referred(1)]))
            .when(refer(1))
            .then_expect_events(vec![]);
    }
    given([paid(1, "100")])
        .when(refer(1))
        .then_expect_error(WalletError::Ended("QR order"));
}

#[test]
fn an_order_that_waits_for_staff_is_not_shown_and_reserves_nothing() {
    let wallet = folded(funded().into_iter().chain([ordered(1, "100"), referred(1)]));
    assert_eq!(wallet.open_qr(), None);
    assert_eq!(wallet.qr(order_id(1)).unwrap().status, QrStatus::Referred);
    let protection = wallet.protection(noon()).unwrap();
    assert_eq!(protection.limits[0].reserved, baht("0"));
}

#[test]
fn a_player_on_a_break_gets_no_qr_and_what_was_paid_waits_for_staff() {
    let (on_a_break, refusal) = on_a_break();
    given([on_a_break.clone()])
        .when(order(1, "100"))
        .then_expect_error(refusal.clone());
    given([ordered(1, "100"), on_a_break.clone()])
        .when(pay_qr(1, "100"))
        .then_expect_error(refusal);
    given([ordered(1, "100"), on_a_break])
        .when(refer(1))
        .then_expect_events(vec![referred(1)]);
}

#[test]
fn an_open_order_takes_its_place_under_the_limit_and_its_successor_takes_that() {
    let limit = limited(LimitPeriod::Day, "600");
    given([limit.clone()])
        .when(order(1, "100"))
        .then_expect_events(vec![ordered(1, "100")]);
    let refusal = |remaining| WalletError::DepositLimit {
        period: LimitPeriod::Day,
        limit: baht("600"),
        remaining: baht(remaining),
    };
    given([limit.clone()])
        .when(order(1, "100.01"))
        .then_expect_error(refusal("100"));
    given([limit.clone(), ordered(1, "100")])
        .when(order(2, "100"))
        .then_expect_events(vec![ended(1, QrEnd::Replaced), ordered(2, "100")]);
    given([limit, ordered(1, "100"), announced(1, "0.01")])
        .when(order(2, "100"))
        .then_expect_error(refusal("99.99"));
}

#[test]
fn a_wallet_is_credited_for_no_order_but_its_own() {
    let mut unordered = pay_qr(1, "100");
    let mut another = pay_qr(1, "100");
    if let (
        WalletCommand::Qr(QrCommand::Credit { ordered: none, .. }),
        WalletCommand::Qr(QrCommand::Credit {
            ordered: Some(other),
            ..
        }),
    ) = (&mut unordered, &mut another)
    {
        *none = None;
        other.amount = baht("99");
    }
    given([])
        .when(unordered)
        .then_expect_error(WalletError::Unknown("QR order"));
    given([])
        .when(another)
        .then_expect_error(WalletError::Mismatch("QR order"));
}
