//! Makes what was decided about coins and spins again, see `recheck`.

use chrono::TimeDelta;
use rust_decimal::Decimal;

use crate::money::{Currency, Money};
use crate::posting::{Account, Posting, movement};
use crate::wallet::limit::LimitPeriod;

use super::draw::draw;
use super::event::{CoinsEarned, RewardEvent, WheelSeedRevealed, WheelSpun};
use super::prize::{Prize, WheelSeed, WheelVersion};
use super::recheck::{Contradiction, Recheck, agree};
use super::wheel::SPINS_PER_SEED;

/// What is needed to draw a spin again.
#[derive(Debug, Clone)]
pub(super) struct Spin {
    sequence: i64,
    client_seed: String,
    nonce: u32,
    weights: Vec<u32>,
    ticket: u32,
}

impl Recheck {
    /// The deposit that earned the coins is the event before: it is counted already.
    pub(super) fn earn_again(&self, event: &CoinsEarned) -> Result<(), String> {
        let CoinsEarned {
            coins,
            day,
            deposited,
            price,
            earned_before,
            at,
            postings,
        } = event;
        let counted = self.wallet().rewards.coins_day.as_ref();
        let is_counted = counted.is_some_and(|counted| {
            counted.day == *day
                && counted.deposited == *deposited
                && counted.earned == *earned_before
        });
        agree(is_counted, "not what came in and was earned on that day")?;
        agree(
            LimitPeriod::Day.first_day(*at) == *day,
            "not earned on its day",
        )?;
        agree(price.is_positive(), "a coin has no price")?;
        let full = (deposited.amount() / price.amount()).trunc();
        let due = full.min(Decimal::from(u32::MAX)) - Decimal::from(*earned_before);
        let is_due = coins.amount() == due && coins.is_positive();
        agree(is_due, &format!("{due} coins were due"))?;
        let moved = movement(Account::CoinIssue, Account::Coins, *coins);
        agree(*postings == moved, "its postings move other coins")
    }

    /// All about a spin but the draw, which waits for the seed.
    pub(super) fn spin_again(&self, event: &WheelSpun) -> Result<(), String> {
        let WheelSpun {
            spin_id,
            seed_id,
            client_seed,
            nonce,
            wheel,
            weights,
            ticket,
            slice,
            prize,
            expires_at,
            at,
            postings,
        } = event;
        let wallet = self.wallet();
        let is_next = wallet.wheel_seed().is_some_and(|current| {
            current.seed_id == *seed_id
                && current.client_seed == *client_seed
                && current.nonce == *nonce
                && *nonce < SPINS_PER_SEED
        });
        agree(is_next, "not the next spin of the seed committed to")?;
        let is_new = !wallet.rewards.recent_spins.contains(spin_id);
        agree(is_new, "the spin was made before")?;
        agree(
            wallet.require_playing(*at).is_ok(),
            "the player takes a break",
        )?;
        agree(
            wallet.coins().is_some_and(Money::is_positive),
            "without a coin",
        )?;
        let named = WheelVersion::id_of(weights.iter().map(|it| (it.code.as_str(), it.weight)));
        agree(
            *wheel == named,
            "the wheel's name is not that of its weights",
        )?;
        let mut below = 0_u64;
        let lies_in = weights.iter().find(|weighed| {
            below += u64::from(weighed.weight);
            u64::from(*ticket) < below
        });
        let is_drawn = lies_in.is_some_and(|weighed| weighed.code == *slice);
        agree(is_drawn, "the ticket lies in another slice")?;
        let end = match prize {
            Prize::Coupon { valid_days, .. } => {
                valid_days.and_then(|days| at.checked_add_signed(TimeDelta::days(i64::from(days))))
            }
            Prize::Nothing | Prize::Coins { .. } | Prize::Gift => None,
        };
        agree(*expires_at == end, "its coupon ends at another time")?;
        agree(
            Some(postings) == coins_of(*prize).as_ref(),
            "its postings move other coins",
        )
    }

    /// Holds a spin back until its seed is known, and draws it again then.
    pub(super) fn draw_again(&mut self, event: &RewardEvent, sequence: i64) -> Vec<Contradiction> {
        match event {
            RewardEvent::WheelSpun(WheelSpun {
                client_seed,
                nonce,
                weights,
                ticket,
                ..
            }) => {
                self.spins.push(Spin {
                    sequence,
                    client_seed: client_seed.clone(),
                    nonce: *nonce,
                    weights: weights.iter().map(|it| it.weight).collect(),
                    ticket: *ticket,
                });
                Vec::new()
            }
            RewardEvent::WheelSeedRevealed(WheelSeedRevealed { seed, .. }) => {
                let spins = std::mem::take(&mut self.spins);
                // A text that is no seed has been named above.
                let Some(seed) = seed_of(seed) else {
                    return Vec::new();
                };
                let drawn = spins.iter().filter_map(|spin| spin.draw_again(&seed));
                drawn.collect()
            }
            RewardEvent::GrantActivated(_)
            | RewardEvent::GrantEnded(_)
            | RewardEvent::RefundReceived(_)
            | RewardEvent::InviteEarned(_)
            | RewardEvent::CoinsEarned(_)
            | RewardEvent::CoinsGiven(_)
            | RewardEvent::WheelSeedCommitted(_) => Vec::new(),
        }
    }
}

impl Spin {
    fn draw_again(&self, seed: &WheelSeed) -> Option<Contradiction> {
        let drawn = draw(seed, &self.client_seed, self.nonce, &self.weights);
        let ticket = drawn.map(|drawn| drawn.ticket);
        (ticket != Some(self.ticket)).then(|| Contradiction {
            sequence: self.sequence,
            what: format!("drew ticket {}, its seed draws {ticket:?}", self.ticket),
        })
    }
}

pub(super) fn seed_of(text: &str) -> Option<WheelSeed> {
    let bytes = hex::decode(text).ok()?;
    bytes.try_into().ok().map(WheelSeed)
}

/// A coin is spent, and coins may be won.
fn coins_of(prize: Prize) -> Option<Vec<Posting>> {
    let coins = |count: u32| Money::try_new(count.into(), Currency::Coin).ok();
    let mut postings = movement(Account::Coins, Account::CoinIssue, coins(1)?);
    if let Prize::Coins { count } = prize {
        postings.extend(movement(Account::CoinIssue, Account::Coins, coins(count)?));
    }
    Some(postings)
}
