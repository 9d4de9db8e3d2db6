//! Runs one task for each piece of open work while this gateway holds the lease.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use ledger::journal;
use ledger::trace::TRACES;
use projections::View;
use tokio::sync::Semaphore;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tracing::field::Empty;
use tracing::{Instrument, Span};

use super::Payments;
use super::attempt::{Job, Process, TOKEN};
use super::lease::{Lease, Term};
use super::outbound::Schedule;
use super::process::{due, step};
use platform::database::within;

/// The shortest time between two rescans of the open work.
const SWEEP_MIN: Duration = Duration::from_millis(100);

/// How long a rescan of the open work may take: it takes longer only on a dead connection.
const SWEEP_TAKES_MAX: Duration = Duration::from_secs(10);

/// The same limit for reading which request an operation began with.
const REQUEST_TAKES_MAX: Duration = Duration::from_secs(5);

/// The turns for calls, by process.
struct Turns([Option<Semaphore>; Process::ALL.len()]);

impl Turns {
    fn new() -> Self {
        Self(Process::ALL.map(|process| process.calls_max().map(Semaphore::new)))
    }

    fn of(&self, process: Process) -> Option<&Semaphore> {
        self.0[process as usize].as_ref()
    }
}

/// The pause after a failed step.
const STALLED: Duration = Duration::from_secs(1);

/// How often a waiting task reads the clock, so that it notices when the clock is set.
const NAP_MAX: Duration = Duration::from_secs(1);

/// A smaller step back is a gradual correction of the clock and does not count as set back.
const SET_BACK: TimeDelta = TimeDelta::seconds(1);

/// Works whenever the lease is held, until the gateway stops.
pub(super) async fn run(state: Payments) {
    while !state.stop.is_cancelled() {
        let lease = tokio::select! {
            lease = Lease::acquire(&state, state.holder) => lease,
            () = state.stop.cancelled() => return,
        };
        tracing::info!(token = lease.term.token, "the processes work here");
        state.is_holder.store(true, Ordering::Relaxed);
        work(&state, &lease).await;
        state.is_holder.store(false, Ordering::Relaxed);
        lease.give_back().await;
    }
}

/// The tasks of this gateway's term as lease holder.
struct Tasks {
    term: Term,
    running: JoinSet<Job>,
    subjects: HashSet<Job>,
    turns: Arc<Turns>,
}

impl Tasks {
    fn start(&mut self, state: &Payments, subject: Job) {
        if self.subjects.insert(subject) {
            let (state, turns) = (state.clone(), Arc::clone(&self.turns));
            let term = self.term.clone();
            self.running.spawn(TOKEN.scope(term.token, async move {
                carry(&state, subject, &term, turns.of(subject.process)).await;
                subject
            }));
        }
    }

    /// Removes a task that has ended.
    fn ended(&mut self, payments: &Payments, ended: Result<Job, tokio::task::JoinError>) {
        match ended {
            Ok(subject) => {
                self.subjects.remove(&subject);
                payments.note_end(subject.id);
            }
            // A panic while money moves: the supervisor restarts the gateway, which finds the
            // open work in the journal.
            Err(error) if error.is_panic() => {
                tracing::error!(%error, "a money task panicked");
                std::process::abort();
            }
            Err(_) => {}
        }
    }
}

async fn work(state: &Payments, lease: &Lease) {
    let mut tasks = Tasks {
        term: lease.term.clone(),
        running: JoinSet::new(),
        subjects: HashSet::new(),
        turns: Arc::new(Turns::new()),
    };
    let mut committed = state.ledger.committed();
    // The open work view shows the work that other gateways have started.
    let mut shown = state.projections.subscribe();
    let mut hinted = state.hinted.lock().await;
    loop {
        tokio::select! {
            () = sweep(state, &mut tasks) => {}
            () = lease.lost.cancelled() => {}
        }
        let sweep_again = tokio::time::sleep(state.config.paces.work);
        tokio::pin!(sweep_again);
        let not_before = tokio::time::Instant::now() + SWEEP_MIN;
        let mut is_moved = false;
        loop {
            tokio::select! {
                () = state.stop.cancelled() => return finish(state, &mut tasks, lease).await,
                () = lease.lost.cancelled() => return break_off(&mut tasks).await,
                Some(subject) = hinted.recv() => tasks.start(state, subject),
                Some(ended) = tasks.running.join_next() => {
                    // Only some QR orders are worked on at once; now the next ones get their turn.
                    is_moved |= matches!(&ended, Ok(subject) if subject.process == Process::Qr);
                    tasks.ended(state, ended);
                }
                Ok(()) = committed.changed(), if !is_moved => is_moved = true,
                notice = shown.recv(), if !is_moved => is_moved = match notice {
                    Ok(notice) => notice.view == View::OpenWork,
                    Err(RecvError::Lagged(_)) => true,
                    Err(RecvError::Closed) => false,
                },
                () = tokio::time::sleep_until(not_before), if is_moved => break,
                () = &mut sweep_again => break,
            }
        }
    }
}

