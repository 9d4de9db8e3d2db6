//! Making stored decisions again: what the rules wrote they write again, and nothing else.

use ledger::WalletEvent;
use ledger::wallet::reward::{Contradiction, GrantTerms, ReceivePeriod, Recheck, recheck};
use serde_json::{Value, json};

use super::reward_support::*;
use super::support::*;

/// A life with every kind of decision about grants; each is made again when it ends.
fn history() -> Vec<WalletEvent> {
    let mut player = Player::funded();
    let mut offer = welcome();
    offer.limit = Some(limit(ReceivePeriod::Week, 3));
    offer.terms = GrantTerms {
        turnover_times: 2,
        max_withdraw: Some(baht("1000")),
        ..terms()
    };
    player.activate(1, offer).unwrap();
    player.deposits("200");
    player.plays_all_to("3000");
    player.clear_after(1, "1600").unwrap();
    player.plays_all_to("0");
    player.receive(yesterday("-1000")).unwrap();
    player.add_refund(2, no_terms()).unwrap();
    player.earn(5, yesterday("-1000")).unwrap();
    player.collect(3, no_terms()).unwrap();
    player.now += hours(1);
    player.events.clone()
}

/// The index of the nth event of a name.
fn place_of(events: &[WalletEvent], name: &str) -> usize {
    let has_name =
        |event: &WalletEvent| matches!(event, WalletEvent::Reward(it) if it.name() == name);
    events.iter().position(has_name).unwrap()
}

/// The stream with one field of an event changed, and the event's sequence.
fn tampered(name: &str, change: impl Fn(&mut Value)) -> (Vec<WalletEvent>, i64) {
    let mut events = history();
    let place = place_of(&events, name);
    let mut stored = serde_json::to_value(&events[place]).unwrap();
    let before = stored.clone();
    change(&mut stored["Reward"][name]);
    assert_ne!(stored, before, "the change changes something");
    events[place] = serde_json::from_value(stored).unwrap();
    (events, i64::try_from(place).unwrap() + 1)
}

fn assert_named(name: &str, field: &str, change: impl Fn(&mut Value)) {
    let (events, sequence) = tampered(name, change);
    let found = recheck(&events);
    assert_eq!(
        found.first().map(|it| it.sequence),
        Some(sequence),
        "{found:?}"
    );
    assert!(found[0].what.contains(field), "{field}: {found:?}");
}

fn money(amount: &str) -> Value {
    json!({"amount": amount, "currency": "THB"})
}

/// Moves another amount, in balance.
fn moved(event: &mut Value, amount: &str) {
    event["postings"][0]["amount"] = money(&format!("-{amount}"));
    event["postings"][1]["amount"] = money(amount);
}

#[test]
fn what_the_rules_wrote_is_accepted() {
    assert_eq!(recheck(&history()), []);
}

#[test]
fn another_amount_granted_is_named() {
    assert_named("GrantActivated", "amount is", |event| {
        event["amount"] = money("400.00");
        moved(event, "400.00");
    });
}

#[test]
fn another_amount_credited_than_granted_is_named() {
    assert_named("GrantActivated", "postings is", |event| {
        moved(event, "301.00");
    });
}

#[test]
fn another_base_is_named() {
    assert_named("GrantActivated", "base is", |event| {
        event["base"] = money("799.99");
    });
    assert_named("GrantEnded", "base is", |event| {
        event["base"] = money("999.99");
    });
}

#[test]
fn another_outcome_is_named() {
    assert_named("GrantEnded", "outcome is", |event| {
        event["outcome"] = json!("FAIL");
    });
}

#[test]
fn another_total_is_named() {
    assert_named("GrantEnded", "total is", |event| {
        event["total"] = money("3000.01");
    });
}

#[test]
fn less_taken_than_the_cap_asks_for_is_named() {
    assert_named("GrantEnded", "taken is", |event| {
        event["taken"] = money("1.00");
        event["postings"][0]["amount"] = money("-1.00");
        event["postings"][1]["amount"] = money("1.00");
    });
}

