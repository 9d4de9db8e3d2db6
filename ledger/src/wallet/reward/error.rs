//! Why a wallet refuses something about rewards.

use crate::money::Money;

/// Why a wallet refuses something about rewards.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RewardError {
    /// Another grant is to be activated while one is active.
    #[error("a grant is active")]
    GrantActive,
    /// Money is to leave, or another reward to come in, while a grant is active.
    #[error("a grant is active and not ended")]
    GrantRemains,
    /// Received as often as may be in its period.
    #[error("received as often as may be")]
    MaxReceived,
    /// A promotion is received once.
    #[error("the promotion was received before")]
    PromotionReceived,
    /// No deposit that the grant asks for.
    #[error("no deposit qualifies for the grant")]
    NoQualifyingDeposit,
    /// Neither won, nor lost, nor over.
    #[error("the grant is neither won nor lost")]
    ConditionOpen,
    /// The money to take back is at providers.
    #[error("{0} must be in the main wallet")]
    CollectFirst(Money),
    /// No grant is active.
    #[error("no grant is active")]
    NoGrant,
    /// Something moved since the providers were asked, or not all of them were, or the time that
    /// figures are about is not over.
    #[error("what the providers hold is not known well enough")]
    Stale,
    /// There was a loss, but a refund of nothing.
    #[error("the refund is not above zero")]
    RefundMinimum,
    /// Nothing was lost, or its refund was received, or it was kept too long.
    #[error("no refund")]
    NoRefund,
    /// An earlier refund waits to be added to the wallet.
    #[error("an earlier refund is not added yet")]
    RefundPending,
    /// The player still holds money to play with.
    #[error("the player holds more than {0}")]
    RefundCondition(Money),
    /// Nothing was earned by inviting.
    #[error("no invite bonus")]
    NoInviteBonus,
    /// What inviting earned has been collected.
    #[error("the invite bonus was collected")]
    InviteCollected,
    /// No coin to spin for.
    #[error("no coin")]
    NoCoin,
    /// The seed is not the one that was committed to.
    #[error("not the committed seed")]
    OtherSeed,
    /// What is to be committed to is no SHA-256, or the player's part of the draws is no such
    /// text.
    #[error("not a seed to draw from")]
    BadSeed,
    /// The seed has been drawn from often enough.
    #[error("the seed is worn out")]
    SeedWornOut,
    /// A wheel without weight or under another's name, or a prize that the wallet cannot take.
    #[error("the wheel cannot be drawn from")]
    BrokenWheel,
    /// No coupon to claim.
    #[error("no coupon to claim")]
    NoCoupon,
    /// No wheel has that prize.
    #[error("no such prize")]
    UnknownPrize,
    /// A coupon for a thing that staff hands out.
    #[error("the coupon is not money")]
    NotMoney,
    /// The coupon's time is over.
    #[error("the coupon has expired")]
    CouponExpired,
}

impl RewardError {
    /// Stable across releases: clients translate by it.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::GrantActive => "BONUS_ALREADY_ACTIVE",
            Self::GrantRemains => "BONUS_REMAINING",
            Self::MaxReceived => "BONUS_MAX_CLAIMED",
            Self::PromotionReceived => "PROMOTION_RECEIVED",
            Self::NoQualifyingDeposit | Self::ConditionOpen => "BONUS_CONDITION",
            Self::CollectFirst(_) => "BONUS_COLLECT_FIRST",
            Self::NoGrant => "NO_DATA",
            Self::Stale => "REQUEST_LIMIT",
            Self::RefundMinimum => "REFUND_MINIMUM",
            Self::NoRefund => "NO_REFUND",
            Self::RefundCondition(_) | Self::RefundPending => "REFUND_CONDITION",
            Self::NoInviteBonus => "NO_INVITE_BONUS",
            Self::InviteCollected => "INVITE_COLLECT",
            Self::NoCoin => "SPIN_NO_COIN",
            Self::OtherSeed | Self::SeedWornOut => "SPIN_SEED",
            Self::BadSeed => "INVALID_INPUT",
            Self::BrokenWheel => "INTERNAL_SERVER_ERROR",
            Self::NoCoupon => "NO_CLAIMABLE_COUPON",
            Self::UnknownPrize => "INVALID_PRIZE_CODE",
            Self::NotMoney => "INVALID_COUPON_TYPE",
            Self::CouponExpired => "COUPON_EXPIRED",
        }
    }
}
