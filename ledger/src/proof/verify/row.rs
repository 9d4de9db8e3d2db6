//! An event's row, read far enough for every check that needs no other row.

use uuid::Uuid;

use super::copy::{Layout, Row, unescape};
use super::money::{Move, Noted, moves, noted, wallet_id};
use crate::claim::Claim;
use crate::id::WalletId;
use crate::journal::{Digest, JournalKey, Link, read_stored};

/// Events that use up a fact: the only ones that are read as a whole.
const CLAIMING: [&str; 15] = [
    "Deposited",
    "SlipReturned",
    "ManualDepositCredited",
    "TransferCompleted",
    "WithdrawalPaid",
    "QrPaid",
    "QrRejected",
    "GiftSent",
    "Corrected",
    "GrantActivated",
    "InviteEarned",
    "CoinsGiven",
    "WheelSpun",
    "WheelSeedCommitted",
    "SettingsChanged",
];

/// A row of `event`. Its texts are in the buffer of the rows that it came with.
#[derive(Debug, Clone)]
pub(super) struct Event {
    pub(super) position: i64,
    pub(super) wallet: Uuid,
    pub(super) sequence: i64,
    /// Microseconds since 1970.
    pub(super) recorded_at: i64,
    pub(super) stream_hash: Digest,
    pub(super) state_hash: Option<Digest>,
    pub(super) mac: [u8; 16],
    pub(super) moves: Vec<Move>,
    pub(super) noted: Noted,
    pub(super) claims: Vec<Claim>,
    /// What does not hold of the row alone.
    pub(super) fault: Option<String>,
    /// Begin of type, version, payload and metadata, and the end of the last.
    bounds: [usize; 5],
}

/// The texts of an event.
#[derive(Debug, Clone, Copy)]
pub(super) struct Texts<'a> {
    pub(super) event_type: &'a str,
    pub(super) event_version: &'a str,
    pub(super) payload: &'a str,
    pub(super) metadata: &'a str,
}

/// A row that is none: its key as far as it could be read, and what is wrong.
#[derive(Debug)]
pub(super) struct Unreadable {
    pub(super) key: String,
    pub(super) what: String,
}

/// Rows that were read together.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) text: String,
    pub(super) events: Vec<Result<Event, Unreadable>>,
}

/// How much of a row is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// Everything that is checked of the row alone.
    Checked,
    /// Its position and its texts.
    Texts,
}

impl Batch {
    pub(super) fn read(lines: &[u8], layout: &Layout, depth: Depth) -> Self {
        let mut batch = Self {
            text: String::with_capacity(lines.len()),
            events: Vec::new(),
        };
        let mut scratch = Vec::new();
        let mut row = Row::default();
        for line in super::copy::lines(lines) {
            let event = if layout.split(line, &mut row) {
                batch.event(&row, &mut scratch, depth)
            } else {
                Err("has not the columns that it should have")
            };
            let event = event.map_err(|what| Unreadable {
                key: key_of(line, &row),
                what: what.to_owned(),
            });
            batch.events.push(event);
        }
        batch
    }

    fn event(
        &mut self,
        row: &Row<'_>,
        scratch: &mut Vec<u8>,
        depth: Depth,
    ) -> Result<Event, &'static str> {
        let mut bounds = [self.text.len(); 5];
        for (column, bound) in (3..7).zip(1..) {
            scratch.clear();
            if row.is_null(column) || !unescape(row.raw(column), scratch) {
                return Err("has a text that is none");
            }
            let text = std::str::from_utf8(scratch).map_err(|_| "has a text that is none")?;
            self.text.push_str(text);
            bounds[bound] = self.text.len();
        }
        let mut event = Event {
            position: row.number(0).ok_or("has no position")?,
            wallet: wallet_id(row.raw(1)).ok_or("is of no wallet that could be")?,
            sequence: row.number(2).ok_or("has no sequence")?,
            recorded_at: micros(row.raw(7)).ok_or("has no time of recording")?,
            stream_hash: row.array(8).ok_or("has no hash")?,
            state_hash: if row.is_null(9) {
                None
            } else {
                Some(row.array(9).ok_or("has no digest of its state")?)
            },
            mac: row.array(10).ok_or("has no MAC")?,
            moves: Vec::new(),
            noted: Noted::default(),
            claims: Vec::new(),
            fault: None,
            bounds,
        };
        if depth == Depth::Checked {
            event.read_texts(&self.text);
        }
        Ok(event)
    }
}

