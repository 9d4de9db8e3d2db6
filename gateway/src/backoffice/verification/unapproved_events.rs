//! What stands in the journal in the name of staff, held against what staff have decided.
//!
//! An event with a right hash, sealed and signed, may still be one that nobody has decided: somebody
//! who holds the database can append it, and the decision's row as well. So behind each event stands a
//! decision, and behind each decision an act of staff with a signature, see [`crate::backoffice::review::signature`].
//!
//! Looked at are the events up to the head that is read first, then the decisions, then the acts:
//! what is written meanwhile has more behind it than was looked at, never less.

use std::collections::{HashMap, HashSet};

use futures_util::TryStreamExt;
use ledger::journal::{self, StaffEvent};
use serde::Deserialize;
use sqlx::PgPool;
use uuid::Uuid;

use crate::backoffice::review::decision::{Decision, Settlement};
use crate::backoffice::review::pseudonym;
use crate::backoffice::review::signature::{AGREE, ASK, MAKE, OPERATOR, SignedEntry, acts_of};
use crate::backoffice::review::store::{DecisionRow, Status, page};
use crate::backoffice::review::terms::Terms;
use crate::platform::secrets::Secrets;

/// Of what is wrong so many of each kind are named.
const NAMED_MAX: usize = 10;
/// Decisions read at once.
const PAGE: i64 = 500;

/// Says what in the journal, among the decisions and among the acts nobody backs. Without the
/// installation's key a signature is believed as it stands.
pub(crate) async fn verify(
    pool: &PgPool,
    secrets: Option<&Secrets>,
) -> Result<Vec<String>, sqlx::Error> {
    let head = journal::head(pool).await?;
    let decisions = Decisions::read(pool).await?;
    let newest = journal::head(pool).await?;
    let (acts, mut findings) = believed(acts_of(pool).await?, secrets);
    let acts = Acts::of(&acts);

    let mut unmatched = decisions.unreadable.clone();
    for kept in decisions.kept.values() {
        unmatched.extend(acts.problem(kept));
    }
    let gone = acts.without(&decisions);
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
        match event.behind(&decisions, &acts) {
            Behind::End(decision) => drop(done.insert(decision)),
            Behind::Something => {}
            Behind::Nothing => undecided.push(format!(
                "event, position {}: no decision that staff vouch for stands behind it",
                event.0.position
            )),
        }
    }
    let mut undone: Vec<String> = decisions
        .kept
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

/// The acts that are believed, and what is wrong with the others.
fn believed(acts: Vec<SignedEntry>, secrets: Option<&Secrets>) -> (Vec<SignedEntry>, Vec<String>) {
    let is_good = |act: &SignedEntry| match secrets {
        Some(secrets) => act.is_signed(secrets),
        None => act.has_signature(),
    };
    let first = acts
        .iter()
        .find(|act| is_good(act))
        .map_or(i64::MAX, |it| it.id);
    let (good, bad): (Vec<_>, Vec<_>) = acts
        .into_iter()
        .partition(|act| is_good(act) || act.id < first && !act.has_signature());
    let named = bad.iter().take(NAMED_MAX);
    let findings = named.map(|act| format!("staff act {}: its voucher is not ours", act.id));
    (good, findings.collect())
}

/// Every decision, by its id.
struct Decisions {
    kept: HashMap<Uuid, DecisionRow>,
    unreadable: Vec<String>,
}

impl Decisions {
    async fn read(pool: &PgPool) -> Result<Self, sqlx::Error> {
        let mut read = Self {
            kept: HashMap::new(),
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
            for (id, kept) in page(pool, &ids).await? {
                match kept {
                    Some(kept) => drop(read.kept.insert(id, kept)),
                    None => read
                        .unreadable
                        .push(format!("staff_decision, id {id}: it cannot be read")),
                }
            }
        }
    }
}

/// The believed acts, by what they are about.
struct Acts<'a> {
    /// Who asks, by the decision's id.
    asking: HashMap<Uuid, Vec<&'a SignedEntry>>,
    /// Who agrees, by the decision's id.
    agreeing: HashMap<Uuid, Vec<&'a SignedEntry>>,
    /// From the command line, by the name in the event.
    operators: HashMap<String, Vec<Command>>,
}

/// What somebody decided at the command line.
#[derive(Deserialize)]
struct Command {
    /// The name in the event.
    #[serde(rename = "as")]
    name: String,
    decision: Decision,
    /// None of a gateway that made no signatures.
    player: Option<Uuid>,
    terms: Option<Terms>,
}

impl<'a> Acts<'a> {
    fn of(acts: &'a [SignedEntry]) -> Self {
        let mut sorted = Self {
            asking: HashMap::new(),
            agreeing: HashMap::new(),
            operators: HashMap::new(),
        };
        for act in acts {
            let whose = match act.kind.as_str() {
                ASK | MAKE => &mut sorted.asking,
                AGREE => &mut sorted.agreeing,
                OPERATOR => {
                    if let Ok(command) = Command::deserialize(&act.detail) {
                        let named = sorted.operators.entry(command.name.clone()).or_default();
                        named.push(command);
                    }
                    continue;
                }
                _ => continue,
            };
            if let Some(said) = act.said() {
                whose.entry(said.decision).or_default().push(act);
            }
        }
        sorted
    }

    fn is_asked(&self, kept: &DecisionRow) -> bool {
        let acts = self.asking.get(&kept.id).into_iter().flatten();
        acts.into_iter().any(|act| act.asks(kept))
    }

