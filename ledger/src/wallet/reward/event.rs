//! What has happened to a player's rewards. Each decision keeps what it was made from, so that a
//! replay can make it again.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::claim::Claim;
use crate::id::{GrantId, SpinId, WalletId, WheelSeedId};
use crate::money::Money;
use crate::posting::GrantKind;
use crate::posting::Posting;
use crate::wallet::WalletEvent;
use crate::wallet::event::events;

use super::prize::{Prize, SliceWeight};
use super::terms::{
    Award, DepositRule, DepositUsed, GrantOutcome, GrantTerms, Held, LossShare, ReceiveLimit,
    SpanFigures,
};

events! {
    /// What happened to a player's rewards.
    pub enum RewardEvent {
        /// Money was granted. Unless its terms were met at once, it is the active grant from now on.
        "GrantActivated" GrantActivated(GrantActivated),
        /// The active grant ended.
        "GrantEnded" GrantEnded(GrantEnded),
        /// A refund was set aside. No money yet.
        "RefundReceived" RefundReceived(RefundReceived),
        /// An invited player's losses earned the inviter something. No money yet.
        "InviteEarned" InviteEarned(InviteEarned),
        /// Deposits of a day earned coins.
        "CoinsEarned" CoinsEarned(CoinsEarned),
        /// Staff gave coins.
        "CoinsGiven" CoinsGiven(CoinsGiven),
        /// The next spins are drawn from this seed.
        "WheelSeedCommitted" WheelSeedCommitted(WheelSeedCommitted),
        /// A seed is not used any more: anybody may draw its spins again.
        "WheelSeedRevealed" WheelSeedRevealed(WheelSeedRevealed),
        /// The wheel was spun: a coin and its prize.
        "WheelSpun" WheelSpun(WheelSpun),
    }
}

/// The active grant ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GrantEnded {
    /// Id of the grant.
    pub grant_id: GrantId,
    /// How the grant ended.
    pub outcome: GrantOutcome,
    /// Its base, later deposits included.
    pub base: Money,
    /// What the player held.
    pub total: Money,
    /// What was bet since it began; none when the terms did not ask for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turnover: Option<Money>,
    /// What the player held, bucket by bucket.
    pub balances: Vec<Held>,
    /// What the player had won at all games by then, by the providers' word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub won: Option<Money>,
    /// The version of the rule that it was decided by.
    pub rule: String,
    /// What goes back to the house: above the cap, or the grant itself when its time is over.
    pub taken: Money,
    /// Time of the event, in UTC.
    pub at: DateTime<Utc>,
    /// `main` → `reward:…`; none when nothing is taken.
    pub postings: Vec<Posting>,
}

/// An invited player's losses earned the inviter something. No money yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InviteEarned {
    /// Wallet of the invited player.
    pub invitee: WalletId,
    /// What the invitee did.
    pub figures: SpanFigures,
    /// What of a loss is earned.
    pub share: LossShare,
    /// Net loss of the invited player.
    pub net_loss: Money,
    /// Amount, in the wallet's currency.
    pub amount: Money,
    /// Time of the event, in UTC.
    pub at: DateTime<Utc>,
}

/// The next spins are drawn from this seed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WheelSeedCommitted {
    /// Id of the seed.
    pub seed_id: WheelSeedId,
    /// SHA-256 of its bytes, in hexadecimal.
    pub commit: String,
    /// The player's part of each draw.
    pub client_seed: String,
    /// Time of the event, in UTC.
    pub at: DateTime<Utc>,
}

/// A seed is not used any more: anybody may draw its spins again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WheelSeedRevealed {
    /// Id of the seed.
    pub seed_id: WheelSeedId,
    /// Its bytes, in hexadecimal.
    pub seed: String,
    /// Time of the event, in UTC.
    pub at: DateTime<Utc>,
}

