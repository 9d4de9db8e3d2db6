//! R13: random command sequences against a pure model that shares no code with the wallet.
//!
//! The model keeps plain integers of satang and hours. After each command: equal balances and
//! outcomes, postings and the trial balance at zero, no bucket below zero, at most one QR shown,
//! no fact credited twice, no limit exceeded, and the fold of the events that were written so far
//! (through their stored JSON) equal to the live state.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod deposit;
mod model;
mod protection;
mod step;

use std::collections::{BTreeMap, HashSet};

use cqrs_es::Aggregate;
use ledger::posting::is_balanced;
use ledger::{Account, Claim, Currency, Money, Wallet, WalletCommand, WalletEvent};
use proptest::prelude::*;

use model::Model;
use step::{Step, command, game_code, moment, money, story};

/// What all events of a story have left.
#[derive(Default)]
struct Books {
    written: Vec<String>,
    trial: BTreeMap<Account, Money>,
    claims: HashSet<Claim>,
    /// How often money came in.
    credits: usize,
}

/// The kinds of facts that bring money in.
const CREDITED: [&str; 3] = ["receipt", "psp_order", "gift"];

impl Books {
    fn take(&mut self, event: &WalletEvent) {
        assert!(is_balanced(event.postings()).unwrap(), "{event:?}");
        self.written.push(serde_json::to_string(event).unwrap());
        for posting in event.postings() {
            let zero = Money::zero(Currency::Thb);
            let sum = self.trial.entry(posting.account.clone()).or_insert(zero);
            *sum = sum.checked_add(posting.amount).unwrap();
        }
        for claim in event.claims() {
            assert!(self.claims.insert(claim), "credited twice: {event:?}");
        }
        // A voucher's claim comes before its credit, each other one with it.
        self.credits += usize::from(is_credit(event));
        let facts = self
            .claims
            .iter()
            .filter(|claim| CREDITED.contains(&claim.kind));
        assert!(
            self.credits <= facts.count(),
            "money out of nowhere: {event:?}"
        );
    }
}

/// Whether money came in from a bank.
fn is_credit(event: &WalletEvent) -> bool {
    let mut postings = event.postings().iter();
    postings.any(|posting| matches!(posting.account, Account::Bank(_)))
}

/// Carries a command out on the wallet; `None` when refused.
fn execute(
    wallet: &mut Wallet,
    books: &mut Books,
    command: WalletCommand,
    now: i64,
) -> Option<Vec<WalletEvent>> {
    let events = wallet.decide(command, moment(now)).ok()?;
    for event in &events {
        books.take(event);
        wallet.apply(event.clone());
    }
    Some(events)
}

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

/// Whether money came in that a limit, as it stands at that moment, does not let in.
fn exceeded(wallet: &Wallet, events: &[WalletEvent], now: i64) -> bool {
    let limits = wallet.protection(moment(now)).unwrap().limits;
    events.iter().any(is_credit)
        && limits.iter().any(|it| {
            it.limit
                .is_some_and(|limit| it.used.amount() > limit.amount())
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_commands_leaves_the_wallet_as_the_model_says(steps in story()) {
        let (mut wallet, mut model) = (Wallet::default(), Model::default());
        let mut books = Books::default();
        let open = WalletCommand::Open { currency: Currency::Thb };
        execute(&mut wallet, &mut books, open, 0);
        model.events = 1;
        for step in &steps {
            if let Step::Wait(hours) = step {
                model.now += hours;
            }
            let now = model.now;
            if let Some(command) = command(step, model.events, now) {
                let expected = model.step(step);
                let events = execute(&mut wallet, &mut books, command, now);
                let count = events.as_ref().map(|events| i64::try_from(events.len()).unwrap());
                prop_assert_eq!(expected, count, "{:?}", step);
                prop_assert!(!exceeded(&wallet, &events.unwrap_or_default(), now), "{:?}", step);
            }
            model.events = i64::try_from(books.written.len()).unwrap();
            assert_same_money(&wallet, &model);
            assert_same_protection(&wallet, &model);
            prop_assert_eq!(wallet.broken_invariant(), None);
            let total = books
                .trial
                .values()
                .try_fold(Money::zero(Currency::Thb), |sum, amount| sum.checked_add(*amount))
                .unwrap();
            prop_assert!(total.is_zero(), "trial balance {}", total);
        }
        let mut replayed = Wallet::default();
        for text in &books.written {
            replayed.apply(serde_json::from_str(text).unwrap());
        }
        prop_assert_eq!(replayed, wallet);
    }
}
