//! The proof log: how often it is sealed, and how often it may be read.

use std::collections::HashSet;

use ledger::proof::{WitnessPolicy, WitnessVerifier};
use serde::Deserialize;

use super::Link;
use super::forms::HostText;
use super::mistake::Place;

/// The proof log.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ProofRules {
    /// Whether it is sealed and shown.
    pub is_on: bool,
    /// The log's name: the first line of each checkpoint, and part of the key. It never changes.
    pub origin: String,
    /// Milliseconds between two looks for something new to seal.
    pub seal_every_ms: u64,
    /// Events that the background check reads in a second; 0 switches it off.
    pub verify_events_per_second: u32,
    /// Hours between two looks through all views and staff's acts; 0 switches them off.
    pub verify_views_every_hours: u32,
    /// Minutes between two totals of what all players are owed, which are published; 0 publishes none.
    pub total_every_minutes: u32,
    /// Public reads of one address in a minute.
    pub reads_per_address_minute: u32,
    /// Requests for receipts of one player in a minute, each of up to a hundred.
    pub receipts_per_member_minute: u32,
    /// Who else signs the checkpoints.
    pub witnesses: WitnessRules,
}

/// Witnesses of the proof log: other parties who sign each checkpoint that extends the last one.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct WitnessRules {
    /// How many of them must have signed a checkpoint.
    pub quorum: usize,
    /// Milliseconds between two checkpoints that they are asked to sign.
    pub every_ms: u64,
    /// The witnesses; none switches this off.
    pub list: Vec<WitnessEntry>,
}

/// A witness.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WitnessEntry {
    /// Its address, below which it has `add-checkpoint`.
    pub url: Link,
    /// Its verifier key, as the witness prints it.
    #[schemars(with = "HostText")]
    pub key: String,
}

impl Default for WitnessRules {
    fn default() -> Self {
        Self {
            quorum: 0,
            every_ms: 60_000,
            list: Vec::new(),
        }
    }
}

impl WitnessRules {
    /// Whose signatures are needed.
    pub fn policy(&self) -> WitnessPolicy {
        let keys = self
            .list
            .iter()
            .map(|entry| WitnessVerifier::new(&entry.key));
        WitnessPolicy {
            quorum: self.quorum,
            witnesses: keys.filter_map(Result::ok).collect(),
        }
    }

    fn check(&self, mut at: Place<'_>) {
        let count = self.list.len();
        let fits = if count == 0 {
            self.quorum == 0
        } else {
            (1..=count).contains(&self.quorum)
        };
        at.at("quorum").require(
            fits,
            format!("{} of {count} witnesses cannot be needed", self.quorum),
        );
        at.at("every_ms").require(self.every_ms > 0, "is 0");
        let mut names = HashSet::new();
        for (place, entry) in self.list.iter().enumerate() {
            let mut list = at.at("list");
            let mut at = list.item(place);
            let key = WitnessVerifier::new(&entry.key);
            let is_new = key
                .as_ref()
                .is_ok_and(|key| names.insert(key.name().to_owned()));
            at.at("key").require(
                key.is_ok(),
                format!("{:?} is no key of a witness", entry.key),
            );
            at.at("key")
                .require(key.is_err() || is_new, "names a witness twice");
            entry.url.check_with_host(at.at("url"));
        }
    }
}

impl Default for ProofRules {
    fn default() -> Self {
        Self {
            is_on: true,
            origin: "wallet.example/journal".to_owned(),
            seal_every_ms: 1_000,
            verify_events_per_second: 2_000,
            verify_views_every_hours: 24,
            total_every_minutes: 60,
            reads_per_address_minute: 600,
            receipts_per_member_minute: 240,
            witnesses: WitnessRules::default(),
        }
    }
}

impl ProofRules {
    pub(super) fn check(&self, mut at: Place<'_>) {
        // The form that signed notes require for the names of keys.
        let is_name = !self.origin.is_empty()
            && !self.origin.contains(|letter: char| {
                letter == '+' || letter.is_whitespace() || letter.is_control()
            });
        at.at("origin")
            .require(is_name, format!("{:?} is no name of a log", self.origin));
        at.at("seal_every_ms")
            .require(self.seal_every_ms > 0, "is 0");
        at.at("reads_per_address_minute")
            .require(self.reads_per_address_minute > 0, "is 0");
        at.at("receipts_per_member_minute")
            .require(self.receipts_per_member_minute > 0, "is 0");
        self.witnesses.check(at.at("witnesses"));
    }
}
