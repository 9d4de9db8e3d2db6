//! How long deposits take from their start to their credit, for the metrics.

use chrono::{DateTime, Utc};
use projections::ViewError;
use projections::statement::{self, DepositMethod};
use tokio::sync::broadcast::error::RecvError;

use super::Payments;
use crate::platform::metrics::Credit;

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
    if credit.method == DepositMethod::Manual {
        let lines = statement::find_operation(&state.pool, credit.wallet_id, credit.id).await?;
        return Ok(lines.first().map(|line| line.started_at));
    }
    let started_at = sqlx::query_scalar!(
        "select uploaded_at as at from slip_file where slip_id = $1
         union all select created_at from qr_order where order_id = $1
         union all select submitted_at from gift_link where gift_id = $1",
        credit.id
    );
    Ok(started_at.fetch_optional(&state.pool).await?.flatten())
}
