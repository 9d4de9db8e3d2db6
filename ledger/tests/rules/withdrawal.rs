//! Withdrawals.

use super::support::*;
use ledger::posting::movement;
use ledger::wallet::{NonDeliveryProof, WithdrawalCommand, WithdrawalEvent};
use ledger::{Account, WalletCommand, WalletError, WalletEvent};

#[test]
fn a_withdrawal_sets_its_money_aside() {
    given([])
        .when(request_withdrawal(1, "400"))
        .then_expect_events(vec![withdrawal_requested(1, "400")]);
    given([withdrawal_requested(1, "400")])
        .when(request_withdrawal(1, "400"))
        .then_expect_events(vec![]);
}

#[test]
fn a_withdrawal_beyond_the_balance_is_refused() {
    given([withdrawal_requested(1, "400")])
        .when(request_withdrawal(2, "200"))
        .then_expect_error(WalletError::InsufficientFunds {
            needed: baht("200"),
            held: baht("100"),
        });
}

#[test]
fn a_withdrawal_outside_the_operators_limits_is_refused_and_the_limits_themselves_are_not() {
    for amount in ["99.99", "1000.01"] {
        given([slip_submitted(2), deposited(2, "2000")])
            .when(request_withdrawal(1, amount))
            .then_expect_error(WalletError::WithdrawalOutOfLimits {
                min: baht("100"),
                max: baht("1000"),
            });
    }
    for amount in ["100", "1000"] {
        given([slip_submitted(2), deposited(2, "2000")])
            .when(request_withdrawal(1, amount))
            .then_expect_events(vec![withdrawal_requested(1, amount)]);
    }
}

#[test]
fn a_paid_withdrawal_leaves_the_house_and_is_never_returned() {
    let pay = || {
        WalletCommand::Withdrawal(WithdrawalCommand::Pay {
            withdrawal_id: withdrawal(1),
            payout_ref: "p-1".into(),
        })
    };
    let give_back = || {
        WalletCommand::Withdrawal(WithdrawalCommand::Return {
            withdrawal_id: withdrawal(1),
            reason: "no such account".into(),
            grounds: NonDeliveryProof::FirstAnswer,
        })
    };
    let paid = WalletEvent::Withdrawal(WithdrawalEvent::Paid {
        withdrawal_id: withdrawal(1),
        payout_ref: "p-1".into(),
        postings: movement(Account::Withdrawal, Account::Payout, baht("400")),
    });
    let on_its_way = [withdrawal_requested(1, "400"), withdrawal_sent(1)];
    given(on_its_way.clone())
        .when(pay())
        .then_expect_events(vec![paid.clone()]);
    let done = on_its_way.into_iter().chain([paid]);
    given(done.clone()).when(pay()).then_expect_events(vec![]);
    given(done)
        .when(give_back())
        .then_expect_error(WalletError::Ended("withdrawal"));
}

#[test]
fn a_refused_withdrawal_returns_to_the_main_wallet() {
    let returned = WalletEvent::Withdrawal(WithdrawalEvent::Returned {
        withdrawal_id: withdrawal(1),
        reason: "no such account".into(),
        postings: movement(Account::Withdrawal, Account::Main, baht("400")),
    });
    given([withdrawal_requested(1, "400"), withdrawal_sent(1)])
        .when(WalletCommand::Withdrawal(WithdrawalCommand::Return {
            withdrawal_id: withdrawal(1),
            reason: "no such account".into(),
            grounds: NonDeliveryProof::FirstAnswer,
        }))
        .then_expect_events(vec![returned]);
}

#[test]
fn an_unknown_payout_keeps_the_money_aside() {
    let unknown = WalletEvent::Withdrawal(WithdrawalEvent::Unknown {
        withdrawal_id: withdrawal(1),
        reason: "time-out".into(),
    });
    assert!(unknown.postings().is_empty());
    given([withdrawal_requested(1, "400"), withdrawal_sent(1), unknown])
        .when(request_withdrawal(2, "200"))
        .then_expect_error(WalletError::InsufficientFunds {
            needed: baht("200"),
            held: baht("100"),
        });
}

#[test]
fn a_payout_is_given_back_only_while_it_is_certain_that_the_bank_has_not_paid() {
    let unknown = WalletEvent::Withdrawal(WithdrawalEvent::Unknown {
        withdrawal_id: withdrawal(1),
        reason: "time-out".into(),
    });
    let give_back = |grounds| {
        WalletCommand::Withdrawal(WithdrawalCommand::Return {
            withdrawal_id: withdrawal(1),
            reason: "refused".into(),
            grounds,
        })
    };
    let requested = [withdrawal_requested(1, "400")];
    given(requested.clone())
        .when(give_back(NonDeliveryProof::FirstAnswer))
        .then_expect_error(WalletError::NotDefinite("withdrawal"));
    let asked = [withdrawal_requested(1, "400"), withdrawal_sent(1), unknown];
    given(asked)
        .when(give_back(NonDeliveryProof::FirstAnswer))
        .then_expect_error(WalletError::NotDefinite("withdrawal"));
}
