//! The table of open work: loading the rows of a batch, and writing them back.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use ledger::{RecordedEvent, WalletEvent, WalletId};
use rust_decimal::Decimal;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::work::TABLE;
use crate::projection::{
    FoldError, Projection, View, ViewError, WalletRange, stored_currency, stored_money, stored_word,
};
use crate::rows::{Difference, first_difference};

use super::fold::OpenWorkProjection;
use super::shown::{self, OldestItem, Shown};
use super::steps::step_of;
use super::work::{Detail, Kind, Stage, WorkKey, WorkRow};

/// A row as stored.
struct StoredWork {
    kind: String,
    wallet_id: Uuid,
    work_id: Uuid,
    status: String,
    currency: Option<String>,
    amount: Option<Decimal>,
    detail: serde_json::Value,
    begun_at: DateTime<Utc>,
    changed_at: DateTime<Utc>,
    opened_position: i64,
    position: i64,
}

impl StoredWork {
    fn read(self) -> Result<(WorkKey, WorkRow), ViewError> {
        let kind = stored_word(TABLE, &self.kind, Kind::parse)?;
        let detail: Detail =
            serde_json::from_value(self.detail).map_err(|error| shown::bad_row(&error))?;
        if detail.kind() != kind {
            return Err(shown::bad_row(&format!("{kind:?} with {detail:?}")));
        }
        let amount = match self.currency.zip(self.amount) {
            Some((currency, amount)) => {
                let currency = stored_currency(TABLE, &currency)?;
                Some(stored_money(TABLE, amount, currency)?)
            }
            None => None,
        };
        let row = WorkRow {
            stage: stored_word(TABLE, &self.status, Stage::parse)?,
            amount,
            detail,
            begun_at: self.begun_at,
            changed_at: self.changed_at,
            opened_position: self.opened_position,
            position: self.position,
        };
        Ok(((kind, WalletId(self.wallet_id), self.work_id), row))
    }
}

fn show<T: Shown>(rows: Vec<StoredWork>) -> Result<Vec<T>, ViewError> {
    let show = |row: StoredWork| {
        let (key, row) = row.read()?;
        T::show(key, row)
    };
    rows.into_iter().map(show).collect()
}

/// Work of a kind at some stages that began after a position, oldest first.
///
/// Each stage is read along its own stretch of the index and the few results are merged. Otherwise
/// every read would pass over the work left for staff, which may wait for long.
pub(super) async fn walk<T: Shown>(
    pool: &PgPool,
    kind: Kind,
    stages: &[Stage],
    after: i64,
    limit: i64,
) -> Result<Vec<T>, ViewError> {
    let stages: Vec<String> = stages
        .iter()
        .map(|stage| stage.as_str().to_owned())
        .collect();
    let rows = sqlx::query_as!(
        StoredWork,
        r#"select w.kind as "kind!", w.wallet_id as "wallet_id!", w.work_id as "work_id!",
                  w.status as "status!", w.currency as "currency?", w.amount as "amount?",
                  w.detail as "detail!", w.begun_at as "begun_at!",
                  w.changed_at as "changed_at!", w.opened_position as "opened_position!",
                  w.position as "position!"
           from unnest($2::text[]) as wanted (status)
           cross join lateral (
               select * from open_work o
               where o.kind = $1 and o.status = wanted.status and o.opened_position > $3
               order by o.opened_position
               limit $4
           ) as w
           order by w.opened_position
           limit $4"#,
        kind.as_str(),
        &stages,
        after,
        limit
    )
    .fetch_all(pool)
    .await?;
    show(rows)
}

/// A piece of work of a kind at some stages, by its id alone.
pub(super) async fn find<T: Shown>(
    pool: &PgPool,
    kind: Kind,
    stages: &[Stage],
    id: Uuid,
) -> Result<Option<T>, ViewError> {
    let stages: Vec<String> = stages
        .iter()
        .map(|stage| stage.as_str().to_owned())
        .collect();
    let rows = sqlx::query_as!(
        StoredWork,
        "select * from open_work
         where work_id = $1 and kind = $2 and status = any($3) and status <> 'ended'
         limit 1",
        id,
        kind.as_str(),
        &stages
    )
    .fetch_all(pool)
    .await?;
    Ok(show(rows)?.pop())
}

/// Withdrawals that are held at a given time and were requested after a position, oldest first.
pub(super) async fn held<T: Shown>(
    pool: &PgPool,
    at: DateTime<Utc>,
    after: i64,
    limit: i64,
) -> Result<Vec<T>, ViewError> {
    let rows = sqlx::query_as!(
        StoredWork,
        "select * from open_work
         where kind = 'withdrawal' and status = 'started' and opened_position > $1
           and (detail -> 'withdrawal' ->> 'not_before')::timestamptz > $2
         order by opened_position
         limit $3",
        after,
        at,
        limit
    )
    .fetch_all(pool)
    .await?;
    show(rows)
}

