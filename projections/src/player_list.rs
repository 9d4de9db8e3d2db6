//! Lists of players whom staff should look at, from the views alone.
//!
//! A view says who may belong in a list. Whether a freeze, a break or a limit is in force, the wallet
//! says.

use chrono::{DateTime, Utc};
use ledger::{Currency, Money};
use rust_decimal::Decimal;
use sqlx::PgExecutor;
use uuid::Uuid;

use crate::projection::{ViewError, stored_currency, stored_money};
use crate::statement::{LINE, StatementType};

/// The place in a list behind which it continues, latest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Before {
    /// Only entries of before this time, or of this time with a smaller id.
    pub at: DateTime<Utc>,
    /// Id of the wallet.
    pub id: Uuid,
}

/// What a wallet was marked with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Its money was frozen, and not unfrozen since.
    Frozen,
    /// Its player took a break.
    Excluded,
    /// Its player, or staff, set a deposit limit.
    Limited,
}

/// A wallet with the time of its mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkedWallet {
    /// Id of the wallet.
    pub wallet_id: Uuid,
    /// When it was marked last.
    pub at: DateTime<Utc>,
}

/// The wallets with a mark, the latest first, at most `limit`.
pub async fn marked(
    executor: impl PgExecutor<'_>,
    mark: Mark,
    before: Before,
    limit: i64,
) -> Result<Vec<MarkedWallet>, sqlx::Error> {
    let (at, id) = (before.at, before.id);
    match mark {
        Mark::Frozen => {
            sqlx::query_as!(
                MarkedWallet,
                r#"select wallet_id, frozen_at as "at!" from wallet_balance
                   where frozen_at is not null and (frozen_at, wallet_id) < ($1, $2)
                   order by frozen_at desc, wallet_id desc limit $3"#,
                at,
                id,
                limit,
            )
            .fetch_all(executor)
            .await
        }
        Mark::Excluded => {
            sqlx::query_as!(
                MarkedWallet,
                r#"select wallet_id, excluded_at as "at!" from wallet_balance
                   where excluded_at is not null and (excluded_at, wallet_id) < ($1, $2)
                   order by excluded_at desc, wallet_id desc limit $3"#,
                at,
                id,
                limit,
            )
            .fetch_all(executor)
            .await
        }
        Mark::Limited => {
            sqlx::query_as!(
                MarkedWallet,
                r#"select wallet_id, limited_at as "at!" from wallet_balance
                   where limited_at is not null and (limited_at, wallet_id) < ($1, $2)
                   order by limited_at desc, wallet_id desc limit $3"#,
                at,
                id,
                limit,
            )
            .fetch_all(executor)
            .await
        }
    }
}

/// Which deposits are large, and how many are fast.
#[derive(Debug, Clone)]
pub struct DepositBounds {
    /// Only deposits at or after this time.
    pub since: DateTime<Utc>,
    /// Above these amounts a deposit is large, one a currency.
    pub large: Vec<Money>,
    /// So many deposits within an hour are fast.
    pub fast: i64,
}

/// A wallet's deposits, some of which are large or fast.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrikingDeposits {
    /// Id of the wallet.
    pub wallet_id: Uuid,
    /// The time of the last of them.
    pub last: DateTime<Utc>,
    /// The largest of them.
    pub largest: Money,
    /// Whether the largest one is above its bound.
    pub is_large: bool,
    /// The most of them within an hour.
    pub within_hour: i64,
}

/// The wallets with large or fast deposits, the latest first, at most `limit`.
pub async fn striking_deposits(
    executor: impl PgExecutor<'_>,
    bounds: &DepositBounds,
    before: Before,
    limit: i64,
) -> Result<Vec<StrikingDeposits>, ViewError> {
    let currencies = bounds.large.iter().map(|amount| amount.currency().code());
    let currencies: Vec<String> = currencies.map(str::to_owned).collect();
    let amounts: Vec<Decimal> = bounds.large.iter().map(|amount| amount.amount()).collect();
    let rows = sqlx::query!(
        r#"select wallet_id, currency, max(created_at) as "last!", max(amount) as "largest!",
                  coalesce(bool_or(amount > above), false) as "is_large!",
                  max(within_hour) as "within_hour!"
           from (select wallet_id, currency, amount, created_at, large.above,
                        count(*) over (partition by wallet_id order by created_at
                                       range between interval '1 hour' preceding and current row)
                            as within_hour
                 from statement_line
                     left join unnest($2::text[], $3::numeric[]) as large (currency, above)
                         using (currency)
                 where kind = $1 and status = 'SUCCESS' and created_at >= $4) as deposit
           group by wallet_id, currency
           having (max(within_hour) >= $5 or bool_or(amount > above))
              and (max(created_at), wallet_id) < ($6, $7)
           order by max(created_at) desc, wallet_id desc
           limit $8"#,
        StatementType::Deposit.as_str(),
        &currencies,
        &amounts,
        bounds.since,
        bounds.fast,
        before.at,
        before.id,
        limit,
    )
    .fetch_all(executor)
    .await?;
    let found = rows.into_iter().map(|row| {
        let currency: Currency = stored_currency(LINE, &row.currency)?;
        Ok(StrikingDeposits {
            wallet_id: row.wallet_id,
            last: row.last,
            largest: stored_money(LINE, row.largest, currency)?,
            is_large: row.is_large,
            within_hour: row.within_hour,
        })
    });
    found.collect()
}
