//! Keeps one task for each piece of open work, while this gateway holds the lease.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use projections::{View, ViewError, open_work};
use sqlx::PgPool;
use tokio::sync::Semaphore;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::attempt::{Subject, TOKEN};
use super::errand::{Next, Stall, step_max};
use super::gift::work as gift;
use super::lease::{Lease, Term};
use super::qr::work as qr;
use super::slip::work as slip;
use super::{Payments, transfer, withdrawal};
use crate::platform::database::within;

/// The open work is not looked through more often than this.
const SWEEP_MIN: Duration = Duration::from_millis(100);

/// Looking through the open work takes longer only on a connection that has fallen silent.
const SWEEP_TAKES_MAX: Duration = Duration::from_secs(10);

/// Rows read at once.
const PAGE: i64 = 500;

/// Calls in progress at once, by whom they go to: a service that hangs holds up its own work only.
/// Transfers take turns with each provider instead.
struct Turns {
    withdrawals: Semaphore,
    slips: Semaphore,
    gifts: Semaphore,
    orders: Semaphore,
}

impl Turns {
    fn new() -> Self {
        Self {
            withdrawals: Semaphore::new(16),
            slips: Semaphore::new(16),
            gifts: Semaphore::new(16),
            orders: Semaphore::new(32),
        }
    }

    fn of(&self, process: &str) -> Option<&Semaphore> {
        match process {
            transfer::NAME => None,
            withdrawal::NAME => Some(&self.withdrawals),
            gift::NAME => Some(&self.gifts),
            qr::NAME => Some(&self.orders),
            _ => Some(&self.slips),
        }
    }
}

/// Pause after a step that could not be made.
const STALLED: Duration = Duration::from_secs(1);

/// A waiting task looks at the clock this often, so that a clock that was set is noticed.
const NAP_MAX: Duration = Duration::from_secs(1);

/// A clock that is put right little by little is not set back.
const SET_BACK: TimeDelta = TimeDelta::seconds(1);

/// Works whenever the lease is held, until the gateway stops.
pub(super) async fn run(state: Payments) {
    while !state.stop.is_cancelled() {
        let lease = tokio::select! {
            lease = Lease::acquire(&state, state.holder) => lease,
            () = state.stop.cancelled() => return,
        };
        tracing::info!(token = lease.term.token, "the processes work here");
        work(&state, &lease).await;
        lease.give_back().await;
    }
}

/// The tasks of this gateway's term.
struct Tasks {
    term: Term,
    running: JoinSet<Subject>,
    subjects: HashSet<Subject>,
    turns: Arc<Turns>,
}

impl Tasks {
    fn start(&mut self, state: &Payments, subject: Subject) {
        if self.subjects.insert(subject) {
            let (state, turns) = (state.clone(), Arc::clone(&self.turns));
            let term = self.term.clone();
            self.running.spawn(TOKEN.scope(term.token, async move {
                carry(&state, subject, &term, turns.of(subject.process)).await;
                subject
            }));
        }
    }

