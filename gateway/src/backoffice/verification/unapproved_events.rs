//! Checks the journal's events in the name of staff against the decisions of staff.
//!
//! An event with a correct hash, under a signed checkpoint, may still be one that nobody decided:
//! somebody who controls the database can append it, and the decision's row as well. So every event
//! needs a decision, and every decision needs a signed audit entry of staff, see
//! [`crate::backoffice::review::signature`].
//!
//! The check reads the events up to the head first, then the decisions, then the entries. So an
//! event written meanwhile never appears without its decision and entry.

use std::collections::{HashMap, HashSet};

use futures_util::TryStreamExt;
use ledger::journal::{self, StaffEvent};
use serde::Deserialize;
use sqlx::PgPool;
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

/// Lists the events, decisions and entries that nothing backs. Without the installation's key,
/// signatures are trusted unchecked.
pub(crate) async fn verify(
    pool: &PgPool,
    secrets: Option<&Secrets>,
) -> Result<Vec<String>, sqlx::Error> {
    let head = journal::head(pool).await?;
    let decisions = Decisions::read(pool).await?;
    let newest = journal::head(pool).await?;
    let (entries, mut findings) = believed(entries_of(pool).await?, secrets);
    let entries = Entries::of(&entries);

    let mut unmatched = decisions.unreadable.clone();
    for row in decisions.rows.values() {
        unmatched.extend(entries.problem(row));
    }
    let gone = entries.without(&decisions);
    let there: HashSet<Uuid> = page(pool, &gone)
        .await?
        .into_iter()
        .map(|it| it.0)
        .collect();
    let gone = gone.into_iter().filter(|id| !there.contains(id));
    unmatched.extend(gone.map(|id| format!("staff_decision, id {id}: it is gone")));
    unmatched.sort();

    let mut done = HashSet::new();
    let mut undecided = Vec::new();
    let mut events = journal::staff_events(pool, head);
    while let Some(event) = events.try_next().await?.map(Event) {
        match event.behind(&decisions, &entries) {
            Behind::End(decision) => drop(done.insert(decision)),
            Behind::Something => {}
            Behind::Nothing => undecided.push(format!(
                "event, position {}: no signed decision of staff backs it",
                event.0.position
            )),
        }
    }
    let mut undone: Vec<String> = decisions
        .rows
        .values()
        .filter(|it| {
            let is_unknown = |at| at > newest || at <= head && !done.contains(&it.id);
            it.position.is_some_and(is_unknown)
        })
        .map(|it| {
            format!(
                "staff_decision, id {}: the journal knows no end of it",
                it.id
            )
        })
        .collect();
    undone.sort();

    for found in [unmatched, undecided, undone] {
        findings.extend(found.into_iter().take(NAMED_MAX));
    }
    Ok(findings)
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
    /// A decision that it does not complete, or a decision from the command line.
    Something,
    /// This decision, which it completes.
    End(Uuid),
}

/// An event in the name of staff.
struct Event(StaffEvent);

impl Event {
    fn behind(&self, decisions: &Decisions, entries: &Entries<'_>) -> Behind {
        let Some(id) = self.decision_id() else {
            return if self.is_commanded(entries) {
                Behind::Something
            } else {
                Behind::Nothing
            };
        };
        let found = id.parse().ok().and_then(|id: Uuid| decisions.rows.get(&id));
        let Some(row) = found.filter(|row| self.is_of(row, entries)) else {
            return Behind::Nothing;
        };
        if self.is_end() {
            Behind::End(row.id)
        } else {
            Behind::Something
        }
    }

    /// The console decision in its command's key, if the key has one.
    fn decision_id(&self) -> Option<&str> {
        self.0.key.as_deref()?.strip_prefix("staff decision ")
    }

    /// Whether it completes this decision or follows from it, by one of the decision's people.
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
        // An ended decision left no event; a decision in progress is not done yet.
        matches!(row.status, Status::Agreed | Status::Done)
            && entries.problem(row).is_none()
            && self.0.wallet == row.wallet_id.0.to_string()
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
