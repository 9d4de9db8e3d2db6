//! A member's credentials, and the proof that the gateway has stored them.
//!
//! The row's MAC covers member, phone number, currency and password hash, under a key outside the database. So the
//! application's database role can write the hash of another password into a row, but such a row
//! opens nothing. A replaced row's MAC is revoked, so an earlier password that is put back opens nothing
//! either.

use ledger::WalletId;
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use platform::core::Core;
use platform::error::ApiError;
use platform::revocation::{self, Kind};
use platform::secrets::Secrets;
use platform::signed_row::{self, SignedRow};

/// A member's row, as far as its MAC covers it.
pub struct CredentialRow {
    /// The member's id, which is the wallet's.
    pub id: Uuid,
    /// The phone number that the member signs in with.
    pub username: String,
    /// Code of the currency that the wallet opens with.
    pub currency: String,
    /// The hash of the password, with its parameters and salt.
    pub password_hash: String,
    /// The stored MAC; absent if the gateway has not stored one.
    pub mac: Option<Vec<u8>>,
    /// Whether a later version of the row was written.
    pub is_replaced: bool,
}

platform::signed_row! {
    CredentialRow in "member":
    id, username, currency, password_hash => mac unless is_replaced
}

impl CredentialRow {
    /// The password's hash; none, which no password matches, if the gateway has not stored it.
    pub(crate) fn into_hash(self, secrets: &Secrets) -> Option<String> {
        if self.is_signed(secrets) {
            return Some(self.password_hash);
        }
        tracing::error!(id = %self.id, "a password that the gateway has not stored");
        None
    }
}

/// A member's credential by the id.
pub async fn find(
    executor: impl PgExecutor<'_>,
    id: WalletId,
) -> Result<Option<CredentialRow>, sqlx::Error> {
    sqlx::query_as!(
        CredentialRow,
        r#"select id, username, currency, password_hash, credential_mac as mac,
                  is_replaced(credential_mac) as "is_replaced!"
           from member where id = $1"#,
        id.0,
    )
    .fetch_optional(executor)
    .await
}

/// A member by the phone number to sign in with.
pub(super) struct Found {
    /// The stored number and password.
    pub(super) credential: CredentialRow,
    /// False once the member is erased.
    pub(super) is_active: bool,
}

/// A member's credential by the phone number.
pub(super) async fn find_by_username(
    executor: impl PgExecutor<'_>,
    username: &str,
) -> Result<Option<Found>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select id, username, currency, password_hash, credential_mac as mac, is_active,
                  is_replaced(credential_mac) as "is_replaced!"
           from member where username = $1"#,
        username,
    )
    .fetch_optional(executor)
    .await?;
    Ok(row.map(|row| Found {
        credential: CredentialRow {
            id: row.id,
            username: row.username,
            currency: row.currency,
            password_hash: row.password_hash,
            mac: row.mac,
            is_replaced: row.is_replaced,
        },
        is_active: row.is_active,
    }))
}

/// Replaces the password hash.
pub async fn store(state: &Core, id: WalletId, hash: String) -> Result<(), ApiError> {
    let mut transaction = state.pool.begin().await?;
    store_in(state, &mut transaction, id, hash).await?;
    transaction.commit().await?;
    Ok(())
}

/// The same in the caller's transaction; the version before is good no more. Refuses to replace a row that
/// the gateway has not written: anyone who put it there would put the real one back afterwards.
pub(super) async fn store_in(
    state: &Core,
    connection: &mut PgConnection,
    id: WalletId,
    hash: String,
) -> Result<(), ApiError> {
    let row = sqlx::query_as!(
        CredentialRow,
        r#"select id, username, currency, password_hash, credential_mac as mac,
                  is_replaced(credential_mac) as "is_replaced!"
           from member where id = $1 for no key update"#,
        id.0,
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(mut row) = row else {
        return Ok(());
    };
    if !row.is_signed(&state.secrets) {
        let what = "a member's number and password that the gateway has not stored";
        return Err(ApiError::contradiction(what));
    }
    let version = revocation::version(row.mac.as_deref().unwrap_or_default());
    revocation::revoke(&mut *connection, &state.secrets, Kind::Version, version).await?;
    row.password_hash = hash;
    sqlx::query!(
        "update member set password_hash = $2, credential_mac = $3, updated_at = $4 where id = $1",
        row.id,
        row.password_hash,
        &row.right_mac(&state.secrets)[..],
        state.clock.now(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Lists the members whose password or number the gateway has not stored, or has replaced since.
pub async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_as!(
        CredentialRow,
        r#"select id, username, currency, password_hash, credential_mac as mac,
                  is_replaced(credential_mac) as "is_replaced!"
           from member where erased_at is null order by id"#
    )
    .fetch(pool);
    signed_row::findings(rows, |row| {
        if row.is_signed(secrets) {
            return None;
        }
        let what = if row.is_replaced {
            "an earlier password was put back"
        } else {
            "the gateway has not stored this number and password"
        };
        Some(format!("member, id {}: {what}", row.id))
    })
    .await
}
