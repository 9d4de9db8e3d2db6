//! How withdrawals are guarded against somebody who has got hold of a session or a password.

use serde::Deserialize;

use super::mistake::Place;

/// Hours of the longest hold: a month.
const HOLD_HOURS_MAX: u32 = 31 * 24;

/// What happens to withdrawals around a changed bank account or password.
#[derive(Debug, Clone, Copy, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct WithdrawalRules {
    /// Hours that withdrawals wait after the bank account was changed; 0: they do not wait.
    pub hold_hours: u32,
    /// Hours that withdrawals wait after a forgotten password was replaced; 0: they do not wait.
    pub password_hold_hours: u32,
    /// Changes of the bank account that one member may make within a day.
    pub bank_changes_per_day_max: u32,
}

impl Default for WithdrawalRules {
    fn default() -> Self {
        Self {
            hold_hours: 24,
            password_hold_hours: 24,
            bank_changes_per_day_max: 5,
        }
    }
}

impl WithdrawalRules {
    pub(super) fn check(self, mut at: Place<'_>) {
        at.at("hold_hours").require(
            self.hold_hours <= HOLD_HOURS_MAX,
            format!("is above {HOLD_HOURS_MAX}"),
        );
        at.at("password_hold_hours").require(
            self.password_hold_hours <= HOLD_HOURS_MAX,
            format!("is above {HOLD_HOURS_MAX}"),
        );
        at.at("bank_changes_per_day_max")
            .require(self.bank_changes_per_day_max > 0, "is 0");
    }
}
