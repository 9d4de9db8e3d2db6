//! Short words for coins, seeds, spins and coupons.

use chrono::{DateTime, Utc};
use ledger::posting::movement;
use ledger::wallet::reward::{
    CoinPrices, CoinsEarned, GrantTerms, Prize, SeedRotation, SliceWeight, WheelSeed,
    WheelSeedCommitted, WheelSlice, WheelSpun, WheelVersion, draw,
};
use ledger::wallet::{DecisionContext, SlipReference};
use ledger::{
    Account, Currency, GrantId, Money, Posting, RewardCommand, RewardEvent, SpinId, Wallet,
    WalletCommand, WalletError, WalletEvent, WheelSeedId,
};
use uuid::Uuid;

use super::support::*;

/// The seed of the worked example, and the player's part of it.
pub(crate) const EXAMPLE: &str = "6b1f0d9c3e7a45528f64d1b20c9e8a7735f1c4e2ab906d7f18c35a9e4d20b7f1";
pub(crate) const CLIENT: &str = "65f0c1d2e3a4b5c6d7e8f901";

/// The worked example's weights.
pub(crate) const WEIGHTS: [u32; 8] = [4_000, 2_500, 1_800, 1_000, 500, 150, 45, 5];

pub(crate) fn example_seed() -> WheelSeed {
    WheelSeed(hex::decode(EXAMPLE).unwrap().try_into().unwrap())
}

pub(crate) fn seed(n: u8) -> WheelSeed {
    WheelSeed([n; 32])
}

pub(crate) fn seed_id(n: u128) -> WheelSeedId {
    WheelSeedId(Uuid::from_u128(n))
}

pub(crate) fn spin_id(n: u128) -> SpinId {
    SpinId(Uuid::from_u128(n))
}

pub(crate) fn grant_id(n: u128) -> GrantId {
    GrantId(Uuid::from_u128(n))
}

pub(crate) fn coins(count: u32) -> Money {
    Money::try_new(count.into(), Currency::Coin).unwrap()
}

pub(crate) fn coupon(worth: &str, valid_days: Option<u32>) -> Prize {
    let worth = baht(worth);
    Prize::Coupon { worth, valid_days }
}

pub(crate) fn wheel(slices: &[(&str, u32, Prize)]) -> WheelVersion {
    WheelVersion {
        id: WheelVersion::id_of(slices.iter().map(|(code, weight, _)| (*code, *weight))),
        slices: slices
            .iter()
            .map(|(code, weight, prize)| WheelSlice {
                code: (*code).to_owned(),
                weight: *weight,
                prize: *prize,
            })
            .collect(),
    }
}

/// The worked example's wheel; its jackpot is a thing.
pub(crate) fn example_wheel() -> WheelVersion {
    wheel(&[
        ("NOTHING", 4_000, Prize::Nothing),
        ("COIN1", 2_500, Prize::Coins { count: 1 }),
        ("CASH5", 1_800, coupon("5", Some(7))),
        ("CASH20", 1_000, coupon("20", None)),
        ("COUPON50", 500, coupon("50", Some(7))),
        ("CASH100", 150, coupon("100", None)),
        ("CASH500", 45, coupon("500", None)),
        ("JACKPOT", 5, Prize::Gift),
    ])
}

/// A wheel with one slice: what is won on it is certain.
pub(crate) fn sure(code: &str, prize: Prize) -> WheelVersion {
    wheel(&[(code, 1, prize)])
}

pub(crate) fn commit(n: u128, seed: WheelSeed) -> WalletCommand {
    WalletCommand::Reward(RewardCommand::CommitWheelSeed {
        seed_id: seed_id(n),
        commit: seed.commit(),
        client_seed: CLIENT.to_owned(),
    })
}

pub(crate) fn committed(n: u128, seed: WheelSeed, client_seed: &str) -> WalletEvent {
    WalletEvent::from(RewardEvent::WheelSeedCommitted(WheelSeedCommitted {
        seed_id: seed_id(n),
        commit: seed.commit(),
        client_seed: client_seed.to_owned(),
        at: noon(),
    }))
}

pub(crate) fn rotate(n: u128, seed: WheelSeed, next: u128, next_seed: WheelSeed) -> WalletCommand {
    WalletCommand::Reward(RewardCommand::RotateWheelSeed(SeedRotation {
        seed_id: seed_id(n),
        seed,
        next_id: seed_id(next),
        next_commit: next_seed.commit(),
        client_seed: "lucky".to_owned(),
    }))
}

pub(crate) fn spin(n: u128, of: u128, seed: WheelSeed, wheel: WheelVersion) -> WalletCommand {
    WalletCommand::Reward(RewardCommand::SpinWheel {
        spin_id: spin_id(n),
        seed_id: seed_id(of),
        seed,
        wheel,
    })
}

/// A spin of [`sure`] wheel `code`, the `nonce`th under the example's seed.
pub(crate) fn spun(
    n: u128,
    nonce: u32,
    code: &str,
    prize: Prize,
    at: DateTime<Utc>,
) -> WalletEvent {
    let wheel = sure(code, prize);
    let expires_at = match prize {
        Prize::Coupon { valid_days, .. } => {
            valid_days.map(|days| at + chrono::TimeDelta::days(days.into()))
        }
        _ => None,
    };
    let drawn = draw(&example_seed(), CLIENT, nonce, &[1]).unwrap();
    WalletEvent::from(RewardEvent::WheelSpun(WheelSpun {
        spin_id: spin_id(n),
        seed_id: seed_id(1),
        client_seed: CLIENT.to_owned(),
        nonce,
        wheel: wheel.id,
        weights: vec![SliceWeight {
            code: code.to_owned(),
            weight: 1,
        }],
        ticket: drawn.ticket,
        slice: code.to_owned(),
        prize,
        expires_at,
        at,
        postings: coin_spent(),
    }))
}

pub(crate) fn coin_spent() -> Vec<Posting> {
    movement(Account::Coins, Account::CoinIssue, coins(1))
}

/// So many coins, whatever they were earned by.
pub(crate) fn earned(count: u32) -> WalletEvent {
    WalletEvent::from(RewardEvent::CoinsEarned(CoinsEarned {
        coins: coins(count),
        day: "2026-03-11".parse().unwrap(),
        deposited: baht("500"),
        price: baht("500"),
        earned_before: 0,
        at: noon(),
        postings: movement(Account::CoinIssue, Account::Coins, coins(count)),
    }))
}

pub(crate) fn free() -> GrantTerms {
    GrantTerms {
        success_percent: 100,
        fail_percent: 0,
        turnover_times: 0,
        max_withdraw: None,
        expires_at: None,
        takes_back: false,
    }
}

pub(crate) fn triple() -> GrantTerms {
    GrantTerms {
        success_percent: 300,
        fail_percent: 10,
        ..free()
    }
}

/// Carries a command out while deposits earn coins.
pub(crate) fn execute_priced(
    wallet: &mut Wallet,
    command: WalletCommand,
    at: DateTime<Utc>,
    coin_prices: CoinPrices,
) -> Result<Vec<WalletEvent>, WalletError> {
    use cqrs_es::Aggregate;
    let events = wallet.decide(command, DecisionContext { at, coin_prices })?;
    for event in &events {
        wallet.apply(event.clone());
    }
    assert_eq!(wallet.broken_invariant(), None);
    Ok(events)
}

/// The `n`th slip's own payment.
pub(crate) fn payment(n: u128) -> SlipReference {
    SlipReference {
        sending_bank: "004".to_owned(),
        trans_ref: format!("PAY{n}"),
    }
}
