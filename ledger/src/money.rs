//! Money: an exact decimal amount in one currency, never a float.
//!
//! THB has two decimals; LAK has none in practice (its subdivision is out of use).

use std::fmt;
use std::str::FromStr;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

/// The largest absolute amount that one [`Money`] may hold, in whole units of its currency.
///
/// Far above any real wallet (a trillion kip is about 50 million dollars) and far below the
/// precision of `numeric(20, 2)`, so that no sum in a wallet overflows.
const WHOLE_UNITS_MAX: i64 = 1_000_000_000_000;

/// What amounts are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Currency {
    /// Thai baht, two decimals.
    Thb,
    /// Lao kip, no decimals.
    Lak,
    /// The wheel's coins, no decimals. Not money: no wallet is opened in it.
    Coin,
}

impl Currency {
    /// Every currency, in the order in which screens show them.
    pub const ALL: [Self; 3] = [Self::Thb, Self::Lak, Self::Coin];

    /// The ISO 4217 code; `COIN` for the wheel's coins.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Thb => "THB",
            Self::Lak => "LAK",
            Self::Coin => "COIN",
        }
    }

    /// The number of ISO 4217, as payment QRs have it; that of "no currency" for coins.
    #[must_use]
    pub const fn number(self) -> &'static str {
        match self {
            Self::Thb => "764",
            Self::Lak => "418",
            Self::Coin => "999",
        }
    }

    /// How many decimals an amount of this currency has.
    #[must_use]
    pub const fn decimals(self) -> u32 {
        match self {
            Self::Thb => 2,
            Self::Lak | Self::Coin => 0,
        }
    }

    /// Whether a wallet may be opened in it.
    #[must_use]
    pub const fn is_money(self) -> bool {
        match self {
            Self::Thb | Self::Lak => true,
            Self::Coin => false,
        }
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Currency {
    type Err = MoneyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut all = Self::ALL.into_iter();
        let found = all.find(|currency| currency.code() == text);
        found.ok_or(MoneyError::UnknownCurrency)
    }
}

/// Why a text or a number is not money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// Not a plain decimal number.
    #[error("not a plain decimal number")]
    NotANumber,
    /// More decimals than the currency has.
    #[error("more decimals than the currency has")]
    TooPrecise,
    /// Beyond the largest amount the books hold.
    #[error("beyond the largest amount")]
    TooLarge,
    /// Two amounts of different currencies met.
    #[error("the currencies differ")]
    CurrencyMismatch,
    /// A currency code that the product does not know.
    #[error("unknown currency")]
    UnknownCurrency,
}

/// An amount in one currency; may be negative (a posting's side, a loss).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Wire", into = "Written")]
pub struct Money {
    amount: Decimal,
    currency: Currency,
}

/// The stored form: a decimal string with exactly the currency's decimals.
#[derive(Deserialize)]
struct Wire {
    amount: String,
    currency: Currency,
}

/// The stored form on its way out: a decimal writes itself as a string.
#[derive(Serialize)]
struct Written {
    amount: Decimal,
    currency: Currency,
}

impl TryFrom<Wire> for Money {
    type Error = MoneyError;

    fn try_from(wire: Wire) -> Result<Self, Self::Error> {
        Self::parse(&wire.amount, wire.currency)
    }
}

impl From<Money> for Written {
    fn from(Money { amount, currency }: Money) -> Self {
        Self { amount, currency }
    }
}

impl Money {
    /// Nothing, in a currency.
    #[must_use]
    pub fn zero(currency: Currency) -> Self {
        Self {
            amount: Decimal::new(0, currency.decimals()),
            currency,
        }
    }

    /// The most that one amount may be, in a currency.
    #[must_use]
    pub(crate) fn largest(currency: Currency) -> Self {
        let mut amount = Decimal::from(WHOLE_UNITS_MAX);
        amount.rescale(currency.decimals());
        Self { amount, currency }
    }

    /// Takes a decimal whose value fits the currency exactly; never rounds.
    pub fn try_new(amount: Decimal, currency: Currency) -> Result<Self, MoneyError> {
        if amount.abs() > Decimal::from(WHOLE_UNITS_MAX) {
            return Err(MoneyError::TooLarge);
        }
        let mut exact = amount.normalize();
        if exact.scale() > currency.decimals() {
            return Err(MoneyError::TooPrecise);
        }
        exact.rescale(currency.decimals());
        // A negative zero would print as "-0.00" and hash differently from zero.
        if exact.is_zero() {
            exact.set_sign_positive(true);
        }
        Ok(Self {
            amount: exact,
            currency,
        })
    }

