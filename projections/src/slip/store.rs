//! The slip view's tables.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use ledger::{Money, RecordedEvent, SlipId, WalletEvent, WalletId};
use rust_decimal::Decimal;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::projection::{
    FoldError, Projection, View, ViewError, WalletRange, stored_currency, stored_money,
    stored_word, wallets_of,
};
use crate::rows::{Difference, first_difference};
use crate::statement::Status;

use super::SlipEntry;
use super::fold::{HeadRow, SlipProjection};

const ENTRY: &str = "slip_entry";
const HEAD: &str = "slip_head";

/// An entry as stored.
pub(super) struct StoredEntry {
    pub(super) wallet_id: Uuid,
    pub(super) slip_id: Uuid,
    pub(super) status: String,
    pub(super) is_referred: bool,
    pub(super) currency: String,
    pub(super) amount: Option<Decimal>,
    pub(super) reason: Option<String>,
    pub(super) sending_bank: Option<String>,
    pub(super) trans_ref: Option<String>,
    pub(super) deposit_account: Option<String>,
    pub(super) created_at: DateTime<Utc>,
    pub(super) ended_at: Option<DateTime<Utc>>,
    pub(super) position: i64,
}

impl StoredEntry {
    pub(super) fn show(self) -> Result<SlipEntry, ViewError> {
        let currency = stored_currency(ENTRY, &self.currency)?;
        let money = |amount| stored_money(ENTRY, amount, currency);
        Ok(SlipEntry {
            slip_id: SlipId(self.slip_id),
            status: stored_word(ENTRY, &self.status, Status::parse)?,
            is_referred: self.is_referred,
            amount: self.amount.map(money).transpose()?,
            reason: self.reason,
            sending_bank: self.sending_bank,
            reference: self.trans_ref,
            deposit_account: self.deposit_account,
            created_at: self.created_at,
            ended_at: self.ended_at,
            position: self.position,
        })
    }
}

impl SlipProjection {
    fn load_head(&mut self, id: Uuid, currency: &str, slips: i64) -> Result<(), ViewError> {
        let currency = stored_currency(HEAD, currency)?;
        self.heads.load(WalletId(id), HeadRow { currency, slips });
        Ok(())
    }

    fn load_entry(&mut self, row: StoredEntry) -> Result<(), ViewError> {
        let key = (WalletId(row.wallet_id), SlipId(row.slip_id));
        self.entries.load(key, row.show()?);
        Ok(())
    }

    async fn save_entries(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let changed: Vec<_> = self.entries.changed().collect();
        if changed.is_empty() {
            return Ok(());
        }
        let column = EntryColumns::of(&changed);
        // The currency comes from the head, which a slip's first event has changed or found.
        let written = sqlx::query!(
            "insert into slip_entry
                 (wallet_id, slip_id, status, is_referred, currency, amount, reason,
                  sending_bank, trans_ref, deposit_account, created_at, ended_at, position)
             select e.wallet_id, e.slip_id, e.status, e.is_referred, h.currency, e.amount,
                    e.reason, e.sending_bank, e.trans_ref, e.deposit_account, e.created_at,
                    e.ended_at, e.position
             from unnest($1::uuid[], $2::uuid[], $3::text[], $4::boolean[], $5::numeric[],
                         $6::text[], $7::text[], $8::text[], $9::text[], $10::timestamptz[],
                         $11::timestamptz[], $12::bigint[])
                 as e (wallet_id, slip_id, status, is_referred, amount, reason, sending_bank,
                       trans_ref, deposit_account, created_at, ended_at, position)
             join slip_head h using (wallet_id)
             on conflict (wallet_id, slip_id) do update
             set status = excluded.status, is_referred = excluded.is_referred,
                 amount = excluded.amount, reason = excluded.reason,
                 sending_bank = excluded.sending_bank, trans_ref = excluded.trans_ref,
                 deposit_account = excluded.deposit_account, ended_at = excluded.ended_at",
            &column.wallet_ids,
            &column.slip_ids,
            &column.statuses,
            &column.are_referred,
            &column.amounts as _,
            &column.reasons as _,
            &column.banks as _,
            &column.references as _,
            &column.accounts as _,
            &column.created as _,
            &column.ended as _,
            &column.positions
        )
        .execute(connection)
        .await?
        .rows_affected();
        if written == changed.len() as u64 {
            Ok(())
        } else {
            Err(ViewError::Row {
                table: HEAD,
                what: format!("{written} of {} slips have a wallet", changed.len()),
            })
        }
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
        let slips: Vec<i64> = changed.iter().map(|(_, head)| head.slips).collect();
        sqlx::query!(
            "insert into slip_head (wallet_id, currency, slips)
             select * from unnest($1::uuid[], $2::text[], $3::bigint[])
             on conflict (wallet_id) do update set slips = excluded.slips",
            &ids,
            &currencies,
            &slips
        )
        .execute(connection)
        .await?;
        Ok(())
    }
}

