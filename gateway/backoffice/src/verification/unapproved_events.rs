//! Checks the journal's events in the name of staff against the decisions of staff.
//!
//! An event with a correct hash, under a signed checkpoint, may still lack a decision: anyone who
//! controls the database can append it, and the decision's row as well. So every event needs a
//! decision, and every decision needs a signed audit entry of staff, see
//! [`crate::review::signature`].
//!
//! The check takes the end of the journal first, then the decisions, then the entries. So an event
//! written meanwhile never appears without its decision and entry.
//!
//! A check that is repeated reads only the events after its last pass, see [`Progress`]. The events
//! before are still the same, because the hash chain and the signed checkpoints show a change. The
//! decisions and entries may have changed, so every pass reads all of them; it reads an earlier
//! event again if nothing backed it, or if the decision that backed it has changed or is gone. Only
//! the key of an earlier command, which no hash covers, is not read again, except by a check from
//! the start.

mod evidence;
#[cfg(test)]
mod passes;

use std::collections::{BTreeSet, HashMap, HashSet};

use ledger::journal::{self, JournalError, JournalKey, StaffEvent, Whereabouts};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use self::evidence::{Behind, Decisions, Entries, Event, Evidence};
use crate::review::signature::{SignedEntry, entries_after};
use crate::review::store::page;
use platform::secrets::Secrets;

/// How many problems of each kind are named.
const NAMED_MAX: usize = 10;
/// Positions of the journal read at once, so that statements stay short in a long journal.
const STRETCH: i64 = 10_000;

/// Lists the events, decisions and entries that nothing backs. Without the installation's keys,
/// signatures and events are trusted unchecked. `progress` is the result of the last pass over this database;
/// a new one makes the check read every event.
pub(crate) async fn verify(
    pool: &PgPool,
    secrets: Option<&Secrets>,
    key: Option<&JournalKey>,
    progress: &mut Progress,
) -> Result<Vec<String>, JournalError> {
    let head = journal::head(pool).await?;
    let decisions = Decisions::read(pool).await?;
    let newest = journal::head(pool).await?;
    let (entries, mut findings) = read_entries(pool, secrets, &decisions).await?;
    let unmatched = unmatched(pool, &decisions, &entries).await?;

    let evidence = Evidence {
        decisions: &decisions,
        entries: &entries,
    };
    // One connection, so one server, gives the timeline and the events. It is acquired only now,
    // because the server ends a session that is idle for minutes.
    let mut connection = pool.acquire().await?;
    let end = journal::whereabouts(&mut *connection).await?;
    let head = head.min(end.head);
    progress.resume(&end);
    progress.reopen(&evidence);
    progress
        .advance(&mut connection, key, head, &evidence)
        .await?;
    let is_unknown = |at: i64, id| at > newest || at <= head && !progress.has_end_of(id);
    let undone = undone(&decisions, is_unknown);
    for found in [unmatched, progress.findings(), undone] {
        findings.extend(found.into_iter().take(NAMED_MAX));
    }
    Ok(findings)
}

/// What the entries say about the decisions, and the problems of those that are not trusted.
async fn read_entries(
    pool: &PgPool,
    secrets: Option<&Secrets>,
    decisions: &Decisions,
) -> Result<(Entries, Vec<String>), sqlx::Error> {
    let (mut entries, mut findings) = (Entries::default(), Vec::new());
    let mut after = 0;
    loop {
        let read = entries_after(pool, after).await?;
        let Some(last) = read.last() else {
            findings.truncate(NAMED_MAX);
            return Ok((entries, findings));
        };
        after = last.id;
        let (good, bad) = believed(read, secrets);
        for entry in &good {
            entries.take(entry, decisions);
        }
        findings.extend(bad);
    }
}

/// The decisions that no entry backs, and the entries whose decision is gone.
async fn unmatched(
    pool: &PgPool,
    decisions: &Decisions,
    entries: &Entries,
) -> Result<Vec<String>, sqlx::Error> {
    let mut unmatched = decisions.unreadable.clone();
    for row in decisions.rows.values() {
        unmatched.extend(entries.problem(row));
    }
    let gone: Vec<Uuid> = entries.without_row.iter().copied().collect();
    let there: HashSet<Uuid> = page(pool, &gone)
        .await?
        .into_iter()
        .map(|(id, _)| id)
        .collect();
    let gone = gone.into_iter().filter(|id| !there.contains(id));
    unmatched.extend(gone.map(|id| format!("staff_decision, id {id}: it is gone")));
    unmatched.sort();
    Ok(unmatched)
}

/// The decisions called done whose end, at this position, is unknown. The journal knows no end of a
/// decision that the ledger does not execute.
fn undone(decisions: &Decisions, is_unknown: impl Fn(i64, Uuid) -> bool) -> Vec<String> {
    let rows = decisions.rows.values();
    let rows = rows.filter(|row| row.decision.is_of_ledger());
    let mut undone: Vec<String> = rows
        .filter(|row| row.position.is_some_and(|at| is_unknown(at, row.id)))
        .map(|row| {
            let id = row.id;
            format!("staff_decision, id {id}: the journal knows no end of it")
        })
        .collect();
    undone.sort();
    undone
}

/// The events that were compared, from pass to pass.
#[derive(Debug)]
pub(crate) struct Progress {
    /// The timeline of the server that the events were read from.
    timeline: String,
    /// The last event that was compared.
    position: i64,
    /// The compared events to read again: nothing backed them, or what did has changed. An event
    /// that is gone from the journal stays here.
    unbacked: BTreeSet<i64>,
    /// The decisions that back compared events, by their id.
    backing: HashMap<Uuid, Backing>,
    /// Positions read at once.
    stretch: i64,
}

