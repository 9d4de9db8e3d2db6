//! The wallets as the events build them: each one's chain, its buckets and the digest of its state.

use std::collections::HashMap;

use uuid::Uuid;

use super::finding::Findings;
use super::money::{Amount, Bucket, Unit};
use super::row::{Event, Texts};
use crate::journal::{Digest, JournalKey, Link, link};

const EVENT: &str = "event";

/// A wallet's state at the end of its events.
#[derive(Debug, Default)]
pub(super) struct WalletHead {
    pub(super) version: i64,
    pub(super) hash: Digest,
    /// The last event that confirms a state, and the digest of that state.
    pub(super) state: Option<(i64, Digest)>,
    buckets: Vec<(Bucket, Unit, i64)>,
    /// How many events have moved the main wallet.
    movements: u64,
}

#[derive(Debug, Default)]
pub(super) struct Books {
    wallets: HashMap<Uuid, WalletHead>,
    pub(super) events: i64,
    /// The key of the events' MACs, where they are checked.
    pub(super) key: Option<JournalKey>,
}

impl Books {
    pub(super) fn wallets(&self) -> &HashMap<Uuid, WalletHead> {
        &self.wallets
    }

    /// How many events a wallet has.
    pub(super) fn version(&self, wallet: Uuid) -> i64 {
        self.wallets.get(&wallet).map_or(0, |it| it.version)
    }

    /// Checks the next event; false where it is void: nobody with the journal's key wrote it, and it counts
    /// for nothing but its place.
    pub(super) fn look(
        &mut self,
        event: &Event,
        texts: Texts<'_>,
        findings: &mut Findings,
    ) -> bool {
        self.events += 1;
        let next = event.link(texts);
        let is_void = event.is_void(&next, self.key.as_ref());
        let standing = self.wallets.entry(event.wallet).or_default();
        let followed = standing.follow(event, &next);
        if is_void {
            let what = "it was not written with this journal's key";
            findings.note(EVENT, "mac", event.key(), what);
            return false;
        }
        if let Some(what) = &event.fault {
            findings.note(EVENT, "row", event.key(), what.as_str());
        }
        if let Err(what) = followed {
            findings.note(EVENT, "chain", event.key(), what);
        }
        if let Err(what) = standing.book(event) {
            findings.note(EVENT, "books", event.key(), what);
        }
        true
    }
}

impl WalletHead {
    /// The sequence and the hash. What follows is compared with what the row says, so that
    /// one bad row is one problem.
    fn follow(&mut self, event: &Event, next: &Link<'_>) -> Result<(), String> {
        let expected = self.version.saturating_add(1);
        let before = std::mem::replace(&mut self.hash, event.stream_hash);
        self.version = event.sequence;
        if let Some(state) = event.state_hash {
            self.state = Some((event.sequence, state));
        }
        if event.sequence != expected {
            return Err(format!(
                "it is in the place of event {expected} of the wallet"
            ));
        }
        if link(&before, next) == event.stream_hash {
            Ok(())
        } else {
            Err("it does not match its hash".to_owned())
        }
    }

    fn book(&mut self, event: &Event) -> Result<(), String> {
        for it in &event.moves {
            let unit = it.amount.unit;
            let is_fitting = (it.bucket == Bucket::Coins) == (unit == Unit::Coin);
            let place = self
                .buckets
                .iter_mut()
                .find(|(bucket, ..)| *bucket == it.bucket);
            let held = if let Some(held) = place {
                held
            } else {
                self.buckets.push((it.bucket, unit, 0));
                self.buckets.last_mut().expect("it was put there")
            };
            if !is_fitting || held.1 != unit {
                return Err(format!("{} takes no {}", it.bucket, unit.code()));
            }
            held.2 = held
                .2
                .checked_add(it.amount.minor)
                .ok_or_else(|| format!("{} is beyond the books", it.bucket))?;
        }
        for it in &event.moves {
            let held = self.held(it.bucket, it.amount.unit);
            if held.minor < 0 {
                return Err(format!("{} holds {held} after it", it.bucket));
            }
        }
        let moved: i128 = event
            .moves
            .iter()
            .filter(|it| it.bucket == Bucket::Main)
            .map(|it| i128::from(it.amount.minor))
            .sum();
        self.movements += u64::from(moved != 0);
        if let Some(noted) = event.noted.movements
            && noted != self.movements
        {
            return Err(format!(
                "it notes movement {noted} of main, where the events lead to {}",
                self.movements
            ));
        }
        match event.noted.main {
            Some(noted) if noted != self.held(Bucket::Main, noted.unit) => Err(format!(
                "it notes {noted} in main, where the events lead to {}",
                self.held(Bucket::Main, noted.unit)
            )),
            _ => Ok(()),
        }
    }

    fn held(&self, bucket: Bucket, unit: Unit) -> Amount {
        let held = self
            .buckets
            .iter()
            .find(|(it, of, _)| *it == bucket && *of == unit);
        let minor = held.map_or(0, |(.., minor)| *minor);
        Amount { unit, minor }
    }
}
