//! The table of running sweeps.

use std::sync::Arc;

use ledger::wallet::Place;
use ledger::{RecordedEvent, SweepId, TransferId, WalletEvent, WalletId};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::projection::{ViewError, WalletRange, stored_word};

use super::fold::StatementProjection;
use super::lines::{SweepKey, SweepRow};

pub(super) const SWEEP: &str = "statement_sweep";

/// A sweep as stored.
struct StoredSweep {
    wallet_id: Uuid,
    sweep_id: Uuid,
    onward: Uuid,
    to_place: String,
}

impl StatementProjection {
    fn load_sweep(&mut self, row: &StoredSweep) -> Result<(), ViewError> {
        let key: SweepKey = (WalletId(row.wallet_id), SweepId(row.sweep_id));
        let sweep = SweepRow {
            onward: TransferId(row.onward),
            to: stored_word(SWEEP, &row.to_place, |text| text.parse::<Place>().ok())?,
        };
        self.sweeps.load(key, sweep);
        Ok(())
    }

    /// Reads the sweeps that the events begin or end.
    pub(super) async fn load_sweeps(
        &mut self,
        connection: &mut PgConnection,
        events: &[Arc<RecordedEvent>],
    ) -> Result<(), ViewError> {
        let of_event = |event: &Arc<RecordedEvent>| {
            let WalletEvent::Sweep(sweep) = &event.event else {
                return None;
            };
            Some((event.wallet_id.0, sweep.id().0))
        };
        let (wallets, ids): (Vec<Uuid>, Vec<Uuid>) = events.iter().filter_map(of_event).unzip();
        if ids.is_empty() {
            return Ok(());
        }
        let rows = sqlx::query_as!(
            StoredSweep,
            "select * from statement_sweep where (wallet_id, sweep_id) in
                 (select * from unnest($1::uuid[], $2::uuid[]))",
            &wallets,
            &ids
        )
        .fetch_all(connection)
        .await?;
        rows.iter().try_for_each(|row| self.load_sweep(row))
    }

    pub(super) async fn load_sweeps_of(
        &mut self,
        connection: &mut PgConnection,
        wallets: WalletRange,
    ) -> Result<(), ViewError> {
        let rows = sqlx::query_as!(
            StoredSweep,
            "select * from statement_sweep where wallet_id between $1 and $2",
            wallets.first,
            wallets.last
        )
        .fetch_all(connection)
        .await?;
        rows.iter().try_for_each(|row| self.load_sweep(row))
    }

    pub(super) async fn save_sweeps(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let (wallets, ids): (Vec<Uuid>, Vec<Uuid>) =
            self.sweeps.removed().map(|key| (key.0.0, key.1.0)).unzip();
        if !ids.is_empty() {
            sqlx::query!(
                "delete from statement_sweep where (wallet_id, sweep_id) in
                     (select * from unnest($1::uuid[], $2::uuid[]))",
                &wallets,
                &ids
            )
            .execute(&mut *connection)
            .await?;
        }
        let changed: Vec<_> = self.sweeps.changed().collect();
        if changed.is_empty() {
            return Ok(());
        }
        let wallets: Vec<Uuid> = changed.iter().map(|(key, _)| key.0.0).collect();
        let ids: Vec<Uuid> = changed.iter().map(|(key, _)| key.1.0).collect();
        let onwards: Vec<Uuid> = changed.iter().map(|(_, sweep)| sweep.onward.0).collect();
        let places: Vec<String> = changed
            .iter()
            .map(|(_, sweep)| sweep.to.to_string())
            .collect();
        sqlx::query!(
            "insert into statement_sweep (wallet_id, sweep_id, onward, to_place)
             select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[])",
            &wallets,
            &ids,
            &onwards,
            &places
        )
        .execute(connection)
        .await?;
        Ok(())
    }
}
