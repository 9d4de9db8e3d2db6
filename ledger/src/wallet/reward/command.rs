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
    /// Grants a bonus or a promotion.
    ActivateGrant {
        /// Id of the grant.
        grant_id: GrantId,
        /// Kind of the grant: `Bonus` or `Promotion`.
        kind: GrantKind,
        /// The payment's reference, as its source writes it.
        reference: String,
        /// Amount or share that the house gives.
        award: Award,
        /// Which deposit it asks for.
        deposit: Option<DepositRule>,
        /// What was bet at all providers since that deposit, when it has to be unplayed.
        played: Option<Money>,
        /// How often this wallet may receive it.
        limit: Option<ReceiveLimit>,
        /// Which of a limited number this is, over all wallets: claimed permanently.
        quota_no: Option<u32>,
        /// Conditions under which the grant ends.
        terms: GrantTerms,
        /// What the providers hold; may be absent only when the terms are met at once.
        seen: Option<Seen>,
    },
    /// Ends the active grant if it is won, lost or over.
    ClearGrant {
        /// Id of the grant.
        grant_id: GrantId,
        /// What the providers hold.
        seen: Seen,
        /// What was bet since it began, when its terms ask for it.
        turnover: Option<Money>,
    },
    /// Sets a refund of losses aside for the player, who has then to add it to the wallet.
    ReceiveRefund {
        /// Which losses: days or a week that are over.
        figures: SpanFigures,
        /// What of them was lost or won while a grant was active: not refunded.
        during_grants: Vec<SpanFigures>,
        /// What is refunded of a loss.
        share: LossShare,
        /// Refused while the player holds more than this.
        max_balance: Money,
        /// Until when it can be added.
        keep_until: DateTime<Utc>,
        /// What the providers hold.
        seen: Seen,
    },
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
    RotateWheelSeed {
        /// The seed in use.
        seed_id: WheelSeedId,
        /// The seed's secret bytes.
        seed: WheelSeed,
        /// Id of the next seed.
        next_id: WheelSeedId,
        /// SHA-256 of the next one's bytes, in hexadecimal.
        next_commit: String,
        /// The player's part of each draw from now on.
        client_seed: String,
    },
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
    ClaimCoupon {
        /// The grant that it becomes.
        grant_id: GrantId,
        /// The prize: a slice's code.
        prize: String,
        /// Whether any wheel knows that prize.
        is_known: bool,
        /// Conditions under which the grant ends.
        terms: GrantTerms,
        /// What the providers hold; may be absent only when the terms are met at once.
        seen: Option<Seen>,
    },
}

impl SpanFigures {
    /// The figures of a span in which nobody was asked.
    #[must_use]
    pub fn nothing(span: Span) -> Self {
        let games = Vec::new();
        Self { span, games }
    }
}
