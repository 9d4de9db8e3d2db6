//! Orders at a payment service: made, read, cancelled; paid at any time, even when it is too late.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use rand::Rng;
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Value, json};

use super::channel::{self, Channel};
use super::payload;
use crate::operation::Deferral;
use crate::record::{Notice, Party, QrOrder, QrRequest, Record};
use crate::refusal::Refusal;
use crate::report::{self, Asked, Line};
use crate::sandbox::Sandbox;
use crate::world::{World, key};
use crate::{amount, body, clock};

const SHOWN_MAX: usize = 200;
const EXPIRE_SECONDS_MAX: i64 = 7 * 24 * 3600;
const URL_LENGTH_MAX: usize = 500;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NewOrder {
    order_id: String,
    amount: String,
    currency: String,
    payer: Option<NewPayer>,
    callback_url: String,
    expire_seconds: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NewPayer {
    bank_code: String,
    account_no: String,
    account_name: String,
}

impl NewOrder {
    fn request(self, channel: &Channel) -> Result<QrRequest, Refusal> {
        if self.currency != channel.currency {
            return Err(Refusal::CurrencyMismatch);
        }
        let amount = amount::parse_positive(&self.amount)
            .filter(|amount| self.currency != "LAK" || amount.is_integer())
            .ok_or(Refusal::AmountInvalid)?;
        if !(1..=EXPIRE_SECONDS_MAX).contains(&self.expire_seconds) {
            return Err(Refusal::invalid("expireSeconds must be 1 to 604800"));
        }
        let payer = match self.payer {
            Some(payer) => Some(Party {
                bank: body::text("payer.bankCode", &payer.bank_code, 20)?,
                account_no: body::text("payer.accountNo", &payer.account_no, 30)?,
                name: body::text("payer.accountName", &payer.account_name, 100)?,
            }),
            None => None,
        };
        Ok(QrRequest {
            amount,
            currency: self.currency,
            payer,
            callback_url: body::text("callbackUrl", &self.callback_url, URL_LENGTH_MAX)?,
            expire_seconds: self.expire_seconds,
        })
    }
}

/// `POST /v1/orders`
///
/// A late order is one whose request is still on its way. A resend overtakes it.
pub(crate) async fn create_order(
    State(sandbox): State<Sandbox>,
    Path(psp): Path<String>,
    deferral: Option<Extension<Deferral>>,
    bytes: Bytes,
) -> Result<Response, Refusal> {
    let channel = channel::require(&psp)?;
    let input: NewOrder = body::parse(&bytes)?;
    if !payload::is_order_id(&input.order_id) {
        return Err(Refusal::invalid("orderId must be 1 to 20 of [A-Z0-9]"));
    }
    let id = input.order_id.clone();
    let request = input.request(channel)?;
    sandbox.with(|world, now| {
        let arrival = deferral.map_or(now, |Extension(deferral)| deferral.due);
        if let Some(known) = world.orders.get(&key(&psp, &id)) {
            if known.request != request {
                return Err(Refusal::OrderConflict);
            }
            if known.created_at <= now || arrival > now {
                let mut reply = describe(known, now);
                reply["replayed"] = json!(true);
                return Ok((StatusCode::OK, Json(reply)).into_response());
            }
        }
        let order = open(channel, id, request, arrival);
        let reply = describe(&order, now);
        world.put(Record::QrOrder(Box::new(order)));
        Ok((StatusCode::CREATED, Json(reply)).into_response())
    })
}

fn open(channel: &Channel, id: String, request: QrRequest, at: DateTime<Utc>) -> QrOrder {
    let day = clock::in_bangkok(at).format("%Y%m%d");
    let number: u32 = rand::rng().random_range(0..1_000_000_000);
    QrOrder {
        psp: channel.code.to_owned(),
        payload: payload::encode(channel, &id, request.amount),
        id,
        provider_ref: format!("{}{day}{number:09}", channel.prefix),
        created_at: at,
        expires_at: at + TimeDelta::seconds(request.expire_seconds),
        request,
        cancelled_at: None,
        paid: None,
        notice: Notice::default(),
    }
}

/// `GET /v1/orders/{orderId}`
pub(crate) async fn read_order(
    State(sandbox): State<Sandbox>,
    Path((psp, id)): Path<(String, String)>,
) -> Result<Json<Value>, Refusal> {
    sandbox.with(|world, now| Ok(Json(describe(find(world, &psp, &id, now)?, now))))
}

/// `DELETE /v1/orders/{orderId}`: the code is withdrawn, though a phone may have scanned it already.
pub(crate) async fn cancel_order(
    State(sandbox): State<Sandbox>,
    Path((psp, id)): Path<(String, String)>,
) -> Result<Json<Value>, Refusal> {
    sandbox.with(|world, now| {
        let mut order = find(world, &psp, &id, now)?.clone();
        if order.paid.is_some() {
            return Err(Refusal::OrderPaid);
        }
        if order.cancelled_at.is_none() {
            order.cancelled_at = Some(now);
            world.put(Record::QrOrder(Box::new(order.clone())));
        }
        Ok(Json(describe(&order, now)))
    })
}

/// `GET /v1/orders?from=&to=&cursor=&limit=&by=`: the service's statement.
pub(crate) async fn report_orders(
    State(sandbox): State<Sandbox>,
    Path(psp): Path<String>,
    asked: Asked,
) -> Result<Json<Value>, Refusal> {
    let wanted = report::wanted(asked)?;
    let by_payment = match wanted.by.as_deref() {
        Some("paidAt") => true,
        Some("createdAt") | None => false,
        Some(_) => return Err(Refusal::invalid("by must be createdAt or paidAt")),
    };
    sandbox.with(|world, now| {
        let moment_of = |order: &QrOrder| {
            if by_payment {
                order.paid.as_ref().map(|paid| paid.at)
            } else {
                Some(order.created_at)
            }
        };
        let lines = world
            .orders
            .values()
            .filter(|order| order.psp == psp && order.created_at <= now)
            .filter_map(|order| {
                Some(Line {
                    at: moment_of(order)?,
                    id: order.id.clone(),
                    shown: describe(order, now),
                })
            });
        Ok(Json(report::page("orders", lines, &wanted)?))
    })
}

/// `GET /psp/orders`: newest first, for the page.
pub(crate) async fn list_orders(State(sandbox): State<Sandbox>) -> Result<Json<Value>, Refusal> {
    sandbox.with(|world, now| {
        let mut orders: Vec<&QrOrder> = world
            .orders
            .values()
            .filter(|order| order.created_at <= now)
            .collect();
        orders.sort_by_key(|order| std::cmp::Reverse(order.created_at));
        let orders: Vec<Value> = orders
            .into_iter()
            .take(SHOWN_MAX)
            .map(|order| {
                let mut shown = describe(order, now);
                shown["psp"] = json!(order.psp);
                shown["callback"] = json!({
                    "attempts": order.notice.attempts,
                    "nextAt": order.notice.next_at.map(moment),
                    "deliveredAt": order.notice.delivered_at.map(moment),
                });
                shown
            })
            .collect();
        Ok(Json(json!({"orders": orders})))
    })
}

/// An order whose request has arrived.
pub(crate) fn find<'a>(
    world: &'a World,
    psp: &str,
    id: &str,
    now: DateTime<Utc>,
) -> Result<&'a QrOrder, Refusal> {
    world
        .orders
        .get(&key(psp, id))
        .filter(|order| order.created_at <= now)
        .ok_or(Refusal::OrderNotFound)
}

