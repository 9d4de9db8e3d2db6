//! Checks the journal's events in the name of staff against the decisions of staff.
//!
//! An event with a correct hash, under a signed checkpoint, may still be one that nobody decided:
//! somebody who controls the database can append it, and the decision's row as well. So every event
//! needs a decision, and every decision needs a signed audit entry of staff, see
//! [`crate::backoffice::review::signature`].
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

#[cfg(test)]
mod passes;

use std::collections::{BTreeSet, HashMap, HashSet};

use ledger::journal::{self, StaffEvent, Whereabouts};
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::backoffice::review::decision::{Decision, Settlement};
use crate::backoffice::review::pseudonym;
use crate::backoffice::review::signature::{AGREE, ASK, MAKE, OPERATOR, SignedEntry, entries_of};
use crate::backoffice::review::store::{DecisionRow, Status, page};
use crate::backoffice::review::terms::Terms;
use crate::platform::secrets::Secrets;

/// How many problems of each kind are named.
const NAMED_MAX: usize = 10;
/// Decisions read at once.
const PAGE: i64 = 500;
/// Positions of the journal read at once: no statement gets long, whatever the journal's length.
const STRETCH: i64 = 10_000;

/// Lists the events, decisions and entries that nothing backs. Without the installation's key,
/// signatures are trusted unchecked. `progress` is the result of the last pass over this database;
/// a new one makes the check read every event.
pub(crate) async fn verify(
    pool: &PgPool,
    secrets: Option<&Secrets>,
    progress: &mut Progress,
) -> Result<Vec<String>, sqlx::Error> {
    let head = journal::head(pool).await?;
    let decisions = Decisions::read(pool).await?;
    let newest = journal::head(pool).await?;
    let (entries, mut findings) = believed(entries_of(pool).await?, secrets);
    let entries = Entries::of(&entries);
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
    progress.advance(&mut connection, head, &evidence).await?;
    let is_unknown = |at: i64, id| at > newest || at <= head && !progress.has_end_of(id);
    let undone = undone(&decisions, is_unknown);
    for found in [unmatched, progress.findings(), undone] {
        findings.extend(found.into_iter().take(NAMED_MAX));
    }
    Ok(findings)
}

/// The decisions that no entry backs, and the entries whose decision is gone.
async fn unmatched(
    pool: &PgPool,
    decisions: &Decisions,
    entries: &Entries<'_>,
) -> Result<Vec<String>, sqlx::Error> {
    let mut unmatched = decisions.unreadable.clone();
    for row in decisions.rows.values() {
        unmatched.extend(entries.problem(row));
    }
    let gone = entries.without(decisions);
    let there: HashSet<Uuid> = page(pool, &gone)
        .await?
        .into_iter()
        .map(|it| it.0)
        .collect();
    let gone = gone.into_iter().filter(|id| !there.contains(id));
    unmatched.extend(gone.map(|id| format!("staff_decision, id {id}: it is gone")));
    unmatched.sort();
    Ok(unmatched)
}

/// The decisions called done whose end, at this position, is unknown.
fn undone(decisions: &Decisions, is_unknown: impl Fn(i64, Uuid) -> bool) -> Vec<String> {
    let rows = decisions.rows.values();
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
    /// The compared events to read again: nothing backed them, or what did has changed. One that
    /// is gone from the journal stays here.
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
    /// Starts over if the journal may not be the one that was compared: a standby that took over,
    /// or a restored backup, may have lost its end and continued differently.
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
        head: i64,
        evidence: &Evidence<'_>,
    ) -> Result<(), sqlx::Error> {
        for position in self.unbacked.clone() {
            let events = journal::staff_events(&mut *connection, position - 1, position).await?;
            self.compare(events, evidence);
        }
        while self.position < head {
            let upto = head.min(self.position + self.stretch);
            let events = journal::staff_events(&mut *connection, self.position, upto).await?;
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
                Behind::Command => {}
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
        backing.is_some_and(|it| it.has_end)
    }
}

