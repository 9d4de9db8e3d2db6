//! Grants: at most one is active, and while it is no money leaves for the bank.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;

use crate::id::GrantId;
use crate::money::{Currency, Money, MoneyError};
use crate::posting::GrantKind;
use crate::posting::{Account, movement};
use crate::wallet::{Wallet, WalletError, WalletEvent};

use super::band::round_down;
use super::command::GrantActivation;
use super::error::RewardError;
use super::event::{GrantActivated, RewardEvent};
use super::seen::Known;
use super::state::{ActiveGrant, LastDeposit};
use super::terms::{Award, BAND_RULE, DepositRule, DepositUsed, GrantTerms, ReceiveLimit, Seen};
use crate::id::SpinId;

/// What is to be granted, whatever it is called.
pub(super) struct Grant {
    pub(super) id: GrantId,
    pub(super) kind: GrantKind,
    pub(super) reference: String,
    pub(super) amount: Money,
    pub(super) award: Award,
    pub(super) deposit_rule: Option<DepositRule>,
    pub(super) deposit: Option<DepositUsed>,
    pub(super) limit: Option<ReceiveLimit>,
    pub(super) received_before: u32,
    pub(super) quota_no: Option<u32>,
    pub(super) coupon: Option<SpinId>,
    pub(super) terms: GrantTerms,
}

impl Grant {
    /// A fixed-amount grant that requires no deposit and has no limit.
    pub(super) fn fixed(
        id: GrantId,
        kind: GrantKind,
        reference: String,
        amount: Money,
        terms: GrantTerms,
    ) -> Self {
        Self {
            id,
            kind,
            reference,
            amount,
            award: Award::Fixed { amount },
            deposit_rule: None,
            deposit: None,
            limit: None,
            received_before: 0,
            quota_no: None,
            coupon: None,
            terms,
        }
    }
}

/// A grant that the rules allow, with what they measured it by.
pub(super) struct Plan {
    pub(super) grant: Grant,
    pub(super) known: Known,
    /// What its percentages are of.
    pub(super) base: Money,
}

impl Plan {
    /// The events that credit it.
    pub(super) fn into_events(self, at: DateTime<Utc>) -> Vec<WalletEvent> {
        let Self { grant, known, base } = self;
        let mut events = known.events;
        // Of no use where nothing is judged later.
        let won = known.won.filter(|_| !grant.terms.are_met_at_once());
        let postings = movement(Account::Reward(grant.kind), Account::Main, grant.amount);
        events.push(WalletEvent::from(RewardEvent::GrantActivated(
            GrantActivated {
                base,
                grant_id: grant.id,
                kind: grant.kind,
                reference: grant.reference,
                amount: grant.amount,
                award: grant.award,
                deposit_rule: grant.deposit_rule,
                deposit: grant.deposit,
                limit: grant.limit,
                received_before: grant.received_before,
                quota_no: grant.quota_no,
                coupon: grant.coupon,
                terms: grant.terms,
                rule: BAND_RULE.to_owned(),
                balances: known.balances,
                won,
                at,
                postings,
            },
        )));
        events
    }
}

impl Award {
    /// How much it is for a deposit; a part of a deposit that there is none of is nothing.
    pub fn of(self, deposit: Option<Money>, currency: Currency) -> Result<Money, MoneyError> {
        match self {
            Self::Fixed { amount } if amount.currency() == currency => Ok(amount),
            Self::OfDeposit { percent, cap } if cap.currency() == currency => {
                let deposit = deposit.map_or(Decimal::ZERO, Money::amount);
                let part = deposit
                    .checked_mul(Decimal::from(percent))
                    .ok_or(MoneyError::TooLarge)?
                    / Decimal::ONE_HUNDRED;
                round_down(part.min(cap.amount()), currency)
            }
            Self::Fixed { .. } | Self::OfDeposit { .. } => Err(MoneyError::CurrencyMismatch),
        }
    }
}

impl Wallet {
    /// The grant that has not ended.
    #[must_use]
    pub fn active_grant(&self) -> Option<&ActiveGrant> {
        self.rewards.active.as_ref()
    }

    /// The deposit that a grant may ask for.
    #[must_use]
    pub fn qualifying_deposit(&self) -> Option<&LastDeposit> {
        self.rewards.deposit.as_ref()
    }

    /// Refuses what has to wait until the active grant has ended.
    pub(in crate::wallet) fn require_no_grant(&self) -> Result<(), WalletError> {
        match self.rewards.active {
            Some(_) => Err(RewardError::GrantRemains.into()),
            None => Ok(()),
        }
    }

