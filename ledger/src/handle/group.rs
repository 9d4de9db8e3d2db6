//! One wallet's commands in a batch: decided in order, each on what the one before has left.

use std::collections::{HashMap, HashSet};

use super::LedgerError;
use super::LedgerOptions;
use super::decision::{Asked, Decision, Job, Outcome, Taken};
use crate::claim::Claim;
use crate::id::WalletId;
use crate::journal::{
    Batch, Context, Digest, Facts, KeyDigest, Link, PendingEvent, Stream, digest, link_with,
    to_json,
};
use crate::posting::Account;
use crate::wallet::{DecisionContext, EVENT_VERSION, WalletError, WalletEvent};

/// The commands of one wallet that share a batch.
pub(super) struct Group {
    pub(super) wallet_id: WalletId,
    /// The stream's end before the batch: version, hash, position.
    base: (i64, Digest, i64),
    /// The stream with all decisions in it.
    stream: Stream,
    pub(super) decisions: Vec<Decision>,
    /// The stream also holds events of a command that was taken out: it must not be kept.
    is_spoilt: bool,
}

impl Group {
    /// Decides a wallet's commands. What cannot be decided in this batch is handed back in order.
    ///
    /// `claimed` holds the facts that the batch uses up so far. A second command for the same fact
    /// waits for the next batch: by then it is known whether the first was committed.
    pub(super) fn decide(
        wallet_id: WalletId,
        stream: Stream,
        mut jobs: impl ExactSizeIterator<Item = Job>,
        claimed: &mut HashSet<Claim>,
        options: &LedgerOptions,
    ) -> (Self, Vec<Job>) {
        let mut group = Self {
            wallet_id,
            base: (stream.version(), stream.hash, stream.position),
            stream,
            decisions: Vec::with_capacity(jobs.len()),
            is_spoilt: false,
        };
        let mut by_key: HashMap<String, usize> = HashMap::new();
        while let Some(mut job) = jobs.next() {
            let key = job.idempotency().map(|named| &named.key);
            if let Some(first) = key.and_then(|key| by_key.get(key)) {
                group.decisions[*first].echoes.push(job);
                continue;
            }
            let asked = &mut *job.asked;
            let outcome = match group.rule_on(asked, options) {
                Err(refusal) => Outcome::Refused(refusal),
                Ok(events) => {
                    let claims = group.claims(&events);
                    if claims.iter().any(|(claim, _)| claimed.contains(claim)) {
                        return (group, std::iter::once(job).chain(jobs).collect());
                    }
                    claimed.extend(claims.iter().map(|(claim, _)| claim.clone()));
                    match group.take(&mut asked.context, events, claims, options) {
                        Ok(taken) => Outcome::Taken(taken),
                        Err(what) => {
                            tracing::error!(%wallet_id, what, "an event breaks the books");
                            group.is_spoilt = true;
                            job.answer(Err(LedgerError::Corrupt { wallet_id, what }));
                            return (group, jobs.collect());
                        }
                    }
                }
            };
            // A refused command leaves nothing under its key: the next one is decided for itself.
            if jobs.len() > 0
                && let (Outcome::Taken(_), Some(named)) = (&outcome, job.idempotency())
            {
                by_key.insert(named.key.clone(), group.decisions.len());
            }
            group.decisions.push(Decision {
                job,
                outcome,
                sequence: group.stream.version(),
                echoes: Vec::new(),
            });
        }
        (group, Vec::new())
    }

    /// What the wallet's rules say to a command.
    fn rule_on(
        &self,
        asked: &Asked,
        options: &LedgerOptions,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let circumstances = DecisionContext {
            at: asked.context.metadata.at,
            coin_prices: options.coin_prices,
        };
        let command = asked.command.clone();
        self.stream.wallet.decide(command, circumstances)
    }

    fn claims(&self, events: &[WalletEvent]) -> Vec<(Claim, i64)> {
        let next = self.stream.version() + 1;
        (next..)
            .zip(events)
            .flat_map(|(sequence, event)| {
                let claims = event.claims().into_iter();
                claims.map(move |claim| (claim, sequence))
            })
            .collect()
    }