/// What the events are compared with.
struct Evidence<'a> {
    decisions: &'a Decisions,
    entries: &'a Entries<'a>,
}

impl Evidence<'_> {
    /// A decision that was executed and has no problem. No other decision backs an event: an ended
    /// one left none, and one that waits is not executed yet.
    fn executed(&self, id: Uuid) -> Option<&DecisionRow> {
        let row = self.decisions.rows.get(&id)?;
        let is_executed = matches!(row.status, Status::Agreed | Status::Done);
        (is_executed && self.entries.problem(row).is_none()).then_some(row)
    }

    /// The digest of everything about a decision that an event is compared with; none for a
    /// decision that backs no event.
    fn digest(&self, id: Uuid) -> Option<[u8; 32]> {
        let row = self.executed(id)?;
        let agreed: Vec<Uuid> = self.entries.agreed(row).map(|it| it.0).collect();
        let compared = json!({
            "wallet": row.wallet_id.0,
            "decision": row.decision,
            "terms": row.terms,
            "needsSecond": row.needs_second,
            "askedBy": row.asked_by,
            "agreed": agreed,
        });
        Some(Sha256::digest(compared.to_string()).into())
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
    let first = entries
        .iter()
        .find(|entry| is_good(entry))
        .map_or(i64::MAX, |it| it.id);
    let (good, bad): (Vec<_>, Vec<_>) = entries
        .into_iter()
        .partition(|entry| is_good(entry) || entry.id < first && !entry.has_signature());
    let named = bad.iter().take(NAMED_MAX);
    let findings = named.map(|entry| format!("staff act {}: its signature is not ours", entry.id));
    (good, findings.collect())
}

/// Every decision, by its id.
struct Decisions {
    rows: HashMap<Uuid, DecisionRow>,
    unreadable: Vec<String>,
}

impl Decisions {
    async fn read(pool: &PgPool) -> Result<Self, sqlx::Error> {
        let mut read = Self {
            rows: HashMap::new(),
            unreadable: Vec::new(),
        };
        let mut after = Uuid::nil();
        loop {
            let ids = sqlx::query_scalar!(
                "select id from staff_decision where id > $1 order by id limit $2",
                after,
                PAGE,
            )
            .fetch_all(pool)
            .await?;
            let Some(last) = ids.last() else {
                return Ok(read);
            };
            after = *last;
            for (id, row) in page(pool, &ids).await? {
                match row {
                    Some(row) => drop(read.rows.insert(id, row)),
                    None => read
                        .unreadable
                        .push(format!("staff_decision, id {id}: it cannot be read")),
                }
            }
        }
    }
}

/// The trusted entries, by subject.
struct Entries<'a> {
    /// The entries that ask, by the decision's id.
    asking: HashMap<Uuid, Vec<&'a SignedEntry>>,
    /// The entries that approve, by the decision's id.
    agreeing: HashMap<Uuid, Vec<&'a SignedEntry>>,
    /// The entries from the command line, by the name in the event.
    operators: HashMap<String, Vec<Command>>,
}

/// A decision from the command line.
#[derive(Deserialize)]
struct Command {
    /// The name in the event.
    #[serde(rename = "as")]
    name: String,
    decision: Decision,
    /// None if the gateway made no signatures yet.
    player: Option<Uuid>,
    terms: Option<Terms>,
}

impl<'a> Entries<'a> {
    fn of(entries: &'a [SignedEntry]) -> Self {
        let mut sorted = Self {
            asking: HashMap::new(),
            agreeing: HashMap::new(),
            operators: HashMap::new(),
        };
        for entry in entries {
            let whose = match entry.kind.as_str() {
                ASK | MAKE => &mut sorted.asking,
                AGREE => &mut sorted.agreeing,
                OPERATOR => {
                    if let Ok(command) = Command::deserialize(&entry.detail) {
                        let named = sorted.operators.entry(command.name.clone()).or_default();
                        named.push(command);
                    }
                    continue;
                }
                _ => continue,
            };
            if let Some(said) = entry.said() {
                whose.entry(said.decision).or_default().push(entry);
            }
        }
        sorted
    }

