//! The calls about transfers: make one, ask for its outcome, list what was done by date.

use axum::Json;
use axum::extract::{Extension, Path, State};
use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};

use super::form::Fields;
use super::reply::{DONE, IN_PROGRESS, code, parts};
use crate::game::transfer::{currency, seen, take};
use crate::operation::{Address, Deferral};
use crate::record::{Direction, Transfer, TransferOrder};
use crate::refusal::Refusal;
use crate::sandbox::Sandbox;
use crate::world::World;

const PAGE_LENGTH: usize = 50;

type Answer = Result<Json<Value>, Refusal>;

/// `POST /sf1/transfer/make` `reference, player, direction, amount, currency`
pub(super) async fn make_transfer(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
    deferral: Option<Extension<Deferral>>,
    Extension(fields): Extension<Fields>,
) -> Answer {
    let id = fields.reference()?;
    let (amount, currency) = fields.amount()?;
    let order = TransferOrder {
        username: fields.get("player")?.to_owned(),
        direction: match fields.get("direction")? {
            "in" => Direction::In,
            "out" => Direction::Out,
            _ => return Err(Refusal::invalid("direction must be in or out")),
        },
        amount: Some(amount),
        currency: Some(currency),
    };
    let deferral = deferral.map(|Extension(deferral)| deferral);
    let at = Address {
        place: &provider,
        id: &id,
    };
    let (transfer, _) = take(&sandbox, at, order, deferral)?;
    sandbox.with(|world, _| Ok(Json(describe(world, &transfer))))
}

/// `POST /sf1/transfer/status` `reference`
pub(super) async fn read_transfer(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
    Extension(fields): Extension<Fields>,
) -> Answer {
    let id = fields.reference()?;
    sandbox.with(|world, _| {
        let transfer = seen(world, &provider, &id)?;
        Ok(Json(describe(world, transfer)))
    })
}

/// `POST /sf1/transfer/list` `from, to, page`: what was done, by the moment of booking, oldest first.
pub(super) async fn list_transfers(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
    Extension(fields): Extension<Fields>,
) -> Answer {
    let (from, to) = (fields.moment("from")?, fields.moment("to")?);
    let page: usize = fields.get("page")?.parse().unwrap_or_default();
    if page == 0 {
        return Err(Refusal::invalid("pages are counted from 1"));
    }
    sandbox.with(|world, _| {
        let done = world
            .transfers
            .values()
            .filter(|transfer| transfer.place == provider);
        let mut done: Vec<(DateTime<Utc>, &Transfer)> = done
            .filter_map(|transfer| Some((transfer.receipt.as_ref()?.at, transfer)))
            .filter(|(at, _)| from.is_none_or(|from| *at >= from))
            .filter(|(at, _)| to.is_none_or(|to| *at < to))
            .collect();
        done.sort_by_key(|(at, transfer)| (*at, transfer.id.clone()));
        let pages = done.len().div_ceil(PAGE_LENGTH);
        let shown = done.chunks(PAGE_LENGTH).nth(page - 1).unwrap_or_default();
        let shown: Vec<Value> = shown
            .iter()
            .map(|(_, transfer)| describe(world, transfer))
            .collect();
        Ok(Json(json!({
            "code": DONE, "page": page, "pages": pages, "transfers": shown,
        })))
    })
}

/// The outcome that a reference is bound to, or that there is none yet.
fn describe(world: &World, transfer: &Transfer) -> Value {
    let mut reply = json!({"code": IN_PROGRESS, "reference": transfer.id});
    if transfer.is_waiting() {
        return reply;
    }
    let (Some(receipt), Some(order)) = (&transfer.receipt, &transfer.order) else {
        let refusal = transfer.failure.clone();
        let refusal = refusal.unwrap_or(Refusal::TransferCancelled);
        reply["code"] = json!(code(&refusal));
        reply["message"] = json!(refusal.to_string());
        return reply;
    };
    let currency = currency(world, &transfer.place, order).unwrap_or("THB");
    json!({
        "code": DONE,
        "reference": transfer.id,
        "tx": receipt.provider_tx_id,
        "player": order.username,
        "direction": match order.direction {
            Direction::In => "in",
            Direction::Out => "out",
        },
        "amount": parts(receipt.amount, currency),
        "currency": currency,
        "before": parts(receipt.balance_before, currency),
        "after": parts(receipt.balance_after, currency),
        "at": receipt.at.to_rfc3339_opts(SecondsFormat::Micros, true),
    })
}
