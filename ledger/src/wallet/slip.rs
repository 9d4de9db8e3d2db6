//! Slips: submitted, then credited, rejected or left for staff.

use crate::id::SlipId;
use crate::money::{Currency, Money};
use crate::posting::{Account, movement};

use super::event::SlipReference;
use super::state::{EndedWork, SlipState};
use super::{Wallet, WalletCommand, WalletError, WalletEvent};

impl Wallet {
    pub(super) fn decide_slip(
        &self,
        command: WalletCommand,
        currency: Currency,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        match command {
            WalletCommand::SubmitSlip { slip_id, reference } => {
                if self.slips.contains_key(&slip_id) {
                    return Ok(Vec::new());
                }
                Ok(vec![WalletEvent::SlipSubmitted { slip_id, reference }])
            }
            WalletCommand::ReferSlip { slip_id, reason } => match self.known_slip(slip_id)? {
                slip if !slip.is_open => Err(WalletError::Ended("slip")),
                slip if slip.is_referred => Ok(Vec::new()),
                _ => Ok(vec![WalletEvent::SlipReferred { slip_id, reason }]),
            },
            WalletCommand::RejectSlip { slip_id, reason } => match self.known_slip(slip_id)? {
                slip if slip.is_open => Ok(vec![WalletEvent::SlipRejected { slip_id, reason }]),
                slip if slip.is_credited => Err(WalletError::Ended("slip")),
                _ => Ok(Vec::new()),
            },
            WalletCommand::CreditSlip {
                slip_id,
                reference,
                amount,
                deposit_account,
            } => {
                Self::require_positive(amount, currency)?;
                self.credit_slip(slip_id, reference, amount, deposit_account)
            }
            _ => unreachable!("the dispatcher sends slip commands only"),
        }
    }

    fn known_slip(&self, id: SlipId) -> Result<&SlipState, WalletError> {
        self.slips.get(&id).ok_or(WalletError::Unknown("slip"))
    }

    fn credit_slip(
        &self,
        slip_id: SlipId,
        reference: SlipReference,
        amount: Money,
        deposit_account: String,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let slip = self.known_slip(slip_id)?;
        if slip.is_credited {
            return Ok(Vec::new());
        }
        if !slip.is_open {
            return Err(WalletError::Ended("slip"));
        }
        if slip.reference.is_none() {
            return Err(WalletError::NoReference);
        }
        let postings = movement(
            Account::Bank(deposit_account.clone()),
            Account::Main,
            amount,
        );
        Ok(vec![WalletEvent::Deposited {
            slip_id,
            reference,
            deposit_account,
            amount,
            postings,
        }])
    }

    pub(super) fn apply_slip(&mut self, event: WalletEvent) {
        match event {
            WalletEvent::SlipSubmitted { slip_id, reference } => {
                let slip = SlipState {
                    reference,
                    is_open: true,
                    is_referred: false,
                    is_credited: false,
                };
                self.slips.insert(slip_id, slip);
            }
            WalletEvent::SlipReferred { slip_id, .. } => {
                if let Some(slip) = self.slips.get_mut(&slip_id) {
                    slip.is_referred = true;
                }
            }
            WalletEvent::SlipRejected { slip_id, .. } => self.end_slip(slip_id, false),
            WalletEvent::Deposited { slip_id, .. } => self.end_slip(slip_id, true),
            _ => unreachable!("the dispatcher sends slip events only"),
        }
    }

    fn end_slip(&mut self, id: SlipId, is_credited: bool) {
        if let Some(slip) = self.slips.get_mut(&id) {
            slip.is_open = false;
            slip.is_credited = is_credited;
        }
        self.remember_ended(EndedWork::Slip(id));
    }
}
