//! Where a new way in must be thought of.
//!
//! The compiler names the places in the ledger and in the views: no match there has a wildcard. This
//! list names the others, in SQL, TypeScript and texts too: adding a way in fails with what is still
//! missing. Events need no list: `web/src/ledgerNames.test.ts` holds the console, the checker of
//! proofs and the texts of each language against the names that the ledger stores.

use std::fs;

use regex::Regex;

use super::root;

/// A file, how it names a way in, and what it decides about it.
type Place = (&'static str, &'static str, &'static str);

/// Files that name every way in: how each names one, and what it decides about it. In a pattern
/// `Way` is its name in the ledger, and `way` its stored word.
const WAYS_IN: [Place; 13] = [
    (
        "ledger/src/wallet/event.rs",
        r"pub enum WayEvent about",
        "its events",
    ),
    (
        "ledger/src/wallet/command.rs",
        r"pub enum WayCommand \{",
        "its commands",
    ),
    (
        "projections/src/statement/words.rs",
        r#"Self::Way => "way""#,
        "its word on a line",
    ),
    (
        "projections/src/statement/deposits.rs",
        r"DepositMethod::Way\b",
        "its lines",
    ),
    ("gateway/src/api/player/deposit.rs", r"mod way", "its route"),
    (
        "gateway/src/api/player/lookup/money.rs",
        r"(?m)^    (is_)?way\w*:|: way_\w+\(|state\.config\.way\b",
        "whether a player may use it now",
    ),
    (
        "gateway/src/api/player/statement.rs",
        r"/// The deposit method:.*`way`",
        "its filter",
    ),
    (
        "gateway/platform/src/config/check.rs",
        r#"whole\.at\("way\w*"\)"#,
        "when its configuration contradicts itself",
    ),
    (
        "migrations/20261123010700_view.sql",
        r"method in \([^)]*'way'",
        "the check on the stored word",
    ),
    (
        "web/src/features/deposit/depositMethods.ts",
        r"methods\.push\('way'\)",
        "when it is offered",
    ),
    (
        "web/src/features/deposit/DepositDialog.tsx",
        r"(?m)^  way: 'deposit\.tab\.",
        "its tab and its form",
    ),
    (
        "web/src/ui/statement/words.ts",
        r"(?m)^  way: 'statement\.method\.",
        "its word on a line",
    ),
    (
        "web/src/intl/messages/en.json",
        r#""statement\.method\.way""#,
        "its texts",
    ),
];

/// Files that name the ways whose work is open for a while.
const OPEN_WAYS: [Place; 8] = [
    (
        "ledger/src/wallet/state.rs",
        r"EndedWork::Way\w*\(id\)",
        "when a wallet forgets it",
    ),
    (
        "projections/src/open_work/work.rs",
        r#"Self::Way\w* => "way"#,
        "its open work",
    ),
    (
        "projections/src/open_work/shown.rs",
        r"pub struct (Open|Referred)Way",
        "its open work as read",
    ),
    (
        "projections/src/replay/state.rs",
        r"pub open_way\w*:",
        "its part of a moment",
    ),
    (
        "gateway/src/api/console/replay/shown.rs",
        r"    open_way\w*: Vec",
        "its part of a moment in the console",
    ),
    (
        "gateway/src/app/internal.rs",
        r#"\("way\w*", open\."#,
        "its metrics",
    ),
    (
        "gateway/backoffice/src/erasure/person.rs",
        r"wallet\.open_way\w*\(\)",
        "whether it holds an erasure back, and what is erased of it",
    ),
    (
        "web/src/support/replay/StateCard.tsx",
        r"'openWay\w*'",
        "its part of a moment",
    ),
];

/// Ways that one event both begins and credits: no work of theirs is ever open. None yet.
const AT_ONCE: [&str; 0] = [];

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

/// The stored word of a way: `TopUp` is `top_up`.
fn word_of(way: &str) -> String {
    let mut word = String::new();
    for letter in way.chars() {
        if letter.is_uppercase() && !word.is_empty() {
            word.push('_');
        }
        word.extend(letter.to_lowercase());
    }
    word
}

/// Which of the files do not name which of the ways.
fn missing(ways: &[String]) -> Vec<String> {
    let mut missing = Vec::new();
    for way in ways {
        let is_open = !AT_ONCE.contains(&way.as_str());
        let open = OPEN_WAYS.iter().filter(|_| is_open);
        for (file, pattern, what) in WAYS_IN.iter().chain(open) {
            let pattern = pattern.replace("Way", way).replace("way", &word_of(way));
            if !Regex::new(&pattern).unwrap().is_match(&read(file)) {
                missing.push(format!("{way} in {file}: {what}"));
            }
        }
    }
    missing
}

#[test]
fn every_way_in_is_named_wherever_it_matters() {
    let ways = variants("projections/src/statement/words.rs", "DepositMethod");
    let missing = missing(&ways);
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(ways.len() >= 4, "{ways:?}");
}

/// As if somebody had just added one, by a name that other things have already.
#[test]
fn a_new_way_in_is_missed_in_every_place() {
    for new in ["Coupon", "Refund"] {
        let missed = missing(&[new.to_owned()]);
        let places = WAYS_IN.len() + OPEN_WAYS.len();
        assert_eq!(missed.len(), places, "{}", missed.join("\n"));
    }
}

/// A wildcard would let a new event pass the compiler.
#[test]
fn matches_on_events_have_no_wildcard() {
    for file in ["ledger/src/wallet.rs", "projections/src/lib.rs"] {
        let text = read(file);
        let is_denied = text.contains("\n#![deny(clippy::wildcard_enum_match_arm)]\n");
        assert!(is_denied, "{file}");
    }
}
