//! Coupons of the wheel: claimed once, in time, the one that runs out first before the others.

use chrono::{DateTime, TimeDelta, Utc};
use ledger::posting::movement;
use ledger::wallet::reward::{
    Award, BAND_RULE, CouponClaim, GameHeld, GrantActivated, GrantKind, GrantTerms, Held, Prize,
    Seen,
};
use ledger::{
    Account, RewardCommand, RewardError, RewardEvent, Wallet, WalletCommand, WalletError,
    WalletEvent,
};

use super::support::*;
use super::wheel_support::*;

fn claim_with(
    n: u128,
    prize: &str,
    is_known: bool,
    terms: GrantTerms,
    seen: Option<Seen>,
) -> WalletCommand {
    WalletCommand::Reward(RewardCommand::ClaimCoupon(CouponClaim {
        grant_id: grant_id(n),
        prize: prize.to_owned(),
        is_known,
        terms,
        seen,
    }))
}

/// A claim of what is met at once.
fn claim(n: u128, prize: &str) -> WalletCommand {
    claim_with(n, prize, true, free(), None)
}

/// What `pg` holds, asked after all that has happened.
fn seen(balance: &str) -> Seen {
    Seen {
        at_sequence: i64::MAX,
        games: vec![GameHeld {
            game: game("pg"),
            balance: baht(balance),
            win_loss: None,
        }],
    }
}

/// Coins and a seed, and these spins, each won at the moment given.
fn won_at(spins: &[(&str, Prize, DateTime<Utc>)]) -> Vec<WalletEvent> {
    let spins = (0..)
        .zip(spins)
        .map(|(nonce, (code, prize, at))| spun(u128::from(nonce) + 1, nonce, code, *prize, *at));
    [earned(20), committed(1, example_seed(), CLIENT)]
        .into_iter()
        .chain(spins)
        .collect()
}

fn won_now(spins: &[(&str, Prize)]) -> Vec<WalletEvent> {
    let spins: Vec<_> = spins
        .iter()
        .map(|(code, prize)| (*code, *prize, noon()))
        .collect();
    won_at(&spins)
}

fn wallet_with(events: Vec<WalletEvent>) -> Wallet {
    folded(funded().into_iter().chain(events))
}

