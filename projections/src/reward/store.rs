//! The reward view's tables: which rows a batch of events needs.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::{DateTime, SubsecRound, Utc};
use ledger::wallet::WithdrawalEvent;
use ledger::wallet::reward::{
    GrantActivated, GrantEnded, InviteEarned, RefundReceived, WheelSeedCommitted,
    WheelSeedRevealed, WheelSpun,
};
use ledger::{RecordedEvent, RewardEvent, WalletEvent};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::projection::{
    FoldError, HouseWide, Projection, View, ViewError, WalletRange, wallets_of,
};
use crate::rows::{Difference, Rows, first_difference};

use super::fold::RewardProjection;
use super::stored::{GRANT, HEAD, INVITE, REFUND, Stored};
use super::stored::{StoredGrant, StoredHead, StoredInvite, StoredRefund};
use super::stored_wheel::{SEED, SPIN, StoredSeed, StoredSpin, StoredWheel, WHEEL};

fn load<S: Stored>(rows: &mut Rows<S::Key, S::Row>, stored: Vec<S>) -> Result<(), ViewError> {
    for row in stored {
        let (key, row) = row.read()?;
        rows.load(key, row);
    }
    Ok(())
}

/// The rows that these events touch, including new ones: an existing row must be detected, never
/// overwritten.
#[derive(Default)]
struct Named {
    grants: BTreeSet<(Uuid, Uuid)>,
    refunds: BTreeSet<(Uuid, DateTime<Utc>)>,
    invites: BTreeSet<(Uuid, Uuid, DateTime<Utc>)>,
    seeds: BTreeSet<(Uuid, Uuid)>,
    spins: BTreeSet<(Uuid, Uuid)>,
    wheels: BTreeSet<String>,
}

impl Named {
    fn by(events: &[Arc<RecordedEvent>]) -> Self {
        let mut named = Self::default();
        for event in events {
            if let WalletEvent::Reward(reward) = &event.event {
                named.add(event.wallet_id.0, reward);
            }
        }
        named
    }

    fn add(&mut self, wallet: Uuid, event: &RewardEvent) {
        match event {
            RewardEvent::GrantActivated(GrantActivated {
                grant_id, coupon, ..
            }) => {
                self.grants.insert((wallet, grant_id.0));
                self.spins.extend(coupon.map(|spin| (wallet, spin.0)));
            }
            RewardEvent::GrantEnded(GrantEnded { grant_id, .. }) => {
                self.grants.insert((wallet, grant_id.0));
            }
            RewardEvent::RefundReceived(RefundReceived { figures, .. }) => {
                let from = figures.span.from.trunc_subsecs(6);
                self.refunds.insert((wallet, from));
            }
            RewardEvent::InviteEarned(InviteEarned {
                invitee, figures, ..
            }) => {
                let from = figures.span.from.trunc_subsecs(6);
                self.invites.insert((wallet, invitee.0, from));
            }
            RewardEvent::CoinsEarned(_) | RewardEvent::CoinsGiven(_) => {}
            RewardEvent::WheelSeedCommitted(WheelSeedCommitted { seed_id, .. })
            | RewardEvent::WheelSeedRevealed(WheelSeedRevealed { seed_id, .. }) => {
                self.seeds.insert((wallet, seed_id.0));
            }
            RewardEvent::WheelSpun(WheelSpun {
                spin_id,
                seed_id,
                wheel,
                ..
            }) => {
                self.spins.insert((wallet, spin_id.0));
                self.seeds.insert((wallet, seed_id.0));
                self.wheels.insert(wheel.clone());
            }
        }
    }
}

