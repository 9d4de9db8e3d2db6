//! Coupons that the wheel gave, and claiming them.

use chrono::{DateTime, Utc};

use crate::id::GrantId;
use crate::wallet::{Wallet, WalletError, WalletEvent};

use super::error::RewardError;
use super::grant::Grant;
use super::prize::Coupon;
use super::terms::{GrantKind, GrantTerms, Seen};

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

    pub(super) fn claim_coupon(
        &self,
        grant_id: GrantId,
        (prize, is_known): (&str, bool),
        terms: GrantTerms,
        seen: Option<&Seen>,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        if self.rewards.knows_grant(grant_id) {
            return Ok(Vec::new());
        }
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
        let mut grant = Grant::fixed(
            grant_id,
            (GrantKind::Coupon, prize.to_owned()),
            worth,
            terms,
        );
        grant.coupon = Some(coupon.spin_id);
        self.grant(grant, seen, at)
    }
}
