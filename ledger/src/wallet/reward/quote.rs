//! What a grant would come to if it were taken now. A quote writes nothing: it asks the same rules
//! that the activation follows, and only reads their answer.

use chrono::{DateTime, Utc};

use crate::money::{Currency, Money};
use crate::wallet::{Wallet, WalletError};

use super::band::Band;
use super::command::RewardCommand;
use super::grant::{Plan, stake_of};
use super::state::{DepositEnd, LastDeposit, Rewards};
use super::terms::{DepositRule, GrantTerms};

/// What a grant would come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrantQuote {
    /// How much would be granted.
    pub amount: Money,
    /// What the player holds before it.
    pub held: Money,
    /// What the percentages would be of.
    pub base: Money,
    /// The bounds in money.
    pub band: Band,
    /// When it would end.
    pub terms: GrantTerms,
}

impl GrantQuote {
    /// What cannot be withdrawn until it has ended: all that is held, unless it ends at once.
    #[must_use]
    pub fn locked(&self) -> Money {
        if self.terms.are_met_at_once() {
            Money::zero(self.base.currency())
        } else {
            self.base
        }
    }
}

/// Why no deposit qualifies for a grant that asks for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DepositGap {
    /// None came in.
    Missing,
    /// The last one is smaller than what is asked for.
    TooSmall,
    /// It was played with.
    Played,
    /// The last one qualifies for nothing any more.
    Closed(DepositEnd),
}

impl Wallet {
    /// What an `ActivateGrant` or a `ClaimCoupon` would grant now, or the refusal that it would
    /// meet.
    pub fn quote_grant(
        &self,
        command: RewardCommand,
        at: DateTime<Utc>,
    ) -> Result<GrantQuote, WalletError> {
        let currency = self.currency.ok_or(WalletError::NotOpen)?;
        let at = self.protection.clock(at);
        let plan = self.plan_command(command, currency, at)?;
        let quote = plan.quote();
        self.require_room(&plan.into_events(at))?;
        Ok(quote)
    }

    /// Why no deposit qualifies, if none does.
    #[must_use]
    pub fn deposit_gap(&self, rule: DepositRule, played: Option<Money>) -> Option<DepositGap> {
        self.rewards.qualifying(rule, played).err()
    }

    /// What a command would grant that a player may choose to take.
    pub(super) fn plan_command(
        &self,
        command: RewardCommand,
        currency: Currency,
        at: DateTime<Utc>,
    ) -> Result<Plan, WalletError> {
        match command {
            RewardCommand::ActivateGrant(activation) => {
                self.plan_activation(activation, currency, at)
            }
            RewardCommand::ClaimCoupon(claim) => self.plan_claim(claim, at),
            RewardCommand::ClearGrant { .. }
            | RewardCommand::CancelGrant { .. }
            | RewardCommand::GiveCoins { .. }
            | RewardCommand::ReceiveRefund(_)
            | RewardCommand::AddRefund { .. }
            | RewardCommand::EarnInvite { .. }
            | RewardCommand::CollectInvites { .. }
            | RewardCommand::CommitWheelSeed { .. }
            | RewardCommand::RotateWheelSeed(_)
            | RewardCommand::SpinWheel { .. } => Err(WalletError::Unknown("offer")),
        }
    }
}

impl Plan {
    fn quote(&self) -> GrantQuote {
        let grant = &self.grant;
        let stake = stake_of(grant.deposit.as_ref(), grant.amount);
        GrantQuote {
            amount: grant.amount,
            held: self.known.total,
            base: self.base,
            band: Band::of(&grant.terms, self.base, stake),
            terms: grant.terms.clone(),
        }
    }
}

impl Rewards {
    /// The deposit that a rule asks for, or why there is none.
    pub(super) fn qualifying(
        &self,
        rule: DepositRule,
        played: Option<Money>,
    ) -> Result<&LastDeposit, DepositGap> {
        let closed = self
            .deposit_end
            .map_or(DepositGap::Missing, DepositGap::Closed);
        let deposit = self.deposit.as_ref().ok_or(closed)?;
        if deposit.amount.amount() < rule.min.amount() {
            return Err(DepositGap::TooSmall);
        }
        let is_unplayed = !rule.is_unplayed || played.is_some_and(Money::is_zero);
        is_unplayed.then_some(deposit).ok_or(DepositGap::Played)
    }
}
