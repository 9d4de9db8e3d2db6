//! Keys of commands: each must have ended where its wallet has an event, no event has two, and an
//! event that notes a key's digest has that key.

use std::collections::HashMap;

use uuid::Uuid;

use super::books::Books;
use super::copy::Row;
use super::finding::{Findings, sorted, wallet_key};
use super::money::wallet_id;
use super::row::Event;
use crate::journal::{Idempotency, KeyDigest};

/// Commands as far as they were looked at: the last one's wallet, and its last event.
#[derive(Debug, Default)]
pub(super) struct CommandRow {
    before: Option<(Uuid, i64)>,
}

/// A row of `idempotency`.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Command {
    wallet: Uuid,
    sequence: i64,
    events: i64,
    key: String,
    fingerprint: [u8; 32],
}

impl Command {
    pub(super) fn read(row: &Row<'_>) -> Option<Self> {
        Some(Self {
            wallet: wallet_id(row.raw(0))?,
            key: row.text(1)?,
            sequence: row.number(2)?,
            events: row.number(3)?,
            fingerprint: row.array(4)?,
        })
    }
}

impl CommandRow {
    /// The next one, by wallet and sequence.
    pub(super) fn look(
        &mut self,
        it: &Command,
        books: &Books,
        keyed: &mut KeyedEvents,
        findings: &mut Findings,
    ) {
        let version = books.version(it.wallet);
        let first = it.sequence.saturating_sub(it.events).saturating_add(1);
        let what = if it.sequence > version {
            format!(
                "it ended at event {}, the wallet has {version}",
                it.sequence
            )
        } else if it.events < 0 || first < 1 {
            format!("it cannot have written {} events", it.events)
        } else if it.events == 0 {
            return;
        } else if self
            .before
            .is_some_and(|(wallet, last)| wallet == it.wallet && last >= first)
        {
            format!("another command has written event {first}")
        } else {
            self.before = Some((it.wallet, it.sequence));
            match keyed.hold(it, first) {
                Ok(()) => return,
                Err(what) => what,
            }
        };
        let key = format!("{}, key {}", wallet_key(&it.wallet), it.key);
        findings.note("idempotency", "events", key, what);
    }
}

/// The events that note a key, until the keys are read.
#[derive(Debug, Default)]
pub(super) struct KeyedEvents {
    /// Whether the keys will be read at all.
    pub(super) is_wanted: bool,
    wallets: HashMap<Uuid, Vec<KeyedEvent>>,
}

#[derive(Debug)]
struct KeyedEvent {
    sequence: i64,
    digest: KeyDigest,
    has_row: bool,
}

impl KeyedEvents {
    /// The next event.
    pub(super) fn look(&mut self, event: &Event) {
        if self.is_wanted
            && let Some(digest) = event.noted.key
        {
            let events = self.wallets.entry(event.wallet).or_default();
            events.push(KeyedEvent {
                sequence: event.sequence,
                digest,
                has_row: false,
            });
        }
    }

    /// Holds a key against the events that it claims from `first` on.
    fn hold(&mut self, command: &Command, first: i64) -> Result<(), String> {
        let Some(events) = self.wallets.get_mut(&command.wallet) else {
            return Ok(());
        };
        let digest = KeyDigest::of(&Idempotency {
            key: command.key.clone(),
            fingerprint: command.fingerprint,
        });
        let start = events.partition_point(|it| it.sequence < first);
        let mut other = None;
        for event in &mut events[start..] {
            if event.sequence > command.sequence {
                break;
            }
            event.has_row = true;
            if event.digest != digest {
                other.get_or_insert(event.sequence);
            }
        }
        match other {
            None => Ok(()),
            Some(sequence) => Err(format!(
                "event {sequence} was made under another key, or for another request"
            )),
        }
    }

    /// After the last key: events whose key is gone.
    pub(super) fn finish(&mut self, findings: &mut Findings) {
        let wallets = std::mem::take(&mut self.wallets);
        for (wallet, events) in sorted(&wallets) {
            for event in events.iter().filter(|it| !it.has_row) {
                let key = format!("{}, event {}", wallet_key(wallet), event.sequence);
                let what = "the key that it was made under is gone";
                findings.note("idempotency", "gone", key, what);
            }
        }
    }
}
