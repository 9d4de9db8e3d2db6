//! The slips that a player has uploaded, each with its status and the reason when it failed.
//!
//! A slip that staff must look at stays `PENDING` and is marked as referred. The picture itself is
//! not here: it stands in an erasable store under the slip's id.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use ledger::{Currency, Money, RecordedEvent, SlipId, WalletEvent, WalletId};
use rust_decimal::Decimal;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::projection::{
    FoldError, FoldReason, Projection, View, ViewError, stored_currency, stored_money, stored_word,
    time_of, wallets_of,
};
use crate::rows::{Difference, Rows, first_difference};
use crate::statement::{LIMIT_MAX, Status};

const ENTRY: &str = "slip_entry";
const HEAD: &str = "slip_head";

/// A slip as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlipEntry {
    /// The slip.
    pub slip_id: SlipId,
    /// How far it is.
    pub status: Status,
    /// Whether it waits for staff.
    pub is_referred: bool,
    /// What it brought; `None` unless credited.
    pub amount: Option<Money>,
    /// The product's reason code (`EXPIRED_SLIP`, …) of a slip that failed; what staff must look
    /// at while it is referred.
    pub reason: Option<String>,
    /// The bank in its QR: three digits, or `BCEL`.
    pub sending_bank: Option<String>,
    /// The bank's reference in its QR.
    pub reference: Option<String>,
    /// Id of the operator's account that received it.
    pub deposit_account: Option<String>,
    /// When it was uploaded.
    pub created_at: DateTime<Utc>,
    /// When it was credited or refused.
    pub ended_at: Option<DateTime<Utc>>,
    /// The event that uploaded it: its place in the list.
    pub position: i64,
}

/// Which slips to show. Newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlipQuery {
    /// The page, from 1; not looked at when there is a cursor.
    pub page: i64,
    /// Only slips before this position: the `next_cursor` of the page before.
    pub cursor: Option<i64>,
    /// Slips a page, 1 to 100.
    pub limit: i64,
}

impl Default for SlipQuery {
    fn default() -> Self {
        Self {
            page: 1,
            cursor: None,
            limit: 10,
        }
    }
}

/// A page of slips.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlipPage {
    /// How many slips the player has uploaded.
    pub total: i64,
    /// The slips, newest first.
    pub slips: Vec<SlipEntry>,
    /// Where the next page goes on; `None` on the last one.
    pub next_cursor: Option<i64>,
}

/// A page of a wallet's slips; a wallet without slips has an empty one.
pub async fn page(
    pool: &PgPool,
    wallet_id: WalletId,
    query: &SlipQuery,
) -> Result<SlipPage, ViewError> {
    let limit = query.limit.clamp(1, LIMIT_MAX);
    let total = sqlx::query_scalar!(
        "select slips from slip_head where wallet_id = $1",
        wallet_id.0
    )
    .fetch_optional(pool)
    .await?
    .unwrap_or(0);
    let skipped = match query.cursor {
        Some(_) => 0,
        None => query.page.max(1).saturating_sub(1).saturating_mul(limit),
    };
    let mut page = SlipPage {
        total,
        slips: Vec::new(),
        next_cursor: None,
    };
    if skipped >= total {
        return Ok(page);
    }
    let rows = sqlx::query_as!(
        StoredEntry,
        "select * from slip_entry where wallet_id = $1 and position < $2
         order by position desc limit $3 offset $4",
        wallet_id.0,
        query.cursor.unwrap_or(i64::MAX),
        // One more than asked for tells whether there is a next page.
        limit + 1,
        skipped
    )
    .fetch_all(pool)
    .await?;
    for row in rows {
        page.slips.push(row.show()?);
    }
    let wanted = usize::try_from(limit).unwrap_or(usize::MAX);
    if page.slips.len() > wanted {
        page.slips.truncate(wanted);
        page.next_cursor = page.slips.last().map(|slip| slip.position);
    }
    Ok(page)
}

/// A slip of this wallet by its id; another wallet's slip is not found.
pub async fn find_by_id(
    pool: &PgPool,
    wallet_id: WalletId,
    slip_id: SlipId,
) -> Result<Option<SlipEntry>, ViewError> {
    sqlx::query_as!(
        StoredEntry,
        "select * from slip_entry where wallet_id = $1 and slip_id = $2",
        wallet_id.0,
        slip_id.0
    )
    .fetch_optional(pool)
    .await?
    .map(StoredEntry::show)
    .transpose()
}

/// A slip of this wallet by the bank's reference: the credited one if there is one, else the last.
pub async fn find_by_reference(
    pool: &PgPool,
    wallet_id: WalletId,
    reference: &str,
) -> Result<Option<SlipEntry>, ViewError> {
    sqlx::query_as!(
        StoredEntry,
        "select * from slip_entry where wallet_id = $1 and trans_ref = $2
         order by status = 'SUCCESS' desc, position desc limit 1",
        wallet_id.0,
        reference
    )
    .fetch_optional(pool)
    .await?
    .map(StoredEntry::show)
    .transpose()
}

