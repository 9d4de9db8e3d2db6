//! The wallet view: what a player holds, bucket by bucket and game by game.
//!
//! Winnings and losses change a game's amount here and never the main wallet, which is why they
//! are no statement lines.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use ledger::{Account, Currency, GameCode, Money, RecordedEvent, WalletEvent, WalletId};
use rust_decimal::Decimal;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::projection::{
    FoldError, FoldReason, Projection, View, ViewError, stored_currency, stored_money, time_of,
    wallets_of,
};
use crate::rows::{Difference, Rows, first_difference};

const BALANCE: &str = "wallet_balance";
const GAME: &str = "game_account";

/// A player's wallet as the home screen shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalletView {
    /// The wallet's one currency.
    pub currency: Currency,
    /// The main wallet.
    pub main: Money,
    /// On the way to a game.
    pub in_transit: Money,
    /// On the way to the bank.
    pub withdrawal: Money,
    /// Game accounts by their code.
    pub games: Vec<GameBalance>,
    /// When a provider last reported another balance than our books.
    pub last_sync: Option<DateTime<Utc>>,
    /// Everything that the house owes the player: all buckets and games together.
    pub total: Money,
    /// The last event that changed any of this.
    pub position: i64,
}

/// The player's account with one provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameBalance {
    /// The provider.
    pub game: GameCode,
    /// The player's name there.
    pub username: String,
    /// What it holds by our books.
    pub amount: Money,
    /// When the provider last reported another balance than our books.
    pub observed_at: Option<DateTime<Utc>>,
}

/// A wallet by its id; `None` when it was never opened.
pub async fn find(pool: &PgPool, wallet_id: WalletId) -> Result<Option<WalletView>, ViewError> {
    // One statement, so that buckets and games are of the same moment.
    let rows = sqlx::query!(
        r#"select currency, main, in_transit, withdrawal, last_sync, w.position,
                  game as "game?", username as "username?", amount as "amount?", observed_at,
                  g.position as "game_position?"
           from wallet_balance w left join game_account g using (wallet_id)
           where wallet_id = $1
           order by game"#,
        wallet_id.0
    )
    .fetch_all(pool)
    .await?;
    let Some(first) = rows.first() else {
        return Ok(None);
    };
    let currency = stored_currency(BALANCE, &first.currency)?;
    let main = stored_money(BALANCE, first.main, currency)?;
    let in_transit = stored_money(BALANCE, first.in_transit, currency)?;
    let withdrawal = stored_money(BALANCE, first.withdrawal, currency)?;
    let (last_sync, mut position) = (first.last_sync, first.position);
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

/// A row of `wallet_balance`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct BalanceRow {
    currency: Currency,
    main: Money,
    in_transit: Money,
    withdrawal: Money,
    last_sync: Option<DateTime<Utc>>,
    position: i64,
}

/// A row of `game_account`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct GameRow {
    username: String,
    amount: Money,
    observed_at: Option<DateTime<Utc>>,
    position: i64,
}

type GameKey = (WalletId, GameCode);

/// The wallet view's writer.
#[derive(Debug, Default)]
pub(crate) struct WalletProjection {
    balances: Rows<WalletId, BalanceRow>,
    games: Rows<GameKey, GameRow>,
}

impl WalletProjection {
    fn fold_event(&mut self, event: &RecordedEvent) -> Result<(), FoldReason> {
        let wallet_id = event.wallet_id;
        match &event.event {
            WalletEvent::Opened { currency } => return self.open(event, *currency),
            WalletEvent::GameAccountOpened { game, username } => {
                return self.open_game(event, game, username);
            }
            WalletEvent::GameBalanceObserved { game, .. } => {
                let at = time_of(event);
                let row = self.balances.change(&wallet_id);
                let row = row.ok_or(FoldReason::NotOpen)?;
                (row.last_sync, row.position) = (Some(at), event.position);
                let row = self.games.change(&(wallet_id, game.clone()));
                let row = row.ok_or(FoldReason::Unknown("game account"))?;
                (row.observed_at, row.position) = (Some(at), event.position);
            }
            _ => {}
        }
        let postings = event.event.postings();
        if !ledger::posting::is_balanced(postings)? {
            return Err(FoldReason::Unbalanced);
        }
        for posting in postings {
            self.post(event, &posting.account, posting.amount)?;
        }
        Ok(())
    }

