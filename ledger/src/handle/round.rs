//! One batch between the queue and the database: what is in it, and who hears what in the end.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use super::LedgerOptions;
use super::decision::{Decision, Job, Outcome};
use super::group::Group;
use super::{CommandOutcome, CommittedBatch, CommittedEvent, LedgerError};
use crate::claim::Claim;
use crate::id::WalletId;
use crate::journal::{
    Batch, Conflict, Context, Digest, Idempotency, Metadata, PendingEvent, Recalled, RecordedEvent,
    Stream,
};

/// A command is decided again at least this often, and for as long, before it is refused because the
/// wallet is too busy.
const ATTEMPTS_MAX: u32 = 20;
const DECIDED_AGAIN_FOR: Duration = Duration::from_secs(5);

/// Groups on their way into one transaction.
#[derive(Default)]
pub(super) struct CommitBatch {
    /// The session that its wallets were last compared in.
    pub(super) session: u64,
    /// Ascending by wallet, as their locks are taken.
    pub(super) groups: Vec<Group>,
    /// To be decided in the next round, in order.
    pub(super) deferred: Vec<Job>,
    /// To be answered from what an earlier command under the same key has led to.
    pub(super) recalls: HashMap<(WalletId, String), Vec<Job>>,
    claimed: HashSet<Claim>,
}

impl CommitBatch {
    /// An empty one; its wallets are read in this session.
    pub(super) fn begin(session: u64) -> Self {
        Self {
            session,
            ..Self::default()
        }
    }

    /// Decides one wallet's commands and takes them into the batch.
    pub(super) fn add(
        &mut self,
        wallet_id: WalletId,
        stream: Stream,
        jobs: impl ExactSizeIterator<Item = Job>,
        options: &LedgerOptions,
    ) {
        let (group, deferred) = Group::decide(wallet_id, stream, jobs, &mut self.claimed, options);
        self.deferred.extend(deferred);
        self.groups.push(group);
    }

