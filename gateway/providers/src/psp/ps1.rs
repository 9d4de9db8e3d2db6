//! PS1, a payment service with signed JSON and signed notifications
//! (`.github/providers/payments.md`).

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac};
use ledger::Money;
use reqwest::Method;
use reqwest::header::HeaderMap;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::Sha256;

use super::payload::check_payload;
use super::protocol::{
    Making, Notice, NoticeError, OtherPaid, Paid, PaidOrder, Protocol, PspOrder, PspWord,
    Withdrawing,
};
use crate::answer::{HttpOutcome, Period, Unread};
use crate::line::SignedLine;
use crate::records::{self, amount as amount_of, currency, moment, text, wire_amount};
use platform::config::Psp;

/// How many seconds a notification may be old or in the future; others are refused.
const WINDOW_SECONDS: u64 = 300;

const ORDERS: &str = "/v1/orders";

/// The client of a service that speaks PS1.
pub(super) struct Ps1<'a> {
    pub(super) line: SignedLine<'a>,
    pub(super) psp: &'a Psp,
    /// The address of the gateway that a service reaches.
    pub(super) callback_base: &'a str,
}

#[async_trait]
impl Protocol for Ps1<'_> {
    async fn make(&self, order: &PspOrder<'_>) -> Making {
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
        let wire = self.line.call(Method::POST, ORDERS, Some(&body)).await;
        read_making(&wire, self.psp, order.order_ref, order.amount)
    }

    async fn status(&self, order_ref: &str, amount: Money) -> PspWord {
        let path = format!("{ORDERS}/{order_ref}");
        let wire = self.line.call(Method::GET, &path, None).await;
        read_status(&wire, order_ref, amount)
    }

    async fn withdraw(&self, order_ref: &str) -> Withdrawing {
        let path = format!("{ORDERS}/{order_ref}");
        let wire = self.line.call(Method::DELETE, &path, None).await;
        read_withdrawing(&wire, order_ref)
    }

    fn read_notice(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        now: DateTime<Utc>,
    ) -> Result<Notice, NoticeError> {
        let header = |name: &str| headers.get(name)?.to_str().ok();
        let timestamp = header("x-timestamp").unwrap_or_default();
        let signature = header("x-signature").unwrap_or_default();
        read_notice(self.psp, timestamp, signature, body, now)
    }

    async fn paid_orders(&self, period: Period) -> Result<Vec<PaidOrder>, Unread> {
        let list = (ORDERS, "orders");
        let records = records::fetch(self.line, list, "&by=paidAt", period).await?;
        let paid = records.iter().map(read_paid_order);
        paid.filter_map(Result::transpose).collect()
    }

    async fn paid_order(&self, order_ref: &str) -> Result<Option<PaidOrder>, Unread> {
        let order = (ORDERS, order_ref);
        records::one(self.line, order, read_paid_order, |paid| &paid.order_ref).await
    }
}

fn read_paid_order(record: &Value) -> Result<Option<PaidOrder>, Unread> {
    if record["status"] != "PAID" {
        return Ok(None);
    }
    Ok(Some(PaidOrder {
        order_ref: text(record, "orderId")?.to_owned(),
        amount: amount_of(record, "amount")?,
        currency: currency(record),
        at: moment(record, "paidAt")?,
    }))
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

fn read_notice(
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
    let currency = notice.currency.parse();
    Ok(Notice {
        order_ref: notice.order_id,
        provider_ref: notice.provider_ref,
        amount: currency
            .ok()
            .and_then(|currency| Money::parse(&notice.amount, currency).ok()),
        paid_at: notice
            .paid_at
            .as_str()
            .and_then(|text| DateTime::parse_from_rfc3339(text).ok())
            .map(|at| at.to_utc()),
    })
}

#[cfg(test)]
mod tests;
