//! Bounds of the protections that players may choose for themselves.

use serde::Deserialize;

use super::mistake::Place;

/// Bounds of a player's own limits.
#[derive(Debug, Clone, Copy, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ProtectionRules {
    /// Minutes between two reminders of the time, at least.
    pub reality_check_minutes_min: u32,
    /// Minutes between two reminders of the time, at most.
    pub reality_check_minutes_max: u32,
}

impl Default for ProtectionRules {
    fn default() -> Self {
        Self {
            reality_check_minutes_min: 10,
            reality_check_minutes_max: 240,
        }
    }
}

impl ProtectionRules {
    /// Whether a reminder may come that often.
    #[must_use]
    pub fn allows_reality_check(&self, minutes: u32) -> bool {
        (self.reality_check_minutes_min..=self.reality_check_minutes_max).contains(&minutes)
    }

    pub(super) fn check(self, mut at: Place<'_>) {
        let range = 1..=self.reality_check_minutes_max;
        at.at("reality_check_minutes_min").require(
            range.contains(&self.reality_check_minutes_min),
            "is 0, or above reality_check_minutes_max",
        );
    }
}
