//! Texts that have a form: what the schema calls it, what a person is asked for, and what is read.
//!
//! The schema's types here are of no value, so they cannot be made. They let [`super::schema`] say
//! what is expected where serde would speak to programmers.

use std::net::SocketAddr;

use ledger::GameCode;
use rust_decimal::Decimal;
use serde::de::DeserializeOwned;

use super::{Colour, Network};

/// An amount or a rate, such as "100.00"; a number is read as well.
#[derive(schemars::JsonSchema)]
#[schemars(with = "String", inline, extend("type" = ["string", "number"], "format" = "amount"))]
pub(super) enum AmountText {}

/// A currency.
#[derive(schemars::JsonSchema)]
#[schemars(with = "String", inline, extend("enum" = ["THB", "LAK", "COIN"]))]
pub(super) enum CurrencyText {}

/// The code of a game account.
#[derive(schemars::JsonSchema)]
#[schemars(with = "String", inline, extend("format" = "game-code"))]
pub(super) enum GameCodeText {}

/// A network such as 10.0.0.0/8, or an address.
#[derive(schemars::JsonSchema)]
#[schemars(with = "String", inline, extend("format" = "network"))]
pub(super) enum NetworkText {}

/// A colour, #rrggbb.
#[derive(schemars::JsonSchema)]
#[schemars(with = "String", inline, extend("format" = "colour"))]
pub(super) enum ColourText {}

/// An address with a port.
#[derive(schemars::JsonSchema)]
#[schemars(with = "String", inline, extend("format" = "socket-address"))]
pub(super) enum SocketText {}

/// A host name, or a text that begins with one.
#[derive(schemars::JsonSchema)]
#[schemars(with = "String", inline, extend("format" = "host"))]
pub(super) enum HostText {}

/// The form in the schema of texts that name a host.
pub(super) const HOSTS: [&str; 2] = ["host", "uri-reference"];

/// A form of text.
pub(super) struct Form {
    /// Its name in the schema.
    name: &'static str,
    /// What a person is asked for.
    pub(super) expected: &'static str,
    /// Whether a value is of it.
    pub(super) reads: fn(&toml::Value) -> bool,
}

fn reads<T: DeserializeOwned>(value: &toml::Value) -> bool {
    T::deserialize(value.clone()).is_ok()
}

const FORMS: [Form; 5] = [
    Form {
        name: "amount",
        expected: "an amount such as \"100.00\"",
        reads: reads::<Decimal>,
    },
    Form {
        name: "game-code",
        expected: "a code of 1 to 16 lower-case letters and digits",
        reads: reads::<GameCode>,
    },
    Form {
        name: "network",
        expected: "an address or a network such as 10.0.0.0/8",
        reads: reads::<Network>,
    },
    Form {
        name: "colour",
        expected: "a colour such as #3546c8",
        reads: reads::<Colour>,
    },
    Form {
        name: "socket-address",
        expected: "an address with a port such as 10.0.0.5:8081",
        reads: reads::<SocketAddr>,
    },
];

/// The form that the schema names so; a form that nothing here reads is of any text.
pub(super) fn form(name: &str) -> Option<&'static Form> {
    FORMS.iter().find(|form| form.name == name)
}

#[cfg(test)]
mod tests {
    use ledger::Currency;

    use super::*;

    #[test]
    fn a_currency_of_the_schema_is_one_of_the_ledgers() {
        let schema = schemars::schema_for!(CurrencyText).to_value();
        let codes = Currency::ALL.map(Currency::code);
        assert_eq!(schema["enum"], serde_json::json!(codes));
    }
}
