//! QR orders: one is open at a time; what is paid for one is credited once, however late.
//!
//! A paid order that may not be credited is left for staff: from then on it is theirs alone, and
//! it is kept in mind until they have credited or refused it. They alone may credit another amount
//! than the ordered one: what the payment service says was paid.

mod referred;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::id::QrOrderId;
use crate::money::{Currency, Money};
use crate::posting::{Account, movement};

use super::freeze::FreezeReach;
use super::state::EndedWork;
use super::{FreezeEvent, ProtectionEvent, QrCommand, QrEvent, Wallet, WalletError, WalletEvent};

pub use referred::QrPayment;

/// Why a QR order is no longer shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum QrEnd {
    /// The player gave it up.
    Cancelled,
    /// Its time is over.
    Expired,
    /// The player asked for another one.
    Replaced,
    /// The payment provider never took it.
    Failed,
}

/// A QR order's place in its life.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QrState {
    /// The channel's bank code.
    pub channel: String,
    /// The ordered amount, in the wallet's currency. Staff may credit another one.
    pub amount: Money,
    /// Until when the provider takes the payment; of an order that was forgotten before it was
    /// paid, when that was, and the epoch of one that was then left for staff.
    pub expires_at: DateTime<Utc>,
    /// How far it is.
    pub status: QrStatus,
}

/// How far a QR order is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum QrStatus {
    /// Shown to the player.
    Open,
    /// No longer shown, not paid as far as anybody knows.
    Ended(QrEnd),
    /// Credited.
    Paid,
    /// Paid, and left for staff.
    Referred,
    /// Paid, and refused by staff: the money goes back by bank.
    Rejected,
}

impl Wallet {
    /// A QR order by its id; `None` as well for one that ended long ago.
    #[must_use]
    pub fn qr(&self, id: QrOrderId) -> Option<&QrState> {
        self.qr_orders.get(&id)
    }

    /// The QR order that is shown to the player.
    #[must_use]
    pub fn open_qr(&self) -> Option<(QrOrderId, &QrState)> {
        self.qr_orders
            .iter()
            .find(|(_, order)| order.status == QrStatus::Open)
            .map(|(id, order)| (*id, order))
    }

    /// What a break or a freeze ends: a QR on a screen would otherwise keep asking for money.
    pub(super) fn withdrawn_by(&self, events: &[WalletEvent]) -> Option<WalletEvent> {
        let begins = |event: &WalletEvent| {
            matches!(
                event,
                WalletEvent::Protection(ProtectionEvent::Excluded { .. })
                    | WalletEvent::Freeze(FreezeEvent::Frozen {
                        reach: FreezeReach::All,
                        ..
                    })
            )
        };
        let (order_id, _) = self.open_qr().filter(|_| events.iter().any(begins))?;
        let end = QrEnd::Cancelled;
        Some(WalletEvent::Qr(QrEvent::Ended { order_id, end }))
    }

    pub(super) fn decide_qr(
        &self,
        command: QrCommand,
        currency: Currency,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        match command {
            QrCommand::Order {
                order_id,
                channel,
                amount,
                expires_at,
            } => {
                Self::require_positive(amount, currency)?;
                let order = QrState {
                    channel,
                    amount,
                    expires_at,
                    status: QrStatus::Open,
                };
                self.order_qr(order_id, order, at)
            }
            QrCommand::End { order_id, end } => match self.qr(order_id).map(|order| order.status) {
                Some(QrStatus::Open) => Ok(vec![WalletEvent::Qr(QrEvent::Ended { order_id, end })]),
                Some(_) => Ok(Vec::new()),
                None if self.knows_qr(order_id) => Ok(Vec::new()),
                None => Err(WalletError::Unknown("QR order")),
            },
            QrCommand::Credit {
                order_id,
                channel,
                amount,
                provider_ref,
                deposit_account,
                ordered,
            } => {
                Self::require_positive(amount, currency)?;
                let payment = QrPayment { channel, amount };
                if self.is_qr_paid(order_id, &payment, ordered.as_ref())? {
                    return Ok(Vec::new());
                }
                self.pay_qr(order_id, payment, provider_ref, deposit_account, at)
            }
            QrCommand::Refer {
                order_id,
                payment,
                reason,
            } => {
                Self::require_positive(payment.amount, currency)?;
                self.refer_qr(order_id, payment, reason)
            }
            QrCommand::CreditReferred {
                order_id,
                amount,
                provider_ref,
                deposit_account,
            } => {
                Self::require_positive(amount, currency)?;
                // Only here what was paid may differ from what was ordered: staff has confirmed it.
                let order = self.referred_qr(order_id, QrStatus::Paid)?;
                let Some(QrPayment { channel, .. }) = order else {
                    return Ok(Vec::new());
                };
                let payment = QrPayment { channel, amount };
                self.pay_qr(order_id, payment, provider_ref, deposit_account, at)
            }
            QrCommand::Reject { order_id, reason } => self.reject_qr(order_id, reason),
        }
    }

