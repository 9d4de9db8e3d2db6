//! Long operations that staff start from the console: rebuilding a view, and verifying everything.
//!
//! 1. A run is a row from its start: every gateway sees it, and one run of a kind goes at a time.
//! 2. It writes a heartbeat while it runs. A run without one for a minute has died with its gateway
//!    and does not block the next run.
//! 3. A run is harmless to repeat and to interrupt: a rebuild swaps the view at its end or not at
//!    all, and a verification only reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use ledger::journal;
use ledger::proof::verify::VerifyOptions;
use projections::View;
use projections::rebuild::{self, Progress};
use serde_json::{Value, json};
use tokio::runtime::Handle;
use uuid::Uuid;

use super::{report, walker};
use crate::staff::session::Staff;
use platform::clock::random_id;
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::secrets::{Secrets, is_same_mac};

/// How often a run writes its heartbeat and its progress.
const BEAT: Duration = Duration::from_millis(500);
/// A run without a heartbeat for this many seconds has died.
const DEAD_SECONDS: i64 = 60;
/// How many problems are stored; the first ones are enough.
const PROBLEMS_MAX: usize = 100;

/// Events of the journal per second: slow enough to run next to the service, in short snapshots
/// and with little memory.
const VERIFY_PER_SECOND: u32 = 50_000;

/// The kind of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// A view is rebuilt next to the serving one.
    Rebuild(View),
    /// Everything stored is checked.
    Verify,
}

impl Work {
    const fn kind(self) -> &'static str {
        match self {
            Self::Rebuild(_) => "rebuild",
            Self::Verify => "verify",
        }
    }

    fn view(self) -> Option<String> {
        match self {
            Self::Rebuild(view) => Some(view.name().to_owned()),
            Self::Verify => None,
        }
    }
}

/// A run as stored.
#[derive(Debug, Clone)]
pub struct Run {
    /// Id of the run in `operation_run`.
    pub id: Uuid,
    /// Name of the view that is rebuilt; none for a verification.
    pub view: Option<String>,
    /// Display name of the member of staff who started the run.
    pub started_by: String,
    /// When the run was started.
    pub started_at: DateTime<Utc>,
    /// How many events the run has processed.
    pub done: i64,
    /// How many events the run has to process.
    pub total: i64,
    /// When the run ended; none while it is in progress.
    pub ended_at: Option<DateTime<Utc>>,
    /// Why the run failed, as a code or an error's text; none if it did not fail.
    pub failure: Option<String>,
    /// What the run found, as JSON; none unless it was completed.
    pub result: Option<Value>,
    mac: Option<Vec<u8>>,
}

/// Why a run failed whose result somebody else has written.
const FORGED: &str = "FORGED";

impl Run {
    /// The run, without a result that the gateway has not written.
    fn believed(mut self, secrets: &Secrets) -> Self {
        let is_right = |result: &Value| {
            let right = result_mac(
                secrets,
                self.id,
                self.view.as_deref(),
                self.ended_at,
                result,
            );
            self.mac
                .as_deref()
                .is_some_and(|mac| is_same_mac(&right, mac))
        };
        if !self.result.as_ref().is_none_or(is_right) {
            self.result = None;
            self.failure = Some(FORGED.to_owned());
        }
        self
    }
}

/// The MAC of what a run of everything, or of a view, has found by the time of its end.
fn result_mac(
    secrets: &Secrets,
    run: Uuid,
    view: Option<&str>,
    ended_at: Option<DateTime<Utc>>,
    result: &Value,
) -> [u8; 32] {
    let end = ended_at.map_or(0, |at| at.timestamp_micros()).to_be_bytes();
    let text = result.to_string();
    let parts = [
        &run.as_bytes()[..],
        view.unwrap_or_default().as_bytes(),
        &end,
        text.as_bytes(),
    ];
    secrets.row("operation_run", &parts)
}

/// How many events were processed, and of how many.
#[derive(Default)]
struct Seen {
    done: AtomicI64,
    total: AtomicI64,
}

/// Starts a run in the background, unless one of its kind is in progress.
pub async fn begin(state: &Core, staff: &Staff, work: Work) -> Result<Run, ApiError> {
    let now = state.clock.now();
    sqlx::query!(
        "update operation_run set ended_at = $2, failure = 'LOST'
         where kind = $1 and ended_at is null and beat_at < $3",
        work.kind(),
        now,
        now - TimeDelta::seconds(DEAD_SECONDS),
    )
    .execute(&state.pool)
    .await?;
    let id = random_id();
    let head = journal::head(&state.pool).await?;
    let started = sqlx::query!(
        "insert into operation_run (id, kind, view, started_by, started_at, beat_at, total)
         values ($1, $2, $3, $4, $5, $5, $6)
         on conflict do nothing",
        id,
        work.kind(),
        work.view(),
        staff.id,
        now,
        head,
    )
    .execute(&state.pool)
    .await?;
    if started.rows_affected() == 0 {
        return Err(Code::AlreadyRunning.into());
    }
    let (for_run, runtime) = (state.clone(), Handle::current());
    // On a separate thread: it folds every event, and requests must not wait for that.
    state
        .tasks
        .spawn_blocking(move || runtime.block_on(run(for_run, id, work)));
    let latest = latest(state, work.kind()).await?;
    latest.ok_or_else(|| ApiError::internal(&"a run has vanished"))
}

