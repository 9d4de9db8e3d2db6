//! The little of an event that its postings are checked by, read without the rest.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use uuid::Uuid;

use crate::journal::KeyDigest;

/// An account of the player. A game's code is at most 16 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bucket {
    Main,
    InTransit,
    Withdrawal,
    Coins,
    Game([u8; 16]),
}

/// What an amount is counted in, and in which unit it is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Thb,
    Lak,
    Coin,
}

/// An amount in the smallest unit of its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Amount {
    pub(super) unit: Unit,
    pub(super) minor: i64,
}

/// What an event does to a bucket of the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) bucket: Bucket,
    pub(super) amount: Amount,
}

/// A payload as far as it is of interest: `{"Type":{"postings":[…]}}`, one level deeper for rewards.
struct Payload<'a> {
    name: Cow<'a, str>,
    postings: Vec<Line<'a>>,
}

#[derive(Deserialize)]
struct Inner<'a> {
    #[serde(borrow, default)]
    postings: Vec<Line<'a>>,
}

#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    account: Cow<'a, str>,
    #[serde(borrow)]
    amount: Wire<'a>,
}

#[derive(Deserialize)]
struct Wire<'a> {
    #[serde(borrow)]
    amount: Cow<'a, str>,
    #[serde(borrow)]
    currency: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Metadata<'a> {
    #[serde(borrow, default)]
    main: Option<Wire<'a>>,
    #[serde(default)]
    movements: Option<u64>,
    #[serde(default)]
    key: Option<KeyDigest>,
}

/// What an event's metadata notes of the wallet and of the command.
#[derive(Debug, Clone, Default)]
pub(super) struct Noted {
    /// The main wallet's balance after the event.
    pub(super) main: Option<Amount>,
    /// The count of movements of the main wallet after the event.
    pub(super) movements: Option<u64>,
    /// The digest of the command's key.
    pub(super) key: Option<KeyDigest>,
}

/// A map of one entry: the event's name and its fields.
struct Tagged<'a>(Cow<'a, str>, Inner<'a>);

impl<'de: 'a, 'a> Deserialize<'de> for Payload<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Outer)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Tagged<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Nested)
    }
}

/// A text, borrowed where it has no escapes.
#[derive(Deserialize)]
#[serde(transparent)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

struct Outer;
struct Nested;

fn only<'de, A: MapAccess<'de>>(map: &mut A) -> Result<(), A::Error> {
    match map.next_entry::<IgnoredAny, IgnoredAny>()? {
        None => Ok(()),
        Some(_) => Err(serde::de::Error::custom("more than one event")),
    }
}

impl<'de> Visitor<'de> for Outer {
    type Value = Payload<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an event")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let Some(Name(name)) = map.next_key()? else {
            return Err(serde::de::Error::custom("no event"));
        };
        let Tagged(name, Inner { postings }) = if name == "Reward" {
            map.next_value()?
        } else {
            Tagged(name, map.next_value()?)
        };
        only(&mut map)?;
        Ok(Payload { name, postings })
    }
}

impl<'de> Visitor<'de> for Nested {
    type Value = Tagged<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a reward's event")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let Some(Name(name)) = map.next_key()? else {
            return Err(serde::de::Error::custom("no event"));
        };
        let tagged = Tagged(name, map.next_value()?);
        only(&mut map)?;
        Ok(tagged)
    }
}

/// What an event's payload does to the player's buckets; the text says what does not hold: it
/// cannot be read, is another event than its row says, or its postings do not sum to zero.
pub(super) fn moves(event_type: &str, payload: &str) -> Result<Vec<Move>, String> {
    let payload: Payload<'_> = serde_json::from_str(payload)
        .map_err(|error| format!("its payload cannot be read: {error}"))?;
    if payload.name != event_type {
        return Err(format!(
            "it is called {event_type} and holds {}",
            payload.name
        ));
    }
    let mut sums = [0_i128; 3];
    let mut moves = Vec::with_capacity(payload.postings.len());
    for line in &payload.postings {
        let amount = line.amount.read()?;
        sums[amount.unit as usize] += i128::from(amount.minor);
        if let Some(bucket) = bucket(&line.account)? {
            moves.push(Move { bucket, amount });
        }
    }
    if sums == [0; 3] {
        Ok(moves)
    } else {
        Err("its postings do not sum to zero".to_owned())
    }
}

/// Reads what an event's metadata notes.
pub(super) fn noted(metadata: &str) -> Result<Noted, String> {
    let metadata: Metadata<'_> = serde_json::from_str(metadata)
        .map_err(|error| format!("its metadata cannot be read: {error}"))?;
    Ok(Noted {
        main: metadata.main.map(|main| main.read()).transpose()?,
        movements: metadata.movements,
        key: metadata.key,
    })
}

