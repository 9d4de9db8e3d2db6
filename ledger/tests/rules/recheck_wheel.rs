//! Drawing stored spins again, and counting stored coins.

use ledger::WalletEvent;
use ledger::wallet::reward::recheck;
use serde_json::{Value, json};

/// The history under review: three coins, three spins, a coupon, and the seed revealed.
fn history() -> Vec<WalletEvent> {
    include_str!("../stored_events.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect()
}

/// Changes the first event of a name: it is named, with this word.
fn assert_named(name: &str, word: &str, change: impl Fn(&mut Value)) {
    let mut events = history();
    let has_name =
        |event: &WalletEvent| matches!(event, WalletEvent::Reward(it) if it.name() == name);
    let place = events.iter().position(has_name).unwrap();
    let mut stored = serde_json::to_value(&events[place]).unwrap();
    let before = stored.clone();
    change(&mut stored["Reward"][name]);
    assert_ne!(stored, before, "the change changes something");
    events[place] = serde_json::from_value(stored).unwrap();
    let found = recheck(&events);
    let sequence = i64::try_from(place).unwrap() + 1;
    let named = found.iter().find(|it| it.sequence == sequence);
    let named = named.unwrap_or_else(|| panic!("{found:?}"));
    assert!(named.what.contains(word), "{found:?}");
}

#[test]
fn a_ticket_that_the_seed_does_not_draw_is_named_when_the_seed_is_known() {
    // Within the same slice: nothing else about the spin is wrong.
    assert_named("WheelSpun", "its seed draws Some(8010)", |spin| {
        spin["ticket"] = json!(8_011);
    });
}

#[test]
fn a_spin_whose_seed_is_not_known_yet_is_not_drawn_again() {
    let mut events = history();
    let revealed = |event: &WalletEvent| matches!(event, WalletEvent::Reward(it) if it.name() == "WheelSeedRevealed");
    events.truncate(events.iter().position(revealed).unwrap());
    assert_eq!(recheck(&events), []);
}

#[test]
fn another_slice_than_the_tickets_is_named() {
    assert_named("WheelSpun", "another slice", |spin| {
        spin["slice"] = json!("CASH500");
    });
}

#[test]
fn another_wheel_is_named() {
    assert_named("WheelSpun", "not that of its weights", |spin| {
        spin["weights"][7]["weight"] = json!(6);
    });
}

#[test]
fn another_place_in_the_seeds_spins_is_named() {
    for (field, value) in [
        ("nonce", json!(1)),
        ("client_seed", json!("mine")),
        ("seed_id", json!("00000000-0000-0000-0000-00000000002a")),
    ] {
        assert_named("WheelSpun", "not the next spin", |spin| {
            spin[field] = value.clone();
        });
    }
}

#[test]
fn another_end_of_a_coupon_is_named() {
    assert_named("WheelSpun", "ends at another time", |spin| {
        spin["expires_at"] = json!("2027-03-18T07:36:00Z");
    });
}

#[test]
fn a_spin_that_costs_nothing_is_named() {
    assert_named("WheelSpun", "postings", |spin| spin["postings"] = json!([]));
}

#[test]
fn coins_that_were_not_due_are_named() {
    assert_named("CoinsEarned", "3 coins were due", |earned| {
        earned["coins"]["amount"] = json!("4");
    });
    assert_named("CoinsEarned", "not what came in", |earned| {
        earned["deposited"]["amount"] = json!("400.00");
    });
    assert_named("CoinsEarned", "on its day", |earned| {
        earned["at"] = json!("2026-03-11T17:00:00Z");
    });
    assert_named("CoinsEarned", "postings", |earned| {
        earned["postings"] = json!([]);
    });
}

#[test]
fn a_seed_that_was_not_committed_to_is_named() {
    assert_named(
        "WheelSeedRevealed",
        "not the one committed to",
        |revealed| {
            revealed["seed"] = json!("07".repeat(32));
        },
    );
    assert_named(
        "WheelSeedRevealed",
        "not the one committed to",
        |revealed| {
            revealed["seed"] = json!("no seed");
        },
    );
}