/// The entries to save, column by column.
#[derive(Default)]
struct EntryColumns {
    wallet_ids: Vec<Uuid>,
    slip_ids: Vec<Uuid>,
    statuses: Vec<String>,
    are_referred: Vec<bool>,
    amounts: Vec<Option<Decimal>>,
    reasons: Vec<Option<String>>,
    banks: Vec<Option<String>>,
    references: Vec<Option<String>>,
    accounts: Vec<Option<String>>,
    created: Vec<DateTime<Utc>>,
    ended: Vec<Option<DateTime<Utc>>>,
    positions: Vec<i64>,
}

impl EntryColumns {
    fn of(entries: &[(&(WalletId, SlipId), &SlipEntry)]) -> Self {
        let mut column = Self::default();
        for ((wallet_id, slip_id), entry) in entries {
            column.wallet_ids.push(wallet_id.0);
            column.slip_ids.push(slip_id.0);
            column.statuses.push(entry.status.as_str().to_owned());
            column.are_referred.push(entry.is_referred);
            column.amounts.push(entry.amount.map(Money::amount));
            column.reasons.push(entry.reason.clone());
            column.banks.push(entry.sending_bank.clone());
            column.references.push(entry.reference.clone());
            column.accounts.push(entry.deposit_account.clone());
            column.created.push(entry.created_at);
            column.ended.push(entry.ended_at);
            column.positions.push(entry.position);
        }
        column
    }
}

impl Projection for SlipProjection {
    const VIEW: View = View::Slip;
    const TABLES: &'static [&'static str] = &[ENTRY, HEAD];

    fn touches(event: &WalletEvent) -> bool {
        matches!(event, WalletEvent::Opened(_) | WalletEvent::Slip(_))
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
            "select wallet_id, currency, slips from slip_head where wallet_id = any($1)",
            &wallets_of::<Self>(events)
        )
        .fetch_all(&mut *connection)
        .await?;
        for row in heads {
            self.load_head(row.wallet_id, &row.currency, row.slips)?;
        }
        // New slips are looked up too: an existing slip must be detected, never overwritten.
        let named: BTreeSet<(Uuid, Uuid)> = events
            .iter()
            .filter_map(|event| {
                let WalletEvent::Slip(slip) = &event.event else {
                    return None;
                };
                Some((event.wallet_id.0, slip.id().0))
            })
            .collect();
        if named.is_empty() {
            return Ok(());
        }
        let (wallet_ids, slip_ids): (Vec<Uuid>, Vec<Uuid>) = named.into_iter().unzip();
        let entries = sqlx::query_as!(
            StoredEntry,
            "select s.* from slip_entry s
             join unnest($1::uuid[], $2::uuid[]) as wanted (wallet_id, slip_id)
                 using (wallet_id, slip_id)",
            &wallet_ids,
            &slip_ids
        )
        .fetch_all(connection)
        .await?;
        entries.into_iter().try_for_each(|row| self.load_entry(row))
    }

    async fn save(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        self.save_heads(connection).await?;
        self.save_entries(connection).await
    }

    async fn load_wallets(
        connection: &mut PgConnection,
        wallets: WalletRange,
    ) -> Result<Self, ViewError> {
        let mut all = Self::default();
        let heads = sqlx::query!(
            "select wallet_id, currency, slips from slip_head where wallet_id between $1 and $2",
            wallets.first,
            wallets.last
        )
        .fetch_all(&mut *connection)
        .await?;
        for row in heads {
            all.load_head(row.wallet_id, &row.currency, row.slips)?;
        }
        let entries = sqlx::query_as!(
            StoredEntry,
            "select * from slip_entry where wallet_id between $1 and $2",
            wallets.first,
            wallets.last
        )
        .fetch_all(connection)
        .await?;
        for row in entries {
            all.load_entry(row)?;
        }
        Ok(all)
    }

    fn first_difference(&self, stored: &Self) -> Option<Difference> {
        first_difference(ENTRY, &self.entries, &stored.entries)
            .or_else(|| first_difference(HEAD, &self.heads, &stored.heads))
    }

    fn row_count(&self) -> usize {
        self.entries.len() + self.heads.len()
    }
}
