//! The writer: drains its queue, commits what is there in one transaction, answers.
//!
//! It never waits for more commands to come: while one batch is being committed the next one
//! gathers by itself, and a lone command goes at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use tracing::{Instrument, Span};

use super::cache::Cache;
use super::decision::Job;
use super::line::{WriterConnection, within};
use super::round::{CommitBatch, copy_of};
use super::turns::Turns;
use super::{LedgerError, LedgerOptions, trace};
use crate::id::WalletId;
use crate::journal::{
    AppendError, Appended, Conflict, LoadError, Stream, follow_streams, load_streams,
};
use crate::trace::request_ids;

/// Other processes may interfere this often before the batch is decided again.
const COLLISIONS_MAX: u32 = 5;

/// After a write that met a conflict so many batches look first: conflicts come in groups.
const LOOKS: u32 = 64;

/// Owns the commands of its wallets from the queue to the answer.
pub(super) struct Writer {
    pub(super) options: LedgerOptions,
    pub(super) queue: mpsc::Receiver<Job>,
    pub(super) cache: Arc<Cache>,
    /// The session that the cached streams were read or written in.
    pub(super) cached_in: u64,
    pub(super) committed: Arc<watch::Sender<i64>>,
    pub(super) closing: watch::Receiver<bool>,
    pub(super) line: WriterConnection,
    /// Commands taken from the queue so far.
    pub(super) arrivals: u64,
    /// So many batches look for conflicts before they write.
    pub(super) looks: u32,
    pub(super) turns: Turns,
}

impl Writer {
    /// Runs until the queue is closed and empty.
    ///
    /// After a panic while money is being written, nothing in memory can be trusted: the
    /// process ends, and its supervisor starts it again from what is committed.
    pub(super) async fn supervise(self) {
        if let Err(ended) = tokio::spawn(self.run()).await
            && ended.is_panic()
        {
            tracing::error!("the ledger's writer has panicked: the process ends");
            std::process::abort();
        }
    }

    async fn run(mut self) {
        let mut jobs = Vec::new();
        while self.gather(&mut jobs).await {
            let batch = std::mem::take(&mut jobs);
            jobs = self.commit(batch).await;
        }
    }

    /// Adds what waits in the queue to the commands left over; `false` when there will be none.
    async fn gather(&mut self, jobs: &mut Vec<Job>) -> bool {
        if jobs.is_empty() && !self.wait_for_one(jobs).await {
            return false;
        }
        // The callers who have just been answered get their turn on this thread before the door
        // shuts. No time is given, only the turn: without it a batch of one follows each full one.
        tokio::task::yield_now().await;
        while jobs.len() < self.options.batch_max {
            match self.queue.try_recv() {
                Ok(job) => jobs.push(job),
                Err(_) => break,
            }
        }
        true
    }

    async fn wait_for_one(&mut self, jobs: &mut Vec<Job>) -> bool {
        if !*self.closing.borrow() {
            tokio::select! {
                biased;
                _ = self.closing.wait_for(|is_closing| *is_closing) => {}
                received = self.queue.recv() => {
                    jobs.extend(received);
                    return !jobs.is_empty();
                }
            }
        }
        // Nobody can send any more; what has been accepted is still carried out.
        self.queue.close();
        jobs.extend(self.queue.recv().await);
        !jobs.is_empty()
    }

    /// Carries one batch through and hands back the commands to decide again.
    async fn commit(&mut self, jobs: Vec<Job>) -> Vec<Job> {
        let span = span_of(&jobs);
        self.carry(jobs).instrument(span).await
    }

    async fn carry(&mut self, mut jobs: Vec<Job>) -> Vec<Job> {
        for job in &mut jobs {
            if job.arrival == 0 {
                self.arrivals += 1;
                job.arrival = self.arrivals;
            }
        }
        // Stable: the commands of a wallet stay in their order.
        jobs.sort_by_key(|job| job.wallet_id);
        let mut round = match self.decide(jobs).await {
            Ok(round) => round,
            Err((error, jobs)) => {
                self.line.is_away = true;
                self.give_turns_back().await;
                for job in jobs {
                    job.answer(Err(LedgerError::Unavailable(copy_of(&error))));
                }
                return Vec::new();
            }
        };
        self.append(&mut round).await;
        self.give_turns_back().await;
        self.answer_recalls(&mut round).await;
        // Taken out for several reasons, but they came in one order and are decided in it.
        round.deferred.sort_by_key(|job| job.arrival);
        round.deferred
    }

