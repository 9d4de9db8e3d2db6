//! Announced deposits: the player's word alone is never a credit, staff must find the money.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::claim::payment_name;
use crate::id::ManualDepositId;
use crate::money::{Currency, Money};
use crate::posting::{Account, movement};

use super::state::EndedWork;
use super::{ManualCommand, ManualEvent, Wallet, WalletError, WalletEvent};

/// How many announced deposits may wait for staff at one time.
const OPEN_MAX: usize = 3;

/// An announced deposit's place in its life.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManualDepositState {
    /// How much the player says.
    pub amount: Money,
    /// How far it is.
    pub status: ManualDepositStatus,
}

/// How far an announced deposit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ManualDepositStatus {
    /// Waits for staff.
    Requested,
    /// Found and credited.
    Credited,
    /// Not found.
    Rejected,
}

impl Wallet {
    /// An announced deposit by its id; `None` as well for one that ended long ago.
    #[must_use]
    pub fn manual_deposit(&self, id: ManualDepositId) -> Option<&ManualDepositState> {
        self.manual_deposits.get(&id)
    }

    /// The announced deposits that wait for staff.
    pub fn open_manual_deposits(
        &self,
    ) -> impl Iterator<Item = (ManualDepositId, &ManualDepositState)> {
        self.manual_deposits
            .iter()
            .filter(|(_, deposit)| deposit.status == ManualDepositStatus::Requested)
            .map(|(id, deposit)| (*id, deposit))
    }

    pub(super) fn decide_manual(
        &self,
        command: ManualCommand,
        currency: Currency,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        use ManualDepositStatus::{Credited, Rejected, Requested};
        match command {
            ManualCommand::Request { deposit_id, amount } => {
                if self.manual_deposits.contains_key(&deposit_id) {
                    return Ok(Vec::new());
                }
                Self::require_positive(amount, currency)?;
                if self.open_manual_deposits().count() >= OPEN_MAX {
                    return Err(WalletError::TooManyOpen("announced deposit"));
                }
                self.require_reservation(amount, None, at)?;
                Ok(vec![WalletEvent::Manual(ManualEvent::Requested {
                    deposit_id,
                    amount,
                    at,
                })])
            }
            ManualCommand::Credit {
                deposit_id,
                reference,
                deposit_account,
            } => {
                let deposit = self.known_manual(deposit_id)?;
                let amount = deposit.amount;
                // What has no name can be credited again and again.
                if payment_name(&reference).is_empty() {
                    return Err(WalletError::NoReference);
                }
                match deposit.status {
                    Requested => self.require_credit(amount, at)?,
                    Credited => return Ok(Vec::new()),
                    Rejected => return Err(WalletError::Ended("announced deposit")),
                }
                let bank = Account::Bank(deposit_account.clone());
                let postings = movement(bank, Account::Main, amount);
                Ok(vec![WalletEvent::Manual(ManualEvent::Credited {
                    deposit_id,
                    reference,
                    deposit_account,
                    amount,
                    at,
                    postings,
                })])
            }
            ManualCommand::Reject { deposit_id, reason } => {
                match self.known_manual(deposit_id)?.status {
                    Requested => Ok(vec![WalletEvent::Manual(ManualEvent::Rejected {
                        deposit_id,
                        reason,
                    })]),
                    Rejected => Ok(Vec::new()),
                    Credited => Err(WalletError::Ended("announced deposit")),
                }
            }
        }
    }

    fn known_manual(&self, id: ManualDepositId) -> Result<&ManualDepositState, WalletError> {
        self.manual_deposits
            .get(&id)
            .ok_or(WalletError::Unknown("announced deposit"))
    }

    pub(super) fn apply_manual(&mut self, event: &ManualEvent) {
        match *event {
            ManualEvent::Requested {
                deposit_id,
                amount,
                at,
            } => {
                let status = ManualDepositStatus::Requested;
                self.manual_deposits
                    .insert(deposit_id, ManualDepositState { amount, status });
                self.protection.note(at);
            }
            ManualEvent::Credited {
                deposit_id,
                amount,
                at,
                ..
            } => {
                self.end_manual(deposit_id, ManualDepositStatus::Credited);
                self.protection.count(amount, at);
            }
            ManualEvent::Rejected { deposit_id, .. } => {
                self.end_manual(deposit_id, ManualDepositStatus::Rejected);
            }
        }
    }

    fn end_manual(&mut self, id: ManualDepositId, status: ManualDepositStatus) {
        if let Some(deposit) = self.manual_deposits.get_mut(&id) {
            deposit.status = status;
        }
        self.remember_ended(EndedWork::ManualDeposit(id));
    }
}
