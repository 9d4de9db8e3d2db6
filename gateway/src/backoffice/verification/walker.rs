//! The check that goes round and round beside the service, slowly: what somebody changes behind its
//! back is found without anybody asking.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures_util::FutureExt;
use ledger::proof;
use ledger::proof::verify::{Step, Walk};
use projections::audit;
use tokio::runtime::Handle;
use tokio::time::Instant;
use uuid::Uuid;

use super::report::{VerificationError, remembered};
use super::{files, unapproved_events};
use crate::backoffice::staff::{audit as chain, signed};
use crate::platform::core::Core;
use crate::platform::database::within;
use crate::platform::metrics::Reading;

const STEP_EVERY: Duration = Duration::from_secs(1);
/// A short log is not read anew all the time.
const ROUND_PAUSE: Duration = Duration::from_mins(1);

/// A step takes longer only on a connection that has fallen silent.
const STEP_TAKES_MAX: Duration = Duration::from_mins(10);

/// How many findings outside the journal are kept.
const FOUND_MAX: usize = 10;

/// What the walk has come to.
#[derive(Debug, Default)]
pub(crate) struct BackgroundVerifier {
    position: AtomicI64,
    failures: AtomicU64,
    told: Mutex<VerifierStatus>,
}

/// What people are told of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct VerifierStatus {
    /// When the last round ended.
    pub(crate) round_at: Option<DateTime<Utc>>,
    /// The first row that was found wrong and that no person has looked into yet.
    pub(crate) problem: Option<String>,
}

/// What nobody has looked into yet.
#[derive(Debug)]
struct Open {
    problem: Option<String>,
    count: u64,
}

impl BackgroundVerifier {
    /// The figures: the last event that was checked, and how many rows are wrong.
    pub(crate) fn readings(&self) -> [Reading; 2] {
        let failures = i64::try_from(self.failures()).unwrap_or(i64::MAX);
        [
            Reading::new(
                "wallet_verify_position",
                "Last event that the background verification has checked",
                self.position(),
            ),
            Reading::new(
                "wallet_verify_failures",
                "Rows that the background verification found wrong",
                failures,
            ),
        ]
    }

    /// The last event that was checked.
    pub(crate) fn position(&self) -> i64 {
        self.position.load(Ordering::Relaxed)
    }

    /// How many rows are wrong.
    pub(crate) fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }

    /// What people are told.
    pub(crate) fn status(&self) -> VerifierStatus {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.clone()
    }

    fn note(&self, step: &Step, open: Open, at: DateTime<Utc>) {
        self.position.store(step.position, Ordering::Relaxed);
        let failures = step.problem_count.max(open.count);
        self.failures.store(failures, Ordering::Relaxed);
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if step.is_round {
            told.round_at = Some(at);
        }
        told.problem = open.problem;
    }
}

/// Writes down what was found. It stays, over restarts and over whatever is changed back, until a
/// person has had everything verified and nothing was found, see [`clear`].
async fn keep(state: &Core, problem: &str) -> Result<(), sqlx::Error> {
    // What was cleared and is found again is open again.
    let kept = sqlx::query!(
        "insert into proof_finding (problem, found_at) values ($1, $2)
         on conflict (problem) do update
             set found_at = excluded.found_at, cleared_by = null, cleared_at = null
             where proof_finding.cleared_at is not null",
        problem,
        state.clock.now(),
    )
    .execute(&state.pool)
    .await?;
    if kept.rows_affected() > 0 {
        tracing::error!(problem, "what is stored was changed");
    }
    Ok(())
}

/// What nobody has looked into yet: the oldest finding, and how many there are.
async fn open(state: &Core) -> Result<Open, sqlx::Error> {
    let row = sqlx::query!(
        r#"select count(*) as "count!", (array_agg(problem order by found_at, problem))[1] as first
           from proof_finding where cleared_at is null"#
    )
    .fetch_one(&state.pool)
    .await?;
    Ok(Open {
        problem: row.first,
        count: u64::try_from(row.count).unwrap_or_default(),
    })
}

/// A person's verification has found nothing: what was found before it began is settled.
pub(crate) async fn clear(state: &Core, run: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update proof_finding set cleared_by = run.id, cleared_at = $2
         from operation_run as run
         where run.id = $1 and cleared_at is null and found_at < run.started_at",
        run,
        state.clock.now(),
    )
    .execute(&state.pool)
    .await?;
    Ok(())
}

/// Walks until the gateway stops.
pub(crate) fn start(core: &Core, walking: &Arc<BackgroundVerifier>) {
    let rate = core.config.proof.verify_events_per_second;
    if rate == 0 {
        return;
    }
    let (state, walking) = (core.clone(), Arc::clone(walking));
    core.spawn(async move { run(&state, &walking, i64::from(rate)).await });
}

async fn tell(state: &Core, walking: &BackgroundVerifier, step: &Step) -> Result<(), sqlx::Error> {
    if let Some(problem) = &step.problem {
        keep(state, &problem.to_string()).await?;
    }
    let open = open(state).await?;
    walking.note(step, open, state.clock.now());
    Ok(())
}