    /// Takes a task that has ended off the list.
    fn ended(&mut self, ended: Result<Subject, tokio::task::JoinError>) {
        match ended {
            Ok(subject) => drop(self.subjects.remove(&subject)),
            // A broken promise in the middle of money: the supervisor starts the gateway again,
            // and what was open is found in the journal.
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
    let mut committed = state.book.committed();
    // What other gateways have begun shows in the view that lists the open work.
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
                () = state.stop.cancelled() => return finish(&mut tasks, lease).await,
                () = lease.lost.cancelled() => return break_off(&mut tasks).await,
                Some(subject) = hinted.recv() => tasks.start(state, subject),
                Some(ended) = tasks.running.join_next() => {
                    // Only some QR orders are looked at at once: the next ones have waited.
                    is_moved |= matches!(&ended, Ok(subject) if subject.process == qr::NAME);
                    tasks.ended(ended);
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

/// Lets the tasks end their calls; those that only wait end at once.
async fn finish(tasks: &mut Tasks, lease: &Lease) {
    loop {
        tokio::select! {
            ended = tasks.running.join_next() => match ended {
                Some(ended) => tasks.ended(ended),
                None => return,
            },
            () = lease.lost.cancelled() => return break_off(tasks).await,
        }
    }
}

/// The lease is lost: another gateway works soon. Calls that are under way may still arrive; whoever
/// works next finds them in Sent.
async fn break_off(tasks: &mut Tasks) {
    tracing::warn!("the processes stop here, as their lease is lost");
    tasks.running.shutdown().await;
}

/// Starts a task for each piece of open work that has none.
async fn sweep(state: &Payments, tasks: &mut Tasks) {
    let open = open_subjects(&state.pool, state.clock.now());
    match within(SWEEP_TAKES_MAX, open).await {
        Ok(subjects) => {
            for subject in subjects {
                tasks.start(state, subject);
            }
        }
        Err(error) => tracing::warn!(%error, "the open work cannot be read"),
    }
    match within(SWEEP_TAKES_MAX, qr::due(state)).await {
        Ok(subjects) => {
            for subject in subjects {
                tasks.start(state, subject);
            }
        }
        Err(error) => tracing::warn!(%error, "the QR orders cannot be read"),
    }
}

async fn open_subjects(pool: &PgPool, now: DateTime<Utc>) -> Result<Vec<Subject>, ViewError> {
    let mut subjects = Vec::new();
    let mut after = 0;
    loop {
        let page = open_work::transfers_after(pool, after, PAGE).await?;
        subjects.extend(page.iter().map(|it| Subject {
            process: transfer::NAME,
            id: it.transfer_id.0,
            wallet_id: it.wallet_id,
        }));
        match page.last() {
            Some(last) => after = last.opened_position,
            None => break,
        }
    }
    after = 0;
    loop {
        let page = open_work::withdrawals_after(pool, after, PAGE).await?;
        // One that is held needs no task that waits for a day: it is found when its time comes.
        let due = page
            .iter()
            .filter(|it| it.not_before.is_none_or(|until| until <= now));
        subjects.extend(due.map(|it| Subject {
            process: withdrawal::NAME,
            id: it.withdrawal_id.0,
            wallet_id: it.wallet_id,
        }));
        match page.last() {
            Some(last) => after = last.opened_position,
            None => break,
        }
    }
    after = 0;
    loop {
        let page = open_work::slips_after(pool, after, PAGE).await?;
        subjects.extend(page.iter().map(|it| Subject {
            process: slip::NAME,
            id: it.slip_id.0,
            wallet_id: it.wallet_id,
        }));
        match page.last() {
            Some(last) => after = last.opened_position,
            None => break,
        }
    }
    add_gifts(pool, &mut subjects).await?;
    Ok(subjects)
}

async fn add_gifts(pool: &PgPool, subjects: &mut Vec<Subject>) -> Result<(), ViewError> {
    let mut after = 0;
    loop {
        let page = open_work::gifts_after(pool, after, PAGE).await?;
        subjects.extend(page.iter().map(|it| Subject {
            process: gift::NAME,
            id: it.gift_id.0,
            wallet_id: it.wallet_id,
        }));
        match page.last() {
            Some(last) => after = last.opened_position,
            None => return Ok(()),
        }
    }
}

/// Carries one subject to its end, pausing between its steps.
async fn carry(state: &Payments, subject: Subject, term: &Term, turns: Option<&Semaphore>) {
    loop {
        let permit = match turns {
            Some(turns) => turns.acquire().await.ok(),
            None => None,
        };
        if state.stop.is_cancelled() || !term.lasts() {
            return;
        }
        let seen = state.clock.now();
        let next = step(state, subject).await;
        drop(permit);
        state.announce(subject.id);
        let is_stopped = match next {
            Ok(Next::Ended) => return,
            Ok(Next::At(time)) => sleep_until(state, seen, time).await,
            Err(error) => {
                tracing::warn!(process = subject.process, id = %subject.id, %error, "stalled");
                nap(&state.stop, STALLED).await
            }
        };
        if is_stopped {
            return;
        }
    }
}

/// Makes one step of a subject. One that is given up because it takes too long is found again where
/// it stood, as after a crash.
pub(super) async fn step(state: &Payments, subject: Subject) -> Result<Next, Stall> {
    let longest = step_max(state);
    match subject.process {
        // It may wait long for its turn with its provider, and has the bound after that.
        transfer::NAME => transfer::step(state, subject).await,
        withdrawal::NAME => within(longest, withdrawal::step(state, subject)).await,
        qr::NAME => within(longest, qr::step(state, subject)).await,
        gift::NAME => within(longest, gift::step(state, subject)).await,
        _ => within(longest, slip::step(state, subject)).await,
    }
}

/// Sleeps until a time of the gateway's clock, or until that clock is seen to be set back: a time
/// that it told while it was ahead may be far away by now. `seen` is what it told before the time
/// was chosen. Answers whether the gateway stops.
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
    use crate::payments::bench::bench;

    #[tokio::test(flavor = "multi_thread")]
    async fn who_sleeps_until_a_time_of_a_clock_that_was_ahead_wakes_when_it_is_put_right() {
        let bench = bench("http://127.0.0.1:9").await;
        let (state, day) = (&bench.state, Duration::from_hours(24));
        state.clock.advance(day);
        let ahead = state.clock.now();
        let time = ahead + TimeDelta::seconds(30);
        let sleeping = tokio::spawn({
            let state = state.clone();
            async move { sleep_until(&state.payments, ahead, time).await }
        });
        state.clock.set_back(day);
        assert!(
            !sleeping.await.unwrap(),
            "woken, and not by the gateway's end"
        );
        // Put right before the sleep began.
        assert!(!sleep_until(&state.payments, ahead, time).await);
    }
}
