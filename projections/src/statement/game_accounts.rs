//! Players' accounts with the game providers, for comparing balances with the outside's own.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use ledger::{GameCode, WalletId};
use rust_decimal::Decimal;
use sqlx::PgPool;
use uuid::Uuid;

use crate::projection::ViewError;

/// A player's account with a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameAccount {
    /// Id of the wallet.
    pub wallet_id: WalletId,
    /// The player's name there.
    pub username: String,
    /// Its balance by our books.
    pub amount: Decimal,
    /// When the provider last reported a balance that differs from our books.
    pub observed_at: Option<DateTime<Utc>>,
}

/// The accounts with a provider in the order of their wallets, from behind a wallet on.
pub async fn game_accounts(
    pool: &PgPool,
    game: &GameCode,
    after: Option<WalletId>,
    limit: i64,
) -> Result<Vec<GameAccount>, ViewError> {
    let rows = sqlx::query!(
        "select wallet_id, username, amount, observed_at
         from game_account
         where game = $1 and wallet_id > $2
         order by wallet_id
         limit $3",
        game.as_str(),
        after.map_or(Uuid::nil(), |id| id.0),
        limit
    )
    .fetch_all(pool)
    .await?;
    let accounts = rows.into_iter().map(|row| GameAccount {
        wallet_id: WalletId(row.wallet_id),
        username: row.username,
        amount: row.amount,
        observed_at: row.observed_at,
    });
    Ok(accounts.collect())
}

/// The players with these names at a provider, by name.
pub async fn players_of(
    pool: &PgPool,
    game: &GameCode,
    names: &[String],
) -> Result<HashMap<String, WalletId>, ViewError> {
    let rows = sqlx::query!(
        "select username, wallet_id from game_account where game = $1 and username = any($2)",
        game.as_str(),
        names
    )
    .fetch_all(pool)
    .await?;
    let players = rows.into_iter();
    Ok(players
        .map(|row| (row.username, WalletId(row.wallet_id)))
        .collect())
}

/// The net amount moved into a player's account with a provider so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFlow {
    /// Id of the wallet.
    pub wallet_id: WalletId,
    /// The player's name there.
    pub username: String,
    /// Moved in minus moved out, in wallet units; below zero for one who won.
    pub net_in: Decimal,
    /// Transfers with the provider that have not ended.
    pub open: i64,
}

struct FlowRow {
    wallet_id: Uuid,
    username: String,
    put_in: Decimal,
    taken_out: Decimal,
    open: i64,
}

/// The net amounts moved into these wallets' accounts with a provider.
pub async fn game_flows(
    pool: &PgPool,
    game: &GameCode,
    wallets: &[WalletId],
) -> Result<Vec<GameFlow>, ViewError> {
    let wallets: Vec<Uuid> = wallets.iter().map(|id| id.0).collect();
    let rows = sqlx::query_as!(
        FlowRow,
        r#"select account.wallet_id, account.username,
                  coalesce(sum(line.amount) filter (
                      where line.status = 'SUCCESS' and line.to_place = $1), 0) as "put_in!",
                  coalesce(sum(line.amount) filter (
                      where line.status = 'SUCCESS' and line.from_place = $1), 0) as "taken_out!",
                  count(*) filter (where line.status = 'PENDING') as "open!"
           from game_account account
           left join statement_line line
             on line.wallet_id = account.wallet_id and line.kind = 'transfer'
            and not line.is_return and $1 in (line.from_place, line.to_place)
           where account.game = $1 and account.wallet_id = any($2)
           group by account.wallet_id, account.username
           order by account.username"#,
        game.as_str(),
        &wallets
    )
    .fetch_all(pool)
    .await?;
    let flow = |row: FlowRow| GameFlow {
        wallet_id: WalletId(row.wallet_id),
        username: row.username,
        net_in: row.put_in - row.taken_out,
        open: row.open,
    };
    Ok(rows.into_iter().map(flow).collect())
}
