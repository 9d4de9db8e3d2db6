//! How withdrawals are guarded against somebody who has got hold of a session or a password.

use serde::Deserialize;

use super::ConfigError;

/// Hours of the longest hold: a month.
const HOLD_HOURS_MAX: u32 = 31 * 24;

/// What happens to withdrawals around a changed bank account.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WithdrawalRules {
    /// Hours that withdrawals wait after the bank account was changed; 0: they do not wait.
    pub hold_hours: u32,
    /// Changes of the bank account that one member may make within a day.
    pub bank_changes_per_day_max: u32,
}

impl Default for WithdrawalRules {
    fn default() -> Self {
        Self {
            hold_hours: 24,
            bank_changes_per_day_max: 5,
        }
    }
}

impl WithdrawalRules {
    pub(super) fn check(self) -> Result<(), ConfigError> {
        if self.hold_hours > HOLD_HOURS_MAX {
            let what = format!("withdrawal.hold_hours is above {HOLD_HOURS_MAX}");
            return Err(ConfigError::Contradiction(what));
        }
        if self.bank_changes_per_day_max == 0 {
            let what = "withdrawal.bank_changes_per_day_max is 0".to_owned();
            return Err(ConfigError::Contradiction(what));
        }
        Ok(())
    }
}
