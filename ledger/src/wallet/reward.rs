//! Rewards: grants with an end condition, what losses and invited players earn, and the wheel.
//!
//! There is one rule for all money that the house gives, whatever its name ([`band`]), and at most
//! one grant is active. A decision about what a player holds brings what the providers
//! say ([`Seen`]); it is booked by the same decision, so that a replay sees the same figures.

mod applied;
mod band;
mod coin;
mod command;
mod coupon;
mod draw;
mod ending;
mod error;
mod event;
mod grant;
mod grant_times;
mod invite;
mod prize;
mod quote;
mod received;
mod recheck;
mod recheck_wheel;
mod refund;
mod seen;
mod state;
mod terms;
mod wheel;

use chrono::{DateTime, Utc};

use crate::money::Currency;
pub use crate::posting::GrantKind;

use super::{Wallet, WalletError, WalletEvent};

pub use band::{Band, GrantInputs, share_of_loss};
pub use coin::CoinPrices;
pub use command::{CouponClaim, GrantActivation, RefundClaim, RewardCommand, SeedRotation};
pub use draw::{Draw, draw};
pub use error::RewardError;
pub use event::{
    CoinsEarned, CoinsGiven, GrantActivated, GrantEnded, InviteEarned, RefundReceived, RewardEvent,
    WheelSeedCommitted, WheelSeedRevealed, WheelSpun,
};
pub use grant_times::GrantTimes;
pub use prize::{CommittedSeed, Coupon, Prize, SliceWeight, WheelSeed, WheelSlice, WheelVersion};
pub use quote::{DepositGap, GrantQuote};
pub use recheck::{Contradiction, Recheck, recheck};
pub(super) use state::Rewards;
pub use state::{ActiveGrant, DepositEnd, InviteState, LastDeposit, PendingRefund};
pub use terms::{
    Award, BAND_RULE, DepositRule, DepositUsed, GameFigure, GameHeld, GrantOutcome, GrantTerms,
    Held, LossShare, ReceiveLimit, ReceivePeriod, Seen, Span, SpanFigures,
};
pub use wheel::{SPINS_PER_SEED, is_client_seed};

impl Wallet {
    pub(super) fn decide_reward(
        &self,
        command: RewardCommand,
        currency: Currency,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        match command {
            RewardCommand::ActivateGrant(activation) => {
                if self.rewards.knows_grant(activation.grant_id) {
                    return Ok(Vec::new());
                }
                let plan = self.plan_activation(activation, currency, at)?;
                Ok(plan.into_events(at))
            }
            RewardCommand::ClaimCoupon(claim) => {
                if self.rewards.knows_grant(claim.grant_id) {
                    return Ok(Vec::new());
                }
                Ok(self.plan_claim(claim, at)?.into_events(at))
            }
            RewardCommand::ClearGrant {
                grant_id,
                seen,
                turnover,
            } => self.clear_grant(grant_id, &seen, turnover, at),
            RewardCommand::CancelGrant { grant_id, seen } => self.cancel_grant(grant_id, &seen, at),
            RewardCommand::GiveCoins { grant_id, coins } => self.give_coins(grant_id, coins, at),
            RewardCommand::ReceiveRefund(request) => self.receive_refund(request, currency, at),
            RewardCommand::AddRefund {
                grant_id,
                terms,
                seen,
            } => self.add_refund(grant_id, terms, seen.as_ref(), at),
            RewardCommand::EarnInvite {
                invitee,
                figures,
                share,
            } => Self::earn_invite(invitee, figures, share, currency, at),
            RewardCommand::CollectInvites {
                grant_id,
                terms,
                seen,
            } => self.collect_invites(grant_id, terms, seen.as_ref(), at),
            RewardCommand::CommitWheelSeed {
                seed_id,
                commit,
                client_seed,
            } => self.commit_seed(seed_id, commit, client_seed, at),
            RewardCommand::RotateWheelSeed(rotation) => self.rotate_seed(rotation, at),
            RewardCommand::SpinWheel {
                spin_id,
                seed_id,
                seed,
                wheel,
            } => self.spin(spin_id, seed_id, seed, &wheel, at),
        }
    }

    pub(super) fn apply_reward(&mut self, event: &RewardEvent) {
        self.protection.note(event.at());
        match event {
            RewardEvent::GrantActivated(event) => self.rewards.apply_activated(event),
            RewardEvent::GrantEnded(_) => self.rewards.apply_ended(),
            RewardEvent::RefundReceived(event) => self.rewards.apply_refund(event),
            RewardEvent::InviteEarned(event) => self.rewards.apply_invite(event.amount),
            RewardEvent::CoinsEarned(event) => self.rewards.apply_coins(event),
            RewardEvent::CoinsGiven(event) => self.rewards.remember_grant(event.grant_id),
            RewardEvent::WheelSeedCommitted(WheelSeedCommitted {
                seed_id,
                commit,
                client_seed,
                ..
            }) => {
                self.rewards.seed = Some(CommittedSeed {
                    seed_id: *seed_id,
                    commit: commit.clone(),
                    client_seed: client_seed.clone(),
                    nonce: 0,
                });
            }
            // The next one's commitment follows and takes its place.
            RewardEvent::WheelSeedRevealed(_) => self.rewards.seed = None,
            RewardEvent::WheelSpun(event) => self.rewards.apply_spun(event),
        }
    }
}