    fn open(&mut self, event: &RecordedEvent, currency: Currency) -> Result<(), FoldReason> {
        if self.balances.contains(&event.wallet_id) {
            return Err(FoldReason::AlreadyThere("wallet"));
        }
        let zero = Money::zero(currency);
        self.balances.put(
            event.wallet_id,
            BalanceRow {
                currency,
                main: zero,
                in_transit: zero,
                withdrawal: zero,
                last_sync: None,
                position: event.position,
            },
        );
        Ok(())
    }

    fn open_game(
        &mut self,
        event: &RecordedEvent,
        game: &GameCode,
        username: &str,
    ) -> Result<(), FoldReason> {
        let wallet = self.balances.get(&event.wallet_id);
        let currency = wallet.ok_or(FoldReason::NotOpen)?.currency;
        let key = (event.wallet_id, game.clone());
        if self.games.contains(&key) {
            return Err(FoldReason::AlreadyThere("game account"));
        }
        self.games.put(
            key,
            GameRow {
                username: username.to_owned(),
                amount: Money::zero(currency),
                observed_at: None,
                position: event.position,
            },
        );
        Ok(())
    }

    /// One posting on a bucket of the player; the house's accounts are the trial balance's.
    fn post(
        &mut self,
        event: &RecordedEvent,
        account: &Account,
        amount: Money,
    ) -> Result<(), FoldReason> {
        let held = match account {
            Account::Game(game) => {
                let row = self.games.change(&(event.wallet_id, game.clone()));
                let row = row.ok_or(FoldReason::Unknown("game account"))?;
                row.position = event.position;
                &mut row.amount
            }
            Account::Main | Account::InTransit | Account::Withdrawal => {
                let row = self.balances.change(&event.wallet_id);
                let row = row.ok_or(FoldReason::NotOpen)?;
                row.position = event.position;
                match account {
                    Account::Main => &mut row.main,
                    Account::InTransit => &mut row.in_transit,
                    _ => &mut row.withdrawal,
                }
            }
            Account::Bank(_) | Account::Payout | Account::Provider(_) => return Ok(()),
        };
        *held = held.checked_add(amount)?;
        if held.is_negative() {
            return Err(FoldReason::Negative {
                account: account.clone(),
                amount: held.amount(),
            });
        }
        Ok(())
    }

    /// The game accounts that the events name.
    fn game_keys(events: &[Arc<RecordedEvent>]) -> (Vec<Uuid>, Vec<String>) {
        let mut keys = BTreeSet::new();
        for event in events {
            for posting in event.event.postings() {
                if let Account::Game(game) = &posting.account {
                    keys.insert((event.wallet_id.0, game.to_string()));
                }
            }
            if let WalletEvent::GameAccountOpened { game, .. }
            | WalletEvent::GameBalanceObserved { game, .. } = &event.event
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
                last_sync: row.last_sync,
                position: row.position,
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
        let syncs: Vec<Option<DateTime<Utc>>> =
            changed.iter().map(|(_, row)| row.last_sync).collect();
        let positions: Vec<i64> = changed.iter().map(|(_, row)| row.position).collect();
        sqlx::query!(
            "insert into wallet_balance
                 (wallet_id, currency, main, in_transit, withdrawal, last_sync, position)
             select * from unnest($1::uuid[], $2::text[], $3::numeric[], $4::numeric[],
                                  $5::numeric[], $6::timestamptz[], $7::bigint[])
             on conflict (wallet_id) do update
             set main = excluded.main, in_transit = excluded.in_transit,
                 withdrawal = excluded.withdrawal, last_sync = excluded.last_sync,
                 position = excluded.position",
            &ids,
            &currencies,
            &mains,
            &transits,
            &withdrawals,
            &syncs as _,
            &positions
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

struct StoredBalance {
    wallet_id: Uuid,
    currency: String,
    main: Decimal,
    in_transit: Decimal,
    withdrawal: Decimal,
    last_sync: Option<DateTime<Utc>>,
    position: i64,
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
        matches!(
            event,
            WalletEvent::Opened { .. }
                | WalletEvent::GameAccountOpened { .. }
                | WalletEvent::GameBalanceObserved { .. }
        ) || !event.postings().is_empty()
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
            "select wallet_id, currency, main, in_transit, withdrawal, last_sync, position
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

    async fn load_all(connection: &mut PgConnection) -> Result<Self, ViewError> {
        let mut all = Self::default();
        let rows = sqlx::query_as!(
            StoredBalance,
            "select wallet_id, currency, main, in_transit, withdrawal, last_sync, position
             from wallet_balance"
        )
        .fetch_all(&mut *connection)
        .await?;
        for row in rows {
            all.load_balance(&row)?;
        }
        let rows = sqlx::query_as!(
            StoredGame,
            "select wallet_id, game, username, amount, observed_at, position from game_account"
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
