//! What is wrong, and what was looked at.

use std::collections::HashMap;

use std::collections::BTreeMap;
use std::fmt;
use uuid::Uuid;

/// Of one check on one table, so many rows are named; the rest is counted.
const NAMED_MAX: u64 = 3;

/// A row that is not what it must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The table; of an exported checkpoint, `exported checkpoint`.
    pub table: &'static str,
    /// The row's key, as a text.
    pub key: String,
    /// What is wrong with it.
    pub what: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}: {}", self.table, self.key, self.what)
    }
}

/// What a verification has gone through, and found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Events, each with its hash, postings and leaf.
    pub events: i64,
    /// Wallets that they belong to.
    pub wallets: usize,
    /// Events that the tree covers.
    pub sealed: i64,
    /// Number of signed checkpoints.
    pub checkpoints: usize,
    /// Tiles of the tree.
    pub tiles: usize,
    /// Number of snapshots.
    pub snapshots: usize,
    /// Number of claims.
    pub claims: usize,
    /// Number of command keys.
    pub keys: usize,
    /// The first rows that are wrong, check by check.
    pub problems: Vec<Problem>,
    /// How many rows are wrong.
    pub problem_count: u64,
    /// What one should know, and nothing is wrong with.
    pub remarks: Vec<Problem>,
}

impl Report {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.problem_count == 0
    }
}

/// Collects problems: the first ones of each check are kept.
#[derive(Debug, Default)]
pub(super) struct Findings {
    problems: Vec<Problem>,
    remarks: Vec<Problem>,
    counts: BTreeMap<(&'static str, &'static str), u64>,
}

impl Findings {
    /// Notes a problem that the check `check` found.
    pub(super) fn note(
        &mut self,
        table: &'static str,
        check: &'static str,
        key: impl Into<String>,
        what: impl Into<String>,
    ) {
        let count = self.counts.entry((table, check)).or_default();
        *count += 1;
        if *count <= NAMED_MAX {
            self.problems.push(Problem {
                table,
                key: key.into(),
                what: what.into(),
            });
        }
    }

    /// Notes what is to be known and is not wrong.
    pub(super) fn remark(
        &mut self,
        table: &'static str,
        key: impl Into<String>,
        what: impl Into<String>,
    ) {
        self.remarks.push(Problem {
            table,
            key: key.into(),
            what: what.into(),
        });
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        self.counts.values().sum()
    }

    pub(super) fn first(&self) -> Option<&Problem> {
        self.problems.first()
    }

    /// Writes them into a report.
    pub(super) fn report(self, report: &mut Report) {
        report.problem_count = self.count();
        report.problems = self.problems;
        report.remarks = self.remarks;
    }
}

/// Rows in the order of their keys, so that findings have one order.
pub(super) fn sorted<K: Ord, V>(map: &HashMap<K, V>) -> Vec<(&K, &V)> {
    let mut rows: Vec<_> = map.iter().collect();
    rows.sort_unstable_by(|one, other| one.0.cmp(other.0));
    rows
}

/// How findings name a wallet.
pub(super) fn wallet_key(wallet: &Uuid) -> String {
    format!("wallet {wallet}")
}
