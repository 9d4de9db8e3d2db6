//! Paid QR orders that are left for staff.

use chrono::DateTime;
use serde::{Deserialize, Serialize};

use crate::id::QrOrderId;
use crate::money::Money;

use super::super::state::EndedWork;
use super::super::{QrEvent, Wallet, WalletError, WalletEvent};
use super::{QrState, QrStatus};

/// A channel and an amount: the terms of a QR order, or what is paid by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QrPayment {
    /// The channel's bank code.
    pub channel: String,
    /// Amount, in the wallet's currency.
    pub amount: Money,
}

impl QrState {
    pub(super) fn payment(&self) -> QrPayment {
        QrPayment {
            channel: self.channel.clone(),
            amount: self.amount,
        }
    }
}

impl Wallet {
    pub(super) fn refer_qr(
        &self,
        order_id: QrOrderId,
        said: QrPayment,
        reason: String,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let payment = match self.qr(order_id) {
            Some(order) => match order.status {
                QrStatus::Paid => return Err(WalletError::Ended("QR order")),
                QrStatus::Referred | QrStatus::Rejected => return Ok(Vec::new()),
                QrStatus::Open | QrStatus::Ended(_) => order.payment(),
            },
            // It has ended, and what it was is forgotten.
            None if self.knows_qr(order_id) => return Ok(Vec::new()),
            None => said,
        };
        Ok(vec![WalletEvent::Qr(QrEvent::Referred {
            order_id,
            reason,
            payment,
        })])
    }

    /// Staff's refusal: nothing where they have refused it already.
    pub(super) fn reject_qr(
        &self,
        order_id: QrOrderId,
        reason: String,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let order = self.referred_qr(order_id, QrStatus::Rejected)?;
        let reject = |QrPayment { channel, amount }| {
            WalletEvent::Qr(QrEvent::Rejected {
                order_id,
                channel,
                amount,
                reason,
            })
        };
        Ok(order.map(reject).into_iter().collect())
    }

    /// The order that staff has in hand, as it was ordered; nothing when they have decided so already.
    pub(super) fn referred_qr(
        &self,
        id: QrOrderId,
        decided: QrStatus,
    ) -> Result<Option<QrPayment>, WalletError> {
        let order = self.qr(id).ok_or(WalletError::Unknown("QR order"))?;
        match order.status {
            QrStatus::Referred => Ok(Some(order.payment())),
            status if status == decided => Ok(None),
            QrStatus::Paid | QrStatus::Rejected => Err(WalletError::Ended("QR order")),
            QrStatus::Open | QrStatus::Ended(_) => Err(WalletError::NotReferred("QR order")),
        }
    }

    /// Staff has it in hand: until they have decided, it is work that has not ended.
    pub(super) fn hold_qr(&mut self, id: QrOrderId, payment: QrPayment) {
        if let Some(order) = self.qr_orders.get_mut(&id) {
            order.status = QrStatus::Referred;
        } else {
            let QrPayment { channel, amount } = payment;
            let order = QrState {
                channel,
                amount,
                expires_at: DateTime::UNIX_EPOCH,
                status: QrStatus::Referred,
            };
            self.qr_orders.insert(id, order);
        }
        self.ended.retain(|it| *it != EndedWork::Qr(id));
    }
}