/// Money was granted. Unless its terms were met at once, it is the active grant from now on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GrantActivated {
    /// Id of the grant.
    pub grant_id: GrantId,
    /// Kind of the grant.
    pub kind: GrantKind,
    /// A bonus' or promotion's code, a refund's first day, the number of an invite
    /// collection, a coupon's prize.
    pub reference: String,
    /// Amount, in the wallet's currency.
    pub amount: Money,
    /// What the player held right after it; the bounds are percentages of this.
    pub base: Money,
    /// How the amount was found.
    pub award: Award,
    /// Which deposit was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deposit_rule: Option<DepositRule>,
    /// The deposit that it uses up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deposit: Option<DepositUsed>,
    /// How often it may be received.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<ReceiveLimit>,
    /// How often it had been received within that limit.
    #[serde(default)]
    pub received_before: u32,
    /// Which of a limited number it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quota_no: Option<u32>,
    /// The spin whose coupon it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coupon: Option<SpinId>,
    /// Conditions under which the grant ends.
    pub terms: GrantTerms,
    /// The version of the rule that it was decided by.
    pub rule: String,
    /// What the player held right before it.
    pub balances: Vec<Held>,
    /// What the player had won at all games by then, by the providers' word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub won: Option<Money>,
    /// Time of the event, in UTC.
    pub at: DateTime<Utc>,
    /// Money moves from `reward:…` to `main`.
    pub postings: Vec<Posting>,
}

/// A refund was set aside. No money yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefundReceived {
    /// The days and games of the losses.
    pub figures: SpanFigures,
    /// What of them happened while a grant was active.
    pub during_grants: Vec<SpanFigures>,
    /// What is refunded of a loss.
    pub share: LossShare,
    /// The loss that counts.
    pub net_loss: Money,
    /// Amount, in the wallet's currency.
    pub amount: Money,
    /// The most that the player may have held.
    pub max_balance: Money,
    /// What the player held, bucket by bucket.
    pub balances: Vec<Held>,
    /// Until when it can be added to the wallet.
    pub keep_until: DateTime<Utc>,
    /// Time of the event, in UTC.
    pub at: DateTime<Utc>,
}

/// Deposits of a day earned coins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoinsEarned {
    /// Number of coins.
    pub coins: Money,
    /// The day of UTC+7.
    pub day: NaiveDate,
    /// What came in on that day and did not leave again.
    pub deposited: Money,
    /// What one coin asks for.
    pub price: Money,
    /// Coins that the day had earned before.
    pub earned_before: u32,
    /// Time of the event, in UTC.
    pub at: DateTime<Utc>,
    /// Coins move from `coin_issue` to `coins`.
    pub postings: Vec<Posting>,
}

/// Staff gave coins that no deposit has earned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoinsGiven {
    /// Names the gift, claimed permanently; it is the id of the decision.
    pub grant_id: GrantId,
    /// Number of coins.
    pub coins: Money,
    /// Time of the event, in UTC.
    pub at: DateTime<Utc>,
    /// Coins move from `coin_issue` to `coins`.
    pub postings: Vec<Posting>,
}

/// The wheel was spun: a coin and its prize.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WheelSpun {
    /// Id of the spin.
    pub spin_id: SpinId,
    /// The seed that it was drawn from.
    pub seed_id: WheelSeedId,
    /// The player's part of the draw.
    pub client_seed: String,
    /// The number of the spin under that seed, from 0.
    pub nonce: u32,
    /// Version of the wheel's rules.
    pub wheel: String,
    /// Weights of the wheel's slices.
    pub weights: Vec<SliceWeight>,
    /// The number that was drawn, below the sum of the weights.
    pub ticket: u32,
    /// The slice that it lies in.
    pub slice: String,
    /// The prize that is won.
    pub prize: Prize,
    /// Until when its coupon can be claimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    /// Time of the event, in UTC.
    pub at: DateTime<Utc>,
    /// One coin `coins` → `coin_issue`, and won coins back.
    pub postings: Vec<Posting>,
}

