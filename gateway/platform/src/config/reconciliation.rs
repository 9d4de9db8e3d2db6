//! When our books are held against the outside's.

use serde::Deserialize;

use super::mistake::Place;

/// The nightly comparison.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReconciliationRules {
    /// Whether it runs by itself; the operator's command runs it at any time.
    pub is_on: bool,
    /// The hour of the day, in Bangkok, at which yesterday is compared.
    pub at_hour: u32,
    /// Days after which a payment on one of our accounts that nobody has claimed is work for staff.
    #[serde(default = "unclaimed_days")]
    pub unclaimed_days: u32,
}

/// Players send their slips on the same day, or ask about them on the next ones.
const fn unclaimed_days() -> u32 {
    3
}

impl ReconciliationRules {
    pub(super) fn check(&self, mut at: Place<'_>) {
        at.at("at_hour")
            .require(self.at_hour < 24, "is not an hour of the day, 0 to 23");
        at.at("unclaimed_days").require(
            (1..=60).contains(&self.unclaimed_days),
            "is not from 1 to 60",
        );
    }
}
