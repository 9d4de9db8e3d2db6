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

/// Reads what a person typed: as [`parse`], and thousands may be separated, as in `"1,500.00"`.
fn parse_typed(text: &str) -> Option<Decimal> {
    let text = text.trim();
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    let is_grouped = whole.contains(',')
        && (1..=3).contains(&first.len())
        && groups.all(|group| group.len() == 3);
    if is_grouped {
        parse(&text.replace(',', ""))
    } else {
        parse(text)
    }
}

/// Pages and scripts may send a JSON number, or thousands separators, where the protocols ask for a
/// plain string.
pub(crate) fn parse_value(value: &Value) -> Option<Decimal> {
    match value {
        Value::String(text) => parse_typed(text),
        Value::Number(number) => parse(&number.to_string()),
        _ => None,
    }
}

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
    fn a_person_may_separate_thousands() {
        for (typed, amount) in [
            ("1,500", "1500"),
            (" 1,500.50 ", "1500.50"),
            ("12,345,678.90", "12345678.90"),
            ("1500", "1500"),
        ] {
            let wanted: Decimal = amount.parse().unwrap();
            assert_eq!(parse_value(&Value::from(typed)), Some(wanted), "{typed}");
        }
        for bad in [
            "",
            ",",
            "1,50",
            "1,5000",
            "1500,000",
            ",500",
            "1,500,",
            "1,,500",
            "1.5,00",
            "1,500.001",
            "one",
            "-1,500",
            "1,000,000,000,000",
        ] {
            assert_eq!(parse_value(&Value::from(bad)), None, "{bad}");
        }
    }

    #[test]
    fn a_number_keeps_its_satang() {
        assert_eq!(number("500.00".parse().unwrap()).to_string(), "500");
        assert_eq!(number("1234.56".parse().unwrap()).to_string(), "1234.56");
    }
}
