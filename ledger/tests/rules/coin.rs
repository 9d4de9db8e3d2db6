//! Coins: one for each full price that came in on one day of UTC+7.

use chrono::{DateTime, TimeDelta, Utc};
use cqrs_es::Aggregate;
use ledger::posting::movement;
use ledger::wallet::reward::CoinsEarned;
use ledger::wallet::{
    GiftCommand, ManualCommand, NonDeliveryProof, Opened, SlipCommand, WithdrawalCommand,
    WithdrawalEvent, reward::CoinPrices,
};
use ledger::{
    Account, Currency, GrantId, Money, RewardCommand, RewardEvent, Wallet, WalletCommand,
    WalletError, WalletEvent,
};
use uuid::Uuid;

use super::support::*;
use super::wheel_support::*;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn priced(baht_price: &str) -> CoinPrices {
    CoinPrices::from_iter([baht(baht_price)])
}

fn kip(text: &str) -> Money {
    Money::parse(text, Currency::Lak).unwrap()
}

fn wallet_in(currency: Currency) -> Wallet {
    folded([WalletEvent::Opened(Opened {
        currency,
        bank_account: ledger_testing::FIRST_ACCOUNT,
    })])
}

/// Carries slip `n` through and gives what its credit earned.
fn earns(
    wallet: &mut Wallet,
    n: u128,
    amount: Money,
    at: DateTime<Utc>,
    prices: CoinPrices,
) -> u32 {
    let submit = WalletCommand::Slip(SlipCommand::Submit {
        slip_id: slip(n),
        reference: Some(payment(n)),
    });
    execute_priced(wallet, submit, at, prices).unwrap();
    let credit = WalletCommand::Slip(SlipCommand::Credit {
        slip_id: slip(n),
        reference: payment(n),
        amount,
        deposit_account: "scb-1".into(),
    });
    came_with(&execute_priced(wallet, credit, at, prices).unwrap())
}

