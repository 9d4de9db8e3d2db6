//! The notices that staff sockets get about the work lists and about long operations.
//!
//! Every read of a list adds an audit entry, so the console reads one only after a frame says
//! that it has changed. The frame contains nothing about any player.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use projections::open_work::{self, ReviewCounts};
use serde_json::json;
use uuid::Uuid;

use crate::api::state::AppState;
use backoffice::discrepancy::list;
use backoffice::review::waiting;
use backoffice::review::work_claim::{self, Holding};
use backoffice::verification::run::{self, Run};
use chat::frame::frame;
use platform::database::within;
use platform::error::ApiError;

/// The first items of each list, as many as on a page; changes after them show in the counts.
const FIRST: i64 = 50;

/// A check takes longer only on a dead connection.
const CHECK_TAKES_MAX: Duration = Duration::from_secs(10);

/// The open work for staff, as far as the lists show it.
#[derive(PartialEq, Eq)]
struct OpenWorkCount {
    counts: ReviewCounts,
    /// The positions at which the first items of each list began.
    first: [Vec<i64>; 5],
    /// How many differences are open.
    difference_count: i64,
    /// The first of them, and whether each is still seen.
    differences: Vec<(Uuid, bool)>,
    /// Each decision's id, and whether it was approved.
    approvals: Vec<(Uuid, bool)>,
    /// Who has which item open.
    holdings: Vec<Holding>,
}

/// The progress of the latest operation of a kind.
#[derive(PartialEq, Eq)]
struct Progress {
    id: Uuid,
    done: i64,
    is_ended: bool,
}

/// The last counts sent. They outlive the sockets: the next client to join gets the changes since.
#[derive(Default)]
struct LastSent {
    open_work: Option<OpenWorkCount>,
    runs: [Option<Progress>; 2],
}

/// The frame that says that the work lists have changed.
fn work_frame() -> Utf8Bytes {
    frame("work", &json!({}))
}

/// The frame with an operation's progress, by its kind: `rebuild` or `verify`.
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

/// Notifies staff sockets until it is dropped.
pub(crate) async fn notify_staff(state: AppState) {
    let mut last = LastSent::default();
    loop {
        tokio::time::sleep(state.config.paces.desk).await;
        if state.live.staff_sessions().is_empty() {
            continue;
        }
        if let Err(error) = within(CHECK_TAKES_MAX, notify_changes(&state, &mut last)).await {
            tracing::warn!(code = error.code.as_str(), "the open work cannot be read");
        }
    }
}

async fn notify_changes(state: &AppState, last: &mut LastSent) -> Result<(), ApiError> {
    let now = open_work_count(state).await?;
    if last.open_work.as_ref() != Some(&now) {
        state.live.push_staff(&work_frame());
        last.open_work = Some(now);
    }
    for (kind, before) in ["rebuild", "verify"].into_iter().zip(&mut last.runs) {
        let run = run::latest(state, kind).await?;
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

async fn open_work_count(state: &AppState) -> Result<OpenWorkCount, ApiError> {
    let (pool, at) = (&state.pool, state.clock.now());
    let slips = open_work::referred_slips_after(pool, 0, FIRST).await;
    let qr = open_work::referred_qr_orders_after(pool, 0, FIRST).await;
    let manual = open_work::manual_deposits_after(pool, 0, FIRST).await;
    let held = open_work::held_withdrawals_after(pool, at, 0, FIRST).await;
    let unknown = open_work::unknown_transfers_after(pool, 0, FIRST).await;
    let differences = list::page(pool, None, 0, FIRST).await?.rows.into_iter();
    let approvals = waiting::waiting(&state.payments).await?.into_iter();
    Ok(OpenWorkCount {
        counts: open_work::review_counts(pool, at).await?,
        first: [
            slips?.iter().map(|slip| slip.opened_position).collect(),
            qr?.iter().map(|order| order.opened_position).collect(),
            manual?
                .iter()
                .map(|deposit| deposit.opened_position)
                .collect(),
            held?
                .iter()
                .map(|withdrawal| withdrawal.opened_position)
                .collect(),
            unknown?
                .iter()
                .map(|transfer| transfer.opened_position)
                .collect(),
        ],
        difference_count: list::open_count(pool).await?,
        differences: differences
            .map(|difference| (difference.id, difference.gone_at.is_none()))
            .collect(),
        approvals: approvals
            .map(|approval| (approval.id, approval.is_agreed))
            .collect(),
        holdings: work_claim::holdings(state).await?,
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
