//! The facts of an event: what a statement shows of it, hashed apart from its content so that a proof
//! can show them and nothing else.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use serde::Deserialize;

use crate::money::Money;

/// When an event happened, and what the main wallet held after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// Microseconds since 1970, UTC, the rest cut off.
    pub at: i64,
    /// The main wallet right after the event.
    pub balance: Money,
}

/// The part of the metadata that the facts are.
#[derive(Deserialize)]
struct Noted<'a> {
    #[serde(borrow)]
    at: Cow<'a, str>,
    main: Money,
}

impl Facts {
    /// The facts in an event's metadata as stored. None where it has none: the ledger writes no such
    /// event, but somebody who can insert rows may.
    #[must_use]
    pub fn of(metadata: &str) -> Option<Self> {
        let Noted { at, main } = serde_json::from_str(metadata).ok()?;
        let at: DateTime<Utc> = at.parse().ok()?;
        main.currency().is_money().then_some(Self {
            at: at.timestamp_micros(),
            balance: main,
        })
    }

    /// As they are hashed: one byte 1; the time (8 bytes, big-endian, two's complement); the balance in
    /// the smallest unit of its currency (likewise); the currency's code.
    fn bytes(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(1 + 8 + 8 + 3);
        bytes.push(1);
        bytes.extend(self.at.to_be_bytes());
        bytes.extend(self.balance.minor().to_be_bytes());
        bytes.extend(self.balance.currency().code().as_bytes());
        bytes
    }
}

/// The facts in an event's metadata as they are hashed; one byte 0 where it has none.
#[must_use]
pub fn hashed_facts(metadata: &str) -> Vec<u8> {
    hashed(Facts::of(metadata))
}

/// An event's facts as they are hashed; one byte 0 where it has none.
pub(super) fn hashed(facts: Option<Facts>) -> Vec<u8> {
    facts.map_or_else(|| vec![0], Facts::bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_facts_are_the_time_and_the_balance() {
        let metadata = r#"{"at":"2026-11-21T03:05:00.123456789Z","actor":{"kind":"member"},
            "requestId":"x","main":{"amount":"500.10","currency":"THB"},"movements":1}"#;
        let facts = Facts::of(metadata).unwrap();
        assert_eq!(facts.at, 1_795_230_300_123_456);
        assert_eq!(facts.balance.to_string(), "500.10 THB");
        assert_eq!(
            hex::encode(hashed_facts(metadata)),
            "01000660c0a0543140000000000000c35a544842"
        );
        let kip = metadata.replace("500.10", "7").replace("THB", "LAK");
        assert!(hex::encode(hashed_facts(&kip)).ends_with("00000000000000074c414b"));
    }

    #[test]
    fn metadata_without_a_time_or_a_balance_has_no_facts() {
        for metadata in [
            "{}",
            "null",
            "not JSON",
            r#"{"at":"2026-11-21T03:05:00Z"}"#,
            r#"{"at":"yesterday","main":{"amount":"1.00","currency":"THB"}}"#,
            r#"{"at":"2026-11-21T03:05:00Z","main":{"amount":"1.001","currency":"THB"}}"#,
            r#"{"at":"2026-11-21T03:05:00Z","main":{"amount":"1.00","currency":"USD"}}"#,
            r#"{"at":"2026-11-21T03:05:00Z","main":{"amount":"1","currency":"COIN"}}"#,
            r#"{"at":"2026-11-21T03:05:00Z","at":"2026-11-21T03:05:00Z",
                "main":{"amount":"1.00","currency":"THB"}}"#,
        ] {
            assert_eq!(hashed_facts(metadata), [0], "{metadata}");
        }
    }
}
