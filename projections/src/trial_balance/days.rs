//! The movements of the trial balance by local day, and the players whom they concern.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chrono::NaiveDate;
use ledger::wallet::INDOCHINA_TIME;
use ledger::{Currency, MoneyError, RecordedEvent, WalletId};
use rust_decimal::Decimal;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::projection::{ViewError, WalletRange, stored_currency, stored_word, time_of};
use crate::rows::{Difference, Rows, first_difference};

use super::cause::Cause;

pub(crate) const DAY: &str = "trial_balance_day";
pub(super) const PLAYER: &str = "trial_balance_player";

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct DayKey {
    day: NaiveDate,
    cause: Cause,
    account: String,
    currency: Currency,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct DayRow {
    amount: Decimal,
    events: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PlayerKey {
    day: NaiveDate,
    wallet_id: WalletId,
}

struct StoredDay {
    day: NaiveDate,
    cause: String,
    account: String,
    currency: String,
    amount: Decimal,
    events: i64,
}

/// The rows of both tables.
#[derive(Debug, Default)]
pub(super) struct Days {
    moved: Rows<DayKey, DayRow>,
    players: Rows<PlayerKey, ()>,
}

/// The local day of an event, which the statement and the figures of a day have as well.
fn day_of(event: &RecordedEvent) -> NaiveDate {
    time_of(event).with_timezone(&INDOCHINA_TIME).date_naive()
}

impl Days {
    pub(super) fn fold(&mut self, event: &RecordedEvent) -> Result<(), MoneyError> {
        let day = day_of(event);
        let cause = Cause::of(&event.event);
        let mut moved: BTreeMap<DayKey, Decimal> = BTreeMap::new();
        for posting in event.event.postings() {
            let key = DayKey {
                day,
                cause,
                account: posting.account.to_string(),
                currency: posting.amount.currency(),
            };
            *moved.entry(key).or_default() += posting.amount.amount();
        }
        if moved.is_empty() {
            return Ok(());
        }
        for (key, amount) in moved {
            let before = self.moved.get(&key).copied().unwrap_or_default();
            let amount = before.amount.checked_add(amount);
            let row = DayRow {
                amount: amount.ok_or(MoneyError::TooLarge)?,
                events: before.events + 1,
            };
            self.moved.put(key, row);
        }
        let wallet_id = event.wallet_id;
        self.players.put(PlayerKey { day, wallet_id }, ());
        Ok(())
    }

    /// Reads the movements of the events' days. Who is a player of a day already, the table finds
    /// out when the row is written again.
    pub(super) async fn load(
        &mut self,
        connection: &mut PgConnection,
        events: &[Arc<RecordedEvent>],
    ) -> Result<(), ViewError> {
        let days: BTreeSet<NaiveDate> = events.iter().map(|event| day_of(event)).collect();
        let days: Vec<NaiveDate> = days.into_iter().collect();
        let rows = sqlx::query_as!(
            StoredDay,
            "select day, cause, account, currency, amount, events from trial_balance_day
             where day = any($1)",
            &days
        )
        .fetch_all(connection)
        .await?;
        rows.into_iter().try_for_each(|row| self.load_day(row))
    }

    pub(super) async fn load_all(
        &mut self,
        connection: &mut PgConnection,
    ) -> Result<(), ViewError> {
        let rows = sqlx::query_as!(
            StoredDay,
            "select day, cause, account, currency, amount, events from trial_balance_day"
        )
        .fetch_all(connection)
        .await?;
        rows.into_iter().try_for_each(|row| self.load_day(row))
    }

    pub(super) async fn load_players(
        &mut self,
        connection: &mut PgConnection,
        wallets: WalletRange,
    ) -> Result<(), ViewError> {
        let players = sqlx::query!(
            "select day, wallet_id from trial_balance_player where wallet_id between $1 and $2",
            wallets.first,
            wallets.last
        )
        .fetch_all(connection)
        .await?;
        for row in players {
            let key = PlayerKey {
                day: row.day,
                wallet_id: WalletId(row.wallet_id),
            };
            self.players.load(key, ());
        }
        Ok(())
    }

    fn load_day(&mut self, row: StoredDay) -> Result<(), ViewError> {
        let key = DayKey {
            day: row.day,
            cause: stored_word(DAY, &row.cause, Cause::parse)?,
            account: row.account,
            currency: stored_currency(DAY, &row.currency)?,
        };
        let (amount, events) = (row.amount, row.events);
        self.moved.load(key, DayRow { amount, events });
        Ok(())
    }

    pub(super) async fn save(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let changed: Vec<_> = self.moved.changed().collect();
        let days: Vec<NaiveDate> = changed.iter().map(|(key, _)| key.day).collect();
        let causes = changed.iter().map(|(key, _)| key.cause.as_str().to_owned());
        let causes: Vec<String> = causes.collect();
        let accounts: Vec<String> = changed.iter().map(|(key, _)| key.account.clone()).collect();
        let currencies = changed.iter().map(|(key, _)| key.currency.to_string());
        let currencies: Vec<String> = currencies.collect();
        let amounts: Vec<Decimal> = changed.iter().map(|(_, row)| row.amount).collect();
        let events: Vec<i64> = changed.iter().map(|(_, row)| row.events).collect();
        sqlx::query!(
            "insert into trial_balance_day (day, cause, account, currency, amount, events)
             select * from unnest($1::date[], $2::text[], $3::text[], $4::text[], $5::numeric[],
                                  $6::bigint[])
             on conflict (day, cause, account, currency) do update
             set amount = excluded.amount, events = excluded.events",
            &days,
            &causes,
            &accounts,
            &currencies,
            &amounts,
            &events
        )
        .execute(&mut *connection)
        .await?;
        self.save_players(connection).await
    }

    async fn save_players(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let changed: Vec<_> = self.players.changed().collect();
        let days: Vec<NaiveDate> = changed.iter().map(|(key, ())| key.day).collect();
        let wallets: Vec<Uuid> = changed.iter().map(|(key, ())| key.wallet_id.0).collect();
        sqlx::query!(
            "insert into trial_balance_player (day, wallet_id)
             select * from unnest($1::date[], $2::uuid[])
             on conflict (day, wallet_id) do nothing",
            &days,
            &wallets
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    pub(super) fn first_difference(&self, stored: &Self) -> Option<Difference> {
        first_difference(DAY, &self.moved, &stored.moved)
    }

    pub(super) fn first_player_difference(&self, stored: &Self) -> Option<Difference> {
        first_difference(PLAYER, &self.players, &stored.players)
    }

    pub(super) fn row_count(&self) -> usize {
        self.moved.len()
    }

    pub(super) fn player_count(&self) -> usize {
        self.players.len()
    }

    pub(super) fn forget_players(&mut self) {
        self.players = Rows::default();
    }
}