impl From<RewardEvent> for WalletEvent {
    fn from(event: RewardEvent) -> Self {
        Self::Reward(Box::new(event))
    }
}

impl RewardEvent {
    /// The event's double entry; empty where nothing moved.
    #[must_use]
    pub fn postings(&self) -> &[Posting] {
        match self {
            Self::GrantActivated(GrantActivated { postings, .. })
            | Self::GrantEnded(GrantEnded { postings, .. })
            | Self::CoinsEarned(CoinsEarned { postings, .. })
            | Self::CoinsGiven(CoinsGiven { postings, .. })
            | Self::WheelSpun(WheelSpun { postings, .. }) => postings,
            Self::RefundReceived(_)
            | Self::InviteEarned(_)
            | Self::WheelSeedCommitted(_)
            | Self::WheelSeedRevealed(_) => &[],
        }
    }

    /// The grant, spin or seed that this event is about.
    #[must_use]
    pub const fn operation(&self) -> Option<Uuid> {
        match self {
            Self::GrantActivated(GrantActivated { grant_id, .. })
            | Self::GrantEnded(GrantEnded { grant_id, .. })
            | Self::CoinsGiven(CoinsGiven { grant_id, .. }) => Some(grant_id.0),
            Self::WheelSpun(WheelSpun { spin_id, .. }) => Some(spin_id.0),
            Self::WheelSeedCommitted(WheelSeedCommitted { seed_id, .. })
            | Self::WheelSeedRevealed(WheelSeedRevealed { seed_id, .. }) => Some(seed_id.0),
            Self::RefundReceived(_) | Self::InviteEarned(_) | Self::CoinsEarned(_) => None,
        }
    }

    /// The facts that this event uses up, over all wallets.
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        let claim = |kind, reference| vec![Claim { kind, reference }];
        match self {
            // One invitee has one inviter, and each period of the invitee earns once.
            Self::InviteEarned(InviteEarned {
                invitee, figures, ..
            }) => {
                let from = figures.span.from.format("%FT%TZ");
                claim("invite", format!("{invitee}:{from}"))
            }
            // A grant is given once, however long ago: its repeat is recognised for a while only.
            Self::GrantActivated(GrantActivated {
                grant_id,
                kind,
                reference,
                quota_no,
                ..
            }) => {
                let mut claims = claim("grant", grant_id.to_string());
                if let Some(number) = quota_no {
                    claims.extend(claim(
                        "quota",
                        format!("{}:{reference}:{number}", kind.code()),
                    ));
                }
                claims
            }
            Self::CoinsGiven(CoinsGiven { grant_id, .. }) => claim("grant", grant_id.to_string()),
            // A spin wins once, no matter into which wallet it is replayed.
            Self::WheelSpun(WheelSpun { spin_id, .. }) => claim("spin", spin_id.to_string()),
            // Its spins begin at 0: drawn from again after it was revealed, they were known.
            Self::WheelSeedCommitted(WheelSeedCommitted { commit, .. }) => {
                claim("wheel_seed", commit.clone())
            }
            Self::GrantEnded(_)
            | Self::RefundReceived(_)
            | Self::CoinsEarned(_)
            | Self::WheelSeedRevealed(_) => Vec::new(),
        }
    }

    /// Time of the event, in UTC.
    #[must_use]
    pub fn at(&self) -> DateTime<Utc> {
        match self {
            Self::GrantActivated(GrantActivated { at, .. })
            | Self::GrantEnded(GrantEnded { at, .. })
            | Self::RefundReceived(RefundReceived { at, .. })
            | Self::InviteEarned(InviteEarned { at, .. })
            | Self::CoinsEarned(CoinsEarned { at, .. })
            | Self::CoinsGiven(CoinsGiven { at, .. })
            | Self::WheelSeedCommitted(WheelSeedCommitted { at, .. })
            | Self::WheelSeedRevealed(WheelSeedRevealed { at, .. })
            | Self::WheelSpun(WheelSpun { at, .. }) => *at,
        }
    }
}
