//! How a text of each form in the schema is read, and what a person is asked for where it cannot be:
//! serde would speak to programmers.

use std::net::SocketAddr;

use ledger::GameCode;
use rust_decimal::Decimal;
use serde::de::DeserializeOwned;

use super::{Colour, Network};

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
