//! Corrections: a separate event, agreed on by two people, that never takes what is not there.

use cqrs_es::DomainEvent;
use ledger::posting::movement;
use ledger::wallet::{Corrected, Correction};
use ledger::{
    Account, CorrectionId, Currency, Money, MoneyError, StaffId, WalletCommand, WalletError,
    WalletEvent,
};
use uuid::Uuid;

use super::qr;
use super::reward_support::*;
use super::support::*;

fn correction_id(n: u128) -> CorrectionId {
    CorrectionId(Uuid::from_u128(n))
}

fn staff(n: u128) -> StaffId {
    StaffId(Uuid::from_u128(n))
}

fn by_two(n: u128, amount: Money) -> WalletCommand {
    WalletCommand::Correct(Correction {
        correction_id: correction_id(n),
        amount,
        reason: "rounded twice".into(),
        by: staff(1),
        approved_by: staff(2),
        is_unrelated: false,
    })
}

fn correct(n: u128, amount: &str) -> WalletCommand {
    by_two(n, baht(amount))
}

fn unrelated(n: u128, amount: &str) -> WalletCommand {
    let WalletCommand::Correct(correction) = correct(n, amount) else {
        unreachable!("a correction is asked for");
    };
    WalletCommand::Correct(Correction {
        is_unrelated: true,
        ..correction
    })
}

fn corrected(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::Corrected(Corrected {
        correction_id: correction_id(n),
        amount: baht(amount),
        reason: "rounded twice".into(),
        by: staff(1),
        approved_by: staff(2),
        is_unrelated: false,
        at: noon(),
        postings: movement(Account::Correction, Account::Main, baht(amount)),
    })
}

fn taken(n: u128, amount: &str) -> WalletEvent {
    let WalletEvent::Corrected(Corrected {
        correction_id,
        reason,
        by,
        approved_by,
        at,
        ..
    }) = corrected(n, amount)
    else {
        unreachable!("a correction was made");
    };
    WalletEvent::Corrected(Corrected {
        correction_id,
        amount: baht(amount).negated(),
        reason,
        by,
        approved_by,
        is_unrelated: false,
        at,
        postings: movement(Account::Main, Account::Correction, baht(amount)),
    })
}

#[test]
fn a_correction_moves_the_main_wallet_either_way_against_an_account_of_its_own() {
    given([])
        .when(correct(1, "12.34"))
        .then_expect_events(vec![corrected(1, "12.34")]);
    given([])
        .when(correct(1, "-500"))
        .then_expect_events(vec![taken(1, "500")]);
    assert_eq!(corrected(1, "1").event_type(), "Corrected");
}

#[test]
fn a_correction_never_takes_more_than_the_main_wallet_holds() {
    let short = WalletError::InsufficientFunds {
        needed: baht("500.01"),
        held: baht("500"),
    };
    given([])
        .when(correct(1, "-500.01"))
        .then_expect_error(short);
    // What is set aside for a withdrawal is not there either.
    let rest = WalletError::InsufficientFunds {
        needed: baht("400.01"),
        held: baht("400"),
    };
    given([withdrawal_requested(1, "100")])
        .when(unrelated(1, "-400.01"))
        .then_expect_error(rest);
}