/// The word on the wire. Money that came is money, whatever was before.
pub(crate) fn status(order: &QrOrder, now: DateTime<Utc>) -> &'static str {
    if order.paid.is_some() {
        "PAID"
    } else if order.cancelled_at.is_some() {
        "CANCELLED"
    } else if order.expires_at <= now {
        "EXPIRED"
    } else {
        "PENDING"
    }
}

/// What came in, or what is to come in.
pub(crate) fn amount_of(order: &QrOrder) -> Decimal {
    let paid = order.paid.as_ref().map(|paid| paid.amount);
    paid.unwrap_or(order.request.amount)
}

/// A moment as the services write it: Bangkok's wall clock.
pub(crate) fn moment(at: DateTime<Utc>) -> String {
    clock::in_bangkok(at).to_rfc3339_opts(SecondsFormat::Secs, false)
}

/// An order on the wire; `amount` of a paid one is what was paid.
pub(crate) fn describe(order: &QrOrder, now: DateTime<Utc>) -> Value {
    let mut shown = json!({
        "orderId": order.id,
        "providerRef": order.provider_ref,
        "qrPayload": order.payload,
        "amount": amount::show(amount_of(order)),
        "currency": order.request.currency,
        "status": status(order, now),
        "expireAt": moment(order.expires_at),
        "createdAt": moment(order.created_at),
    });
    if let Some(paid) = &order.paid {
        shown["orderAmount"] = json!(amount::show(order.request.amount));
        shown["paidAt"] = json!(moment(paid.at));
    }
    shown
}
