//! Completes decisions that were interrupted by a crash or by a provider that did not answer.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::case::Case;
use super::execute::execute;
use super::store::Status;
use payments::Payments;
use platform::database::within;
use platform::error::ApiError;

/// A younger decision is still being executed by the call that made it.
const GRACE: TimeDelta = TimeDelta::seconds(30);
/// The first round covers decisions of any age, even if a machine with a wrong clock recorded them.
const EARLIER_LIFE: TimeDelta = TimeDelta::days(1);
/// A round takes longer only on a dead connection.
const ROUND_MAX: Duration = Duration::from_mins(10);
/// How many decisions one round takes; the next round takes the rest.
const AT_ONCE: i64 = 50;

/// Starts the rounds, until the gateway stops. The first round takes the decisions that an earlier
/// process left.
pub fn start(payments: &Payments) {
    payments.spawn(resume(payments.clone()));
}

async fn resume(state: Payments) {
    let mut before = state.clock.now() + EARLIER_LIFE;
    loop {
        if let Err(error) = within(ROUND_MAX, resume_all(&state.renewed(), before)).await {
            tracing::warn!(code = error.code.as_str(), "decisions wait to be completed");
        }
        tokio::time::sleep(state.config.paces.resume).await;
        before = state.clock.now() - GRACE;
    }
}

async fn resume_all(payments: &Payments, before: DateTime<Utc>) -> Result<(), ApiError> {
    let ids: Vec<Uuid> = sqlx::query_scalar!(
        "select id from staff_decision
         where status = 'AGREED' and coalesce(decided_at, asked_at) <= $1
         order by asked_at limit $2",
        before,
        AT_ONCE,
    )
    .fetch_all(&payments.pool)
    .await?;
    for id in ids {
        let Some(case) = Case::find(payments, id).await? else {
            continue;
        };
        if case.row.status != Status::Agreed {
            continue;
        }
        let by = case.row.decided_by.unwrap_or(case.row.asked_by);
        match execute(payments, &case, by, None).await {
            Ok(_) => tracing::info!(decision = %id, "completed an interrupted decision"),
            Err(error) => {
                let code = error.code.as_str();
                tracing::warn!(decision = %id, code, "a decision could not be completed");
            }
        }
    }
    Ok(())
}
