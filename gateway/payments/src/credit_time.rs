//! How long deposits take from their start to their credit: for the metrics, and for players who
//! wait.

use chrono::{DateTime, TimeDelta, Utc};
use projections::ViewError;
use projections::slip as slip_view;
use projections::statement::{self, DepositMethod};
use tokio::sync::broadcast::error::RecvError;

use super::Payments;
use platform::core::Core;
use platform::metrics::Credit;

/// Times each deposit that this gateway credits, whichever gateway it began at.
pub(super) async fn follow(state: Payments) {
    let commits = state.metrics.commits();
    let mut credits = commits.credits();
    loop {
        let credit = match credits.recv().await {
            Ok(credit) => credit,
            Err(RecvError::Lagged(_)) => continue,
            Err(RecvError::Closed) => return,
        };
        match started_at(&state, &credit).await {
            Ok(Some(started_at)) => commits.note_credit(&credit, started_at),
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "a deposit cannot be timed"),
        }
    }
}

async fn started_at(state: &Payments, credit: &Credit) -> Result<Option<DateTime<Utc>>, ViewError> {
    match credit.method {
        DepositMethod::Manual => {
            let lines = statement::find_operation(&state.pool, credit.wallet_id, credit.id).await?;
            return Ok(lines.first().map(|line| line.started_at));
        }
        DepositMethod::Slip | DepositMethod::Qr | DepositMethod::Gift => {}
    }
    let started_at = sqlx::query_scalar!(
        "select uploaded_at as at from slip_file where slip_id = $1
         union all select created_at from qr_order where order_id = $1
         union all select submitted_at from gift_link where gift_id = $1",
        credit.id
    );
    Ok(started_at.fetch_optional(&state.pool).await?.flatten())
}

/// How many of the latest credited slips define the usual time; with fewer than the least there is
/// none.
const LATEST: i64 = 200;
const LATEST_MIN: i64 = 20;
/// Older credits say nothing about today.
const RECENT: TimeDelta = TimeDelta::days(14);

/// Within how many seconds nine of ten of the latest slips were credited. None if there were too
/// few of late, or if they cannot be read; nothing depends on it.
pub async fn usual_seconds(core: &Core) -> Option<i64> {
    let since = core.clock.now() - RECENT;
    let times = slip_view::credit_times(&core.pool, since, LATEST).await;
    let mut times = times
        .inspect_err(|error| tracing::warn!(%error, "how long slips take cannot be read"))
        .ok()?;
    let few = i64::try_from(times.len()).ok()? < LATEST_MIN;
    times.sort_unstable();
    // A part of a second counts as one.
    let nine_of_ten = times.get(times.len().saturating_mul(9).div_ceil(10).checked_sub(1)?)?;
    (!few).then(|| (nine_of_ten.num_milliseconds() + 999) / 1000)
}
