//! Deposits that a person looks at.

use std::collections::BTreeMap;

use ledger::{Currency, Money};
use rust_decimal::Decimal;
use serde::Deserialize;

/// How deposits are announced that only staff can credit.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManualDepositRules {
    /// Whether players may announce them.
    pub is_on: bool,
    /// The smallest amount in each currency; a currency without one takes none.
    pub minimum: BTreeMap<Currency, Decimal>,
}

impl ManualDepositRules {
    /// The smallest amount for a wallet; nothing where none may be announced.
    #[must_use]
    pub fn minimum_in(&self, currency: Currency) -> Option<Money> {
        let minimum = self.minimum.get(&currency).filter(|_| self.is_on)?;
        Money::try_new(*minimum, currency).ok()
    }

    /// What makes the rules unusable, if anything does.
    pub(super) fn contradiction(&self) -> Option<&'static str> {
        let is_amount = |(currency, minimum): (&Currency, &Decimal)| {
            Money::try_new(*minimum, *currency).is_ok_and(Money::is_positive)
        };
        (!self.minimum.iter().all(is_amount)).then_some("a minimum is not above zero")
    }
}
