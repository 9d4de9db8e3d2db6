//! The wallet view's tables.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use ledger::wallet::{FreezeEvent, GameEvent, ProtectionEvent};
use ledger::{Account, Currency, Money, RecordedEvent, WalletEvent, WalletId};
use rust_decimal::Decimal;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::projection::{
    FoldError, Projection, View, ViewError, WalletRange, stored_currency, stored_money, wallets_of,
};
use crate::rows::{Difference, first_difference};

use super::fold::{BalanceRow, GameRow, WalletProjection};
use super::{BALANCE, GAME, stored_game};

impl WalletProjection {
    /// The game accounts that the events name.
    fn game_keys(events: &[Arc<RecordedEvent>]) -> (Vec<Uuid>, Vec<String>) {
        let mut keys = BTreeSet::new();
        for event in events {
            for posting in event.event.postings() {
                if let Account::Game(game) = &posting.account {
                    keys.insert((event.wallet_id.0, game.to_string()));
                }
            }
            if let WalletEvent::Game(
                GameEvent::AccountOpened { game, .. } | GameEvent::BalanceObserved { game, .. },
            ) = &event.event
            {
                keys.insert((event.wallet_id.0, game.to_string()));
            }
        }
        keys.into_iter().unzip()
    }

    fn load_balance(&mut self, row: &StoredBalance) -> Result<(), ViewError> {
        let currency = stored_currency(BALANCE, &row.currency)?;
        self.balances.load(
            WalletId(row.wallet_id),
            BalanceRow {
                currency,
                main: stored_money(BALANCE, row.main, currency)?,
                in_transit: stored_money(BALANCE, row.in_transit, currency)?,
                withdrawal: stored_money(BALANCE, row.withdrawal, currency)?,
                coins: stored_money(BALANCE, row.coins.into(), Currency::Coin)?,
                last_sync: row.last_sync,
                position: row.position,
                frozen_at: row.frozen_at,
                excluded_at: row.excluded_at,
                limited_at: row.limited_at,
            },
        );
        Ok(())
    }

    fn load_game(&mut self, row: StoredGame) -> Result<(), ViewError> {
        let wallet_id = WalletId(row.wallet_id);
        let wallet = self.balances.get(&wallet_id);
        let currency = wallet
            .map(|wallet| wallet.currency)
            .ok_or_else(|| ViewError::Row {
                table: GAME,
                what: format!("{wallet_id} has no balance"),
            })?;
        self.games.load(
            (wallet_id, stored_game(row.game)?),
            GameRow {
                username: row.username,
                amount: stored_money(GAME, row.amount, currency)?,
                observed_at: row.observed_at,
                position: row.position,
            },
        );
        Ok(())
    }

