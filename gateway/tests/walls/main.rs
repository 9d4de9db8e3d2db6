//! The walls between rooms: a room uses only lower floors, no two neighbours need each other, and SQL names
//! no table of another crate.
//!
//! A room of the gateway below the API is a crate. In other crates, a room is a file below `src` together
//! with the folder of its name. Code that only tests compile may look up.

#![expect(
    clippy::unwrap_used,
    reason = "what these tests read must be there, in their helpers as in the tests"
)]

mod arrows;
mod checklist;
mod features;
mod forgotten;
mod graph;
mod lengths;
#[path = "../shared/rows.rs"]
mod listed;
mod parameters;
mod planted;
mod released;
mod rows;
mod sql;

use std::fs;
use std::path::{Path, PathBuf};

use arrows::{Code, Source, code_of};

/// A crate's rooms, lowest first, with the reason for each one's place.
type Floors = [(&'static str, &'static str)];

const LEDGER: &Floors = &[
    ("trace", "a word and a list of ids"),
    ("money", "amounts know nothing else"),
    ("id", "ids are values"),
    ("key_file", "what may read a key's file knows no key"),
    ("pool", "connections know no table"),
    ("posting", "accounts and the rule that postings sum to zero"),
    ("claim", "names of facts that are credited at most once"),
    (
        "wallet",
        "the rules of one wallet decide without a database",
    ),
    ("journal", "stores what the wallet has decided"),
    ("proof", "signs what the journal has taken"),
    (
        "handle",
        "loads, decides and appends: the ledger's front door",
    ),
];

const PROJECTIONS: &Floors = &[
    ("page", "cursors know no view"),
    ("rows", "what all stores write alike"),
    ("feed", "reads the journal in order"),
    ("projection", "what a view is"),
    ("trial_balance", "a view"),
    ("wallet", "a view"),
    ("open_work", "a view"),
    ("reward", "a view"),
    ("statement", "a view that shows grants as well"),
    ("slip", "a view in the words of the statement"),
    ("runner", "keeps the views up to date"),
    ("rebuild", "computes a view again while the old one serves"),
    ("audit", "holds every view against the journal"),
    ("liability", "counts what every wallet is owed"),
    ("search", "finds lines and slips for staff"),
    ("day", "adds up what moved in a day, for staff"),
    ("player_list", "names players whom staff should look at"),
    ("report", "adds up what moved in a range of days, for staff"),
    ("replay", "shows a player's history by views and journal"),
];

const GATEWAY: &Floors = &[
    (
        "api",
        "words what the rooms do for the portal and the console",
    ),
    (
        "app",
        "the roof: puts the parts together and takes them apart",
    ),
];

/// The rooms below the gateway, lowest first: a crate each, the rooms that it uses, and why it is there.
const ROOMS: [(&str, &[&str], &str); 7] = [
    (
        "platform",
        &[],
        "the ground: configuration, database, errors, files, sockets",
    ),
    (
        "providers",
        &["platform"],
        "speaks the protocols of others and knows no member",
    ),
    (
        "members",
        &["platform", "providers"],
        "who somebody is, before any money moves",
    ),
    (
        "payments",
        &["members", "platform", "providers"],
        "money in and out",
    ),
    (
        "rewards",
        &["members", "payments", "platform", "providers"],
        "what the house gives depends on what was paid and played",
    ),
    (
        "chat",
        &["members", "platform"],
        "conversations know nothing of money",
    ),
    (
        "backoffice",
        &[
            "chat",
            "members",
            "payments",
            "platform",
            "providers",
            "rewards",
        ],
        "staff and the operator look at all of the above",
    ),
];

