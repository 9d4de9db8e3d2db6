//! The statement's tables: reading pages and counters, loading and saving what a fold needs.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use ledger::{BankAccountId, RecordedEvent, WalletEvent, WalletId};
use rust_decimal::Decimal;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::projection::{
    FoldError, Projection, View, ViewError, stored_currency, stored_money, stored_word, wallets_of,
};
use crate::rows::{Difference, first_difference};

use super::fold::{HeadRow, LineRow, StatementProjection};
use super::{Direction, LINE, StatementLine, StatementQuery, StatementType, Status, stored_type};

const HEAD: &str = "statement_head";
const COUNT: &str = "statement_count";

/// A line as stored.
struct StoredLine {
    wallet_id: Uuid,
    kind: String,
    operation_id: Uuid,
    is_return: bool,
    status: String,
    direction: String,
    from_place: String,
    to_place: String,
    currency: String,
    amount: Decimal,
    balance: Option<Decimal>,
    started_at: DateTime<Utc>,
    created_at: DateTime<Utc>,
    position: i64,
    reference: Option<String>,
    deposit_account: Option<String>,
    bank_account: Option<Uuid>,
    reason: Option<String>,
}

impl StoredLine {
    fn read(self) -> Result<(super::fold::LineKey, LineRow), ViewError> {
        let currency = stored_currency(LINE, &self.currency)?;
        let money = |amount| stored_money(LINE, amount, currency);
        let kind = stored_type(&self.kind)?;
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
        };
        let wallet_id = WalletId(self.wallet_id);
        Ok(((wallet_id, kind, self.operation_id, self.is_return), line))
    }

    fn show(self) -> Result<StatementLine, ViewError> {
        let ((_, statement_type, operation_id, is_return), line) = self.read()?;
        let suffix = if is_return { "-returned" } else { "" };
        Ok(StatementLine {
            id: format!("{operation_id}{suffix}"),
            operation_id,
            is_return,
            statement_type,
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
        })
    }
}

