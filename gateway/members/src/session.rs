//! Sessions of members.

use chrono::{DateTime, TimeDelta, Utc};
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
use platform::sessions::{self, Kind, Lifetime, NewSession, Owner, SessionRow, hash_token};
use platform::signed_row;
use platform::subject::Member;

/// The sessions of a member to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// The session with this id.
    Only(Uuid),
    /// The session that the call came with, whether its row is still there or not.
    Own(Uuid),
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
    let owner = Owner {
        kind: Kind::Member,
        id: member_id.0,
    };
    let (row, session) =
        SessionRow::begin(connection, &state.secrets, owner, lifetime, now).await?;
    sqlx::query!(
        "insert into session
            (id, token_hash, member_id, created_at, last_seen_at, ends_before, idle_seconds,
             expires_at, mac, agent, network)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        row.id,
        row.token_hash,
        row.owner,
        row.created_at,
        row.last_seen_at,
        row.ends_before,
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
    let now = state.clock.now();
    let rows = sqlx::query!(
        r#"select id, token_hash, created_at, last_seen_at, ends_before, idle_seconds, expires_at, mac, agent, network,
                  is_session_over('member', id, member_id, ends_before) as "is_over!"
           from session
           where member_id = $1 and expires_at > $2
           order by id <> $3, last_seen_at desc, id"#,
        caller.id.0,
        now,
        caller.session_id,
    )
    .fetch_all(&state.pool)
    .await?;
    let listed = rows.into_iter().filter_map(|row| {
        let session = SessionRow {
            id: row.id,
            owner: caller.id.0,
            token_hash: row.token_hash,
            created_at: row.created_at,
            last_seen_at: row.last_seen_at,
            ends_before: row.ends_before,
            idle_seconds: row.idle_seconds,
            expires_at: row.expires_at,
            mac: row.mac,
            is_over: row.is_over,
        };
        // A row that the gateway has not written opens nothing.
        session
            .is_live(&state.secrets, Kind::Member, now)
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
        r#"select session.id, session.member_id, session.created_at, session.last_seen_at,
                session.ends_before, session.idle_seconds, session.expires_at, session.mac, member.is_active,
                is_session_over('member', session.id, session.member_id, session.ends_before)
                    as "is_over!",
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
    let session = SessionRow {
        id: row.id,
        owner: row.member_id,
        token_hash: token_hash.to_vec(),
        created_at: row.created_at,
        last_seen_at: row.last_seen_at,
        ends_before: row.ends_before,
        idle_seconds: row.idle_seconds,
        expires_at: row.expires_at,
        mac: row.mac,
        is_over: row.is_over,
    };
    session.require_live(&state.secrets, Kind::Member, now)?;
    // A freeze ends every session: this one was opened at the same moment.
    if row.has_freeze
        && login_freeze::since(state, WalletId(row.member_id))
            .await?
            .is_some()
    {
        return Err(Code::InvalidToken.into());
    }
    if let Some(seen) = session.seen(&state.secrets, Kind::Member, now) {
        sqlx::query!(
            "update session set last_seen_at = $2, mac = $3 where id = $1 and last_seen_at < $2",
            seen.id,
            seen.last_seen_at,
            seen.mac,
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
    let rows = sqlx::query_as!(
        SessionRow,
        r#"select session.id, member_id as owner, token_hash, session.created_at, last_seen_at,
                  ends_before, idle_seconds, expires_at, mac,
                  is_session_over('member', session.id, member_id, session.ends_before) as "is_over!"
           from session join member on member.id = session.member_id
           where session.id = any($1) and member.is_active"#,
        sessions,
    )
    .fetch_all(&state.pool)
    .await?;
    let now = state.clock.now();
    let is_live = |row: &&SessionRow| row.is_live(&state.secrets, Kind::Member, now);
    let live: Vec<Uuid> = rows.iter().filter(is_live).map(|row| row.id).collect();
    let ended = sessions.iter().filter(|id| !live.contains(id));
    Ok(ended.copied().collect())
}

/// The owner of a session; none if the row was changed outside the gateway.
pub async fn owner(state: &Core, id: Uuid) -> Result<Option<WalletId>, sqlx::Error> {
    let row = sqlx::query_as!(
        SessionRow,
        r#"select id, member_id as owner, token_hash, created_at, last_seen_at, ends_before, idle_seconds, expires_at,
                  mac, is_session_over('member', id, member_id, ends_before) as "is_over!"
           from session where id = $1"#,
        id
    )
    .fetch_optional(&state.pool)
    .await?;
    let signed = row.filter(|row| row.is_signed(&state.secrets, Kind::Member));
    Ok(signed.map(|row| WalletId(row.owner)))
}

/// Lists the rows that the gateway did not write, or that were changed since.
pub async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_as!(
        SessionRow,
        r#"select id, member_id as owner, token_hash, created_at, last_seen_at, ends_before, idle_seconds, expires_at,
                  mac, false as "is_over!"
           from session order by id"#
    )
    .fetch(pool);
    signed_row::findings(rows, |row| {
        let (id, is_signed) = (row.id, row.is_signed(secrets, Kind::Member));
        (!is_signed).then(|| format!("session, id {id}: the gateway has not written it"))
    })
    .await
}

/// Ends sessions of a member and closes their sockets. Returns how many had not ended before.
pub async fn revoke(state: &Core, member_id: WalletId, which: Which) -> Result<usize, ApiError> {
    let mut transaction = state.pool.begin().await?;
    let ended = revoke_in(state, &mut transaction, member_id, which).await?;
    transaction.commit().await?;
    for session_id in &ended {
        state.live.end_session(*session_id);
    }
    Ok(ended.len())
}

/// Ends them in the caller's transaction, and says whose sockets are to be closed behind it.
pub async fn revoke_in(
    state: &Core,
    connection: &mut PgConnection,
    member_id: WalletId,
    which: Which,
) -> Result<Vec<Uuid>, sqlx::Error> {
    let open = sqlx::query_scalar!(
        "select id from session
         where member_id = $1 and not is_session_over('member', id, member_id, ends_before)",
        member_id.0,
    )
    .fetch_all(&mut *connection)
    .await?;
    let spared = match which {
        Which::Only(id) if !open.contains(&id) => return Ok(Vec::new()),
        Which::Only(id) | Which::Own(id) => {
            let is_ended = sessions::end_one(connection, &state.secrets, Kind::Member, id).await?;
            return Ok(is_ended.then_some(id).into_iter().collect());
        }
        Which::AllBut(id) => Some(id),
        Which::All => None,
    };
    sessions::end_all(connection, &state.secrets, member_id.0, spared).await?;
    let ended = open.into_iter().filter(|id| Some(*id) != spared);
    Ok(ended.collect())
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