/// Where files need each other because they are one subject: crate, folder, and what it is.
const ONE_SUBJECT: [(&str, &str, &str); 2] = [
    (
        "ledger",
        "wallet",
        "one aggregate: its state, its events and what changes them",
    ),
    (
        "ledger",
        "wallet/reward",
        "the same for what the house gives",
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All files of a crate's `src`.
fn sources(name: &str) -> Vec<Source> {
    let src = root().join(name).join("src");
    let mut found = Vec::new();
    let mut folders = vec![src.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let name = path.strip_prefix(&src).unwrap();
                found.push(Source {
                    path: name.to_str().unwrap().to_owned(),
                    text: fs::read_to_string(&path).unwrap(),
                });
            }
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}

/// Whether only tests compile a file.
fn is_test_file(path: &str) -> bool {
    let names_tests = |part: &str| part == "tests" || part.ends_with("_tests");
    path.trim_end_matches(".rs").split('/').any(names_tests)
}

/// Findings in any of the crates, each with its crate.
fn all(findings: impl Fn(&str, &Code) -> Vec<String>) -> Vec<String> {
    let rooms = ROOMS.iter().map(|(room, ..)| format!("gateway/{room}"));
    let crates = ["ledger", "projections", "gateway"].map(str::to_owned);
    let found = crates.into_iter().chain(rooms).map(|name| {
        let code = code_of(&sources(&name));
        assert!(!code.arrows.is_empty() && !code.texts.is_empty(), "{name}");
        let found = findings(&name, &code).into_iter();
        found
            .map(|it| format!("{name}/src: {it}"))
            .collect::<Vec<_>>()
    });
    found.collect::<Vec<_>>().concat()
}

/// Cargo refuses a ring of crates; this table says which arrows there may be.
#[test]
fn a_room_uses_the_rooms_of_its_line_and_no_other() {
    for (room, used, _) in ROOMS {
        let manifest = root().join("gateway").join(room).join("Cargo.toml");
        let manifest: toml::Table = fs::read_to_string(manifest).unwrap().parse().unwrap();
        let wanted = manifest["dependencies"].as_table().unwrap();
        let is_room = |name: &&String| ROOMS.iter().any(|(room, ..)| room == name);
        let found: Vec<_> = wanted.keys().filter(is_room).collect();
        assert_eq!(found, used, "{room}");
    }
}

#[test]
fn no_room_uses_a_room_above_it() {
    let up = all(|name, code| {
        let floors = match name {
            "ledger" => LEDGER,
            "projections" => PROJECTIONS,
            "gateway" => GATEWAY,
            // What a room may use is what its manifest names.
            _ => return Vec::new(),
        };
        graph::up(&code.arrows, floors)
    });
    assert!(up.is_empty(), "{}", up.join("\n"));
}

#[test]
fn no_two_neighbours_need_each_other() {
    let rings = all(|name, code| {
        let exempt = ONE_SUBJECT.iter().filter(|it| it.0 == name);
        let folders: Vec<&str> = exempt.map(|it| it.1).collect();
        graph::rings(&code.arrows, &folders)
    });
    assert!(rings.is_empty(), "{}", rings.join("\n"));
}

/// Folders whose own file holds code that needs a part of it, while a part needs that file: by crate.
/// Only fewer may be.
const RINGS_THROUGH_PARENTS: [(&str, &[&str]); 7] = [
    (
        "ledger",
        &["handle", "journal", "pool", "proof/verify", "wallet/qr"],
    ),
    (
        "projections",
        &[
            "audit",
            "open_work",
            "replay",
            "reward",
            "runner",
            "slip",
            "statement",
            "wallet",
        ],
    ),
    ("gateway/platform", &["config", "config/reward", "secrets"]),
    ("gateway/rewards", &["invites"]),
    ("gateway/backoffice", &["erasure", "reconciliation"]),
    (
        "gateway",
        &[
            "api/console",
            "api/console/acts",
            "api/console/export",
            "api/export/pdf",
            "api/openapi",
            "api/player/statement",
            "api/portal",
            "app",
            "app/operator",
        ],
    ),
    ("gateway/torture", &["oracle"]),
];

#[test]
fn the_file_of_a_folder_and_its_parts_need_each_other_only_where_it_is_listed() {
    let mut found = Vec::new();
    for name in parameters::PRODUCT {
        let folders = graph::rings_through_parents(&code_of(&sources(name)));
        if !folders.is_empty() {
            found.push((name, Vec::from_iter(folders)));
        }
    }
    let known = RINGS_THROUGH_PARENTS.map(|(name, folders)| {
        let folders = folders.iter().map(|it| (*it).to_owned());
        (name, folders.collect::<Vec<_>>())
    });
    assert_eq!(found, known, "only fewer may be");
}

/// The migrations, in their order.
fn migrations() -> Vec<String> {
    let entries = fs::read_dir(root().join("migrations")).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    paths.retain(|it| it.extension().is_some_and(|ending| ending == "sql"));
    paths.sort();
    paths
        .iter()
        .map(|it| fs::read_to_string(it).unwrap())
        .collect()
}

#[test]
fn sql_names_only_tables_of_its_own_crate() {
    let existing = sql::existing(&migrations());
    let unknown = sql::unknown(&existing);
    assert!(unknown.is_empty(), "no migration makes {unknown:?}");
    let foreign = all(|name, code| sql::foreign(name, &code.texts, &existing));
    assert_eq!(foreign, sql::KNOWN, "only the known ones, and each of them");
}
