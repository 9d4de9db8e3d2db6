//! Guests: an identity that the gateway creates, with a secret that only its holder knows.
//!
//! The row's MAC covers the secret's hash, the last visit and the member that the guest became, under a key
//! outside the database. A guest who has become a member is revoked: the row of before opens nothing again.

use std::collections::HashSet;

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use sqlx::{PgConnection, PgPool};
use subtle::ConstantTimeEq;
use uuid::Uuid;

use members::throttle::{self, Rule};
use platform::clock::random_id;
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::revocation::{self, Kind};
use platform::secrets::Secrets;
use platform::sessions::{hash_token, new_token};
use platform::signed_row::{self, SignedRow};
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

/// A guest's row.
pub(super) struct Row {
    id: Uuid,
    secret_hash: Vec<u8>,
    last_seen_at: DateTime<Utc>,
    /// The member that the guest became.
    pub(super) linked_to: Option<Uuid>,
    mac: Vec<u8>,
    is_revoked: bool,
}

platform::signed_row! { Row in "guest": id, secret_hash, last_seen_at, linked_to => mac }

impl Row {
    fn is_secret(&self, secret: &str) -> bool {
        self.secret_hash.ct_eq(&hash_token(secret)).into()
    }

    /// Whether the guest has become a member. Who has waited for the row's lock sees the link in the row before
    /// the revocation of the same transaction.
    pub(super) const fn is_over(&self) -> bool {
        self.is_revoked || self.linked_to.is_some()
    }

    /// Ends the guest, who is this member from now on. The caller has locked the row.
    pub(super) async fn become_member(
        mut self,
        connection: &mut PgConnection,
        secrets: &Secrets,
        member: Uuid,
    ) -> Result<(), sqlx::Error> {
        revocation::revoke(&mut *connection, secrets, Kind::Guest, self.id).await?;
        self.linked_to = Some(member);
        sqlx::query!(
            "update guest set linked_to = $2, mac = $3 where id = $1",
            self.id,
            self.linked_to,
            &self.right_mac(secrets)[..],
        )
        .execute(connection)
        .await
        .map(drop)
    }
}

/// Selects guests as [`Row`]s.
macro_rules! select_guest {
    ($tail:literal $(, $argument:expr)* $(,)?) => {
        sqlx::query_as!(
            Row,
            r#"select id, secret_hash, last_seen_at, linked_to, mac,
                exists (select from revocation where kind = 'guest' and revocation.id = guest.id)
                    as "is_revoked!" from guest "# + $tail
            $(, $argument)*
        )
    };
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
    let row = Row {
        id: random_id(),
        secret_hash: hash.to_vec(),
        // As precise as it is stored.
        last_seen_at: state.clock.now().trunc_subsecs(6),
        linked_to: None,
        mac: Vec::new(),
        is_revoked: false,
    };
    sqlx::query!(
        "insert into guest (id, secret_hash, mac, created_at, last_seen_at)
         values ($1, $2, $3, $4, $4)",
        row.id,
        row.secret_hash,
        &row.right_mac(&state.secrets)[..],
        row.last_seen_at,
    )
    .execute(&state.pool)
    .await?;
    Ok(NewGuest {
        id: public_id(row.id),
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
    let row = select_guest!("where id = $1", id)
        .fetch_optional(&state.pool)
        .await?
        .ok_or(Code::InvalidToken)?;
    if !row.is_secret(secret) || row.is_over() {
        return Err(Code::InvalidToken.into());
    }
    let now = state.clock.now();
    if row.last_seen_at < oldest(state) {
        return Err(Code::ExpiredAuthToken.into());
    }
    if !row.is_signed(&state.secrets) {
        tracing::error!(%id, "a guest whom the gateway has not written so");
        return Err(Code::InvalidToken.into());
    }
    if now - row.last_seen_at >= TimeDelta::seconds(SEEN_PRECISION_SECONDS) {
        note_visit(state, row, now).await?;
    }
    Ok(Guest { id })
}

/// Writes the last visit, unless another call has changed the row meanwhile.
async fn note_visit(state: &Core, mut row: Row, now: DateTime<Utc>) -> Result<(), sqlx::Error> {
    row.last_seen_at = now.trunc_subsecs(6);
    sqlx::query!(
        "update guest set last_seen_at = $2, mac = $3 where id = $1 and mac = $4",
        row.id,
        row.last_seen_at,
        &row.right_mac(&state.secrets)[..],
        row.mac,
    )
    .execute(&state.pool)
    .await
    .map(drop)
}

/// Locks a guest's row until the transaction's end; none if the credential is not this guest's.
pub(super) async fn lock(
    connection: &mut PgConnection,
    secrets: &Secrets,
    id: Uuid,
    secret: &str,
) -> Result<Option<Row>, sqlx::Error> {
    let row = select_guest!("where id = $1 for update", id)
        .fetch_optional(connection)
        .await?;
    Ok(row.filter(|row| row.is_secret(secret) && row.is_signed(secrets)))
}

/// Keeps a guest from becoming a member until the transaction's end; none if the gateway has not written the
/// row so.
pub(super) async fn hold(
    connection: &mut PgConnection,
    secrets: &Secrets,
    id: Uuid,
) -> Result<Option<Row>, sqlx::Error> {
    let row = select_guest!("where id = $1 for share", id)
        .fetch_optional(connection)
        .await?;
    Ok(row.filter(|row| row.is_signed(secrets)))
}

/// A guest whose last visit was before this must get a new identity.
fn oldest(state: &Core) -> DateTime<Utc> {
    state.clock.now() - TimeDelta::days(i64::from(state.config.chat.guest_days))
}

/// Which of the guests have ended, for sockets that outlive their join.
pub async fn ended_among(state: &Core, guests: &[Uuid]) -> Result<Vec<Uuid>, sqlx::Error> {
    let rows = select_guest!("where id = any($1)", guests)
        .fetch_all(&state.pool)
        .await?;
    let oldest = oldest(state);
    let live = rows.iter().filter(|row| {
        !row.is_over() && row.last_seen_at >= oldest && row.is_signed(&state.secrets)
    });
    let live: HashSet<Uuid> = live.map(|row| row.id).collect();
    let ended = guests.iter().filter(|id| !live.contains(id));
    Ok(ended.copied().collect())
}

/// Lists the rows that the gateway did not write, or that were changed since.
pub async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let rows = select_guest!("order by id").fetch(pool);
    let finding = |row: &Row| format!("guest, id {}: the gateway has not written it so", row.id);
    signed_row::unsigned(rows, secrets, finding).await
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
