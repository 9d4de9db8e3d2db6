//! Payment services: orders for a QR to pay, and their notifications of payments.
//!
//! An order is known by our reference for ever: making it again is the same order. What a service
//! says is believed about payments only when it is about our order, our amount and our currency,
//! and its QR is shown only when it pays us, that order and that amount.

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
use crate::platform::config::Psp;
use crate::platform::core::Core;

/// A notification that is older or newer than this is refused, in seconds.
const WINDOW_SECONDS: u64 = 300;

/// How far the time of a payment may be from what our clock says is possible.
const PAID_AT_SKEW: TimeDelta = TimeDelta::minutes(5);

/// BCEL in the Lao network, whose merchants' orders are taken in kip.
const BCEL_IIN: &str = "27710418";
/// A merchant, in the Lao network.
const MERCHANT: &str = "002";

/// What a service is asked for.
#[derive(Clone)]
pub(crate) struct PspOrder<'a> {
    /// Our reference, which stands in the QR.
    pub(crate) order_ref: &'a str,
    pub(crate) amount: Money,
    /// Seconds from its making until it is not to be paid any more.
    pub(crate) expire_seconds: i64,
    /// Who is expected to pay.
    pub(crate) payer: Payer,
}

/// Who is expected to pay.
#[derive(Clone)]
pub(crate) struct Payer {
    /// The product's code of the bank.
    pub(crate) bank_code: String,
    pub(crate) account_no: String,
    pub(crate) account_name: String,
}

/// What came of asking for an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Making {
    /// There is one, with this QR, which pays what was asked for.
    Made(String),
    /// The service refuses, or made something that must not be shown.
    Refused(String),
    /// Nobody can tell; what was seen instead of an answer.
    Unknown(String),
}

/// What a service says about an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PspWord {
    /// It was paid.
    Paid(Paid),
    /// It was paid with another amount or currency.
    OtherPaid,
    /// It was not paid so far.
    Unpaid,
    /// The service has no such order.
    NotSeen,
    /// Nobody can tell.
    Unknown(String),
}

/// A payment of exactly what was ordered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Paid {
    pub(crate) provider_ref: String,
}

/// What came of giving an order up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Withdrawing {
    /// It is not to be paid any more, or never was known.
    Done,
    /// It was paid before.
    Paid,
    /// Nobody can tell.
    Unknown(String),
}

/// The line to one service.
#[derive(Clone, Copy)]
pub(crate) struct PspLine<'a> {
    line: SignedLine<'a>,
    psp: &'a Psp,
    callback_base: &'a str,
}

impl<'a> PspLine<'a> {
    /// The line to a configured service.
    pub(crate) fn new(state: &'a Core, psp: &'a Psp) -> Self {
        Self {
            line: SignedLine {
                http: &state.http,
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

    /// Makes an order, or finds the one that was made before.
    pub(crate) async fn make(&self, order: &PspOrder<'_>) -> Making {
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

    /// Asks how an order stands.
    pub(crate) async fn status(&self, order_ref: &str, amount: Money) -> PspWord {
        let path = format!("/v1/orders/{order_ref}");
        let wire = self.line.call(Method::GET, &path, None).await;
        read_status(&wire, order_ref, amount)
    }

    /// Gives an order up.
    pub(crate) async fn withdraw(&self, order_ref: &str) -> Withdrawing {
        let path = format!("/v1/orders/{order_ref}");
        let wire = self.line.call(Method::DELETE, &path, None).await;
        read_withdrawing(&wire, order_ref)
    }
}

/// Money on this wire has two decimals in every currency.
fn wire_amount(amount: Money) -> String {
    let mut decimals = amount.amount();
    decimals.rescale(2);
    decimals.to_string()
}

fn read_making(wire: &HttpOutcome, psp: &Psp, order_ref: &str, amount: Money) -> Making {
    let Some(reply) = wire.json::<Value>(&[200, 201]) else {
        return match wire.refusal() {
            Some(refusal) => Making::Refused(refusal.code),
            // A malformed request does not become better by repeating it.
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
    let told = reply["amount"].as_str();
    reply["currency"] == currency.code()
        && told.is_some_and(|digits| Money::parse(digits, currency) == Ok(amount))
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
        Some("PAID") => match reply["providerRef"].as_str().filter(|it| is_plain(it)) {
            None => PspWord::Unknown("NO_PROVIDER_REF".to_owned()),
            Some(_) if !is_amount(&reply, amount) => PspWord::OtherPaid,
            Some(provider_ref) => PspWord::Paid(Paid {
                provider_ref: provider_ref.to_owned(),
            }),
        },
        Some("PENDING" | "EXPIRED" | "CANCELLED") => PspWord::Unpaid,
        _ => PspWord::Unknown(wire.seen()),
    }
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
        // Also where it was not seen so far: its making may be on the way, so it is given up again.
        _ => Withdrawing::Unknown(wire.seen()),
    }
}

/// Whether a text of theirs may be stored and shown.
fn is_plain(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Why a service's QR is not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PayloadFault {
    /// Nothing that a banking app would read the same way.
    #[error("PAYLOAD_UNREADABLE")]
    Unreadable,
    /// It pays somebody else.
    #[error("PAYLOAD_OTHER_PAYEE")]
    OtherPayee,
    /// Its payment would be reported under another reference.
    #[error("PAYLOAD_OTHER_REFERENCE")]
    OtherReference,
    /// Another amount, or none.
    #[error("PAYLOAD_OTHER_AMOUNT")]
    OtherAmount,
}

/// Whether a QR pays the configured receiver exactly this order.
pub(crate) fn check_payload(
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

/// A payment that a service tells of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Notice {
    pub(crate) order_ref: String,
    provider_ref: String,
    amount: String,
    currency: String,
    paid_at: Option<DateTime<Utc>>,
}

impl Notice {
    /// The payment, when it is of exactly this amount.
    pub(crate) fn of(&self, amount: Money) -> Option<Paid> {
        let currency = amount.currency();
        let is_exact =
            self.currency == currency.code() && Money::parse(&self.amount, currency) == Ok(amount);
        is_exact.then(|| Paid {
            provider_ref: self.provider_ref.clone(),
        })
    }

    /// Whether it says when the money moved, and an order of that time can have been paid then by
    /// now. A service that has its times wrong is not believed without being asked.
    pub(crate) fn is_timely(&self, ordered_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        let possible = ordered_at - PAID_AT_SKEW..=now + PAID_AT_SKEW;
        self.paid_at.is_some_and(|at| possible.contains(&at))
    }
}

/// Why a notification is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoticeError {
    /// Not signed with our common key, or too old, or from the future.
    #[error("not signed, or not now")]
    Unsigned,
    /// Signed, and not of the promised form.
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
    /// Whatever stands there, it does not make a signed notification unreadable.
    #[serde(default)]
    paid_at: Value,
}

/// Reads a notification: its signature over the very bytes first, then its time, then its words.
pub(crate) fn read_notice(
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
    let told: NoticeBody = serde_json::from_slice(body).map_err(|_| NoticeError::Malformed)?;
    if told.event != "PAYMENT_SUCCESS" || !is_plain(&told.provider_ref) {
        return Err(NoticeError::Malformed);
    }
    Ok(Notice {
        order_ref: told.order_id,
        provider_ref: told.provider_ref,
        amount: told.amount,
        currency: told.currency,
        paid_at: told
            .paid_at
            .as_str()
            .and_then(|text| DateTime::parse_from_rfc3339(text).ok())
            .map(|at| at.to_utc()),
    })
}

#[cfg(test)]
mod tests;
