//! Which deposit a bonus asks for, and what part of it is granted.

use ledger::wallet::reward::{Award, DepositRule, GrantTerms};
use ledger::{Currency, Money, MoneyError, RewardError, WalletError};

use super::reward_support::*;
use super::support::*;

#[test]
fn a_bonus_of_a_deposit_asks_for_one_that_is_large_enough() {
    let asking = |min: &str| Offer {
        deposit: Some(DepositRule {
            min: baht(min),
            is_unplayed: true,
        }),
        ..welcome()
    };
    let none = refused(RewardError::NoQualifyingDeposit);
    assert_eq!(Player::poor(Currency::Thb).activate(1, welcome()), none);
    assert_eq!(Player::funded().activate(1, asking("500.01")), none);
    assert_eq!(
        granted(Player::funded().activate(1, asking("500"))),
        "300.00"
    );
    assert_eq!(RewardError::NoQualifyingDeposit.code(), "BONUS_CONDITION");
}

#[test]
fn the_last_deposit_qualifies_and_not_the_sum_of_all() {
    let mut player = Player::funded();
    player.deposits("120");
    assert_eq!(granted(player.activate(1, welcome())), "120.00");
}

#[test]
fn a_deposit_is_used_once() {
    let mut player = Player::funded();
    let at_once = || Offer {
        terms: no_terms(),
        ..welcome()
    };
    player.activate(1, at_once()).unwrap();
    let none = refused(RewardError::NoQualifyingDeposit);
    assert_eq!(player.activate(2, at_once()), none);
    player.deposits("100");
    player.activate(2, at_once()).unwrap();
}

#[test]
fn a_bonus_that_asks_for_no_deposit_uses_the_last_one_up() {
    let mut player = Player::funded();
    player.activate(1, gift()).unwrap();
    let none = refused(RewardError::NoQualifyingDeposit);
    assert_eq!(player.activate(2, welcome()), none);
}

#[test]
fn a_deposit_that_came_in_while_a_grant_was_active_qualifies_for_no_other() {
    let mut player = Player::funded();
    player.activate(1, welcome()).unwrap();
    player.deposits("200");
    player.plays_all_to("0");
    player.clear(1).unwrap();
    let none = refused(RewardError::NoQualifyingDeposit);
    assert_eq!(player.activate(2, welcome()), none);
}

#[test]
fn a_deposit_does_not_qualify_once_a_withdrawal_was_asked_for_even_if_it_came_back() {
    let mut player = Player::funded();
    player.withdraws(1, "100").unwrap();
    let none = refused(RewardError::NoQualifyingDeposit);
    assert_eq!(player.activate(1, welcome()), none);
    player.gets_back(1);
    assert_eq!(player.activate(1, welcome()), none);
}

#[test]
fn a_deposit_that_was_played_with_does_not_qualify_where_it_must_not_be() {
    let mut player = Player::funded();
    let offer = |played: Option<&str>| Offer {
        played: played.map(baht),
        ..welcome()
    };
    let none = refused(RewardError::NoQualifyingDeposit);
    assert_eq!(player.activate(1, offer(Some("0.01"))), none);
    assert_eq!(player.activate(1, offer(None)), none, "nobody was asked");
    let mut careless = offer(Some("0.01"));
    careless.deposit = Some(DepositRule {
        min: baht("100"),
        is_unplayed: false,
    });
    player.activate(1, careless).unwrap();
}

#[test]
fn a_part_of_a_deposit_is_rounded_down_to_what_the_currency_shows() {
    let part = |percent, amount: &str, currency| {
        let cap = Money::parse("1000000", currency).unwrap();
        let deposit = Money::parse(amount, currency).unwrap();
        let award = Award::OfDeposit { percent, cap };
        award.of(Some(deposit), currency).unwrap().digits()
    };
    assert_eq!(part(33, "100.10", Currency::Thb), "33.03");
    assert_eq!(part(1, "0.99", Currency::Thb), "0.00");
    assert_eq!(part(33, "50050", Currency::Lak), "16516");
    assert_eq!(part(50, "3", Currency::Lak), "1");
    assert_eq!(part(200, "999999", Currency::Lak), "1000000");
}

#[test]
fn a_part_that_is_less_than_the_currency_shows_is_no_bonus() {
    let mut player = Player::funded();
    player.deposits("0.99");
    let mut offer = welcome();
    offer.deposit = Some(DepositRule {
        min: baht("0"),
        is_unplayed: true,
    });
    let cap = baht("300");
    offer.award = Award::OfDeposit { percent: 1, cap };
    let none = refused(RewardError::NoQualifyingDeposit);
    assert_eq!(player.activate(1, offer.clone()), none);
    offer.deposit = None;
    assert_eq!(player.activate(1, offer), none, "nor a part of no deposit");
}

#[test]
fn a_kip_wallet_is_granted_whole_kip_and_no_baht() {
    let kip = |text| Money::parse(text, Currency::Lak).unwrap();
    let mut player = Player::poor(Currency::Lak);
    player.deposits("50050");
    let award = Award::OfDeposit {
        percent: 33,
        cap: kip("100000"),
    };
    let offer = Offer {
        award,
        deposit: Some(DepositRule {
            min: kip("1000"),
            is_unplayed: true,
        }),
        ..welcome()
    };
    let in_baht = Err(WalletError::Money(MoneyError::CurrencyMismatch));
    assert_eq!(player.activate(1, free()), in_baht);
    let capped = GrantTerms {
        max_withdraw: Some(baht("0.50")),
        ..terms()
    };
    let capped = Offer {
        terms: capped,
        ..offer.clone()
    };
    assert_eq!(player.activate(1, capped), in_baht);
    let asking = Offer {
        deposit: welcome().deposit,
        ..offer.clone()
    };
    assert_eq!(player.activate(1, asking), in_baht);
    assert_eq!(granted(player.activate(1, offer)), "16516");
    assert_eq!(player.base(), "66566");
}
