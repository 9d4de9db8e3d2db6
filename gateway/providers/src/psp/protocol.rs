//! The calls that a payment service answers, its notifications, and what both say; no adapter is
//! known here.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use ledger::{Currency, Money};
use reqwest::header::HeaderMap;
use rust_decimal::Decimal;

use crate::answer::{Period, Unread};

/// How far the time of a payment may be outside the bounds by the gateway's clock.
const PAID_AT_SKEW: TimeDelta = TimeDelta::minutes(5);

/// The request for an order.
#[derive(Clone)]
pub struct PspOrder<'a> {
    /// The gateway's reference, which is in the QR.
    pub order_ref: &'a str,
    /// The amount that the QR must name.
    pub amount: Money,
    /// How many seconds after its creation it can be paid.
    pub expire_seconds: i64,
    /// The registered account of the player who ordered.
    pub payer: Payer,
}

/// Who is expected to pay.
#[derive(Clone)]
pub struct Payer {
    /// The product's code of the bank.
    pub bank_code: String,
    /// The registered account number.
    pub account_no: String,
    /// The account's holder, in capitals.
    pub account_name: String,
}

/// The outcome of the request for an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Making {
    /// The order exists, with this QR, which pays the requested amount.
    Made(String),
    /// The service refuses, or created a QR that must not be shown.
    Refused(String),
    /// Not known; a description of the reply in place of an answer.
    Unknown(String),
}

/// A service's answer about an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PspWord {
    /// It was paid.
    Paid(Paid),
    /// It was paid with a different amount or currency.
    OtherPaid(OtherPaid),
    /// It is not paid yet.
    Unpaid,
    /// The service has no such order.
    NotSeen,
    /// Not known; the service did not answer clearly.
    Unknown(String),
}

/// A payment of exactly the ordered amount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paid {
    /// The service's reference of the payment: 1 to 64 visible ASCII characters.
    pub provider_ref: String,
}

/// A payment of another amount or currency than was ordered: nothing is credited for it without
/// staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherPaid {
    /// The service's reference of the payment: 1 to 64 visible ASCII characters.
    pub provider_ref: String,
    /// What was paid; none if it is no positive amount of a known currency.
    pub amount: Option<Money>,
}

/// The outcome of cancelling an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Withdrawing {
    /// It can no longer be paid, or was never known.
    Done,
    /// It was paid before.
    Paid,
    /// Not known; the service did not answer clearly.
    Unknown(String),
}

/// A payment that a service reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The gateway's reference of the order, as the service repeats it.
    pub order_ref: String,
    /// The service's reference of the payment: 1 to 64 visible ASCII characters.
    pub provider_ref: String,
    /// What was paid; none if it is no amount of a known currency.
    pub amount: Option<Money>,
    /// When it was paid, as far as the service says it.
    pub paid_at: Option<DateTime<Utc>>,
}

impl Notice {
    /// The payment, if it is of exactly this amount.
    pub fn of(&self, amount: Money) -> Option<Paid> {
        (self.amount == Some(amount)).then(|| Paid {
            provider_ref: self.provider_ref.clone(),
        })
    }

    /// Whether it has a payment time that is possible for an order created at that time. The
    /// service must confirm a report with an impossible time.
    pub fn is_timely(&self, ordered_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        let possible = ordered_at - PAID_AT_SKEW..=now + PAID_AT_SKEW;
        self.paid_at.is_some_and(|at| possible.contains(&at))
    }
}

/// Why a notification is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoticeError {
    /// Not signed with the shared key, too old, or from the future.
    #[error("not signed, or not now")]
    Unsigned,
    /// Signed, but not in the specified form.
    #[error("malformed")]
    Malformed,
}

/// A paid order in the service's own list, which may name orders that nobody here made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidOrder {
    /// The gateway's reference of the order.
    pub order_ref: String,
    /// What was paid.
    pub amount: Decimal,
    /// Its currency, if the record names one of ours.
    pub currency: Option<Currency>,
    /// When it was paid.
    pub at: DateTime<Utc>,
}

/// The client of a payment service in the protocol that it speaks.
#[async_trait]
pub trait Protocol: Send + Sync {
    /// Creates an order, or finds the earlier one.
    async fn make(&self, order: &PspOrder<'_>) -> Making;

    /// Queries an order's status.
    async fn status(&self, order_ref: &str, amount: Money) -> PspWord;

    /// Cancels an order.
    async fn withdraw(&self, order_ref: &str) -> Withdrawing;

    /// Reads a notification: first its signature over the raw bytes, then its time, then its
    /// content. A notification that is not signed proves nothing.
    fn read_notice(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        now: DateTime<Utc>,
    ) -> Result<Notice, NoticeError>;

    /// The orders that were paid in a period, late money included, in no particular order.
    async fn paid_orders(&self, period: Period) -> Result<Vec<PaidOrder>, Unread>;

    /// The payment of an order of any time, if it was paid.
    async fn paid_order(&self, order_ref: &str) -> Result<Option<PaidOrder>, Unread>;
}
