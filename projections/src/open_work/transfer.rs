//! The table of open transfers.

use chrono::{DateTime, Utc};
use ledger::wallet::{Place, TransferStatus};
use ledger::{TransferId, WalletId};
use rust_decimal::Decimal;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::projection::{ViewError, stored_currency, stored_money, stored_word};

use super::OpenTransfer;
use super::fold::OpenWorkProjection;
use super::store::column;

pub(super) const TRANSFER: &str = "open_transfer";

pub(super) struct StoredTransfer {
    pub(super) wallet_id: Uuid,
    pub(super) transfer_id: Uuid,
    pub(super) from_place: String,
    pub(super) to_place: String,
    pub(super) currency: String,
    pub(super) amount: Decimal,
    pub(super) status: String,
    pub(super) started_at: DateTime<Utc>,
    pub(super) changed_at: DateTime<Utc>,
    pub(super) opened_position: i64,
    pub(super) position: i64,
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

impl OpenWorkProjection {
    pub(super) fn load_transfer(&mut self, row: StoredTransfer) -> Result<(), ViewError> {
        let row = row.read()?;
        self.transfers.load((row.wallet_id, row.transfer_id), row);
        Ok(())
    }

    pub(super) async fn save_transfers(
        &self,
        connection: &mut PgConnection,
    ) -> Result<(), ViewError> {
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
}
