//! The wheel's slices, what is won on them, and the seeds that draws are made from.

use std::fmt;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::id::{SpinId, WheelSeedId};
use crate::money::Money;

/// A server seed: 32 secret bytes until it is revealed. Shows nothing of itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct WheelSeed(pub [u8; 32]);

impl fmt::Debug for WheelSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WheelSeed(..)")
    }
}

impl WheelSeed {
    /// What is shown of it before it is used: its SHA-256 in hexadecimal.
    #[must_use]
    pub fn commit(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }

    /// The seed in hexadecimal, once it is to be revealed.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }
}

/// One version of the wheel: slices in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WheelVersion {
    /// Names the version, see [`WheelVersion::id_of`]: nothing is drawn under another name.
    pub id: String,
    /// In the order of the draw.
    pub slices: Vec<WheelSlice>,
}

/// One slice of a wheel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WheelSlice {
    /// Code in the configuration.
    pub code: String,
    /// Its share of the sum of all weights.
    pub weight: u32,
    /// What is won on it.
    pub prize: Prize,
}

/// A slice's share of the draw, as an event keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SliceWeight {
    /// Code of the wheel's slice.
    pub code: String,
    /// Weight against the other slices.
    pub weight: u32,
}

/// What is won on a slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Prize {
    /// Nothing.
    Nothing,
    /// Further coins.
    Coins {
        /// Number of pieces.
        count: u32,
    },
    /// A coupon for money.
    Coupon {
        /// What it is worth.
        worth: Money,
        /// Until when it can be claimed; none: without an end. A version's slice says days.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        valid_days: Option<u32>,
    },
    /// A thing that staff hands out: a coupon that is not money.
    Gift,
}

/// The seed that the next spins are drawn from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommittedSeed {
    /// Id of the seed.
    pub seed_id: WheelSeedId,
    /// SHA-256 of its bytes, in hexadecimal.
    pub commit: String,
    /// The player's part of each draw.
    pub client_seed: String,
    /// The number of the next spin, from 0.
    pub nonce: u32,
}

/// A coupon that has not been claimed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coupon {
    /// The spin that won it.
    pub spin_id: SpinId,
    /// Code of the wheel's slice.
    pub code: String,
    /// What it is worth; none for a thing that staff hands out.
    pub worth: Option<Money>,
    /// Until when it can be claimed.
    pub expires_at: Option<DateTime<Utc>>,
}