    fn is_asked(&self, row: &DecisionRow) -> bool {
        let entries = self.asking.get(&row.id).into_iter().flatten();
        entries.into_iter().any(|entry| entry.asks(row))
    }

    /// Who approves a decision, with their reason.
    fn agreed(&self, row: &DecisionRow) -> impl Iterator<Item = (Uuid, Option<&str>)> {
        let entries = self.agreeing.get(&row.id).into_iter().flatten();
        let agreeing = entries.filter(|entry| entry.agrees(row));
        agreeing.filter_map(|entry| Some((entry.by?, entry.reason.as_deref())))
    }

    /// The problem with a stored decision, if there is one.
    fn problem(&self, row: &DecisionRow) -> Option<String> {
        let what = if !self.is_asked(row) {
            "no signed audit entry backs it"
        } else if !row.is_of_one_piece() {
            "its columns contradict one another"
        } else if row.needs_second
            && matches!(row.status, Status::Agreed | Status::Done)
            && !self
                .agreed(row)
                .any(|it| (Some(it.0), it.1) == (row.decided_by, row.decided_reason.as_deref()))
        {
            "no signed audit entry of a second person backs it"
        } else {
            return None;
        };
        Some(format!("staff_decision, id {}: {what}", row.id))
    }

    /// The requested decisions without a row.
    fn without(&self, decisions: &Decisions) -> Vec<Uuid> {
        let asked = self.asking.keys().copied();
        asked
            .filter(|id| !decisions.rows.contains_key(id))
            .collect()
    }
}

/// What backs an event.
enum Behind {
    /// Nothing signed by staff.
    Nothing,
    /// A decision from the command line. Its audit entry alone backs it, which cannot change unseen.
    Command,
    /// This decision from the console.
    Decision(Uuid),
}

/// An event in the name of staff.
struct Event(StaffEvent);

impl Event {
    fn behind(&self, evidence: &Evidence<'_>) -> Behind {
        let Some(id) = self.decision_id() else {
            return if self.is_commanded(evidence.entries) {
                Behind::Command
            } else {
                Behind::Nothing
            };
        };
        let found = id.parse().ok().and_then(|id: Uuid| evidence.executed(id));
        match found {
            Some(row) if self.is_of(row, evidence.entries) => Behind::Decision(row.id),
            _ => Behind::Nothing,
        }
    }

    /// The console decision in its command's key, if the key has one.
    fn decision_id(&self) -> Option<&str> {
        self.0.key.as_deref()?.strip_prefix("staff decision ")
    }

    /// Whether it completes this executed decision or follows from it, by one of the decision's
    /// people. What it reads of the decision is in [`Evidence::digest`].
    fn is_of(&self, row: &DecisionRow, entries: &Entries<'_>) -> bool {
        let agreed: Vec<Uuid> = entries.agreed(row).map(|it| it.0).collect();
        // Older events contain the ids of the staff accounts.
        let is = |name: &str, staff: Uuid| {
            name == staff.to_string() || name == pseudonym::of(row.id, staff).to_string()
        };
        let has_agreed = |name: &str| agreed.iter().any(|staff| is(name, *staff));
        let is_by_one = self
            .0
            .actor
            .as_deref()
            .is_some_and(|name| is(name, row.asked_by) || has_agreed(name));
        let fields = &self.0.payload[&self.0.kind];
        let is_by_two = self.0.kind != "Corrected"
            || fields["by"]
                .as_str()
                .is_some_and(|name| is(name, row.asked_by))
                && fields["approved_by"].as_str().is_some_and(has_agreed);
        self.0.wallet == row.wallet_id.0.to_string()
            && (!row.needs_second || !agreed.is_empty())
            && is_by_one
            && is_by_two
            && (!self.is_end() || self.is_end_of(&row.decision, row.id, row.terms.as_ref()))
    }