/// A row of `slip_head`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct HeadRow {
    currency: Currency,
    slips: i64,
}

/// An entry as stored.
struct StoredEntry {
    wallet_id: Uuid,
    slip_id: Uuid,
    status: String,
    is_referred: bool,
    currency: String,
    amount: Option<Decimal>,
    reason: Option<String>,
    sending_bank: Option<String>,
    trans_ref: Option<String>,
    deposit_account: Option<String>,
    created_at: DateTime<Utc>,
    ended_at: Option<DateTime<Utc>>,
    position: i64,
}

impl StoredEntry {
    fn show(self) -> Result<SlipEntry, ViewError> {
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

/// The slip view's writer.
#[derive(Debug, Default)]
pub(crate) struct SlipProjection {
    entries: Rows<(WalletId, SlipId), SlipEntry>,
    heads: Rows<WalletId, HeadRow>,
}

impl SlipProjection {
    fn fold_event(&mut self, event: &RecordedEvent) -> Result<(), FoldReason> {
        match &event.event {
            WalletEvent::Opened { currency } => {
                if self.heads.contains(&event.wallet_id) {
                    return Err(FoldReason::AlreadyThere("wallet"));
                }
                let (currency, slips) = (*currency, 0);
                self.heads.put(event.wallet_id, HeadRow { currency, slips });
            }
            WalletEvent::SlipSubmitted { slip_id, reference } => {
                let key = (event.wallet_id, *slip_id);
                if self.entries.contains(&key) {
                    return Err(FoldReason::AlreadyThere("slip"));
                }
                let head = self.heads.change(&event.wallet_id);
                head.ok_or(FoldReason::NotOpen)?.slips += 1;
                let mut entry = new_entry(event, *slip_id);
                if let Some(reference) = reference {
                    entry.sending_bank = Some(reference.sending_bank.clone());
                    entry.reference = Some(reference.trans_ref.clone());
                }
                self.entries.put(key, entry);
            }
            WalletEvent::SlipReferred { slip_id, reason } => {
                let entry = self.entry(event, *slip_id)?;
                entry.is_referred = true;
                entry.reason = Some(reason.clone());
            }
            WalletEvent::SlipRejected { slip_id, reason } => {
                let entry = self.entry(event, *slip_id)?;
                entry.status = Status::Failed;
                entry.is_referred = false;
                entry.reason = Some(reason.code().to_owned());
                entry.ended_at = Some(time_of(event));
            }
            WalletEvent::Deposited {
                slip_id,
                reference,
                deposit_account,
                amount,
                ..
            } => {
                let entry = self.entry(event, *slip_id)?;
                entry.status = Status::Success;
                entry.is_referred = false;
                entry.reason = None;
                entry.amount = Some(*amount);
                entry.sending_bank = Some(reference.sending_bank.clone());
                entry.reference = Some(reference.trans_ref.clone());
                entry.deposit_account = Some(deposit_account.clone());
                entry.ended_at = Some(time_of(event));
            }
            _ => {}
        }
        Ok(())
    }

    fn entry(
        &mut self,
        event: &RecordedEvent,
        slip_id: SlipId,
    ) -> Result<&mut SlipEntry, FoldReason> {
        self.entries
            .change(&(event.wallet_id, slip_id))
            .ok_or(FoldReason::Unknown("slip"))
    }

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

fn new_entry(event: &RecordedEvent, slip_id: SlipId) -> SlipEntry {
    SlipEntry {
        slip_id,
        status: Status::Pending,
        is_referred: false,
        amount: None,
        reason: None,
        sending_bank: None,
        reference: None,
        deposit_account: None,
        created_at: time_of(event),
        ended_at: None,
        position: event.position,
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
        matches!(
            event,
            WalletEvent::Opened { .. }
                | WalletEvent::SlipSubmitted { .. }
                | WalletEvent::SlipReferred { .. }
                | WalletEvent::SlipRejected { .. }
                | WalletEvent::Deposited { .. }
        )
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
        // Those that begin too: a slip that is there already must be seen, not overwritten.
        let named: BTreeSet<(Uuid, Uuid)> = events
            .iter()
            .filter_map(|event| match &event.event {
                WalletEvent::SlipSubmitted { slip_id, .. }
                | WalletEvent::SlipReferred { slip_id, .. }
                | WalletEvent::SlipRejected { slip_id, .. }
                | WalletEvent::Deposited { slip_id, .. } => Some((event.wallet_id.0, slip_id.0)),
                _ => None,
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

    async fn load_all(connection: &mut PgConnection) -> Result<Self, ViewError> {
        let mut all = Self::default();
        let heads = sqlx::query!("select wallet_id, currency, slips from slip_head")
            .fetch_all(&mut *connection)
            .await?;
        for row in heads {
            all.load_head(row.wallet_id, &row.currency, row.slips)?;
        }
        let entries = sqlx::query_as!(StoredEntry, "select * from slip_entry")
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