    /// Who agrees to a decision, and in which words.
    fn agreed(&self, kept: &DecisionRow) -> impl Iterator<Item = (Uuid, Option<&str>)> {
        let acts = self.agreeing.get(&kept.id).into_iter().flatten();
        let agreeing = acts.filter(|act| act.agrees(kept));
        agreeing.filter_map(|act| Some((act.by?, act.reason.as_deref())))
    }

    /// What is wrong with a decision as it is kept.
    fn problem(&self, kept: &DecisionRow) -> Option<String> {
        let what = if !self.is_asked(kept) {
            "no act of staff vouches for it"
        } else if !kept.is_of_one_piece() {
            "its columns contradict one another"
        } else if kept.needs_second
            && matches!(kept.status, Status::Agreed | Status::Done)
            && !self
                .agreed(kept)
                .any(|it| (Some(it.0), it.1) == (kept.decided_by, kept.decided_reason.as_deref()))
        {
            "no act of a second person vouches for it"
        } else {
            return None;
        };
        Some(format!("staff_decision, id {}: {what}", kept.id))
    }

    /// What was asked for and has no row.
    fn without(&self, decisions: &Decisions) -> Vec<Uuid> {
        let asked = self.asking.keys().copied();
        asked
            .filter(|id| !decisions.kept.contains_key(id))
            .collect()
    }
}

/// What stands behind an event.
enum Behind {
    /// Nothing that staff back.
    Nothing,
    /// A decision, whose end it is not, or one from the command line.
    Something,
    /// This decision, which it is the end of.
    End(Uuid),
}

/// An event that staff must answer for.
struct Event(StaffEvent);

impl Event {
    fn behind(&self, decisions: &Decisions, acts: &Acts<'_>) -> Behind {
        let Some(id) = self.decision_id() else {
            return if self.is_commanded(acts) {
                Behind::Something
            } else {
                Behind::Nothing
            };
        };
        let found = id.parse().ok().and_then(|id: Uuid| decisions.kept.get(&id));
        let Some(kept) = found.filter(|kept| self.is_of(kept, acts)) else {
            return Behind::Nothing;
        };
        if self.is_end() {
            Behind::End(kept.id)
        } else {
            Behind::Something
        }
    }

    /// The decision of the console that its command is named after, where it is named so.
    fn decision_id(&self) -> Option<&str> {
        self.0.key.as_deref()?.strip_prefix("staff decision ")
    }

    /// Whether it is what this decision came to, or followed from that, by one of its people.
    fn is_of(&self, kept: &DecisionRow, acts: &Acts<'_>) -> bool {
        let agreed: Vec<Uuid> = acts.agreed(kept).map(|it| it.0).collect();
        // Older events hold the accounts' own ids.
        let is = |name: &str, staff: Uuid| {
            name == staff.to_string() || name == pseudonym::of(kept.id, staff).to_string()
        };
        let has_agreed = |name: &str| agreed.iter().any(|staff| is(name, *staff));
        let is_by_one = self
            .0
            .actor
            .as_deref()
            .is_some_and(|name| is(name, kept.asked_by) || has_agreed(name));
        let fields = &self.0.payload[&self.0.kind];
        let is_by_two = self.0.kind != "Corrected"
            || fields["by"]
                .as_str()
                .is_some_and(|name| is(name, kept.asked_by))
                && fields["approved_by"].as_str().is_some_and(has_agreed);
        // What came to nothing left no event; what is being carried out is not done yet.
        matches!(kept.status, Status::Agreed | Status::Done)
            && acts.problem(kept).is_none()
            && self.0.wallet == kept.wallet_id.0.to_string()
            && (!kept.needs_second || !agreed.is_empty())
            && is_by_one
            && is_by_two
            && (!self.is_end() || self.is_end_of(&kept.decision, kept.id, kept.terms.as_ref()))
    }

    fn is_commanded(&self, acts: &Acts<'_>) -> bool {
        let commands = self.0.actor.as_ref().and_then(|it| acts.operators.get(it));
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

    /// Whether it is what a decision comes to, and not what follows from that.
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

    /// Whether it is what this decision comes to: its thing, its amount and its account.
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

    fn act(id: i64, secrets: Option<&Secrets>) -> SignedEntry {
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

    fn ids(acts: &[SignedEntry]) -> Vec<i64> {
        acts.iter().map(|act| act.id).collect()
    }

    #[test]
    fn what_is_older_than_the_first_signature_is_believed_and_nothing_after_it() {
        let (own, others) = (secrets(), secrets());
        let acts = || {
            vec![
                act(1, None),
                act(2, Some(&others)),
                act(3, Some(&own)),
                act(4, None),
                act(5, Some(&others)),
                act(6, Some(&own)),
            ]
        };
        let (good, findings) = believed(acts(), Some(&own));
        assert_eq!(ids(&good), [1, 3, 6]);
        let named = [2, 4, 5].map(|id| format!("staff act {id}: its voucher is not ours"));
        assert_eq!(findings, named);
        // Without the key, a signature is not looked at, but there has to be one.
        let (good, findings) = believed(acts(), None);
        assert_eq!(ids(&good), [1, 2, 3, 5, 6]);
        assert_eq!(findings.len(), 1);
        // A gateway that made none.
        let (good, findings) = believed(vec![act(1, None)], Some(&own));
        assert_eq!((ids(&good), findings.len()), (vec![1], 0));
    }
}
