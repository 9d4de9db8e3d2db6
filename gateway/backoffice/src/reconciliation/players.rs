//! Whose money it is in a record that only the other side has.

use std::collections::HashMap;

use ledger::{Currency, WalletId};
use sqlx::PgPool;
use uuid::Uuid;

/// The player who has registered this bank account.
pub(super) async fn of_account(
    pool: &PgPool,
    bank: &str,
    number: &str,
) -> Result<Option<WalletId>, sqlx::Error> {
    let member = sqlx::query_scalar!(
        "select member_id from bank_account where bank_code = $1 and account_no = $2",
        bank,
        number,
    )
    .fetch_optional(pool)
    .await?;
    Ok(member.map(WalletId))
}

/// The currencies of players' wallets.
pub(super) async fn currencies(
    pool: &PgPool,
    players: &[Uuid],
) -> Result<HashMap<Uuid, Currency>, sqlx::Error> {
    let rows = sqlx::query!(
        "select id, currency from member where id = any($1)",
        players
    )
    .fetch_all(pool)
    .await?;
    let known = rows.into_iter().filter_map(|row| {
        let currency: Currency = row.currency.parse().ok()?;
        Some((row.id, currency))
    });
    Ok(known.collect())
}