impl RewardProjection {
    async fn load_money(
        &mut self,
        connection: &mut PgConnection,
        named: &Named,
    ) -> Result<(), ViewError> {
        let (wallets, ids): (Vec<Uuid>, Vec<Uuid>) = named.grants.iter().copied().unzip();
        if !ids.is_empty() {
            let rows = sqlx::query_as!(
                StoredGrant,
                "select r.* from reward_grant r
                 join unnest($1::uuid[], $2::uuid[]) as wanted (wallet_id, grant_id)
                     using (wallet_id, grant_id)",
                &wallets,
                &ids
            )
            .fetch_all(&mut *connection)
            .await?;
            load(&mut self.grants, rows)?;
        }
        let (wallets, from): (Vec<Uuid>, Vec<DateTime<Utc>>) =
            named.refunds.iter().copied().unzip();
        if !from.is_empty() {
            let rows = sqlx::query_as!(
                StoredRefund,
                "select r.* from reward_refund r
                 join unnest($1::uuid[], $2::timestamptz[]) as wanted (wallet_id, period_from)
                     using (wallet_id, period_from)",
                &wallets,
                &from
            )
            .fetch_all(&mut *connection)
            .await?;
            load(&mut self.refunds, rows)?;
        }
        if named.invites.is_empty() {
            return Ok(());
        }
        let wallets: Vec<Uuid> = named.invites.iter().map(|key| key.0).collect();
        let invitees: Vec<Uuid> = named.invites.iter().map(|key| key.1).collect();
        let from: Vec<DateTime<Utc>> = named.invites.iter().map(|key| key.2).collect();
        let rows = sqlx::query_as!(
            StoredInvite,
            "select r.* from reward_invite r
             join unnest($1::uuid[], $2::uuid[], $3::timestamptz[])
                 as wanted (wallet_id, invitee, period_from)
                 using (wallet_id, invitee, period_from)",
            &wallets,
            &invitees,
            &from
        )
        .fetch_all(connection)
        .await?;
        load(&mut self.invites, rows)
    }

    async fn load_wheel(
        &mut self,
        connection: &mut PgConnection,
        named: &Named,
    ) -> Result<(), ViewError> {
        let (wallets, ids): (Vec<Uuid>, Vec<Uuid>) = named.seeds.iter().copied().unzip();
        if !ids.is_empty() {
            let rows = sqlx::query_as!(
                StoredSeed,
                "select r.* from reward_seed r
                 join unnest($1::uuid[], $2::uuid[]) as wanted (wallet_id, seed_id)
                     using (wallet_id, seed_id)",
                &wallets,
                &ids
            )
            .fetch_all(&mut *connection)
            .await?;
            load(&mut self.seeds, rows)?;
        }
        let (wallets, ids): (Vec<Uuid>, Vec<Uuid>) = named.spins.iter().copied().unzip();
        if !ids.is_empty() {
            let rows = sqlx::query_as!(
                StoredSpin,
                "select r.* from reward_spin r
                 join unnest($1::uuid[], $2::uuid[]) as wanted (wallet_id, spin_id)
                     using (wallet_id, spin_id)",
                &wallets,
                &ids
            )
            .fetch_all(&mut *connection)
            .await?;
            load(&mut self.spins, rows)?;
        }
        let wheels: Vec<String> = named.wheels.iter().cloned().collect();
        if wheels.is_empty() {
            return Ok(());
        }
        let rows = sqlx::query_as!(
            StoredWheel,
            "select * from reward_wheel where wheel = any($1)",
            &wheels
        )
        .fetch_all(connection)
        .await?;
        load(&mut self.wheels, rows)
    }
}

