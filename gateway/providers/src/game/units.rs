//! A provider's units: the only place that converts them to the wallet's units and back.

use ledger::wallet::NonDeliveryProof;
use ledger::{Currency, Money};
use platform::config::{GameProtocol, Provider};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use crate::answer::{CallAttempt, Outcome, Refusal};

/// How a provider counts money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Units {
    /// Wallet units for one unit of the provider: the operator's `ft_wallet_slot`.
    pub(crate) rate: Decimal,
    /// The smallest part of a unit that the protocol can write.
    pub(crate) parts: Parts,
}

/// The smallest part of a provider's unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parts {
    /// A hundredth, in every currency.
    Hundredths,
    /// That of the currency: a satang, or a whole kip.
    MinorUnits,
}

impl Units {
    /// The units of a configured provider.
    pub(crate) fn of(provider: &Provider) -> Self {
        Self::new(provider.protocol, provider.ft_wallet_slot)
    }

    /// The units of a protocol with a rate.
    pub(crate) fn new(protocol: GameProtocol, rate: Decimal) -> Self {
        Self {
            rate,
            parts: match protocol {
                GameProtocol::Gw1 => Parts::Hundredths,
                GameProtocol::Sf1 => Parts::MinorUnits,
            },
        }
    }

    fn decimals(self, currency: Currency) -> u32 {
        match self.parts {
            Parts::Hundredths => 2,
            Parts::MinorUnits => currency.decimals(),
        }
    }

    /// Wallet units as provider units with exactly the decimals of the protocol; none if the amount
    /// does not divide.
    pub(crate) fn units_of(self, amount: Money) -> Option<Decimal> {
        let decimals = self.decimals(amount.currency());
        let mut units = amount.amount().checked_div(self.rate)?.normalize();
        if units.scale() > decimals || units.checked_mul(self.rate)? != amount.amount() {
            return None;
        }
        units.rescale(decimals);
        Some(units)
    }

    /// Wallet units as a whole number of the protocol's smallest parts; none if the amount does not
    /// divide.
    pub(crate) fn parts_of(self, amount: Money) -> Option<i64> {
        self.units_of(amount)?.mantissa().to_i64()
    }

    /// Provider units as a bare number of wallet units.
    pub(crate) fn worth(self, units: Decimal) -> Option<Decimal> {
        units.checked_mul(self.rate)
    }

    /// A whole number of the protocol's smallest parts as a bare number of wallet units.
    pub(crate) fn parts_worth(self, parts: i64, currency: Currency) -> Option<Decimal> {
        let units = Decimal::try_new(parts, self.decimals(currency)).ok()?;
        self.worth(units)
    }

    /// The largest amount up to this one that divides: less than the smallest part of the provider's
    /// unit cannot be moved there.
    pub(crate) fn largest(self, amount: Money) -> Money {
        let smallest = self.rate * Decimal::new(1, self.decimals(amount.currency()));
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
    use super::*;

    const fn units(rate: Decimal, parts: Parts) -> Units {
        Units { rate, parts }
    }

    fn kip(text: &str) -> Money {
        Money::parse(text, Currency::Lak).unwrap()
    }

    fn baht(text: &str) -> Money {
        Money::parse(text, Currency::Thb).unwrap()
    }

    #[test]
    fn hundredths_are_converted_exactly_or_not_at_all() {
        let thousand = units(Decimal::from(1000), Parts::Hundredths);
        let text = |amount| Some(thousand.units_of(amount)?.to_string());
        assert_eq!(text(kip("50000")).unwrap(), "50.00");
        assert_eq!(text(kip("50010")).unwrap(), "50.01");
        assert_eq!(text(kip("50001")), None);
        let third = units(Decimal::from(3), Parts::Hundredths);
        assert_eq!(third.units_of(kip("1")), None);
        assert_eq!(thousand.largest(kip("50019")), kip("50010"));
        assert_eq!(thousand.largest(kip("9")), kip("0"));
        let one = units(Decimal::ONE, Parts::Hundredths);
        assert_eq!(one.largest(baht("0.99")), baht("0.99"));
        let back = thousand.worth("50.01".parse().unwrap());
        assert_eq!(back, Some(Decimal::from(50_010)));
    }

    #[test]
    fn minor_units_are_satang_or_whole_kip() {
        let one = units(Decimal::ONE, Parts::MinorUnits);
        let thousand = units(Decimal::from(1000), Parts::MinorUnits);
        for (units, amount, parts) in [
            (one, baht("100.00"), Some(10_000)),
            (one, baht("0.01"), Some(1)),
            (one, kip("50001"), Some(50_001)),
            (thousand, kip("50000"), Some(50)),
            // A studio without decimals in kip cannot hold a hundredth of its unit.
            (thousand, kip("50010"), None),
            (thousand, baht("1000"), Some(100)),
            (thousand, baht("1"), None),
        ] {
            assert_eq!(units.parts_of(amount), parts, "{amount:?}");
            if let Some(parts) = parts {
                let back = units.parts_worth(parts, amount.currency());
                assert_eq!(back, Some(amount.amount()), "{amount:?}");
            }
        }
        assert_eq!(thousand.largest(kip("50999")), kip("50000"));
        assert_eq!(thousand.largest(kip("999")), kip("0"));
    }
}