    fn order_qr(
        &self,
        order_id: QrOrderId,
        order: QrState,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        if self.knows_qr(order_id) {
            return Ok(Vec::new());
        }
        if order.expires_at <= at {
            return Err(WalletError::OverAlready("QR order"));
        }
        self.require_money_in()?;
        let open = self.open_qr();
        self.require_reservation(order.amount, open.map(|(_, open)| open.amount), at)?;
        let replaced = open.map(|(order_id, _)| {
            WalletEvent::Qr(QrEvent::Ended {
                order_id,
                end: QrEnd::Replaced,
            })
        });
        let ordered = WalletEvent::Qr(QrEvent::Ordered {
            order_id,
            channel: order.channel,
            amount: order.amount,
            expires_at: order.expires_at,
        });
        Ok(replaced.into_iter().chain([ordered]).collect())
    }

    fn pay_qr(
        &self,
        order_id: QrOrderId,
        QrPayment { channel, amount }: QrPayment,
        provider_ref: String,
        deposit_account: String,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        self.require_credit(amount, at)?;
        let bank = Account::Bank(deposit_account.clone());
        let postings = movement(bank, Account::Main, amount);
        Ok(vec![WalletEvent::Qr(QrEvent::Paid {
            order_id,
            channel,
            amount,
            provider_ref,
            deposit_account,
            at,
            postings,
        })])
    }

    /// Whether the order is in the window of ended work, or open.
    fn knows_qr(&self, id: QrOrderId) -> bool {
        self.qr_orders.contains_key(&id) || self.ended.contains(&EndedWork::Qr(id))
    }

    /// Whether an order was credited already; refused when this wallet never ordered it, or ordered
    /// something else.
    fn is_qr_paid(
        &self,
        id: QrOrderId,
        paid: &QrPayment,
        ordered: Option<&QrPayment>,
    ) -> Result<bool, WalletError> {
        match self.qr(id) {
            Some(order) if order.payment() != *paid => Err(WalletError::Mismatch("QR order")),
            Some(order) => match order.status {
                QrStatus::Open | QrStatus::Ended(_) => Ok(false),
                QrStatus::Paid => Ok(true),
                QrStatus::Referred => Err(WalletError::WaitsForStaff("QR order")),
                QrStatus::Rejected => Err(WalletError::Ended("QR order")),
            },
            None => match ordered {
                // Forgotten long ago: whether it was paid or given back, its claim knows.
                Some(ordered) if ordered == paid => Ok(false),
                Some(_) => Err(WalletError::Mismatch("QR order")),
                None => Err(WalletError::Unknown("QR order")),
            },
        }
    }

    pub(super) fn apply_qr(&mut self, event: QrEvent) {
        match event {
            QrEvent::Ordered {
                order_id,
                channel,
                amount,
                expires_at,
            } => {
                let order = QrState {
                    channel,
                    amount,
                    expires_at,
                    status: QrStatus::Open,
                };
                self.qr_orders.insert(order_id, order);
            }
            QrEvent::Ended { order_id, end } => {
                self.set_qr(order_id, QrStatus::Ended(end));
            }
            QrEvent::Referred {
                order_id, payment, ..
            } => self.hold_qr(order_id, payment),
            QrEvent::Rejected { order_id, .. } => {
                self.set_qr(order_id, QrStatus::Rejected);
            }
            QrEvent::Paid {
                order_id,
                channel,
                amount,
                at,
                ..
            } => {
                let expires_at = at;
                self.qr_orders.entry(order_id).or_insert(QrState {
                    channel,
                    amount,
                    expires_at,
                    status: QrStatus::Paid,
                });
                self.set_qr(order_id, QrStatus::Paid);
                self.protection.count(amount, at);
            }
        }
    }

    fn set_qr(&mut self, id: QrOrderId, status: QrStatus) {
        if let Some(order) = self.qr_orders.get_mut(&id) {
            order.status = status;
        }
        self.remember_ended(EndedWork::Qr(id));
    }
}
