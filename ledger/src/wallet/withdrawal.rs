//! Withdrawals: money is set aside first, the bank is asked, and only a definite answer ends it.

use chrono::{DateTime, Utc};

use crate::id::{BankAccountId, WithdrawalId};
use crate::money::{Currency, Money};
use crate::posting::{Account, movement};

use super::Confirmation;
use super::command::{NonDeliveryProof, WithdrawalLimits};
use super::state::{EndedWork, WithdrawalState, WithdrawalStatus};
use super::{Wallet, WalletError, WalletEvent, WithdrawalCommand, WithdrawalEvent};

impl WithdrawalState {
    /// The event that puts the money back into the main wallet.
    pub(super) fn returned(&self, withdrawal_id: WithdrawalId, reason: String) -> WalletEvent {
        WalletEvent::Withdrawal(WithdrawalEvent::Returned {
            withdrawal_id,
            reason,
            postings: movement(Account::Withdrawal, Account::Main, self.amount),
        })
    }
}

impl Wallet {
    pub(super) fn decide_withdrawal(
        &self,
        command: WithdrawalCommand,
        currency: Currency,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        use WithdrawalStatus::{Paid, Requested, Returned, Sent, Unknown};
        match command {
            WithdrawalCommand::Request {
                withdrawal_id,
                amount,
                bank_account,
                limits,
                confirmation,
            } => {
                Self::require_positive(amount, currency)?;
                let wanted = self.wanted_withdrawal(amount, bank_account, at);
                self.request_withdrawal(withdrawal_id, &wanted, limits, confirmation)
            }
            WithdrawalCommand::Release {
                withdrawal_id,
                reason,
            } => {
                let withdrawal = self.known_withdrawal(withdrawal_id)?;
                match (withdrawal.status, self.hold_of(withdrawal, at)) {
                    (Requested, Some(_)) => {
                        Ok(vec![WalletEvent::Withdrawal(WithdrawalEvent::Released {
                            withdrawal_id,
                            reason,
                        })])
                    }
                    (Requested, None) | (Sent | Unknown, _) => Ok(Vec::new()),
                    (Paid | Returned, _) => Err(WalletError::Ended("withdrawal")),
                }
            }
            WithdrawalCommand::MarkSent { withdrawal_id } => {
                let withdrawal = self.known_withdrawal(withdrawal_id)?;
                match withdrawal.status {
                    Requested => {
                        self.require_money_out()?;
                        self.require_released(withdrawal, at)?;
                        Ok(vec![WalletEvent::Withdrawal(WithdrawalEvent::Sent {
                            withdrawal_id,
                        })])
                    }
                    Sent | Unknown => Ok(Vec::new()),
                    Paid | Returned => Err(WalletError::Ended("withdrawal")),
                }
            }
            WithdrawalCommand::MarkUnknown {
                withdrawal_id,
                reason,
            } => match self.known_withdrawal(withdrawal_id)?.status {
                Sent => Ok(vec![WalletEvent::Withdrawal(WithdrawalEvent::Unknown {
                    withdrawal_id,
                    reason,
                })]),
                Unknown => Ok(Vec::new()),
                Requested => Err(WalletError::Unknown("call to the bank")),
                Paid | Returned => Err(WalletError::Ended("withdrawal")),
            },
            WithdrawalCommand::Pay {
                withdrawal_id,
                payout_ref,
            } => {
                let withdrawal = self.known_withdrawal(withdrawal_id)?;
                match withdrawal.status {
                    Sent | Unknown => {
                        let amount = withdrawal.amount;
                        let postings = movement(Account::Withdrawal, Account::Payout, amount);
                        Ok(vec![WalletEvent::Withdrawal(WithdrawalEvent::Paid {
                            withdrawal_id,
                            payout_ref,
                            postings,
                        })])
                    }
                    Paid => Ok(Vec::new()),
                    Requested => Err(WalletError::Unknown("call to the bank")),
                    Returned => Err(WalletError::Ended("withdrawal")),
                }
            }
            WithdrawalCommand::Return {
                withdrawal_id,
                reason,
                grounds,
            } => {
                let withdrawal = self.known_withdrawal(withdrawal_id)?;
                match (withdrawal.status, grounds) {
                    (Requested, NonDeliveryProof::NeverCalled)
                    | (Sent, NonDeliveryProof::FirstAnswer)
                    | (Sent | Unknown, NonDeliveryProof::ForEver) => {
                        Ok(vec![withdrawal.returned(withdrawal_id, reason)])
                    }
                    (Requested | Sent | Unknown, _) => Err(WalletError::NotDefinite("withdrawal")),
                    (Returned, _) => Ok(Vec::new()),
                    (Paid, _) => Err(WalletError::Ended("withdrawal")),
                }
            }
        }
    }

