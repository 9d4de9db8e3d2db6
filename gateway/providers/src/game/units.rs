//! A provider's units: the only place that converts them to the wallet's units and back.

use ledger::Money;
use ledger::wallet::NonDeliveryProof;
use platform::config::Provider;
use rust_decimal::Decimal;

use crate::answer::{CallAttempt, Outcome, Refusal};

/// How a provider counts money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Units {
    /// Wallet units for one unit of the provider: the operator's `ft_wallet_slot`.
    pub(crate) rate: Decimal,
}

/// The decimals of a unit, in every currency.
const DECIMALS: u32 = 2;

impl Units {
    /// The units of a configured provider.
    pub(crate) fn of(provider: &Provider) -> Self {
        Self {
            rate: provider.ft_wallet_slot,
        }
    }

    /// Wallet units as provider units with exactly two decimals; none if the amount
    /// does not divide.
    pub(crate) fn units_of(self, amount: Money) -> Option<Decimal> {
        let mut units = amount.amount().checked_div(self.rate)?.normalize();
        if units.scale() > DECIMALS || units.checked_mul(self.rate)? != amount.amount() {
            return None;
        }
        units.rescale(DECIMALS);
        Some(units)
    }

    /// Provider units as a bare number of wallet units.
    pub(crate) fn worth(self, units: Decimal) -> Option<Decimal> {
        units.checked_mul(self.rate)
    }

    /// The largest amount up to this one that divides: less than the smallest part of the provider's
    /// unit cannot be moved there.
    pub(crate) fn largest(self, amount: Money) -> Money {
        let smallest = self.rate * Decimal::new(1, DECIMALS);
        let rest = amount.amount().checked_rem(smallest).unwrap_or_default();
        let fits = Money::try_new(amount.amount() - rest, amount.currency());
        fits.ok()
            .filter(|fits| self.units_of(*fits).is_some())
            .unwrap_or(Money::zero(amount.currency()))
    }
}

/// The outcome of a request whose amount does not divide: it was never sent.
pub(crate) fn not_divisible<T>(asked: CallAttempt) -> Outcome<T> {
    let code = "AMOUNT_NOT_DIVISIBLE".to_owned();
    match asked {
        // No request with this id exists, so none can arrive late either.
        CallAttempt::First => Outcome::Refused(Refusal {
            code,
            grounds: NonDeliveryProof::FirstAnswer,
        }),
        // The rate was changed since an earlier request, which may have been applied.
        CallAttempt::Again | CallAttempt::Status | CallAttempt::Cancel => Outcome::Unknown(code),
    }
}

#[cfg(test)]
mod tests {
    use ledger::Currency;

    use super::*;

    const fn units(rate: Decimal) -> Units {
        Units { rate }
    }

    fn kip(text: &str) -> Money {
        Money::parse(text, Currency::Lak).unwrap()
    }

    fn baht(text: &str) -> Money {
        Money::parse(text, Currency::Thb).unwrap()
    }

    #[test]
    fn hundredths_are_converted_exactly_or_not_at_all() {
        let thousand = units(Decimal::from(1000));
        let text = |amount| Some(thousand.units_of(amount)?.to_string());
        assert_eq!(text(kip("50000")).unwrap(), "50.00");
        assert_eq!(text(kip("50010")).unwrap(), "50.01");
        assert_eq!(text(kip("50001")), None);
        let third = units(Decimal::from(3));
        assert_eq!(third.units_of(kip("1")), None);
        assert_eq!(thousand.largest(kip("50019")), kip("50010"));
        assert_eq!(thousand.largest(kip("9")), kip("0"));
        let one = units(Decimal::ONE);
        assert_eq!(one.largest(baht("0.99")), baht("0.99"));
        let back = thousand.worth("50.01".parse().unwrap());
        assert_eq!(back, Some(Decimal::from(50_010)));
    }
}
