//! Payment services: orders for a QR to pay, and their notifications of payments.
//!
//! A service knows an order permanently by the gateway's reference: creating it again is the same
//! order. A service's report of a payment is accepted only for the right order, amount and
//! currency, and its QR is shown only if it pays the operator, that order and that amount.

use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, Mac};
use ledger::{Currency, Money};
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::Sha256;

use super::answer::HttpOutcome;
use super::emv::payment::{self, Payee};
use super::line::SignedLine;
use platform::config::Psp;
use platform::core::Core;
use platform::outside::Service;

/// How many seconds a notification may be old or in the future; others are refused.
const WINDOW_SECONDS: u64 = 300;

/// How far the time of a payment may be outside the bounds by the gateway's clock.
const PAID_AT_SKEW: TimeDelta = TimeDelta::minutes(5);

/// BCEL in the Lao network, whose merchants take orders in kip.
const BCEL_IIN: &str = "27710418";
/// A merchant, in the Lao network.
const MERCHANT: &str = "002";

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

/// The client of one service.
#[derive(Clone, Copy)]
pub struct PspLine<'a> {
    line: SignedLine<'a>,
    psp: &'a Psp,
    callback_base: &'a str,
}

impl<'a> PspLine<'a> {
    /// A client of a configured service.
    pub fn new(state: &'a Core, psp: &'a Psp) -> Self {
        Self {
            line: SignedLine {
                http: &state.http,
                service: Service::Psp(&psp.bank_code),
                clock: &state.clock,
                base_url: psp.base_url.as_str(),
                agent: &psp.agent,
                secret: psp.secret.reveal(),
                time_out: state.config.waits.outside(),
            },
            psp,
            callback_base: state.config.qr.callback_base.as_str(),
        }
    }

    /// Creates an order, or finds the earlier one.
    pub async fn make(&self, order: &PspOrder<'_>) -> Making {
        let callback = format!(
            "{}/api/psp/{}/callback",
            self.callback_base, self.psp.bank_code
        );
        let body = json!({
            "orderId": order.order_ref,
            "amount": wire_amount(order.amount),
            "currency": order.amount.currency().code(),
            "payer": {
                "bankCode": order.payer.bank_code,
                "accountNo": order.payer.account_no,
                "accountName": order.payer.account_name,
            },
            "callbackUrl": callback,
            "expireSeconds": order.expire_seconds,
        });
        let wire = self
            .line
            .call(Method::POST, "/v1/orders", Some(&body))
            .await;
        read_making(&wire, self.psp, order.order_ref, order.amount)
    }

    /// Queries an order's status.
    pub async fn status(&self, order_ref: &str, amount: Money) -> PspWord {
        let path = format!("/v1/orders/{order_ref}");
        let wire = self.line.call(Method::GET, &path, None).await;
        read_status(&wire, order_ref, amount)
    }

    /// Cancels an order.
    pub async fn withdraw(&self, order_ref: &str) -> Withdrawing {
        let path = format!("/v1/orders/{order_ref}");
        let wire = self.line.call(Method::DELETE, &path, None).await;
        read_withdrawing(&wire, order_ref)
    }
}

/// Amounts in this protocol have two decimals in every currency.
fn wire_amount(amount: Money) -> String {
    let mut decimals = amount.amount();
    decimals.rescale(2);
    decimals.to_string()
}

fn read_making(wire: &HttpOutcome, psp: &Psp, order_ref: &str, amount: Money) -> Making {
    let Some(reply) = wire.json::<Value>(&[200, 201]) else {
        return match wire.refusal() {
            Some(refusal) => Making::Refused(refusal.code),
            // Repeating a malformed request does not help.
            None if matches!(wire, HttpOutcome::Reply { status: 400, .. }) => {
                Making::Refused(wire.seen())
            }
            None => Making::Unknown(wire.seen()),
        };
    };
    let Some(payload) = reply["qrPayload"].as_str() else {
        return Making::Unknown("NO_PAYLOAD".to_owned());
    };
    if reply["orderId"] != order_ref || !is_amount(&reply, amount) {
        return Making::Refused("OTHER_ORDER".to_owned());
    }
    match check_payload(payload, psp, order_ref, amount) {
        Ok(()) => Making::Made(payload.to_owned()),
        Err(fault) => Making::Refused(fault.to_string()),
    }
}

