//! Claims: each has its event, and each event that makes one has its row.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

use uuid::Uuid;

use super::books::Books;
use super::finding::Findings;
use super::finding::sorted;
use super::row::Event;

/// The event that made a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Owner {
    pub(super) wallet: Uuid,
    pub(super) sequence: i64,
}

/// The rows of `claim`; each one that an event was seen to make is taken out.
#[derive(Debug, Default)]
pub(super) struct Claims {
    open: HashMap<(String, String), Owner>,
    pub(super) all: usize,
    /// Of `payment` claims, whose they are: of old credits that share a name the first one has it.
    payments: HashSet<String>,
    /// Of a walk, whose rows are not held: what events were seen to have made.
    made: Option<Made>,
}

/// Claims that events were seen to make. Of each 24 bytes, whatever it is called: names are hashed
/// with a fresh random key for each walk, so that nobody can choose two that collide.
#[derive(Debug, Default)]
struct Made {
    lots: [RandomState; 2],
    owners: HashMap<[u64; 2], u64>,
}

impl Claims {
    /// For a walk, which reads the rows that its events ask for and looks at all others at its end.
    pub(super) fn of_a_walk() -> Self {
        Self {
            made: Some(Made::default()),
            ..Self::default()
        }
    }

    /// Lets go of the rows that were read for some events.
    pub(super) fn forget(&mut self) {
        self.open.clear();
        self.payments.clear();
    }

    /// A row at the end of a walk: an event must have made it.
    pub(super) fn look_at_row(
        &mut self,
        key: &(String, String),
        owner: Owner,
        books: &Books,
        findings: &mut Findings,
    ) {
        self.all += 1;
        if !self.made.as_ref().is_some_and(|made| made.has(key, owner)) {
            note_owner(key, owner, books, findings);
        }
    }

    /// Takes in a row.
    pub(super) fn add(&mut self, kind: String, reference: String, owner: Owner) {
        self.all += 1;
        if kind == "payment" {
            self.payments.insert(reference.clone());
        }
        self.open.insert((kind, reference), owner);
    }

    /// Takes out what an event makes; what it lacks is noted.
    pub(super) fn look(&mut self, event: &Event, findings: &mut Findings) {
        for claim in &event.claims {
            let owner = Owner {
                wallet: event.wallet,
                sequence: event.sequence,
            };
            let key = (claim.kind.to_owned(), claim.reference.clone());
            if self.open.get(&key) == Some(&owner) {
                self.open.remove(&key);
                if let Some(made) = &mut self.made {
                    made.note(&key, owner);
                }
                continue;
            }
            let is_shared = claim.kind == "payment" && self.payments.contains(&claim.reference);
            if is_shared {
                continue;
            }
            let what = format!(
                "its row is missing or another's: {} has made it",
                event.key()
            );
            findings.note("claim", "missing", claim_key(&key), what);
        }
    }

    pub(super) fn finish(&self, books: &Books, findings: &mut Findings) {
        for (key, owner) in sorted(&self.open) {
            note_owner(key, *owner, books, findings);
        }
    }
}

impl Made {
    fn note(&mut self, key: &(String, String), owner: Owner) {
        let name = self.name(key);
        self.owners.insert(name, self.lots[0].hash_one(owner));
    }

    fn has(&self, key: &(String, String), owner: Owner) -> bool {
        self.owners.get(&self.name(key)) == Some(&self.lots[0].hash_one(owner))
    }

    fn name(&self, key: &(String, String)) -> [u64; 2] {
        [self.lots[0].hash_one(key), self.lots[1].hash_one(key)]
    }
}

fn note_owner(key: &(String, String), owner: Owner, books: &Books, findings: &mut Findings) {
    let Owner { wallet, sequence } = owner;
    let version = books.version(wallet);
    let what = if sequence > version {
        format!("it points at event {sequence} of {wallet}, which has {version}")
    } else {
        format!("event {sequence} of {wallet} has not made it")
    };
    findings.note("claim", "owner", claim_key(key), what);
}

fn claim_key((kind, reference): &(String, String)) -> String {
    format!("{kind} {reference}")
}
