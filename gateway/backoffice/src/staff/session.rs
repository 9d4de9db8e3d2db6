//! Sessions of staff: like those of members, with a separate table and separate tokens.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::TryStreamExt;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::account_row::AccountRow;
use platform::config::StaffRole;
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::secrets::Secrets;
use platform::sessions::{Kind, Lifetime, NewSession, SessionRow, hash_token, is_worth_noting};

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
    let (row, session) = SessionRow::begin(&state.secrets, Kind::Staff, staff_id, lifetime, now);
    sqlx::query!(
        "insert into staff_session
            (id, token_hash, staff_id, created_at, last_seen_at, idle_seconds, expires_at, mac)
         values ($1, $2, $3, $4, $4, $5, $6, $7)",
        row.id,
        row.token_hash,
        row.owner,
        now,
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
    let row = sqlx::query!(
        "select it.id, it.staff_id, it.last_seen_at, it.idle_seconds, it.expires_at,
                it.revoked_at, it.mac, staff.is_active, staff.name, staff.username, staff.role,
                staff.password_hash, staff.totp_sealed, staff.totp_last_step, staff.changed_at,
                staff.mac as account_mac
         from staff_session it join staff on staff.id = it.staff_id
         where it.token_hash = $1",
        &token_hash[..],
    )
    .fetch_optional(&state.pool)
    .await?
    .ok_or(Code::InvalidToken)?;
    let account = AccountRow {
        id: row.staff_id,
        username: row.username,
        name: row.name,
        role: row.role,
        password_hash: row.password_hash,
        totp_sealed: row.totp_sealed,
        totp_last_step: row.totp_last_step,
        is_active: row.is_active,
        changed_at: row.changed_at,
        mac: row.account_mac,
    };
    if row.revoked_at.is_some() || !account.is_open(&state.secrets) {
        return Err(Code::InvalidToken.into());
    }
    let session = SessionRow {
        id: row.id,
        owner: row.staff_id,
        token_hash: token_hash.to_vec(),
        idle_seconds: row.idle_seconds,
        expires_at: row.expires_at,
        mac: row.mac,
    };
    session.require_live(&state.secrets, Kind::Staff, row.last_seen_at, now)?;
    if is_by_person && is_worth_noting(row.last_seen_at, now) {
        sqlx::query!(
            "update staff_session set last_seen_at = $2 where id = $1 and last_seen_at < $2",
            row.id,
            now,
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
        session_id: row.id,
        expires_at: row.expires_at,
        _sealed: (),
    })
}

/// Lists the rows that the gateway did not write, or that were changed since.
pub async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let mut rows = sqlx::query_as!(
        SessionRow,
        "select id, staff_id as owner, token_hash, idle_seconds, expires_at, mac
         from staff_session order by id"
    )
    .fetch(pool);
    let mut findings = Vec::new();
    while let Some(row) = rows.try_next().await? {
        if !row.is_signed(secrets, Kind::Staff) {
            let id = row.id;
            findings.push(format!(
                "staff_session, id {id}: the gateway has not written it"
            ));
        }
    }
    Ok(findings)
}

/// Ends the session that a call came with, and closes its sockets.
pub async fn close(state: &Core, staff: &Staff) -> Result<(), ApiError> {
    sqlx::query!(
        "update staff_session set revoked_at = $2 where id = $1 and revoked_at is null",
        staff.session_id,
        state.clock.now(),
    )
    .execute(&state.pool)
    .await?;
    state.live.end_session(staff.session_id);
    Ok(())
}

/// Which of the sessions have ended, for sockets that outlive their join.
pub async fn ended_among(state: &Core, sessions: &[Uuid]) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select asked.id as "id!"
           from unnest($1::uuid[]) as asked (id)
           where not exists (
               select from staff_session it join staff on staff.id = it.staff_id
               where it.id = asked.id and it.revoked_at is null
                 and staff.is_active and it.expires_at > $2
                 and it.last_seen_at + make_interval(secs => it.idle_seconds) > $2
           )"#,
        sessions,
        state.clock.now(),
    )
    .fetch_all(&state.pool)
    .await
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
