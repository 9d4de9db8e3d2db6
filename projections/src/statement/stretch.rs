//! A complete stretch of a wallet's statement, and the positions that have a line, for proofs.

use chrono::{DateTime, Utc};
use ledger::pool::Source;
use ledger::{Currency, Money, WalletId};
use sqlx::{PgConnection, PgPool};

use crate::projection::{ViewError, stored_currency, stored_money};

use super::read::StoredLine;
use super::{LINE, StatementLine, StatementType};

/// All lines of a period, and the main wallet's balance before them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    /// Id of the wallet.
    pub wallet_id: WalletId,
    /// Currency of the wallet.
    pub currency: Currency,
    /// The main wallet before the first line.
    pub opening: Money,
    /// Every line between two places of the statement, oldest first.
    pub lines: Vec<StatementLine>,
}

impl Stretch {
    /// The main wallet after the last line.
    #[must_use]
    pub fn closing(&self) -> Money {
        let balances = self.lines.iter().rev().filter_map(|line| line.balance);
        balances.into_iter().next().unwrap_or(self.opening)
    }
}

/// The lines of a period: from the first line at or after `from` to the last one before `to`.
///
/// Between these two nothing is left out, also where the clocks of two gateways disagree on the
/// times of neighbours: otherwise the balances would not add up. At most `lines_max` lines and one
/// more, so that the caller sees that there are too many. `None` where there is no such wallet.
pub async fn stretch(
    source: impl Into<Source<'_>>,
    wallet_id: WalletId,
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
    lines_max: i64,
) -> Result<Option<Stretch>, ViewError> {
    let mut connection = source.into().acquire().await?;
    let connection = &mut *connection;
    let Some(currency) = currency_of(&mut *connection, wallet_id).await? else {
        return Ok(None);
    };
    let bounds = sqlx::query!(
        "select min(position) as first, max(position) as last from statement_line
         where wallet_id = $1
           and ($2::timestamptz is null or created_at >= $2)
           and ($3::timestamptz is null or created_at < $3)",
        wallet_id.0,
        from,
        to
    )
    .fetch_one(&mut *connection)
    .await?;
    let (Some(first), Some(last)) = (bounds.first, bounds.last) else {
        // A period from the beginning that has no lines lies before all of them.
        let before = match from {
            Some(from) => last_before(&mut *connection, wallet_id, from).await?,
            None => 0,
        };
        return Ok(Some(Stretch {
            wallet_id,
            currency,
            opening: held_at(connection, wallet_id, currency, before).await?,
            lines: Vec::new(),
        }));
    };
    let lines = sqlx::query_as!(
        StoredLine,
        "select * from statement_line
         where wallet_id = $1 and kind = any($2) and position between $3 and $4
         order by position limit $5",
        wallet_id.0,
        &kinds(),
        first,
        last,
        lines_max + 1
    )
    .fetch_all(&mut *connection)
    .await?;
    let lines: Result<_, _> = lines.into_iter().map(StoredLine::show).collect();
    Ok(Some(Stretch {
        wallet_id,
        currency,
        opening: held_at(connection, wallet_id, currency, first - 1).await?,
        lines: lines?,
    }))
}

/// The currency of a wallet; `None` if there is no such wallet.
pub(super) async fn currency_of(
    connection: &mut PgConnection,
    wallet_id: WalletId,
) -> Result<Option<Currency>, ViewError> {
    let head = sqlx::query_scalar!(
        "select currency from statement_head where wallet_id = $1",
        wallet_id.0
    );
    let currency = head.fetch_optional(connection).await?;
    currency
        .map(|code| stored_currency(LINE, &code))
        .transpose()
}

/// The positions at which the wallet has a statement line, ascending.
pub async fn positions_of_lines(
    pool: &PgPool,
    wallet_id: WalletId,
    positions: &[i64],
) -> Result<Vec<i64>, ViewError> {
    let rows = sqlx::query_scalar!(
        "select distinct position from statement_line
         where wallet_id = $1 and kind = any($2) and position = any($3) order by position",
        wallet_id.0,
        &kinds(),
        positions
    );
    Ok(rows.fetch_all(pool).await?)
}

/// Named, the kinds let the index by position be used.
fn kinds() -> Vec<String> {
    let kinds = StatementType::ALL.map(|kind| kind.as_str().to_owned());
    kinds.to_vec()
}

/// The place of the last line before a time; 0 if there is none.
pub(super) async fn last_before(
    connection: &mut PgConnection,
    wallet_id: WalletId,
    time: DateTime<Utc>,
) -> Result<i64, ViewError> {
    let place = sqlx::query_scalar!(
        "select max(position) from statement_line
         where wallet_id = $1 and created_at < $2",
        wallet_id.0,
        time
    );
    Ok(place.fetch_one(connection).await?.unwrap_or(0))
}

/// The main wallet's balance after the last line up to a place that moved it.
pub(super) async fn held_at(
    connection: &mut PgConnection,
    wallet_id: WalletId,
    currency: Currency,
    position: i64,
) -> Result<Money, ViewError> {
    let balance = sqlx::query_scalar!(
        r#"select l.balance as "balance!" from unnest($2::text[]) as wanted (kind)
           cross join lateral (
               select s.balance, s.position from statement_line s
               where s.wallet_id = $1 and s.kind = wanted.kind and s.position <= $3
                 and s.balance is not null
               order by s.position desc limit 1
           ) l
           order by l.position desc limit 1"#,
        wallet_id.0,
        &kinds(),
        position
    )
    .fetch_optional(connection)
    .await?;
    match balance {
        Some(amount) => stored_money(LINE, amount, currency),
        None => Ok(Money::zero(currency)),
    }
}