    fn is_commanded(&self, entries: &Entries<'_>) -> bool {
        let commands = self
            .0
            .actor
            .as_ref()
            .and_then(|it| entries.operators.get(it));
        commands
            .into_iter()
            .flatten()
            .any(|it| self.is_of_command(it))
    }

    fn is_of_command(&self, command: &Command) -> bool {
        let (_, subject) = command.decision.subject(Uuid::nil());
        self.0.request.as_deref() == Some(subject.to_string().as_str())
            && command
                .player
                .is_none_or(|it| it.to_string() == self.0.wallet)
            && (!self.is_end()
                || self.is_end_of(&command.decision, Uuid::nil(), command.terms.as_ref()))
    }

    /// Whether it is the direct result of a decision, and not a consequence of that.
    fn is_end(&self) -> bool {
        matches!(
            self.0.kind.as_str(),
            "Deposited"
                | "SlipRejected"
                | "QrPaid"
                | "QrRejected"
                | "ManualDepositCredited"
                | "ManualDepositRejected"
                | "WithdrawalReleased"
                | "WithdrawalReturned"
                | "TransferCompleted"
                | "TransferReturned"
                | "Corrected"
        )
    }

    /// Whether it is the result of this decision: the same subject, amount and account.
    fn is_end_of(&self, decision: &Decision, id: Uuid, terms: Option<&Terms>) -> bool {
        let (kind, field) = match decision {
            Decision::AcceptSlip { .. } => ("Deposited", "slip_id"),
            Decision::RejectSlip { .. } => ("SlipRejected", "slip_id"),
            Decision::AcceptQr { .. } => ("QrPaid", "order_id"),
            Decision::RejectQr { .. } => ("QrRejected", "order_id"),
            Decision::AcceptManual { .. } => ("ManualDepositCredited", "deposit_id"),
            Decision::RejectManual { .. } => ("ManualDepositRejected", "deposit_id"),
            Decision::ReleaseWithdrawal { .. } => ("WithdrawalReleased", "withdrawal_id"),
            Decision::ReturnWithdrawal { .. } => ("WithdrawalReturned", "withdrawal_id"),
            Decision::SettleTransfer { outcome, .. } => match outcome {
                Settlement::Completed => ("TransferCompleted", "transfer_id"),
                Settlement::Returned => ("TransferReturned", "transfer_id"),
            },
            Decision::Correct { .. } => ("Corrected", "correction_id"),
        };
        let fields = &self.0.payload[kind];
        let (_, subject) = decision.subject(id);
        self.0.kind == kind
            && fields[field].as_str() == Some(subject.to_string().as_str())
            && terms.is_none_or(|terms| terms.is_kept_by(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backoffice::review::signature::{BEGIN, SignedFields};
    use serde_json::json;

    fn secrets() -> Secrets {
        let folder = tempfile::tempdir().unwrap();
        Secrets::load(folder.path()).unwrap()
    }

    fn entry(id: i64, secrets: Option<&Secrets>) -> SignedEntry {
        let covered = SignedFields {
            by: None,
            kind: BEGIN,
            subject: ("a", "b"),
            reason: None,
        };
        SignedEntry {
            id,
            by: None,
            kind: BEGIN.to_owned(),
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
    fn what_is_older_than_the_first_signature_is_believed_and_nothing_after_it() {
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
        assert_eq!(ids(&good), [1, 3, 6]);
        let named = [2, 4, 5].map(|id| format!("staff act {id}: its signature is not ours"));
        assert_eq!(findings, named);
        // Without the key a signature is not checked, but there must be one.
        let (good, findings) = believed(entries(), None);
        assert_eq!(ids(&good), [1, 2, 3, 5, 6]);
        assert_eq!(findings.len(), 1);
        // An entry of a gateway that made no signatures.
        let (good, findings) = believed(vec![entry(1, None)], Some(&own));
        assert_eq!((ids(&good), findings.len()), (vec![1], 0));
    }
}
