//! What a player may choose when limiting the own play.

use serde::Deserialize;

use super::ConfigError;

/// Bounds of a player's own limits.
#[derive(Debug, Clone, Copy, Deserialize)]
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

    pub(super) fn check(self) -> Result<(), ConfigError> {
        let are_ordered =
            (1..=self.reality_check_minutes_max).contains(&self.reality_check_minutes_min);
        if are_ordered {
            return Ok(());
        }
        let what = "protection: the minutes of a reality check contradict each other".to_owned();
        Err(ConfigError::Contradiction(what))
    }
}
