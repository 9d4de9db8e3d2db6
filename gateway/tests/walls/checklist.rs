//! Where a new event, and a new way in, must be thought of.
//!
//! The compiler names most of these places by matches without a wildcard. This list names all of
//! them, the ones in SQL, TypeScript and texts too: adding an event or a way in fails with what
//! is still missing. `web/src/ledgerNames.test.ts` holds the texts of each language against the
//! same names.

use std::fs;

use super::root;

/// Files that name every event of a wallet, and what each decides about it.
const EVENTS: [(&str, &str); 6] = [
    (
        "ledger/src/wallet/fact.rs",
        "its postings, its claims, its stored name, whether it is a deposit",
    ),
    (
        "ledger/src/wallet/aggregate.rs",
        "what it does to the wallet, and whether rewards count it",
    ),
    (
        "projections/src/statement/operation.rs",
        "whose line of the statement it belongs to",
    ),
    (
        "projections/src/open_work/steps.rs",
        "which work it begins, carries on or ends",
    ),
    (
        "projections/src/replay/why.rs",
        "which rule led to it, and what the wallet knew before",
    ),
    (
        "web/src/support/replay/kinds.ts",
        "its group in the console",
    ),
];

/// Files that name every way in, and what each decides about it.
const WAYS_IN: [(&str, &str); 21] = [
    ("ledger/src/wallet/event.rs", "its events"),
    ("ledger/src/wallet/command.rs", "its commands"),
    (
        "ledger/src/wallet/state.rs",
        "what a wallet remembers of it",
    ),
    ("projections/src/statement/words.rs", "its word on a line"),
    ("projections/src/statement/deposits.rs", "its lines"),
    ("projections/src/open_work/work.rs", "its open work"),
    (
        "projections/src/open_work/shown.rs",
        "its open work as read",
    ),
    ("projections/src/replay/state.rs", "its part of a moment"),
    ("gateway/src/api/player/deposit.rs", "its route"),
    (
        "gateway/src/api/player/lookup/money.rs",
        "whether a player may use it now",
    ),
    ("gateway/src/api/player/statement.rs", "its filter"),
    (
        "gateway/src/api/console/replay/shown.rs",
        "its part of a moment in the console",
    ),
    ("gateway/src/app/internal.rs", "its metrics"),
    (
        "gateway/platform/src/config/check.rs",
        "when its configuration contradicts itself",
    ),
    (
        "gateway/backoffice/src/erasure/person.rs",
        "whether it holds an erasure back, and what is erased of it",
    ),
    (
        "migrations/20261123010700_view.sql",
        "the check on the stored word (a new way needs a new migration)",
    ),
    ("web/src/features/deposit/depositMethods.ts", "its tab"),
    ("web/src/features/deposit/DepositDialog.tsx", "its form"),
    ("web/src/ui/statement/words.ts", "its word on a line"),
    (
        "web/src/support/replay/StateCard.tsx",
        "its part of a moment",
    ),
    ("web/src/intl/messages/en.json", "its texts"),
];

/// The variants of an enum, as its source says.
fn variants(file: &str, name: &str) -> Vec<String> {
    let text = read(file);
    let (_, rest) = text.split_once(&format!("pub enum {name} {{")).unwrap();
    let (body, _) = rest.split_once("\n}").unwrap();
    let lines = body.lines().filter_map(|line| line.strip_prefix("    "));
    let named = lines.filter(|line| line.starts_with(|it: char| it.is_ascii_uppercase()));
    let end = |it: char| !it.is_ascii_alphanumeric();
    named
        .map(|line| line.split(end).next().unwrap_or_default().to_owned())
        .collect()
}

fn read(file: &str) -> String {
    let path = root().join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Which of the files do not name which of the names, by what `is_named` takes for naming one.
fn missing(
    files: &[(&str, &str)],
    names: &[String],
    is_named: impl Fn(&str, &str) -> bool,
) -> Vec<String> {
    let mut missing = Vec::new();
    for (file, what) in files {
        let text = read(file);
        for name in names {
            if !is_named(&text, name) {
                missing.push(format!("{name} in {file}: {what}"));
            }
        }
    }
    missing
}

fn is_event_named(text: &str, event: &str) -> bool {
    text.match_indices(event).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + event.len()..].chars().next();
        let is_part = |it: Option<char>| it.is_some_and(|it| it.is_alphanumeric() || it == '_');
        !is_part(before) && !is_part(after)
    })
}

fn is_way_named(text: &str, way: &str) -> bool {
    text.to_lowercase().contains(&way.to_lowercase())
}

fn events() -> Vec<String> {
    let mut events = variants("ledger/src/wallet/event.rs", "WalletEvent");
    // What it carries is listed by the same files as `RewardEvent`.
    events.retain(|name| !["Reward", "Opened"].contains(&name.as_str()));
    events
}

#[test]
fn every_event_is_named_wherever_it_matters() {
    let events = events();
    assert!(events.len() > 30, "{events:?}");
    let missing = missing(&EVENTS, &events, is_event_named);
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_way_in_is_named_wherever_it_matters() {
    let ways = variants("projections/src/statement/words.rs", "DepositMethod");
    assert_eq!(ways.len(), 4, "{ways:?}");
    let missing = missing(&WAYS_IN, &ways, is_way_named);
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// As if somebody had just added one.
#[test]
fn a_new_event_and_a_new_way_in_are_missed_in_every_place() {
    let new = ["VoucherCodeRedeemed".to_owned()];
    assert_eq!(missing(&EVENTS, &new, is_event_named).len(), EVENTS.len());
    let new = ["OperatorCode".to_owned()];
    assert_eq!(missing(&WAYS_IN, &new, is_way_named).len(), WAYS_IN.len());
}

/// In these a wildcard would let a new event pass the compiler.
#[test]
fn matches_on_events_have_no_wildcard() {
    for (file, _) in EVENTS.iter().filter(|(file, _)| !file.starts_with("web/")) {
        let text = read(file);
        let is_denied = text.contains("#![deny(clippy::wildcard_enum_match_arm)]");
        let (_, step_of) = text.split_once("fn step_of").unwrap_or_default();
        let (step_of, _) = step_of.split_once("\n}").unwrap_or_default();
        let is_exhaustive = !step_of.is_empty() && !step_of.contains("_ =>");
        assert!(is_denied || is_exhaustive, "{file}");
    }
}
