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

use chrono::{SubsecRound, TimeDelta};
use ledger::journal;
use ledger::proof::verify::VerifyOptions;
use projections::View;
use projections::rebuild::{self, Progress};
use serde_json::{Value, json};
use tokio::runtime::Handle;
use uuid::Uuid;

use super::run::{self, Run, Start};
use super::{finding, report};
use crate::staff::session::Staff;
use platform::clock::random_id;
use platform::core::Core;
use platform::error::{ApiError, Code};

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

/// How many events were processed, and of how many.
#[derive(Default)]
struct Seen {
    done: AtomicI64,
    total: AtomicI64,
}

/// Starts a run in the background, unless one of its kind is in progress.
pub async fn begin(state: &Core, staff: &Staff, work: Work) -> Result<Run, ApiError> {
    let now = state.clock.now().trunc_subsecs(6);
    sqlx::query!(
        "update operation_run set ended_at = $2, failure = 'LOST'
         where kind = $1 and ended_at is null and beat_at < $3",
        work.kind(),
        now,
        now - TimeDelta::seconds(DEAD_SECONDS),
    )
    .execute(&state.pool)
    .await?;
    let start = Start {
        id: random_id(),
        kind: work.kind().to_owned(),
        view: work.view(),
        started_by: staff.id,
        started_at: now,
    };
    let head = journal::head(&state.pool).await?;
    let started = sqlx::query!(
        "insert into operation_run (id, kind, view, started_by, started_at, beat_at, total)
         values ($1, $2, $3, $4, $5, $5, $6)
         on conflict do nothing",
        start.id,
        start.kind,
        start.view,
        start.started_by,
        start.started_at,
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
        .spawn_blocking(move || runtime.block_on(perform(for_run, start, work)));
    let latest = run::latest(state, work.kind()).await?;
    latest.ok_or_else(|| ApiError::internal(&"a run has vanished"))
}

async fn perform(state: Core, start: Start, work: Work) {
    let seen = Arc::new(Seen::default());
    let outcome = tokio::select! {
        outcome = carry(&state, &start, work, &seen) => outcome,
        () = beat(&state, start.id, &seen) => Err("BEAT".to_owned()),
        () = state.stop.cancelled() => Err("STOPPED".to_owned()),
    };
    if let Err(failure) = &outcome {
        tracing::error!(kind = work.kind(), failure, "a run failed");
    }
    let (failure, result) = match outcome {
        Ok(result) => (None, Some(result)),
        Err(failure) => (Some(failure), None),
    };
    let ended_at = state.clock.now().trunc_subsecs(6);
    let mac = result.as_ref().map(|result| {
        let mac = start.result_mac(&state.secrets, ended_at, result);
        mac.to_vec()
    });
    let done = seen.done.load(Ordering::Relaxed);
    let ended = sqlx::query!(
        "update operation_run
         set ended_at = $2, beat_at = $2, failure = $3, result = $4::text::json, done = $5,
             total = greatest(total, $6), mac = $7
         where id = $1 and ended_at is null",
        start.id,
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

async fn carry(state: &Core, start: &Start, work: Work, seen: &Seen) -> Result<Value, String> {
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
                let marked = finding::mark_gone(state, start).await;
                marked.map_err(|error| error.to_string())?;
            }
            let noted = finding::note_voids(state, &found.report.voids).await;
            noted.map_err(|error| error.to_string())?;
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
