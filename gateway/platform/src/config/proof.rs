//! The proof log: how often it is sealed, and how often it may be read.

use serde::Deserialize;

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
    /// Public reads of one address in a minute.
    pub reads_per_address_minute: u32,
    /// Requests for receipts of one player in a minute, each of up to a hundred.
    pub receipts_per_member_minute: u32,
}

impl Default for ProofRules {
    fn default() -> Self {
        Self {
            is_on: true,
            origin: "wallet.example/journal".to_owned(),
            seal_every_ms: 1_000,
            verify_events_per_second: 2_000,
            verify_views_every_hours: 24,
            reads_per_address_minute: 600,
            receipts_per_member_minute: 240,
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
    }
}