impl Projection for RewardProjection {
    const VIEW: View = View::Reward;
    const TABLES: &'static [&'static str] = &[HEAD, GRANT, REFUND, INVITE, SEED, SPIN, WHEEL];

    fn touches(event: &WalletEvent) -> bool {
        matches!(
            event,
            WalletEvent::Reward(_) | WalletEvent::Withdrawal(WithdrawalEvent::Returned { .. })
        ) || event.deposit().is_some()
    }

    fn fold(&mut self, event: &RecordedEvent) -> Result<(), FoldError> {
        self.fold_event(event).map_err(|reason| reason.at(event))
    }

    async fn load(
        &mut self,
        connection: &mut PgConnection,
        events: &[Arc<RecordedEvent>],
    ) -> Result<(), ViewError> {
        let rows = sqlx::query_as!(
            StoredHead,
            "select * from reward_head where wallet_id = any($1)",
            &wallets_of::<Self>(events)
        )
        .fetch_all(&mut *connection)
        .await?;
        load(&mut self.heads, rows)?;
        let mut named = Named::by(events);
        for (wallet_id, head) in self.heads.iter() {
            let active = head.active_grant.map(|id| (wallet_id.0, id.0));
            named.grants.extend(active);
            let pending = head.pending_refund.map(|from| (wallet_id.0, from));
            named.refunds.extend(pending);
        }
        self.load_money(connection, &named).await?;
        self.load_wheel(connection, &named).await
    }

    async fn save(&self, connection: &mut PgConnection) -> Result<(), ViewError> {
        self.save_all(connection).await
    }

    async fn load_wallets(
        connection: &mut PgConnection,
        wallets: WalletRange,
    ) -> Result<Self, ViewError> {
        let mut all = Self::default();
        let heads = sqlx::query_as!(
            StoredHead,
            "select * from reward_head where wallet_id between $1 and $2",
            wallets.first,
            wallets.last
        );
        load(&mut all.heads, heads.fetch_all(&mut *connection).await?)?;
        let grants = sqlx::query_as!(
            StoredGrant,
            "select * from reward_grant where wallet_id between $1 and $2",
            wallets.first,
            wallets.last
        );
        load(&mut all.grants, grants.fetch_all(&mut *connection).await?)?;
        let refunds = sqlx::query_as!(
            StoredRefund,
            "select * from reward_refund where wallet_id between $1 and $2",
            wallets.first,
            wallets.last
        );
        load(&mut all.refunds, refunds.fetch_all(&mut *connection).await?)?;
        let invites = sqlx::query_as!(
            StoredInvite,
            "select * from reward_invite where wallet_id between $1 and $2",
            wallets.first,
            wallets.last
        );
        load(&mut all.invites, invites.fetch_all(&mut *connection).await?)?;
        let seeds = sqlx::query_as!(
            StoredSeed,
            "select * from reward_seed where wallet_id between $1 and $2",
            wallets.first,
            wallets.last
        );
        load(&mut all.seeds, seeds.fetch_all(&mut *connection).await?)?;
        let spins = sqlx::query_as!(
            StoredSpin,
            "select * from reward_spin where wallet_id between $1 and $2",
            wallets.first,
            wallets.last
        );
        load(&mut all.spins, spins.fetch_all(connection).await?)?;
        Ok(all)
    }

    fn first_difference(&self, stored: &Self) -> Option<Difference> {
        first_difference(HEAD, &self.heads, &stored.heads)
            .or_else(|| first_difference(GRANT, &self.grants, &stored.grants))
            .or_else(|| first_difference(REFUND, &self.refunds, &stored.refunds))
            .or_else(|| first_difference(INVITE, &self.invites, &stored.invites))
            .or_else(|| first_difference(SEED, &self.seeds, &stored.seeds))
            .or_else(|| first_difference(SPIN, &self.spins, &stored.spins))
    }

    fn row_count(&self) -> usize {
        self.heads.len()
            + self.grants.len()
            + self.refunds.len()
            + self.invites.len()
            + self.seeds.len()
            + self.spins.len()
    }
}

/// The versions of the wheel.
impl HouseWide for RewardProjection {
    async fn load_house(connection: &mut PgConnection) -> Result<Self, ViewError> {
        let mut all = Self::default();
        let wheels = sqlx::query_as!(StoredWheel, "select * from reward_wheel");
        load(&mut all.wheels, wheels.fetch_all(connection).await?)?;
        Ok(all)
    }

    fn first_house_difference(&self, stored: &Self) -> Option<Difference> {
        first_difference(WHEEL, &self.wheels, &stored.wheels)
    }

    fn house_row_count(&self) -> usize {
        self.wheels.len()
    }

    fn forget_wallets(&mut self) {
        *self = Self {
            wheels: std::mem::take(&mut self.wheels),
            ..Self::default()
        };
    }
}
