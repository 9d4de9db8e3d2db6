//! Addresses that staff came in from: strangers who use up the log-in's limits do not keep them out.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::platform::core::Core;

/// Days that an address is remembered after the last log-in from it.
const DAYS: i64 = 30;

/// Whether somebody of staff came in from the address lately. Tells nothing of any name.
pub(super) async fn is_known(state: &Core, address: &str) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select exists (
               select from staff_address it join staff on staff.id = it.staff_id
               where it.address = $1 and it.seen_at > $2 and staff.is_active
           ) as "is_known!""#,
        state.secrets.subject(address),
        state.clock.now() - TimeDelta::days(DAYS),
    )
    .fetch_one(&state.pool)
    .await
}

/// Remembers where somebody came in from.
pub(super) async fn note(
    connection: &mut PgConnection,
    state: &Core,
    staff_id: Uuid,
    address: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into staff_address (staff_id, address, seen_at) values ($1, $2, $3)
         on conflict (staff_id, address) do update set seen_at = excluded.seen_at",
        staff_id,
        state.secrets.subject(address),
        state.clock.now(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Forgets addresses that nobody came in from for long.
pub(crate) async fn sweep(pool: &PgPool, now: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let gone = sqlx::query!(
        "delete from staff_address where seen_at < $1",
        now - TimeDelta::days(DAYS),
    )
    .execute(pool)
    .await?;
    Ok(gone.rows_affected())
}
