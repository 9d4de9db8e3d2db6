//! The statement's tables: loading and saving the rows of a fold.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::NaiveDate;
use ledger::{RecordedEvent, WalletEvent, WalletId};
use rust_decimal::Decimal;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::projection::{
    FoldError, Projection, View, ViewError, WalletRange, stored_currency, stored_money, wallets_of,
};
use crate::rows::{Difference, Rows, first_difference};

use super::columns::LineColumns;
use super::fold::StatementProjection;
use super::lines::{HeadRow, SweepKey, SweepRow};
use super::operation::operation_of;
use super::read::StoredLine;
use super::sweeps::SWEEP;
use super::{LINE, StatementType, stored_type};

const HEAD: &str = "statement_head";
const COUNT: &str = "statement_count";

/// The operations that the events start or continue, and those of the given sweeps, as columns.
///
/// New operations are looked up too: an existing row must be detected, never overwritten.
fn named(
    events: &[Arc<RecordedEvent>],
    sweeps: &Rows<SweepKey, SweepRow>,
) -> (Vec<Uuid>, Vec<String>, Vec<Uuid>) {
    let of_events = events.iter().filter_map(|event| {
        let (kind, id) = operation_of(&event.event)?;
        Some((event.wallet_id.0, kind.as_str(), id))
    });
    let of_sweeps = sweeps.iter().map(|((wallet_id, _), sweep)| {
        let kind = StatementType::Transfer.as_str();
        (wallet_id.0, kind, sweep.onward.0)
    });
    // The line of a grant's end is made from the line that credited it.
    let credited = events.iter().filter_map(|event| {
        let (kind, id) = operation_of(&event.event)?;
        let bonus = StatementType::Bonus.as_str();
        (kind == StatementType::FinishBonus).then_some((event.wallet_id.0, bonus, id))
    });
    let keys: BTreeSet<_> = of_events.chain(of_sweeps).chain(credited).collect();
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
                  reference, deposit_account, bank_account, reason, method, held_until,
                  grant_kind, grant_reference, grant_outcome)
             select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::boolean[], $5::text[],
                  $6::text[], $7::text[], $8::text[], $9::text[], $10::numeric[],
                  $11::numeric[], $12::timestamptz[], $13::timestamptz[], $14::bigint[],
                  $15::text[], $16::text[], $17::uuid[], $18::text[], $19::text[],
                  $20::timestamptz[], $21::text[], $22::text[], $23::text[])
             on conflict (wallet_id, kind, operation_id, is_return) do update
             set status = excluded.status, direction = excluded.direction,
                 amount = excluded.amount, balance = excluded.balance,
                 created_at = excluded.created_at, position = excluded.position,
                 reference = excluded.reference, deposit_account = excluded.deposit_account,
                 reason = excluded.reason, held_until = excluded.held_until",
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
            &column.reasons as _,
            &column.methods as _,
            &column.held as _,
            &column.grant_kinds as _,
            &column.grant_references as _,
            &column.grant_outcomes as _
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
            "merge into statement_count s
             using unnest($1::uuid[], $2::date[], $3::text[], $4::bigint[])
                 as c (wallet_id, day, kind, lines)
             on (s.wallet_id, s.day, s.kind) = (c.wallet_id, c.day, c.kind)
             when matched then update set lines = s.lines + c.lines
             when not matched then insert (wallet_id, day, kind, lines)
                 values (c.wallet_id, c.day, c.kind, c.lines)",
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

impl Projection for StatementProjection {
    const VIEW: View = View::Statement;
    const TABLES: &'static [&'static str] = &[LINE, HEAD, COUNT, SWEEP];

    fn touches(event: &WalletEvent) -> bool {
        matches!(event, WalletEvent::Opened(_) | WalletEvent::Sweep(_))
            || operation_of(event).is_some()
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
        self.load_sweeps(connection, events).await?;
        let (wallet_ids, kinds, operation_ids) = named(events, &self.sweeps);
        if wallet_ids.is_empty() {
            return Ok(());
        }
        // In the key's order and at most both lines of an operation: only the key's own index
        // serves that. Without statistics of the table, the planner might prefer a different index.
        let lines = sqlx::query_as!(
            StoredLine,
            "select s.* from unnest($1::uuid[], $2::text[], $3::uuid[])
                 as wanted (wallet_id, kind, operation_id)
             cross join lateral (
                 select * from statement_line s
                 where (s.operation_id, s.wallet_id, s.kind)
                     = (wanted.operation_id, wanted.wallet_id, wanted.kind)
                 order by s.operation_id, s.wallet_id, s.kind, s.is_return
                 limit 2
             ) as s",
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
        self.save_counts(connection).await?;
        self.save_sweeps(connection).await
    }

    async fn load_wallets(
        connection: &mut PgConnection,
        wallets: WalletRange,
    ) -> Result<Self, ViewError> {
        let mut all = Self::default();
        let heads = sqlx::query!(
            "select wallet_id, currency, balance from statement_head
             where wallet_id between $1 and $2",
            wallets.first,
            wallets.last
        )
        .fetch_all(&mut *connection)
        .await?;
        for row in heads {
            all.load_head(row.wallet_id, &row.currency, row.balance)?;
        }
        let lines = sqlx::query_as!(
            StoredLine,
            "select * from statement_line where wallet_id between $1 and $2",
            wallets.first,
            wallets.last
        )
        .fetch_all(&mut *connection)
        .await?;
        for line in lines {
            let (key, line) = line.read()?;
            all.lines.load(key, line);
        }
        let counts = sqlx::query!(
            "select wallet_id, day, kind, lines from statement_count
             where wallet_id between $1 and $2",
            wallets.first,
            wallets.last
        )
        .fetch_all(&mut *connection)
        .await?;
        for row in counts {
            let key = (WalletId(row.wallet_id), row.day, stored_type(&row.kind)?);
            all.counts.insert(key, row.lines);
        }
        all.load_sweeps_of(connection, wallets).await?;
        Ok(all)
    }

    fn first_difference(&self, stored: &Self) -> Option<Difference> {
        let counters = |of: &Self| {
            let mut rows = Rows::default();
            // A day whose lines have all moved away keeps its row with 0, which says the same.
            for (key, lines) in of.counts.iter().filter(|(_, lines)| **lines != 0) {
                rows.load(*key, *lines);
            }
            rows
        };
        first_difference(LINE, &self.lines, &stored.lines)
            .or_else(|| first_difference(HEAD, &self.heads, &stored.heads))
            .or_else(|| first_difference(COUNT, &counters(self), &counters(stored)))
            .or_else(|| first_difference(SWEEP, &self.sweeps, &stored.sweeps))
    }

    fn row_count(&self) -> usize {
        self.lines.len() + self.heads.len() + self.counts.len() + self.sweeps.len()
    }
}
