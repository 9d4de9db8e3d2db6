//! A period of the main wallet: sums by type, and the balance at the end of each day.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use ledger::pool::Source;
use ledger::{Money, WalletId};
use rust_decimal::Decimal;

use crate::projection::{ViewError, stored_money};

use super::stretch::{currency_of, held_at, last_before};
use super::{LINE, StatementType, stored_type};

/// A period of a wallet's statement in figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The main wallet before the period.
    pub opening: Money,
    /// The main wallet after it.
    pub closing: Money,
    /// The sums by type; a type without movements is absent.
    pub sums: Vec<TypeSum>,
    /// The days on which money moved, oldest first.
    pub days: Vec<DayBalance>,
}

/// The sum of the lines of one type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeSum {
    /// Their type.
    pub statement_type: StatementType,
    /// Into the main wallet.
    pub moved_in: Money,
    /// Out of the main wallet.
    pub moved_out: Money,
}

/// The main wallet at the end of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayBalance {
    /// The day by Indochina time.
    pub day: NaiveDate,
    /// The balance after the day's last movement.
    pub balance: Money,
    position: i64,
}

/// Sums up the lines that moved money at or after `from` and before `to`. It costs as much as there
/// are lines in the period. `None` if there is no such wallet.
pub async fn summary(
    source: impl Into<Source<'_>>,
    wallet_id: WalletId,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
) -> Result<Option<Summary>, ViewError> {
    let mut connection = source.into().acquire().await?;
    let connection = &mut *connection;
    let Some(currency) = currency_of(&mut *connection, wallet_id).await? else {
        return Ok(None);
    };
    let money = |amount| stored_money(LINE, amount, currency);
    let rows = sqlx::query!(
        r#"select kind, (created_at at time zone 'Asia/Bangkok')::date as "day!",
             coalesce(sum(amount) filter (where direction = 'in'), 0) as "moved_in!",
             coalesce(sum(amount) filter (where direction = 'out'), 0) as "moved_out!",
             max(position) as "position!",
             (array_agg(balance order by position desc))[1] as "balance!"
           from statement_line
           where wallet_id = $1 and created_at >= $2 and created_at < $3 and balance is not null
           group by 1, 2"#,
        wallet_id.0,
        from,
        to
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut moved: BTreeMap<StatementType, Moved> = BTreeMap::new();
    let mut days: BTreeMap<NaiveDate, DayBalance> = BTreeMap::new();
    let mut net = Decimal::ZERO;
    for row in rows {
        let sum = moved.entry(stored_type(&row.kind)?).or_default();
        sum.inward += row.moved_in;
        sum.outward += row.moved_out;
        net += row.moved_in - row.moved_out;
        let found = DayBalance {
            day: row.day,
            balance: money(row.balance)?,
            position: row.position,
        };
        let last = days.entry(row.day).or_insert(found);
        if last.position < found.position {
            *last = found;
        }
    }
    let closing = if let Some(last) = days.values().max_by_key(|day| day.position) {
        last.balance
    } else {
        let before = last_before(&mut *connection, wallet_id, from).await?;
        held_at(connection, wallet_id, currency, before).await?
    };
    let sums = moved.into_iter().map(|(statement_type, sum)| {
        Ok(TypeSum {
            statement_type,
            moved_in: money(sum.inward)?,
            moved_out: money(sum.outward)?,
        })
    });
    Ok(Some(Summary {
        // Counted back, so that the figures add up also where the clocks of two gateways differ at
        // the edge of the period.
        opening: money(closing.amount() - net)?,
        closing,
        sums: sums.collect::<Result<_, ViewError>>()?,
        days: days.into_values().collect(),
    }))
}

/// The sum of the lines of a type so far.
#[derive(Default)]
struct Moved {
    inward: Decimal,
    outward: Decimal,
}
