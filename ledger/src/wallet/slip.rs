//! Slips: submitted, then credited, rejected or left for staff.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::claim::payment_name;
use crate::id::SlipId;
use crate::money::{Currency, Money};
use crate::posting::{Account, movement};

use super::state::{EndedWork, SlipState, SlipStatus};
use super::{SlipCommand, SlipEvent, Wallet, WalletError, WalletEvent};

/// What a slip's mini-QR says: the key under which a bank knows the payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlipReference {
    /// Three digits of the Bank of Thailand, or `BCEL` for a Lao slip.
    pub sending_bank: String,
    /// At most 64 bytes, as parsed (never the raw QR text) or as the bank answers.
    pub trans_ref: String,
}

/// Why a slip was not credited: the product's reason codes, their spelling included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(
    missing_docs,
    reason = "the codes are the product's own words, explained in its catalogue"
)]
pub enum SlipReason {
    UploadedFileNotExist,
    ImgSizeUnableToProcess,
    CannotReadCroppedImage,
    DestAccInvalid,
    SlipRefnoDuplicated,
    UnstableRefnoOnSlip,
    TrippleWrongCaptcha,
    InvalidSlip,
    NotMatch,
    ExpiredSlip,
    UnknowError,
}

impl SlipReason {
    /// The code in the catalogue and on the wire.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::UploadedFileNotExist => "UPLOADED_FILE_NOT_EXIST",
            Self::ImgSizeUnableToProcess => "IMG_SIZE_UNABLE_TO_PROCESS",
            Self::CannotReadCroppedImage => "CANNOT_READ_CROPPED_IMAGE",
            Self::DestAccInvalid => "DEST_ACC_INVALID",
            Self::SlipRefnoDuplicated => "SLIP_REFNO_DUPLICATED",
            Self::UnstableRefnoOnSlip => "UNSTABLE_REFNO_ON_SLIP",
            Self::TrippleWrongCaptcha => "TRIPPLE_WRONG_CAPTCHA",
            Self::InvalidSlip => "INVALID_SLIP",
            Self::NotMatch => "NOT_MATCH",
            Self::ExpiredSlip => "EXPIRED_SLIP",
            Self::UnknowError => "UNKNOW_ERROR",
        }
    }
}

impl Wallet {
    pub(super) fn decide_slip(
        &self,
        command: SlipCommand,
        currency: Currency,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        match command {
            SlipCommand::Submit { slip_id, reference } => {
                if self.slips.contains_key(&slip_id) {
                    return Ok(Vec::new());
                }
                Ok(vec![WalletEvent::Slip(SlipEvent::Submitted {
                    slip_id,
                    reference,
                })])
            }
            SlipCommand::Refer {
                slip_id,
                reason,
                amount,
            } => match self.known_slip(slip_id)?.status {
                SlipStatus::Submitted => Ok(vec![WalletEvent::Slip(SlipEvent::Referred {
                    slip_id,
                    reason,
                    amount,
                })]),
                SlipStatus::Referred => Ok(Vec::new()),
                SlipStatus::Credited | SlipStatus::Rejected | SlipStatus::Returned => {
                    Err(WalletError::Ended("slip"))
                }
            },
            SlipCommand::Reject { slip_id, reason } => match self.known_slip(slip_id)?.status {
                SlipStatus::Submitted | SlipStatus::Referred => {
                    Ok(vec![WalletEvent::Slip(SlipEvent::Rejected {
                        slip_id,
                        reason,
                    })])
                }
                SlipStatus::Rejected => Ok(Vec::new()),
                SlipStatus::Credited | SlipStatus::Returned => Err(WalletError::Ended("slip")),
            },
            SlipCommand::Credit {
                slip_id,
                reference,
                amount,
                deposit_account,
            } => {
                Self::require_positive(amount, currency)?;
                let slip = self.known_slip(slip_id)?;
                match slip.status {
                    SlipStatus::Submitted | SlipStatus::Referred => {}
                    SlipStatus::Credited => return Ok(Vec::new()),
                    SlipStatus::Rejected | SlipStatus::Returned => {
                        return Err(WalletError::Ended("slip"));
                    }
                }
                if slip.reference.is_none() {
                    return Err(WalletError::NoReference);
                }
                self.credit_slip(slip_id, reference, amount, deposit_account, at)
            }
            SlipCommand::CreditRefused {
                slip_id,
                reference,
                amount,
                deposit_account,
            } => {
                Self::require_positive(amount, currency)?;
                // The wallet forgets what ended long ago; then the claim alone decides.
                match self.slips.get(&slip_id).map(|slip| slip.status) {
                    None | Some(SlipStatus::Rejected) => {}
                    Some(SlipStatus::Credited) => return Ok(Vec::new()),
                    Some(SlipStatus::Returned) => return Err(WalletError::Ended("slip")),
                    Some(SlipStatus::Submitted | SlipStatus::Referred) => {
                        return Err(WalletError::NotReferred("slip"));
                    }
                }
                self.credit_slip(slip_id, reference, amount, deposit_account, at)
            }
            SlipCommand::Return {
                slip_id,
                reference,
                returned_as,
            } => {
                match self.slips.get(&slip_id).map(|slip| slip.status) {
                    None | Some(SlipStatus::Referred | SlipStatus::Rejected) => {}
                    Some(SlipStatus::Returned) => return Ok(Vec::new()),
                    Some(SlipStatus::Credited) => return Err(WalletError::Ended("slip")),
                    Some(SlipStatus::Submitted) => return Err(WalletError::NotReferred("slip")),
                }
                if payment_name(&reference.trans_ref).is_empty() {
                    return Err(WalletError::NoReference);
                }
                Ok(vec![WalletEvent::Slip(SlipEvent::Returned {
                    slip_id,
                    reference,
                    returned_as,
                })])
            }
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
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        if payment_name(&reference.trans_ref).is_empty() {
            return Err(WalletError::NoReference);
        }
        self.require_credit(amount, at)?;
        let postings = movement(
            Account::Bank(deposit_account.clone()),
            Account::Main,
            amount,
        );
        Ok(vec![WalletEvent::Slip(SlipEvent::Credited {
            slip_id,
            reference,
            deposit_account,
            amount,
            at,
            postings,
        })])
    }

    pub(super) fn apply_slip(&mut self, event: SlipEvent) {
        match event {
            SlipEvent::Submitted { slip_id, reference } => {
                let slip = SlipState {
                    reference,
                    status: SlipStatus::Submitted,
                };
                self.slips.insert(slip_id, slip);
            }
            SlipEvent::Referred { slip_id, .. } => {
                if let Some(slip) = self.slips.get_mut(&slip_id) {
                    slip.status = SlipStatus::Referred;
                }
            }
            SlipEvent::Rejected { slip_id, .. } => {
                self.end_slip(slip_id, SlipStatus::Rejected);
            }
            SlipEvent::Returned { slip_id, .. } => {
                self.end_slip(slip_id, SlipStatus::Returned);
            }
            SlipEvent::Credited {
                slip_id,
                amount,
                at,
                ..
            } => {
                self.end_slip(slip_id, SlipStatus::Credited);
                self.protection.count(amount, at);
            }
        }
    }

    fn end_slip(&mut self, id: SlipId, status: SlipStatus) {
        // A slip that ended long ago is forgotten, and staff may end it again.
        let reference = None;
        let slip = self.slips.entry(id);
        slip.or_insert(SlipState { reference, status }).status = status;
        self.remember_ended(EndedWork::Slip(id));
    }
}