fn bucket(account: &str) -> Result<Option<Bucket>, String> {
    let unknown = || format!("{account:?} names no account");
    Ok(Some(match account {
        "main" => Bucket::Main,
        "in_transit" => Bucket::InTransit,
        "withdrawal" => Bucket::Withdrawal,
        "coins" => Bucket::Coins,
        "payout" | "coin_issue" | "correction" => return Ok(None),
        _ => match account.split_once(':') {
            Some(("game", code)) => {
                let mut padded = [0; 16];
                let place = padded.get_mut(..code.len()).ok_or_else(unknown)?;
                place.copy_from_slice(code.as_bytes());
                Bucket::Game(padded)
            }
            Some(("bank" | "provider" | "reward", name)) if !name.is_empty() => return Ok(None),
            _ => return Err(unknown()),
        },
    }))
}

impl Unit {
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Thb => "THB",
            Self::Lak => "LAK",
            Self::Coin => "COIN",
        }
    }

    const fn decimals(self) -> usize {
        match self {
            Self::Thb => 2,
            Self::Lak | Self::Coin => 0,
        }
    }
}

impl Wire<'_> {
    /// Exactly as amounts are stored: all decimals of the currency, nothing else.
    fn read(&self) -> Result<Amount, String> {
        let unit = match &*self.currency {
            "THB" => Unit::Thb,
            "LAK" => Unit::Lak,
            "COIN" => Unit::Coin,
            other => return Err(format!("{other:?} is no currency")),
        };
        let minor = minor(&self.amount, unit.decimals());
        let minor = minor.ok_or_else(|| format!("{:?} is no amount", self.amount))?;
        Ok(Amount { unit, minor })
    }
}

fn minor(text: &str, decimals: usize) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = if decimals == 0 {
        (digits, "")
    } else {
        digits.split_once('.')?
    };
    if whole.is_empty() || fraction.len() != decimals {
        return None;
    }
    let mut minor = 0_i64;
    for digit in whole.bytes().chain(fraction.bytes()) {
        if !digit.is_ascii_digit() {
            return None;
        }
        minor = minor
            .checked_mul(10)?
            .checked_add(i64::from(digit - b'0'))?;
    }
    Some(if digits.len() == text.len() {
        minor
    } else {
        -minor
    })
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.minor < 0 { "-" } else { "" };
        let minor = self.minor.unsigned_abs();
        match self.unit {
            Unit::Thb => write!(f, "{sign}{}.{:02} THB", minor / 100, minor % 100),
            Unit::Lak | Unit::Coin => write!(f, "{sign}{minor} {}", self.unit.code()),
        }
    }
}

impl fmt::Display for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Main => f.write_str("main"),
            Self::InTransit => f.write_str("in_transit"),
            Self::Withdrawal => f.write_str("withdrawal"),
            Self::Coins => f.write_str("coins"),
            Self::Game(code) => {
                let code = String::from_utf8_lossy(code);
                write!(f, "game:{}", code.trim_end_matches('\0'))
            }
        }
    }
}

/// A wallet's id as written in the column, which has only this spelling.
pub(super) fn wallet_id(text: &[u8]) -> Option<Uuid> {
    let is_plain = text.len() == 36 && !text.iter().any(u8::is_ascii_uppercase);
    if is_plain {
        Uuid::try_parse_ascii(text).ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use cqrs_es::DomainEvent;

    use super::*;
    use crate::wallet::WalletEvent;

    #[test]
    fn every_stored_form_is_read_as_the_ledger_reads_it() {
        let stored = include_str!("../../../tests/stored_events.jsonl");
        for text in stored.lines() {
            let event: WalletEvent = serde_json::from_str(text).unwrap();
            let moves = moves(&event.event_type(), text).unwrap();
            let players = event.postings().iter();
            let expected: Vec<(String, String)> = players
                .filter(|posting| posting.account.is_players())
                .map(|posting| (posting.account.to_string(), posting.amount.to_string()))
                .collect();
            let found: Vec<(String, String)> = moves
                .iter()
                .map(|it| (it.bucket.to_string(), it.amount.to_string()))
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn an_event_that_is_not_what_it_says_is_refused() {
        let opened = r#"{"Opened":{"currency":"THB"}}"#;
        assert!(moves("Opened", opened).is_ok());
        assert!(moves("Closed", opened).is_err());
        assert!(moves("Opened", r#"{"Opened":{},"Closed":{}}"#).is_err());
        let line = r#"{"account":"main","amount":{"amount":"1.00","currency":"THB"}}"#;
        let payload = format!(r#"{{"Opened":{{"postings":[{line}]}}}}"#);
        assert!(moves("Opened", &payload).unwrap_err().contains("zero"));
    }

    #[test]
    fn an_amount_has_exactly_the_decimals_of_its_currency() {
        assert_eq!(minor("-12.30", 2), Some(-1230));
        assert_eq!(minor("7", 0), Some(7));
        for text in ["", "-", "1", "1.0", "1.000", ".10", "1e3", "+1.00"] {
            assert_eq!(minor(text, 2), None, "{text}");
        }
    }
}