fn is_amount(reply: &Value, amount: Money) -> bool {
    let currency = amount.currency();
    let digits = reply["amount"].as_str();
    reply["currency"] == currency.code()
        && digits.is_some_and(|digits| Money::parse(digits, currency) == Ok(amount))
}

fn read_status(wire: &HttpOutcome, order_ref: &str, amount: Money) -> PspWord {
    let Some(reply) = wire.json::<Value>(&[200]) else {
        let is_unknown_there = matches!(wire, HttpOutcome::Reply { status: 404, .. })
            && wire
                .refusal()
                .is_some_and(|refusal| refusal.code == "ORDER_NOT_FOUND");
        return if is_unknown_there {
            PspWord::NotSeen
        } else {
            PspWord::Unknown(wire.seen())
        };
    };
    if reply["orderId"] != order_ref {
        return PspWord::Unknown("OTHER_ORDER".to_owned());
    }
    match reply["status"].as_str() {
        Some("PAID") => read_paid(&reply, amount),
        Some("PENDING" | "EXPIRED" | "CANCELLED") => PspWord::Unpaid,
        _ => PspWord::Unknown(wire.seen()),
    }
}

fn read_paid(reply: &Value, ordered: Money) -> PspWord {
    let reference = reply["providerRef"].as_str();
    let Some(reference) = reference.filter(|reference| is_plain(reference)) else {
        return PspWord::Unknown("NO_PROVIDER_REF".to_owned());
    };
    let provider_ref = reference.to_owned();
    if is_amount(reply, ordered) {
        PspWord::Paid(Paid { provider_ref })
    } else {
        let amount = paid_amount(reply);
        PspWord::OtherPaid(OtherPaid {
            provider_ref,
            amount,
        })
    }
}

fn paid_amount(reply: &Value) -> Option<Money> {
    let currency = reply["currency"].as_str()?.parse().ok()?;
    let amount = Money::parse(reply["amount"].as_str()?, currency).ok()?;
    amount.is_positive().then_some(amount)
}

fn read_withdrawing(wire: &HttpOutcome, order_ref: &str) -> Withdrawing {
    if let Some(reply) = wire.json::<Value>(&[200]) {
        return match reply["status"].as_str() {
            _ if reply["orderId"] != order_ref => Withdrawing::Unknown("OTHER_ORDER".to_owned()),
            Some("CANCELLED" | "EXPIRED") => Withdrawing::Done,
            Some("PAID") => Withdrawing::Paid,
            _ => Withdrawing::Unknown(wire.seen()),
        };
    }
    let code = match wire {
        HttpOutcome::Reply { .. } => wire.refusal().map(|refusal| refusal.code),
        HttpOutcome::NotConnected(_) | HttpOutcome::Lost(_) => None,
    };
    match code.as_deref() {
        Some("ORDER_PAID") => Withdrawing::Paid,
        // Also if it was not seen yet: its creation may be under way, so it is cancelled again.
        _ => Withdrawing::Unknown(wire.seen()),
    }
}

/// Whether a text of the service is safe to store and show.
fn is_plain(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Why a service's QR is not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PayloadFault {
    /// It is not readable in one way only.
    #[error("PAYLOAD_UNREADABLE")]
    Unreadable,
    /// It pays a different payee.
    #[error("PAYLOAD_OTHER_PAYEE")]
    OtherPayee,
    /// Its payment would be reported under a different reference.
    #[error("PAYLOAD_OTHER_REFERENCE")]
    OtherReference,
    /// It has a different amount, or none.
    #[error("PAYLOAD_OTHER_AMOUNT")]
    OtherAmount,
}

