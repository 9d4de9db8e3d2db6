//! The table of open withdrawals.

use chrono::{DateTime, Utc};
use ledger::wallet::WithdrawalStatus;
use ledger::{BankAccountId, WalletId, WithdrawalId};
use rust_decimal::Decimal;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::projection::{ViewError, stored_currency, stored_money, stored_word};

use super::OpenWithdrawal;
use super::fold::OpenWorkProjection;
use super::store::column;

pub(super) const WITHDRAWAL: &str = "open_withdrawal";

pub(super) struct StoredWithdrawal {
    pub(super) wallet_id: Uuid,
    pub(super) withdrawal_id: Uuid,
    pub(super) bank_account: Uuid,
    pub(super) currency: String,
    pub(super) amount: Decimal,
    pub(super) status: String,
    pub(super) requested_at: DateTime<Utc>,
    pub(super) changed_at: DateTime<Utc>,
    pub(super) opened_position: i64,
    pub(super) position: i64,
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

impl OpenWorkProjection {
    pub(super) fn load_withdrawal(&mut self, row: StoredWithdrawal) -> Result<(), ViewError> {
        let row = row.read()?;
        self.withdrawals
            .load((row.wallet_id, row.withdrawal_id), row);
        Ok(())
    }

    pub(super) async fn save_withdrawals(
        &self,
        connection: &mut PgConnection,
    ) -> Result<(), ViewError> {
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
}