    /// The columns of all groups.
    pub(super) fn batch(&self) -> Batch<'_> {
        let mut batch = Batch::with_capacity(self.groups.len(), self.event_count());
        for group in &self.groups {
            group.add_to(&mut batch);
        }
        batch
    }

    /// How many events it writes.
    pub(super) fn event_count(&self) -> usize {
        self.groups.iter().map(|group| group.events().count()).sum()
    }

    /// Whether its append writes anything at all.
    pub(super) fn writes(&self) -> bool {
        let decisions = self.groups.iter().flat_map(|group| &group.decisions);
        decisions.into_iter().any(|decision| {
            let is_named = decision.job.idempotency().is_some();
            decision.is_taken() && (is_named || !decision.events().is_empty())
        })
    }

    /// The last event that a promise rests on: "there was nothing left to do" says that it is kept.
    pub(super) fn rests_on(&self) -> i64 {
        let promises = self
            .groups
            .iter()
            .filter(|group| group.decisions.iter().any(Decision::is_taken));
        promises.map(|group| group.base().0).max().unwrap_or(0)
    }

    /// The wallets, each with the hash of the event that it was decided on.
    pub(super) fn bases(&self) -> Vec<(WalletId, Digest)> {
        let of = |group: &Group| (group.wallet_id, group.base().1);
        self.groups.iter().map(of).collect()
    }

    /// Takes out what is in the way. Neighbours stay as they were decided.
    pub(super) fn remove(&mut self, conflicts: Vec<Conflict>) {
        // A stale wallet goes as a whole: what else was found about its commands was decided on
        // a state that is gone.
        for conflict in &conflicts {
            if let Conflict::Stale(wallet_id) = conflict
                && let Some(group) = self.remove_group(*wallet_id)
            {
                let jobs = group.decisions.into_iter().flat_map(Decision::into_jobs);
                self.defer_again(jobs.collect());
            }
        }
        for conflict in conflicts {
            match conflict {
                Conflict::Stale(_) => {}
                Conflict::Outdated(change) => self.remove_outdated(change),
                Conflict::Known(wallet_id, key) => self.remove_known(wallet_id, key),
                Conflict::Claimed {
                    kind,
                    reference,
                    by,
                } => self.remove_claimed(&kind, &reference, by),
            }
        }
        self.groups.retain(|group| !group.decisions.is_empty());
    }

    /// Answers the commands that were decided before a change of settings. The others are decided again.
    fn remove_outdated(&mut self, change: i64) {
        for group in std::mem::take(&mut self.groups) {
            for job in group.decisions.into_iter().flat_map(Decision::into_jobs) {
                let read = job.asked.context.metadata.settings;
                if read.is_some_and(|read| read < change) {
                    job.answer(Err(LedgerError::OutdatedSettings));
                } else {
                    self.deferred.push(job);
                }
            }
        }
    }

    fn remove_known(&mut self, wallet_id: WalletId, key: String) {
        let found = self
            .groups
            .iter_mut()
            .filter(|group| group.wallet_id == wallet_id)
            .find_map(|group| Some((group.find_key(&key)?, group)));
        // Not found: deferred by an earlier conflict, and looked up again with the next batch.
        if let Some((index, group)) = found {
            let (decision, behind) = group.take_out(index);
            self.deferred.extend(behind);
            let waiting = self.recalls.entry((wallet_id, key)).or_default();
            waiting.extend(decision.into_jobs());
        }
    }

    fn remove_claimed(&mut self, kind: &str, reference: &str, by: WalletId) {
        let found = self
            .groups
            .iter_mut()
            .find_map(|group| Some((group.find_claim(kind, reference)?, group)));
        if let Some(((index, claim), group)) = found {
            let (decision, behind) = group.take_out(index);
            let named = decision.job.idempotency().cloned();
            for job in decision.into_jobs() {
                if is_same(named.as_ref(), &job) {
                    job.answer(Err(LedgerError::ClaimTaken {
                        kind: claim.kind,
                        reference: claim.reference.clone(),
                        by,
                    }));
                } else {
                    self.deferred.push(job);
                }
            }
            self.deferred.extend(behind);
        }
    }

    fn remove_group(&mut self, wallet_id: WalletId) -> Option<Group> {
        let index = self
            .groups
            .iter()
            .position(|group| group.wallet_id == wallet_id)?;
        Some(self.groups.remove(index))
    }

    /// Sends commands back to be decided again; those that have been for too long give up.
    fn defer_again(&mut self, jobs: Vec<Job>) {
        for mut job in jobs {
            job.attempts += 1;
            if job.attempts > ATTEMPTS_MAX && job.asked_at.elapsed() > DECIDED_AGAIN_FOR {
                job.answer(Err(LedgerError::Busy));
            } else {
                self.deferred.push(job);
            }
        }
    }

    /// Sends the whole batch back: other processes were faster each time.
    pub(super) fn defer_all(&mut self) {
        for group in std::mem::take(&mut self.groups) {
            let jobs = group.decisions.into_iter().flat_map(Decision::into_jobs);
            self.defer_again(jobs.collect());
        }
    }

    /// Answers every caller in the batch that the database is unavailable.
    pub(super) fn fail(&mut self, error: &sqlx::Error) {
        for group in std::mem::take(&mut self.groups) {
            for job in group.decisions.into_iter().flat_map(Decision::into_jobs) {
                job.answer(Err(LedgerError::Unavailable(copy_of(error))));
            }
        }
    }

    /// Gives the events of a committed batch their positions, for its callers to be answered.
    pub(super) fn settle(&mut self, first_position: i64) -> Settled {
        let mut next = first_position;
        let mut kept = Vec::with_capacity(self.groups.len());
        let mut decisions = Vec::new();
        for group in std::mem::take(&mut self.groups) {
            let wallet_id = group.wallet_id;
            let (settled, stream) = group.settle(&mut next);
            kept.extend(stream.map(|stream| (wallet_id, stream)));
            decisions.extend(settled);
        }
        Settled {
            kept,
            next,
            decisions,
        }
    }
}