/// Whether a QR pays the configured receiver exactly this order.
pub fn check_payload(
    text: &str,
    psp: &Psp,
    order_ref: &str,
    amount: Money,
) -> Result<(), PayloadFault> {
    let qr = payment::read(text).map_err(|_| PayloadFault::Unreadable)?;
    let (is_ours, reference) = match (&qr.payee, amount.currency()) {
        (
            Payee::Bill {
                biller_id,
                reference,
                ..
            },
            Currency::Thb,
        ) => (*biller_id == psp.biller_id, Some(reference)),
        (
            Payee::LapNet {
                iin,
                kind,
                receiver,
                bill,
            },
            Currency::Lak,
        ) => {
            let is_ours = iin == BCEL_IIN && kind == MERCHANT && *receiver == psp.biller_id;
            (is_ours, bill.as_ref())
        }
        _ => return Err(PayloadFault::OtherPayee),
    };
    if !is_ours {
        return Err(PayloadFault::OtherPayee);
    }
    if reference.is_none_or(|reference| reference != order_ref) {
        return Err(PayloadFault::OtherReference);
    }
    // The reader gives amounts in the scheme's currency, so this compares both.
    if qr.amount != Some(amount) {
        return Err(PayloadFault::OtherAmount);
    }
    Ok(())
}

/// A payment that a service reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The gateway's reference of the order, as the service repeats it.
    pub order_ref: String,
    provider_ref: String,
    amount: String,
    currency: String,
    paid_at: Option<DateTime<Utc>>,
}

impl Notice {
    /// The payment, if it is of exactly this amount.
    pub fn of(&self, amount: Money) -> Option<Paid> {
        let currency = amount.currency();
        let is_exact =
            self.currency == currency.code() && Money::parse(&self.amount, currency) == Ok(amount);
        is_exact.then(|| Paid {
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

/// The body of a notification.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NoticeBody {
    event: String,
    order_id: String,
    provider_ref: String,
    amount: String,
    currency: String,
    /// Any value is accepted here, so that it cannot make a signed notification unreadable.
    #[serde(default)]
    paid_at: Value,
}

/// Reads a notification: first its signature over the raw bytes, then its time, then its content.
pub fn read_notice(
    psp: &Psp,
    timestamp: &str,
    signature: &str,
    body: &[u8],
    now: DateTime<Utc>,
) -> Result<Notice, NoticeError> {
    let key = psp.secret.reveal().as_bytes();
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    mac.update(timestamp.as_bytes());
    mac.update(b".");
    mac.update(body);
    let given = hex::decode(signature).map_err(|_| NoticeError::Unsigned)?;
    // Compares in constant time.
    mac.verify_slice(&given)
        .map_err(|_| NoticeError::Unsigned)?;
    let is_plain_number = timestamp.bytes().all(|byte| byte.is_ascii_digit());
    let sent_at: i64 = timestamp.parse().map_err(|_| NoticeError::Unsigned)?;
    if !is_plain_number || now.timestamp().abs_diff(sent_at) > WINDOW_SECONDS {
        return Err(NoticeError::Unsigned);
    }
    let notice: NoticeBody = serde_json::from_slice(body).map_err(|_| NoticeError::Malformed)?;
    if notice.event != "PAYMENT_SUCCESS" || !is_plain(&notice.provider_ref) {
        return Err(NoticeError::Malformed);
    }
    Ok(Notice {
        order_ref: notice.order_id,
        provider_ref: notice.provider_ref,
        amount: notice.amount,
        currency: notice.currency,
        paid_at: notice
            .paid_at
            .as_str()
            .and_then(|text| DateTime::parse_from_rfc3339(text).ok())
            .map(|at| at.to_utc()),
    })
}

#[cfg(test)]
mod tests;
