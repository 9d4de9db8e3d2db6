//! Sessions: opaque tokens of 256 bits, known to the database by their hash only.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use ledger::WalletId;
use sha2::{Digest, Sha256};
use sqlx::PgPool;
use uuid::Uuid;

use crate::caller::Member;
use crate::clock::random_id;
use crate::error::{ApiError, Code};
use crate::secrets::random_bytes;
use crate::state::AppState;

/// A call within this many seconds of the last one does not write the time of the call: one
/// write a minute is precise enough for an idle limit of many minutes.
const SEEN_PRECISION_SECONDS: i64 = 60;

/// A new token and when it ends at the latest.
pub(crate) struct NewSession {
    /// Given to the client, once.
    pub(crate) token: String,
    /// The absolute end.
    pub(crate) expires_at: DateTime<Utc>,
}

/// Why sessions end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    /// This one.
    Only(Uuid),
    /// All of the member's but this one.
    AllBut(Uuid),
}

/// A new secret in the form that goes over the wire, and its hash.
pub(crate) fn new_token() -> (String, [u8; 32]) {
    let token = URL_SAFE_NO_PAD.encode(random_bytes::<32>());
    let hash = hash_token(&token);
    (token, hash)
}

/// What the database knows of a token.
pub(crate) fn hash_token(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// Opens a session for a member who has just proved who it is.
pub(crate) async fn open(
    state: &AppState,
    member_id: WalletId,
    is_remembered: bool,
) -> Result<NewSession, ApiError> {
    let rules = &state.config.session;
    let (idle_minutes, hours) = if is_remembered {
        (
            rules.remembered_idle_minutes,
            rules.remembered_absolute_hours,
        )
    } else {
        (rules.idle_minutes, rules.absolute_hours)
    };
    let now = state.clock.now();
    let expires_at = now + TimeDelta::hours(i64::from(hours));
    let idle_seconds = i32::try_from(idle_minutes.saturating_mul(60)).unwrap_or(i32::MAX);
    let (token, hash) = new_token();
    sqlx::query!(
        "insert into session
            (id, token_hash, member_id, created_at, last_seen_at, idle_seconds, expires_at)
         values ($1, $2, $3, $4, $4, $5, $6)",
        random_id(),
        &hash[..],
        member_id.0,
        now,
        idle_seconds,
        expires_at,
    )
    .execute(&state.pool)
    .await?;
    Ok(NewSession { token, expires_at })
}

/// The member behind a token.
pub(crate) async fn authenticate(state: &AppState, token: &str) -> Result<Member, ApiError> {
    let now = state.clock.now();
    let row = sqlx::query!(
        "select session.id, session.member_id, session.last_seen_at, session.idle_seconds,
                session.expires_at, session.revoked_at, member.is_active
         from session join member on member.id = session.member_id
         where session.token_hash = $1",
        &hash_token(token)[..],
    )
    .fetch_optional(&state.pool)
    .await?
    .ok_or(Code::InvalidToken)?;
    if !row.is_active {
        return Err(Code::InactiveUser.into());
    }
    if row.revoked_at.is_some() {
        return Err(Code::InvalidToken.into());
    }
    let idle_end = row.last_seen_at + TimeDelta::seconds(i64::from(row.idle_seconds));
    if now >= row.expires_at || now >= idle_end {
        return Err(Code::ExpiredAuthToken.into());
    }
    if now - row.last_seen_at >= TimeDelta::seconds(SEEN_PRECISION_SECONDS) {
        sqlx::query!(
            "update session set last_seen_at = $2 where id = $1 and last_seen_at < $2",
            row.id,
            now,
        )
        .execute(&state.pool)
        .await?;
    }
    Ok(Member {
        id: WalletId(row.member_id),
        session_id: row.id,
    })
}

/// Which of the sessions have ended, for sockets that outlive their join.
pub(crate) async fn ended_among(
    state: &AppState,
    sessions: &[Uuid],
) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select asked.id as "id!"
           from unnest($1::uuid[]) as asked (id)
           where not exists (
               select from session join member on member.id = session.member_id
               where session.id = asked.id and session.revoked_at is null
                 and member.is_active and session.expires_at > $2
                 and session.last_seen_at + make_interval(secs => session.idle_seconds) > $2
           )"#,
        sessions,
        state.clock.now(),
    )
    .fetch_all(&state.pool)
    .await
}

/// Ends sessions of a member and closes their sockets.
pub(crate) async fn revoke(
    state: &AppState,
    member_id: WalletId,
    which: Which,
) -> Result<(), ApiError> {
    let (only, but) = match which {
        Which::Only(id) => (Some(id), None),
        Which::AllBut(id) => (None, Some(id)),
    };
    let ended = sqlx::query_scalar!(
        "update session set revoked_at = $2
         where member_id = $1 and revoked_at is null
           and ($3::uuid is null or id = $3) and ($4::uuid is null or id <> $4)
         returning id",
        member_id.0,
        state.clock.now(),
        only,
        but,
    )
    .fetch_all(&state.pool)
    .await?;
    for session_id in ended {
        state.live.end_session(session_id);
    }
    Ok(())
}

/// Forgets sessions and tickets that ended long ago.
pub(crate) async fn sweep(pool: &PgPool, now: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let tickets = sqlx::query!("delete from socket_ticket where expires_at < $1", now)
        .execute(pool)
        .await?;
    let sessions = sqlx::query!(
        "delete from session where expires_at < $1",
        now - TimeDelta::days(30),
    )
    .execute(pool)
    .await?;
    Ok(tickets.rows_affected() + sessions.rows_affected())
}