    /// Loads the wallets of commands, which are in ascending order, and lets their rules decide.
    async fn decide(&mut self, jobs: Vec<Job>) -> Result<CommitBatch, (sqlx::Error, Vec<Job>)> {
        let each = || jobs.chunk_by(|job, next| job.wallet_id == next.wallet_id);
        let counts: Vec<_> = each().map(|jobs| (jobs[0].wallet_id, jobs.len())).collect();
        let wallets: Vec<WalletId> = counts.iter().map(|(wallet_id, _)| *wallet_id).collect();
        let mut streams = match self.streams(&wallets).await {
            Ok(streams) => streams,
            Err(error) => return Err((error, jobs)),
        };
        let mut round = CommitBatch::begin(self.line.session());
        let mut jobs = jobs.into_iter();
        for (wallet_id, count) in counts {
            let jobs = jobs.by_ref().take(count);
            let loaded = streams
                .remove(&wallet_id)
                .unwrap_or_else(|| Err(LoadError::Corrupt("it was not loaded".to_owned())));
            match loaded {
                Ok(stream) => {
                    round.add(wallet_id, stream, jobs, &self.options);
                }
                Err(LoadError::Corrupt(what)) => {
                    tracing::error!(%wallet_id, what, "a wallet cannot be used");
                    for job in jobs {
                        let what = what.clone();
                        job.answer(Err(LedgerError::Corrupt { wallet_id, what }));
                    }
                }
                Err(LoadError::Archive(error)) => {
                    tracing::error!(%wallet_id, %error, "the archive does not answer");
                    for job in jobs {
                        job.answer(Err(LedgerError::Unavailable(copy_of(&error))));
                    }
                }
            }
        }
        round.groups.retain(|group| !group.decisions.is_empty());
        Ok(round)
    }

    /// A connection that does not take them back is given up, and they end with it.
    async fn give_turns_back(&mut self) {
        if !self.turns.are_taken() {
            return;
        }
        let given = match self.line.connection().await {
            Ok(connection) => self.turns.give_back(connection).await,
            Err(error) => Err(error),
        };
        if given.is_err() {
            self.line.hang_up();
        }
    }

    async fn streams(
        &mut self,
        wallets: &[WalletId],
    ) -> Result<BTreeMap<WalletId, Result<Stream, LoadError>>, sqlx::Error> {
        let deadline = Instant::now() + self.line.patience();
        loop {
            match self.load(wallets).await {
                Ok(streams) => return Ok(streams),
                Err(error) => self.line.pause_or(error, deadline).await?,
            }
        }
    }

    /// Takes the streams that are in memory, and reads the others.
    async fn load(
        &mut self,
        wallets: &[WalletId],
    ) -> Result<BTreeMap<WalletId, Result<Stream, LoadError>>, sqlx::Error> {
        let session = self.line.open_session().await?;
        let mut streams = BTreeMap::new();
        let (mut missing, mut shared) = (Vec::new(), Vec::new());
        self.turns
            .take(self.line.connection().await?, wallets)
            .await?;
        for wallet_id in wallets {
            let is_behind = self.cache.take_note(*wallet_id);
            match self.cache.take(*wallet_id) {
                Some(stream) if self.cached_in == session => {
                    if is_behind || self.turns.is_shared(*wallet_id) {
                        shared.push((*wallet_id, stream));
                    } else {
                        streams.insert(*wallet_id, Ok(stream));
                    }
                }
                _ => missing.push(*wallet_id),
            }
        }
        if !shared.is_empty() {
            self.follow(shared, &mut streams, &mut missing).await?;
        }
        if !missing.is_empty() {
            let connection = self.line.connection().await?;
            streams
                .extend(within(load_streams(connection, Some(&self.options.key), &missing)).await?);
            self.line.is_away = false;
        }
        Ok(streams)
    }

    /// Brings streams that are in memory up to what other processes have written, and names those
    /// that have to be read from the beginning.
    async fn follow(
        &mut self,
        shared: Vec<(WalletId, Stream)>,
        streams: &mut BTreeMap<WalletId, Result<Stream, LoadError>>,
        missing: &mut Vec<WalletId>,
    ) -> Result<(), sqlx::Error> {
        let before: Vec<_> = shared
            .iter()
            .map(|(id, stream)| (*id, stream.version()))
            .collect();
        let connection = self.line.connection().await?;
        let mut followed = within(follow_streams(connection, &self.options.key, shared)).await?;
        for (wallet_id, version) in before {
            let Some(stream) = followed.remove(&wallet_id) else {
                missing.push(wallet_id);
                continue;
            };
            if self.turns.is_shared(wallet_id) {
                if stream.version() > version {
                    self.turns.note_other(wallet_id);
                } else {
                    self.turns.note_alone(wallet_id);
                }
            }
            streams.insert(wallet_id, Ok(stream));
        }
        Ok(())
    }

