//! Withdrawals: money is set aside first, the bank is asked, and only a definite answer ends it.

use crate::id::WithdrawalId;
use crate::money::{Currency, Money};
use crate::posting::{Account, movement};

use super::command::{Grounds, WithdrawalLimits};
use super::state::{EndedWork, WithdrawalState, WithdrawalStatus};
use super::{Wallet, WalletCommand, WalletError, WalletEvent};

impl Wallet {
    pub(super) fn decide_withdrawal(
        &self,
        command: WalletCommand,
        currency: Currency,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        use WithdrawalStatus::{Paid, Requested, Returned, Sent, Unknown};
        match command {
            WalletCommand::RequestWithdrawal {
                withdrawal_id,
                amount,
                bank_account,
                limits,
            } => {
                if self.withdrawals.contains_key(&withdrawal_id) {
                    return Ok(Vec::new());
                }
                Self::require_positive(amount, currency)?;
                self.require_payable(amount, limits)?;
                let postings = movement(Account::Main, Account::Withdrawal, amount);
                Ok(vec![WalletEvent::WithdrawalRequested {
                    withdrawal_id,
                    amount,
                    bank_account,
                    postings,
                }])
            }
            WalletCommand::MarkWithdrawalSent { withdrawal_id } => {
                match self.known_withdrawal(withdrawal_id)?.status {
                    Requested => Ok(vec![WalletEvent::WithdrawalSent { withdrawal_id }]),
                    Sent | Unknown => Ok(Vec::new()),
                    Paid | Returned => Err(WalletError::Ended("withdrawal")),
                }
            }
            WalletCommand::MarkWithdrawalUnknown {
                withdrawal_id,
                reason,
            } => match self.known_withdrawal(withdrawal_id)?.status {
                Sent => Ok(vec![WalletEvent::WithdrawalUnknown {
                    withdrawal_id,
                    reason,
                }]),
                Unknown => Ok(Vec::new()),
                Requested => Err(WalletError::Unknown("call to the bank")),
                Paid | Returned => Err(WalletError::Ended("withdrawal")),
            },
            WalletCommand::PayWithdrawal {
                withdrawal_id,
                payout_ref,
            } => {
                let withdrawal = self.known_withdrawal(withdrawal_id)?;
                match withdrawal.status {
                    Sent | Unknown => {
                        let amount = withdrawal.amount;
                        let postings = movement(Account::Withdrawal, Account::Payout, amount);
                        Ok(vec![WalletEvent::WithdrawalPaid {
                            withdrawal_id,
                            payout_ref,
                            postings,
                        }])
                    }
                    Paid => Ok(Vec::new()),
                    Requested => Err(WalletError::Unknown("call to the bank")),
                    Returned => Err(WalletError::Ended("withdrawal")),
                }
            }
            WalletCommand::ReturnWithdrawal {
                withdrawal_id,
                reason,
                grounds,
            } => {
                let withdrawal = self.known_withdrawal(withdrawal_id)?;
                match (withdrawal.status, grounds) {
                    (Requested, Grounds::NeverCalled)
                    | (Sent, Grounds::FirstAnswer)
                    | (Sent | Unknown, Grounds::ForEver) => {
                        let amount = withdrawal.amount;
                        let postings = movement(Account::Withdrawal, Account::Main, amount);
                        Ok(vec![WalletEvent::WithdrawalReturned {
                            withdrawal_id,
                            reason,
                            postings,
                        }])
                    }
                    (Requested | Sent | Unknown, _) => Err(WalletError::NotDefinite("withdrawal")),
                    (Returned, _) => Ok(Vec::new()),
                    (Paid, _) => Err(WalletError::Ended("withdrawal")),
                }
            }
            _ => unreachable!("the dispatcher sends withdrawal commands only"),
        }
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

    fn known_withdrawal(&self, id: WithdrawalId) -> Result<&WithdrawalState, WalletError> {
        self.withdrawals
            .get(&id)
            .ok_or(WalletError::Unknown("withdrawal"))
    }

    pub(super) fn apply_withdrawal(&mut self, event: &WalletEvent) {
        match *event {
            WalletEvent::WithdrawalRequested {
                withdrawal_id,
                amount,
                bank_account,
                ..
            } => {
                let status = WithdrawalStatus::Requested;
                self.withdrawals.insert(
                    withdrawal_id,
                    WithdrawalState {
                        amount,
                        bank_account,
                        status,
                    },
                );
            }
            WalletEvent::WithdrawalSent { withdrawal_id } => {
                self.set_withdrawal(withdrawal_id, WithdrawalStatus::Sent);
            }
            WalletEvent::WithdrawalUnknown { withdrawal_id, .. } => {
                self.set_withdrawal(withdrawal_id, WithdrawalStatus::Unknown);
            }
            WalletEvent::WithdrawalPaid { withdrawal_id, .. } => {
                self.set_withdrawal(withdrawal_id, WithdrawalStatus::Paid);
                self.remember_ended(EndedWork::Withdrawal(withdrawal_id));
            }
            WalletEvent::WithdrawalReturned { withdrawal_id, .. } => {
                self.set_withdrawal(withdrawal_id, WithdrawalStatus::Returned);
                self.remember_ended(EndedWork::Withdrawal(withdrawal_id));
            }
            _ => unreachable!("the dispatcher sends withdrawal events only"),
        }
    }

    fn set_withdrawal(&mut self, id: WithdrawalId, status: WithdrawalStatus) {
        if let Some(withdrawal) = self.withdrawals.get_mut(&id) {
            withdrawal.status = status;
        }
    }
}
