//! Members whose log-in staff have frozen: no log-in, no new password, no session.
//!
//! 1. A freeze is a row, and so is its end, which names the freeze. Rows are only appended, so the
//!    application's database role removes none.
//! 2. Each row has a MAC under a key outside the database: a forged row neither blocks nor admits
//!    anyone. A copied end only ends the freeze that it ended before.

use chrono::{DateTime, SubsecRound, Utc};
use ledger::WalletId;
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use platform::clock::random_id;
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::secrets::Secrets;
use platform::signed_row::{self, SignedRow};

struct Row {
    id: Uuid,
    member_id: Uuid,
    ends: Option<Uuid>,
    at: DateTime<Utc>,
    mac: Vec<u8>,
}

platform::signed_row! { Row in "login_freeze": id, member_id, ends, at => mac }

/// A freeze that no row ends.
struct InForce {
    id: Uuid,
    since: DateTime<Utc>,
}

/// The freezes of a member in force, oldest first.
async fn in_force(
    executor: impl PgExecutor<'_>,
    secrets: &Secrets,
    member: WalletId,
) -> Result<Vec<InForce>, sqlx::Error> {
    let mut rows = sqlx::query_as!(
        Row,
        "select id, member_id, ends, at, mac from login_freeze where member_id = $1 order by at, id",
        member.0,
    )
    .fetch_all(executor)
    .await?;
    rows.retain(|row| row.is_signed(secrets));
    let is_ended = |id| rows.iter().any(|row| row.ends == Some(id));
    let freezes = rows.iter().filter(|row| row.ends.is_none());
    let open = freezes.filter(|row| !is_ended(row.id)).map(|row| InForce {
        id: row.id,
        since: row.at,
    });
    Ok(open.collect())
}

/// Since when a member's log-in is frozen; none if the member may log in.
pub async fn since(state: &Core, member: WalletId) -> Result<Option<DateTime<Utc>>, sqlx::Error> {
    let open = in_force(&state.pool, &state.secrets, member).await?;
    Ok(open.first().map(|freeze| freeze.since))
}

/// Refuses a member whose log-in is frozen.
pub(super) async fn require_open(state: &Core, member: WalletId) -> Result<(), ApiError> {
    match since(state, member).await? {
        Some(_) => Err(Code::AccountFrozen.into()),
        None => Ok(()),
    }
}

/// Keeps a member out from now on. False if that is so already.
pub async fn begin(
    state: &Core,
    connection: &mut PgConnection,
    member: WalletId,
) -> Result<bool, ApiError> {
    lock(connection, member).await?;
    let is_new = in_force(&mut *connection, &state.secrets, member)
        .await?
        .is_empty();
    if is_new {
        append(state, connection, member, None).await?;
    }
    Ok(is_new)
}

/// Lets a member log in again. False if the log-in is not frozen.
pub async fn end(
    state: &Core,
    connection: &mut PgConnection,
    member: WalletId,
) -> Result<bool, ApiError> {
    lock(connection, member).await?;
    let open = in_force(&mut *connection, &state.secrets, member).await?;
    for freeze in &open {
        append(state, connection, member, Some(freeze.id)).await?;
    }
    Ok(!open.is_empty())
}

/// Changes of a member's freeze come one after another; refuses a member who does not exist.
pub async fn lock(connection: &mut PgConnection, member: WalletId) -> Result<(), ApiError> {
    sqlx::query_scalar!(
        "select id from member where id = $1 for no key update",
        member.0,
    )
    .fetch_optional(connection)
    .await?
    .ok_or(Code::NoData)?;
    Ok(())
}

async fn append(
    state: &Core,
    connection: &mut PgConnection,
    member: WalletId,
    ends: Option<Uuid>,
) -> Result<(), sqlx::Error> {
    let mut row = Row {
        id: random_id(),
        member_id: member.0,
        ends,
        at: state.clock.now().trunc_subsecs(6),
        mac: Vec::new(),
    };
    row.mac = row.right_mac(&state.secrets).to_vec();
    sqlx::query!(
        "insert into login_freeze (id, member_id, ends, at, mac) values ($1, $2, $3, $4, $5)",
        row.id,
        row.member_id,
        row.ends,
        row.at,
        row.mac,
    )
    .execute(connection)
    .await
    .map(drop)
}

/// Lists the rows that the gateway did not write.
pub async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "select id, member_id, ends, at, mac from login_freeze order by id",
    )
    .fetch(pool);
    let finding = |row: &Row| {
        let id = row.id;
        format!("login_freeze, id {id}: the gateway has not written it")
    };
    signed_row::unsigned(rows, secrets, finding).await
}