    async fn save_balances(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let changed: Vec<_> = self.balances.changed().collect();
        if changed.is_empty() {
            return Ok(());
        }
        let ids: Vec<Uuid> = changed.iter().map(|(id, _)| id.0).collect();
        let currencies: Vec<String> = changed
            .iter()
            .map(|(_, row)| row.currency.to_string())
            .collect();
        let mains: Vec<Decimal> = changed.iter().map(|(_, row)| row.main.amount()).collect();
        let transits: Vec<Decimal> = changed
            .iter()
            .map(|(_, row)| row.in_transit.amount())
            .collect();
        let withdrawals: Vec<Decimal> = changed
            .iter()
            .map(|(_, row)| row.withdrawal.amount())
            .collect();
        let coins: Vec<i64> = changed
            .iter()
            .map(|(_, row)| whole_coins(row.coins))
            .collect::<Result<_, _>>()?;
        let times = |of: fn(&BalanceRow) -> Option<DateTime<Utc>>| {
            let rows = changed.iter().map(|(_, row)| *row);
            rows.map(of).collect::<Vec<_>>()
        };
        let positions: Vec<i64> = changed.iter().map(|(_, row)| row.position).collect();
        sqlx::query!(
            "insert into wallet_balance
                 (wallet_id, currency, main, in_transit, withdrawal, coins, last_sync,
                  position, frozen_at, excluded_at, limited_at)
             select * from unnest($1::uuid[], $2::text[], $3::numeric[], $4::numeric[],
                                  $5::numeric[], $6::bigint[], $7::timestamptz[],
                                  $8::bigint[], $9::timestamptz[], $10::timestamptz[],
                                  $11::timestamptz[])
             on conflict (wallet_id) do update
             set main = excluded.main, in_transit = excluded.in_transit,
                 withdrawal = excluded.withdrawal, coins = excluded.coins,
                 last_sync = excluded.last_sync, position = excluded.position,
                 frozen_at = excluded.frozen_at, excluded_at = excluded.excluded_at,
                 limited_at = excluded.limited_at",
            &ids,
            &currencies,
            &mains,
            &transits,
            &withdrawals,
            &coins,
            &times(|row| row.last_sync) as _,
            &positions,
            &times(|row| row.frozen_at) as _,
            &times(|row| row.excluded_at) as _,
            &times(|row| row.limited_at) as _,
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn save_games(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let changed: Vec<_> = self.games.changed().collect();
        if changed.is_empty() {
            return Ok(());
        }
        let ids: Vec<Uuid> = changed.iter().map(|((id, _), _)| id.0).collect();
        let games: Vec<String> = changed
            .iter()
            .map(|((_, game), _)| game.to_string())
            .collect();
        let names: Vec<String> = changed
            .iter()
            .map(|(_, row)| row.username.clone())
            .collect();
        let amounts: Vec<Decimal> = changed.iter().map(|(_, row)| row.amount.amount()).collect();
        let observed: Vec<Option<DateTime<Utc>>> =
            changed.iter().map(|(_, row)| row.observed_at).collect();
        let positions: Vec<i64> = changed.iter().map(|(_, row)| row.position).collect();
        sqlx::query!(
            "insert into game_account (wallet_id, game, username, amount, observed_at, position)
             select * from unnest($1::uuid[], $2::text[], $3::text[], $4::numeric[],
                                  $5::timestamptz[], $6::bigint[])
             on conflict (wallet_id, game) do update
             set amount = excluded.amount, observed_at = excluded.observed_at,
                 position = excluded.position",
            &ids,
            &games,
            &names,
            &amounts,
            &observed as _,
            &positions
        )
        .execute(connection)
        .await?;
        Ok(())
    }
}

/// Coins are whole, and no more than the books hold.
fn whole_coins(coins: Money) -> Result<i64, ViewError> {
    i64::try_from(coins.amount()).map_err(|error| ViewError::Row {
        table: BALANCE,
        what: format!("{coins}: {error}"),
    })
}

struct StoredBalance {
    wallet_id: Uuid,
    currency: String,
    main: Decimal,
    in_transit: Decimal,
    withdrawal: Decimal,
    coins: i64,
    last_sync: Option<DateTime<Utc>>,
    position: i64,
    frozen_at: Option<DateTime<Utc>>,
    excluded_at: Option<DateTime<Utc>>,
    limited_at: Option<DateTime<Utc>>,
}

struct StoredGame {
    wallet_id: Uuid,
    game: String,
    username: String,
    amount: Decimal,
    observed_at: Option<DateTime<Utc>>,
    position: i64,
}

impl Projection for WalletProjection {
    const VIEW: View = View::Wallet;
    const TABLES: &'static [&'static str] = &[BALANCE, GAME];

    fn touches(event: &WalletEvent) -> bool {
        let is_marked = matches!(
            event,
            WalletEvent::Freeze(FreezeEvent::Frozen { .. } | FreezeEvent::Unfrozen { .. })
                | WalletEvent::Protection(
                    ProtectionEvent::Excluded { .. } | ProtectionEvent::DepositLimitSet { .. }
                )
        );
        matches!(event, WalletEvent::Opened(_) | WalletEvent::Game(_))
            || is_marked
            || !event.postings().is_empty()
    }

    fn fold(&mut self, event: &RecordedEvent) -> Result<(), FoldError> {
        self.fold_event(event).map_err(|reason| reason.at(event))
    }

    async fn load(
        &mut self,
        connection: &mut PgConnection,
        events: &[Arc<RecordedEvent>],
    ) -> Result<(), ViewError> {
        let rows = sqlx::query_as!(
            StoredBalance,
            "select wallet_id, currency, main, in_transit, withdrawal, coins, last_sync,
                    position, frozen_at, excluded_at, limited_at
             from wallet_balance where wallet_id = any($1)",
            &wallets_of::<Self>(events)
        )
        .fetch_all(&mut *connection)
        .await?;
        for row in rows {
            self.load_balance(&row)?;
        }
        let (ids, games) = Self::game_keys(events);
        if ids.is_empty() {
            return Ok(());
        }
        let rows = sqlx::query_as!(
            StoredGame,
            "select wallet_id, game, username, amount, observed_at, position
             from game_account
             join unnest($1::uuid[], $2::text[]) as wanted (wallet_id, game)
                 using (wallet_id, game)",
            &ids,
            &games
        )
        .fetch_all(&mut *connection)
        .await?;
        rows.into_iter().try_for_each(|row| self.load_game(row))
    }

    async fn save(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        self.save_balances(connection).await?;
        self.save_games(connection).await
    }

    async fn load_wallets(
        connection: &mut PgConnection,
        wallets: WalletRange,
    ) -> Result<Self, ViewError> {
        let mut all = Self::default();
        let rows = sqlx::query_as!(
            StoredBalance,
            "select wallet_id, currency, main, in_transit, withdrawal, coins, last_sync,
                    position, frozen_at, excluded_at, limited_at
             from wallet_balance where wallet_id between $1 and $2",
            wallets.first,
            wallets.last
        )
        .fetch_all(&mut *connection)
        .await?;
        for row in rows {
            all.load_balance(&row)?;
        }
        let rows = sqlx::query_as!(
            StoredGame,
            "select wallet_id, game, username, amount, observed_at, position from game_account
             where wallet_id between $1 and $2",
            wallets.first,
            wallets.last
        )
        .fetch_all(&mut *connection)
        .await?;
        for row in rows {
            all.load_game(row)?;
        }
        Ok(all)
    }

    fn first_difference(&self, stored: &Self) -> Option<Difference> {
        first_difference(BALANCE, &self.balances, &stored.balances)
            .or_else(|| first_difference(GAME, &self.games, &stored.games))
    }

    fn row_count(&self) -> usize {
        self.balances.len() + self.games.len()
    }
}
