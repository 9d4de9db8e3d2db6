//! What may be asked about rewards. Commands are imperatives.

use chrono::{DateTime, Utc};

use crate::id::{GrantId, SpinId, WalletId, WheelSeedId};
use crate::money::Money;
use crate::posting::GrantKind;

use super::prize::{WheelSeed, WheelVersion};
use super::terms::{
    Award, DepositRule, GrantTerms, LossShare, ReceiveLimit, Seen, Span, SpanFigures,
};

/// A request about rewards; a repeat of one that has taken effect writes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RewardCommand {
    /// Grants a bonus or a promotion; or a coupon that no spin has won, on the word of staff.
    ActivateGrant(GrantActivation),
    /// Ends the active grant if it is won, lost or over.
    ClearGrant {
        /// Id of the grant.
        grant_id: GrantId,
        /// What the providers hold.
        seen: Seen,
        /// What was bet since it began, when its terms ask for it.
        turnover: Option<Money>,
    },
    /// Ends the active grant on the word of staff, although it is neither won, nor lost, nor over.
    CancelGrant {
        /// Id of the grant.
        grant_id: GrantId,
        /// What the providers hold.
        seen: Seen,
    },
    /// Gives coins on the word of staff.
    GiveCoins {
        /// Names the gift: claimed permanently.
        grant_id: GrantId,
        /// How many coins.
        coins: Money,
    },
    /// Sets a refund of losses aside for the player, who has then to add it to the wallet.
    ReceiveRefund(RefundClaim),
    /// Credits the refund that was set aside.
    AddRefund {
        /// The grant that it becomes.
        grant_id: GrantId,
        /// Conditions under which the grant ends.
        terms: GrantTerms,
        /// What the providers hold; may be absent only when the terms are met at once.
        seen: Option<Seen>,
    },
    /// Notes what an invited player's losses earn the inviter. No money yet.
    EarnInvite {
        /// Wallet of the invited player.
        invitee: WalletId,
        /// What the invitee did.
        figures: SpanFigures,
        /// What of a loss is earned.
        share: LossShare,
    },
    /// Credits all that inviting has earned and was not collected.
    CollectInvites {
        /// The grant that it becomes.
        grant_id: GrantId,
        /// Conditions under which the grant ends.
        terms: GrantTerms,
        /// What the providers hold; may be absent only when the terms are met at once.
        seen: Option<Seen>,
    },
    /// Commits to the first seed. An existing one stays.
    CommitWheelSeed {
        /// Id of the seed.
        seed_id: WheelSeedId,
        /// SHA-256 of its bytes, in hexadecimal.
        commit: String,
        /// The player's part of each draw: 1 to 64 visible ASCII characters without a colon.
        client_seed: String,
    },
    /// Reveals the seed in use and commits to the next one.
    RotateWheelSeed(SeedRotation),
    /// Spends a coin on a draw.
    SpinWheel {
        /// Id of the spin.
        spin_id: SpinId,
        /// The seed in use.
        seed_id: WheelSeedId,
        /// Its bytes: they must be what was committed to.
        seed: WheelSeed,
        /// Version of the wheel.
        wheel: WheelVersion,
    },
    /// Credits the coupon of a prize that runs out first.
    ClaimCoupon(CouponClaim),
}

/// Reveals the seed in use and commits to the next one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeedRotation {
    /// The seed in use.
    pub seed_id: WheelSeedId,
    /// The seed's secret bytes.
    pub seed: WheelSeed,
    /// Id of the next seed.
    pub next_id: WheelSeedId,
    /// SHA-256 of the next one's bytes, in hexadecimal.
    pub next_commit: String,
    /// The player's part of each draw from now on.
    pub client_seed: String,
}

/// Grants a bonus or a promotion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrantActivation {
    /// Id of the grant.
    pub grant_id: GrantId,
    /// Kind of the grant: `Bonus`, `Promotion` or `Coupon`.
    pub kind: GrantKind,
    /// The payment's reference, as its source writes it.
    pub reference: String,
    /// Amount or share that the house gives.
    pub award: Award,
    /// Which deposit it asks for.
    pub deposit: Option<DepositRule>,
    /// What was bet at all providers since that deposit, when it has to be unplayed.
    pub played: Option<Money>,
    /// How often this wallet may receive it.
    pub limit: Option<ReceiveLimit>,
    /// Which of a limited number this is, over all wallets: claimed permanently.
    pub quota_no: Option<u32>,
    /// Conditions under which the grant ends.
    pub terms: GrantTerms,
    /// What the providers hold; may be absent only when the terms are met at once.
    pub seen: Option<Seen>,
}

/// Credits the coupon of a prize that runs out first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CouponClaim {
    /// The grant that it becomes.
    pub grant_id: GrantId,
    /// The prize: a slice's code.
    pub prize: String,
    /// Whether any wheel knows that prize.
    pub is_known: bool,
    /// Conditions under which the grant ends.
    pub terms: GrantTerms,
    /// What the providers hold; may be absent only when the terms are met at once.
    pub seen: Option<Seen>,
}

/// Sets a refund of losses aside for the player, who has then to add it to the wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundClaim {
    /// Which losses: days or a week that are over.
    pub figures: SpanFigures,
    /// What of them was lost or won while a grant was active: not refunded.
    pub during_grants: Vec<SpanFigures>,
    /// What is refunded of a loss.
    pub share: LossShare,
    /// Refused while the player holds more than this.
    pub max_balance: Money,
    /// Until when it can be added.
    pub keep_until: DateTime<Utc>,
    /// What the providers hold.
    pub seen: Seen,
}

impl SpanFigures {
    /// The figures of a span in which nobody was asked.
    #[must_use]
    pub fn nothing(span: Span) -> Self {
        let games = Vec::new();
        Self { span, games }
    }
}
