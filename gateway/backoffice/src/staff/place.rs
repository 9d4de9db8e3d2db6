//! Addresses from which staff have logged in. They have separate limits, so strangers who use up
//! the login limits do not block staff.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use platform::core::Core;

/// Days that an address is remembered after the last log-in from it.
const DAYS: i64 = 30;

/// Whether any member of staff logged in from the address recently. Reveals no names.
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

/// Records the address of a login.
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

/// Deletes addresses without a recent login.
pub async fn sweep(pool: &PgPool, now: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let gone = sqlx::query!(
        "delete from staff_address where seen_at < $1",
        now - TimeDelta::days(DAYS),
    )
    .execute(pool)
    .await?;
    Ok(gone.rows_affected())
}
