//! The background verification: reads everything that is stored, slowly and repeatedly, next to the
//! service, so that tampering is found although nobody checks.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures_util::FutureExt;
use ledger::proof;
use ledger::proof::verify::{Step, Walk};
use projections::audit::{self, AuditOptions};
use tokio::runtime::Handle;
use tokio::sync::Mutex as AsyncMutex;
use tokio::time::Instant;

use super::files::{self, Depth::Background};
use super::finding::{self, Open, keep};
use super::guards;
use super::report::{VerificationError, remembered};
use super::stored_rows::{self, first};
use super::unapproved_events::{self, Progress};
use crate::staff::{audit as chain, signed};
use platform::core::Core;
use platform::database::within;
use platform::metrics::Reading;

const STEP_EVERY: Duration = Duration::from_secs(1);
/// The pause between two rounds, so that a short log is not read all the time.
const ROUND_PAUSE: Duration = Duration::from_mins(1);

/// A step takes longer only on a dead connection.
const STEP_TAKES_MAX: Duration = Duration::from_mins(10);

/// How many findings of each kind are stored, so that many of one kind hide none of another.
const FOUND_MAX: usize = 10;

/// The progress of the background verification.
#[derive(Debug, Default)]
pub struct BackgroundVerifier {
    position: AtomicI64,
    failures: AtomicU64,
    status: Mutex<VerifierStatus>,
}

/// The status of the background verification, for staff.
#[derive(Debug, Clone, Default)]
pub struct VerifierStatus {
    /// When the last round ended.
    pub round_at: Option<DateTime<Utc>>,
    /// When this gateway last checked the stored data outside the journal, including the audit log.
    pub stored_at: Option<DateTime<Utc>>,
    /// The first wrong row that no person has looked into yet.
    pub problem: Option<String>,
}

impl BackgroundVerifier {
    /// The metrics: the last event that was checked, and how many rows are wrong.
    pub fn readings(&self) -> [Reading; 2] {
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
    pub fn position(&self) -> i64 {
        self.position.load(Ordering::Relaxed)
    }

    /// How many rows are wrong.
    pub fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }

    /// A copy of the current status.
    pub fn status(&self) -> VerifierStatus {
        let status = self.status.lock().unwrap_or_else(PoisonError::into_inner);
        status.clone()
    }

    fn note_stored(&self, at: DateTime<Utc>) {
        let mut status = self.status.lock().unwrap_or_else(PoisonError::into_inner);
        status.stored_at = Some(at);
    }

    fn note(&self, step: &Step, open: Open, at: DateTime<Utc>) {
        self.position.store(step.position, Ordering::Relaxed);
        let failures = step.problem_count.max(open.count);
        self.failures.store(failures, Ordering::Relaxed);
        let mut status = self.status.lock().unwrap_or_else(PoisonError::into_inner);
        if step.is_round {
            status.round_at = Some(at);
        }
        status.problem = open.problem;
    }
}

/// Starts the background verification, which runs until the gateway stops.
pub fn start(core: &Core, verifier: &Arc<BackgroundVerifier>) {
    let rate = core.config.proof.verify_events_per_second;
    if rate == 0 {
        return;
    }
    let (state, verifier) = (core.clone(), Arc::clone(verifier));
    core.spawn(async move { run(&state, &verifier, i64::from(rate)).await });
}

async fn report_step(
    state: &Core,
    verifier: &BackgroundVerifier,
    step: &Step,
) -> Result<(), sqlx::Error> {
    if let Some(problem) = &step.problem {
        keep(state, &problem.to_string()).await?;
    }
    let open = finding::open(state).await?;
    verifier.note(step, open, state.clock.now());
    Ok(())
}

/// Checks everything but the journal, which the walk reads; returns whether it came to its end.
///
/// `progress` is the check of staff's events, from pass to pass.
async fn check_stored_state(state: &Core, progress: &Arc<AsyncMutex<Progress>>) -> bool {
    let (state_there, runtime) = (state.clone(), Handle::current());
    let progress = Arc::clone(progress);
    // On a separate thread: it folds every event, and requests must not wait for that.
    let checking = tokio::task::spawn_blocking(move || {
        runtime.block_on(async {
            let mut progress = progress.lock().await;
            tokio::select! {
                found = find_problems(&state_there, &mut progress) => found,
                () = state_there.stop.cancelled() => Ok(Vec::new()),
            }
        })
    });
    let found = match checking.await {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => {
            tracing::warn!(%error, "the views were not checked");
            return false;
        }
        Err(error) => {
            tracing::warn!(%error, "the views were not checked");
            return false;
        }
    };
    let mut is_noted = true;
    for problem in found {
        if let Err(error) = keep(state, &problem).await {
            tracing::warn!(%error, "what the background check has found is not noted");
            is_noted = false;
        }
    }
    is_noted && !state.stop.is_cancelled()
}

