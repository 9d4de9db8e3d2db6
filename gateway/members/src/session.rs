//! Sessions of members.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::TryStreamExt;
use ledger::WalletId;
use serde::Serialize;
use sqlx::{PgConnection, PgPool};
use utoipa::ToSchema;
use uuid::Uuid;

use super::login_freeze;
use super::origin::Origin;
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::secrets::Secrets;
use platform::sessions::{Kind, Lifetime, NewSession, SessionRow, hash_token, is_worth_noting};
use platform::subject::Member;

/// The sessions of a member to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// The session with this id.
    Only(Uuid),
    /// All of the member's sessions except this one.
    AllBut(Uuid),
    /// All of the member's sessions.
    All,
}

/// Opens a session for a member who was just authenticated, in the caller's transaction.
pub(super) async fn open(
    state: &Core,
    connection: &mut PgConnection,
    member_id: WalletId,
    is_remembered: bool,
    origin: &Origin,
) -> Result<NewSession, sqlx::Error> {
    let rules = &state.config.session;
    let lifetime = if is_remembered {
        Lifetime {
            idle_minutes: rules.remembered_idle_minutes,
            hours: rules.remembered_absolute_hours,
        }
    } else {
        Lifetime {
            idle_minutes: rules.idle_minutes,
            hours: rules.absolute_hours,
        }
    };
    let now = state.clock.now();
    let (row, session) =
        SessionRow::begin(&state.secrets, Kind::Member, member_id.0, lifetime, now);
    sqlx::query!(
        "insert into session
            (id, token_hash, member_id, created_at, last_seen_at, idle_seconds, expires_at, mac,
             agent, network)
         values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9)",
        row.id,
        row.token_hash,
        row.owner,
        now,
        row.idle_seconds,
        row.expires_at,
        row.mac,
        origin.agent(),
        origin.network(),
    )
    .execute(connection)
    .await?;
    Ok(session)
}

/// An open session, as its member sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenSession {
    id: Uuid,
    /// Whether it is the current session.
    is_current: bool,
    created_at: DateTime<Utc>,
    /// Within a minute.
    last_seen_at: DateTime<Utc>,
    /// The `User-Agent` that it was opened with.
    agent: Option<String>,
    /// The network of the address that it was opened from.
    #[schema(example = "203.0.113.*")]
    network: Option<String>,
}

/// The member's sessions that live: the call's own first, then by their last use.
pub async fn list(state: &Core, caller: Member) -> Result<Vec<OpenSession>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select id, token_hash, idle_seconds, expires_at, mac, created_at, last_seen_at, agent,
                  network
           from session
           where member_id = $1 and revoked_at is null and expires_at > $2
             and last_seen_at + make_interval(secs => idle_seconds) > $2
           order by id <> $3, last_seen_at desc, id"#,
        caller.id.0,
        state.clock.now(),
        caller.session_id,
    )
    .fetch_all(&state.pool)
    .await?;
    let listed = rows.into_iter().filter_map(|row| {
        let signed = SessionRow {
            id: row.id,
            owner: caller.id.0,
            token_hash: row.token_hash,
            idle_seconds: row.idle_seconds,
            expires_at: row.expires_at,
            mac: row.mac,
        };
        // A row that the gateway has not written opens nothing.
        signed
            .is_signed(&state.secrets, Kind::Member)
            .then_some(OpenSession {
                id: row.id,
                is_current: row.id == caller.session_id,
                created_at: row.created_at,
                last_seen_at: row.last_seen_at,
                agent: row.agent,
                network: row.network,
            })
    });
    Ok(listed.collect())
}

/// The member behind a token.
pub async fn authenticate(state: &Core, token: &str) -> Result<Member, ApiError> {
    let now = state.clock.now();
    let token_hash = hash_token(token);
    let row = sqlx::query!(
        r#"select session.id, session.member_id, session.last_seen_at, session.idle_seconds,
                session.expires_at, session.revoked_at, session.mac, member.is_active,
                exists (select from login_freeze where member_id = member.id) as "has_freeze!"
         from session join member on member.id = session.member_id
         where session.token_hash = $1"#,
        &token_hash[..],
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
    let session = SessionRow {
        id: row.id,
        owner: row.member_id,
        token_hash: token_hash.to_vec(),
        idle_seconds: row.idle_seconds,
        expires_at: row.expires_at,
        mac: row.mac,
    };
    session.require_live(&state.secrets, Kind::Member, row.last_seen_at, now)?;
    // A freeze ends every session: this one was opened at the same moment, or its row was changed
    // outside the gateway.
    if row.has_freeze
        && login_freeze::since(state, WalletId(row.member_id))
            .await?
            .is_some()
    {
        return Err(Code::InvalidToken.into());
    }
    if is_worth_noting(row.last_seen_at, now) {
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
pub async fn ended_among(state: &Core, sessions: &[Uuid]) -> Result<Vec<Uuid>, sqlx::Error> {
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

/// The owner of a session; none if the row was changed outside the gateway.
pub async fn owner(state: &Core, id: Uuid) -> Result<Option<WalletId>, sqlx::Error> {
    let row = sqlx::query_as!(
        SessionRow,
        "select id, member_id as owner, token_hash, idle_seconds, expires_at, mac
         from session where id = $1",
        id
    )
    .fetch_optional(&state.pool)
    .await?;
    let signed = row.filter(|row| row.is_signed(&state.secrets, Kind::Member));
    Ok(signed.map(|row| WalletId(row.owner)))
}

/// Lists the rows that the gateway did not write, or that were changed since.
pub async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let mut rows = sqlx::query_as!(
        SessionRow,
        "select id, member_id as owner, token_hash, idle_seconds, expires_at, mac
         from session order by id"
    )
    .fetch(pool);
    let mut findings = Vec::new();
    while let Some(row) = rows.try_next().await? {
        if !row.is_signed(secrets, Kind::Member) {
            findings.push(format!(
                "session, id {}: the gateway has not written it",
                row.id
            ));
        }
    }
    Ok(findings)
}

/// Ends sessions of a member and closes their sockets. Returns how many had not ended before.
pub async fn revoke(state: &Core, member_id: WalletId, which: Which) -> Result<usize, ApiError> {
    let mut connection = state.pool.acquire().await?;
    let ended = revoke_in(&mut connection, member_id, which, state.clock.now()).await?;
    drop(connection);
    for session_id in &ended {
        state.live.end_session(*session_id);
    }
    Ok(ended.len())
}

/// Ends them in the caller's transaction, and says whose sockets are to be closed behind it.
pub async fn revoke_in(
    connection: &mut PgConnection,
    member_id: WalletId,
    which: Which,
    now: DateTime<Utc>,
) -> Result<Vec<Uuid>, sqlx::Error> {
    let (only, but) = match which {
        Which::Only(id) => (Some(id), None),
        Which::AllBut(id) => (None, Some(id)),
        Which::All => (None, None),
    };
    sqlx::query_scalar!(
        "update session set revoked_at = $2
         where member_id = $1 and revoked_at is null
           and ($3::uuid is null or id = $3) and ($4::uuid is null or id <> $4)
         returning id",
        member_id.0,
        now,
        only,
        but,
    )
    .fetch_all(connection)
    .await
}

/// Deletes sessions and tickets that ended long ago.
pub async fn sweep(pool: &PgPool, now: DateTime<Utc>) -> Result<u64, sqlx::Error> {
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