/// Lines of a wallet, newest first.
///
/// Each type is read along its own stretch of the index and the few results are merged, so that
/// a rare type is found as quickly as a common one.
pub(super) async fn lines(
    pool: &PgPool,
    wallet_id: WalletId,
    query: &StatementQuery,
    kinds: &[String],
    limit: i64,
    skipped: i64,
) -> Result<Vec<StatementLine>, ViewError> {
    let rows = sqlx::query_as!(
        StoredLine,
        r#"select l.wallet_id as "wallet_id!", l.kind as "kind!",
                  l.operation_id as "operation_id!", l.is_return as "is_return!",
                  l.status as "status!", l.direction as "direction!",
                  l.from_place as "from_place!", l.to_place as "to_place!",
                  l.currency as "currency!", l.amount as "amount!", l.balance as "balance?",
                  l.started_at as "started_at!", l.created_at as "created_at!",
                  l.position as "position!", l.reference as "reference?",
                  l.deposit_account as "deposit_account?", l.bank_account as "bank_account?",
                  l.reason as "reason?"
           from unnest($2::text[]) as wanted (kind)
           cross join lateral (
               select * from statement_line s
               where s.wallet_id = $1 and s.kind = wanted.kind and s.position < $3
                 and ($4::timestamptz is null or s.created_at >= $4)
                 and ($5::timestamptz is null or s.created_at < $5)
               order by s.position desc
               limit $6::bigint + $7::bigint
           ) l
           order by l.position desc
           limit $6 offset $7"#,
        wallet_id.0,
        kinds,
        query.cursor.unwrap_or(i64::MAX),
        query.from,
        query.to,
        limit,
        skipped
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(StoredLine::show).collect()
}

/// The lines of one operation, in the order in which they moved money.
pub(super) async fn operation(
    pool: &PgPool,
    wallet_id: WalletId,
    operation_id: Uuid,
) -> Result<Vec<StatementLine>, ViewError> {
    let rows = sqlx::query_as!(
        StoredLine,
        "select * from statement_line
         where wallet_id = $1 and kind = any(array['deposit', 'transfer', 'withdraw'])
           and operation_id = $2
         order by position",
        wallet_id.0,
        operation_id
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(StoredLine::show).collect()
}

/// Counts lines: counters of the days between, and the lines of the given stretches.
pub(super) async fn count(
    pool: &PgPool,
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
    .fetch_one(pool)
    .await?;
    Ok(count)
}

/// The operations that the events begin or go on with, as columns.
///
/// Those that begin are looked for too: one that is there already must be seen, not overwritten.
fn named(events: &[Arc<RecordedEvent>]) -> (Vec<Uuid>, Vec<String>, Vec<Uuid>) {
    let mut keys = BTreeSet::new();
    for event in events {
        let (kind, id) = match &event.event {
            WalletEvent::Deposited { slip_id, .. } => (StatementType::Deposit, slip_id.0),
            WalletEvent::TransferStarted { transfer_id, .. }
            | WalletEvent::TransferCompleted { transfer_id, .. }
            | WalletEvent::TransferReturned { transfer_id, .. } => {
                (StatementType::Transfer, transfer_id.0)
            }
            WalletEvent::WithdrawalRequested { withdrawal_id, .. }
            | WalletEvent::WithdrawalPaid { withdrawal_id, .. }
            | WalletEvent::WithdrawalReturned { withdrawal_id, .. } => {
                (StatementType::Withdraw, withdrawal_id.0)
            }
            _ => continue,
        };
        keys.insert((event.wallet_id.0, kind.as_str(), id));
    }
    let mut columns = (Vec::new(), Vec::new(), Vec::new());
    for (wallet_id, kind, id) in keys {
        columns.0.push(wallet_id);
        columns.1.push(kind.to_owned());
        columns.2.push(id);
    }
    columns
}

impl StatementProjection {
    fn load_head(&mut self, id: Uuid, currency: &str, amount: Decimal) -> Result<(), ViewError> {
        let currency = stored_currency(HEAD, currency)?;
        let balance = stored_money(HEAD, amount, currency)?;
        self.heads.load(WalletId(id), HeadRow { currency, balance });
        Ok(())
    }

    async fn save_lines(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let changed: Vec<_> = self.lines.changed().collect();
        if changed.is_empty() {
            return Ok(());
        }
        let column = LineColumns::of(&changed);
        sqlx::query!(
            "insert into statement_line
                 (wallet_id, kind, operation_id, is_return, status, direction, from_place,
                  to_place, currency, amount, balance, started_at, created_at, position,
                  reference, deposit_account, bank_account, reason)
             select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::boolean[], $5::text[],
                  $6::text[], $7::text[], $8::text[], $9::text[], $10::numeric[],
                  $11::numeric[], $12::timestamptz[], $13::timestamptz[], $14::bigint[],
                  $15::text[], $16::text[], $17::uuid[], $18::text[])
             on conflict (wallet_id, kind, operation_id, is_return) do update
             set status = excluded.status, direction = excluded.direction,
                 balance = excluded.balance, created_at = excluded.created_at,
                 position = excluded.position, reference = excluded.reference,
                 reason = excluded.reason",
            &column.wallet_ids,
            &column.kinds,
            &column.operation_ids,
            &column.are_returns,
            &column.statuses,
            &column.directions,
            &column.froms,
            &column.tos,
            &column.currencies,
            &column.amounts,
            &column.balances as _,
            &column.started as _,
            &column.created as _,
            &column.positions,
            &column.references as _,
            &column.deposit_accounts as _,
            &column.bank_accounts as _,
            &column.reasons as _
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn save_heads(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let changed: Vec<_> = self.heads.changed().collect();
        if changed.is_empty() {
            return Ok(());
        }
        let ids: Vec<Uuid> = changed.iter().map(|(id, _)| id.0).collect();
        let currencies: Vec<String> = changed
            .iter()
            .map(|(_, head)| head.currency.to_string())
            .collect();
        let balances: Vec<Decimal> = changed
            .iter()
            .map(|(_, head)| head.balance.amount())
            .collect();
        sqlx::query!(
            "insert into statement_head (wallet_id, currency, balance)
             select * from unnest($1::uuid[], $2::text[], $3::numeric[])
             on conflict (wallet_id) do update set balance = excluded.balance",
            &ids,
            &currencies,
            &balances
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn save_counts(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let changed: Vec<_> = self.counts.iter().filter(|(_, by)| **by != 0).collect();
        if changed.is_empty() {
            return Ok(());
        }
        let ids: Vec<Uuid> = changed.iter().map(|((id, ..), _)| id.0).collect();
        let days: Vec<NaiveDate> = changed.iter().map(|((_, day, _), _)| *day).collect();
        let kinds: Vec<String> = changed
            .iter()
            .map(|((.., kind), _)| kind.as_str().to_owned())
            .collect();
        let steps: Vec<i64> = changed.iter().map(|(_, by)| **by).collect();
        // Not "on conflict": the row to insert would be checked first, and a change of -1 is none.
        sqlx::query!(
            "with change as (
                 select * from unnest($1::uuid[], $2::date[], $3::text[], $4::bigint[])
                     as c (wallet_id, day, kind, lines)
             ), updated as (
                 update statement_count s set lines = s.lines + c.lines
                 from change c
                 where (s.wallet_id, s.day, s.kind) = (c.wallet_id, c.day, c.kind)
                 returning s.wallet_id, s.day, s.kind
             )
             insert into statement_count (wallet_id, day, kind, lines)
             select c.* from change c left join updated u using (wallet_id, day, kind)
             where u.wallet_id is null",
            &ids,
            &days,
            &kinds,
            &steps
        )
        .execute(connection)
        .await?;
        Ok(())
    }
}

/// The lines to save, column by column.
#[derive(Default)]
struct LineColumns {
    wallet_ids: Vec<Uuid>,
    kinds: Vec<String>,
    operation_ids: Vec<Uuid>,
    are_returns: Vec<bool>,
    statuses: Vec<String>,
    directions: Vec<String>,
    froms: Vec<String>,
    tos: Vec<String>,
    currencies: Vec<String>,
    amounts: Vec<Decimal>,
    balances: Vec<Option<Decimal>>,
    started: Vec<DateTime<Utc>>,
    created: Vec<DateTime<Utc>>,
    positions: Vec<i64>,
    references: Vec<Option<String>>,
    deposit_accounts: Vec<Option<String>>,
    bank_accounts: Vec<Option<Uuid>>,
    reasons: Vec<Option<String>>,
}

impl LineColumns {
    fn of(lines: &[(&super::fold::LineKey, &LineRow)]) -> Self {
        let mut column = Self::default();
        for ((wallet_id, kind, operation_id, is_return), line) in lines {
            column.wallet_ids.push(wallet_id.0);
            column.kinds.push(kind.as_str().to_owned());
            column.operation_ids.push(*operation_id);
            column.are_returns.push(*is_return);
            column.statuses.push(line.status.as_str().to_owned());
            column.directions.push(line.direction.as_str().to_owned());
            column.froms.push(line.from.clone());
            column.tos.push(line.to.clone());
            column.currencies.push(line.amount.currency().to_string());
            column.amounts.push(line.amount.amount());
            column
                .balances
                .push(line.balance.map(ledger::Money::amount));
            column.started.push(line.started_at);
            column.created.push(line.created_at);
            column.positions.push(line.position);
            column.references.push(line.reference.clone());
            column.deposit_accounts.push(line.deposit_account.clone());
            column.bank_accounts.push(line.bank_account.map(|id| id.0));
            column.reasons.push(line.reason.clone());
        }
        column
    }
}

impl Projection for StatementProjection {
    const VIEW: View = View::Statement;
    const TABLES: &'static [&'static str] = &[LINE, HEAD, COUNT];

    fn touches(event: &WalletEvent) -> bool {
        match event {
            WalletEvent::Opened { .. }
            | WalletEvent::Deposited { .. }
            | WalletEvent::TransferStarted { .. }
            | WalletEvent::TransferCompleted { .. }
            | WalletEvent::TransferReturned { .. }
            | WalletEvent::WithdrawalRequested { .. }
            | WalletEvent::WithdrawalPaid { .. }
            | WalletEvent::WithdrawalReturned { .. } => true,
            WalletEvent::SlipSubmitted { .. }
            | WalletEvent::SlipReferred { .. }
            | WalletEvent::SlipRejected { .. }
            | WalletEvent::GameAccountOpened { .. }
            | WalletEvent::TransferSent { .. }
            | WalletEvent::TransferUnknown { .. }
            | WalletEvent::GameBalanceObserved { .. }
            | WalletEvent::WithdrawalSent { .. }
            | WalletEvent::WithdrawalUnknown { .. } => false,
        }
    }

    fn fold(&mut self, event: &RecordedEvent) -> Result<(), FoldError> {
        self.fold_event(event).map_err(|reason| reason.at(event))
    }

    async fn load(
        &mut self,
        connection: &mut PgConnection,
        events: &[Arc<RecordedEvent>],
    ) -> Result<(), ViewError> {
        let heads = sqlx::query!(
            "select wallet_id, currency, balance from statement_head where wallet_id = any($1)",
            &wallets_of::<Self>(events)
        )
        .fetch_all(&mut *connection)
        .await?;
        for row in heads {
            self.load_head(row.wallet_id, &row.currency, row.balance)?;
        }
        let (wallet_ids, kinds, operation_ids) = named(events);
        if wallet_ids.is_empty() {
            return Ok(());
        }
        let lines = sqlx::query_as!(
            StoredLine,
            "select s.* from statement_line s
             join unnest($1::uuid[], $2::text[], $3::uuid[])
                 as wanted (wallet_id, kind, operation_id)
                 using (wallet_id, kind, operation_id)",
            &wallet_ids,
            &kinds,
            &operation_ids
        )
        .fetch_all(&mut *connection)
        .await?;
        for line in lines {
            let (key, line) = line.read()?;
            self.lines.load(key, line);
        }
        Ok(())
    }

    async fn save(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        self.save_lines(connection).await?;
        self.save_heads(connection).await?;
        self.save_counts(connection).await
    }

    async fn load_all(connection: &mut PgConnection) -> Result<Self, ViewError> {
        let mut all = Self::default();
        let heads = sqlx::query!("select wallet_id, currency, balance from statement_head")
            .fetch_all(&mut *connection)
            .await?;
        for row in heads {
            all.load_head(row.wallet_id, &row.currency, row.balance)?;
        }
        let lines = sqlx::query_as!(StoredLine, "select * from statement_line")
            .fetch_all(&mut *connection)
            .await?;
        for line in lines {
            let (key, line) = line.read()?;
            all.lines.load(key, line);
        }
        let counts = sqlx::query!("select wallet_id, day, kind, lines from statement_count")
            .fetch_all(&mut *connection)
            .await?;
        for row in counts {
            let key = (WalletId(row.wallet_id), row.day, stored_type(&row.kind)?);
            all.counts.insert(key, row.lines);
        }
        Ok(all)
    }

    fn first_difference(&self, stored: &Self) -> Option<Difference> {
        let counters = |of: &Self| {
            let mut rows = crate::rows::Rows::default();
            // A day whose lines have all moved away keeps its row with 0, which says the same.
            for (key, lines) in of.counts.iter().filter(|(_, lines)| **lines != 0) {
                rows.load(*key, *lines);
            }
            rows
        };
        first_difference(LINE, &self.lines, &stored.lines)
            .or_else(|| first_difference(HEAD, &self.heads, &stored.heads))
            .or_else(|| first_difference(COUNT, &counters(self), &counters(stored)))
    }

    fn row_count(&self) -> usize {
        self.lines.len() + self.heads.len() + self.counts.len()
    }
}
