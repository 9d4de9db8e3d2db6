//! Where a transfer leaves and where it goes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::posting::{GameCode, NoSuchAccount};

/// One end of a transfer: the main wallet (`WALLET` on every wire) or a game account.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Place {
    /// The main wallet.
    Wallet,
    /// The account with a provider.
    Game(GameCode),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wallet => f.write_str("WALLET"),
            Self::Game(code) => code.fmt(f),
        }
    }
}

impl FromStr for Place {
    type Err = NoSuchAccount;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "WALLET" => Ok(Self::Wallet),
            code => Ok(Self::Game(code.parse()?)),
        }
    }
}

impl TryFrom<String> for Place {
    type Error = NoSuchAccount;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Place> for String {
    fn from(place: Place) -> Self {
        place.to_string()
    }
}
