//! The movements of all main wallets together, hour by hour: the figures of a day.

use chrono::{DateTime, Utc};
use ledger::Currency;
use rust_decimal::Decimal;
use sqlx::PgPool;

use crate::projection::{ViewError, stored_currency};
use crate::statement::{Direction, LINE, StatementType};

/// A stretch of time: its end is not part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The first moment.
    pub from: DateTime<Utc>,
    /// The first moment behind it.
    pub to: DateTime<Utc>,
}

/// The successful movements of one hour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HourSum {
    /// The hour of the span, from 0.
    pub hour: i32,
    /// The currency of the amount.
    pub currency: Currency,
    /// The sum of the lines.
    pub amount: Decimal,
    /// How many lines.
    pub lines: i64,
}

/// The successful movements in one direction, hour by hour; hours without a line are left out.
/// Money that came back after a failure does not count as incoming.
pub async fn hours(
    pool: &PgPool,
    kind: StatementType,
    direction: Direction,
    span: Span,
) -> Result<Vec<HourSum>, ViewError> {
    let rows = sqlx::query!(
        r#"select floor(extract(epoch from created_at - $3) / 3600)::int4 as "hour!", currency,
                  sum(amount) as "amount!", count(*) as "lines!"
           from statement_line
           where kind = $1 and created_at >= $3 and created_at < $4
             and direction = $2 and status = 'SUCCESS' and not is_return
           group by 1, 2
           order by 1, 2"#,
        kind.as_str(),
        direction.as_str(),
        span.from,
        span.to,
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(HourSum {
                hour: row.hour,
                currency: stored_currency(LINE, &row.currency)?,
                amount: row.amount,
                lines: row.lines,
            })
        })
        .collect()
}

/// How many players have a line of any kind in a span.
pub async fn active_players(pool: &PgPool, span: Span) -> Result<i64, ViewError> {
    let kinds = StatementType::ALL.map(|kind| kind.as_str().to_owned());
    let count = sqlx::query_scalar!(
        r#"select count(distinct wallet_id) as "count!" from statement_line
           where kind = any($1) and created_at >= $2 and created_at < $3"#,
        &kinds,
        span.from,
        span.to,
    );
    Ok(count.fetch_one(pool).await?)
}
