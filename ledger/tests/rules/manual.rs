//! Announced deposits: money only after staff has found it.

use ledger::posting::movement;
use ledger::wallet::{LimitPeriod, ManualCommand, ManualEvent, SlipEvent};
use ledger::{Account, WalletCommand, WalletError, WalletEvent};

use super::support::*;

fn announce(n: u128, amount: &str) -> WalletCommand {
    WalletCommand::Manual(ManualCommand::Request {
        deposit_id: deposit_id(n),
        amount: baht(amount),
    })
}

fn find(n: u128) -> WalletCommand {
    WalletCommand::Manual(ManualCommand::Credit {
        deposit_id: deposit_id(n),
        reference: "2026-03-11/77".into(),
        deposit_account: "scb-1".into(),
    })
}

fn found(n: u128, amount: &str) -> WalletEvent {
    WalletEvent::Manual(ManualEvent::Credited {
        deposit_id: deposit_id(n),
        reference: "2026-03-11/77".into(),
        deposit_account: "scb-1".into(),
        amount: baht(amount),
        at: noon(),
        postings: movement(Account::Bank("scb-1".into()), Account::Main, baht(amount)),
    })
}

fn reject(n: u128) -> WalletCommand {
    WalletCommand::Manual(ManualCommand::Reject {
        deposit_id: deposit_id(n),
        reason: "not found".into(),
    })
}

fn rejected(n: u128) -> WalletEvent {
    WalletEvent::Manual(ManualEvent::Rejected {
        deposit_id: deposit_id(n),
        reason: "not found".into(),
    })
}

#[test]
fn an_announced_deposit_is_no_money_until_staff_has_found_it() {
    given([])
        .when(announce(1, "100"))
        .then_expect_events(vec![announced(1, "100")]);
    assert!(announced(1, "100").postings().is_empty());
    given([announced(1, "100")])
        .when(find(1))
        .then_expect_events(vec![found(1, "100")]);
    let claim = found(1, "100").claims().remove(0);
    assert_eq!(
        (claim.kind, claim.reference.as_str()),
        ("receipt", "scb-1:2026-03-11/77")
    );
}

#[test]
fn an_announced_deposit_ends_once() {
    given([announced(1, "100")])
        .when(reject(1))
        .then_expect_events(vec![rejected(1)]);
    given([announced(1, "100"), rejected(1)])
        .when(reject(1))
        .then_expect_events(vec![]);
    given([announced(1, "100"), rejected(1)])
        .when(find(1))
        .then_expect_error(WalletError::Ended("announced deposit"));
    given([announced(1, "100"), found(1, "100")])
        .when(find(1))
        .then_expect_events(vec![]);
    given([announced(1, "100"), found(1, "100")])
        .when(reject(1))
        .then_expect_error(WalletError::Ended("announced deposit"));
    given([])
        .when(find(1))
        .then_expect_error(WalletError::Unknown("announced deposit"));
}

#[test]
fn at_most_three_deposits_wait_for_staff() {
    let three = [announced(1, "1"), announced(2, "1"), announced(3, "1")];
    given(three.clone())
        .when(announce(4, "1"))
        .then_expect_error(WalletError::TooManyOpen("announced deposit"));
    given(three.clone())
        .when(announce(3, "1"))
        .then_expect_events(vec![]);
    for end in [rejected(2), found(2, "1")] {
        given(three.clone().into_iter().chain([end]))
            .when(announce(4, "1"))
            .then_expect_events(vec![announced(4, "1")]);
    }
    assert_eq!(WalletError::TooManyOpen("").code(), "REQUEST_LIMIT");
}

#[test]
fn an_announced_deposit_of_nothing_or_less_is_refused() {
    for amount in ["0", "-1"] {
        given([])
            .when(announce(1, amount))
            .then_expect_error(WalletError::AmountNotPositive);
    }
}

#[test]
fn announced_deposits_share_the_limit_with_all_others() {
    let limit = limited(LimitPeriod::Month, "600");
    let refusal = |remaining| WalletError::DepositLimit {
        period: LimitPeriod::Month,
        limit: baht("600"),
        remaining: baht(remaining),
    };
    given([limit.clone(), ordered(1, "40"), announced(1, "60")])
        .when(announce(2, "0.01"))
        .then_expect_error(refusal("0"));
    // Real money does not wait for what was only announced, and takes its place.
    given([limit.clone(), announced(1, "60"), slip_submitted(2)])
        .when(credit(2, "100"))
        .then_expect_events(vec![deposited(2, "100")]);
    given([
        limit,
        announced(1, "60"),
        slip_submitted(2),
        deposited(2, "100"),
    ])
    .when(find(1))
    .then_expect_error(refusal("0"));
}

#[test]
fn a_player_on_a_break_announces_nothing_and_is_credited_nothing() {
    let (on_a_break, refusal) = on_a_break();
    given([on_a_break.clone()])
        .when(announce(1, "1"))
        .then_expect_error(refusal.clone());
    given([announced(1, "1"), on_a_break])
        .when(find(1))
        .then_expect_error(refusal);
}

#[test]
fn a_payment_found_by_a_slip_and_by_a_person_is_one_fact() {
    let by_slip = deposited(1, "100");
    let WalletEvent::Slip(SlipEvent::Credited { reference, .. }) = &by_slip else {
        unreachable!("a slip brings a deposit");
    };
    let by_hand = WalletEvent::Manual(ManualEvent::Credited {
        deposit_id: deposit_id(1),
        reference: reference.trans_ref.clone(),
        deposit_account: "scb-1".into(),
        amount: baht("100"),
        at: noon(),
        postings: movement(Account::Bank("scb-1".into()), Account::Main, baht("100")),
    });
    for common in by_hand.claims() {
        assert!(by_slip.claims().contains(&common), "{common:?}");
    }
}

#[test]
fn a_payment_is_the_same_one_in_another_spelling_and_on_another_account() {
    let claims = |reference: &str, account: &str| {
        let by_hand = WalletEvent::Manual(ManualEvent::Credited {
            deposit_id: deposit_id(1),
            reference: reference.into(),
            deposit_account: account.into(),
            amount: baht("100"),
            at: noon(),
            postings: movement(Account::Bank(account.into()), Account::Main, baht("100")),
        });
        by_hand.claims()
    };
    let by_slip = deposited(1, "100").claims();
    for (reference, account) in [
        ("015073144041ATF00999", "scb-2"),
        ("015073144041atf00999", "scb-1"),
        ("15073144041ATF00999", "scb-1"),
        ("0150-7314-4041/atf.00999", "kbank-1"),
    ] {
        let by_hand = claims(reference, account);
        assert!(
            by_hand.iter().any(|claim| by_slip.contains(claim)),
            "{reference}"
        );
    }
    assert!(!by_slip.contains(&claims("015073144041ATF00998", "scb-1")[1]));
}

#[test]
fn a_payment_without_a_name_is_not_credited() {
    for reference in ["", "-", "./_"] {
        let command = WalletCommand::Manual(ManualCommand::Credit {
            deposit_id: deposit_id(1),
            reference: reference.into(),
            deposit_account: "scb-1".into(),
        });
        given([announced(1, "100")])
            .when(command)
            .then_expect_error(WalletError::NoReference);
    }
}
