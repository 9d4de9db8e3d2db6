//! Sessions: opaque tokens of 256 bits, known to the database by their hash only.
//!
//! The hash says which row a token opens. That the gateway has opened the session, and for whom and
//! until when, is said by the row's MAC: the application's role can write rows, but has no key.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use futures_util::TryStreamExt;
use ledger::WalletId;
use sha2::{Digest, Sha256};
use sqlx::PgPool;
use uuid::Uuid;

use crate::platform::clock::random_id;
use crate::platform::core::Core;
use crate::platform::error::{ApiError, Code};
use crate::platform::secrets::{Secrets, is_same_mac, random_bytes};
use crate::platform::subject::Member;

/// What the MAC of a member's session says it is.
const KIND: &str = "member";

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

/// What the MAC of a session covers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SessionTerms<'a> {
    /// `member` or `staff`: a row of one table is worth nothing in the other.
    pub(crate) kind: &'static str,
    /// The session.
    pub(crate) id: Uuid,
    /// Whose it is.
    pub(crate) owner: Uuid,
    /// SHA-256 of the token.
    pub(crate) token_hash: &'a [u8],
    /// How long it lives without a call.
    pub(crate) idle_seconds: i32,
    /// The absolute end, in microseconds as the database keeps it.
    pub(crate) expires_at: DateTime<Utc>,
}

impl SessionTerms<'_> {
    /// The MAC that only this installation can make.
    pub(crate) fn mac(&self, secrets: &Secrets) -> [u8; 32] {
        secrets.session(&[
            self.kind.as_bytes(),
            self.id.as_bytes(),
            self.owner.as_bytes(),
            self.token_hash,
            &self.idle_seconds.to_be_bytes(),
            &self.expires_at.timestamp_micros().to_be_bytes(),
        ])
    }

    /// Whether a stored MAC is the right one.
    pub(crate) fn is_signed(&self, secrets: &Secrets, mac: &[u8]) -> bool {
        is_same_mac(&self.mac(secrets), mac)
    }
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
    state: &Core,
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
    // As precise as it is kept.
    let now = state.clock.now().trunc_subsecs(6);
    let expires_at = now + TimeDelta::hours(i64::from(hours));
    let idle_seconds = i32::try_from(idle_minutes.saturating_mul(60)).unwrap_or(i32::MAX);
    let (token, hash) = new_token();
    let terms = SessionTerms {
        kind: KIND,
        id: random_id(),
        owner: member_id.0,
        token_hash: &hash,
        idle_seconds,
        expires_at,
    };
    sqlx::query!(
        "insert into session
            (id, token_hash, member_id, created_at, last_seen_at, idle_seconds, expires_at, mac)
         values ($1, $2, $3, $4, $4, $5, $6, $7)",
        terms.id,
        &hash[..],
        member_id.0,
        now,
        idle_seconds,
        expires_at,
        &terms.mac(&state.secrets)[..],
    )
    .execute(&state.pool)
    .await?;
    Ok(NewSession { token, expires_at })
}

/// The member behind a token.
pub(crate) async fn authenticate(state: &Core, token: &str) -> Result<Member, ApiError> {
    let now = state.clock.now();
    let token_hash = hash_token(token);
    let row = sqlx::query!(
        "select session.id, session.member_id, session.last_seen_at, session.idle_seconds,
                session.expires_at, session.revoked_at, session.mac, member.is_active
         from session join member on member.id = session.member_id
         where session.token_hash = $1",
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
    let idle_end = row.last_seen_at + TimeDelta::seconds(i64::from(row.idle_seconds));
    if now >= row.expires_at || now >= idle_end {
        return Err(Code::ExpiredAuthToken.into());
    }
    let terms = SessionTerms {
        kind: KIND,
        id: row.id,
        owner: row.member_id,
        token_hash: &token_hash,
        idle_seconds: row.idle_seconds,
        expires_at: row.expires_at,
    };
    if !terms.is_signed(&state.secrets, &row.mac) {
        tracing::error!(id = %row.id, "a session that the gateway has not opened");
        return Err(Code::InvalidToken.into());
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
pub(crate) async fn ended_among(state: &Core, sessions: &[Uuid]) -> Result<Vec<Uuid>, sqlx::Error> {
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

/// What a session's row says.
pub(crate) struct SessionRow {
    pub(crate) id: Uuid,
    pub(crate) owner: Uuid,
    pub(crate) token_hash: Vec<u8>,
    pub(crate) idle_seconds: i32,
    pub(crate) expires_at: DateTime<Utc>,
    pub(crate) mac: Vec<u8>,
}

impl SessionRow {
    /// Whether the gateway has written it so, as a session of this kind.
    pub(crate) fn is_signed(&self, secrets: &Secrets, kind: &'static str) -> bool {
        let terms = SessionTerms {
            kind,
            id: self.id,
            owner: self.owner,
            token_hash: &self.token_hash,
            idle_seconds: self.idle_seconds,
            expires_at: self.expires_at,
        };
        terms.is_signed(secrets, &self.mac)
    }
}

/// Whose a session is; of nobody where the gateway has not written it so.
pub(crate) async fn owner(state: &Core, id: Uuid) -> Result<Option<WalletId>, sqlx::Error> {
    let row = sqlx::query_as!(
        SessionRow,
        "select id, member_id as owner, token_hash, idle_seconds, expires_at, mac
         from session where id = $1",
        id
    )
    .fetch_optional(&state.pool)
    .await?;
    let signed = row.filter(|row| row.is_signed(&state.secrets, KIND));
    Ok(signed.map(|row| WalletId(row.owner)))
}

/// Names the rows that the gateway has not written, or not so.
pub(crate) async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let mut rows = sqlx::query_as!(
        SessionRow,
        "select id, member_id as owner, token_hash, idle_seconds, expires_at, mac
         from session order by id"
    )
    .fetch(pool);
    let mut findings = Vec::new();
    while let Some(row) = rows.try_next().await? {
        if !row.is_signed(secrets, KIND) {
            findings.push(format!(
                "session, id {}: the gateway has not written it",
                row.id
            ));
        }
    }
    Ok(findings)
}

/// Ends sessions of a member and closes their sockets.
pub(crate) async fn revoke(
    state: &Core,
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