/// The coins that a credit brought.
fn came_with(events: &[WalletEvent]) -> u32 {
    match events {
        [_] => 0,
        [_, WalletEvent::Reward(event)] => match &**event {
            RewardEvent::CoinsEarned(CoinsEarned { coins, .. }) => {
                u32::try_from(coins.amount()).unwrap()
            }
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_full_price_of_a_day_is_a_coin_and_the_rest_counts_on() {
    let mut wallet = wallet_in(Currency::Thb);
    let mut pay = |n, amount| earns(&mut wallet, n, baht(amount), noon(), priced("500"));
    assert_eq!(pay(1, "499.99"), 0);
    assert_eq!(pay(2, "0.01"), 1);
    assert_eq!(pay(3, "1700"), 3);
    assert_eq!(pay(4, "299.99"), 0);
    assert_eq!(pay(5, "0.01"), 1);
    assert_eq!(wallet.coins(), Some(coins(5)));
    assert_eq!(wallet.bucket(&Account::Main), Some(baht("2500")));
}

#[test]
fn coins_are_booked_with_the_deposit_and_all_that_they_were_found_by() {
    let mut wallet = wallet_in(Currency::Thb);
    earns(&mut wallet, 1, baht("1100"), noon(), priced("500"));
    let submit = WalletCommand::Slip(SlipCommand::Submit {
        slip_id: slip(2),
        reference: Some(payment(2)),
    });
    execute_priced(&mut wallet, submit, noon(), priced("500")).unwrap();
    let credit = WalletCommand::Slip(SlipCommand::Credit {
        slip_id: slip(2),
        reference: payment(2),
        amount: baht("450"),
        deposit_account: "scb-1".into(),
    });
    let events = execute_priced(&mut wallet, credit.clone(), noon(), priced("500")).unwrap();
    let expected = WalletEvent::from(RewardEvent::CoinsEarned(CoinsEarned {
        coins: coins(1),
        day: "2026-03-11".parse().unwrap(),
        deposited: baht("1550"),
        price: baht("500"),
        earned_before: 2,
        at: noon(),
        postings: movement(Account::CoinIssue, Account::Coins, coins(1)),
    }));
    assert_eq!(events[1..], [expected]);
    // A repeat of the credit earns nothing.
    let again = execute_priced(&mut wallet, credit, noon(), priced("500"));
    assert_eq!(again, Ok(vec![]));
}

#[test]
fn a_day_ends_at_midnight_in_bangkok_and_takes_its_rest_along() {
    let mut wallet = wallet_in(Currency::Thb);
    let mut pay = |n, amount, when| earns(&mut wallet, n, baht(amount), at(when), priced("500"));
    assert_eq!(pay(1, "400", "2026-03-11T16:59:59Z"), 0);
    assert_eq!(pay(2, "400", "2026-03-11T17:00:00Z"), 0);
    assert_eq!(pay(3, "100", "2026-03-12T16:59:59Z"), 1);
    assert_eq!(pay(4, "499.99", "2026-03-12T17:00:00Z"), 0);
}

#[test]
fn a_process_whose_clock_is_behind_counts_into_no_day_that_is_over() {
    let mut wallet = wallet_in(Currency::Thb);
    let midnight = at("2026-03-11T17:00:00Z");
    let mut pay = |n, amount, when| earns(&mut wallet, n, baht(amount), when, priced("500"));
    assert_eq!(pay(1, "600", midnight - TimeDelta::hours(1)), 1);
    assert_eq!(pay(2, "100", midnight), 0);
    // Else the rest of yesterday's 600 would help.
    assert_eq!(pay(3, "399.99", midnight - TimeDelta::seconds(1)), 0);
    assert_eq!(pay(4, "0.01", midnight), 1);
}

#[test]
fn every_way_in_counts_and_money_that_comes_back_does_not() {
    let mut wallet = wallet_in(Currency::Thb);
    let prices = priced("100");
    assert_eq!(earns(&mut wallet, 1, baht("60"), noon(), prices), 0);
    let found = WalletCommand::Manual(ManualCommand::Credit {
        deposit_id: deposit_id(1),
        reference: "M1".into(),
        deposit_account: "scb-1".into(),
    });
    let announce = WalletCommand::Manual(ManualCommand::Request {
        deposit_id: deposit_id(1),
        amount: baht("50"),
    });
    let hand_in = WalletCommand::Gift(GiftCommand::Submit {
        gift_id: gift_id(1),
        voucher: "v".into(),
    });
    let send = WalletCommand::Gift(GiftCommand::MarkSent {
        gift_id: gift_id(1),
        expected: baht("100"),
    });
    let redeemed = WalletCommand::Gift(GiftCommand::Credit {
        gift_id: gift_id(1),
        amount: baht("100"),
        deposit_account: "truewallet".into(),
    });
    let mut run = |command| execute_priced(&mut wallet, command, noon(), prices).unwrap();
    run(order(1, "90"));
    assert_eq!(came_with(&run(pay_qr(1, "90"))), 1);
    run(announce);
    assert_eq!(came_with(&run(found)), 1);
    run(hand_in);
    run(send);
    assert_eq!(came_with(&run(redeemed)), 1);
    run(request_withdrawal(1, "300"));
    let back = run(WalletCommand::Withdrawal(WithdrawalCommand::Return {
        withdrawal_id: withdrawal(1),
        reason: "no".into(),
        grounds: NonDeliveryProof::NeverCalled,
    }));
    assert_eq!(back.len(), 1);
    assert_eq!(wallet.coins(), Some(coins(3)));
}

#[test]
fn a_price_that_changes_during_the_day_takes_no_coin_back() {
    let mut wallet = wallet_in(Currency::Thb);
    assert_eq!(
        earns(&mut wallet, 1, baht("1000"), noon(), priced("500")),
        2
    );
    // Twice as dear: 1,900 are one coin, and two were earned.
    assert_eq!(
        earns(&mut wallet, 2, baht("900"), noon(), priced("1000")),
        0
    );
    assert_eq!(
        earns(&mut wallet, 3, baht("1100"), noon(), priced("1000")),
        1
    );
    // Cheaper: the day's 3,100 are six.
    assert_eq!(earns(&mut wallet, 4, baht("100"), noon(), priced("500")), 3);
    assert_eq!(wallet.coins(), Some(coins(6)));
}

#[test]
fn a_wallet_in_kip_earns_by_the_price_in_kip_only() {
    let both = CoinPrices::from_iter([baht("500"), kip("500000")]);
    let mut wallet = wallet_in(Currency::Lak);
    assert_eq!(earns(&mut wallet, 1, kip("499999"), noon(), both), 0);
    assert_eq!(earns(&mut wallet, 2, kip("1"), noon(), both), 1);
    let mut wallet = wallet_in(Currency::Lak);
    assert_eq!(
        earns(&mut wallet, 1, kip("900000"), noon(), priced("500")),
        0
    );
    assert_eq!(wallet.coins(), Some(coins(0)));
}

#[test]
fn without_a_price_that_can_be_reached_no_coin_is_earned() {
    let of = |price: Option<Money>| CoinPrices::from_iter(price);
    for prices in [of(None), of(Some(baht("0"))), of(Some(kip("5")))] {
        let mut wallet = wallet_in(Currency::Thb);
        assert_eq!(earns(&mut wallet, 1, baht("5000"), noon(), prices), 0);
    }
}

#[test]
fn no_deposit_is_refused_because_its_coins_are_beyond_counting() {
    let mut wallet = wallet_in(Currency::Thb);
    let all = baht("1000000000000");
    let cheap = priced("0.01");
    assert_eq!(earns(&mut wallet, 1, all, noon(), cheap), u32::MAX);
    let postings = movement(Account::Main, Account::Withdrawal, all);
    let out = WalletEvent::Withdrawal(WithdrawalEvent::Requested {
        withdrawal_id: withdrawal(1),
        amount: all,
        bank_account: ledger::BankAccountId(uuid::Uuid::from_u128(9)),
        not_before: None,
        confirmation: None,
        postings,
    });
    wallet.apply(out);
    assert_eq!(earns(&mut wallet, 2, baht("500"), noon(), cheap), 0);
    assert_eq!(wallet.bucket(&Account::Main), Some(baht("500")));
}

#[test]
fn coins_that_staff_give_are_given_once_and_earn_nothing_of_the_day() {
    let mut wallet = wallet_in(Currency::Thb);
    let give = |count: u32| {
        WalletCommand::Reward(RewardCommand::GiveCoins {
            grant_id: GrantId(Uuid::from_u128(7)),
            coins: coins(count),
        })
    };
    assert_eq!(execute(&mut wallet, give(2), noon()).unwrap().len(), 1);
    assert_eq!(wallet.coins(), Some(coins(2)));
    assert_eq!(execute(&mut wallet, give(2), noon()), Ok(Vec::new()));
    let earned = earns(&mut wallet, 1, baht("500"), noon(), priced("500"));
    assert_eq!(earned, 1);
    assert_eq!(wallet.coins(), Some(coins(3)));
    let refused = wallet.decide(
        WalletCommand::Reward(RewardCommand::GiveCoins {
            grant_id: GrantId(Uuid::from_u128(8)),
            coins: coins(0),
        }),
        noon(),
    );
    assert_eq!(refused, Err(WalletError::AmountNotPositive));
}
