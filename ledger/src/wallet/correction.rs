//! Corrections: what staff adds or takes back, as a new event that undoes no other.
//!
//! The past stays as it was. One person asks, another agrees, and the event names both. While an
//! operation of the player is open, its own decision ends it: a correction has to say that it is about
//! something else.

use chrono::{DateTime, Utc};

use crate::id::CorrectionId;
use crate::money::{Currency, Money, MoneyError};
use crate::posting::{Account, movement};

use super::state::EndedWork;
use super::{Corrected, Correction, Wallet, WalletError, WalletEvent};

impl Wallet {
    /// What a correction came to; `None` as well for one from long ago.
    #[must_use]
    pub fn correction(&self, id: CorrectionId) -> Option<Money> {
        self.corrections.get(&id).copied()
    }

    pub(super) fn decide_correction(
        &self,
        correction: Correction,
        currency: Currency,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let Correction {
            correction_id,
            amount,
            reason,
            by,
            approved_by,
            is_unrelated,
        } = correction;
        match self.correction(correction_id) {
            Some(done) if done == amount => return Ok(Vec::new()),
            Some(_) => return Err(WalletError::IdTaken("correction")),
            None => {}
        }
        if by == approved_by {
            return Err(WalletError::SamePerson("correction"));
        }
        if amount.currency() != currency {
            return Err(MoneyError::CurrencyMismatch.into());
        }
        if amount.is_zero() {
            return Err(WalletError::AmountIsZero);
        }
        // Money whose operation is still open comes back by that operation: corrected as well, it
        // would come twice.
        if !is_unrelated && self.has_open_operation() {
            return Err(WalletError::OpenOperation);
        }
        let postings = if amount.is_positive() {
            movement(Account::Correction, Account::Main, amount)
        } else {
            self.require_funds(&Account::Main, amount.negated())?;
            movement(Account::Main, Account::Correction, amount.negated())
        };
        Ok(vec![WalletEvent::Corrected(Corrected {
            correction_id,
            amount,
            reason,
            by,
            approved_by,
            is_unrelated,
            at,
            postings,
        })])
    }

    pub(super) fn apply_correction(&mut self, corrected: &Corrected) {
        let id = corrected.correction_id;
        self.corrections.insert(id, corrected.amount);
        self.protection.note(corrected.at);
        self.remember_ended(EndedWork::Correction(id));
    }
}
