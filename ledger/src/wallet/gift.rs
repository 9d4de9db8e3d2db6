//! Gift links: a voucher is claimed before it is redeemed, and credited on a definite answer.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::id::GiftId;
use crate::money::{Currency, Money};
use crate::posting::{Account, movement};

use super::command::NonDeliveryProof;
use super::state::EndedWork;
use super::{GiftCommand, GiftEvent, Wallet, WalletError, WalletEvent};

/// A gift link's place in its life.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GiftState {
    /// SHA-256 of the voucher's hash.
    pub voucher: String,
    /// What it is worth by the service's word; none until it is sent.
    pub expected: Option<Money>,
    /// How far it is.
    pub status: GiftStatus,
}

/// How far a gift link is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum GiftStatus {
    /// Handed in; nothing redeemed yet.
    Submitted,
    /// Being redeemed.
    Sent,
    /// Whether it was redeemed is not known.
    Unknown,
    /// Credited.
    Credited,
    /// Ended without money.
    Rejected,
}

impl GiftState {
    /// Money that may have moved already, though it is not in the wallet.
    pub(super) fn under_way(&self) -> Option<Money> {
        match self.status {
            GiftStatus::Sent | GiftStatus::Unknown => self.expected,
            GiftStatus::Submitted | GiftStatus::Credited | GiftStatus::Rejected => None,
        }
    }

    /// Whether the voucher is spoken for: it may be redeemed, or its claim is used up.
    fn holds(&self, voucher: &str) -> bool {
        let is_open = self.status == GiftStatus::Submitted || self.expected.is_some();
        is_open && self.voucher == voucher
    }
}

impl Wallet {
    /// A gift link by its id; `None` as well for one that ended long ago.
    #[must_use]
    pub fn gift(&self, id: GiftId) -> Option<&GiftState> {
        self.gifts.get(&id)
    }

    pub(super) fn decide_gift(
        &self,
        command: GiftCommand,
        currency: Currency,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        use GiftStatus::{Credited, Rejected, Sent, Submitted, Unknown};
        match command {
            GiftCommand::Submit { gift_id, voucher } => self.submit_gift(gift_id, voucher, at),
            GiftCommand::MarkSent { gift_id, expected } => {
                let gift = self.known_gift(gift_id)?;
                match gift.status {
                    Submitted => {
                        Self::require_positive(expected, currency)?;
                        self.require_money_in()?;
                        self.require_reservation(expected, None, at)?;
                        let voucher = gift.voucher.clone();
                        Ok(vec![WalletEvent::Gift(GiftEvent::Sent {
                            gift_id,
                            expected,
                            voucher,
                        })])
                    }
                    Sent | Unknown => Ok(Vec::new()),
                    Credited | Rejected => Err(WalletError::Ended("gift")),
                }
            }
            GiftCommand::MarkUnknown { gift_id, reason } => {
                match self.known_gift(gift_id)?.status {
                    Sent => Ok(vec![WalletEvent::Gift(GiftEvent::Unknown {
                        gift_id,
                        reason,
                    })]),
                    Unknown => Ok(Vec::new()),
                    Submitted => Err(WalletError::Unknown("call to the voucher service")),
                    Credited | Rejected => Err(WalletError::Ended("gift")),
                }
            }
            GiftCommand::Credit {
                gift_id,
                amount,
                deposit_account,
            } => {
                Self::require_positive(amount, currency)?;
                self.credit_gift(gift_id, amount, deposit_account, at)
            }
            GiftCommand::Reject {
                gift_id,
                reason,
                grounds,
            } => match (self.known_gift(gift_id)?.status, grounds) {
                (Submitted, NonDeliveryProof::NeverCalled)
                | (Sent, NonDeliveryProof::FirstAnswer)
                | (Sent | Unknown, NonDeliveryProof::ForEver) => {
                    Ok(vec![WalletEvent::Gift(GiftEvent::Rejected {
                        gift_id,
                        reason,
                    })])
                }
                (Submitted | Sent | Unknown, _) => Err(WalletError::NotDefinite("gift")),
                (Rejected, _) => Ok(Vec::new()),
                (Credited, _) => Err(WalletError::Ended("gift")),
            },
        }
    }

    fn known_gift(&self, id: GiftId) -> Result<&GiftState, WalletError> {
        self.gifts.get(&id).ok_or(WalletError::Unknown("gift"))
    }

    fn submit_gift(
        &self,
        gift_id: GiftId,
        voucher: String,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        if self.gifts.contains_key(&gift_id) {
            return Ok(Vec::new());
        }
        self.require_playing(at)?;
        if self.gifts.values().any(|gift| gift.holds(&voucher)) {
            return Err(WalletError::DuplicateGift);
        }
        Ok(vec![WalletEvent::Gift(GiftEvent::Submitted {
            gift_id,
            voucher,
        })])
    }

    fn credit_gift(
        &self,
        gift_id: GiftId,
        amount: Money,
        deposit_account: String,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let gift = self.known_gift(gift_id)?;
        match gift.status {
            GiftStatus::Sent | GiftStatus::Unknown => {}
            GiftStatus::Credited => return Ok(Vec::new()),
            GiftStatus::Submitted => {
                return Err(WalletError::Unknown("call to the voucher service"));
            }
            GiftStatus::Rejected => return Err(WalletError::Ended("gift")),
        }
        self.require_credit_of(amount, gift.under_way(), at)?;
        let bank = Account::Bank(deposit_account.clone());
        let postings = movement(bank, Account::Main, amount);
        Ok(vec![WalletEvent::Gift(GiftEvent::Credited {
            gift_id,
            amount,
            deposit_account,
            at,
            postings,
        })])
    }

    pub(super) fn apply_gift(&mut self, event: GiftEvent) {
        match event {
            GiftEvent::Submitted { gift_id, voucher } => {
                let gift = GiftState {
                    voucher,
                    expected: None,
                    status: GiftStatus::Submitted,
                };
                self.gifts.insert(gift_id, gift);
            }
            GiftEvent::Sent {
                gift_id, expected, ..
            } => {
                if let Some(gift) = self.gifts.get_mut(&gift_id) {
                    gift.expected = Some(expected);
                    gift.status = GiftStatus::Sent;
                }
            }
            GiftEvent::Unknown { gift_id, .. } => {
                self.set_gift(gift_id, GiftStatus::Unknown);
            }
            GiftEvent::Credited {
                gift_id,
                amount,
                at,
                ..
            } => {
                self.set_gift(gift_id, GiftStatus::Credited);
                self.remember_ended(EndedWork::Gift(gift_id));
                self.protection.count(amount, at);
            }
            GiftEvent::Rejected { gift_id, .. } => {
                self.set_gift(gift_id, GiftStatus::Rejected);
                self.remember_ended(EndedWork::Gift(gift_id));
            }
        }
    }

    fn set_gift(&mut self, id: GiftId, status: GiftStatus) {
        if let Some(gift) = self.gifts.get_mut(&id) {
            gift.status = status;
        }
    }
}
