//! The common part of members' and staff's sessions: opaque tokens of 256 bits, known to the
//! database by their hash only.
//!
//! The hash says which row a token opens. The row's MAC proves that the gateway opened the session,
//! for whom, until when, and when it was last used: the application's role can write rows, but has
//! no key. Its end is a separate row, which nobody with that role can take back.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::clock::random_id;
use super::error::Code;
use super::secrets::{Secrets, is_same_mac, random_bytes};
use super::{revocation, signed_row};

/// A call within a minute of the last one does not write the time of the call: that is precise
/// enough for an idle limit of many minutes.
const SEEN_PRECISION: TimeDelta = TimeDelta::minutes(1);

/// Whose session it is: a row of one table is worth nothing in the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A session of a member, in the table `session`.
    Member,
    /// A session of staff, in the table `staff_session`.
    Staff,
}

impl Kind {
    const fn name(self) -> &'static str {
        self.revoked().name()
    }

    /// What the end of one session revokes.
    const fn revoked(self) -> revocation::Kind {
        match self {
            Self::Member => revocation::Kind::MemberSession,
            Self::Staff => revocation::Kind::StaffSession,
        }
    }

    /// The prefix of every token, which keeps the two kinds apart.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Member => "",
            Self::Staff => "st_",
        }
    }
}

/// Whose session it is.
#[derive(Debug, Clone, Copy)]
pub struct Owner {
    /// A member's, or one of staff.
    pub kind: Kind,
    /// The member, or the member of staff.
    pub id: Uuid,
}

/// How long a session lives.
#[derive(Debug, Clone, Copy)]
pub struct Lifetime {
    /// How many minutes it lives without a call.
    pub idle_minutes: u32,
    /// How many hours it lives at most.
    pub hours: u32,
}

/// A new token and when it ends at the latest.
pub struct NewSession {
    /// Given to the client, once.
    pub token: String,
    /// The absolute end, as precise as it is stored.
    pub expires_at: DateTime<Utc>,
}

/// A session's row, as far as its MAC covers it, and whether it was ended.
pub struct SessionRow {
    /// A random id that names the session and, unlike the token, opens nothing.
    pub id: Uuid,
    /// The member, or the member of staff.
    pub owner: Uuid,
    /// SHA-256 of the token.
    pub token_hash: Vec<u8>,
    /// In microseconds as the database keeps it, as the other times.
    pub created_at: DateTime<Utc>,
    /// The last call, within a minute.
    pub last_seen_at: DateTime<Utc>,
    /// How many ends of all of its owner's sessions there had been when it was opened.
    pub ends_before: i64,
    /// How long it lives without a call.
    pub idle_seconds: i32,
    /// The absolute end, in microseconds as the database keeps it.
    pub expires_at: DateTime<Utc>,
    /// The MAC over all of this and the kind, under a key outside the database.
    pub mac: Vec<u8>,
    /// Whether it was ended, or all sessions of its owner were.
    pub is_over: bool,
}

impl SessionRow {
    /// A new session of an owner who has just proved who it is, to be written in the same transaction, with
    /// its token.
    pub async fn begin(
        connection: &mut PgConnection,
        secrets: &Secrets,
        owner: Owner,
        lifetime: Lifetime,
        now: DateTime<Utc>,
    ) -> Result<(Self, NewSession), sqlx::Error> {
        let Owner { kind, id: owner } = owner;
        let (secret, _) = new_token();
        let token = format!("{}{secret}", kind.prefix());
        // As precise as it is stored, so that later answers are equal.
        let now = now.trunc_subsecs(6);
        let expires_at = now + TimeDelta::hours(i64::from(lifetime.hours));
        let mut row = Self {
            id: random_id(),
            owner,
            token_hash: hash_token(&token).to_vec(),
            created_at: now,
            ends_before: ends_of(connection, owner).await?,
            last_seen_at: now,
            idle_seconds: i32::try_from(lifetime.idle_minutes.saturating_mul(60))
                .unwrap_or(i32::MAX),
            expires_at,
            mac: Vec::new(),
            is_over: false,
        };
        row.mac = row.right_mac(secrets, kind).to_vec();
        Ok((row, NewSession { token, expires_at }))
    }

    /// The same session after a call now; none if the last one was so recent that it need not be noted.
    pub fn seen(mut self, secrets: &Secrets, kind: Kind, now: DateTime<Utc>) -> Option<Self> {
        if now - self.last_seen_at < SEEN_PRECISION {
            return None;
        }
        self.last_seen_at = now.trunc_subsecs(6);
        self.mac = self.right_mac(secrets, kind).to_vec();
        Some(self)
    }

