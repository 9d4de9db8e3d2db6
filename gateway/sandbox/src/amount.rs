//! Amounts on the wire: decimal strings with at most two decimals.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde_json::{Number, Value};

const INTEGER_DIGITS_MAX: usize = 12;
const DECIMALS_MAX: usize = 2;

/// Reads a non-negative amount such as `"100"`, `"99.5"` or `"0.00"`.
pub(crate) fn parse(text: &str) -> Option<Decimal> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str, max: usize| {
        (1..=max).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    (digits(whole, INTEGER_DIGITS_MAX) && digits(decimals, DECIMALS_MAX))
        .then(|| text.parse().ok())
        .flatten()
}

/// As [`parse`], but zero is refused.
pub(crate) fn parse_positive(text: &str) -> Option<Decimal> {
    parse(text).filter(|amount| !amount.is_zero())
}

/// Pages and scripts may send a JSON number where the protocols ask for a string.
pub(crate) fn parse_value(value: &Value) -> Option<Decimal> {
    match value {
        Value::String(text) => parse(text.trim()),
        Value::Number(number) => parse(&number.to_string()),
        _ => None,
    }
}

/// Two decimals, always.
pub(crate) fn show(amount: Decimal) -> String {
    format!("{amount:.2}")
}

/// SlipOK writes amounts as JSON numbers: shortest spelling, no arithmetic on it.
pub(crate) fn number(amount: Decimal) -> Value {
    let amount = amount.normalize();
    if let Some(whole) = amount.is_integer().then(|| amount.to_i64()).flatten() {
        return Value::from(whole);
    }
    amount
        .to_f64()
        .and_then(Number::from_f64)
        .map_or(Value::Null, Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_decimals_with_two_places_are_amounts() {
        for good in ["1", "100.00", "0.5", "999999999999.99"] {
            assert!(parse_positive(good).is_some(), "{good}");
        }
        for bad in [
            "",
            "-1",
            "+1",
            "1.",
            ".5",
            "1.001",
            "1e3",
            "NaN",
            " 1",
            "1,000",
            "0",
            "0.00",
            "1000000000000",
        ] {
            assert!(parse_positive(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn a_number_keeps_its_satang() {
        assert_eq!(number("500.00".parse().unwrap()).to_string(), "500");
        assert_eq!(number("1234.56".parse().unwrap()).to_string(), "1234.56");
    }
}
