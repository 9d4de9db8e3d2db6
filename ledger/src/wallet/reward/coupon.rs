//! Coupons that the wheel gave, and claiming them.

use chrono::{DateTime, Utc};

use crate::posting::GrantKind;
use crate::wallet::{Wallet, WalletError};

use super::command::CouponClaim;
use super::error::RewardError;
use super::grant::{Grant, Plan};
use super::prize::Coupon;

impl Coupon {
    /// Whether its time is over.
    #[must_use]
    pub fn is_expired(&self, at: DateTime<Utc>) -> bool {
        self.expires_at.is_some_and(|end| end <= at)
    }
}

impl Wallet {
    /// Coupons that have not been claimed, in the order in which they were won.
    pub fn coupons(&self) -> impl Iterator<Item = &Coupon> {
        self.rewards.coupons.iter()
    }

    /// What claiming a coupon grants, or why it is refused. Claiming and quoting both ask here.
    pub(super) fn plan_claim(
        &self,
        claim: CouponClaim,
        at: DateTime<Utc>,
    ) -> Result<Plan, WalletError> {
        let CouponClaim {
            grant_id,
            prize,
            is_known,
            terms,
            seen,
        } = claim;
        self.require_playing(at)?;
        if self.rewards.coupons.is_empty() {
            return Err(RewardError::NoCoupon.into());
        }
        let mut of_prize = self
            .coupons()
            .filter(|coupon| coupon.code == prize)
            .peekable();
        if of_prize.peek().is_none() {
            let refusal = if is_known {
                RewardError::NoCoupon
            } else {
                RewardError::UnknownPrize
            };
            return Err(refusal.into());
        }
        let mut money = of_prize
            .filter_map(|coupon| coupon.worth.map(|worth| (coupon, worth)))
            .peekable();
        if money.peek().is_none() {
            return Err(RewardError::NotMoney.into());
        }
        let (coupon, worth) = money
            .filter(|(coupon, _)| !coupon.is_expired(at))
            // One without an end is kept for last.
            .min_by_key(|(coupon, _)| (coupon.expires_at.is_none(), coupon.expires_at))
            .ok_or(RewardError::CouponExpired)?;
        self.require_no_grant()?;
        let mut grant = Grant::fixed(grant_id, GrantKind::Coupon, prize.clone(), worth, terms);
        grant.coupon = Some(coupon.spin_id);
        self.plan(grant, seen.as_ref(), at)
    }
}