    /// Remembers the events on the stream and chains them.
    fn take(
        &mut self,
        context: &mut Context,
        events: Vec<WalletEvent>,
        claims: Vec<(Claim, i64)>,
        options: &LedgerOptions,
    ) -> Result<Taken, String> {
        let metadata = &mut context.metadata;
        metadata.key = context.idempotency.as_ref().map(KeyDigest::of);
        let mut taken = Taken {
            events: Vec::with_capacity(events.len()),
            claims,
            snapshot: None,
        };
        let count = events.len();
        for (place, event) in (1..).zip(events) {
            self.stream.remember(&event)?;
            if place == count && self.stream.is_snapshot_due(options.snapshot_every) {
                taken.snapshot = Some(to_json(&self.stream.wallet));
                self.stream.snapshot_at = self.stream.version();
            }
            let state_hash = taken.snapshot.as_deref().map(digest);
            let payload = to_json(&event);
            metadata.main = self.stream.wallet.bucket(&Account::Main);
            metadata.movements = Some(self.stream.wallet.movements());
            let written = metadata.text();
            let next = Link {
                wallet_id: self.wallet_id,
                sequence: self.stream.version(),
                event_type: event.type_name(),
                event_version: EVENT_VERSION,
                payload: &payload,
                metadata: &written,
                state_hash: state_hash.as_ref().map(Digest::as_slice),
            };
            let facts = metadata.main.map(|balance| Facts {
                at: metadata.at.timestamp_micros(),
                balance,
            });
            let stream_hash = link_with(&self.stream.hash, &next, facts);
            let mac = options.key.mac(&next, &stream_hash);
            self.stream.hash = stream_hash;
            taken.events.push(PendingEvent {
                event,
                sequence: self.stream.version(),
                payload,
                main: metadata.main,
                movements: metadata.movements,
                metadata: written,
                stream_hash,
                state_hash,
                mac,
            });
        }
        Ok(taken)
    }

    /// Lays the group out for the append. Also a group that writes nothing is checked: its
    /// refusals were decided on a state that another process may have changed since.
    pub(super) fn add_to<'a>(&'a self, batch: &mut Batch<'a>) {
        let (version, hash, _) = self.base;
        let (next, hash) = self
            .events()
            .last()
            .map_or((version, hash), |event| (event.sequence, event.stream_hash));
        batch.add_head(self.wallet_id, version, next, hash);
        for decision in &self.decisions {
            let key = decision.job.idempotency();
            match (&decision.outcome, key) {
                (Outcome::Refused(_), Some(key)) => batch.ask_key(self.wallet_id, key),
                (Outcome::Refused(_), None) => {}
                (Outcome::Taken(taken), key) => {
                    if let Some(read) = decision.job.asked.context.metadata.settings {
                        batch.add_settings(read);
                    }
                    if let Some(key) = key {
                        let written = taken.events.len();
                        batch.add_key(self.wallet_id, key, decision.sequence, written);
                    }
                    taken.add_to(self.wallet_id, batch);
                }
            }
        }
        // One row a wallet: only the latest may be written.
        let latest = self.decisions.iter().rev().find_map(Decision::snapshot);
        if let Some((sequence, state)) = latest {
            batch.add_snapshot(self.wallet_id, sequence, state);
        }
    }

    /// The wallet's last event that the group was decided on.
    pub(super) fn base(&self) -> (i64, Digest) {
        let (_, hash, position) = self.base;
        (position, hash)
    }

    /// Every event of the group in order.
    pub(super) fn events(&self) -> impl DoubleEndedIterator<Item = &PendingEvent> {
        self.decisions.iter().flat_map(Decision::events)
    }

    /// The decision under a key.
    pub(super) fn find_key(&self, key: &str) -> Option<usize> {
        self.decisions.iter().position(|decision| {
            let named = decision.job.idempotency();
            named.is_some_and(|named| named.key == key)
        })
    }

    /// The decision that uses a fact up, and the fact as its event names it.
    pub(super) fn find_claim(&self, kind: &str, reference: &str) -> Option<(usize, Claim)> {
        let found = |(claim, _): &&(Claim, i64)| claim.kind == kind && claim.reference == reference;
        self.decisions
            .iter()
            .enumerate()
            .find_map(|(index, decision)| match &decision.outcome {
                Outcome::Taken(taken) => {
                    let (claim, _) = taken.claims.iter().find(found)?;
                    Some((index, claim.clone()))
                }
                Outcome::Refused(_) => None,
            })
    }

    /// Takes a decision out. If the commands behind it were decided on its events they are handed
    /// back, to be decided again in the next batch; those before it are not touched.
    pub(super) fn take_out(&mut self, index: usize) -> (Decision, Vec<Job>) {
        let behind = self.decisions.split_off(index + 1);
        let decision = self
            .decisions
            .pop()
            .expect("the index was found in this group");
        if decision.events().is_empty() {
            self.decisions.extend(behind);
            return (decision, Vec::new());
        }
        self.is_spoilt = true;
        let jobs = behind.into_iter().flat_map(Decision::into_jobs).collect();
        (decision, jobs)
    }

    /// The decisions with the position each is answered with, and the stream if it may be kept.
    /// `next` is the position of the group's first event; the one behind its last is left in it.
    pub(super) fn settle(self, next: &mut i64) -> (Vec<(Decision, i64, i64)>, Option<Stream>) {
        let (_, _, mut position) = self.base;
        let mut settled = Vec::with_capacity(self.decisions.len());
        for decision in self.decisions {
            let first = *next;
            *next += i64::try_from(decision.events().len()).expect("a batch fits the journal");
            if *next > first {
                position = *next - 1;
            }
            settled.push((decision, first, position));
        }
        let mut stream = self.stream;
        stream.position = position;
        (settled, (!self.is_spoilt).then_some(stream))
    }
}