    /// What an activation grants, or why it is refused. Activating and quoting both ask here.
    pub(super) fn plan_activation(
        &self,
        activation: GrantActivation,
        currency: Currency,
        at: DateTime<Utc>,
    ) -> Result<Plan, WalletError> {
        let GrantActivation {
            grant_id,
            kind,
            reference,
            award,
            deposit: deposit_rule,
            played,
            limit,
            quota_no,
            terms,
            seen,
        } = activation;
        if matches!(kind, GrantKind::Refund | GrantKind::Invite) {
            // They have to be earned, and are added by later commands.
            return Err(WalletError::Unknown("bonus or promotion"));
        }
        self.require_playing(at)?;
        if self.rewards.active.is_some() {
            return Err(RewardError::GrantActive.into());
        }
        let received_before = self.require_receipt(kind, &reference, limit, at)?;
        let deposit = self.require_deposit(deposit_rule, played)?;
        let amount = award.of(deposit.as_ref().map(|it| it.amount), currency)?;
        if matches!(award, Award::OfDeposit { .. }) && !amount.is_positive() {
            // A part of it that is less than the currency shows.
            return Err(RewardError::NoQualifyingDeposit.into());
        }
        Self::require_positive(amount, currency)?;
        let grant = Grant {
            id: grant_id,
            kind,
            reference,
            amount,
            award,
            deposit_rule,
            deposit,
            limit,
            received_before,
            quota_no,
            coupon: None,
            terms,
        };
        self.plan(grant, seen.as_ref(), at)
    }

    /// How often it was received within its limit, unless that is as often as may be.
    fn require_receipt(
        &self,
        kind: GrantKind,
        reference: &str,
        limit: Option<ReceiveLimit>,
        at: DateTime<Utc>,
    ) -> Result<u32, WalletError> {
        let Some(limit) = limit else { return Ok(0) };
        let received = self.rewards.received.get(&receipt_key(kind, reference));
        let before = received.map_or(0, |received| received.within(limit.per, at));
        if before < limit.max {
            return Ok(before);
        }
        Err(match kind {
            GrantKind::Promotion => RewardError::PromotionReceived.into(),
            GrantKind::Bonus | GrantKind::Refund | GrantKind::Invite | GrantKind::Coupon => {
                RewardError::MaxReceived.into()
            }
        })
    }

    fn require_deposit(
        &self,
        rule: Option<DepositRule>,
        played: Option<Money>,
    ) -> Result<Option<DepositUsed>, WalletError> {
        let Some(rule) = rule else { return Ok(None) };
        if Some(rule.min.currency()) != self.currency {
            return Err(MoneyError::CurrencyMismatch.into());
        }
        let deposit = self.rewards.qualifying(rule, played);
        let deposit = deposit.map_err(|_| RewardError::NoQualifyingDeposit)?;
        Ok(Some(DepositUsed {
            operation: deposit.operation,
            amount: deposit.amount,
            at: deposit.at,
            played,
        }))
    }

    /// Credits a grant whose conditions are all met.
    pub(super) fn grant(
        &self,
        grant: Grant,
        seen: Option<&Seen>,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        Ok(self.plan(grant, seen, at)?.into_events(at))
    }

    /// What the grant is measured by, once it is known well enough what the player holds.
    pub(super) fn plan(
        &self,
        grant: Grant,
        seen: Option<&Seen>,
        at: DateTime<Utc>,
    ) -> Result<Plan, WalletError> {
        if seen.is_none() && !grant.terms.are_met_at_once() {
            return Err(RewardError::Stale.into());
        }
        self.require_terms(&grant.terms, at)?;
        let known = self.know(seen)?;
        let base = known.total.checked_add(grant.amount)?;
        Ok(Plan { grant, known, base })
    }

    /// Refuses terms that could not be carried out when the grant ends.
    fn require_terms(&self, terms: &GrantTerms, at: DateTime<Utc>) -> Result<(), WalletError> {
        if terms.expires_at.is_some_and(|end| end <= at) {
            return Err(WalletError::OverAlready("grant"));
        }
        match terms.max_withdraw {
            Some(cap) if Some(cap.currency()) != self.currency => {
                Err(MoneyError::CurrencyMismatch.into())
            }
            Some(cap) if cap.is_negative() => Err(WalletError::AmountNotPositive),
            Some(_) | None => Ok(()),
        }
    }
}

/// Counts of bonuses and promotions are kept apart: they may have the same code.
pub(super) fn receipt_key(kind: GrantKind, reference: &str) -> String {
    format!("{}:{reference}", kind.code())
}

/// Two amounts of the wallet's currency; beyond the books the most that they hold, so that no
/// bound becomes easier to reach by it.
pub(super) fn sum_of(one: Money, other: Money) -> Money {
    let most = |_| Money::largest(one.currency());
    one.checked_add(other).unwrap_or_else(most)
}

/// What must be played through: the deposit that was asked for, if any, and the grant.
pub(super) fn stake_of(deposit: Option<&DepositUsed>, amount: Money) -> Money {
    deposit.map_or(amount, |used| sum_of(used.amount, amount))
}
