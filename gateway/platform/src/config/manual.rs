//! Deposits that a person looks at.

use std::collections::BTreeMap;

use ledger::{Currency, Money};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::forms::{AmountText, CurrencyText};
use super::mistake::Place;

/// How deposits are announced that only staff can credit.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ManualDepositRules {
    /// Whether players may announce them.
    pub is_on: bool,
    /// The smallest amount in each currency; a currency without one takes none.
    #[schemars(with = "BTreeMap<CurrencyText, AmountText>")]
    pub minimum: BTreeMap<Currency, Decimal>,
}

impl ManualDepositRules {
    /// The smallest amount for a wallet; none if it may announce no deposit.
    #[must_use]
    pub fn minimum_in(&self, currency: Currency) -> Option<Money> {
        let minimum = self.minimum.get(&currency).filter(|_| self.is_on)?;
        Money::try_new(*minimum, currency).ok()
    }

    pub(super) fn check(&self, mut at: Place<'_>) {
        for (currency, minimum) in &self.minimum {
            let amount = Money::try_new(*minimum, *currency);
            at.at("minimum").at(&currency.to_string()).require(
                amount.is_ok_and(Money::is_positive),
                "is no amount above zero",
            );
        }
    }
}
