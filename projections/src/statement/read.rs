//! Reads statement lines: a page, one operation, and their count.

use chrono::{DateTime, NaiveDate, Utc};
use ledger::{BankAccountId, WalletId};
use rust_decimal::Decimal;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::projection::{ViewError, stored_currency, stored_money, stored_word};
use crate::reward::{parse_kind, parse_outcome};

use super::lines::{LineKey, LineRow};
use super::{
    DepositMethod, Direction, LINE, LineGrant, StatementLine, StatementQuery, StatementType,
    Status, stored_type,
};

/// A line as stored.
pub(super) struct StoredLine {
    pub(super) wallet_id: Uuid,
    pub(super) kind: String,
    pub(super) operation_id: Uuid,
    pub(super) is_return: bool,
    pub(super) status: String,
    pub(super) direction: String,
    pub(super) from_place: String,
    pub(super) to_place: String,
    pub(super) currency: String,
    pub(super) amount: Decimal,
    pub(super) balance: Option<Decimal>,
    pub(super) started_at: DateTime<Utc>,
    pub(super) created_at: DateTime<Utc>,
    pub(super) position: i64,
    pub(super) reference: Option<String>,
    pub(super) deposit_account: Option<String>,
    pub(super) bank_account: Option<Uuid>,
    pub(super) reason: Option<String>,
    pub(super) method: Option<String>,
    pub(super) held_until: Option<DateTime<Utc>>,
    pub(super) grant_kind: Option<String>,
    pub(super) grant_reference: Option<String>,
    pub(super) grant_outcome: Option<String>,
}

impl StoredLine {
    fn grant(&self) -> Result<Option<LineGrant>, ViewError> {
        let (Some(kind), Some(reference)) = (&self.grant_kind, &self.grant_reference) else {
            return Ok(None);
        };
        let outcome = self.grant_outcome.as_deref();
        Ok(Some(LineGrant {
            kind: stored_word(LINE, kind, parse_kind)?,
            reference: reference.clone(),
            outcome: outcome
                .map(|word| stored_word(LINE, word, parse_outcome))
                .transpose()?,
        }))
    }

    pub(super) fn read(self) -> Result<(LineKey, LineRow), ViewError> {
        let currency = stored_currency(LINE, &self.currency)?;
        let money = |amount| stored_money(LINE, amount, currency);
        let kind = stored_type(&self.kind)?;
        let grant = self.grant()?;
        let line = LineRow {
            status: stored_word(LINE, &self.status, Status::parse)?,
            direction: stored_word(LINE, &self.direction, Direction::parse)?,
            from: self.from_place,
            to: self.to_place,
            amount: money(self.amount)?,
            balance: self.balance.map(money).transpose()?,
            started_at: self.started_at,
            created_at: self.created_at,
            position: self.position,
            reference: self.reference,
            deposit_account: self.deposit_account,
            bank_account: self.bank_account.map(BankAccountId),
            reason: self.reason,
            method: match &self.method {
                Some(word) => Some(stored_word(LINE, word, DepositMethod::parse)?),
                None => None,
            },
            held_until: self.held_until,
            grant,
        };
        let key = LineKey {
            wallet_id: WalletId(self.wallet_id),
            kind,
            operation_id: self.operation_id,
            is_return: self.is_return,
        };
        Ok((key, line))
    }

    pub(super) fn show(self) -> Result<StatementLine, ViewError> {
        let (key, line) = self.read()?;
        let suffix = if key.is_return { "-returned" } else { "" };
        Ok(StatementLine {
            id: format!("{}{suffix}", key.operation_id),
            operation_id: key.operation_id,
            is_return: key.is_return,
            statement_type: key.kind,
            status: line.status,
            direction: line.direction,
            from: line.from,
            to: line.to,
            amount: line.amount,
            balance: line.balance,
            created_at: line.created_at,
            started_at: line.started_at,
            position: line.position,
            reference: line.reference,
            deposit_account: line.deposit_account,
            bank_account: line.bank_account,
            reason: line.reason,
            method: line.method,
            held_until: line.held_until,
            grant: line.grant,
        })
    }
}

/// Limit and offset of a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slice {
    /// How many lines to return at most.
    pub(super) limit: i64,
    /// How many lines to skip first.
    pub(super) skipped: i64,
}

impl Slice {
    /// The same lines counted from the oldest one, of so many in all.
    pub(super) fn reversed(self, total: i64) -> Self {
        let rest = (total - self.skipped).max(0);
        let limit = self.limit.min(rest);
        Self {
            limit,
            skipped: rest - limit,
        }
    }
}

/// The times of a wallet's first and last line.
pub(super) async fn time_span(
    connection: &mut PgConnection,
    wallet_id: WalletId,
) -> Result<(Option<DateTime<Utc>>, Option<DateTime<Utc>>), ViewError> {
    let span = sqlx::query!(
        "select min(created_at) as first, max(created_at) as last
         from statement_line where wallet_id = $1",
        wallet_id.0
    )
    .fetch_one(connection)
    .await?;
    Ok((span.first, span.last))
}

// The queries below have an arm for each type.
const _: () = assert!(StatementType::ALL.len() == 6);

