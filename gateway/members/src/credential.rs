//! A member's credentials, and the proof that the gateway has stored them.
//!
//! The row's MAC covers member, phone number and password hash, under a key outside the database. So the
//! application's database role can write the hash of another password into a row, but such a row
//! opens nothing.

use futures_util::TryStreamExt;
use ledger::WalletId;
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use platform::core::Core;
use platform::secrets::{Secrets, is_same_mac};

/// A member's row, as far as its MAC covers it.
pub struct CredentialRow {
    /// The member's id, which is the wallet's.
    pub id: Uuid,
    /// The phone number that the member signs in with.
    pub username: String,
    /// The hash of the password, with its parameters and salt.
    pub password_hash: String,
    /// The stored MAC; absent if the gateway has not stored one.
    pub mac: Option<Vec<u8>>,
}

impl CredentialRow {
    /// The MAC that the row should have.
    pub fn right_mac(&self, secrets: &Secrets) -> [u8; 32] {
        let parts = [
            &self.id.as_bytes()[..],
            self.username.as_bytes(),
            self.password_hash.as_bytes(),
        ];
        secrets.row("member", &parts)
    }

    fn is_signed(&self, secrets: &Secrets) -> bool {
        let stored = self.mac.as_deref();
        stored.is_some_and(|stored| is_same_mac(&self.right_mac(secrets), stored))
    }

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
        "select id, username, password_hash, credential_mac as mac from member where id = $1",
        id.0,
    )
    .fetch_optional(executor)
    .await
}

/// Replaces the password hash.
pub async fn store(state: &Core, id: WalletId, hash: String) -> Result<(), sqlx::Error> {
    let mut transaction = state.pool.begin().await?;
    store_in(state, &mut transaction, id, hash).await?;
    transaction.commit().await
}

/// The same in the caller's transaction.
pub(super) async fn store_in(
    state: &Core,
    connection: &mut PgConnection,
    id: WalletId,
    hash: String,
) -> Result<(), sqlx::Error> {
    // The row is locked meanwhile, because the MAC covers the number as well.
    let username = sqlx::query_scalar!(
        "select username from member where id = $1 for no key update",
        id.0,
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(username) = username else {
        return Ok(());
    };
    let row = CredentialRow {
        id: id.0,
        username,
        password_hash: hash,
        mac: None,
    };
    sqlx::query!(
        "update member set password_hash = $2, credential_mac = $3, updated_at = $4 where id = $1",
        row.id,
        row.password_hash,
        &row.right_mac(&state.secrets)[..],
        state.clock.now(),
    )
    .execute(connection)
    .await
    .map(drop)
}

/// Lists the members whose password or number the gateway has not stored.
pub async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let mut rows = sqlx::query_as!(
        CredentialRow,
        "select id, username, password_hash, credential_mac as mac from member
         where erased_at is null order by id"
    )
    .fetch(pool);
    let mut findings = Vec::new();
    while let Some(row) = rows.try_next().await? {
        if !row.is_signed(secrets) {
            findings.push(format!(
                "member, id {}: the gateway has not stored this number and password",
                row.id
            ));
        }
    }
    Ok(findings)
}