impl Event {
    /// Its texts, out of the buffer that it came with.
    pub(super) fn texts<'a>(&self, text: &'a str) -> Texts<'a> {
        let [start, event_type, version, payload, end] = self.bounds;
        Texts {
            event_type: &text[start..event_type],
            event_version: &text[event_type..version],
            payload: &text[version..payload],
            metadata: &text[payload..end],
        }
    }

    /// What its chain and its MAC cover.
    pub(super) fn link<'a>(&'a self, texts: Texts<'a>) -> Link<'a> {
        Link {
            wallet_id: WalletId(self.wallet),
            sequence: self.sequence,
            event_type: texts.event_type,
            event_version: texts.event_version,
            payload: texts.payload,
            metadata: texts.metadata,
            state_hash: self.state_hash.as_ref().map(Digest::as_slice),
        }
    }

    /// Whether nobody with this key wrote it; never without a key.
    pub(super) fn is_void(&self, link: &Link<'_>, key: Option<&JournalKey>) -> bool {
        key.is_some_and(|key| !key.is_right(link, &self.stream_hash, &self.mac))
    }

    /// The row with its own buffer.
    pub(super) fn detached(&self, text: &str) -> (Self, String) {
        let [start, .., end] = self.bounds;
        let mut event = self.clone();
        for bound in &mut event.bounds {
            *bound -= start;
        }
        (event, text[start..end].to_owned())
    }

    /// How a row is named.
    pub(super) fn key(&self) -> String {
        key(self.position, self.wallet, self.sequence)
    }

    fn read_texts(&mut self, text: &str) {
        let texts = self.texts(text);
        match moves(texts.event_type, texts.payload) {
            Ok(moves) => self.moves = moves,
            Err(what) => self.fault = Some(what),
        }
        match noted(texts.metadata) {
            Ok(noted) => self.noted = noted,
            Err(what) => self.fault = Some(what),
        }
        if CLAIMING.contains(&texts.event_type) {
            match read_stored(texts.event_type, texts.event_version, texts.payload) {
                Ok(event) => self.claims = event.claims(),
                Err(what) => self.fault = Some(what),
            }
        }
    }
}

/// How an event is named.
pub(super) fn key(position: i64, wallet: Uuid, sequence: i64) -> String {
    format!("position {position} (wallet {wallet}, event {sequence})")
}

/// What a broken row may be found by.
fn key_of(line: &[u8], row: &Row<'_>) -> String {
    let show = |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned();
    if row.has_columns() {
        let [position, wallet, sequence] = [0, 1, 2].map(|column| show(row.raw(column)));
        format!("position {position} (wallet {wallet}, event {sequence})")
    } else {
        format!("the line {:?}", show(line))
    }
}

/// `2026-11-21 19:58:29.123456+07:30` in microseconds since 1970.
pub(super) fn micros(text: &[u8]) -> Option<i64> {
    let number = |digits: &[u8]| -> Option<i64> {
        let all = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        all.then(|| {
            digits
                .iter()
                .fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'))
        })
    };
    let is_shaped = text.len() >= 20
        && [(4, b'-'), (7, b'-'), (10, b' '), (13, b':'), (16, b':')]
            .iter()
            .all(|(at, sign)| text[*at] == *sign);
    if !is_shaped {
        return None;
    }
    let (year, month, day) = (
        number(&text[..4])?,
        number(&text[5..7])?,
        number(&text[8..10])?,
    );
    let (hour, minute) = (number(&text[11..13])?, number(&text[14..16])?);
    let second = number(&text[17..19])?;
    let rest = &text[19..];
    let zone_at = rest.iter().position(|sign| matches!(sign, b'+' | b'-'))?;
    let (fraction, zone) = rest.split_at(zone_at);
    let fraction = match fraction {
        [] => 0,
        [b'.', digits @ ..] if digits.len() <= 6 => {
            let missing = u32::try_from(6 - digits.len()).ok()?;
            number(digits)? * 10_i64.pow(missing)
        }
        _ => return None,
    };
    let mut offset = 0;
    let mut weight = 3600;
    for part in zone[1..].split(|sign| *sign == b':') {
        offset += number(part)? * weight;
        weight /= 60;
    }
    if zone[0] == b'-' {
        offset = -offset;
    }
    let seconds = days(year, month, day)? * 86_400 + hour * 3_600 + minute * 60 + second;
    Some((seconds - offset) * 1_000_000 + fraction)
}

/// Days since 1970-01-01 in the Gregorian calendar (years begin in March, so that the leap day is
/// their last).
fn days(year: i64, month: i64, day: i64) -> Option<i64> {
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    Some(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wallet::WalletEvent;
    use cqrs_es::DomainEvent;

    #[test]
    fn a_time_is_read_in_whatever_zone_it_is_shown() {
        let at = chrono::DateTime::parse_from_rfc3339("2026-11-21T19:58:29.123456Z").unwrap();
        for text in [
            "2026-11-21 19:58:29.123456+00",
            "2026-11-22 02:58:29.123456+07",
            "2026-11-22 01:28:29.123456+05:30",
            "2026-11-21 16:58:29.123456-03",
        ] {
            assert_eq!(
                micros(text.as_bytes()),
                Some(at.timestamp_micros()),
                "{text}"
            );
        }
        assert_eq!(micros(b"1970-01-01 00:00:00+00"), Some(0));
        assert_eq!(
            micros(b"2000-02-29 00:00:00.5+00"),
            Some(951_782_400_500_000)
        );
        for text in ["infinity", "2026-11-21", "0044-03-15 00:00:00+00 BC", ""] {
            assert_eq!(micros(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn every_event_that_uses_up_a_fact_is_known_as_one() {
        let stored = include_str!("../../../tests/stored_events.jsonl");
        for text in stored.lines() {
            let event: WalletEvent = serde_json::from_str(text).unwrap();
            let name = event.event_type();
            assert!(
                event.claims().is_empty() || CLAIMING.contains(&name.as_str()),
                "{name}"
            );
        }
        for name in CLAIMING {
            assert!(stored.contains(&format!("{{\"{name}\":")), "{name}");
        }
    }
}
