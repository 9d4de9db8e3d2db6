//! Which crate owns which table, and SQL that names one of another crate.

use std::collections::BTreeSet;

/// The tables of the ledger and of the views. Every other table is the gateway's.
const OWNED: [(&str, &[&str]); 2] = [
    (
        "ledger",
        &[
            "claim",
            "event",
            "idempotency",
            "liability_share",
            "liability_tile",
            "log_head",
            "proof_checkpoint",
            "proof_cosignature",
            "proof_head",
            "proof_key",
            "proof_tile",
            "setting_event",
            "snapshot",
            "stream_head",
        ],
    ),
    (
        "projections",
        &[
            "game_account",
            "open_work",
            "projection_checkpoint",
            "reward_grant",
            "reward_head",
            "reward_invite",
            "reward_refund",
            "reward_seed",
            "reward_spin",
            "reward_wheel",
            "slip_entry",
            "slip_head",
            "statement_count",
            "statement_head",
            "statement_line",
            "statement_sweep",
            "trial_balance",
            "trial_balance_day",
            "trial_balance_player",
            "wallet_balance",
        ],
    ),
];

/// The statement that needs a table of another crate: it joins it.
pub(crate) const KNOWN: [&str; 1] =
    ["projections/src: statement/movements.rs -> claim: a table of ledger"];

/// What an SQL statement begins with.
const VERBS: [&str; 8] = [
    "select", "insert", "update", "delete", "with", "lock", "alter", "copy",
];

/// After these words comes the name of a table.
const BEFORE_A_TABLE: [&str; 5] = ["from", "join", "into", "update", "table"];

fn words(text: &str) -> Vec<String> {
    text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_')
        .filter(|it| !it.is_empty())
        .map(str::to_ascii_lowercase)
        .collect()
}

/// The crate that owns a table.
pub(crate) fn owner(table: &str) -> &'static str {
    let owned = OWNED.iter().find(|(_, tables)| tables.contains(&table));
    owned.map_or("gateway", |(name, _)| name)
}

/// The tables that a text names, if it is SQL.
fn tables(text: &str) -> BTreeSet<String> {
    let words = words(text);
    let is_sql = words.first().is_some_and(|it| VERBS.contains(&it.as_str()));
    let pairs = words.windows(2).filter(|_| is_sql);
    pairs
        .filter(|pair| BEFORE_A_TABLE.contains(&pair[0].as_str()))
        .map(|pair| pair[1].clone())
        .collect()
}

/// The statements of a crate that name a table of another crate, of those that exist.
pub(crate) fn foreign(
    name: &str,
    texts: &[(String, String)],
    existing: &BTreeSet<String>,
) -> Vec<String> {
    let name = name.split('/').next().unwrap_or(name);
    let named = texts.iter().flat_map(|(path, text)| {
        let existing = tables(text).into_iter().filter(|it| existing.contains(it));
        existing.map(move |table| (path, table))
    });
    named
        .filter(|(_, table)| owner(table) != name)
        .map(|(path, table)| format!("{path} -> {table}: a table of {}", owner(&table)))
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}

/// The tables that migrations leave behind.
pub(crate) fn existing(migrations: &[String]) -> BTreeSet<String> {
    let mut tables = BTreeSet::new();
    for migration in migrations {
        let plain: Vec<&str> = migration
            .lines()
            .map(|line| line.split("--").next().unwrap_or(line))
            .collect();
        let words = words(&plain.join("\n"));
        for at in 0..words.len() {
            let rest: Vec<&str> = words[at..].iter().take(6).map(String::as_str).collect();
            match rest.as_slice() {
                ["create", "table", "if", "not", "exists", table]
                | ["create", "table", table, ..]
                | ["create", "unlogged", "table", table, ..]
                    // `%I` of a function that makes partitions is no name.
                    if *table != "i" =>
                {
                    tables.insert((*table).to_owned());
                }
                ["drop", "table", table, ..] => {
                    tables.remove(*table);
                }
                _ => {}
            }
        }
    }
    tables
}

/// Tables of the lists above that do not exist.
pub(crate) fn unknown(existing: &BTreeSet<String>) -> Vec<&'static str> {
    let listed = OWNED.iter().flat_map(|(_, tables)| tables.iter().copied());
    listed.filter(|it| !existing.contains(*it)).collect()
}
