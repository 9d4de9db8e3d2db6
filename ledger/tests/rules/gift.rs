//! Gift links: claimed before they are redeemed, credited on a definite answer only.

use ledger::posting::movement;
use ledger::wallet::{GiftCommand, GiftEvent, GiftStatus, LimitPeriod, NonDeliveryProof};
use ledger::{Account, WalletCommand, WalletError, WalletEvent};

use super::support::*;

fn submit(n: u128, voucher: &str) -> WalletCommand {
    WalletCommand::Gift(GiftCommand::Submit {
        gift_id: gift_id(n),
        voucher: voucher.into(),
    })
}

fn send(n: u128, expected: &str) -> WalletCommand {
    WalletCommand::Gift(GiftCommand::MarkSent {
        gift_id: gift_id(n),
        expected: baht(expected),
    })
}

fn mark_unknown(n: u128) -> WalletCommand {
    WalletCommand::Gift(GiftCommand::MarkUnknown {
        gift_id: gift_id(n),
        reason: "time-out".into(),
    })
}

fn unknown(n: u128) -> WalletEvent {
    WalletEvent::Gift(GiftEvent::Unknown {
        gift_id: gift_id(n),
        reason: "time-out".into(),
    })
}

fn credit_gift(n: u128, amount: &str) -> WalletCommand {
    WalletCommand::Gift(GiftCommand::Credit {
        gift_id: gift_id(n),
        amount: baht(amount),
        deposit_account: "truewallet".into(),
    })
}

fn credited(n: u128, amount: &str) -> WalletEvent {
    let bank = Account::Bank("truewallet".into());
    WalletEvent::Gift(GiftEvent::Credited {
        gift_id: gift_id(n),
        amount: baht(amount),
        deposit_account: "truewallet".into(),
        at: noon(),
        postings: movement(bank, Account::Main, baht(amount)),
    })
}

fn reject(n: u128, grounds: NonDeliveryProof) -> WalletCommand {
    WalletCommand::Gift(GiftCommand::Reject {
        gift_id: gift_id(n),
        reason: "VOUCHER_EXPIRED".into(),
        grounds,
    })
}

fn rejected(n: u128) -> WalletEvent {
    WalletEvent::Gift(GiftEvent::Rejected {
        gift_id: gift_id(n),
        reason: "VOUCHER_EXPIRED".into(),
    })
}

/// Handed in and about to be redeemed.
fn on_its_way() -> Vec<WalletEvent> {
    vec![gift_submitted(1, "v"), gift_sent(1, "v", "100")]
}

#[test]
fn a_gift_is_submitted_claimed_and_then_credited_with_what_was_paid() {
    given([])
        .when(submit(1, "v"))
        .then_expect_events(vec![gift_submitted(1, "v")]);
    given([gift_submitted(1, "v")])
        .when(send(1, "100"))
        .then_expect_events(vec![gift_sent(1, "v", "100")]);
    given(on_its_way())
        .when(credit_gift(1, "99.50"))
        .then_expect_events(vec![credited(1, "99.50")]);
    let claim = gift_sent(1, "v", "100").claims().remove(0);
    assert_eq!((claim.kind, claim.reference.as_str()), ("gift", "v"));
}

#[test]
fn a_gift_whose_answer_was_lost_is_credited_when_it_is_found() {
    given(on_its_way())
        .when(mark_unknown(1))
        .then_expect_events(vec![unknown(1)]);
    let lost = || on_its_way().into_iter().chain([unknown(1)]);
    given(lost())
        .when(credit_gift(1, "100"))
        .then_expect_events(vec![credited(1, "100")]);
    given(lost())
        .when(mark_unknown(1))
        .then_expect_events(vec![]);
    given(lost())
        .when(send(1, "100"))
        .then_expect_events(vec![]);
}

#[test]
fn a_gift_is_never_credited_before_it_was_claimed() {
    let call = WalletError::Unknown("call to the voucher service");
    given([gift_submitted(1, "v")])
        .when(credit_gift(1, "100"))
        .then_expect_error(call.clone());
    given([gift_submitted(1, "v")])
        .when(mark_unknown(1))
        .then_expect_error(call);
    given([])
        .when(credit_gift(1, "100"))
        .then_expect_error(WalletError::Unknown("gift"));
}

#[test]
fn a_gift_is_credited_once_and_never_after_a_rejection() {
    let done = || on_its_way().into_iter().chain([credited(1, "100")]);
    given(done())
        .when(credit_gift(1, "100"))
        .then_expect_events(vec![]);
    given(done())
        .when(reject(1, NonDeliveryProof::ForEver))
        .then_expect_error(WalletError::Ended("gift"));
    given(done())
        .when(send(1, "100"))
        .then_expect_error(WalletError::Ended("gift"));
    given([gift_submitted(1, "v"), rejected(1)])
        .when(credit_gift(1, "100"))
        .then_expect_error(WalletError::Ended("gift"));
}

