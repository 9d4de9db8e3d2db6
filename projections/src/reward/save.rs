//! Writing back the reward view's rows, a table at a time: as one JSON list, whose members the
//! database takes apart by the names of the columns.

use serde_json::Value;
use sqlx::PgConnection;

use crate::projection::ViewError;
use crate::rows::Rows;

use super::fold::RewardProjection;
use super::stored::{GRANT, HEAD, INVITE, REFUND, Stored};
use super::stored::{StoredGrant, StoredHead, StoredInvite, StoredRefund};
use super::stored_wheel::{SEED, SPIN, StoredSeed, StoredSpin, StoredWheel, WHEEL};

/// The changed rows as a list; `None` when there are none.
fn changed<S: Stored>(
    table: &'static str,
    rows: &Rows<S::Key, S::Row>,
) -> Result<Option<Value>, ViewError> {
    let changed: Vec<S> = rows.changed().map(|(key, row)| S::of(key, row)).collect();
    if changed.is_empty() {
        return Ok(None);
    }
    let list = serde_json::to_value(changed).map_err(|error| ViewError::Row {
        table,
        what: error.to_string(),
    })?;
    Ok(Some(list))
}

impl RewardProjection {
    pub(super) async fn save_all(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        self.save_heads(connection).await?;
        self.save_grants(connection).await?;
        self.save_refunds(connection).await?;
        self.save_invites(connection).await?;
        self.save_seeds(connection).await?;
        self.save_spins(connection).await?;
        self.save_wheels(connection).await
    }

    async fn save_heads(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let Some(list) = changed::<StoredHead>(HEAD, &self.heads)? else {
            return Ok(());
        };
        sqlx::query!(
            "insert into reward_head
             select * from jsonb_populate_recordset(null::reward_head, $1)
             on conflict (wallet_id) do update
             set active_grant = excluded.active_grant, pending_refund = excluded.pending_refund,
                 refunds = excluded.refunds, invites = excluded.invites, spins = excluded.spins,
                 coins = excluded.coins",
            list
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn save_grants(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let Some(list) = changed::<StoredGrant>(GRANT, &self.grants)? else {
            return Ok(());
        };
        sqlx::query!(
            "insert into reward_grant
             select * from jsonb_populate_recordset(null::reward_grant, $1)
             on conflict (wallet_id, grant_id) do update
             set status = excluded.status, base = excluded.base, ended_at = excluded.ended_at,
                 total_at_end = excluded.total_at_end,
                 turnover_at_end = excluded.turnover_at_end, taken = excluded.taken",
            list
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn save_refunds(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let Some(list) = changed::<StoredRefund>(REFUND, &self.refunds)? else {
            return Ok(());
        };
        sqlx::query!(
            "insert into reward_refund
             select * from jsonb_populate_recordset(null::reward_refund, $1)
             on conflict (wallet_id, period_from) do update
             set status = excluded.status, grant_id = excluded.grant_id",
            list
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn save_invites(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let Some(list) = changed::<StoredInvite>(INVITE, &self.invites)? else {
            return Ok(());
        };
        sqlx::query!(
            "insert into reward_invite
             select * from jsonb_populate_recordset(null::reward_invite, $1)",
            list
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn save_seeds(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let Some(list) = changed::<StoredSeed>(SEED, &self.seeds)? else {
            return Ok(());
        };
        sqlx::query!(
            "insert into reward_seed
             select * from jsonb_populate_recordset(null::reward_seed, $1)
             on conflict (wallet_id, seed_id) do update
             set seed = excluded.seed, spins = excluded.spins,
                 revealed_at = excluded.revealed_at",
            list
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn save_spins(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let Some(list) = changed::<StoredSpin>(SPIN, &self.spins)? else {
            return Ok(());
        };
        sqlx::query!(
            "insert into reward_spin
             select * from jsonb_populate_recordset(null::reward_spin, $1)
             on conflict (wallet_id, spin_id) do update set grant_id = excluded.grant_id",
            list
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn save_wheels(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        let Some(list) = changed::<StoredWheel>(WHEEL, &self.wheels)? else {
            return Ok(());
        };
        sqlx::query!(
            "insert into reward_wheel
             select * from jsonb_populate_recordset(null::reward_wheel, $1)",
            list
        )
        .execute(connection)
        .await?;
        Ok(())
    }
}