/// The latest run of a kind, in progress or ended.
pub async fn latest(state: &Core, kind: &str) -> Result<Option<Run>, ApiError> {
    let run = sqlx::query_as!(
        Run,
        "select it.id, it.view, staff.name as started_by, it.started_at, it.done, it.total,
                it.ended_at, it.failure, it.result, it.mac
         from operation_run it join staff on staff.id = it.started_by
         where it.kind = $1
         order by it.started_at desc
         limit 1",
        kind,
    )
    .fetch_optional(&state.pool)
    .await?;
    Ok(run.map(|run| run.believed(&state.secrets)))
}

/// The latest verification that was completed.
pub async fn latest_verified(state: &Core) -> Result<Option<Run>, ApiError> {
    let runs = sqlx::query_as!(
        Run,
        "select it.id, it.view, staff.name as started_by, it.started_at, it.done, it.total,
                it.ended_at, it.failure, it.result, it.mac
         from operation_run it join staff on staff.id = it.started_by
         where it.kind = 'verify' and it.result is not null
         order by it.started_at desc
         limit 100",
    )
    .fetch_all(&state.pool)
    .await?;
    let mut runs = runs.into_iter().map(|run| run.believed(&state.secrets));
    Ok(runs.find(|run| run.result.is_some()))
}

async fn run(state: Core, id: Uuid, work: Work) {
    let seen = Arc::new(Seen::default());
    let outcome = tokio::select! {
        outcome = carry(&state, id, work, &seen) => outcome,
        () = beat(&state, id, &seen) => Err("BEAT".to_owned()),
        () = state.stop.cancelled() => Err("STOPPED".to_owned()),
    };
    if let Err(failure) = &outcome {
        tracing::error!(kind = work.kind(), failure, "a run failed");
    }
    let (failure, result) = match outcome {
        Ok(result) => (None, Some(result)),
        Err(failure) => (Some(failure), None),
    };
    let (view, ended_at) = (work.view(), state.clock.now().trunc_subsecs(6));
    let mac = result.as_ref().map(|result| {
        result_mac(&state.secrets, id, view.as_deref(), Some(ended_at), result).to_vec()
    });
    let done = seen.done.load(Ordering::Relaxed);
    let ended = sqlx::query!(
        "update operation_run
         set ended_at = $2, beat_at = $2, failure = $3, result = $4::text::json, done = $5,
             total = greatest(total, $6), mac = $7
         where id = $1 and ended_at is null",
        id,
        ended_at,
        failure,
        result.map(|result| result.to_string()),
        done,
        seen.total.load(Ordering::Relaxed),
        mac,
    )
    .execute(&state.pool)
    .await;
    if let Err(error) = ended {
        tracing::error!(%error, "the end of a run was not noted");
    }
}

async fn carry(state: &Core, id: Uuid, work: Work, seen: &Seen) -> Result<Value, String> {
    match work {
        Work::Rebuild(view) => {
            let note = |progress: Progress| {
                seen.done.store(progress.position, Ordering::Relaxed);
                seen.total.store(progress.serving, Ordering::Relaxed);
            };
            let rebuilt = rebuild::run(&state.pool, state.ledger.journal_key(), view, note).await;
            let position = rebuilt.map_err(|error| error.to_string())?;
            seen.done.store(position, Ordering::Relaxed);
            Ok(json!({ "position": position }))
        }
        Work::Verify => {
            let note = |events| seen.done.store(events, Ordering::Relaxed);
            let options = VerifyOptions {
                exported: Vec::new(),
                per_second: Some(VERIFY_PER_SECOND),
                key: None,
            };
            let folder = report::Folder {
                path: &state.data_dir,
                files: Some(&state.files),
            };
            // A person ran this check, so it reads the primary itself.
            let checked = report::Checked {
                primary: &state.pool,
                replica: None,
            };
            let verified = report::verify(checked, Some(folder), options, note).await;
            let found = verified.map_err(|error| error.to_string())?;
            let remarks = found.journal.remarks.iter().map(ToString::to_string);
            let remarks: Vec<String> = remarks.take(PROBLEMS_MAX).collect();
            let mut problems = found.problems();
            let count = problems.len();
            problems.truncate(PROBLEMS_MAX);
            if count == 0 {
                // A person ran the verification, and nothing is wrong any more.
                let cleared = walker::clear(state, id).await;
                cleared.map_err(|error| error.to_string())?;
            }
            Ok(json!({
                "events": found.report.events,
                "wallets": found.report.wallets,
                "streams": found.journal.wallets,
                "acts": found.acts.acts,
                "files": found.files.count,
                "rows": found.report.views.iter().map(|view| view.rows).sum::<usize>(),
                "problemCount": count,
                "problems": problems,
                "remarks": remarks,
            }))
        }
    }
}

/// Writes a run's heartbeat until the run has ended.
async fn beat(state: &Core, id: Uuid, seen: &Seen) {
    loop {
        tokio::time::sleep(BEAT).await;
        let noted = sqlx::query!(
            "update operation_run set beat_at = $2, done = $3, total = greatest(total, $4)
             where id = $1 and ended_at is null",
            id,
            state.clock.now(),
            seen.done.load(Ordering::Relaxed),
            seen.total.load(Ordering::Relaxed),
        )
        .execute(&state.pool)
        .await;
        match noted {
            Ok(noted) if noted.rows_affected() == 0 => return,
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "a run's progress was not noted"),
        }
    }
}