#[test]
fn a_correction_waits_until_open_operations_have_ended_or_says_that_it_is_unrelated() {
    for open in [
        vec![withdrawal_requested(1, "100")],
        vec![withdrawal_requested(1, "100"), withdrawal_sent(1)],
        vec![slip_submitted(2)],
        vec![started_in(1, "100")],
        vec![started_in(1, "100"), sent(1)],
        vec![gift_submitted(1, "voucher")],
        vec![gift_submitted(1, "voucher"), gift_sent(1, "voucher", "60")],
        vec![announced(1, "70")],
        vec![ordered(1, "100"), qr::referred(1)],
    ] {
        let held = folded(funded().into_iter().chain(open.clone()));
        assert!(held.has_open_operation(), "{open:?}");
        given(open.clone())
            .when(correct(1, "60"))
            .then_expect_error(WalletError::OpenOperation);
        let WalletEvent::Corrected(plain) = corrected(1, "60") else {
            unreachable!("a correction was made");
        };
        given(open)
            .when(unrelated(1, "60"))
            .then_expect_events(vec![WalletEvent::Corrected(Corrected {
                is_unrelated: true,
                ..plain
            })]);
    }
    assert_eq!(WalletError::OpenOperation.code(), "OPERATION_OPEN");
    // A QR that nobody has paid moves no money.
    given([ordered(1, "60")])
        .when(correct(1, "60"))
        .then_expect_events(vec![corrected(1, "60")]);
}

#[test]
fn a_correction_takes_effect_once_and_its_id_means_one_amount() {
    given([corrected(1, "5")])
        .when(correct(1, "5"))
        .then_expect_events(vec![]);
    given([corrected(1, "5")])
        .when(correct(1, "6"))
        .then_expect_error(WalletError::IdTaken("correction"));
    given([corrected(1, "5")])
        .when(correct(2, "5"))
        .then_expect_events(vec![corrected(2, "5")]);
    // Permanently: the wallet forgets, the claim does not.
    let claim = corrected(1, "5").claims().remove(0);
    assert_eq!(
        (claim.kind, claim.reference),
        ("correction", correction_id(1).to_string())
    );
}

#[test]
fn nobody_agrees_to_their_own_correction() {
    let WalletCommand::Correct(Correction {
        correction_id,
        amount,
        reason,
        by,
        ..
    }) = correct(1, "5")
    else {
        unreachable!("a correction is asked for");
    };
    given([])
        .when(WalletCommand::Correct(Correction {
            correction_id,
            amount,
            reason,
            by,
            approved_by: by,
            is_unrelated: false,
        }))
        .then_expect_error(WalletError::SamePerson("correction"));
    assert_eq!(WalletError::SamePerson("").code(), "SECOND_PERSON");
}

#[test]
fn a_correction_of_nothing_or_of_other_money_is_refused() {
    given([])
        .when(correct(1, "0"))
        .then_expect_error(WalletError::AmountIsZero);
    let kip = Money::parse("5", Currency::Lak).unwrap();
    given([])
        .when(by_two(1, kip))
        .then_expect_error(WalletError::Money(MoneyError::CurrencyMismatch));
}

#[test]
fn a_wallet_that_was_never_opened_is_not_corrected() {
    Rule::with(noon().into())
        .given_no_previous_events()
        .when(correct(1, "5"))
        .then_expect_error(WalletError::NotOpen);
}

#[test]
fn a_correction_beyond_the_books_is_refused() {
    given([])
        .when(correct(1, "999999999999.99"))
        .then_expect_error(WalletError::Money(MoneyError::TooLarge));
}

#[test]
fn a_correction_is_made_during_a_break_and_counts_for_no_limit() {
    let (on_a_break, _) = on_a_break();
    given([on_a_break])
        .when(correct(1, "5"))
        .then_expect_events(vec![corrected(1, "5")]);
    assert_eq!(corrected(1, "5").deposit(), None);
}

#[test]
fn a_correction_moves_no_goal_of_a_grant() {
    let mut player = Player::funded();
    player.activate(1, welcome()).unwrap();
    assert_eq!(player.base(), "800.00");
    player.does(correct(1, "100")).unwrap();
    assert_eq!(player.base(), "800.00");
    player.does(correct(2, "-200")).unwrap();
    assert_eq!(player.base(), "800.00");
}

#[test]
fn no_grant_is_asked_for_with_a_deposit_that_was_taken_back() {
    let mut player = Player::funded();
    player.does(correct(1, "-500")).unwrap();
    let none = refused(ledger::RewardError::NoQualifyingDeposit);
    assert_eq!(player.activate(1, welcome()), none);
}