/// Lines of a wallet of any time, newest first: the positions come from the index alone, and only
/// the lines of the page are read.
///
/// Each type's positions are in order there. Written out one by one, they are merged as they are
/// read; as a join with the list of types they would all be sorted first.
pub(super) async fn newest_lines(
    connection: &mut PgConnection,
    wallet_id: WalletId,
    kinds: &[String],
    cursor: Option<i64>,
    slice: Slice,
) -> Result<Vec<StatementLine>, ViewError> {
    let rows = sqlx::query_as!(
        StoredLine,
        "select * from statement_line
         where wallet_id = $1 and kind = any($2) and position = any(array(
             (select position from statement_line
              where wallet_id = $1 and kind = ($2::text[])[1] and position < $3 order by position desc)
             union all
             (select position from statement_line
              where wallet_id = $1 and kind = ($2::text[])[2] and position < $3 order by position desc)
             union all
             (select position from statement_line
              where wallet_id = $1 and kind = ($2::text[])[3] and position < $3 order by position desc)
             union all
             (select position from statement_line
              where wallet_id = $1 and kind = ($2::text[])[4] and position < $3 order by position desc)
             union all
             (select position from statement_line
              where wallet_id = $1 and kind = ($2::text[])[5] and position < $3 order by position desc)
             union all
             (select position from statement_line
              where wallet_id = $1 and kind = ($2::text[])[6] and position < $3 order by position desc)
             order by position desc
             limit $4 offset $5))
         order by position desc",
        wallet_id.0,
        kinds,
        cursor.unwrap_or(i64::MAX),
        slice.limit,
        slice.skipped
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter().map(StoredLine::show).collect()
}

/// Like [`newest_lines`], also newest first, but the slice counts from the oldest line.
pub(super) async fn oldest_lines(
    connection: &mut PgConnection,
    wallet_id: WalletId,
    kinds: &[String],
    slice: Slice,
) -> Result<Vec<StatementLine>, ViewError> {
    let rows = sqlx::query_as!(
        StoredLine,
        "select * from statement_line
         where wallet_id = $1 and kind = any($2) and position = any(array(
             (select position from statement_line
              where wallet_id = $1 and kind = ($2::text[])[1] order by position)
             union all
             (select position from statement_line
              where wallet_id = $1 and kind = ($2::text[])[2] order by position)
             union all
             (select position from statement_line
              where wallet_id = $1 and kind = ($2::text[])[3] order by position)
             union all
             (select position from statement_line
              where wallet_id = $1 and kind = ($2::text[])[4] order by position)
             union all
             (select position from statement_line
              where wallet_id = $1 and kind = ($2::text[])[5] order by position)
             union all
             (select position from statement_line
              where wallet_id = $1 and kind = ($2::text[])[6] order by position)
             order by position
             limit $3 offset $4))
         order by position desc",
        wallet_id.0,
        kinds,
        slice.limit,
        slice.skipped
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter().map(StoredLine::show).collect()
}

/// Lines of a wallet within a time, newest first.
///
/// One range scan of the index for each type, then a merge: a rare type is found as quickly as a
/// common one.
pub(super) async fn lines(
    connection: &mut PgConnection,
    wallet_id: WalletId,
    query: &StatementQuery,
    kinds: &[String],
    slice: Slice,
) -> Result<Vec<StatementLine>, ViewError> {
    let rows = sqlx::query_as!(
        StoredLine,
        "select * from statement_line
         where wallet_id = $1 and kind = any($2) and position = any(array(
             select found.position
             from unnest($2::text[]) as wanted (kind)
             cross join lateral (
                 select s.position from statement_line s
                 where s.wallet_id = $1 and s.kind = wanted.kind and s.position < $3
                   and ($4::timestamptz is null or s.created_at >= $4)
                   and ($5::timestamptz is null or s.created_at < $5)
                 order by s.position desc
                 limit $6::bigint + $7::bigint
             ) as found
             order by found.position desc
             limit $6 offset $7))
         order by position desc",
        wallet_id.0,
        kinds,
        query.cursor.unwrap_or(i64::MAX),
        query.from,
        query.to,
        slice.limit,
        slice.skipped
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter().map(StoredLine::show).collect()
}

/// The lines of one operation, in the order of their positions.
pub(super) async fn operation(
    pool: &PgPool,
    wallet_id: WalletId,
    operation_id: Uuid,
) -> Result<Vec<StatementLine>, ViewError> {
    let rows = sqlx::query_as!(
        StoredLine,
        "select * from statement_line
         where wallet_id = $1 and operation_id = $2
         order by position",
        wallet_id.0,
        operation_id
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(StoredLine::show).collect()
}

/// Counts lines: sums the counters of the whole days strictly between the two days, and counts the
/// lines of the given ranges at the edges.
pub(super) async fn count(
    connection: &mut PgConnection,
    wallet_id: WalletId,
    kinds: &[String],
    (first, last): (Option<NaiveDate>, Option<NaiveDate>),
    (starts, ends): (&[DateTime<Utc>], &[DateTime<Utc>]),
) -> Result<i64, ViewError> {
    let count = sqlx::query_scalar!(
        r#"select
             (select coalesce(sum(lines), 0)::bigint from statement_count
              where wallet_id = $1 and kind = any($2)
                and ($3::date is null or day > $3) and ($4::date is null or day < $4))
             + (select count(*)
                from unnest($5::timestamptz[], $6::timestamptz[]) as edge (since, until)
                join statement_line s
                  on s.wallet_id = $1 and s.kind = any($2)
                 and s.created_at >= edge.since and s.created_at < edge.until) as "count!""#,
        wallet_id.0,
        kinds,
        first,
        last,
        starts,
        ends
    )
    .fetch_one(connection)
    .await?;
    Ok(count)
}
