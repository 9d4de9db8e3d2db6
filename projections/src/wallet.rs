//! The wallet view: a player's balances, bucket by bucket and game by game.
//!
//! Winnings and losses change a game's amount here and never the main wallet, which is why they
//! are no statement lines.

mod fold;
mod store;

use chrono::{DateTime, Utc};
use ledger::{Currency, GameCode, Money, WalletId};
use sqlx::{PgExecutor, PgPool};

pub(crate) use fold::WalletProjection;

use crate::projection::{ViewError, stored_currency, stored_money};

const BALANCE: &str = "wallet_balance";
const GAME: &str = "game_account";

/// A player's wallet as the home screen shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalletView {
    /// The wallet's one currency.
    pub currency: Currency,
    /// Balance of the main wallet.
    pub main: Money,
    /// On the way to a game.
    pub in_transit: Money,
    /// On the way to the bank.
    pub withdrawal: Money,
    /// Coins for the wheel; no money.
    pub coins: i64,
    /// Game accounts by their code.
    pub games: Vec<GameBalance>,
    /// When a provider last reported a balance that differs from our books.
    pub last_sync: Option<DateTime<Utc>>,
    /// Everything that the house owes the player: all buckets and games together, coins apart.
    pub total: Money,
    /// The last event that changed any of this.
    pub position: i64,
}

/// The player's account with one provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameBalance {
    /// Code of the game provider.
    pub game: GameCode,
    /// The player's name there.
    pub username: String,
    /// Its balance by our books.
    pub amount: Money,
    /// When the provider last reported a balance that differs from our books.
    pub observed_at: Option<DateTime<Utc>>,
}

/// A wallet by its id; `None` when it was never opened.
pub async fn find(
    executor: impl PgExecutor<'_>,
    wallet_id: WalletId,
) -> Result<Option<WalletView>, ViewError> {
    // One statement, so that buckets and games are of the same moment.
    let rows = sqlx::query!(
        r#"select currency, main, in_transit, withdrawal, coins, last_sync, w.position,
                  game as "game?", username as "username?", amount as "amount?", observed_at,
                  g.position as "game_position?"
           from wallet_balance w left join game_account g using (wallet_id)
           where wallet_id = $1
           order by game"#,
        wallet_id.0
    )
    .fetch_all(executor)
    .await?;
    let Some(first) = rows.first() else {
        return Ok(None);
    };
    let currency = stored_currency(BALANCE, &first.currency)?;
    let main = stored_money(BALANCE, first.main, currency)?;
    let in_transit = stored_money(BALANCE, first.in_transit, currency)?;
    let withdrawal = stored_money(BALANCE, first.withdrawal, currency)?;
    let (coins, last_sync, mut position) = (first.coins, first.last_sync, first.position);
    let mut sum = first.main + first.in_transit + first.withdrawal;
    let mut games = Vec::new();
    for row in rows {
        if let (Some(game), Some(username), Some(amount)) = (row.game, row.username, row.amount) {
            sum += amount;
            position = position.max(row.game_position.unwrap_or(0));
            games.push(GameBalance {
                game: stored_game(game)?,
                username,
                amount: stored_money(GAME, amount, currency)?,
                observed_at: row.observed_at,
            });
        }
    }
    Ok(Some(WalletView {
        currency,
        main,
        in_transit,
        withdrawal,
        coins,
        games,
        last_sync,
        total: stored_money(BALANCE, sum, currency)?,
        position,
    }))
}

fn stored_game(text: String) -> Result<GameCode, ViewError> {
    GameCode::try_from(text).map_err(|error| ViewError::Row {
        table: GAME,
        what: error.to_string(),
    })
}

/// How many wallets have a bucket below zero. It must be none.
pub async fn negative(pool: &PgPool) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from wallet_balance
           where least(main, in_transit, withdrawal) < 0"#
    )
    .fetch_one(pool)
    .await
}
