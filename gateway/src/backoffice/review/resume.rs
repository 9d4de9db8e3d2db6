//! What was decided and cut off, by a death or by an outside that was silent, is carried out.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::case::Case;
use super::execute::execute;
use super::store::Status;
use crate::payments::Payments;
use crate::platform::database::within;
use crate::platform::error::ApiError;

/// What is younger is still in the hands of the call that decided it.
const GRACE: TimeDelta = TimeDelta::seconds(30);
/// The first time everything is met, whatever another machine's clock has put on it.
const EARLIER_LIFE: TimeDelta = TimeDelta::days(1);
/// A round takes longer only on a connection that has fallen silent.
const ROUND_MAX: Duration = Duration::from_mins(10);
/// So many at a time; the rest is met the next time.
const AT_ONCE: i64 = 50;

/// Starts it, until the gateway stops. What an earlier life left behind is met first.
pub(crate) fn start(payments: &Payments) {
    payments.spawn(resume(payments.clone()));
}

async fn resume(state: Payments) {
    let mut before = state.clock.now() + EARLIER_LIFE;
    loop {
        if let Err(error) = within(ROUND_MAX, resume_all(&state, before)).await {
            tracing::warn!(
                code = error.code.as_str(),
                "decisions wait to be carried out"
            );
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
            Ok(_) => tracing::info!(decision = %id, "carried out what had been cut off"),
            Err(error) => {
                let code = error.code.as_str();
                tracing::warn!(decision = %id, code, "cannot be carried out now, or any more");
            }
        }
    }
    Ok(())
}
