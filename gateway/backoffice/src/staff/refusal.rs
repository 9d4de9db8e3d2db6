//! Refused logins with unknown names, counted per minute, so that guessing does not fill the
//! database. The counts of past minutes go into the audit log.

use chrono::{DurationRound, TimeDelta};
use serde_json::json;

use super::audit_log::{self, AuditEntry};
use platform::core::Core;
use platform::error::ApiError;

/// Counts one refusal. The name is not stored: it may be a password in the wrong field.
pub(super) async fn count(state: &Core) -> Result<(), ApiError> {
    let minute = state.clock.now().duration_trunc(TimeDelta::minutes(1));
    let minute = minute.map_err(|error| ApiError::internal(&error))?;
    let counted = sqlx::query!(
        "insert into staff_login_refusal as it (minute, count) values ($1, 1)
         on conflict (minute) do update set count = it.count + 1",
        minute,
    )
    .execute(&state.pool)
    .await;
    match counted {
        Ok(_) => Ok(()),
        Err(error) => Err(audit_log::unwritten(error)),
    }
}

/// Records the past minutes as one audit entry. Every minute is recorded once.
pub async fn record_past(state: &Core) -> Result<u64, sqlx::Error> {
    let mut transaction = state.pool.begin().await?;
    let past = sqlx::query!(
        "delete from staff_login_refusal where minute <= $1 returning minute, count",
        state.clock.now() - TimeDelta::minutes(1),
    )
    .fetch_all(&mut *transaction)
    .await?;
    if past.is_empty() {
        return Ok(0);
    }
    let unknown: i64 = past.iter().map(|row| row.count).sum();
    let detail = json!({
        "unknown": unknown,
        "from": past.iter().map(|row| row.minute).min(),
        "minutes": past.len(),
    });
    let entry = AuditEntry::of("login.refused").with(detail);
    audit_log::append(&mut *transaction, state, None, None, entry).await?;
    transaction.commit().await?;
    Ok(u64::try_from(past.len()).unwrap_or(u64::MAX))
}
