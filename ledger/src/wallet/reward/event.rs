//! What has happened to a player's rewards. Each decision keeps what it was made from, so that a
//! replay can make it again.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::claim::Claim;
use crate::id::{GrantId, SpinId, WalletId, WheelSeedId};
use crate::money::Money;
use crate::posting::GrantKind;
use crate::posting::Posting;
use crate::wallet::WalletEvent;

use super::prize::{Prize, SliceWeight};
use super::terms::{
    Award, DepositRule, DepositUsed, GrantOutcome, GrantTerms, Held, LossShare, ReceiveLimit,
    SpanFigures,
};

/// What happened to a player's rewards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum RewardEvent {
    /// Money was granted. Unless its terms were met at once, it is the active grant from now on.
    GrantActivated {
        /// Id of the grant.
        grant_id: GrantId,
        /// Kind of the grant.
        kind: GrantKind,
        /// A bonus' or promotion's code, a refund's first day, the number of an invite
        /// collection, a coupon's prize.
        reference: String,
        /// Amount, in the wallet's currency.
        amount: Money,
        /// What the player held right after it; the bounds are percentages of this.
        base: Money,
        /// How the amount was found.
        award: Award,
        /// Which deposit was asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deposit_rule: Option<DepositRule>,
        /// The deposit that it uses up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deposit: Option<DepositUsed>,
        /// How often it may be received.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<ReceiveLimit>,
        /// How often it had been received within that limit.
        #[serde(default)]
        received_before: u32,
        /// Which of a limited number it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        quota_no: Option<u32>,
        /// The spin whose coupon it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        coupon: Option<SpinId>,
        /// Conditions under which the grant ends.
        terms: GrantTerms,
        /// The version of the rule that it was decided by.
        rule: String,
        /// What the player held right before it.
        balances: Vec<Held>,
        /// What the player had won at all games by then, by the providers' word.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        won: Option<Money>,
        /// Time of the event, in UTC.
        at: DateTime<Utc>,
        /// Money moves from `reward:…` to `main`.
        postings: Vec<Posting>,
    },
    /// The active grant ended.
    GrantEnded {
        /// Id of the grant.
        grant_id: GrantId,
        /// How the grant ended.
        outcome: GrantOutcome,
        /// Its base, later deposits included.
        base: Money,
        /// What the player held.
        total: Money,
        /// What was bet since it began; none when the terms did not ask for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turnover: Option<Money>,
        /// What the player held, bucket by bucket.
        balances: Vec<Held>,
        /// What the player had won at all games by then, by the providers' word.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        won: Option<Money>,
        /// The version of the rule that it was decided by.
        rule: String,
        /// What goes back to the house: above the cap, or the grant itself when its time is over.
        taken: Money,
        /// Time of the event, in UTC.
        at: DateTime<Utc>,
        /// `main` → `reward:…`; none when nothing is taken.
        postings: Vec<Posting>,
    },
    /// A refund was set aside. No money yet.
    RefundReceived {
        /// The days and games of the losses.
        figures: SpanFigures,
        /// What of them happened while a grant was active.
        during_grants: Vec<SpanFigures>,
        /// What is refunded of a loss.
        share: LossShare,
        /// The loss that counts.
        net_loss: Money,
        /// Amount, in the wallet's currency.
        amount: Money,
        /// The most that the player may have held.
        max_balance: Money,
        /// What the player held, bucket by bucket.
        balances: Vec<Held>,
        /// Until when it can be added to the wallet.
        keep_until: DateTime<Utc>,
        /// Time of the event, in UTC.
        at: DateTime<Utc>,
    },
    /// An invited player's losses earned the inviter something. No money yet.
    InviteEarned {
        /// Wallet of the invited player.
        invitee: WalletId,
        /// What the invitee did.
        figures: SpanFigures,
        /// What of a loss is earned.
        share: LossShare,
        /// Net loss of the invited player.
        net_loss: Money,
        /// Amount, in the wallet's currency.
        amount: Money,
        /// Time of the event, in UTC.
        at: DateTime<Utc>,
    },
    /// Deposits of a day earned coins.
    CoinsEarned {
        /// Number of coins.
        coins: Money,
        /// The day of UTC+7.
        day: NaiveDate,
        /// What came in on that day and did not leave again.
        deposited: Money,
        /// What one coin asks for.
        price: Money,
        /// Coins that the day had earned before.
        earned_before: u32,
        /// Time of the event, in UTC.
        at: DateTime<Utc>,
        /// Coins move from `coin_issue` to `coins`.
        postings: Vec<Posting>,
    },
    /// The next spins are drawn from this seed.
    WheelSeedCommitted {
        /// Id of the seed.
        seed_id: WheelSeedId,
        /// SHA-256 of its bytes, in hexadecimal.
        commit: String,
        /// The player's part of each draw.
        client_seed: String,
        /// Time of the event, in UTC.
        at: DateTime<Utc>,
    },
    /// A seed is not used any more: anybody may draw its spins again.
    WheelSeedRevealed {
        /// Id of the seed.
        seed_id: WheelSeedId,
        /// Its bytes, in hexadecimal.
        seed: String,
        /// Time of the event, in UTC.
        at: DateTime<Utc>,
    },
    /// The wheel was spun: a coin and its prize.
    WheelSpun {
        /// Id of the spin.
        spin_id: SpinId,
        /// The seed that it was drawn from.
        seed_id: WheelSeedId,
        /// The player's part of the draw.
        client_seed: String,
        /// The number of the spin under that seed, from 0.
        nonce: u32,
        /// Version of the wheel's rules.
        wheel: String,
        /// Weights of the wheel's slices.
        weights: Vec<SliceWeight>,
        /// The number that was drawn, below the sum of the weights.
        ticket: u32,
        /// The slice that it lies in.
        slice: String,
        /// The prize that is won.
        prize: Prize,
        /// Until when its coupon can be claimed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expires_at: Option<DateTime<Utc>>,
        /// Time of the event, in UTC.
        at: DateTime<Utc>,
        /// One coin `coins` → `coin_issue`, and won coins back.
        postings: Vec<Posting>,
    },
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
            Self::GrantActivated { postings, .. }
            | Self::GrantEnded { postings, .. }
            | Self::CoinsEarned { postings, .. }
            | Self::WheelSpun { postings, .. } => postings,
            Self::RefundReceived { .. }
            | Self::InviteEarned { .. }
            | Self::WheelSeedCommitted { .. }
            | Self::WheelSeedRevealed { .. } => &[],
        }
    }

    /// The facts that this event uses up, over all wallets.
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        let claim = |kind, reference| vec![Claim { kind, reference }];
        match self {
            // One invitee has one inviter, and each period of the invitee earns once.
            Self::InviteEarned {
                invitee, figures, ..
            } => {
                let from = figures.span.from.format("%FT%TZ");
                claim("invite", format!("{invitee}:{from}"))
            }
            // A grant is given once, however long ago: its repeat is recognised for a while only.
            Self::GrantActivated {
                grant_id,
                kind,
                reference,
                quota_no,
                ..
            } => {
                let mut claims = claim("grant", grant_id.to_string());
                if let Some(number) = quota_no {
                    claims.extend(claim(
                        "quota",
                        format!("{}:{reference}:{number}", kind.code()),
                    ));
                }
                claims
            }
            // A spin wins once, no matter into which wallet it is replayed.
            Self::WheelSpun { spin_id, .. } => claim("spin", spin_id.to_string()),
            // Its spins begin at 0: drawn from again after it was revealed, they were known.
            Self::WheelSeedCommitted { commit, .. } => claim("wheel_seed", commit.clone()),
            _ => Vec::new(),
        }
    }

    /// Time of the event, in UTC.
    #[must_use]
    pub fn at(&self) -> DateTime<Utc> {
        match self {
            Self::GrantActivated { at, .. }
            | Self::GrantEnded { at, .. }
            | Self::RefundReceived { at, .. }
            | Self::InviteEarned { at, .. }
            | Self::CoinsEarned { at, .. }
            | Self::WheelSeedCommitted { at, .. }
            | Self::WheelSeedRevealed { at, .. }
            | Self::WheelSpun { at, .. } => *at,
        }
    }

    /// Its name in the journal.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::GrantActivated { .. } => "GrantActivated",
            Self::GrantEnded { .. } => "GrantEnded",
            Self::RefundReceived { .. } => "RefundReceived",
            Self::InviteEarned { .. } => "InviteEarned",
            Self::CoinsEarned { .. } => "CoinsEarned",
            Self::WheelSeedCommitted { .. } => "WheelSeedCommitted",
            Self::WheelSeedRevealed { .. } => "WheelSeedRevealed",
            Self::WheelSpun { .. } => "WheelSpun",
        }
    }
}
