//! R13: random command sequences against a pure model that shares no code with the wallet.
//!
//! The model keeps plain integers of satang and hours. After each command: equal balances and
//! outcomes, postings and the trial balance at zero, no bucket below zero, at most one QR shown,
//! no fact credited twice, no limit exceeded, and the fold of the events that were written so far
//! (through their stored JSON) equal to the live state.
//!
//! With rewards: no order of activating, clearing, depositing, transferring, playing and
//! withdrawing makes money out of nothing. What the player holds, and what waits for the bank, is
//! always deposits + grants − what was taken back + what staff corrected + what games paid − what
//! was paid out; each grant is as high as its rule says, at most one is active, nothing is
//! withdrawn meanwhile, and the rules make every decision of the history again.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod books;
#[path = "../by_the_rules/mod.rs"]
mod by_the_rules;
mod deposit;
mod frozen;
mod model;
mod protection;
mod reward;
mod reward_step;
mod step;

use std::cell::RefCell;
use std::collections::BTreeMap;

use cqrs_es::Aggregate;
use ledger::wallet::reward::{CoinPrices, GrantActivated, GrantEnded, GrantKind, recheck};
use ledger::wallet::{Corrected, DecisionContext, Opened};
use ledger::{Account, Currency, Money, RewardEvent, Wallet, WalletCommand, WalletEvent};
use ledger_testing::{cases, is_long};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

use books::{Books, is_credit};
use model::Model;
use reward::KINDS;
use reward_step::{RewardStep, granted_as};
use step::{Step, bank_account, command, game_code, moment, money, single_steps, story};

fn assert_same_money(wallet: &Wallet, model: &Model) {
    let bucket = |account: Account| wallet.bucket(&account).unwrap();
    assert_eq!(bucket(Account::Main), money(model.main));
    assert_eq!(bucket(Account::InTransit), money(model.in_transit));
    assert_eq!(bucket(Account::Withdrawal), money(model.withdrawal));
    for (game, amount) in &model.games {
        assert_eq!(
            bucket(Account::Game(game_code(*game))),
            money(*amount),
            "game {game}"
        );
    }
}

fn assert_same_rewards(wallet: &Wallet, books: &Books, model: &Model) {
    let rewards = &model.rewards;
    let expected = rewards
        .active
        .map(|it| (granted_as(it.id), money(it.amount), money(it.base)));
    let active = wallet.active_grant();
    let found = active.map(|it| (it.grant_id, it.amount, it.base));
    assert_eq!(found, expected);
    assert_eq!(books.active, expected.map(|(id, ..)| id));
    let coins = Money::try_new(rewards.coins.into(), Currency::Coin).unwrap();
    assert_eq!(wallet.coins(), Some(coins));
    let coupons: Vec<_> = wallet
        .coupons()
        .map(|it| (it.code.as_str(), it.worth, it.expires_at))
        .collect();
    let won: Vec<_> = rewards
        .coupons
        .iter()
        .map(|(code, worth, end)| (*code, worth.map(money), end.map(moment)))
        .collect();
    assert_eq!(coupons, won);
    let seed = wallet.wheel_seed();
    let nonce = seed.map(|seed| seed.nonce);
    assert_eq!(nonce, rewards.seed.map(|(_, nonce)| nonce));
}

/// Money comes from banks, from grants and from games, and from nowhere else.
fn assert_nothing_out_of_nothing(wallet: &Wallet, books: &Books, model: &Model) {
    let rewards = &model.rewards;
    let mut granted = 0;
    for (kind, name) in KINDS.iter().enumerate() {
        let sum = |sums: &BTreeMap<usize, i64>| sums.get(&kind).copied().unwrap_or(0);
        let cost = sum(&rewards.given) - sum(&rewards.taken);
        let found = GrantKind::ALL.into_iter().find(|it| it.code() == *name);
        assert_eq!(books.at(&Account::Reward(found.unwrap())), -cost, "{name}");
        granted += cost;
    }
    let held = wallet
        .buckets()
        .filter(|(_, amount)| amount.currency() == Currency::Thb)
        .try_fold(money(0), |sum, (_, amount)| sum.checked_add(amount));
    let came_in = model.protection.deposits();
    let corrected: i64 = model.corrections.values().sum();
    assert_eq!(books.at(&Account::Correction), -corrected);
    let is = came_in + granted + corrected + rewards.won - rewards.paid_out;
    assert_eq!(held.unwrap(), money(is));
}

fn assert_same_protection(wallet: &Wallet, model: &Model) {
    let protection = wallet.protection(moment(model.now)).unwrap();
    for (period, view) in protection.limits.iter().enumerate() {
        let limit = model.protection.limit(period, model.now);
        assert_eq!(view.limit, limit.map(money), "{view:?}");
        let used = model.protection.used(period, model.now);
        assert_eq!(view.used, money(used), "{view:?}");
    }
    let is_excluded = model.protection.is_excluded(model.now);
    assert_eq!(protection.exclusion.is_some(), is_excluded);
    let shown = wallet.open_qr().map(|(_, order)| order.amount);
    assert_eq!(shown, model.shown().map(|(_, amount)| money(amount)));
}

/// Whether money came in that the limit of that moment does not allow.
fn exceeded(wallet: &Wallet, events: &[WalletEvent], now: i64) -> bool {
    let limits = wallet.protection(moment(now)).unwrap().limits;
    events.iter().any(is_credit)
        && limits.iter().any(|it| {
            it.limit
                .is_some_and(|limit| it.used.amount() > limit.amount())
        })
}