    /// Reads `-?digits[.digits]`: no exponent, no sign `+`, no grouping, no surrounding space.
    pub fn parse(text: &str, currency: Currency) -> Result<Self, MoneyError> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !plain(whole) || !plain(fraction) {
            return Err(MoneyError::NotANumber);
        }
        if whole.len() > 20 || fraction.len() > 20 {
            return Err(MoneyError::TooLarge);
        }
        // Exact: more digits than a decimal holds are refused, and never rounded away.
        let amount = Decimal::from_str_exact(text).map_err(|_| MoneyError::TooLarge)?;
        Self::try_new(amount, currency)
    }

    /// The amount without its currency.
    #[must_use]
    pub fn amount(self) -> Decimal {
        self.amount
    }

    /// Currency of the amounts.
    #[must_use]
    pub fn currency(self) -> Currency {
        self.currency
    }

    /// The decimal string with exactly the currency's decimals, as sent on every wire.
    #[must_use]
    pub fn digits(self) -> String {
        self.amount.to_string()
    }

    /// The amount in the smallest unit of its currency: 0.01 of a baht, one kip, one coin.
    #[must_use]
    pub fn minor(self) -> i64 {
        let minor = self.amount.mantissa();
        i64::try_from(minor).expect("the largest amount is far below")
    }

    /// Whether the amount is exactly zero.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.amount.is_zero()
    }

    /// Whether the amount is above zero.
    #[must_use]
    pub fn is_positive(self) -> bool {
        self.amount > Decimal::ZERO
    }

    /// Whether the amount is below zero.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.amount < Decimal::ZERO
    }

    /// The same amount with the other sign.
    #[must_use]
    pub fn negated(self) -> Self {
        let mut amount = -self.amount;
        if amount.is_zero() {
            amount.set_sign_positive(true);
        }
        Self {
            amount,
            currency: self.currency,
        }
    }

    /// Adds; refuses another currency and a sum beyond the largest amount.
    pub fn checked_add(self, other: Self) -> Result<Self, MoneyError> {
        if self.currency != other.currency {
            return Err(MoneyError::CurrencyMismatch);
        }
        let sum = self
            .amount
            .checked_add(other.amount)
            .ok_or(MoneyError::TooLarge)?;
        Self::try_new(sum, self.currency)
    }

    /// Subtracts; refuses another currency and a difference beyond the largest amount.
    pub fn checked_sub(self, other: Self) -> Result<Self, MoneyError> {
        self.checked_add(other.negated())
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.amount, self.currency)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn baht(text: &str) -> Result<Money, MoneyError> {
        Money::parse(text, Currency::Thb)
    }

    /// Reading names every variant in its order when it knows none of a text.
    #[test]
    fn every_currency_is_listed_at_its_place() {
        let refusal = serde_json::from_str::<Currency>("\"\"").unwrap_err();
        let listed = Currency::ALL
            .map(|it| format!("`{}`", it.code()))
            .join(", ");
        let expected = format!("expected one of {listed} at");
        assert!(refusal.to_string().contains(&expected), "{refusal}");
        for (place, currency) in Currency::ALL.into_iter().enumerate() {
            assert_eq!(currency as usize, place);
        }
    }

    #[test]
    fn an_amount_is_shown_with_exactly_the_decimals_of_its_currency() {
        assert_eq!(baht("1234.5").unwrap().digits(), "1234.50");
        assert_eq!(baht("7").unwrap().digits(), "7.00");
        assert_eq!(
            Money::parse("50000.00", Currency::Lak).unwrap().digits(),
            "50000"
        );
    }

    #[test]
    fn what_is_not_a_plain_decimal_is_refused() {
        for text in [
            "", "-", ".", "1.", ".5", "NaN", "1e3", "1e309", "+1", "1,000", " 1", "๑", "0x1",
        ] {
            assert_eq!(baht(text), Err(MoneyError::NotANumber), "{text:?}");
        }
    }

    #[test]
    fn a_fraction_of_the_smallest_unit_is_refused_and_never_rounded() {
        assert_eq!(baht("0.001"), Err(MoneyError::TooPrecise));
        assert_eq!(
            Money::parse("0.5", Currency::Lak),
            Err(MoneyError::TooPrecise)
        );
        assert_eq!(baht("1.100").unwrap(), baht("1.10").unwrap());
    }

    #[test]
    fn an_amount_beyond_the_books_is_refused() {
        assert_eq!(baht("1000000000000.01"), Err(MoneyError::TooLarge));
        assert_eq!(
            baht("99999999999999999999999999"),
            Err(MoneyError::TooLarge)
        );
        let most = baht("1000000000000").unwrap();
        assert_eq!(
            most.checked_add(baht("0.01").unwrap()),
            Err(MoneyError::TooLarge)
        );
    }

    #[test]
    fn currencies_never_mix() {
        let kip = Money::parse("1", Currency::Lak).unwrap();
        assert_eq!(
            baht("1").unwrap().checked_add(kip),
            Err(MoneyError::CurrencyMismatch)
        );
    }

    #[test]
    fn zero_has_no_sign() {
        assert_eq!(baht("-0.00").unwrap(), Money::zero(Currency::Thb));
        assert_eq!(Money::zero(Currency::Thb).negated().digits(), "0.00");
        assert_eq!(
            baht("5")
                .unwrap()
                .checked_sub(baht("5").unwrap())
                .unwrap()
                .digits(),
            "0.00"
        );
    }

    #[test]
    fn the_stored_form_is_a_string_and_reads_back_equal() {
        let money = baht("-12.30").unwrap();
        let text = serde_json::to_string(&money).unwrap();
        assert_eq!(text, r#"{"amount":"-12.30","currency":"THB"}"#);
        assert_eq!(serde_json::from_str::<Money>(&text).unwrap(), money);
        assert!(serde_json::from_str::<Money>(r#"{"amount":"0.001","currency":"THB"}"#).is_err());
    }
}