    /// Commits the round, taking out what is in its way, until it is in or cannot be.
    ///
    /// An answer that was lost is not a failure. The same batch is then offered again, and:
    /// 1. If the lost one was committed, it is found by its events' hashes. What can be read may
    ///    be missing on the standby (see `journal::fence`): it is answered behind a fence, and an
    ///    error of the fence is one more lost answer.
    /// 2. If it was not and never will be, the repeat takes its place.
    /// 3. If it is still running, the repeat waits for its locks and then finds the stream heads
    ///    moved or the keys used: at most one of the two can be committed.
    /// 4. If the repeat finds something in its way and behind that the batch is not found either,
    ///    then another process put it there, and the lost one is dead: one commit makes all of a
    ///    batch seen, so it was not committed when the conflict was; and it never can be, because
    ///    its head must be unchanged (versions only grow), its keys and facts unused
    ///    (rows that stay). It is given up, and its commands are decided again.
    /// 5. After a failover the lost one may run on in the server that was: nobody answers for that
    ///    one any more. In the new one's journal it is found, or it never comes.
    async fn append(&mut self, round: &mut CommitBatch) {
        let deadline = Instant::now() + self.line.patience();
        let mut is_uncertain = false;
        let mut collisions = 0;
        while !round.groups.is_empty() {
            match self.offer(round, is_uncertain).await {
                Ok(Appended::At(first_position)) => {
                    self.line.is_away = false;
                    self.looks = self.looks.saturating_sub(1);
                    self.settle(round, first_position);
                }
                Ok(Appended::Conflicts(conflicts)) => {
                    // Looked for and not found behind the conflict: the lost one is dead.
                    is_uncertain = false;
                    for conflict in &conflicts {
                        if let Conflict::Stale(wallet_id) = conflict {
                            self.turns.note_other(*wallet_id);
                        }
                    }
                    round.remove(conflicts);
                }
                Err(AppendError::Again(_)) if self.looks == 0 => self.looks = LOOKS,
                Err(AppendError::Again(error)) => {
                    collisions += 1;
                    if collisions > COLLISIONS_MAX {
                        if is_uncertain {
                            round.fail(&error);
                        } else {
                            round.defer_all();
                        }
                    }
                }
                Err(AppendError::Refused(error)) if round.groups.len() > 1 && !is_uncertain => {
                    tracing::error!(%error, "a batch was refused, now wallet by wallet");
                    return self.append_singly(round).await;
                }
                Err(AppendError::Refused(error) | AppendError::Failed(error)) => {
                    tracing::error!(%error, "a batch was refused");
                    round.fail(&error);
                }
                // Nothing was written this time: that says nothing of an earlier time.
                Err(AppendError::Elsewhere(error)) => {
                    if let Err(error) = self.line.pause_or(error, deadline).await {
                        self.line.is_away = true;
                        round.fail(&error);
                    }
                }
                Err(AppendError::Unknown(error)) => {
                    is_uncertain = true;
                    if let Err(error) = self.line.pause_or(error, deadline).await {
                        self.line.is_away = true;
                        round.fail(&error);
                    }
                }
            }
        }
    }

    /// A batch that the database refuses as a whole is offered wallet by wallet: what is wrong
    /// with one must not fail its neighbours.
    async fn append_singly(&mut self, round: &mut CommitBatch) {
        for group in std::mem::take(&mut round.groups) {
            round.groups.push(group);
            Box::pin(self.append(round)).await;
        }
    }

    fn settle(&mut self, round: &mut CommitBatch, first_position: i64) {
        let has_events = round.event_count() > 0;
        let mut settled = round.settle(first_position);
        if self.cached_in != self.line.session() {
            self.cache.clear();
            self.cached_in = self.line.session();
        }
        for (wallet_id, stream) in settled.kept.drain(..) {
            self.cache.put(wallet_id, stream);
        }
        if let Some(observer) = &self.options.observer {
            observer.note(&settled.committed());
        }
        // Before the answers: who has heard one must find its position committed.
        if has_events {
            let last = settled.next - 1;
            trace::note_positions(first_position, last);
            self.committed.send_if_modified(|position| {
                let is_ahead = last > *position;
                *position = (*position).max(last);
                is_ahead
            });
        }
        settled.answer();
    }
}

/// The span of a commit, linked to those of its commands.
fn span_of(jobs: &[Job]) -> Span {
    let span = trace::commit(jobs.len());
    if !span.is_disabled() {
        for job in jobs {
            span.follows_from(&job.caller.span);
        }
        let ids = jobs
            .iter()
            .map(|job| &*job.asked.context.metadata.request_id);
        span.record("wallet.request_ids", request_ids(ids));
    }
    span
}