/// A wallet, what it should be, and what it has written.
#[derive(Default)]
struct Story {
    wallet: Wallet,
    model: Model,
    books: Books,
}

impl Story {
    /// Names the step that model and wallet do not agree about.
    fn follow(steps: &[Step]) -> Result<Books, TestCaseError> {
        let mut story = Self::default();
        let currency = Currency::Thb;
        story.execute(WalletCommand::Open(Opened {
            currency,
            bank_account: bank_account(0),
        }));
        story.model.events = 1;
        story.model.rewards.price = Some(10_000);
        for step in steps {
            for step in single_steps(step, &story.model) {
                story.take(&step)?;
            }
        }
        let books = story.books;
        prop_assert_eq!(recheck(&books.events), vec![]);
        let mut replayed = Wallet::default();
        for text in &books.written {
            replayed.apply(serde_json::from_str(text).unwrap());
        }
        prop_assert_eq!(replayed, story.wallet);
        Ok(books)
    }

    fn take(&mut self, step: &Step) -> Result<(), TestCaseError> {
        match step {
            Step::Wait(hours) => self.model.now += hours,
            Step::Reward(RewardStep::Price(price)) => self.model.rewards.price = *price,
            _ => {}
        }
        if let Some(command) = command(step, &self.model) {
            let expected = self.model.step(step);
            let events = self.execute(command);
            let count = events
                .as_ref()
                .map(|events| i64::try_from(events.len()).unwrap());
            prop_assert_eq!(expected, count, "{:?}", step);
            let now = self.model.now;
            let is_over = exceeded(&self.wallet, &events.unwrap_or_default(), now);
            prop_assert!(!is_over, "{:?}", step);
        }
        let Self {
            wallet,
            model,
            books,
        } = self;
        model.events = i64::try_from(books.written.len()).unwrap();
        assert_same_money(wallet, model);
        assert_same_protection(wallet, model);
        assert_same_rewards(wallet, books, model);
        assert_nothing_out_of_nothing(wallet, books, model);
        books.assert_balanced();
        prop_assert_eq!(wallet.broken_invariant(), None);
        Ok(())
    }

    /// Carries a command out on the wallet; `None` when refused.
    fn execute(&mut self, command: WalletCommand) -> Option<Vec<WalletEvent>> {
        let price = self.model.rewards.price.map(money);
        let circumstances = DecisionContext {
            at: moment(self.model.now),
            coin_prices: CoinPrices::from_iter(price),
        };
        let events = self.wallet.decide(command, circumstances).ok()?;
        if self.books.is_refused_by_the_journal(&events) {
            return None;
        }
        for event in &events {
            self.books.take(event);
            self.wallet.apply(event.clone());
        }
        Some(events)
    }
}

/// The kind of an event about rewards or a correction; of a grant what it was given for, and how it ended.
fn kind_of(event: &WalletEvent) -> Option<String> {
    let event = match event {
        WalletEvent::Corrected(Corrected { amount, .. }) => {
            let way = if amount.is_positive() {
                "added"
            } else {
                "taken"
            };
            return Some(way.to_owned());
        }
        WalletEvent::Reward(event) => event,
        _ => return None,
    };
    Some(match &**event {
        RewardEvent::GrantEnded(GrantEnded { outcome, .. }) => format!("{outcome:?}"),
        RewardEvent::GrantActivated(GrantActivated { kind, .. }) => format!("{kind:?}"),
        other => other.name().to_owned(),
    })
}

/// Follows so many stories; how often each kind of event was reached.
fn follow_many(seed: u64, cases: u32) -> BTreeMap<String, u32> {
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    // The stories take a hundred thousand dice; the default ones are slow without optimisation.
    let halves = [seed.to_le_bytes(), (!seed).to_le_bytes()];
    let dice = TestRng::from_seed(RngAlgorithm::XorShift, &halves.concat());
    let reached = RefCell::new(BTreeMap::<String, u32>::new());
    let outcome = TestRunner::new_with_rng(config, dice).run(&story(), |steps| {
        let books = Story::follow(&steps)?;
        for kind in books.events.iter().filter_map(kind_of) {
            *reached.borrow_mut().entry(kind).or_default() += 1;
        }
        Ok(())
    });
    if let Err(failure) = outcome {
        let more = if is_long() { "CASES=all " } else { "" };
        panic!(
            "{failure}\nto run it again: \
             SEED={seed} {more}cargo test -p ledger --test random_commands any_sequence"
        );
    }
    reached.into_inner()
}

/// New stories each time, or those of `SEED`.
#[test]
fn any_sequence_of_commands_leaves_the_wallet_as_the_model_says() {
    let seed = std::env::var("SEED").ok();
    let seed = seed.map_or_else(rand::random, |text| text.parse().unwrap());
    follow_many(seed, cases(2_000, 20_000));
}

/// The same stories each time: new ones might miss what is rare.
#[test]
fn the_stories_reach_every_kind_of_event() {
    let reached = follow_many(4, 600);
    // Five kinds of grants, five ends, the seven kinds of events that are neither, and corrections
    // in both directions.
    assert_eq!(reached.len(), 5 + 5 + 7 + 2, "{reached:?}");
}