/// Lets the tasks finish their calls; tasks that only wait end immediately.
async fn finish(state: &Payments, tasks: &mut Tasks, lease: &Lease) {
    loop {
        tokio::select! {
            ended = tasks.running.join_next() => match ended {
                Some(ended) => tasks.ended(state, ended),
                None => return,
            },
            () = lease.lost.cancelled() => return break_off(tasks).await,
        }
    }
}

/// The lease is lost, and another gateway takes over soon. Calls under way may still arrive; the
/// next holder finds their work in Sent.
async fn break_off(tasks: &mut Tasks) {
    tracing::warn!("the processes stop here, as their lease is lost");
    tasks.running.shutdown().await;
}

/// Starts a task for each piece of open work that has none.
async fn sweep(payments: &Payments, tasks: &mut Tasks) {
    for process in Process::ALL {
        let due = due(process, payments, payments.clock.now());
        match within(SWEEP_TAKES_MAX, due).await {
            Ok(subjects) => {
                for subject in subjects {
                    tasks.start(payments, subject);
                }
            }
            Err(error) => {
                let process = process.name();
                tracing::warn!(process, %error, "the open work cannot be read");
            }
        }
    }
}

/// Carries one subject to its end, with pauses between its steps.
async fn carry(state: &Payments, subject: Job, term: &Term, turns: Option<&Semaphore>) {
    let mut request_id = None;
    loop {
        let permit = match turns {
            Some(turns) => turns.acquire().await.ok(),
            None => None,
        };
        if state.stop.is_cancelled() || !term.lasts() {
            return;
        }
        let seen = state.clock.now();
        let span = tracing::info_span!(
            target: TRACES,
            parent: None,
            "step",
            wallet.process = subject.process.name(),
            wallet.request_id = Empty,
        );
        let next = step(&state.renewed(), subject)
            .instrument(span.clone())
            .await;
        drop(permit);
        note_request(state, subject, &span, &mut request_id).await;
        state.announce(subject.id);
        let is_stopped = match next {
            Ok(Schedule::Ended) => return,
            Ok(Schedule::At(time)) => sleep_until(state, seen, time).await,
            Err(error) => {
                tracing::warn!(process = subject.process.name(), id = %subject.id, %error, "stalled");
                nap(&state.stop, STALLED).await
            }
        };
        if is_stopped {
            return;
        }
    }
}

/// Ties a step to the request that began the operation. It is looked up once, after the first step,
/// so that no payment waits for it.
async fn note_request(
    state: &Payments,
    subject: Job,
    span: &Span,
    request_id: &mut Option<String>,
) {
    if span.is_disabled() {
        return;
    }
    if request_id.is_none() {
        let (wallet_id, begins_by) = (subject.wallet_id, subject.process.begins_by());
        let request = journal::request_of(&state.pool, wallet_id, begins_by, subject.id);
        *request_id = within(REQUEST_TAKES_MAX, request).await.ok().flatten();
    }
    span.record("wallet.request_id", request_id.as_deref());
}

/// Sleeps until a time of the gateway's clock, or until that clock is set back: a time that was
/// chosen while it was ahead may now be far away. `seen` is the clock's reading before the time was
/// chosen. Returns whether the gateway stops.
async fn sleep_until(state: &Payments, seen: DateTime<Utc>, time: DateTime<Utc>) -> bool {
    let mut latest = seen;
    loop {
        let now = state.clock.now();
        let Ok(left) = (time - now).to_std() else {
            return state.stop.is_cancelled();
        };
        if latest - now > SET_BACK {
            return state.stop.is_cancelled();
        }
        latest = latest.max(now);
        if nap(&state.stop, left.min(NAP_MAX)).await {
            return true;
        }
    }
}

async fn nap(stop: &CancellationToken, longest: Duration) -> bool {
    tokio::select! {
        () = stop.cancelled() => true,
        () = tokio::time::sleep(longest) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::harness;

    #[tokio::test(flavor = "multi_thread")]
    async fn who_sleeps_until_a_time_of_a_clock_that_was_ahead_wakes_when_it_is_put_right() {
        let harness = harness("http://127.0.0.1:9").await;
        let (state, day) = (&harness.state, Duration::from_hours(24));
        state.clock.advance(day);
        let ahead = state.clock.now();
        let time = ahead + TimeDelta::seconds(30);
        let sleeping = tokio::spawn({
            let state = state.clone();
            async move { sleep_until(&state, ahead, time).await }
        });
        state.clock.set_back(day);
        assert!(
            !sleeping.await.unwrap(),
            "woken, and not by the gateway's end"
        );
        // Corrected before the sleep started.
        assert!(!sleep_until(state, ahead, time).await);
    }
}