#[test]
fn turnover_that_does_not_do_is_named() {
    assert_named("GrantEnded", "refuse", |event| {
        event["turnover"] = money("1599.99");
    });
}

#[test]
fn other_balances_are_named() {
    for name in ["GrantActivated", "GrantEnded", "RefundReceived"] {
        assert_named(name, "balances is", |event| {
            event["balances"][0]["amount"] = money("4.44");
        });
    }
}

#[test]
fn another_deposit_or_count_is_named() {
    assert_named("GrantActivated", "deposit is", |event| {
        event["deposit"]["operation"] = json!("00000000-0000-0000-0000-000000000009");
    });
    assert_named("GrantActivated", "received_before is", |event| {
        event["received_before"] = json!(1);
    });
}

#[test]
fn terms_that_were_loosened_are_named_when_the_grant_ends() {
    let (events, _) = tampered("GrantActivated", |event| {
        event["terms"]["max_withdraw"] = money("5000.00");
    });
    let ended = i64::try_from(place_of(&events, "GrantEnded")).unwrap() + 1;
    let found = recheck(&events);
    assert_eq!(found[0].sequence, ended, "{found:?}");
}

#[test]
fn another_refund_is_named() {
    assert_named("RefundReceived", "amount is", |event| {
        event["amount"] = money("50.01");
    });
    assert_named("RefundReceived", "net_loss is", |event| {
        event["net_loss"] = money("1000.01");
    });
    assert_named("RefundReceived", "refuse", |event| {
        event["max_balance"] = money("-0.01");
    });
    assert_named("RefundReceived", "net_loss is", |event| {
        event["figures"]["games"][0]["win_loss"] = money("-1000.01");
    });
}

#[test]
fn another_invite_bonus_is_named() {
    assert_named("InviteEarned", "amount is", |event| {
        event["amount"] = money("10.01");
    });
    assert_named("InviteEarned", "write nothing", |event| {
        event["figures"]["games"][0]["win_loss"] = money("1000.00");
    });
}

#[test]
fn a_decision_of_a_rule_that_is_not_known_is_named() {
    for name in ["GrantActivated", "GrantEnded"] {
        assert_named(name, "band/2", |event| {
            event["rule"] = json!("band/2");
        });
    }
}

#[test]
fn a_decision_dated_before_the_one_before_it_is_named() {
    assert_named("GrantEnded", "at is", |event| {
        event["at"] = json!("2026-03-11T04:59:59Z");
    });
}

#[test]
fn a_decision_that_is_made_twice_is_named() {
    let mut events = history();
    let place = place_of(&events, "GrantActivated");
    events.insert(place + 1, events[place].clone());
    let found = recheck(&events);
    assert_eq!(found[0].sequence, i64::try_from(place).unwrap() + 2);
    assert!(found[0].what.contains("write nothing"), "{found:?}");
}

#[test]
fn an_event_that_is_missing_is_noticed_by_the_decisions_after_it() {
    let mut events = history();
    let deposit = events.iter().position(|it| it.deposit().is_some()).unwrap();
    events.remove(deposit);
    let found = recheck(&events);
    assert_eq!(
        found[0].sequence,
        i64::try_from(place_of(&events, "GrantActivated")).unwrap() + 1
    );
}

#[test]
fn a_reward_that_does_not_fit_the_books_is_named_and_ends_the_search() {
    let (events, sequence) = tampered("GrantActivated", |event| {
        event["postings"][0]["amount"] = money("-1.00");
    });
    let mut recheck = Recheck::default();
    let found: Vec<Contradiction> = events
        .iter()
        .flat_map(|event| recheck.follow(event))
        .collect();
    assert!(found.iter().all(|it| it.sequence == sequence), "{found:?}");
    assert!(
        found.iter().any(|it| it.what.contains("sum to zero")),
        "{found:?}"
    );
    assert!(
        found[0]
            .to_string()
            .starts_with(&format!("event {sequence}: "))
    );
}