#[test]
fn one_voucher_is_open_in_a_wallet_once() {
    given([gift_submitted(1, "v")])
        .when(submit(1, "v"))
        .then_expect_events(vec![]);
    for stage in [
        vec![gift_submitted(1, "v")],
        on_its_way(),
        [on_its_way(), vec![unknown(1)]].concat(),
        [on_its_way(), vec![credited(1, "100")]].concat(),
        // Its claim is used up: it would be refused later.
        [on_its_way(), vec![rejected(1)]].concat(),
    ] {
        given(stage.clone())
            .when(submit(2, "v"))
            .then_expect_error(WalletError::DuplicateGift);
        given(stage)
            .when(submit(2, "w"))
            .then_expect_events(vec![gift_submitted(2, "w")]);
    }
    given([gift_submitted(1, "v"), rejected(1)])
        .when(submit(2, "v"))
        .then_expect_events(vec![gift_submitted(2, "v")]);
    assert_eq!(WalletError::DuplicateGift.code(), "TRUELINK_DUPLICATE");
}

#[test]
fn a_gift_is_rejected_only_while_it_is_certain_that_nobody_redeemed_it() {
    let stages = [
        (
            vec![gift_submitted(1, "v")],
            vec![NonDeliveryProof::NeverCalled],
        ),
        (
            on_its_way(),
            vec![NonDeliveryProof::FirstAnswer, NonDeliveryProof::ForEver],
        ),
        (
            [on_its_way(), vec![unknown(1)]].concat(),
            vec![NonDeliveryProof::ForEver],
        ),
    ];
    for (stage, certain) in stages {
        for grounds in [
            NonDeliveryProof::NeverCalled,
            NonDeliveryProof::FirstAnswer,
            NonDeliveryProof::ForEver,
        ] {
            let result = given(stage.clone())
                .when(reject(1, grounds))
                .inspect_result();
            let expected = if certain.contains(&grounds) {
                Ok(vec![rejected(1)])
            } else {
                Err(WalletError::NotDefinite("gift"))
            };
            assert_eq!(result, expected, "{stage:?} {grounds:?}");
        }
    }
    given([gift_submitted(1, "v"), rejected(1)])
        .when(reject(1, NonDeliveryProof::NeverCalled))
        .then_expect_events(vec![]);
}

#[test]
fn a_voucher_beyond_the_limit_is_not_redeemed() {
    let limit = limited(LimitPeriod::Week, "600");
    given([limit.clone(), gift_submitted(1, "v")])
        .when(send(1, "100"))
        .then_expect_events(vec![gift_sent(1, "v", "100")]);
    let refusal = WalletError::DepositLimit {
        period: LimitPeriod::Week,
        limit: baht("600"),
        remaining: baht("100"),
    };
    given([limit, gift_submitted(1, "v")])
        .when(send(1, "100.01"))
        .then_expect_error(refusal);
}

#[test]
fn a_voucher_being_redeemed_keeps_its_place_under_the_limit() {
    let limit = limited(LimitPeriod::Day, "600");
    let refusal = |remaining| WalletError::DepositLimit {
        period: LimitPeriod::Day,
        limit: baht("600"),
        remaining: baht(remaining),
    };
    let more = || std::iter::once(limit.clone()).chain(on_its_way());
    // Another deposit may not take it away, its own credit uses it up, and no satang more.
    given(more().chain([slip_submitted(2)]))
        .when(credit(2, "1"))
        .then_expect_error(refusal("0"));
    given(more())
        .when(credit_gift(1, "100"))
        .then_expect_events(vec![credited(1, "100")]);
    given(more())
        .when(credit_gift(1, "100.01"))
        .then_expect_error(refusal("100"));
    given(more().chain([rejected(1), slip_submitted(2)]))
        .when(credit(2, "100"))
        .then_expect_events(vec![deposited(2, "100")]);
}

#[test]
fn a_player_on_a_break_neither_hands_in_nor_redeems_nor_is_credited() {
    let (on_a_break, refusal) = on_a_break();
    given([on_a_break.clone()])
        .when(submit(1, "v"))
        .then_expect_error(refusal.clone());
    given([gift_submitted(1, "v"), on_a_break.clone()])
        .when(send(1, "100"))
        .then_expect_error(refusal.clone());
    given(on_its_way().into_iter().chain([on_a_break.clone()]))
        .when(credit_gift(1, "100"))
        .then_expect_error(refusal);
    given(on_its_way().into_iter().chain([on_a_break]))
        .when(mark_unknown(1))
        .then_expect_events(vec![unknown(1)]);
}

#[test]
fn a_refused_credit_leaves_the_gift_where_it_was() {
    let (on_a_break, _) = on_a_break();
    let mut wallet = folded(funded().into_iter().chain(on_its_way()).chain([on_a_break]));
    execute(&mut wallet, credit_gift(1, "100"), noon()).unwrap_err();
    assert_eq!(wallet.gift(gift_id(1)).unwrap().status, GiftStatus::Sent);
    execute(&mut wallet, credit_gift(1, "100"), noon() + hours(1)).unwrap();
    assert_eq!(wallet.bucket(&Account::Main), Some(baht("600")));
}
