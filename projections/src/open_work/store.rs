//! The tables of the open work.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use ledger::wallet::{Place, SlipReference, TransferStatus, WithdrawalStatus};
use ledger::{
    BankAccountId, RecordedEvent, SlipId, TransferId, WalletEvent, WalletId, WithdrawalId,
};
use rust_decimal::Decimal;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::projection::{
    FoldError, Projection, View, ViewError, stored_currency, stored_money, stored_word,
};
use crate::rows::{Difference, first_difference};

use super::fold::OpenWorkProjection;
use super::{OpenSlip, OpenTransfer, OpenWithdrawal};

const TRANSFER: &str = "open_transfer";
const WITHDRAWAL: &str = "open_withdrawal";
const SLIP: &str = "open_slip";

struct StoredTransfer {
    wallet_id: Uuid,
    transfer_id: Uuid,
    from_place: String,
    to_place: String,
    currency: String,
    amount: Decimal,
    status: String,
    started_at: DateTime<Utc>,
    changed_at: DateTime<Utc>,
    opened_position: i64,
    position: i64,
}

impl StoredTransfer {
    fn read(self) -> Result<OpenTransfer, ViewError> {
        let currency = stored_currency(TRANSFER, &self.currency)?;
        let place = |text: &str| stored_word(TRANSFER, text, |text| text.parse::<Place>().ok());
        Ok(OpenTransfer {
            wallet_id: WalletId(self.wallet_id),
            transfer_id: TransferId(self.transfer_id),
            from: place(&self.from_place)?,
            to: place(&self.to_place)?,
            amount: stored_money(TRANSFER, self.amount, currency)?,
            status: stored_word(TRANSFER, &self.status, transfer_status)?,
            started_at: self.started_at,
            changed_at: self.changed_at,
            opened_position: self.opened_position,
            position: self.position,
        })
    }
}

struct StoredWithdrawal {
    wallet_id: Uuid,
    withdrawal_id: Uuid,
    bank_account: Uuid,
    currency: String,
    amount: Decimal,
    status: String,
    requested_at: DateTime<Utc>,
    changed_at: DateTime<Utc>,
    opened_position: i64,
    position: i64,
}

impl StoredWithdrawal {
    fn read(self) -> Result<OpenWithdrawal, ViewError> {
        let currency = stored_currency(WITHDRAWAL, &self.currency)?;
        Ok(OpenWithdrawal {
            wallet_id: WalletId(self.wallet_id),
            withdrawal_id: WithdrawalId(self.withdrawal_id),
            bank_account: BankAccountId(self.bank_account),
            amount: stored_money(WITHDRAWAL, self.amount, currency)?,
            status: stored_word(WITHDRAWAL, &self.status, withdrawal_status)?,
            requested_at: self.requested_at,
            changed_at: self.changed_at,
            opened_position: self.opened_position,
            position: self.position,
        })
    }
}

struct StoredSlip {
    wallet_id: Uuid,
    slip_id: Uuid,
    sending_bank: Option<String>,
    trans_ref: Option<String>,
    status: String,
    submitted_at: DateTime<Utc>,
    changed_at: DateTime<Utc>,
    opened_position: i64,
    position: i64,
}

impl StoredSlip {
    fn read(self) -> OpenSlip {
        let reference = self.sending_bank.zip(self.trans_ref);
        OpenSlip {
            wallet_id: WalletId(self.wallet_id),
            slip_id: SlipId(self.slip_id),
            reference: reference.map(|(sending_bank, trans_ref)| SlipReference {
                sending_bank,
                trans_ref,
            }),
            is_referred: self.status == "referred",
            submitted_at: self.submitted_at,
            changed_at: self.changed_at,
            opened_position: self.opened_position,
            position: self.position,
        }
    }
}

/// The word for an open transfer's status; ended ones have no row.
fn transfer_word(status: TransferStatus) -> &'static str {
    match status {
        TransferStatus::Started => "started",
        TransferStatus::Sent => "sent",
        TransferStatus::Unknown => "unknown",
        TransferStatus::Completed | TransferStatus::Returned => "ended",
    }
}

fn transfer_status(text: &str) -> Option<TransferStatus> {
    [
        TransferStatus::Started,
        TransferStatus::Sent,
        TransferStatus::Unknown,
    ]
    .into_iter()
    .find(|status| transfer_word(*status) == text)
}

