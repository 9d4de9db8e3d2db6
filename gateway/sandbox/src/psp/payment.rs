//! The payer's side: a banking app that reads a code, shows the bill, and pays it.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Value, json};

use super::payload::{self, Bill};
use super::{channel, notice, order};
use crate::record::{QrOrder, QrPayment, Record};
use crate::refusal::Refusal;
use crate::sandbox::Sandbox;
use crate::world::World;
use crate::{amount, body, qr_picture};

#[derive(Deserialize)]
struct Scan {
    payload: String,
    /// What is paid when it is not what the code says.
    amount: Option<Value>,
}

/// `POST /psp/inquiries` `{payload}`: the bill, before anybody pays.
pub(crate) async fn inquire(
    State(sandbox): State<Sandbox>,
    bytes: Bytes,
) -> Result<Json<Value>, Refusal> {
    let scan: Scan = body::parse(&bytes)?;
    show_bill(&sandbox, &scan.payload)
}

/// `POST /psp/pictures`: the bytes of a picture with the code in it; answers as an inquiry does.
pub(crate) async fn read_picture(
    State(sandbox): State<Sandbox>,
    bytes: Bytes,
) -> Result<Json<Value>, Refusal> {
    let text = tokio::task::spawn_blocking(move || qr_picture::read(&bytes))
        .await
        .map_err(|_| Refusal::Internal)?
        .map_err(|_| Refusal::QrInvalid)?;
    show_bill(&sandbox, &text)
}

/// `POST /psp/payments` `{payload, amount?}`
pub(crate) async fn pay(
    State(sandbox): State<Sandbox>,
    bytes: Bytes,
) -> Result<Json<Value>, Refusal> {
    let scan: Scan = body::parse(&bytes)?;
    let bill = payload::read(&scan.payload).ok_or(Refusal::QrInvalid)?;
    let chosen = match &scan.amount {
        None | Some(Value::Null) => None,
        Some(value) => Some(
            amount::parse_value(value)
                .filter(|amount| *amount > Decimal::ZERO)
                .ok_or(Refusal::AmountInvalid)?,
        ),
    };
    let reply = sandbox.with(|world, now| {
        let mut paid = billed(world, &bill, now)?.clone();
        if paid.paid.is_some() {
            return Err(Refusal::OrderPaid);
        }
        let is_late = order::status(&paid, now) != "PENDING";
        let amount = chosen.or(bill.amount).unwrap_or(paid.request.amount);
        paid.paid = Some(QrPayment { amount, at: now });
        paid.notice = notice::first(&paid.request.callback_url, now);
        let mut reply = describe(&paid, now);
        reply["late"] = json!(is_late);
        world.put(Record::QrOrder(Box::new(paid)));
        Ok(Json(reply))
    })?;
    sandbox.bell().notify_one();
    Ok(reply)
}

fn show_bill(sandbox: &Sandbox, text: &str) -> Result<Json<Value>, Refusal> {
    let bill = payload::read(text).ok_or(Refusal::QrInvalid)?;
    sandbox.with(|world, now| {
        let order = billed(world, &bill, now)?;
        let mut reply = describe(order, now);
        if let Some(amount) = bill.amount.filter(|_| order.paid.is_none()) {
            reply["amount"] = json!(amount::show(amount));
        }
        reply["payload"] = json!(text.trim());
        Ok(Json(reply))
    })
}

fn billed<'a>(world: &'a World, bill: &Bill, now: DateTime<Utc>) -> Result<&'a QrOrder, Refusal> {
    order::find(world, bill.psp, &bill.order_id, now)
}

/// An order as its payer sees it.
fn describe(order: &QrOrder, now: DateTime<Utc>) -> Value {
    json!({
        "psp": order.psp,
        "receiver": channel::require(&order.psp).map(|channel| channel.name).unwrap_or_default(),
        "orderId": order.id,
        "providerRef": order.provider_ref,
        "amount": amount::show(order::amount_of(order)),
        "currency": order.request.currency,
        "status": order::status(order, now),
        "expireAt": order::moment(order.expires_at),
    })
}
