//! Sessions of staff: like those of members, with a separate table and separate tokens.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::account_row;
use platform::config::StaffRole;
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::secrets::Secrets;
use platform::sessions::{self, Kind, Lifetime, NewSession, Owner, SessionRow, hash_token};
use platform::signed_row;

/// A member of staff with a valid session whose call is recorded.
#[derive(Debug, Clone)]
#[expect(
    clippy::manual_non_exhaustive,
    reason = "no other module of this crate makes one either"
)]
pub struct Staff {
    /// Id of the staff account.
    pub id: Uuid,
    /// The display name.
    pub name: String,
    /// The name to log in with.
    pub username: String,
    /// What they may do.
    pub role: StaffRole,
    /// The session that the call came with.
    pub session_id: Uuid,
    /// When the session ends at the latest.
    pub expires_at: DateTime<Utc>,
    /// Private, so that no other module can construct it.
    _sealed: (),
}

/// Opens a session for a member of staff who was just authenticated, within the transaction that
/// uses up the code.
pub(super) async fn open(
    connection: &mut PgConnection,
    state: &Core,
    staff_id: Uuid,
) -> Result<(Uuid, NewSession), ApiError> {
    let rules = &state.config.support;
    let lifetime = Lifetime {
        idle_minutes: rules.idle_minutes,
        hours: rules.absolute_hours,
    };
    let now = state.clock.now();
    let owner = Owner {
        kind: Kind::Staff,
        id: staff_id,
    };
    let (row, session) =
        SessionRow::begin(connection, &state.secrets, owner, lifetime, now).await?;
    sqlx::query!(
        "insert into staff_session
            (id, token_hash, staff_id, created_at, last_seen_at, ends_before, idle_seconds,
             expires_at, mac)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        row.id,
        row.token_hash,
        row.owner,
        row.created_at,
        row.last_seen_at,
        row.ends_before,
        row.idle_seconds,
        row.expires_at,
        row.mac,
    )
    .execute(connection)
    .await?;
    Ok((row.id, session))
}

/// The member of staff behind a token; with `is_by_person`, the call keeps the session open.
pub(super) async fn authenticate(
    state: &Core,
    token: &str,
    is_by_person: bool,
) -> Result<Staff, ApiError> {
    if !token.starts_with(Kind::Staff.prefix()) {
        return Err(Code::Unauthorized.into());
    }
    let now = state.clock.now();
    let token_hash = hash_token(token);
    let session = sqlx::query_as!(
        SessionRow,
        r#"select id, staff_id as owner, token_hash, created_at, last_seen_at, ends_before, idle_seconds, expires_at,
                  mac, is_session_over('staff', id, staff_id, ends_before) as "is_over!"
           from staff_session where token_hash = $1"#,
        &token_hash[..],
    )
    .fetch_optional(&state.pool)
    .await?
    .ok_or(Code::InvalidToken)?;
    session.require_live(&state.secrets, Kind::Staff, now)?;
    let account = account_row::find_open(&state.pool, &state.secrets, session.owner).await?;
    let account = account.ok_or(Code::InvalidToken)?;
    let (session_id, expires_at) = (session.id, session.expires_at);
    if is_by_person && let Some(seen) = session.seen(&state.secrets, Kind::Staff, now) {
        sqlx::query!(
            "update staff_session set last_seen_at = $2, mac = $3
             where id = $1 and last_seen_at < $2",
            seen.id,
            seen.last_seen_at,
            seen.mac,
        )
        .execute(&state.pool)
        .await?;
    }
    Ok(Staff {
        id: account.id,
        name: account.name,
        username: account.username,
        role: account
            .role
            .parse()
            .map_err(|error| ApiError::internal(&error))?,
        session_id,
        expires_at,
        _sealed: (),
    })
}

/// Lists the rows that the gateway did not write, or that were changed since.
pub async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_as!(
        SessionRow,
        r#"select id, staff_id as owner, token_hash, created_at, last_seen_at, ends_before, idle_seconds, expires_at,
                  mac, false as "is_over!"
           from staff_session order by id"#
    )
    .fetch(pool);
    signed_row::findings(rows, |row| {
        let (id, is_signed) = (row.id, row.is_signed(secrets, Kind::Staff));
        (!is_signed).then(|| format!("staff_session, id {id}: the gateway has not written it"))
    })
    .await
}

/// Ends the session that a call came with, and closes its sockets.
pub async fn close(state: &Core, staff: &Staff) -> Result<(), ApiError> {
    let mut connection = state.pool.acquire().await?;
    sessions::end_one(
        &mut connection,
        &state.secrets,
        Kind::Staff,
        staff.session_id,
    )
    .await?;
    state.live.end_session(staff.session_id);
    Ok(())
}

/// The sessions of a member of staff that live, the last used first.
pub(super) async fn live_of(state: &Core, staff_id: Uuid) -> Result<Vec<SessionRow>, sqlx::Error> {
    let mut rows = sqlx::query_as!(
        SessionRow,
        r#"select id, staff_id as owner, token_hash, created_at, last_seen_at, ends_before, idle_seconds, expires_at,
                  mac, is_session_over('staff', id, staff_id, ends_before) as "is_over!"
           from staff_session where staff_id = $1 order by last_seen_at desc, id"#,
        staff_id,
    )
    .fetch_all(&state.pool)
    .await?;
    let now = state.clock.now();
    rows.retain(|row| row.is_live(&state.secrets, Kind::Staff, now));
    Ok(rows)
}

/// Which of the sessions have ended, for sockets that outlive their join.
pub async fn ended_among(state: &Core, sessions: &[Uuid]) -> Result<Vec<Uuid>, sqlx::Error> {
    let mut live = sqlx::query_as!(
        SessionRow,
        r#"select id, staff_id as owner, token_hash, created_at, last_seen_at, ends_before, idle_seconds, expires_at,
                  mac, is_session_over('staff', id, staff_id, ends_before) as "is_over!"
           from staff_session where id = any($1)"#,
        sessions,
    )
    .fetch_all(&state.pool)
    .await?;
    let now = state.clock.now();
    live.retain(|row| row.is_live(&state.secrets, Kind::Staff, now));
    let owners: Vec<Uuid> = live.iter().map(|row| row.owner).collect();
    let open = account_row::open_among(&state.pool, &state.secrets, &owners).await?;
    live.retain(|row| open.iter().any(|account| account.id == row.owner));
    let is_live = |id: &&Uuid| live.iter().any(|row| row.id == **id);
    let ended = sessions.iter().filter(|id| !is_live(id));
    Ok(ended.copied().collect())
}

/// Deletes sessions that ended long ago.
pub async fn sweep(pool: &PgPool, now: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let gone = sqlx::query!(
        "delete from staff_session where expires_at < $1",
        now - TimeDelta::days(30),
    )
    .execute(pool)
    .await?;
    Ok(gone.rows_affected())
}
