//! The end of the active grant: judged by what the player holds, at games as well.

use chrono::{DateTime, Utc};

use crate::id::GrantId;
use crate::money::{Money, MoneyError};
use crate::posting::{Account, movement};
use crate::wallet::{Wallet, WalletError, WalletEvent};

use super::band::GrantInputs;
use super::error::RewardError;
use super::event::{GrantEnded, RewardEvent};
use super::seen::Known;
use super::state::ActiveGrant;
use super::terms::{BAND_RULE, GrantOutcome, Seen};

/// How a grant is to be ended.
#[derive(Clone, Copy)]
enum Ending {
    /// As the rule says, if it says that the grant has ended.
    Judged {
        /// What was bet since it began.
        turnover: Option<Money>,
    },
    /// On the word of staff.
    Cancelled,
}

impl Ending {
    const fn turnover(self) -> Option<Money> {
        match self {
            Self::Judged { turnover } => turnover,
            Self::Cancelled => None,
        }
    }

    fn outcome(
        self,
        active: &ActiveGrant,
        standing: GrantInputs,
    ) -> Result<GrantOutcome, RewardError> {
        match self {
            Self::Judged { .. } => active.judge(standing).ok_or(RewardError::ConditionOpen),
            Self::Cancelled => Ok(GrantOutcome::Cancelled),
        }
    }
}

impl Wallet {
    pub(super) fn clear_grant(
        &self,
        grant_id: GrantId,
        seen: &Seen,
        turnover: Option<Money>,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        self.end_grant(grant_id, seen, Ending::Judged { turnover }, at)
    }

    /// Staff end the grant: it goes back, and so does whatever was won with it.
    pub(super) fn cancel_grant(
        &self,
        grant_id: GrantId,
        seen: &Seen,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        self.end_grant(grant_id, seen, Ending::Cancelled, at)
    }

    fn end_grant(
        &self,
        grant_id: GrantId,
        seen: &Seen,
        ending: Ending,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let active = match &self.rewards.active {
            Some(active) if active.grant_id == grant_id => active,
            _ if self.rewards.knows_grant(grant_id) => return Ok(Vec::new()),
            _ => return Err(RewardError::NoGrant.into()),
        };
        let turnover = ending.turnover();
        if turnover.is_some_and(|turnover| turnover.currency() != active.base.currency()) {
            return Err(MoneyError::CurrencyMismatch.into());
        }
        let Known {
            mut events,
            balances,
            total,
            won,
        } = self.know(Some(seen))?;
        let standing = GrantInputs {
            total,
            won,
            turnover,
            at,
            is_excluded: self.exclusion(at).is_some(),
        };
        let outcome = ending.outcome(active, standing)?;
        let taken = active.taken(outcome, &standing);
        let main = self.bucket(&Account::Main).ok_or(WalletError::NotOpen)?;
        if main.checked_sub(taken)?.is_negative() {
            // Money at a provider cannot be taken without asking it.
            return Err(RewardError::CollectFirst(taken).into());
        }
        let postings = if taken.is_zero() {
            Vec::new()
        } else {
            movement(Account::Main, Account::Reward(active.kind), taken)
        };
        events.push(WalletEvent::from(RewardEvent::GrantEnded(GrantEnded {
            grant_id,
            outcome,
            base: active.base,
            total,
            turnover,
            balances,
            won,
            rule: BAND_RULE.to_owned(),
            taken,
            at,
            postings,
        })));
        Ok(events)
    }
}