/// The spin whose coupon a claim took, and what it was worth.
fn taken(wallet: &mut Wallet, n: u128, prize: &str) -> (u128, String) {
    let events = execute(wallet, claim(n, prize), noon()).unwrap();
    match &events[..] {
        [WalletEvent::Reward(event)] => match &**event {
            RewardEvent::GrantActivated(GrantActivated { coupon, amount, .. }) => {
                (coupon.unwrap().0.as_u128(), amount.digits())
            }
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

fn refused(given_events: Vec<WalletEvent>, command: WalletCommand, error: RewardError, code: &str) {
    assert_eq!(error.code(), code);
    given(given_events)
        .when(command)
        .then_expect_error(WalletError::Reward(error));
}

#[test]
fn a_claimed_coupon_is_a_grant_of_its_worth_and_gone() {
    let held = |account, amount| Held {
        account,
        amount: baht(amount),
    };
    let granted = WalletEvent::from(RewardEvent::GrantActivated(GrantActivated {
        won: None,
        grant_id: grant_id(1),
        kind: GrantKind::Coupon,
        reference: "CASH5".to_owned(),
        amount: baht("5"),
        base: baht("505"),
        award: Award::Fixed { amount: baht("5") },
        deposit_rule: None,
        deposit: None,
        limit: None,
        received_before: 0,
        quota_no: None,
        coupon: Some(spin_id(1)),
        terms: free(),
        rule: BAND_RULE.to_owned(),
        balances: vec![held(Account::Main, "500")],
        at: noon(),
        postings: movement(Account::Reward(GrantKind::Coupon), Account::Main, baht("5")),
    }));
    let events = won_now(&[("CASH5", coupon("5", Some(7)))]);
    given(events.clone())
        .when(claim(1, "CASH5"))
        .then_expect_events(vec![granted.clone()]);
    let claimed: Vec<_> = events.into_iter().chain([granted]).collect();
    let wallet = wallet_with(claimed.clone());
    assert_eq!(wallet.coupons().count(), 0);
    assert!(wallet.active_grant().is_none(), "met at once");
    // A repeat writes nothing, and another claim finds none.
    given(claimed.clone())
        .when(claim(1, "CASH5"))
        .then_expect_events(vec![]);
    let none = RewardError::NoCoupon;
    refused(claimed, claim(2, "CASH5"), none, "NO_CLAIMABLE_COUPON");
}

#[test]
fn each_refusal_comes_before_those_behind_it() {
    let unknown = |n| claim_with(n, "CASH7", false, free(), None);
    // Nothing unclaimed at all: said even of a prize that no wheel has.
    refused(
        vec![],
        unknown(1),
        RewardError::NoCoupon,
        "NO_CLAIMABLE_COUPON",
    );
    let yesterday = noon() - TimeDelta::days(1);
    let held = won_at(&[
        ("GIFT", Prize::Gift, noon()),
        ("CASH5", coupon("5", Some(1)), yesterday),
        ("CASH20", coupon("20", None), noon()),
    ]);
    let cases = [
        (unknown(1), RewardError::UnknownPrize, "INVALID_PRIZE_CODE"),
        (
            claim(1, "CASH7"),
            RewardError::NoCoupon,
            "NO_CLAIMABLE_COUPON",
        ),
        (
            claim(1, "GIFT"),
            RewardError::NotMoney,
            "INVALID_COUPON_TYPE",
        ),
        (
            claim(1, "CASH5"),
            RewardError::CouponExpired,
            "COUPON_EXPIRED",
        ),
    ];
    for (command, error, code) in cases.clone() {
        refused(held.clone(), command, error, code);
    }
    // With an active grant each of them is still said first, and only then BONUS_REMAINING.
    let mut wallet = wallet_with(held.clone());
    let tripled = claim_with(9, "CASH20", true, triple(), Some(seen("0")));
    execute(&mut wallet, tripled, noon()).unwrap();
    assert!(wallet.active_grant().is_some());
    for (command, error, _) in cases {
        let answer = wallet.decide(command, noon());
        assert_eq!(answer, Err(WalletError::Reward(error)));
    }
    let mut wallet = wallet_with(
        held.into_iter()
            .chain([spun(4, 3, "CASH20", coupon("20", None), noon())])
            .collect(),
    );
    let tripled = claim_with(9, "CASH20", true, triple(), Some(seen("0")));
    execute(&mut wallet, tripled, noon()).unwrap();
    let answer = wallet.decide(claim(1, "CASH20"), noon());
    assert_eq!(answer, Err(WalletError::Reward(RewardError::GrantRemains)));
    assert_eq!(RewardError::GrantRemains.code(), "BONUS_REMAINING");
}

#[test]
fn a_player_who_takes_a_break_claims_nothing() {
    let (exclusion, excluded) = on_a_break();
    let held = won_now(&[("CASH5", coupon("5", None))]);
    given(held.into_iter().chain([exclusion]))
        .when(claim(1, "CASH5"))
        .then_expect_error(excluded);
}

#[test]
fn the_coupon_that_runs_out_first_is_taken_and_those_for_ever_last() {
    let mut wallet = wallet_with(won_now(&[
        ("CASH5", coupon("1", None)),
        ("CASH5", coupon("2", Some(9))),
        ("OTHER", coupon("3", Some(1))),
        ("CASH5", coupon("4", Some(2))),
        ("CASH5", coupon("5", None)),
        ("CASH5", coupon("6", Some(2))),
    ]));
    let order: Vec<_> = (1..=5).map(|n| taken(&mut wallet, n, "CASH5")).collect();
    let expected = [
        (4, "4.00"),
        (6, "6.00"),
        (2, "2.00"),
        (1, "1.00"),
        (5, "5.00"),
    ];
    assert_eq!(
        order,
        expected.map(|(spin, worth)| (spin, worth.to_owned()))
    );
    let left: Vec<_> = wallet.coupons().map(|coupon| coupon.code.clone()).collect();
    assert_eq!(left, ["OTHER"]);
}

#[test]
fn a_coupon_holds_until_the_moment_it_runs_out() {
    let mut wallet = wallet_with(won_now(&[("CASH5", coupon("5", Some(7)))]));
    let end = noon() + TimeDelta::days(7);
    let late = wallet.decide(claim(1, "CASH5"), end);
    assert_eq!(late, Err(WalletError::Reward(RewardError::CouponExpired)));
    execute(
        &mut wallet,
        claim(1, "CASH5"),
        end - TimeDelta::nanoseconds(1),
    )
    .unwrap();
}

#[test]
fn an_expired_coupon_or_a_gift_of_the_same_prize_does_not_hide_one_that_holds() {
    let yesterday = noon() - TimeDelta::days(1);
    let mut wallet = wallet_with(won_at(&[
        ("CASH5", coupon("5", Some(1)), yesterday),
        ("CASH5", Prize::Gift, yesterday),
        ("CASH5", coupon("5", Some(2)), yesterday),
    ]));
    assert_eq!(taken(&mut wallet, 1, "CASH5").0, 3);
    assert_eq!(wallet.coupons().count(), 2);
}

#[test]
fn a_coupon_with_a_condition_is_the_active_grant_and_the_games_must_be_known() {
    let held = || won_now(&[("CASH20", coupon("20", None))]);
    let blind = claim_with(1, "CASH20", true, triple(), None);
    refused(held(), blind, RewardError::Stale, "REQUEST_LIMIT");
    let mut wallet = wallet_with(held());
    let known = claim_with(1, "CASH20", true, triple(), Some(seen("30")));
    let events = execute(&mut wallet, known, noon()).unwrap();
    assert_eq!(events.len(), 2, "what the game holds, and the grant");
    let active = wallet.active_grant().unwrap();
    assert_eq!((active.kind, active.base), (GrantKind::Coupon, baht("550")));
    assert_eq!(wallet.bucket(&Account::Main), Some(baht("520")));
    let out = wallet.decide(request_withdrawal(1, "100"), noon());
    assert_eq!(out, Err(WalletError::Reward(RewardError::GrantRemains)));
}

#[test]
fn coupons_that_ran_out_are_forgotten_in_the_end_and_no_others() {
    let mut spins = vec![
        ("KEPT", coupon("5", None), noon()),
        ("GIFT", Prize::Gift, noon()),
    ];
    spins.extend(std::iter::repeat_n(
        ("OLD", coupon("5", Some(1)), noon()),
        100,
    ));
    spins.push(("NEW", coupon("5", Some(1)), noon() + TimeDelta::days(1)));
    let mut events = won_at(&spins);
    events[0] = earned(200);
    let wallet = wallet_with(events);
    let held = |code: &str| wallet.coupons().filter(|it| it.code == code).count();
    assert_eq!(
        [held("KEPT"), held("GIFT"), held("OLD"), held("NEW")],
        [1, 1, 64, 1]
    );
}
