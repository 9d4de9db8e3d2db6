//! The common part of members' and staff's sessions: opaque tokens of 256 bits, known to the
//! database by their hash only.
//!
//! The hash says which row a token opens. The row's MAC proves that the gateway opened the session,
//! for whom and until when: the application's role can write rows, but has no key.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::clock::random_id;
use super::error::Code;
use super::secrets::{Secrets, is_same_mac, random_bytes};

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
        match self {
            Self::Member => "member",
            Self::Staff => "staff",
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

/// A session's row, as far as its MAC covers it.
pub struct SessionRow {
    /// A random id that names the session and, unlike the token, opens nothing.
    pub id: Uuid,
    /// The member, or the member of staff.
    pub owner: Uuid,
    /// SHA-256 of the token.
    pub token_hash: Vec<u8>,
    /// How long it lives without a call.
    pub idle_seconds: i32,
    /// The absolute end, in microseconds as the database keeps it.
    pub expires_at: DateTime<Utc>,
    /// The MAC over all of this and the kind, under a key outside the database.
    pub mac: Vec<u8>,
}

impl SessionRow {
    /// A new session of an owner who has just proved who it is, to be written, with its token.
    pub fn begin(
        secrets: &Secrets,
        kind: Kind,
        owner: Uuid,
        lifetime: Lifetime,
        now: DateTime<Utc>,
    ) -> (Self, NewSession) {
        let (secret, _) = new_token();
        let token = format!("{}{secret}", kind.prefix());
        // As precise as it is stored, so that later answers are equal.
        let expires_at = now.trunc_subsecs(6) + TimeDelta::hours(i64::from(lifetime.hours));
        let mut row = Self {
            id: random_id(),
            owner,
            token_hash: hash_token(&token).to_vec(),
            idle_seconds: i32::try_from(lifetime.idle_minutes.saturating_mul(60))
                .unwrap_or(i32::MAX),
            expires_at,
            mac: Vec::new(),
        };
        row.mac = row.right_mac(secrets, kind).to_vec();
        (row, NewSession { token, expires_at })
    }

    /// Whether the gateway has written it so, as a session of this kind.
    pub fn is_signed(&self, secrets: &Secrets, kind: Kind) -> bool {
        is_same_mac(&self.right_mac(secrets, kind), &self.mac)
    }

    /// Refuses a session that has ended by time, or that the gateway has not opened.
    ///
    /// # Errors
    ///
    /// `EXPIRED_AUTH_TOKEN`, `INVALID_TOKEN`.
    pub fn require_live(
        &self,
        secrets: &Secrets,
        kind: Kind,
        last_seen_at: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<(), Code> {
        let idle_end = last_seen_at + TimeDelta::seconds(i64::from(self.idle_seconds));
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
            &self.idle_seconds.to_be_bytes(),
            &self.expires_at.timestamp_micros().to_be_bytes(),
        ])
    }
}

/// Whether a call is late enough after the last one to be written down.
pub fn is_worth_noting(last_seen_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now - last_seen_at >= SEEN_PRECISION
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
