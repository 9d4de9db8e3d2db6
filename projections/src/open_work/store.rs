//! What a batch needs of the open work's tables, and what it leaves there.

use std::collections::BTreeSet;
use std::sync::Arc;

use ledger::{RecordedEvent, WalletEvent};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::projection::{FoldError, Projection, View, ViewError};
use crate::rows::{Difference, first_difference};

use super::fold::OpenWorkProjection;
use super::slip::{SLIP, StoredSlip};
use super::transfer::{StoredTransfer, TRANSFER};
use super::withdrawal::{StoredWithdrawal, WITHDRAWAL};

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

/// One column of rows to save.
pub(super) fn column<R, T>(rows: &[&R], value: impl Fn(&R) -> T) -> Vec<T> {
    rows.iter().map(|row| value(row)).collect()
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
