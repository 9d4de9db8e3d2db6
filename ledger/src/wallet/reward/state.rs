//! What a wallet remembers of its rewards.

use std::collections::{BTreeMap, VecDeque};

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::id::{GrantId, SpinId};
use crate::money::Money;
use crate::posting::GrantKind;

use super::prize::{CommittedSeed, Coupon};
use super::received::Received;
use super::terms::{GrantTerms, Span};

/// Grants and spins whose repeat is recognised.
const RECENT_KEPT: usize = 64;

/// Rewards of one wallet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::wallet) struct Rewards {
    pub(super) active: Option<ActiveGrant>,
    pub(super) received: BTreeMap<String, Received>,
    pub(super) deposit: Option<LastDeposit>,
    /// Why no grant may ask for the last deposit any more; none while one may, or before any.
    pub(super) deposit_end: Option<DepositEnd>,
    pub(super) refund: Option<PendingRefund>,
    /// The first moment whose losses have not been refunded yet.
    pub(super) refunded_to: Option<DateTime<Utc>>,
    pub(super) invites: InviteState,
    pub(super) coins_day: Option<CoinsDay>,
    pub(super) seed: Option<CommittedSeed>,
    /// Unclaimed, in the order in which they were won.
    pub(super) coupons: VecDeque<Coupon>,
    pub(super) recent_grants: VecDeque<GrantId>,
    pub(super) recent_spins: VecDeque<SpinId>,
}

/// The grant that has not ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActiveGrant {
    /// Id, as a text.
    pub grant_id: GrantId,
    /// Why it was given.
    pub kind: GrantKind,
    /// The payment's reference, as its source writes it.
    pub reference: String,
    /// How much was granted.
    pub amount: Money,
    /// What its bounds are percentages of: what the player held right after it, and all that
    /// came in since.
    pub base: Money,
    /// What must be played through, as often as its terms say: the deposit it asked for, and it.
    pub stake: Money,
    /// Conditions under which the grant ends.
    pub terms: GrantTerms,
    /// Since when it is active.
    pub started_at: DateTime<Utc>,
    /// The player's total win at all games by then; none where it is unknown.
    #[serde(default)]
    pub won: Option<Money>,
}

/// The last deposit, while a grant may still ask for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastDeposit {
    /// The slip, QR order, gift or announced deposit.
    pub operation: Uuid,
    /// How much came in.
    pub amount: Money,
    /// Time of the event, in UTC.
    pub at: DateTime<Utc>,
}

/// Why no grant may ask for a deposit any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DepositEnd {
    /// A withdrawal was requested.
    Withdrawn,
    /// Staff took money back.
    Corrected,
    /// A grant was activated or has ended.
    Granted,
}

/// A refund that was received and not yet added to the wallet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingRefund {
    /// Which losses it is for.
    pub span: Span,
    /// Amount, in the wallet's currency.
    pub amount: Money,
    /// Until when it can be added.
    pub keep_until: DateTime<Utc>,
}

/// What inviting has earned.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InviteState {
    /// Not collected yet; none before anything was earned.
    pub uncollected: Option<Money>,
    /// How often it was collected.
    pub collections: u32,
}

/// What came in on the last day that anything came in, and what it earned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CoinsDay {
    pub(super) day: NaiveDate,
    pub(super) deposited: Money,
    pub(super) earned: u32,
}

impl Rewards {
    /// Whether a grant was activated lately.
    pub(super) fn knows_grant(&self, id: GrantId) -> bool {
        self.recent_grants.contains(&id)
    }

    pub(super) fn remember_grant(&mut self, id: GrantId) {
        remember(&mut self.recent_grants, id);
    }

    pub(super) fn remember_spin(&mut self, id: SpinId) {
        remember(&mut self.recent_spins, id);
    }
}

fn remember<T>(recent: &mut VecDeque<T>, id: T) {
    recent.push_back(id);
    if recent.len() > RECENT_KEPT {
        recent.pop_front();
    }
}