/// A committed batch whose callers have not been answered.
pub(super) struct Settled {
    /// Streams that may be kept.
    pub(super) kept: Vec<(WalletId, Stream)>,
    /// The position behind the batch.
    pub(super) next: i64,
    /// Each with its first and its last position.
    decisions: Vec<(Decision, i64, i64)>,
}

impl Settled {
    /// What was committed, for the observer.
    pub(super) fn committed(&self) -> CommittedBatch<'_> {
        let decisions = || self.decisions.iter().map(|(decision, ..)| decision);
        let taken = decisions().filter(|it| it.is_taken()).count();
        let events = decisions().flat_map(|decision| {
            let wallet_id = decision.job.wallet_id;
            let events = decision.events().iter();
            events.map(move |pending| CommittedEvent {
                wallet_id,
                event: &pending.event,
            })
        });
        CommittedBatch {
            taken,
            refused: self.decisions.len() - taken,
            events: events.collect(),
        }
    }

    pub(super) fn answer(self) {
        for (decision, first, position) in self.decisions {
            answer(decision, first, position);
        }
    }
}

/// Answers a committed decision and its echoes.
fn answer(decision: Decision, first: i64, position: i64) {
    let Decision {
        job,
        outcome,
        sequence,
        echoes,
    } = decision;
    let mut taken = match outcome {
        Outcome::Refused(refusal) => return job.answer(Err(refusal.into())),
        Outcome::Taken(taken) => taken,
    };
    let wallet_id = job.wallet_id;
    let Context {
        metadata,
        idempotency,
    } = job.asked.context;
    let record = |position, pending: PendingEvent, metadata: Metadata| RecordedEvent {
        position,
        wallet_id,
        sequence: pending.sequence,
        event: pending.event,
        metadata: Metadata {
            main: pending.main,
            movements: pending.movements,
            ..metadata
        },
    };
    let mut events = Vec::with_capacity(taken.events.len());
    if let Some(last) = taken.events.pop() {
        let before = (first..).zip(taken.events);
        events.extend(before.map(|(at, pending)| record(at, pending, metadata.clone())));
        events.push(record(position, last, metadata));
    }
    let receipt = CommandOutcome {
        position,
        sequence,
        events,
        is_replayed: false,
    };
    for echo in echoes {
        let result = if is_same(idempotency.as_ref(), &echo) {
            Ok(CommandOutcome {
                is_replayed: true,
                ..receipt.clone()
            })
        } else {
            Err(LedgerError::IdempotencyMismatch)
        };
        echo.answer(result);
    }
    job.caller.answer(Ok(receipt));
}

/// Answers a command from what an earlier one under its key has led to.
pub(super) fn answer_recalled(job: Job, recalled: &Recalled) {
    let asked = job.idempotency();
    let result = if asked.is_some_and(|asked| recalled.fingerprint == asked.fingerprint) {
        Ok(CommandOutcome {
            position: recalled.position,
            sequence: recalled.sequence,
            events: recalled.events.clone(),
            is_replayed: true,
        })
    } else {
        Err(LedgerError::IdempotencyMismatch)
    };
    job.answer(result);
}

/// Whether a command under the same key asks for the same.
fn is_same(named: Option<&Idempotency>, job: &Job) -> bool {
    named == job.idempotency()
}

/// What `PostgreSQL` says when its disk is full.
const DISK_FULL: &str = "53100";

/// One error for many callers: kind and text stay.
pub(super) fn copy_of(error: &sqlx::Error) -> sqlx::Error {
    match error {
        sqlx::Error::PoolTimedOut => sqlx::Error::PoolTimedOut,
        sqlx::Error::PoolClosed => sqlx::Error::PoolClosed,
        sqlx::Error::Io(error) => {
            sqlx::Error::Io(std::io::Error::new(error.kind(), error.to_string()))
        }
        sqlx::Error::Database(refusal) if refusal.code().as_deref() == Some(DISK_FULL) => {
            let kind = std::io::ErrorKind::StorageFull;
            sqlx::Error::Io(std::io::Error::new(kind, refusal.to_string()))
        }
        other => sqlx::Error::Protocol(other.to_string()),
    }
}
