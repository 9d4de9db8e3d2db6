//! Protection of withdrawals against a stolen session or password.

use std::collections::BTreeMap;

use ledger::{Currency, Money};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::forms::{AmountText, CurrencyText};
use super::mistake::Place;

/// Hours of the longest hold: a month.
const HOLD_HOURS_MAX: u32 = 31 * 24;

/// The rules for withdrawals after a change of the bank account or password.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct WithdrawalRules {
    /// Hours that withdrawals wait after the bank account was changed; 0: they do not wait.
    pub hold_hours: u32,
    /// Hours that withdrawals wait after a forgotten password was replaced; 0: they do not wait.
    pub password_hold_hours: u32,
    /// Changes of the bank account that one member may make within a day.
    pub bank_changes_per_day_max: u32,
    /// The largest withdrawal of a member who has set no PIN, in each currency; a currency without one
    /// has no such bound.
    #[schemars(with = "BTreeMap<CurrencyText, AmountText>")]
    pub without_pin_max: BTreeMap<Currency, Decimal>,
}

impl Default for WithdrawalRules {
    fn default() -> Self {
        Self {
            hold_hours: 24,
            password_hold_hours: 24,
            bank_changes_per_day_max: 5,
            without_pin_max: BTreeMap::new(),
        }
    }
}

impl WithdrawalRules {
    /// The largest withdrawal of a member who has set no PIN; none if it is not bounded.
    #[must_use]
    pub fn without_pin_max_in(&self, currency: Currency) -> Option<Money> {
        let max = self.without_pin_max.get(&currency)?;
        Money::try_new(*max, currency).ok()
    }

    pub(super) fn check(&self, mut at: Place<'_>) {
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
        for (currency, max) in &self.without_pin_max {
            let amount = Money::try_new(*max, *currency);
            at.at("without_pin_max").at(&currency.to_string()).require(
                amount.is_ok_and(|amount| !amount.is_negative()),
                "is no amount from zero",
            );
        }
    }
}
