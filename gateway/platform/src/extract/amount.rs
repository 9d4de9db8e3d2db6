//! [`Amount`]: an amount of money, read from its text as written.
//!
//! A JSON number is taken by its digits and never as a binary fraction: `0.99999999999999999999` is
//! not one baht. It has no exponent, as a string has none.

use ledger::{Currency, Money, MoneyError};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::error::{ApiError, Code};

/// No amount of any wallet has more characters.
const LENGTH_MAX: usize = 40;

/// An amount as the client writes it: a decimal string, or a JSON number with as few decimals.
#[derive(Debug, Clone, Serialize, PartialEq, Eq, utoipa::ToSchema)]
#[serde(transparent)]
#[schema(value_type = String, example = "100.00", pattern = r"^-?[0-9]+(\.[0-9]+)?$")]
pub struct Amount(String);

impl Amount {
    /// The amount in the wallet's currency; not rounded, not corrected.
    pub fn in_currency(&self, currency: Currency) -> Result<Money, MoneyError> {
        Money::parse(&self.0, currency)
    }

    /// As [`Amount::in_currency`], refused as the field `amount`.
    pub fn money(&self, currency: Currency) -> Result<Money, ApiError> {
        self.in_currency(currency).map_err(|_| {
            ApiError::from(Code::InvalidAmount)
                .with_data(serde_json::json!({ "fields": ["amount"] }))
        })
    }

    /// The digits as they were written.
    pub fn into_text(self) -> String {
        self.0
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_text(deserializer).map(Self)
    }
}

fn read_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let written = Box::<RawValue>::deserialize(deserializer)?;
    let text = match written.get().bytes().next() {
        Some(b'"') => serde_json::from_str(written.get()).map_err(D::Error::custom)?,
        Some(b'-' | b'0'..=b'9') => written.get().to_owned(),
        _ => return Err(D::Error::custom("expected a decimal amount")),
    };
    if text.len() > LENGTH_MAX {
        return Err(D::Error::custom("too long"));
    }
    Ok(text)
}

/// How much a command moves: an amount, or everything that its source holds when the command is
/// carried out, which the client cannot know.
///
/// On the wire an amount has the form of [`Amount`], so that a key's fingerprint is that of the
/// amount alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AmountOrAll {
    /// Exactly this much.
    Exactly(Amount),
    /// Everything, written `ALL`.
    All,
}

/// How everything is written.
const ALL: &str = "ALL";

impl Serialize for AmountOrAll {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Exactly(amount) => amount.serialize(serializer),
            Self::All => serializer.serialize_str(ALL),
        }
    }
}

impl<'de> Deserialize<'de> for AmountOrAll {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = read_text(deserializer)?;
        Ok(match text.as_str() {
            ALL => Self::All,
            _ => Self::Exactly(Amount(text)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::read_json;

    #[derive(Debug, Deserialize)]
    struct Body {
        amount: Amount,
    }

    fn amount(json: &str) -> Result<String, ApiError> {
        let body: Body = read_json(json.as_bytes())?;
        Ok(body.amount.money(Currency::Thb)?.digits())
    }

    #[test]
    fn an_amount_may_be_a_string_or_a_number() {
        assert_eq!(amount(r#"{"amount":"1234.5"}"#).unwrap(), "1234.50");
        assert_eq!(amount(r#"{"amount":1234.5}"#).unwrap(), "1234.50");
        assert_eq!(amount(r#"{"amount":0.1}"#).unwrap(), "0.10");
        assert_eq!(amount(r#"{"amount":7}"#).unwrap(), "7.00");
        assert_eq!(amount(r#"{"amount":-7}"#).unwrap(), "-7.00");
        assert_eq!(amount(r#"{"amount": 7.00 }"#).unwrap(), "7.00");
    }

    #[test]
    fn a_number_is_read_by_its_digits_and_never_rounded() {
        for number in [
            "0.99999999999999999999",
            "1.0000000000000001",
            "1.00000000000000000001",
            "999999999.99999999999999999999",
            "0.1000000000000000055511151231257827",
            "4503599627370496.01",
            "9007199254740993",
            "1e2",
            "1E2",
            "1.0e0",
            "100e-2",
            "1e309",
        ] {
            for written in [number.to_owned(), format!("{number:?}")] {
                let json = format!(r#"{{"amount":{written}}}"#);
                let refused = amount(&json).unwrap_err();
                assert_eq!(refused.code, Code::InvalidAmount, "{json}");
            }
        }
    }

    #[test]
    fn an_amount_that_is_none_is_refused_by_its_field() {
        for (json, code) in [
            (r#"{"amount":"1.001"}"#, Code::InvalidAmount),
            (r#"{"amount":1.001}"#, Code::InvalidAmount),
            (r#"{"amount":null}"#, Code::InvalidInput),
            (r#"{"amount":true}"#, Code::InvalidInput),
            (r#"{"amount":[]}"#, Code::InvalidInput),
            (r#"{"amount":{}}"#, Code::InvalidInput),
            (r#"{"amount":01}"#, Code::InvalidInput),
            (r#"{"amount":1.}"#, Code::InvalidInput),
            (r"{}", Code::InvalidInput),
            (r#"{"amount":"1"}x"#, Code::InvalidInput),
        ] {
            let refused = amount(json).unwrap_err();
            assert_eq!(refused.code, code, "{json}");
            if code == Code::InvalidAmount {
                assert_eq!(refused.data.unwrap()["fields"][0], "amount", "{json}");
            }
        }
    }

    #[test]
    fn a_missing_field_is_named() {
        let error = amount("{}").unwrap_err();
        assert_eq!(error.data.unwrap()["fields"][0], "amount");
    }
}
