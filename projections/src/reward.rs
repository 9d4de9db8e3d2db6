//! Rewards: a player's grants, the earnings from losses and invited players, and every spin.
//!
//! This view only shows and lists. Whether a player may have something is the wallet's decision. A
//! secret seed is not among the events before it is revealed, so this view cannot leak one.

mod fold;
mod fold_wheel;
mod friends;
mod read;
mod save;
mod store;
mod stored;
mod stored_wheel;

use chrono::{DateTime, Utc};
use ledger::wallet::reward::{GrantKind, GrantOutcome, GrantTerms, Prize, SliceWeight, Span};
use ledger::{GrantId, Money, SpinId, WalletId, WheelSeedId};

pub(crate) use fold::RewardProjection;
pub use friends::{FriendEarnings, friend_earnings};
pub use read::{
    coupons, grant, grants_of, invites, quota_used, received, refunds, seeds, seeds_among, spin,
    spins, spins_of_seed, wheels,
};

/// How far a grant is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GrantStatus {
    /// It has not ended.
    Active,
    /// Its terms were met in the moment of the grant: it never was active.
    Met,
    /// It has ended.
    Ended(GrantOutcome),
}

impl GrantStatus {
    /// Every status.
    pub const ALL: [Self; 7] = [
        Self::Active,
        Self::Met,
        Self::Ended(GrantOutcome::Success),
        Self::Ended(GrantOutcome::Fail),
        Self::Ended(GrantOutcome::Expired),
        Self::Ended(GrantOutcome::Excluded),
        Self::Ended(GrantOutcome::Cancelled),
    ];

    /// The word on the wire and in the table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "ACTIVE",
            Self::Met => "MET",
            Self::Ended(outcome) => outcome_word(outcome),
        }
    }

    /// Reads the stored word; none where it is unknown.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }
}

/// Money that was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrantRow {
    /// Id of the wallet.
    pub wallet_id: WalletId,
    /// Id of the grant.
    pub grant_id: GrantId,
    /// Kind of the grant.
    pub kind: GrantKind,
    /// A bonus' or promotion's code, a refund's first day, the number of an invite collection, a
    /// coupon's prize.
    pub reference: String,
    /// How far it is.
    pub status: GrantStatus,
    /// Amount, in the wallet's currency.
    pub amount: Money,
    /// The base of its percentages; raised by money that came in since.
    pub base: Money,
    /// The deposit that it required.
    pub deposit: Option<Money>,
    /// Conditions under which the grant ends.
    pub terms: GrantTerms,
    /// Which of a limited number it is.
    pub quota_no: Option<u32>,
    /// The spin whose coupon it is.
    pub coupon: Option<SpinId>,
    /// When it was credited.
    pub started_at: DateTime<Utc>,
    /// How it ended; `None` while it is active, or if it never was.
    pub end: Option<GrantEnd>,
    /// The event that credited it: its place in lists.
    pub position: i64,
}

impl GrantRow {
    /// Whether it was ever active: it had a condition.
    #[must_use]
    pub fn is_conditional(&self) -> bool {
        self.status != GrantStatus::Met
    }
}

/// How a grant ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrantEnd {
    /// Time of the event, in UTC.
    pub at: DateTime<Utc>,
    /// The player's total.
    pub total: Money,
    /// The turnover since it began; none if its terms required none.
    pub turnover: Option<Money>,
    /// The amount that went back to the house.
    pub taken: Money,
}

/// When a bonus or promotion was received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// Kind of the grant: `Bonus` or `Promotion`.
    pub kind: GrantKind,
    /// The payment's reference, as its source writes it.
    pub reference: String,
    /// Time of the event, in UTC.
    pub at: DateTime<Utc>,
}

/// How far a refund is. That its time is over is for the reader to see, by `keep_until`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RefundStatus {
    /// Set aside.
    Received,
    /// Added to the wallet.
    Added,
}

impl RefundStatus {
    /// The word on the wire and in the table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Received => "RECEIVED",
            Self::Added => "ADDED",
        }
    }

    /// Reads the stored word; none where it is unknown.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Received, Self::Added]
            .into_iter()
            .find(|status| status.as_str() == text)
    }
}

/// A refund of losses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundRow {
    /// The days and games of the losses.
    pub span: Span,
    /// How far it is.
    pub status: RefundStatus,
    /// The loss that counted.
    pub net_loss: Money,
    /// Amount, in the wallet's currency.
    pub amount: Money,
    /// Until when it can be added.
    pub keep_until: DateTime<Utc>,
    /// The grant that it became.
    pub grant_id: Option<GrantId>,
    /// When it was received.
    pub created_at: DateTime<Utc>,
    /// The event that set it aside: its place in the list.
    pub position: i64,
}

/// The earnings from an invited player's losses of one period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InviteRow {
    /// Wallet of the invited player.
    pub invitee: WalletId,
    /// The days that it covers.
    pub span: Span,
    /// Net loss of the invited player.
    pub net_loss: Money,
    /// How much it earned.
    pub amount: Money,
    /// Time of creation, in UTC.
    pub created_at: DateTime<Utc>,
    /// The event: its place in the list.
    pub position: i64,
}

/// A seed that spins are drawn from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeedRow {
    /// Id of the seed.
    pub seed_id: WheelSeedId,
    /// SHA-256 of its bytes, in hexadecimal.
    pub commit: String,
    /// The player's part of each draw.
    pub client_seed: String,
    /// Its bytes in hexadecimal, once it is no longer used.
    pub seed: Option<String>,
    /// How many spins were drawn from it: the number of the next one.
    pub spins: u32,
    /// When it was committed to.
    pub committed_at: DateTime<Utc>,
    /// When it was revealed.
    pub revealed_at: Option<DateTime<Utc>>,
    /// The event that committed to it: its place in the list.
    pub position: i64,
}

/// A spin of the wheel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpinRow {
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
    /// The number that was drawn.
    pub ticket: u32,
    /// The slice that it lies in.
    pub slice: String,
    /// The prize that was won.
    pub prize: Prize,
    /// Until when its coupon can be claimed.
    pub expires_at: Option<DateTime<Utc>>,
    /// The player's coins right after it.
    pub coins_after: i64,
    /// The grant that its coupon became.
    pub grant_id: Option<GrantId>,
    /// Time of creation, in UTC.
    pub created_at: DateTime<Utc>,
    /// The event: its place in the list.
    pub position: i64,
}

/// A version of the wheel that was spun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WheelRow {
    /// Hash that names the version.
    pub id: String,
    /// Its slices, in the order of the draw.
    pub slices: Vec<SliceWeight>,
    /// The first spin of it.
    pub position: i64,
}

/// A grant's kind in the tables: the word that account names and the wire have, too.
pub(crate) fn parse_kind(text: &str) -> Option<GrantKind> {
    GrantKind::ALL.into_iter().find(|kind| kind.code() == text)
}

/// An outcome on the wire and in the tables.
pub(crate) const fn outcome_word(outcome: GrantOutcome) -> &'static str {
    match outcome {
        GrantOutcome::Success => "SUCCESS",
        GrantOutcome::Fail => "FAIL",
        GrantOutcome::Expired => "EXPIRED",
        GrantOutcome::Excluded => "EXCLUDED",
        GrantOutcome::Cancelled => "CANCELLED",
    }
}

pub(crate) fn parse_outcome(text: &str) -> Option<GrantOutcome> {
    match GrantStatus::parse(text)? {
        GrantStatus::Ended(outcome) => Some(outcome),
        GrantStatus::Active | GrantStatus::Met => None,
    }
}