/// Looks through the views, staff's acts and decisions, and files, which nothing else does unasked.
async fn look_beside(state: &Core) {
    let (state_there, runtime) = (state.clone(), Handle::current());
    // On a thread of its own: it folds every event, and requests do not wait for that.
    let looking = tokio::task::spawn_blocking(move || {
        runtime.block_on(async {
            tokio::select! {
                found = find_beside(&state_there) => found,
                () = state_there.stop.cancelled() => Ok(Vec::new()),
            }
        })
    });
    let found = match looking.await {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => return tracing::warn!(%error, "the views were not looked through"),
        Err(error) => return tracing::warn!(%error, "the views were not looked through"),
    };
    for problem in found {
        if let Err(error) = keep(state, &problem).await {
            tracing::warn!(%error, "what the background check has found is not noted");
        }
    }
}

async fn find_beside(state: &Core) -> Result<Vec<String>, VerificationError> {
    let rate = u64::from(state.config.proof.verify_events_per_second).max(1);
    let begun = Instant::now();
    // The thread is its own: it may sleep where the audit, between two of its pages, tells how far
    // it is. Nothing is held open meanwhile.
    let pace = |position: i64| {
        let events = u64::try_from(position).unwrap_or(0);
        let due = Duration::from_micros(events.saturating_mul(1_000_000) / rate);
        if let Some(rest) = due.checked_sub(begun.elapsed()) {
            std::thread::sleep(rest);
        }
    };
    let report = audit::run_with(&state.pool, pace).await?;
    let kept: Vec<_> = remembered(&state.data_dir).await?.into_iter().collect();
    let acts = chain::verify(&state.pool).await?;
    let unsigned = signed::verify(&state.pool, &kept).await?;
    let unapproved = unapproved_events::verify(&state.pool, Some(&state.secrets)).await?;
    let views = report.findings.iter().map(ToString::to_string);
    let files = files::verify(&state.pool, &state.data_dir).await?;
    let found = views.chain(acts.problem).chain(unsigned).chain(unapproved);
    let found = found.chain(files.findings);
    Ok(found.take(FOUND_MAX).collect())
}

async fn run(state: &Core, walking: &BackgroundVerifier, rate: i64) {
    let mut walk: Option<Walk> = None;
    let hours = u64::from(state.config.proof.verify_views_every_hours);
    let mut looked_at = Instant::now();
    loop {
        if hours > 0 && looked_at.elapsed() >= Duration::from_secs(hours * 3_600) {
            look_beside(state).await;
            looked_at = Instant::now();
        }
        // A walk that a step did not come back from is begun anew.
        let begun = walk.take();
        let pause =
            match AssertUnwindSafe(within(STEP_TAKES_MAX, step(state, walking, begun, rate)))
                .catch_unwind()
                .await
            {
                Ok(Ok((_, true))) => ROUND_PAUSE,
                Ok(Ok((went_on, false))) => {
                    walk = Some(went_on);
                    STEP_EVERY
                }
                Ok(Err(error)) => {
                    tracing::warn!(%error, "the background check begins anew");
                    ROUND_PAUSE
                }
                Err(_) => {
                    // What it read has stopped it: nobody may think that it was found right.
                    if let Err(error) =
                        keep(state, "the background check cannot go on: see the log").await
                    {
                        tracing::warn!(%error, "what the background check has found is not noted");
                    }
                    ROUND_PAUSE
                }
            };
        tokio::time::sleep(pause).await;
    }
}

/// A step of the round that is under way, or of a new one; whether the round ends with it.
async fn step(
    state: &Core,
    walking: &BackgroundVerifier,
    walk: Option<Walk>,
    rate: i64,
) -> Result<(Walk, bool), VerificationError> {
    let mut walk = if let Some(walk) = walk {
        walk
    } else {
        let foreign_key = proof::foreign_key(&state.pool, &state.data_dir).await?;
        if let Some(what) = foreign_key {
            keep(state, &format!("proof_key: {what}")).await?;
        }
        Walk::against(remembered(&state.data_dir).await?.into_iter().collect())
    };
    let step = walk.step(&state.pool, rate).await?;
    if let Err(error) = tell(state, walking, &step).await {
        tracing::warn!(%error, "what the background check has found is not noted");
    }
    Ok((walk, step.is_round))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::proof::verify::Problem;

    fn step(is_round: bool, problem_count: u64) -> Step {
        let problem = Problem {
            table: "event",
            key: "position 7".to_owned(),
            what: "it is missing".to_owned(),
        };
        Step {
            position: 7,
            events: 1,
            is_round,
            problem: (problem_count > 0).then_some(problem),
            problem_count,
        }
    }

    #[test]
    fn what_is_open_is_told_though_a_whole_round_finds_nothing() {
        let walking = BackgroundVerifier::default();
        let at = DateTime::UNIX_EPOCH;
        let open = |count| Open {
            problem: (count > 0).then(|| "event, position 7: it is missing".to_owned()),
            count,
        };
        walking.note(&step(false, 2), open(1), at);
        assert_eq!(walking.failures(), 2);
        walking.note(&step(true, 0), open(1), at);
        assert_eq!(walking.failures(), 1);
        let told = walking.told();
        assert_eq!(told.round_at, Some(at));
        assert_eq!(
            told.problem.as_deref(),
            Some("event, position 7: it is missing")
        );
        walking.note(&step(true, 0), open(0), at);
        assert_eq!((walking.failures(), walking.told().problem), (0, None));
    }
}
