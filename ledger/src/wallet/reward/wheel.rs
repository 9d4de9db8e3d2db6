//! The wheel: a coin is spent and the prize is won by one event, drawn from a seed that the house
//! has committed to before.

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};

use crate::id::{SpinId, WheelSeedId};
use crate::money::{Currency, Money};
use crate::posting::{Account, Posting, movement};
use crate::wallet::{Wallet, WalletError, WalletEvent};

use super::command::SeedRotation;
use super::draw::draw;
use super::error::RewardError;
use super::event::{RewardEvent, WheelSeedCommitted, WheelSeedRevealed, WheelSpun};
use super::prize::{
    CommittedSeed, Coupon, Prize, SliceWeight, WheelSeed, WheelSlice, WheelVersion,
};
use super::state::Rewards;

/// Spins that one seed is used for, at most.
pub const SPINS_PER_SEED: u32 = 1_000;

/// The longest client seed.
const CLIENT_SEED_MAX: usize = 64;

/// Coupons that ran out unclaimed and are still known as such. One that is forgotten cannot be
/// claimed either; only the refusal says less.
const EXPIRED_KEPT: usize = 64;

impl WheelVersion {
    /// Names a wheel by its slices: the SHA-256, in hexadecimal, of the lines `code:weight`.
    #[must_use]
    pub fn id_of<'a>(slices: impl IntoIterator<Item = (&'a str, u32)>) -> String {
        let lines = slices
            .into_iter()
            .map(|(code, weight)| format!("{code}:{weight}\n"));
        hex::encode(Sha256::digest(lines.collect::<String>()))
    }
}

/// Whether a text can be the player's part of a draw.
#[must_use]
pub fn is_client_seed(text: &str) -> bool {
    (1..=CLIENT_SEED_MAX).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b':')
}

impl Wallet {
    /// The seed that the next spin is drawn from; none before the first.
    #[must_use]
    pub fn wheel_seed(&self) -> Option<&CommittedSeed> {
        self.rewards.seed.as_ref()
    }

    pub(super) fn commit_seed(
        &self,
        seed_id: WheelSeedId,
        commit: String,
        client_seed: String,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        if self.rewards.seed.is_some() {
            return Ok(Vec::new());
        }
        require_seed(&commit, &client_seed)?;
        let committed = RewardEvent::WheelSeedCommitted(WheelSeedCommitted {
            seed_id,
            commit,
            client_seed,
            at,
        });
        Ok(vec![committed.into()])
    }

    pub(super) fn rotate_seed(
        &self,
        rotation: SeedRotation,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let SeedRotation {
            seed_id,
            seed,
            next_id,
            next_commit,
            client_seed,
        } = rotation;
        let current = self.rewards.seed.as_ref().ok_or(RewardError::OtherSeed)?;
        if current.seed_id == next_id {
            return Ok(Vec::new());
        }
        require_seed(&next_commit, &client_seed)?;
        current.require(seed_id, &seed)?;
        let revealed = RewardEvent::WheelSeedRevealed(WheelSeedRevealed {
            seed_id,
            seed: seed.reveal(),
            at,
        });
        let committed = RewardEvent::WheelSeedCommitted(WheelSeedCommitted {
            seed_id: next_id,
            commit: next_commit,
            client_seed,
            at,
        });
        Ok(vec![revealed.into(), committed.into()])
    }

    pub(super) fn spin(
        &self,
        spin_id: SpinId,
        seed_id: WheelSeedId,
        seed: WheelSeed,
        wheel: &WheelVersion,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        if self.rewards.recent_spins.contains(&spin_id) {
            return Ok(Vec::new());
        }
        self.require_playing(at)?;
        let coins = self.coins().ok_or(WalletError::NotOpen)?;
        if !coins.is_positive() {
            return Err(RewardError::NoCoin.into());
        }
        let current = self.rewards.seed.as_ref().ok_or(RewardError::OtherSeed)?;
        current.require(seed_id, &seed)?;
        if current.nonce >= SPINS_PER_SEED {
            return Err(RewardError::SeedWornOut.into());
        }
        self.require_wheel(wheel, at)?;
        let weights: Vec<u32> = wheel.slices.iter().map(|slice| slice.weight).collect();
        let drawn = draw(&seed, &current.client_seed, current.nonce, &weights)
            .ok_or(RewardError::BrokenWheel)?;
        let slice = &wheel.slices[drawn.slice];
        let weigh = |slice: &WheelSlice| SliceWeight {
            code: slice.code.clone(),
            weight: slice.weight,
        };
        Ok(vec![WalletEvent::from(RewardEvent::WheelSpun(WheelSpun {
            spin_id,
            seed_id,
            client_seed: current.client_seed.clone(),
            nonce: current.nonce,
            wheel: wheel.id.clone(),
            weights: wheel.slices.iter().map(weigh).collect(),
            ticket: drawn.ticket,
            slice: slice.code.clone(),
            prize: slice.prize,
            expires_at: expiry(slice.prize, at)?,
            at,
            postings: postings(slice.prize)?,
        }))])
    }

