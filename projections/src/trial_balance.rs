//! The trial balance: every account of all wallets and of the house, by currency.
//!
//! Each event's postings sum to zero, so the accounts of one currency sum to zero after every
//! event. A sum that is not zero is money out of nothing and stops this view.

mod cause;
mod days;

use std::sync::Arc;

use ledger::{Account, Currency, MoneyError, RecordedEvent, WalletEvent};
use rust_decimal::Decimal;
use sqlx::{PgConnection, PgPool};

use crate::projection::{
    FoldError, FoldReason, HouseWide, Projection, View, ViewError, WalletRange, stored_currency,
};
use crate::rows::{Difference, Rows, first_difference};

pub use cause::Cause;
pub(crate) use days::DAY;
use days::{Days, PLAYER};

const TABLE: &str = "trial_balance";

/// One account in one currency; a bucket of the players covers all players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrialBalanceRow {
    /// The account of the posting.
    pub account: Account,
    /// Currency of the amounts.
    pub currency: Currency,
    /// Its balance, which may exceed one wallet's bounds, so it is no `Money`.
    pub amount: Decimal,
    /// The last event that moved it.
    pub position: i64,
}

/// All accounts, by name.
pub async fn all(pool: &PgPool) -> Result<Vec<TrialBalanceRow>, ViewError> {
    let mut connection = pool.acquire().await?;
    let all = TrialBalanceProjection::load_accounts(&mut connection).await?;
    let rows = all.accounts.iter().map(|((account, currency), row)| {
        let account = Account::try_from(account.clone()).map_err(|error| ViewError::Row {
            table: TABLE,
            what: error.to_string(),
        })?;
        Ok(TrialBalanceRow {
            account,
            currency: *currency,
            amount: row.amount,
            position: row.position,
        })
    });
    rows.collect()
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct AccountRow {
    amount: Decimal,
    position: i64,
}

/// The trial balance's writer.
#[derive(Debug, Default)]
pub(crate) struct TrialBalanceProjection {
    accounts: Rows<(String, Currency), AccountRow>,
    days: Days,
}

impl TrialBalanceProjection {
    fn fold_event(&mut self, event: &RecordedEvent) -> Result<(), FoldReason> {
        let postings = event.event.postings();
        if !ledger::posting::is_balanced(postings)? {
            return Err(FoldReason::Unbalanced);
        }
        for posting in postings {
            let key = (posting.account.to_string(), posting.amount.currency());
            let held = self
                .accounts
                .get(&key)
                .map_or(Decimal::ZERO, |row| row.amount);
            let amount = held
                .checked_add(posting.amount.amount())
                .ok_or(MoneyError::TooLarge)?;
            let before = self.accounts.get(&key).map_or(0, |row| row.position);
            let position = event.position.max(before);
            self.accounts.put(key, AccountRow { amount, position });
        }
        Ok(self.days.fold(event)?)
    }

    async fn load_accounts(connection: &mut PgConnection) -> Result<Self, ViewError> {
        let rows = sqlx::query!("select account, currency, amount, position from trial_balance")
            .fetch_all(connection)
            .await?;
        let mut all = Self::default();
        for row in rows {
            let currency = stored_currency(TABLE, &row.currency)?;
            all.accounts.load(
                (row.account, currency),
                AccountRow {
                    amount: row.amount,
                    position: row.position,
                },
            );
        }
        Ok(all)
    }

    async fn save_accounts(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let changed: Vec<_> = self.accounts.changed().collect();
        let accounts: Vec<String> = changed
            .iter()
            .map(|((account, _), _)| account.clone())
            .collect();
        let currencies: Vec<String> = changed.iter().map(|((_, of), _)| of.to_string()).collect();
        let amounts: Vec<Decimal> = changed.iter().map(|(_, row)| row.amount).collect();
        let positions: Vec<i64> = changed.iter().map(|(_, row)| row.position).collect();
        sqlx::query!(
            "insert into trial_balance (account, currency, amount, position)
             select * from unnest($1::text[], $2::text[], $3::numeric[], $4::bigint[])
             on conflict (account, currency) do update
             set amount = excluded.amount, position = excluded.position",
            &accounts,
            &currencies,
            &amounts,
            &positions
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    /// The sum of all accounts, by currency: zero, or the books are wrong.
    pub(crate) fn sums(&self) -> Vec<(Currency, Decimal)> {
        let sum = |currency| {
            let amounts = self
                .accounts
                .iter()
                .filter(|((_, of), _)| *of == currency)
                .map(|(_, row)| row.amount);
            (currency, amounts.sum())
        };
        Currency::ALL.map(sum).to_vec()
    }
}

impl Projection for TrialBalanceProjection {
    const VIEW: View = View::TrialBalance;
    const TABLES: &'static [&'static str] = &[TABLE, DAY, PLAYER];

    fn touches(event: &WalletEvent) -> bool {
        !event.postings().is_empty()
    }

    fn fold(&mut self, event: &RecordedEvent) -> Result<(), FoldError> {
        self.fold_event(event).map_err(|reason| reason.at(event))
    }

    async fn load(
        &mut self,
        connection: &mut PgConnection,
        events: &[Arc<RecordedEvent>],
    ) -> Result<(), ViewError> {
        // There are few accounts: the house's and one a game. All are cheaper than a choice.
        *self = Self::load_accounts(connection).await?;
        self.days.load(connection, events).await
    }

    async fn save(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        if self.accounts.changed().next().is_none() {
            return Ok(());
        }
        self.save_accounts(connection).await?;
        self.days.save(connection).await
    }

    async fn load_wallets(
        connection: &mut PgConnection,
        wallets: WalletRange,
    ) -> Result<Self, ViewError> {
        let mut all = Self::default();
        all.days.load_players(connection, wallets).await?;
        Ok(all)
    }

    fn first_difference(&self, stored: &Self) -> Option<Difference> {
        self.days.first_player_difference(&stored.days)
    }

    fn row_count(&self) -> usize {
        self.days.player_count()
    }
}

/// All but the players of a day.
impl HouseWide for TrialBalanceProjection {
    async fn load_house(connection: &mut PgConnection) -> Result<Self, ViewError> {
        let mut all = Self::load_accounts(connection).await?;
        all.days.load_all(connection).await?;
        Ok(all)
    }

    fn first_house_difference(&self, stored: &Self) -> Option<Difference> {
        first_difference(TABLE, &self.accounts, &stored.accounts)
            .or_else(|| self.days.first_difference(&stored.days))
    }

    fn house_row_count(&self) -> usize {
        self.accounts.len() + self.days.row_count()
    }

    fn forget_wallets(&mut self) {
        self.days.forget_players();
    }
}

/// How many currencies have accounts that do not sum to zero. It must be none.
pub async fn unbalanced(pool: &PgPool) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from (
               select from trial_balance group by currency having sum(amount) <> 0
           ) as off"#
    )
    .fetch_one(pool)
    .await
}
