//! Keys of commands that never reached the ledger: used up all the same.

use sqlx::{PgConnection, PgPool};

use super::Idempotency;
use crate::id::WalletId;

/// Uses a key up for a command that was refused, or found nothing to do, before the ledger saw it:
/// whatever comes under it later is a repeat that wrote nothing. False when it was used before.
///
/// The row's primary key decides between this and a command that the ledger is about to commit.
pub async fn use_up(
    connection: &mut PgConnection,
    wallet_id: WalletId,
    named: &Idempotency,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select journal_use_key($1, $2, $3) as "is_used!""#,
        wallet_id.0,
        named.key,
        named.fingerprint.as_slice()
    )
    .fetch_one(connection)
    .await
}

/// Whether a wallet's key has been used, for whatever.
pub async fn is_used(pool: &PgPool, wallet_id: WalletId, key: &str) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select exists (select from idempotency where wallet_id = $1 and key = $2) as "is_used!""#,
        wallet_id.0,
        key
    )
    .fetch_one(pool)
    .await
}

/// Which of these keys nobody has used: a wallet's id and a key each.
pub async fn unused_among(
    pool: &PgPool,
    keys: &[(WalletId, String)],
) -> Result<Vec<(WalletId, String)>, sqlx::Error> {
    let (wallets, texts): (Vec<_>, Vec<_>) = keys
        .iter()
        .map(|(wallet, key)| (wallet.0, key.clone()))
        .unzip();
    let unused = sqlx::query!(
        r#"select asked.wallet_id as "wallet_id!", asked.key as "key!"
           from unnest($1::uuid[], $2::text[]) as asked (wallet_id, key)
           where not exists (select from idempotency as used
                             where used.wallet_id = asked.wallet_id and used.key = asked.key)"#,
        &wallets,
        &texts
    )
    .fetch_all(pool)
    .await?;
    let unused = unused.into_iter();
    Ok(unused
        .map(|row| (WalletId(row.wallet_id), row.key))
        .collect())
}