    /// Whether the gateway has written it so, as a session of this kind.
    pub fn is_signed(&self, secrets: &Secrets, kind: Kind) -> bool {
        is_same_mac(&self.right_mac(secrets, kind), &self.mac)
    }

    /// Whether it opens anything at this time.
    pub fn is_live(&self, secrets: &Secrets, kind: Kind, now: DateTime<Utc>) -> bool {
        self.require_live(secrets, kind, now).is_ok()
    }

    /// Refuses a session that has ended, or that the gateway has not opened.
    ///
    /// # Errors
    ///
    /// `EXPIRED_AUTH_TOKEN`, `INVALID_TOKEN`.
    pub fn require_live(
        &self,
        secrets: &Secrets,
        kind: Kind,
        now: DateTime<Utc>,
    ) -> Result<(), Code> {
        if self.is_over {
            return Err(Code::InvalidToken);
        }
        let idle_end = self.last_seen_at + TimeDelta::seconds(i64::from(self.idle_seconds));
        if now >= self.expires_at || now >= idle_end {
            return Err(Code::ExpiredAuthToken);
        }
        if !self.is_signed(secrets, kind) {
            let kind = kind.name();
            tracing::error!(id = %self.id, kind, "a session that the gateway has not opened");
            return Err(Code::InvalidToken);
        }
        Ok(())
    }

    fn right_mac(&self, secrets: &Secrets, kind: Kind) -> [u8; 32] {
        secrets.session(&[
            kind.name().as_bytes(),
            self.id.as_bytes(),
            self.owner.as_bytes(),
            &self.token_hash,
            &self.created_at.timestamp_micros().to_be_bytes(),
            &self.last_seen_at.timestamp_micros().to_be_bytes(),
            &self.ends_before.to_be_bytes(),
            &self.idle_seconds.to_be_bytes(),
            &self.expires_at.timestamp_micros().to_be_bytes(),
        ])
    }
}

/// How often all sessions of an owner were ended.
async fn ends_of(connection: &mut PgConnection, owner: Uuid) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select coalesce(max(number), 0) as "ends!" from session_end where owner_id = $1"#,
        owner
    )
    .fetch_one(connection)
    .await
}

/// Ends one session for good; false if it was ended before.
pub async fn end_one(
    connection: &mut PgConnection,
    secrets: &Secrets,
    kind: Kind,
    id: Uuid,
) -> Result<bool, sqlx::Error> {
    revocation::revoke(connection, secrets, kind.revoked(), id).await
}

/// Ends all sessions of an owner for good, except one.
pub async fn end_all(
    connection: &mut PgConnection,
    secrets: &Secrets,
    owner: Uuid,
    spared: Option<Uuid>,
) -> Result<(), sqlx::Error> {
    loop {
        // The database gives it the next number. Of two at once, the second one comes again with the next.
        let ended = sqlx::query!(
            "insert into session_end (owner_id, spared, mac) values ($1, $2, $3)
             on conflict do nothing",
            owner,
            spared,
            &end_mac(secrets, owner, spared)[..],
        )
        .execute(&mut *connection)
        .await?;
        if ended.rows_affected() == 1 {
            return Ok(());
        }
    }
}

fn end_mac(secrets: &Secrets, owner: Uuid, spared: Option<Uuid>) -> [u8; 32] {
    secrets.row("session_end", &[&owner, &spared])
}

/// Lists the ends of all sessions that somebody else has written: they count.
pub async fn verify_ends(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        "select owner_id, number, spared, mac from session_end order by owner_id, number"
    )
    .fetch(pool);
    signed_row::findings(rows, |row| {
        let (owner, number) = (row.owner_id, row.number);
        let is_signed = is_same_mac(&end_mac(secrets, owner, row.spared), &row.mac);
        (!is_signed).then(|| {
            format!("session_end, owner {owner}, number {number}: the gateway has not written it")
        })
    })
    .await
}

/// A new secret in the form that goes over the wire, and its hash.
pub fn new_token() -> (String, [u8; 32]) {
    let token = URL_SAFE_NO_PAD.encode(random_bytes::<32>());
    let hash = hash_token(&token);
    (token, hash)
}

/// The stored form of a token.
pub fn hash_token(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}