    /// Refuses a wheel with any slice that this wallet cannot win, and one under another's name.
    ///
    /// Before the draw: refusing only when such a slice is drawn would lower its share, and the
    /// next try would draw it again.
    fn require_wheel(&self, wheel: &WheelVersion, at: DateTime<Utc>) -> Result<(), WalletError> {
        let named = wheel.slices.iter().map(|it| (it.code.as_str(), it.weight));
        let is_named = wheel.id == WheelVersion::id_of(named);
        let fits = |slice: &WheelSlice| match slice.prize {
            Prize::Nothing | Prize::Gift => true,
            Prize::Coins { count } => count > 0,
            Prize::Coupon { worth, .. } => {
                Some(worth.currency()) == self.currency
                    && worth.is_positive()
                    && expiry(slice.prize, at).is_ok()
            }
        };
        if is_named && wheel.slices.iter().all(fits) {
            return Ok(());
        }
        Err(RewardError::BrokenWheel.into())
    }
}

/// Until when what is won can be claimed; refuses an end beyond the calendar.
fn expiry(prize: Prize, at: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, RewardError> {
    let Prize::Coupon {
        valid_days: Some(days),
        ..
    } = prize
    else {
        return Ok(None);
    };
    let end = at.checked_add_signed(TimeDelta::days(i64::from(days)));
    end.map(Some).ok_or(RewardError::BrokenWheel)
}

impl CommittedSeed {
    /// Refuses bytes that were not committed to: a draw from them would be the house's choice.
    fn require(&self, seed_id: WheelSeedId, seed: &WheelSeed) -> Result<(), WalletError> {
        if self.seed_id == seed_id && self.commit == seed.commit() {
            return Ok(());
        }
        Err(RewardError::OtherSeed.into())
    }
}

/// Refuses what could never be drawn from, nor revealed: the wallet would be stuck with it.
fn require_seed(commit: &str, client_seed: &str) -> Result<(), RewardError> {
    let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let is_commit = commit.len() == 64 && commit.bytes().all(is_digit);
    if is_commit && is_client_seed(client_seed) {
        return Ok(());
    }
    Err(RewardError::BadSeed)
}

/// A coin is spent, and coins may be won.
fn postings(prize: Prize) -> Result<Vec<Posting>, WalletError> {
    let coins = |count: u32| Money::try_new(count.into(), Currency::Coin);
    let mut postings = movement(Account::Coins, Account::CoinIssue, coins(1)?);
    if let Prize::Coins { count } = prize {
        postings.extend(movement(Account::CoinIssue, Account::Coins, coins(count)?));
    }
    Ok(postings)
}

impl Rewards {
    pub(super) fn apply_spun(&mut self, event: &WheelSpun) {
        let WheelSpun {
            spin_id,
            slice,
            prize,
            expires_at,
            at,
            ..
        } = event;
        if let Some(seed) = &mut self.seed {
            seed.nonce += 1;
        }
        self.remember_spin(*spin_id);
        let worth = match prize {
            Prize::Nothing | Prize::Coins { .. } => return,
            Prize::Coupon { worth, .. } => Some(*worth),
            Prize::Gift => None,
        };
        self.coupons.push_back(Coupon {
            spin_id: *spin_id,
            code: slice.clone(),
            worth,
            expires_at: *expires_at,
        });
        self.forget_expired(*at);
    }

    /// Keeps what a wallet remembers small, however long it plays.
    fn forget_expired(&mut self, at: DateTime<Utc>) {
        let expired = self.coupons.iter().filter(|it| it.is_expired(at)).count();
        let mut too_many = expired.saturating_sub(EXPIRED_KEPT);
        self.coupons.retain(|coupon| {
            let is_forgotten = too_many > 0 && coupon.is_expired(at);
            too_many -= usize::from(is_forgotten);
            !is_forgotten
        });
    }
}
