//! What a thief tries with rewards.

use chrono::{DateTime, TimeDelta, Utc};
use ledger::wallet::{Opened, reward::CoinPrices};
use ledger::{Currency, Wallet, WalletEvent};

use super::support::*;
use super::wheel_support::*;

fn prices() -> CoinPrices {
    CoinPrices::from_iter([baht("500")])
}

fn deposits(wallet: &mut Wallet, n: u128, amount: &str, at: DateTime<Utc>) {
    execute_priced(wallet, order(n, amount), at, prices()).unwrap();
    execute_priced(wallet, pay_qr(n, amount), at, prices()).unwrap();
}

fn withdraws(wallet: &mut Wallet, n: u128, amount: &str) {
    execute_priced(wallet, request_withdrawal(n, amount), noon(), prices()).unwrap();
}

#[test]
fn money_that_goes_round_and_round_earns_its_coin_once() {
    let currency = Currency::Thb;
    let mut wallet = folded([WalletEvent::Opened(Opened {
        currency,
        bank_account: ledger_testing::FIRST_ACCOUNT,
    })]);
    for n in 1..5 {
        deposits(&mut wallet, n, "500", noon());
        assert_eq!(wallet.coins(), Some(coins(1)), "{n}");
        withdraws(&mut wallet, n, "500");
    }
}

#[test]
fn what_leaves_of_older_money_takes_no_coin_back_and_owes_none() {
    let currency = Currency::Thb;
    let mut wallet = folded([WalletEvent::Opened(Opened {
        currency,
        bank_account: ledger_testing::FIRST_ACCOUNT,
    })]);
    let day_before = noon() - TimeDelta::days(1);
    deposits(&mut wallet, 1, "5000", day_before);
    assert_eq!(wallet.coins(), Some(coins(10)));
    deposits(&mut wallet, 2, "1000", noon());
    assert_eq!(wallet.coins(), Some(coins(12)));
    withdraws(&mut wallet, 1, "900");
    withdraws(&mut wallet, 2, "900");
    deposits(&mut wallet, 3, "1499", noon());
    assert_eq!(wallet.coins(), Some(coins(12)));
    deposits(&mut wallet, 4, "1", noon());
    assert_eq!(wallet.coins(), Some(coins(13)));
}