/// What a decision backs.
#[derive(Debug)]
struct Backing {
    /// The digest of the decision when its first event was compared.
    digest: [u8; 32],
    /// The positions of its events.
    positions: BTreeSet<i64>,
    /// Whether one of them completes it.
    has_end: bool,
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            timeline: String::new(),
            position: 0,
            unbacked: BTreeSet::new(),
            backing: HashMap::new(),
            stretch: STRETCH,
        }
    }
}

impl Progress {
    /// Starts over if this may be a different journal: a standby that took over, or a restored
    /// backup, may have lost its end and continued differently.
    fn resume(&mut self, end: &Whereabouts) {
        if self.timeline != end.timeline || self.position > end.head {
            *self = Self {
                timeline: end.timeline.clone(),
                stretch: self.stretch,
                ..Self::default()
            };
        }
    }

    /// Marks the events whose decision does not back them as it did.
    fn reopen(&mut self, evidence: &Evidence<'_>) {
        let is_changed =
            |id: &Uuid, backing: &mut Backing| evidence.digest(*id) != Some(backing.digest);
        for (_, changed) in self.backing.extract_if(is_changed) {
            self.unbacked.extend(changed.positions);
        }
    }

    /// Compares the marked events, and the events that follow the last one up to `head`.
    async fn advance(
        &mut self,
        connection: &mut PgConnection,
        key: Option<&JournalKey>,
        head: i64,
        evidence: &Evidence<'_>,
    ) -> Result<(), JournalError> {
        for position in self.unbacked.clone() {
            let events = journal::staff_events(connection, key, position - 1, position).await?;
            self.compare(events, evidence);
        }
        while self.position < head {
            let upto = head.min(self.position + self.stretch);
            let events = journal::staff_events(connection, key, self.position, upto).await?;
            self.compare(events, evidence);
            self.position = upto;
        }
        Ok(())
    }

    /// Compares the events of a stretch; a repeat after an interruption does no harm.
    fn compare(&mut self, events: Vec<StaffEvent>, evidence: &Evidence<'_>) {
        for event in &events {
            self.unbacked.remove(&event.position);
        }
        for event in events.into_iter().map(Event) {
            let position = event.0.position;
            match event.behind(evidence) {
                Behind::Nothing => drop(self.unbacked.insert(position)),
                Behind::Decision(id) => self.note(id, &event, evidence),
            }
        }
    }

    /// Notes that a decision backs an event.
    fn note(&mut self, id: Uuid, event: &Event, evidence: &Evidence<'_>) {
        let Some(digest) = evidence.digest(id) else {
            return;
        };
        let backing = self.backing.entry(id).or_insert_with(|| Backing {
            digest,
            positions: BTreeSet::new(),
            has_end: false,
        });
        backing.positions.insert(event.0.position);
        backing.has_end |= event.is_end();
    }

    /// The events that nothing backs, the first of them.
    fn findings(&self) -> Vec<String> {
        let first = self.unbacked.iter().take(NAMED_MAX);
        first
            .map(|at| format!("event, position {at}: no signed decision of staff backs it"))
            .collect()
    }

    /// Whether a compared event completes this decision.
    fn has_end_of(&self, decision: Uuid) -> bool {
        let backing = self.backing.get(&decision);
        backing.is_some_and(|backing| backing.has_end)
    }
}

/// The trusted entries, and the problems of the others.
fn believed(
    entries: Vec<SignedEntry>,
    secrets: Option<&Secrets>,
) -> (Vec<SignedEntry>, Vec<String>) {
    let is_good = |entry: &SignedEntry| match secrets {
        Some(secrets) => entry.is_signed(secrets),
        None => entry.has_signature(),
    };
    let (good, bad): (Vec<_>, Vec<_>) = entries.into_iter().partition(is_good);
    let named = bad.iter().take(NAMED_MAX);
    let findings = named.map(|entry| format!("staff act {}: its signature is not ours", entry.id));
    (good, findings.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::signature::{ASK, SignedFields};
    use serde_json::json;

    fn secrets() -> Secrets {
        let folder = tempfile::tempdir().unwrap();
        Secrets::load(folder.path()).unwrap()
    }

    fn entry(id: i64, secrets: Option<&Secrets>) -> SignedEntry {
        let covered = SignedFields {
            by: None,
            kind: ASK,
            subject: ("a", "b"),
            reason: None,
        };
        SignedEntry {
            id,
            by: None,
            kind: ASK.to_owned(),
            subject_kind: Some("a".to_owned()),
            subject_id: Some("b".to_owned()),
            reason: None,
            detail: match secrets {
                Some(secrets) => covered.sign(secrets, json!({})),
                None => json!({}),
            },
        }
    }

    fn ids(entries: &[SignedEntry]) -> Vec<i64> {
        entries.iter().map(|entry| entry.id).collect()
    }

    #[test]
    fn only_entries_with_a_signature_of_ours_are_believed() {
        let (own, others) = (secrets(), secrets());
        let entries = || {
            vec![
                entry(1, None),
                entry(2, Some(&others)),
                entry(3, Some(&own)),
                entry(4, None),
                entry(5, Some(&others)),
                entry(6, Some(&own)),
            ]
        };
        let (good, findings) = believed(entries(), Some(&own));
        assert_eq!(ids(&good), [3, 6]);
        let named = [1, 2, 4, 5].map(|id| format!("staff act {id}: its signature is not ours"));
        assert_eq!(findings, named);
        // Without the key a signature is not checked, but there must be one.
        let (good, findings) = believed(entries(), None);
        assert_eq!(ids(&good), [2, 3, 5, 6]);
        assert_eq!(findings.len(), 2);
    }
}
