//! What staff's sockets are told of the work lists and of long work.
//!
//! Every reading of a list is written down as an act, so the console asks for one only when it is
//! told that the list is another by now. A frame says that, and nothing of any player.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use projections::open_work::{self, ReviewCounts};
use serde_json::json;
use uuid::Uuid;

use crate::api::state::AppState;
use crate::backoffice::review::waiting;
use crate::backoffice::verification::operation::{self, Run};
use crate::chat::frame::frame;
use crate::platform::database::within;
use crate::platform::error::ApiError;

/// Of each list, as many as a page has: what comes and goes behind them shows in the counts.
const FIRST: i64 = 50;

/// A look takes longer only on a connection that has fallen silent.
const LOOK_TAKES_MAX: Duration = Duration::from_secs(10);

/// What waits for staff, as far as a list shows it.
#[derive(PartialEq, Eq)]
struct OpenWorkCount {
    counts: ReviewCounts,
    /// By kind, where each one's work began.
    first: [Vec<i64>; 5],
    /// With whether it was agreed on.
    approvals: Vec<(Uuid, bool)>,
}

/// How far the last long work of a kind is.
#[derive(PartialEq, Eq)]
struct Progress {
    id: Uuid,
    done: i64,
    is_ended: bool,
}

/// What was told last. It stays when everybody has left: whoever comes hears what they missed.
#[derive(Default)]
struct LastTold {
    standing: Option<OpenWorkCount>,
    runs: [Option<Progress>; 2],
}

/// The work lists show something else by now.
fn work_frame() -> Utf8Bytes {
    frame("work", &json!({}))
}

/// How far a long work is, by its kind: `rebuild` or `verify`.
fn operation_frame(kind: &str, run: &Run) -> Utf8Bytes {
    let data = json!({
        "work": kind,
        "id": run.id,
        "done": run.done,
        "total": run.total,
        "isEnded": run.ended_at.is_some(),
    });
    frame("operation", &data)
}

/// Tells until it is dropped.
pub(crate) async fn tell_staff(state: AppState) {
    let mut told = LastTold::default();
    loop {
        tokio::time::sleep(state.config.paces.desk).await;
        if state.live.staff_sessions().is_empty() {
            continue;
        }
        if let Err(error) = within(LOOK_TAKES_MAX, look(&state, &mut told)).await {
            tracing::warn!(code = error.code.as_str(), "what waits cannot be looked at");
        }
    }
}

async fn look(state: &AppState, told: &mut LastTold) -> Result<(), ApiError> {
    let now = standing(state).await?;
    if told.standing.as_ref() != Some(&now) {
        state.live.push_staff(&work_frame());
        told.standing = Some(now);
    }
    for (kind, before) in ["rebuild", "verify"].into_iter().zip(&mut told.runs) {
        let run = operation::latest(state, kind).await?;
        let progress = run.as_ref().map(Progress::from);
        if *before == progress {
            continue;
        }
        if let Some(run) = &run {
            state.live.push_staff(&operation_frame(kind, run));
        }
        *before = progress;
    }
    Ok(())
}

async fn standing(state: &AppState) -> Result<OpenWorkCount, ApiError> {
    let (pool, at) = (&state.pool, state.clock.now());
    let slips = open_work::referred_slips_after(pool, 0, FIRST).await;
    let qr = open_work::referred_qr_orders_after(pool, 0, FIRST).await;
    let manual = open_work::manual_deposits_after(pool, 0, FIRST).await;
    let held = open_work::held_withdrawals_after(pool, at, 0, FIRST).await;
    let unknown = open_work::unknown_transfers_after(pool, 0, FIRST).await;
    let approvals = waiting::waiting(&state.payments).await?.into_iter();
    Ok(OpenWorkCount {
        counts: open_work::review_counts(pool, at).await?,
        first: [
            slips?.iter().map(|it| it.opened_position).collect(),
            qr?.iter().map(|it| it.opened_position).collect(),
            manual?.iter().map(|it| it.opened_position).collect(),
            held?.iter().map(|it| it.opened_position).collect(),
            unknown?.iter().map(|it| it.opened_position).collect(),
        ],
        approvals: approvals.map(|it| (it.id, it.is_agreed)).collect(),
    })
}

impl From<&Run> for Progress {
    fn from(run: &Run) -> Self {
        Self {
            id: run.id,
            done: run.done,
            is_ended: run.ended_at.is_some(),
        }
    }
}