/// Work of a kind and one wallet at a stage, oldest first.
pub(super) async fn of_wallet<T: Shown>(
    pool: &PgPool,
    kind: Kind,
    stage: Stage,
    wallet_id: WalletId,
) -> Result<Vec<T>, ViewError> {
    let rows = sqlx::query_as!(
        StoredWork,
        "select * from open_work
         where kind = $1 and wallet_id = $2 and status = $3
         order by opened_position",
        kind.as_str(),
        wallet_id.0,
        stage.as_str()
    )
    .fetch_all(pool)
    .await?;
    show(rows)
}

/// The wallet of a piece of work that waits for a person at a time.
pub(super) async fn waiting_wallet(
    pool: &PgPool,
    id: Uuid,
    at: DateTime<Utc>,
) -> Result<Option<Uuid>, ViewError> {
    let found = sqlx::query_scalar!(
        "select wallet_id from open_work
         where work_id = $1 and status <> 'ended' and case kind
             when 'slip' then status = 'referred'
             when 'qr' then status = 'referred'
             when 'manual_deposit' then true
             when 'transfer' then status = 'unknown'
             when 'withdrawal' then status = 'started'
                 and (detail -> 'withdrawal' ->> 'not_before')::timestamptz > $2
             else false end
         limit 1",
        id,
        at
    );
    Ok(found.fetch_optional(pool).await?)
}

/// How many withdrawals are held at a time.
pub(super) async fn held_count(pool: &PgPool, at: DateTime<Utc>) -> Result<i64, ViewError> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from open_work
           where kind = 'withdrawal' and status = 'started'
             and (detail -> 'withdrawal' ->> 'not_before')::timestamptz > $1"#,
        at
    )
    .fetch_one(pool)
    .await?;
    Ok(count)
}

/// How much work is at each stage of each kind.
pub(super) async fn counts(pool: &PgPool) -> Result<Vec<(Kind, Stage, i64)>, ViewError> {
    let kinds: Vec<String> = Kind::ALL.map(|kind| kind.as_str().to_owned()).into();
    let stages = Stage::ALL.map(|stage| stage.as_str().to_owned());
    let rows = sqlx::query!(
        r#"select kind, status, count(*) as "count!" from open_work
           where kind = any($1) and status = any($2) group by kind, status"#,
        &kinds,
        &stages
    )
    .fetch_all(pool)
    .await?;
    let read = |kind: &str, status: &str, count| {
        let kind = stored_word(TABLE, kind, Kind::parse)?;
        Ok((kind, stored_word(TABLE, status, Stage::parse)?, count))
    };
    rows.iter()
        .map(|row| read(&row.kind, &row.status, row.count))
        .collect()
}

/// The oldest work of each kind that waits for staff at a given time.
pub(super) async fn oldest_for_staff(
    pool: &PgPool,
    at: DateTime<Utc>,
) -> Result<Vec<OldestItem>, ViewError> {
    let oldest = sqlx::query_as!(
        OldestItem,
        r#"select kind, min(begun_at) as "begun_at!" from open_work
           where (kind, status) in (('slip', 'referred'), ('qr', 'referred'),
                                    ('manual_deposit', 'started'), ('transfer', 'unknown'))
              or kind = 'withdrawal' and status = 'started'
                 and (detail -> 'withdrawal' ->> 'not_before')::timestamptz > $1
           group by kind"#,
        at
    );
    Ok(oldest.fetch_all(pool).await?)
}

/// How many open withdrawals began at each of these moments or before. One that was held began when
/// its hold ended.
pub(super) async fn withdrawals_started_before(
    pool: &PgPool,
    moments: &[DateTime<Utc>],
) -> Result<Vec<i64>, ViewError> {
    let counted = sqlx::query_scalar!(
        r#"select count(work_id) as "count!"
           from unnest($1::timestamptz[]) with ordinality as asked (at, place)
           left join open_work on kind = 'withdrawal' and status <> 'ended'
               and greatest(begun_at, (detail -> 'withdrawal' ->> 'not_before')::timestamptz) <= at
           group by place order by place"#,
        moments
    );
    Ok(counted.fetch_all(pool).await?)
}

fn columns<'a>(keys: impl Iterator<Item = &'a WorkKey>) -> (Vec<String>, Vec<Uuid>, Vec<Uuid>) {
    let mut columns = (Vec::new(), Vec::new(), Vec::new());
    for (kind, wallet_id, id) in keys {
        columns.0.push(kind.as_str().to_owned());
        columns.1.push(wallet_id.0);
        columns.2.push(*id);
    }
    columns
}

