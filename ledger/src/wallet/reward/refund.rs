//! Refunds of losses: received for a period that is over, then added to the wallet.

use chrono::{DateTime, Utc};

use crate::id::GrantId;
use crate::money::{Currency, MoneyError};
use crate::posting::GrantKind;
use crate::wallet::limit::LimitPeriod;
use crate::wallet::{Wallet, WalletError, WalletEvent};

use super::band::share_of_loss;
use super::command::RefundClaim;
use super::error::RewardError;
use super::event::{RefundReceived, RewardEvent};
use super::grant::Grant;
use super::seen::Known;
use super::state::{PendingRefund, Rewards};
use super::terms::{GrantTerms, Seen};

impl Wallet {
    /// A refund that was received and can still be added.
    #[must_use]
    pub fn pending_refund(&self, at: DateTime<Utc>) -> Option<&PendingRefund> {
        let at = self.protection.clock(at);
        let refund = self.rewards.refund.as_ref();
        refund.filter(|refund| at < refund.keep_until)
    }

    /// The first moment whose losses have not been refunded; none before any refund.
    #[must_use]
    pub fn refunded_to(&self) -> Option<DateTime<Utc>> {
        self.rewards.refunded_to
    }

    pub(super) fn receive_refund(
        &self,
        request: RefundClaim,
        currency: Currency,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let RefundClaim {
            figures,
            during_grants,
            share,
            max_balance,
            keep_until,
            seen,
        } = request;
        self.require_playing(at)?;
        self.require_no_grant()?;
        let (net_loss, amount) = share_of_loss(&figures, &during_grants, share, currency)?;
        if net_loss.is_positive() && !amount.is_positive() {
            return Err(RewardError::RefundMinimum.into());
        }
        let is_refunded = self.refunded_to().is_some_and(|to| figures.span.from < to);
        if !net_loss.is_positive() || is_refunded || !figures.span.is_over(at) {
            return Err(RewardError::NoRefund.into());
        }
        if self.pending_refund(at).is_some() {
            // It would be forgotten for the new one.
            return Err(RewardError::RefundPending.into());
        }
        if max_balance.currency() != currency {
            return Err(MoneyError::CurrencyMismatch.into());
        }
        if keep_until <= at {
            // Its losses would be used up for nothing.
            return Err(WalletError::OverAlready("refund"));
        }
        let Known {
            mut events,
            balances,
            total,
            won: _,
        } = self.know(Some(&seen))?;
        if total.amount() > max_balance.amount() {
            return Err(RewardError::RefundCondition(max_balance).into());
        }
        events.push(WalletEvent::from(RewardEvent::RefundReceived(
            RefundReceived {
                figures,
                during_grants,
                share,
                net_loss,
                amount,
                max_balance,
                balances,
                keep_until,
                at,
            },
        )));
        Ok(events)
    }

    pub(super) fn add_refund(
        &self,
        grant_id: GrantId,
        terms: GrantTerms,
        seen: Option<&Seen>,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        if self.rewards.knows_grant(grant_id) {
            return Ok(Vec::new());
        }
        self.require_playing(at)?;
        self.require_no_grant()?;
        let refund = self.pending_refund(at).ok_or(RewardError::NoRefund)?;
        let day = LimitPeriod::Day.first_day(refund.span.from).to_string();
        let grant = Grant::fixed(grant_id, GrantKind::Refund, day, refund.amount, terms);
        self.grant(grant, seen, at)
    }
}

impl Rewards {
    pub(super) fn apply_refund(&mut self, event: &RefundReceived) {
        let RefundReceived {
            figures,
            amount,
            keep_until,
            ..
        } = event;
        self.refunded_to = self.refunded_to.max(Some(figures.span.to));
        self.refund = Some(PendingRefund {
            span: figures.span,
            amount: *amount,
            keep_until: *keep_until,
        });
    }
}
