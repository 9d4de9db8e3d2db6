//! Addresses from which staff have logged in. They have separate limits, so strangers who use up
//! the login limits do not block staff.
//!
//! A row's MAC covers all of it, under a key outside the database: an address that somebody with the
//! application's database role enters is a strange one.

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use platform::core::Core;
use platform::secrets::Secrets;
use platform::signed_row::{self, SignedRow};

/// Days that an address is remembered after the last log-in from it.
const DAYS: i64 = 30;

struct Row {
    staff_id: Uuid,
    address: Vec<u8>,
    seen_at: DateTime<Utc>,
    mac: Vec<u8>,
}

platform::signed_row! { Row in "staff_address": staff_id, address, seen_at => mac }

/// Whether any member of staff logged in from the address recently. Reveals no names.
pub(super) async fn is_known(state: &Core, address: &str) -> Result<bool, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "select it.staff_id, it.address, it.seen_at, it.mac
         from staff_address it join staff on staff.id = it.staff_id
         where it.address = $1 and it.seen_at > $2 and staff.is_active",
        state.secrets.subject(address),
        state.clock.now() - TimeDelta::days(DAYS),
    )
    .fetch_all(&state.pool)
    .await?;
    Ok(rows.iter().any(|row| row.is_signed(&state.secrets)))
}

/// Records the address of a login.
pub(super) async fn note(
    connection: &mut PgConnection,
    state: &Core,
    staff_id: Uuid,
    address: &str,
) -> Result<(), sqlx::Error> {
    let mut row = Row {
        staff_id,
        address: state.secrets.subject(address),
        seen_at: state.clock.now().trunc_subsecs(6),
        mac: Vec::new(),
    };
    row.mac = row.right_mac(&state.secrets).to_vec();
    sqlx::query!(
        "insert into staff_address (staff_id, address, seen_at, mac) values ($1, $2, $3, $4)
         on conflict (staff_id, address) do update
         set seen_at = excluded.seen_at, mac = excluded.mac",
        row.staff_id,
        row.address,
        row.seen_at,
        row.mac,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Lists the addresses from which nobody has logged in, or not at that time.
pub(crate) async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "select staff_id, address, seen_at, mac from staff_address order by staff_id, address"
    )
    .fetch(pool);
    let finding = |row: &Row| {
        let (staff, address) = (row.staff_id, hex::encode(&row.address));
        format!("staff_address, staff {staff}, address {address}: the gateway has not written it")
    };
    signed_row::unsigned(rows, secrets, finding).await
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