impl OpenWorkProjection {
    async fn delete(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let (kinds, wallets, ids) = columns(self.work.removed());
        if ids.is_empty() {
            return Ok(());
        }
        sqlx::query!(
            "delete from open_work where (kind, wallet_id, work_id) in
                 (select * from unnest($1::text[], $2::uuid[], $3::uuid[]))",
            &kinds,
            &wallets,
            &ids
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn upsert(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let (keys, rows): (Vec<&WorkKey>, Vec<&WorkRow>) = self.work.changed().unzip();
        if rows.is_empty() {
            return Ok(());
        }
        let (kinds, wallets, ids) = columns(keys.into_iter());
        let details: Vec<serde_json::Value> = rows
            .iter()
            .map(|row| serde_json::to_value(&row.detail).map_err(|error| shown::bad_row(&error)))
            .collect::<Result<_, _>>()?;
        let currency = |row: &WorkRow| row.amount.map(|amount| amount.currency().to_string());
        sqlx::query!(
            "insert into open_work
                 (kind, wallet_id, work_id, status, currency, amount, detail, begun_at,
                  changed_at, opened_position, position)
             select * from unnest($1::text[], $2::uuid[], $3::uuid[], $4::text[], $5::text[],
                 $6::numeric[], $7::jsonb[], $8::timestamptz[], $9::timestamptz[],
                 $10::bigint[], $11::bigint[])
             on conflict (kind, wallet_id, work_id) do update
             set status = excluded.status, currency = excluded.currency,
                 amount = excluded.amount, detail = excluded.detail,
                 begun_at = excluded.begun_at, changed_at = excluded.changed_at,
                 opened_position = excluded.opened_position, position = excluded.position",
            &kinds,
            &wallets,
            &ids,
            &column(&rows, |row| row.stage.as_str().to_owned()),
            &column(&rows, currency) as _,
            &column(&rows, |row| row.amount.map(ledger::Money::amount)) as _,
            &details,
            &column(&rows, |row| row.begun_at) as _,
            &column(&rows, |row| row.changed_at) as _,
            &column(&rows, |row| row.opened_position),
            &column(&rows, |row| row.position)
        )
        .execute(connection)
        .await?;
        Ok(())
    }
}

/// One column of rows to save.
fn column<T>(rows: &[&WorkRow], value: impl Fn(&WorkRow) -> T) -> Vec<T> {
    rows.iter().map(|row| value(row)).collect()
}

impl Projection for OpenWorkProjection {
    const VIEW: View = View::OpenWork;
    const TABLES: &'static [&'static str] = &[TABLE];

    fn touches(event: &WalletEvent) -> bool {
        step_of(event).is_some()
    }

    fn is_about_qr_order(event: &WalletEvent) -> bool {
        step_of(event).is_some_and(|(kind, ..)| kind == Kind::Qr)
    }

    fn fold(&mut self, event: &RecordedEvent) -> Result<(), FoldError> {
        self.fold_event(event).map_err(|reason| reason.at(event))
    }

    async fn load(
        &mut self,
        connection: &mut PgConnection,
        events: &[Arc<RecordedEvent>],
    ) -> Result<(), ViewError> {
        // New work is looked up too: an existing row must be detected, never overwritten.
        let keys: BTreeSet<WorkKey> = events
            .iter()
            .filter_map(|event| {
                let (kind, id, _) = step_of(&event.event)?;
                Some((kind, event.wallet_id, id))
            })
            .collect();
        let (kinds, wallets, ids) = columns(keys.iter());
        let rows = sqlx::query_as!(
            StoredWork,
            "select w.* from open_work w
             join unnest($1::text[], $2::uuid[], $3::uuid[]) as wanted (kind, wallet_id, work_id)
                 using (kind, wallet_id, work_id)",
            &kinds,
            &wallets,
            &ids
        )
        .fetch_all(connection)
        .await?;
        for row in rows {
            let (key, row) = row.read()?;
            self.work.load(key, row);
        }
        Ok(())
    }

    async fn save(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        self.delete(connection).await?;
        self.upsert(connection).await
    }

    async fn load_wallets(
        connection: &mut PgConnection,
        wallets: WalletRange,
    ) -> Result<Self, ViewError> {
        let mut all = Self::default();
        let rows = sqlx::query_as!(
            StoredWork,
            "select * from open_work where wallet_id between $1 and $2",
            wallets.first,
            wallets.last
        )
        .fetch_all(connection)
        .await?;
        for row in rows {
            let (key, row) = row.read()?;
            all.work.load(key, row);
        }
        Ok(all)
    }

    fn first_difference(&self, stored: &Self) -> Option<Difference> {
        first_difference(TABLE, &self.work, &stored.work)
    }

    fn row_count(&self) -> usize {
        self.work.len()
    }
}
