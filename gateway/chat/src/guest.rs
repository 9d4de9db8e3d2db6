//! Guests: an identity that the gateway creates, with a secret that only its holder knows.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{PgConnection, PgPool};
use subtle::ConstantTimeEq;
use uuid::Uuid;

use members::throttle::{self, Rule};
use platform::clock::random_id;
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::secrets::{Secrets, is_same_mac};
use platform::sessions::{hash_token, new_token};
use platform::subject::Guest;

use super::party::public_id;

/// How often a guest's last visit is written; as with sessions, that is precise enough.
const SEEN_PRECISION_SECONDS: i64 = 3_600;

/// A new identity for a visitor without an account.
pub struct NewGuest {
    /// The public id: `guest-` and 32 hexadecimal digits.
    pub id: String,
    /// The credential, returned to the client once.
    pub secret: String,
}

/// Creates an identity for a visitor without an account.
pub async fn create(state: &Core, address: &str) -> Result<NewGuest, ApiError> {
    let most = state.config.chat.guests_per_address_hour;
    let rule = Rule::Leaking {
        max: most,
        seconds: (3_600 / most).max(1),
    };
    throttle::charge(state, "chat:guest", address, rule).await?;
    let (secret, hash) = new_token();
    let id = random_id();
    sqlx::query!(
        "insert into guest (id, secret_hash, mac, created_at, last_seen_at)
         values ($1, $2, $3, $4, $4)",
        id,
        &hash[..],
        &right_mac(&state.secrets, id, &hash)[..],
        state.clock.now(),
    )
    .execute(&state.pool)
    .await?;
    Ok(NewGuest {
        id: public_id(id),
        secret,
    })
}

/// The two parts of `guest-<32 hex>.<secret>`.
pub fn parse(credential: &str) -> Option<(Uuid, &str)> {
    let (id, secret) = credential.split_once('.')?;
    let digits = id.strip_prefix("guest-")?;
    // Only the canonical spelling: the guest id in a body is compared with one made from the id.
    let is_plain = digits.len() == 32
        && digits
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let id = Uuid::try_parse(digits).ok().filter(|_| is_plain)?;
    Some((id, secret))
}

/// The guest behind a credential.
pub async fn authenticate(state: &Core, credential: &str) -> Result<Guest, ApiError> {
    let (id, secret) = parse(credential).ok_or(Code::InvalidToken)?;
    let row = sqlx::query!(
        "select secret_hash, mac, last_seen_at, revoked_at from guest where id = $1",
        id,
    )
    .fetch_optional(&state.pool)
    .await?
    .ok_or(Code::InvalidToken)?;
    let stored = StoredSecret {
        secret_hash: row.secret_hash,
        mac: row.mac,
    };
    let is_right = is_secret(&state.secrets, id, secret, &stored);
    if !is_right || row.revoked_at.is_some() {
        return Err(Code::InvalidToken.into());
    }
    let now = state.clock.now();
    if row.last_seen_at < oldest(state) {
        return Err(Code::ExpiredAuthToken.into());
    }
    if now - row.last_seen_at >= TimeDelta::seconds(SEEN_PRECISION_SECONDS) {
        sqlx::query!(
            "update guest set last_seen_at = $2 where id = $1 and last_seen_at < $2",
            id,
            now,
        )
        .execute(&state.pool)
        .await?;
    }
    Ok(Guest { id })
}

/// Whether the secret is the one that the gateway gave this guest.
fn is_secret(secrets: &Secrets, id: Uuid, secret: &str, stored: &StoredSecret) -> bool {
    let hash = hash_token(secret);
    bool::from(stored.secret_hash.ct_eq(&hash))
        && is_same_mac(&right_mac(secrets, id, &hash), &stored.mac)
}

/// What is stored of a guest's secret.
struct StoredSecret {
    secret_hash: Vec<u8>,
    mac: Vec<u8>,
}

/// Locks a guest's row until the transaction's end; false if the credential is not this guest's.
pub(super) async fn lock(
    connection: &mut PgConnection,
    secrets: &Secrets,
    id: Uuid,
    secret: &str,
) -> Result<bool, sqlx::Error> {
    let stored = sqlx::query_as!(
        StoredSecret,
        "select secret_hash, mac from guest where id = $1 for update",
        id,
    )
    .fetch_optional(connection)
    .await?;
    Ok(stored.is_some_and(|stored| is_secret(secrets, id, secret, &stored)))
}

fn right_mac(secrets: &Secrets, id: Uuid, secret_hash: &[u8; 32]) -> [u8; 32] {
    secrets.row("guest", &[&id.as_bytes()[..], secret_hash])
}

/// A guest whose last visit was before this must get a new identity.
fn oldest(state: &Core) -> DateTime<Utc> {
    state.clock.now() - TimeDelta::days(i64::from(state.config.chat.guest_days))
}

/// Which of the guests have ended, for sockets that outlive their join.
pub async fn ended_among(state: &Core, guests: &[Uuid]) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select asked.id as "id!"
           from unnest($1::uuid[]) as asked (id)
           where not exists (
               select from guest
               where guest.id = asked.id and revoked_at is null and last_seen_at >= $2
           )"#,
        guests,
        oldest(state),
    )
    .fetch_all(&state.pool)
    .await
}

/// Deletes guests who never sent a message and can no longer return.
pub async fn sweep(pool: &PgPool, now: DateTime<Utc>, days: u32) -> Result<u64, sqlx::Error> {
    let gone = sqlx::query!(
        "delete from guest where last_seen_at < $1
             and not exists (select from chat_conversation where guest_id = guest.id)
             and not exists (select from chat_file where owner_id = guest.id)",
        now - TimeDelta::days(i64::from(days)),
    )
    .execute(pool)
    .await?;
    Ok(gone.rows_affected())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_credential_has_one_spelling() {
        let id = "0123456789abcdef0123456789abcdef";
        let credential = format!("guest-{id}.x.y");
        let (parsed, secret) = parse(&credential).unwrap();
        assert_eq!((public_id(parsed), secret), (format!("guest-{id}"), "x.y"));
        for other in [
            String::new(),
            format!("guest-{id}"),
            format!("{id}.x"),
            format!("guest-{}.x", id.to_uppercase()),
            format!("guest-{}.x", &id[1..]),
            "guest-01234567-89ab-cdef-0123-456789abcdef.x".to_owned(),
        ] {
            assert!(parse(&other).is_none(), "{other}");
        }
    }
}