/// The word for an open withdrawal's status; ended ones have no row.
fn withdrawal_word(status: WithdrawalStatus) -> &'static str {
    match status {
        WithdrawalStatus::Requested => "requested",
        WithdrawalStatus::Sent => "sent",
        WithdrawalStatus::Unknown => "unknown",
        WithdrawalStatus::Paid | WithdrawalStatus::Returned => "ended",
    }
}

fn withdrawal_status(text: &str) -> Option<WithdrawalStatus> {
    [
        WithdrawalStatus::Requested,
        WithdrawalStatus::Sent,
        WithdrawalStatus::Unknown,
    ]
    .into_iter()
    .find(|status| withdrawal_word(*status) == text)
}

pub(super) async fn transfers(
    pool: &PgPool,
    after: i64,
    limit: i64,
) -> Result<Vec<OpenTransfer>, ViewError> {
    let rows = sqlx::query_as!(
        StoredTransfer,
        "select * from open_transfer where opened_position > $1
         order by opened_position limit $2",
        after,
        limit
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(StoredTransfer::read).collect()
}

pub(super) async fn withdrawals(
    pool: &PgPool,
    after: i64,
    limit: i64,
) -> Result<Vec<OpenWithdrawal>, ViewError> {
    let rows = sqlx::query_as!(
        StoredWithdrawal,
        "select * from open_withdrawal where opened_position > $1
         order by opened_position limit $2",
        after,
        limit
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(StoredWithdrawal::read).collect()
}

pub(super) async fn slips(
    pool: &PgPool,
    status: &str,
    after: i64,
    limit: i64,
) -> Result<Vec<OpenSlip>, ViewError> {
    let rows = sqlx::query_as!(
        StoredSlip,
        "select * from open_slip where status = $1 and opened_position > $2
         order by opened_position limit $3",
        status,
        after,
        limit
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(StoredSlip::read).collect())
}

/// A wallet's slip, transfer or withdrawal that an event goes on with or ends.
#[derive(Default)]
struct Continued {
    transfers: BTreeSet<(Uuid, Uuid)>,
    withdrawals: BTreeSet<(Uuid, Uuid)>,
    slips: BTreeSet<(Uuid, Uuid)>,
}

impl Continued {
    fn of(events: &[Arc<RecordedEvent>]) -> Self {
        let mut all = Self::default();
        for event in events {
            let wallet_id = event.wallet_id.0;
            match &event.event {
                WalletEvent::TransferSent { transfer_id }
                | WalletEvent::TransferUnknown { transfer_id, .. }
                | WalletEvent::TransferCompleted { transfer_id, .. }
                | WalletEvent::TransferReturned { transfer_id, .. } => {
                    all.transfers.insert((wallet_id, transfer_id.0));
                }
                WalletEvent::WithdrawalSent { withdrawal_id }
                | WalletEvent::WithdrawalUnknown { withdrawal_id, .. }
                | WalletEvent::WithdrawalPaid { withdrawal_id, .. }
                | WalletEvent::WithdrawalReturned { withdrawal_id, .. } => {
                    all.withdrawals.insert((wallet_id, withdrawal_id.0));
                }
                WalletEvent::SlipReferred { slip_id, .. }
                | WalletEvent::SlipRejected { slip_id, .. }
                | WalletEvent::Deposited { slip_id, .. } => {
                    all.slips.insert((wallet_id, slip_id.0));
                }
                _ => {}
            }
        }
        all
    }
}

fn columns(keys: &BTreeSet<(Uuid, Uuid)>) -> (Vec<Uuid>, Vec<Uuid>) {
    keys.iter().copied().unzip()
}

impl OpenWorkProjection {
    fn load_transfer(&mut self, row: StoredTransfer) -> Result<(), ViewError> {
        let row = row.read()?;
        self.transfers.load((row.wallet_id, row.transfer_id), row);
        Ok(())
    }

    fn load_withdrawal(&mut self, row: StoredWithdrawal) -> Result<(), ViewError> {
        let row = row.read()?;
        self.withdrawals
            .load((row.wallet_id, row.withdrawal_id), row);
        Ok(())
    }

    fn load_slip(&mut self, row: StoredSlip) {
        let row = row.read();
        self.slips.load((row.wallet_id, row.slip_id), row);
    }

    async fn save_transfers(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let (wallets, ids): (Vec<Uuid>, Vec<Uuid>) = self
            .transfers
            .removed()
            .map(|key| (key.0.0, key.1.0))
            .unzip();
        if !ids.is_empty() {
            sqlx::query!(
                "delete from open_transfer where (wallet_id, transfer_id) in
                     (select * from unnest($1::uuid[], $2::uuid[]))",
                &wallets,
                &ids
            )
            .execute(&mut *connection)
            .await?;
        }
        let rows: Vec<&OpenTransfer> = self.transfers.changed().map(|(_, row)| row).collect();
        if rows.is_empty() {
            return Ok(());
        }
        sqlx::query!(
            "insert into open_transfer
                 (wallet_id, transfer_id, from_place, to_place, currency, amount, status,
                  started_at, changed_at, opened_position, position)
             select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[],
                 $6::numeric[], $7::text[], $8::timestamptz[], $9::timestamptz[],
                 $10::bigint[], $11::bigint[])
             on conflict (wallet_id, transfer_id) do update
             set status = excluded.status, changed_at = excluded.changed_at,
                 position = excluded.position",
            &column(&rows, |row| row.wallet_id.0),
            &column(&rows, |row| row.transfer_id.0),
            &column(&rows, |row| row.from.to_string()),
            &column(&rows, |row| row.to.to_string()),
            &column(&rows, |row| row.amount.currency().to_string()),
            &column(&rows, |row| row.amount.amount()),
            &column(&rows, |row| transfer_word(row.status).to_owned()),
            &column(&rows, |row| row.started_at) as _,
            &column(&rows, |row| row.changed_at) as _,
            &column(&rows, |row| row.opened_position),
            &column(&rows, |row| row.position)
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn save_withdrawals(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let (wallets, ids): (Vec<Uuid>, Vec<Uuid>) = self
            .withdrawals
            .removed()
            .map(|key| (key.0.0, key.1.0))
            .unzip();
        if !ids.is_empty() {
            sqlx::query!(
                "delete from open_withdrawal where (wallet_id, withdrawal_id) in
                     (select * from unnest($1::uuid[], $2::uuid[]))",
                &wallets,
                &ids
            )
            .execute(&mut *connection)
            .await?;
        }
        let rows: Vec<&OpenWithdrawal> = self.withdrawals.changed().map(|(_, row)| row).collect();
        if rows.is_empty() {
            return Ok(());
        }
        sqlx::query!(
            "insert into open_withdrawal
                 (wallet_id, withdrawal_id, bank_account, currency, amount, status,
                  requested_at, changed_at, opened_position, position)
             select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::numeric[],
                 $6::text[], $7::timestamptz[], $8::timestamptz[], $9::bigint[], $10::bigint[])
             on conflict (wallet_id, withdrawal_id) do update
             set status = excluded.status, changed_at = excluded.changed_at,
                 position = excluded.position",
            &column(&rows, |row| row.wallet_id.0),
            &column(&rows, |row| row.withdrawal_id.0),
            &column(&rows, |row| row.bank_account.0),
            &column(&rows, |row| row.amount.currency().to_string()),
            &column(&rows, |row| row.amount.amount()),
            &column(&rows, |row| withdrawal_word(row.status).to_owned()),
            &column(&rows, |row| row.requested_at) as _,
            &column(&rows, |row| row.changed_at) as _,
            &column(&rows, |row| row.opened_position),
            &column(&rows, |row| row.position)
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn save_slips(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let (wallets, ids): (Vec<Uuid>, Vec<Uuid>) =
            self.slips.removed().map(|key| (key.0.0, key.1.0)).unzip();
        if !ids.is_empty() {
            sqlx::query!(
                "delete from open_slip where (wallet_id, slip_id) in
                     (select * from unnest($1::uuid[], $2::uuid[]))",
                &wallets,
                &ids
            )
            .execute(&mut *connection)
            .await?;
        }
        let rows: Vec<&OpenSlip> = self.slips.changed().map(|(_, row)| row).collect();
        if rows.is_empty() {
            return Ok(());
        }
        let status = |row: &OpenSlip| {
            let word = if row.is_referred {
                "referred"
            } else {
                "submitted"
            };
            word.to_owned()
        };
        sqlx::query!(
            "insert into open_slip
                 (wallet_id, slip_id, sending_bank, trans_ref, status, submitted_at,
                  changed_at, opened_position, position)
             select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[],
                 $6::timestamptz[], $7::timestamptz[], $8::bigint[], $9::bigint[])
             on conflict (wallet_id, slip_id) do update
             set status = excluded.status, changed_at = excluded.changed_at,
                 position = excluded.position",
            &column(&rows, |row| row.wallet_id.0),
            &column(&rows, |row| row.slip_id.0),
            &column(&rows, |row| bank_of(row)) as _,
            &column(&rows, |row| trans_ref_of(row)) as _,
            &column(&rows, status),
            &column(&rows, |row| row.submitted_at) as _,
            &column(&rows, |row| row.changed_at) as _,
            &column(&rows, |row| row.opened_position),
            &column(&rows, |row| row.position)
        )
        .execute(connection)
        .await?;
        Ok(())
    }
}

fn column<R, T>(rows: &[&R], value: impl Fn(&R) -> T) -> Vec<T> {
    rows.iter().map(|row| value(row)).collect()
}

fn bank_of(slip: &OpenSlip) -> Option<String> {
    slip.reference.as_ref().map(|it| it.sending_bank.clone())
}

fn trans_ref_of(slip: &OpenSlip) -> Option<String> {
    slip.reference.as_ref().map(|it| it.trans_ref.clone())
}

impl Projection for OpenWorkProjection {
    const VIEW: View = View::OpenWork;
    const TABLES: &'static [&'static str] = &[TRANSFER, WITHDRAWAL, SLIP];

    fn touches(event: &WalletEvent) -> bool {
        !matches!(
            event,
            WalletEvent::Opened { .. }
                | WalletEvent::GameAccountOpened { .. }
                | WalletEvent::GameBalanceObserved { .. }
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
        let continued = Continued::of(events);
        if !continued.transfers.is_empty() {
            let (wallets, ids) = columns(&continued.transfers);
            let rows = sqlx::query_as!(
                StoredTransfer,
                "select t.* from open_transfer t
                 join unnest($1::uuid[], $2::uuid[]) as wanted (wallet_id, transfer_id)
                     using (wallet_id, transfer_id)",
                &wallets,
                &ids
            )
            .fetch_all(&mut *connection)
            .await?;
            rows.into_iter()
                .try_for_each(|row| self.load_transfer(row))?;
        }
        if !continued.withdrawals.is_empty() {
            let (wallets, ids) = columns(&continued.withdrawals);
            let rows = sqlx::query_as!(
                StoredWithdrawal,
                "select w.* from open_withdrawal w
                 join unnest($1::uuid[], $2::uuid[]) as wanted (wallet_id, withdrawal_id)
                     using (wallet_id, withdrawal_id)",
                &wallets,
                &ids
            )
            .fetch_all(&mut *connection)
            .await?;
            rows.into_iter()
                .try_for_each(|row| self.load_withdrawal(row))?;
        }
        if !continued.slips.is_empty() {
            let (wallets, ids) = columns(&continued.slips);
            let rows = sqlx::query_as!(
                StoredSlip,
                "select s.* from open_slip s
                 join unnest($1::uuid[], $2::uuid[]) as wanted (wallet_id, slip_id)
                     using (wallet_id, slip_id)",
                &wallets,
                &ids
            )
            .fetch_all(&mut *connection)
            .await?;
            for row in rows {
                self.load_slip(row);
            }
        }
        Ok(())
    }

    async fn save(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        self.save_transfers(connection).await?;
        self.save_withdrawals(connection).await?;
        self.save_slips(connection).await
    }

    async fn load_all(connection: &mut PgConnection) -> Result<Self, ViewError> {
        let mut all = Self::default();
        let rows = sqlx::query_as!(StoredTransfer, "select * from open_transfer")
            .fetch_all(&mut *connection)
            .await?;
        rows.into_iter()
            .try_for_each(|row| all.load_transfer(row))?;
        let rows = sqlx::query_as!(StoredWithdrawal, "select * from open_withdrawal")
            .fetch_all(&mut *connection)
            .await?;
        rows.into_iter()
            .try_for_each(|row| all.load_withdrawal(row))?;
        let rows = sqlx::query_as!(StoredSlip, "select * from open_slip")
            .fetch_all(&mut *connection)
            .await?;
        for row in rows {
            all.load_slip(row);
        }
        Ok(all)
    }

    fn first_difference(&self, stored: &Self) -> Option<Difference> {
        first_difference(TRANSFER, &self.transfers, &stored.transfers)
            .or_else(|| first_difference(WITHDRAWAL, &self.withdrawals, &stored.withdrawals))
            .or_else(|| first_difference(SLIP, &self.slips, &stored.slips))
    }

    fn row_count(&self) -> usize {
        self.transfers.len() + self.withdrawals.len() + self.slips.len()
    }
}