async fn find_problems(
    state: &Core,
    progress: &mut Progress,
) -> Result<Vec<String>, VerificationError> {
    let rate = u64::from(state.config.proof.verify_events_per_second).max(1);
    let started = Instant::now();
    // This is a separate thread, so it may sleep whenever the audit reports its progress between
    // two pages. Nothing is held open meanwhile.
    let pace = |events: i64| {
        let events = u64::try_from(events).unwrap_or(0);
        let due = Duration::from_micros(events.saturating_mul(1_000_000) / rate);
        if let Some(rest) = due.checked_sub(started.elapsed()) {
            std::thread::sleep(rest);
        }
    };
    let key = state.ledger.journal_key();
    let options = AuditOptions::with_key(Some(key));
    let report = audit::run(&state.pool, options, pace).await?;
    finding::note_voids(state, &report.voids).await?;
    let notes: Vec<_> = remembered(&state.data_dir).await?.into_iter().collect();
    let (pool, secrets) = (&state.pool, &state.secrets);
    let kinds = [
        report.findings.iter().map(ToString::to_string).collect(),
        chain::verify(pool).await?.problem.into_iter().collect(),
        signed::verify(pool, &notes).await?,
        unapproved_events::verify(pool, Some(secrets), Some(key), progress).await?,
        files::verify(pool, &state.files, Background)
            .await?
            .findings,
    ];
    let kinds = kinds.into_iter().map(|kind| first(kind, FOUND_MAX));
    let mut found: Vec<String> = kinds.flatten().collect();
    // Of each table its first ones.
    found.extend(stored_rows::verify(pool, Some(secrets), Some(key)).await?);
    found.extend(guards::verify_known(pool).await?);
    Ok(found)
}

async fn run(state: &Core, verifier: &BackgroundVerifier, rate: i64) {
    let mut walk: Option<Walk> = None;
    let hours = u64::from(state.config.proof.verify_views_every_hours);
    let mut checked_at = Instant::now();
    let progress = Arc::new(AsyncMutex::new(Progress::default()));
    loop {
        if hours > 0 && checked_at.elapsed() >= Duration::from_secs(hours * 3_600) {
            if check_stored_state(state, &progress).await {
                verifier.note_stored(state.clock.now());
            }
            checked_at = Instant::now();
        }
        // A walk whose step did not return is started again.
        let previous = walk.take();
        let pause = match AssertUnwindSafe(within(
            STEP_TAKES_MAX,
            step(state, verifier, previous, rate),
        ))
        .catch_unwind()
        .await
        {
            Ok(Ok((_, true))) => ROUND_PAUSE,
            Ok(Ok((continued, false))) => {
                walk = Some(continued);
                STEP_EVERY
            }
            Ok(Err(error)) => {
                tracing::warn!(%error, "the background check starts again");
                ROUND_PAUSE
            }
            Err(_) => {
                // The data that it read made it panic: that must not pass as a clean check.
                if let Err(error) =
                    keep(state, "the background check cannot continue: see the log").await
                {
                    tracing::warn!(%error, "what the background check has found is not noted");
                }
                ROUND_PAUSE
            }
        };
        tokio::time::sleep(pause).await;
    }
}

/// Makes a step of the current round, or of a new one; returns whether the round ends with it.
async fn step(
    state: &Core,
    verifier: &BackgroundVerifier,
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
        let exported = remembered(&state.data_dir).await?.into_iter().collect();
        Walk::against(exported, Some(state.ledger.journal_key().clone()))
    };
    // The signed checkpoint must be there: a server that lags behind lacks it.
    let mut connection = state.level_connection().await?;
    let step = walk.step(&mut *connection, rate).await?;
    if let Err(error) = report_step(state, verifier, &step).await {
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
    fn open_findings_are_reported_although_a_whole_round_finds_nothing() {
        let verifier = BackgroundVerifier::default();
        let at = DateTime::UNIX_EPOCH;
        let open = |count| Open {
            problem: (count > 0).then(|| "event, position 7: it is missing".to_owned()),
            count,
        };
        verifier.note(&step(false, 2), open(1), at);
        assert_eq!(verifier.failures(), 2);
        verifier.note(&step(true, 0), open(1), at);
        assert_eq!(verifier.failures(), 1);
        let status = verifier.status();
        assert_eq!(status.round_at, Some(at));
        assert_eq!(
            status.problem.as_deref(),
            Some("event, position 7: it is missing")
        );
        verifier.note(&step(true, 0), open(0), at);
        assert_eq!((verifier.failures(), verifier.status().problem), (0, None));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn many_rows_of_one_kind_hide_none_of_another() {
        let text = include_str!("../../../demo.toml");
        let config = platform::config::Config::parse(text, &|_| None).unwrap();
        let database = ledger_testing::TestDatabase::create().await;
        let folder = tempfile::tempdir().unwrap();
        let clock = platform::clock::Clock::default();
        let state =
            platform::core::Core::open(&database.url(), folder.path().to_owned(), config, clock)
                .await
                .unwrap();
        sqlx::raw_sql(
            "insert into member (id, username, name, name_canonical, password_hash, currency, source_code,
                                 created_at, updated_at)
             select gen_random_uuid(), 'forged' || n, 'forged', 'FORGED', 'x', 'THB', 'x', now(), now()
             from generate_series(1, 12) as n;
             insert into staff (id, username, name, role, password_hash, totp_sealed, created_at,
                                changed_at, mac)
             values (gen_random_uuid(), 'forged', 'x', 'supervisor', 'x', 'x', now(), now(),
                     sha256('forged'));
             insert into wallet_balance
             select gen_random_uuid(), 'THB', 1, 0, 0, null, 1, 0;
             grant delete on event to wallet_app",
        )
        .execute(&database.owner())
        .await
        .unwrap();
        check_stored_state(&state, &Arc::default()).await;
        let found: Vec<String> = sqlx::query_scalar("select problem from proof_finding")
            .fetch_all(&database.owner())
            .await
            .unwrap();
        let count = |part: &str| {
            found
                .iter()
                .filter(|problem| problem.contains(part))
                .count()
        };
        assert_eq!(count("member, id"), 10, "{found:#?}");
        assert_eq!(
            count("member: 2 more are wrong like these"),
            1,
            "{found:#?}"
        );
        for other in ["staff, id", "wallet_balance", "it may delete event"] {
            assert_eq!(count(other), 1, "{other}: {found:#?}");
        }
    }
}
