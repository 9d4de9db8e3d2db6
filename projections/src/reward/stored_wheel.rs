//! Seeds, spins and wheels as the reward view's tables hold them.

use chrono::{DateTime, Utc};
use ledger::wallet::reward::Prize;
use ledger::{GrantId, SpinId, WalletId, WheelSeedId};
use rust_decimal::Decimal;
use serde::Serialize;
use uuid::Uuid;

use crate::projection::{ViewError, stored_currency, stored_money};

use super::fold::{SeedKey, SpinKey};
use super::stored::{Stored, number};
use super::{SeedRow, SpinRow, WheelRow};

pub(super) const SEED: &str = "reward_seed";
pub(super) const SPIN: &str = "reward_spin";
pub(super) const WHEEL: &str = "reward_wheel";

#[derive(Serialize)]
pub(super) struct StoredSeed {
    pub(super) wallet_id: Uuid,
    pub(super) seed_id: Uuid,
    pub(super) commit_hash: String,
    pub(super) client_seed: String,
    pub(super) seed: Option<String>,
    pub(super) spins: i64,
    pub(super) committed_at: DateTime<Utc>,
    pub(super) revealed_at: Option<DateTime<Utc>>,
    pub(super) position: i64,
}

impl Stored for StoredSeed {
    type Key = SeedKey;
    type Row = SeedRow;

    fn of((wallet_id, _): &SeedKey, row: &SeedRow) -> Self {
        Self {
            wallet_id: wallet_id.0,
            seed_id: row.seed_id.0,
            commit_hash: row.commit.clone(),
            client_seed: row.client_seed.clone(),
            seed: row.seed.clone(),
            spins: row.spins.into(),
            committed_at: row.committed_at,
            revealed_at: row.revealed_at,
            position: row.position,
        }
    }

    fn read(self) -> Result<(SeedKey, SeedRow), ViewError> {
        let row = SeedRow {
            seed_id: WheelSeedId(self.seed_id),
            commit: self.commit_hash,
            client_seed: self.client_seed,
            seed: self.seed,
            spins: number(SEED, self.spins)?,
            committed_at: self.committed_at,
            revealed_at: self.revealed_at,
            position: self.position,
        };
        Ok(((WalletId(self.wallet_id), row.seed_id), row))
    }
}

#[derive(Serialize)]
pub(super) struct StoredSpin {
    pub(super) wallet_id: Uuid,
    pub(super) spin_id: Uuid,
    pub(super) seed_id: Uuid,
    pub(super) client_seed: String,
    pub(super) nonce: i64,
    pub(super) wheel: String,
    pub(super) ticket: i64,
    pub(super) slice: String,
    pub(super) prize: String,
    pub(super) prize_coins: Option<i64>,
    pub(super) currency: Option<String>,
    pub(super) worth: Option<Decimal>,
    pub(super) valid_days: Option<i64>,
    pub(super) expires_at: Option<DateTime<Utc>>,
    pub(super) coins_after: i64,
    pub(super) grant_id: Option<Uuid>,
    pub(super) created_at: DateTime<Utc>,
    pub(super) position: i64,
}

/// A prize's word in the table.
const fn prize_word(prize: &Prize) -> &'static str {
    match prize {
        Prize::Nothing => "nothing",
        Prize::Coins { .. } => "coins",
        Prize::Coupon { .. } => "coupon",
        Prize::Gift => "gift",
    }
}

impl StoredSpin {
    fn prize(&self) -> Result<Prize, ViewError> {
        let wrong = || ViewError::Row {
            table: SPIN,
            what: format!("{} is no prize", self.prize),
        };
        match (
            self.prize.as_str(),
            self.prize_coins,
            &self.currency,
            self.worth,
        ) {
            ("nothing", ..) => Ok(Prize::Nothing),
            ("gift", ..) => Ok(Prize::Gift),
            ("coins", Some(count), ..) => Ok(Prize::Coins {
                count: number(SPIN, count)?,
            }),
            ("coupon", _, Some(currency), Some(worth)) => Ok(Prize::Coupon {
                worth: stored_money(SPIN, worth, stored_currency(SPIN, currency)?)?,
                valid_days: self.valid_days.map(|days| number(SPIN, days)).transpose()?,
            }),
            _ => Err(wrong()),
        }
    }
}

impl Stored for StoredSpin {
    type Key = SpinKey;
    type Row = SpinRow;

    fn of((wallet_id, _): &SpinKey, row: &SpinRow) -> Self {
        let (prize_coins, worth, valid_days) = match row.prize {
            Prize::Nothing | Prize::Gift => (None, None, None),
            Prize::Coins { count } => (Some(i64::from(count)), None, None),
            Prize::Coupon { worth, valid_days } => (None, Some(worth), valid_days),
        };
        Self {
            wallet_id: wallet_id.0,
            spin_id: row.spin_id.0,
            seed_id: row.seed_id.0,
            client_seed: row.client_seed.clone(),
            nonce: row.nonce.into(),
            wheel: row.wheel.clone(),
            ticket: row.ticket.into(),
            slice: row.slice.clone(),
            prize: prize_word(&row.prize).to_owned(),
            prize_coins,
            currency: worth.map(|worth| worth.currency().to_string()),
            worth: worth.map(ledger::Money::amount),
            valid_days: valid_days.map(i64::from),
            expires_at: row.expires_at,
            coins_after: row.coins_after,
            grant_id: row.grant_id.map(|id| id.0),
            created_at: row.created_at,
            position: row.position,
        }
    }

    fn read(self) -> Result<(SpinKey, SpinRow), ViewError> {
        let row = SpinRow {
            spin_id: SpinId(self.spin_id),
            seed_id: WheelSeedId(self.seed_id),
            nonce: number(SPIN, self.nonce)?,
            ticket: number(SPIN, self.ticket)?,
            prize: self.prize()?,
            client_seed: self.client_seed,
            wheel: self.wheel,
            slice: self.slice,
            expires_at: self.expires_at,
            coins_after: self.coins_after,
            grant_id: self.grant_id.map(GrantId),
            created_at: self.created_at,
            position: self.position,
        };
        Ok(((WalletId(self.wallet_id), row.spin_id), row))
    }
}

#[derive(Serialize)]
pub(super) struct StoredWheel {
    pub(super) wheel: String,
    pub(super) slices: serde_json::Value,
    pub(super) position: i64,
}

impl Stored for StoredWheel {
    type Key = String;
    type Row = WheelRow;

    fn of(_: &String, row: &WheelRow) -> Self {
        Self {
            wheel: row.id.clone(),
            slices: serde_json::json!(row.slices),
            position: row.position,
        }
    }

    fn read(self) -> Result<(String, WheelRow), ViewError> {
        let slices = serde_json::from_value(self.slices).map_err(|error| ViewError::Row {
            table: WHEEL,
            what: format!("{}: {error}", self.wheel),
        })?;
        let (id, position) = (self.wheel, self.position);
        let row = WheelRow {
            id: id.clone(),
            slices,
            position,
        };
        Ok((id, row))
    }
}
