//! Slips.

use super::support::*;
use ledger::wallet::{DecisionContext, SlipCommand, SlipEvent, SlipReason, SlipReference};
use ledger::{WalletCommand, WalletError, WalletEvent};

#[test]
fn a_confirmed_slip_is_credited_with_the_banks_amount() {
    Rule::with(DecisionContext::from(noon()))
        .given(vec![opened(), slip_submitted(1)])
        .when(credit(1, "500"))
        .then_expect_events(vec![deposited(1, "500")]);
}

#[test]
fn a_slip_is_credited_once() {
    given([]).when(credit(1, "500")).then_expect_events(vec![]);
}

#[test]
fn a_slip_of_nothing_or_less_is_not_credited() {
    for amount in ["0", "-1"] {
        Rule::with(DecisionContext::from(noon()))
            .given(vec![opened(), slip_submitted(1)])
            .when(credit(1, amount))
            .then_expect_error(WalletError::AmountNotPositive);
    }
}

#[test]
fn a_rejected_slip_is_never_credited_and_a_credited_one_never_rejected() {
    let reject = |n| {
        WalletCommand::Slip(SlipCommand::Reject {
            slip_id: slip(n),
            reason: SlipReason::NotMatch,
        })
    };
    let rejected = WalletEvent::Slip(SlipEvent::Rejected {
        slip_id: slip(2),
        reason: SlipReason::NotMatch,
    });
    given([slip_submitted(2)])
        .when(reject(2))
        .then_expect_events(vec![rejected.clone()]);
    given([slip_submitted(2), rejected.clone()])
        .when(reject(2))
        .then_expect_events(vec![]);
    given([slip_submitted(2), rejected])
        .when(credit(2, "1"))
        .then_expect_error(WalletError::Ended("slip"));
    given([])
        .when(reject(1))
        .then_expect_error(WalletError::Ended("slip"));
}

#[test]
fn a_slip_left_for_staff_may_still_be_credited_or_rejected() {
    let refer = || {
        WalletCommand::Slip(SlipCommand::Refer {
            slip_id: slip(2),
            reason: "names differ".into(),
            amount: None,
        })
    };
    let referred = WalletEvent::Slip(SlipEvent::Referred {
        slip_id: slip(2),
        reason: "names differ".into(),
        amount: None,
    });
    given([slip_submitted(2)])
        .when(refer())
        .then_expect_events(vec![referred.clone()]);
    given([slip_submitted(2), referred.clone()])
        .when(refer())
        .then_expect_events(vec![]);
    given([slip_submitted(2), referred])
        .when(credit(2, "7"))
        .then_expect_events(vec![deposited(2, "7")]);
}

fn credit_refused(n: u128, amount: &str) -> WalletCommand {
    WalletCommand::Slip(SlipCommand::CreditRefused {
        slip_id: slip(n),
        reference: reference(),
        amount: baht(amount),
        deposit_account: "scb-1".into(),
    })
}

fn rejected(n: u128) -> WalletEvent {
    WalletEvent::Slip(SlipEvent::Rejected {
        slip_id: slip(n),
        reason: SlipReason::NotMatch,
    })
}

fn return_slip(n: u128) -> WalletCommand {
    WalletCommand::Slip(SlipCommand::Return {
        slip_id: slip(n),
        reference: reference(),
        returned_as: "OUT-1".into(),
    })
}

fn returned(n: u128) -> WalletEvent {
    WalletEvent::Slip(SlipEvent::Returned {
        slip_id: slip(n),
        reference: reference(),
        returned_as: "OUT-1".into(),
    })
}

#[test]
fn staff_credit_a_refused_slip_once_even_one_that_the_wallet_has_forgotten() {
    given([slip_submitted(2), rejected(2)])
        .when(credit_refused(2, "7"))
        .then_expect_events(vec![deposited(2, "7")]);
    given([slip_submitted(2), rejected(2), deposited(2, "7")])
        .when(credit_refused(2, "7"))
        .then_expect_events(vec![]);
    given([])
        .when(credit_refused(3, "7"))
        .then_expect_events(vec![deposited(3, "7")]);
    given([deposited(3, "7")])
        .when(credit_refused(3, "7"))
        .then_expect_events(vec![]);
    given([slip_submitted(2)])
        .when(credit_refused(2, "7"))
        .then_expect_error(WalletError::NotReferred("slip"));
    given([slip_submitted(2), rejected(2)])
        .when(credit_refused(2, "-7"))
        .then_expect_error(WalletError::AmountNotPositive);
}

#[test]
fn a_slip_whose_money_went_back_uses_up_the_payment() {
    given([slip_submitted(2), rejected(2)])
        .when(return_slip(2))
        .then_expect_events(vec![returned(2)]);
    given([slip_submitted(2)])
        .when(return_slip(2))
        .then_expect_error(WalletError::NotReferred("slip"));
    given([])
        .when(return_slip(1))
        .then_expect_error(WalletError::Ended("slip"));
    let names = |event: WalletEvent| event.claims().pop().unwrap();
    assert_eq!(names(returned(2)), names(deposited(2, "7")));
    given([slip_submitted(2), returned(2)])
        .when(credit(2, "7"))
        .then_expect_error(WalletError::Ended("slip"));
}

#[test]
fn a_slip_without_a_readable_reference_cannot_be_credited() {
    let unreadable = WalletEvent::Slip(SlipEvent::Submitted {
        slip_id: slip(2),
        reference: None,
    });
    given([unreadable])
        .when(credit(2, "1"))
        .then_expect_error(WalletError::NoReference);
}

#[test]
fn a_credit_beyond_the_books_is_refused_instead_of_breaking_the_wallet() {
    given([slip_submitted(2)])
        .when(credit(2, "999999999999"))
        .then_expect_error(WalletError::Money(ledger::MoneyError::TooLarge));
}

#[test]
fn a_slip_is_claimed_under_the_name_that_the_bank_gives_the_payment() {
    let by_the_bank = SlipReference {
        sending_bank: "014".into(),
        trans_ref: "P2P0001".into(),
    };
    let command = WalletCommand::Slip(SlipCommand::Credit {
        slip_id: slip(2),
        reference: by_the_bank,
        amount: baht("7"),
        deposit_account: "scb-1".into(),
    });
    let events = given([slip_submitted(2)])
        .when(command)
        .inspect_result()
        .unwrap();
    assert_eq!(events[0].claims()[0].reference, "014:P2P0001");
}