    fn wanted_withdrawal(
        &self,
        amount: Money,
        bank_account: BankAccountId,
        at: DateTime<Utc>,
    ) -> WithdrawalState {
        WithdrawalState {
            amount,
            bank_account,
            not_before: self.withdrawals_held_until(at),
            is_released: false,
            status: WithdrawalStatus::Requested,
        }
    }

    fn request_withdrawal(
        &self,
        withdrawal_id: WithdrawalId,
        wanted: &WithdrawalState,
        limits: WithdrawalLimits,
        confirmation: Option<Confirmation>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        if self.withdrawals.contains_key(&withdrawal_id) {
            return Ok(Vec::new());
        }
        self.require_money_out()?;
        self.require_confirmed(confirmation)?;
        self.require_no_grant()?;
        self.require_latest(wanted.bank_account)?;
        self.require_payable(wanted.amount, limits)?;
        Ok(vec![WalletEvent::Withdrawal(WithdrawalEvent::Requested {
            withdrawal_id,
            amount: wanted.amount,
            bank_account: wanted.bank_account,
            not_before: wanted.not_before,
            confirmation,
            postings: movement(Account::Main, Account::Withdrawal, wanted.amount),
        })])
    }

    /// Refuses an amount outside the operator's limits or beyond the main wallet.
    fn require_payable(&self, amount: Money, limits: WithdrawalLimits) -> Result<(), WalletError> {
        let below = amount.checked_sub(limits.min)?.is_negative();
        let above = limits.max.checked_sub(amount)?.is_negative();
        if below || above {
            return Err(WalletError::WithdrawalOutOfLimits {
                min: limits.min,
                max: limits.max,
            });
        }
        self.require_funds(&Account::Main, amount)
    }

    /// Until when a payout, or the account it goes to, is held; never one that staff let go.
    fn hold_of(&self, withdrawal: &WithdrawalState, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let own = withdrawal.not_before.filter(|until| at < *until);
        own.max(self.withdrawals_held_until(at))
            .filter(|_| !withdrawal.is_released)
    }

    /// Refuses to call the bank while the payout is held.
    fn require_released(
        &self,
        withdrawal: &WithdrawalState,
        at: DateTime<Utc>,
    ) -> Result<(), WalletError> {
        match self.hold_of(withdrawal, at) {
            Some(until) => Err(WalletError::Held { until }),
            None => Ok(()),
        }
    }

    fn known_withdrawal(&self, id: WithdrawalId) -> Result<&WithdrawalState, WalletError> {
        self.withdrawals
            .get(&id)
            .ok_or(WalletError::Unknown("withdrawal"))
    }

    pub(super) fn apply_withdrawal(&mut self, event: &WithdrawalEvent) {
        match *event {
            WithdrawalEvent::Requested {
                withdrawal_id,
                amount,
                bank_account,
                not_before,
                ..
            } => {
                let status = WithdrawalStatus::Requested;
                self.withdrawals.insert(
                    withdrawal_id,
                    WithdrawalState {
                        amount,
                        bank_account,
                        not_before,
                        is_released: false,
                        status,
                    },
                );
            }
            WithdrawalEvent::Released { withdrawal_id, .. } => {
                if let Some(withdrawal) = self.withdrawals.get_mut(&withdrawal_id) {
                    withdrawal.is_released = true;
                    withdrawal.not_before = None;
                }
            }
            WithdrawalEvent::Sent { withdrawal_id } => {
                self.set_withdrawal(withdrawal_id, WithdrawalStatus::Sent);
            }
            WithdrawalEvent::Unknown { withdrawal_id, .. } => {
                self.set_withdrawal(withdrawal_id, WithdrawalStatus::Unknown);
            }
            WithdrawalEvent::Paid { withdrawal_id, .. } => {
                self.set_withdrawal(withdrawal_id, WithdrawalStatus::Paid);
                self.remember_ended(EndedWork::Withdrawal(withdrawal_id));
            }
            WithdrawalEvent::Returned { withdrawal_id, .. } => {
                self.set_withdrawal(withdrawal_id, WithdrawalStatus::Returned);
                self.remember_ended(EndedWork::Withdrawal(withdrawal_id));
            }
        }
    }

    fn set_withdrawal(&mut self, id: WithdrawalId, status: WithdrawalStatus) {
        if let Some(withdrawal) = self.withdrawals.get_mut(&id) {
            withdrawal.status = status;
        }
    }
}
