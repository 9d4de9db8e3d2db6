//! The writer: drains its queue, commits what is there in one transaction, answers.
//!
//! It never waits for more commands to come: while one batch is being committed the next one
//! gathers by itself, and a lone command goes at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout};

use super::cache::Cache;
use super::decision::Job;
use super::line::{Line, STATEMENT_TIMEOUT, timed_out, within};
use super::round::{Round, answer_recalled, copy_of};
use super::{BookError, BookOptions};
use crate::id::WalletId;
use crate::journal::{
    AppendError, Appended, JournalError, Stream, append, find_committed, load_streams, recall,
};

/// Other processes may get in between this often before the batch is decided anew.
const COLLISIONS_MAX: u32 = 5;

/// Owns the commands of its wallets from the queue to the answer.
pub(super) struct Writer {
    pub(super) options: BookOptions,
    pub(super) queue: mpsc::Receiver<Job>,
    pub(super) cache: Arc<Cache>,
    pub(super) committed: Arc<watch::Sender<i64>>,
    pub(super) closing: watch::Receiver<bool>,
    pub(super) line: Line,
    /// Commands taken from the queue so far.
    pub(super) arrivals: u64,
}

impl Writer {
    /// Runs until the queue is closed and empty.
    ///
    /// A panic while money is being written leaves nothing that could be trusted to go on: the
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
        let mut by_wallet: BTreeMap<WalletId, Vec<Job>> = BTreeMap::new();
        for mut job in jobs {
            if job.arrival == 0 {
                self.arrivals += 1;
                job.arrival = self.arrivals;
            }
            by_wallet.entry(job.wallet_id).or_default().push(job);
        }
        let mut round = match self.decide(by_wallet).await {
            Ok(round) => round,
            Err((error, by_wallet)) => {
                self.line.is_away = true;
                for job in by_wallet.into_values().flatten() {
                    job.answer(Err(BookError::Unavailable(copy_of(&error))));
                }
                return Vec::new();
            }
        };
        self.append(&mut round).await;
        self.answer_recalls(&mut round).await;
        // Taken out for several reasons, but they came in one order and are decided in it.
        round.deferred.sort_by_key(|job| job.arrival);
        round.deferred
    }

    /// Loads the wallets and lets their rules decide.
    async fn decide(
        &mut self,
        by_wallet: BTreeMap<WalletId, Vec<Job>>,
    ) -> Result<Round, (sqlx::Error, BTreeMap<WalletId, Vec<Job>>)> {
        let wallets: Vec<WalletId> = by_wallet.keys().copied().collect();
        let mut streams = match self.streams(&wallets).await {
            Ok(streams) => streams,
            Err(error) => return Err((error, by_wallet)),
        };
        let mut round = Round::default();
        for (wallet_id, jobs) in by_wallet {
            let loaded = streams
                .remove(&wallet_id)
                .unwrap_or_else(|| Err("it was not loaded".to_owned()));
            match loaded {
                Ok(stream) => {
                    round.add(wallet_id, stream, jobs, &self.options);
                }
                Err(what) => {
                    tracing::error!(%wallet_id, what, "a wallet cannot be used");
                    for job in jobs {
                        let what = what.clone();
                        job.answer(Err(BookError::Corrupt { wallet_id, what }));
                    }
                }
            }
        }
        round.groups.retain(|group| !group.decisions.is_empty());
        Ok(round)
    }

    async fn streams(
        &mut self,
        wallets: &[WalletId],
    ) -> Result<BTreeMap<WalletId, Result<Stream, String>>, sqlx::Error> {
        let mut streams = BTreeMap::new();
        let mut missing = Vec::new();
        for wallet_id in wallets {
            match self.cache.take(*wallet_id) {
                Some(stream) => {
                    streams.insert(*wallet_id, Ok(stream));
                }
                None => missing.push(*wallet_id),
            }
        }
        if missing.is_empty() {
            return Ok(streams);
        }
        let deadline = Instant::now() + self.line.patience();
        loop {
            let loaded = async {
                let connection = self.line.connection().await?;
                within(load_streams(connection, &missing)).await
            };
            match loaded.await {
                Ok(loaded) => {
                    self.line.is_away = false;
                    streams.extend(loaded);
                    return Ok(streams);
                }
                Err(error) => self.line.pause_or(error, deadline).await?,
            }
        }
    }

    /// Commits the round, taking out what is in its way, until it is in or cannot be.
    ///
    /// An answer that was lost is not a failure. The same batch is then offered again, and:
    /// 1. If the lost one was committed, it is found by the hash of its first event.
    /// 2. If it was not and never will be, the repeat takes its place.
    /// 3. If it is still running, the repeat waits for its locks and then finds the stream heads
    ///    moved or the keys used: at most one of the two can be committed.
    async fn append(&mut self, round: &mut Round) {
        let deadline = Instant::now() + self.line.patience();
        let mut is_uncertain = false;
        let mut collisions = 0;
        while !round.groups.is_empty() {
            match self.offer(round, is_uncertain).await {
                Ok(Appended::At(first_position)) => {
                    self.line.is_away = false;
                    self.settle(round, first_position);
                }
                Ok(Appended::Conflicts(conflicts)) => {
                    // Looked for and not found behind the conflict: the lost one is dead.
                    is_uncertain = false;
                    round.remove(conflicts);
                }
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
    async fn append_singly(&mut self, round: &mut Round) {
        for group in std::mem::take(&mut round.groups) {
            round.groups.push(group);
            Box::pin(self.append(round)).await;
        }
    }

    async fn offer(&mut self, round: &Round, is_uncertain: bool) -> Result<Appended, AppendError> {
        if is_uncertain && let Some(first_position) = self.find(round).await? {
            return Ok(Appended::At(first_position));
        }
        let connection = self.line.connection().await.map_err(AppendError::Unknown)?;
        let offered = timeout(STATEMENT_TIMEOUT, append(connection, round.batch())).await;
        let appended = offered.map_err(|_| AppendError::Unknown(timed_out()))??;
        if is_uncertain
            && matches!(appended, Appended::Conflicts(_))
            && let Some(first_position) = self.find(round).await?
        {
            return Ok(Appended::At(first_position));
        }
        Ok(appended)
    }

    /// Where a batch whose answer was lost stands, if it was committed.
    async fn find(&mut self, round: &Round) -> Result<Option<i64>, AppendError> {
        let Some((wallet_id, event)) = round.first_event() else {
            return Ok(None);
        };
        let connection = self.line.connection().await.map_err(AppendError::Unknown)?;
        within(find_committed(connection, wallet_id, event))
            .await
            .map_err(AppendError::Unknown)
    }

    fn settle(&self, round: &mut Round, first_position: i64) {
        let has_events = round.first_event().is_some();
        let mut settled = round.settle(first_position);
        for (wallet_id, stream) in settled.kept.drain(..) {
            self.cache.put(wallet_id, stream);
        }
        // Before the answers: who has heard one must find its position committed.
        if has_events {
            let last = settled.next - 1;
            self.committed.send_if_modified(|position| {
                let is_ahead = last > *position;
                *position = (*position).max(last);
                is_ahead
            });
        }
        settled.answer();
    }

    async fn answer_recalls(&mut self, round: &mut Round) {
        for ((wallet_id, key), jobs) in round.recalls.drain() {
            let found = match self.line.connection().await {
                Ok(connection) => {
                    let found = timeout(STATEMENT_TIMEOUT, recall(connection, wallet_id, &key));
                    let found = found.await.unwrap_or_else(|_| Err(timed_out().into()));
                    found.and_then(|found| found.ok_or(sqlx::Error::RowNotFound.into()))
                }
                Err(error) => Err(error.into()),
            };
            if matches!(found, Err(JournalError::Database(_))) {
                self.line.hang_up();
            }
            for job in jobs {
                match &found {
                    Ok(recalled) => answer_recalled(job, recalled),
                    Err(JournalError::Database(error)) => {
                        job.answer(Err(BookError::Unavailable(copy_of(error))));
                    }
                    Err(JournalError::Corrupt { wallet_id, what }) => {
                        job.answer(Err(BookError::Corrupt {
                            wallet_id: *wallet_id,
                            what: what.clone(),
                        }));
                    }
                }
            }
        }
    }
}
