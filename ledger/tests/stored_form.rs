//! The stored form of each event, under review: a change of `stored_events.jsonl` is a change of
//! what lies in every database, and needs an upcaster instead.

use std::collections::BTreeSet;

use cqrs_es::{Aggregate, DomainEvent};
use ledger::wallet::reward::recheck;
use ledger::{Money, Wallet, WalletEvent};

const STORED: &str = include_str!("stored_events.jsonl");

fn events() -> Vec<WalletEvent> {
    STORED
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect()
}

#[test]
fn every_stored_event_reads_back_and_is_written_to_the_letter_again() {
    for (line, event) in STORED.lines().zip(events()) {
        assert_eq!(serde_json::to_string(&event).unwrap(), line);
    }
}

#[test]
fn every_kind_of_event_has_its_stored_form_here() {
    let stored: BTreeSet<_> = events().iter().map(DomainEvent::event_type).collect();
    let known: BTreeSet<_> = WalletEvent::names()
        .into_iter()
        .map(str::to_owned)
        .collect();
    assert_eq!(stored, known);
    assert_eq!(
        known.len(),
        WalletEvent::names().len(),
        "a name is stored twice"
    );
}

#[test]
fn the_stored_history_folds_to_the_recorded_balances() {
    let mut wallet = Wallet::default();
    for event in events() {
        wallet.apply(event);
        assert_eq!(wallet.broken_invariant(), None);
    }
    let balances: Vec<_> = wallet
        .buckets()
        .map(|(account, amount)| format!("{account} {amount}"))
        .collect();
    assert_eq!(
        balances,
        [
            "main 518.00 THB",
            "in_transit 0.00 THB",
            "withdrawal 200.00 THB",
            "game:pg 0.00 THB",
            "coins 3 COIN"
        ]
    );
}

#[test]
fn the_stored_history_folds_to_the_recorded_protection() {
    let mut wallet = Wallet::default();
    for event in events() {
        wallet.apply(event);
    }
    let at = "2026-03-11T10:00:00Z".parse().unwrap();
    let protection = wallet.protection(at).unwrap();
    // The clock is taken at the last event; by then the limit is lifted and another day has started.
    assert_eq!(
        protection.limits.map(|it| it.used.digits()),
        ["0.00", "300.00", "300.00"]
    );
    let limits = protection.limits.map(|it| it.limit.map(Money::digits));
    assert_eq!(limits, [Some("300.00".to_owned()), None, None]);
    assert_eq!(protection.exclusion.map(|it| it.until), Some(None));
    assert_eq!(protection.reality_check, Some(60));
}

#[test]
fn the_stored_history_folds_to_the_recorded_rewards() {
    let mut wallet = Wallet::default();
    for event in events() {
        wallet.apply(event);
    }
    let at = "2026-03-11T10:00:00Z".parse().unwrap();
    assert_eq!(wallet.active_grant(), None);
    assert_eq!(wallet.pending_refund(at), None);
    let refunded_to = wallet.refunded_to().map(|to| to.to_string());
    assert_eq!(refunded_to.as_deref(), Some("2026-03-10 17:00:00 UTC"));
    assert_eq!(wallet.invites().collections, 1);
    assert_eq!(wallet.coupons().count(), 0);
    let seed = wallet.wheel_seed().unwrap();
    assert_eq!((seed.client_seed.as_str(), seed.nonce), ("lucky", 0));
}

#[test]
fn every_stored_reward_decision_is_made_again() {
    assert_eq!(recheck(&events()), []);
}

#[test]
fn an_unknown_event_is_refused_and_never_skipped() {
    assert!(serde_json::from_str::<WalletEvent>(r#"{"Vanished":{}}"#).is_err());
}
