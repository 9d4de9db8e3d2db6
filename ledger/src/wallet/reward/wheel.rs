//! The wheel: a coin is spent and the prize is won by one event, drawn from a seed that the house
//! has committed to before.

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};

use crate::id::{SpinId, WheelSeedId};
use crate::money::{Currency, Money};
use crate::posting::{Account, movement};
use crate::wallet::{Wallet, WalletError, WalletEvent};

use super::command::RewardCommand;
use super::draw::draw;
use super::error::RewardError;
use super::event::RewardEvent;
use super::prize::{CommittedSeed, Coupon, Prize, SliceWeight, WheelSeed, WheelVersion};
use super::state::Rewards;

/// Spins that one seed is used for, at most.
pub const SPINS_PER_SEED: u32 = 1_000;

/// The longest client seed.
const CLIENT_SEED_MAX: usize = 64;

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

    pub(super) fn decide_seed(
        &self,
        command: RewardCommand,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let committed = |seed_id, commit, client_seed| {
            WalletEvent::from(RewardEvent::WheelSeedCommitted {
                seed_id,
                commit,
                client_seed,
                at,
            })
        };
        match command {
            RewardCommand::CommitWheelSeed {
                seed_id,
                commit,
                client_seed,
            } => {
                if self.rewards.seed.is_some() {
                    return Ok(Vec::new());
                }
                require_client_seed(&client_seed)?;
                Ok(vec![committed(seed_id, commit, client_seed)])
            }
            RewardCommand::RotateWheelSeed {
                seed_id,
                seed,
                next_id,
                next_commit,
                client_seed,
            } => {
                let current = self.rewards.seed.as_ref().ok_or(RewardError::OtherSeed)?;
                if current.seed_id == next_id {
                    return Ok(Vec::new());
                }
                require_client_seed(&client_seed)?;
                current.require(seed_id, &seed)?;
                let revealed = WalletEvent::from(RewardEvent::WheelSeedRevealed {
                    seed_id,
                    seed: seed.reveal(),
                    at,
                });
                Ok(vec![revealed, committed(next_id, next_commit, client_seed)])
            }
            _ => unreachable!("the dispatcher sends seeds only"),
        }
    }

    pub(super) fn spin(
        &self,
        spin_id: SpinId,
        (seed_id, seed): (WheelSeedId, WheelSeed),
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
        let weights: Vec<u32> = wheel.slices.iter().map(|slice| slice.weight).collect();
        let drawn = draw(&seed, &current.client_seed, current.nonce, &weights)
            .ok_or(RewardError::BrokenWheel)?;
        let slice = &wheel.slices[drawn.slice];
        let weigh = |slice: &super::prize::WheelSlice| SliceWeight {
            code: slice.code.clone(),
            weight: slice.weight,
        };
        Ok(vec![WalletEvent::from(RewardEvent::WheelSpun {
            spin_id,
            seed_id,
            client_seed: current.client_seed.clone(),
            nonce: current.nonce,
            wheel: wheel.id.clone(),
            weights: wheel.slices.iter().map(weigh).collect(),
            ticket: drawn.ticket,
            slice: slice.code.clone(),
            prize: slice.prize,
            expires_at: self.expiry(slice.prize, at)?,
            at,
            postings: postings(slice.prize)?,
        })])
    }

    /// Until when what is won can be claimed; refuses a prize that this wallet cannot take.
    fn expiry(
        &self,
        prize: Prize,
        at: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, WalletError> {
        let Prize::Coupon { worth, valid_days } = prize else {
            return Ok(None);
        };
        if Some(worth.currency()) != self.currency || !worth.is_positive() {
            return Err(RewardError::BrokenWheel.into());
        }
        Ok(valid_days.map(|days| at + TimeDelta::days(i64::from(days))))
    }
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

fn require_client_seed(text: &str) -> Result<(), WalletError> {
    if is_client_seed(text) {
        return Ok(());
    }
    Err(RewardError::OtherSeed.into())
}

/// A coin is spent, and coins may be won.
fn postings(prize: Prize) -> Result<Vec<crate::posting::Posting>, WalletError> {
    let coins = |count: u32| Money::try_new(count.into(), Currency::Coin);
    let mut postings = movement(Account::Coins, Account::CoinIssue, coins(1)?);
    if let Prize::Coins { count } = prize {
        postings.extend(movement(Account::CoinIssue, Account::Coins, coins(count)?));
    }
    Ok(postings)
}

impl Rewards {
    pub(super) fn apply_wheel(&mut self, event: &RewardEvent) {
        match event {
            RewardEvent::WheelSeedCommitted {
                seed_id,
                commit,
                client_seed,
                ..
            } => {
                self.seed = Some(CommittedSeed {
                    seed_id: *seed_id,
                    commit: commit.clone(),
                    client_seed: client_seed.clone(),
                    nonce: 0,
                });
            }
            // The next one's commitment follows and takes its place.
            RewardEvent::WheelSeedRevealed { .. } => self.seed = None,
            RewardEvent::WheelSpun {
                spin_id,
                slice,
                prize,
                expires_at,
                ..
            } => {
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
            }
            _ => unreachable!("the dispatcher sends wheel events only"),
        }
    }
}
