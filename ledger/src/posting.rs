//! Double entry: each money event carries postings that sum to zero per currency.
//!
//! A positive posting raises what the account holds. The player's buckets are what the house
//! owes the player; the house accounts are the other side (a bank account that received 500 of
//! the player's money is at −500), so that all accounts together are always zero.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

use crate::money::{Money, MoneyError};

/// Why a player is given money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum GrantKind {
    /// A bonus from the list.
    Bonus,
    /// A promotion by its code.
    Promotion,
    /// A part of what was lost at games.
    Refund,
    /// A part of what invited players lost.
    Invite,
    /// A prize of the wheel.
    Coupon,
}

impl GrantKind {
    /// The word in account names and on the wire.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Bonus => "bonus",
            Self::Promotion => "promotion",
            Self::Refund => "refund",
            Self::Invite => "invite",
            Self::Coupon => "coupon",
        }
    }

    /// Every kind.
    pub const ALL: [Self; 5] = [
        Self::Bonus,
        Self::Promotion,
        Self::Refund,
        Self::Invite,
        Self::Coupon,
    ];
}

/// The code of a game provider's account (`pg`, `joker2`, …): 1–16 of `[a-z0-9]`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct GameCode(String);

/// A text that names no account.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} names no account")]
pub struct NoSuchAccount(pub String);

impl GameCode {
    /// The code as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for GameCode {
    type Error = NoSuchAccount;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let fits = (1..=16).contains(&text.len())
            && text
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        if fits {
            Ok(Self(text))
        } else {
            Err(NoSuchAccount(text))
        }
    }
}

impl FromStr for GameCode {
    type Err = NoSuchAccount;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::try_from(text.to_owned())
    }
}

impl From<GameCode> for String {
    fn from(code: GameCode) -> Self {
        code.0
    }
}

/// Where money is held. A player's balances never go below zero.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub enum Account {
    /// The player's main wallet (`main`).
    Main,
    /// Left the main wallet for a game, arrival not yet confirmed (`in_transit`).
    InTransit,
    /// Left the main wallet for the bank, payout not yet confirmed (`withdrawal`).
    Withdrawal,
    /// Held for the player by a provider (`game:pg`).
    Game(GameCode),
    /// Coins for the wheel (`coins`), in [`Currency::Coin`](crate::Currency::Coin).
    Coins,
    /// House: a deposit account of the operator by its configured id (`bank:scb-1`).
    Bank(String),
    /// House: the account that payouts leave from (`payout`).
    Payout,
    /// House: what grants of a kind have cost (`reward:bonus`).
    Reward(GrantKind),
    /// House: coins that are out (`coin_issue`).
    CoinIssue,
    /// House: what staff has corrected (`correction`); above zero, players had too much.
    Correction,
    /// House: what a provider won from or lost to players (`provider:pg`).
    Provider(GameCode),
}

impl Account {
    /// Whether the account is one of the player's own buckets.
    #[must_use]
    pub fn is_players(&self) -> bool {
        matches!(
            self,
            Self::Main | Self::InTransit | Self::Withdrawal | Self::Game(_) | Self::Coins
        )
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Main => f.write_str("main"),
            Self::InTransit => f.write_str("in_transit"),
            Self::Withdrawal => f.write_str("withdrawal"),
            Self::Coins => f.write_str("coins"),
            Self::CoinIssue => f.write_str("coin_issue"),
            Self::Reward(kind) => write!(f, "reward:{}", kind.code()),
            Self::Game(code) => write!(f, "game:{code}"),
            Self::Bank(id) => write!(f, "bank:{id}"),
            Self::Payout => f.write_str("payout"),
            Self::Correction => f.write_str("correction"),
            Self::Provider(code) => write!(f, "provider:{code}"),
        }
    }
}

impl Serialize for Account {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl TryFrom<String> for Account {
    type Error = NoSuchAccount;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        match text.split_once(':') {
            None => match text.as_str() {
                "main" => Ok(Self::Main),
                "in_transit" => Ok(Self::InTransit),
                "withdrawal" => Ok(Self::Withdrawal),
                "coins" => Ok(Self::Coins),
                "coin_issue" => Ok(Self::CoinIssue),
                "payout" => Ok(Self::Payout),
                "correction" => Ok(Self::Correction),
                _ => Err(NoSuchAccount(text)),
            },
            Some(("game", code)) => Ok(Self::Game(code.parse()?)),
            Some(("provider", code)) => Ok(Self::Provider(code.parse()?)),
            Some(("reward", code)) => GrantKind::ALL
                .into_iter()
                .find(|kind| kind.code() == code)
                .map(Self::Reward)
                .ok_or(NoSuchAccount(text)),
            Some(("bank", id)) if !id.is_empty() => Ok(Self::Bank(id.to_owned())),
            Some(_) => Err(NoSuchAccount(text)),
        }
    }
}

/// One line of a double entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Posting {
    /// The account that changes.
    pub account: Account,
    /// By how much; negative lowers it.
    pub amount: Money,
}

/// Moves `amount` from one account to another: two postings that sum to zero.
#[must_use]
pub fn movement(from: Account, to: Account, amount: Money) -> Vec<Posting> {
    vec![
        Posting {
            account: from,
            amount: amount.negated(),
        },
        Posting {
            account: to,
            amount,
        },
    ]
}

/// Whether the postings sum to zero in each currency; an error is a sum beyond the books.
pub fn is_balanced(postings: &[Posting]) -> Result<bool, MoneyError> {
    let mut sums: Vec<Money> = Vec::new();
    for posting in postings {
        match sums
            .iter_mut()
            .find(|sum| sum.currency() == posting.amount.currency())
        {
            Some(sum) => *sum = sum.checked_add(posting.amount)?,
            None => sums.push(posting.amount),
        }
    }
    Ok(sums.iter().all(|sum| sum.is_zero()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;

    #[test]
    fn every_account_reads_back_from_its_text() {
        for text in [
            "main",
            "in_transit",
            "withdrawal",
            "game:pg",
            "bank:scb-1",
            "coins",
            "coin_issue",
            "reward:coupon",
            "payout",
            "correction",
            "provider:joker2",
        ] {
            let account = Account::try_from(text.to_owned()).unwrap();
            assert_eq!(account.to_string(), text);
        }
        for text in ["", "mein", "game:", "game:PG", "bank:", "reward:", "safe:1"] {
            assert!(Account::try_from(text.to_owned()).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_movement_sums_to_zero_and_half_of_it_does_not() {
        let amount = Money::parse("12.34", Currency::Thb).unwrap();
        let postings = movement(Account::Main, Account::InTransit, amount);
        assert!(is_balanced(&postings).unwrap());
        assert!(!is_balanced(&postings[..1]).unwrap());
    }
}
