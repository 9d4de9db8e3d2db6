//! Transfers into and out of a game, at most once each, and the calls of GW1 about them.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Value, json};

use super::player::{find, moment};
use crate::operation::{Address, Admission, Deferral, Progress};
use crate::record::{Direction, Player, Record, Transfer, TransferOrder, TransferReceipt};
use crate::refusal::Refusal;
use crate::report::{self, Asked, Line};
use crate::sandbox::Sandbox;
use crate::world::{Key, World, key};
use crate::{amount, body, clock};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewTransfer {
    request_id: String,
    username: String,
    direction: Direction,
    amount: Option<String>,
    currency: Option<String>,
    #[serde(default)]
    all: bool,
}

impl NewTransfer {
    fn order(self) -> Result<TransferOrder, Refusal> {
        let amount = match (self.amount.as_deref(), self.all, self.direction) {
            (None, true, Direction::Out) => None,
            (Some(text), false, _) => {
                Some(amount::parse_positive(text).ok_or(Refusal::AmountInvalid)?)
            }
            _ => return Err(Refusal::AmountInvalid),
        };
        if amount.is_some() && self.currency.is_none() {
            return Err(Refusal::CurrencyMismatch);
        }
        Ok(TransferOrder {
            username: self.username,
            direction: self.direction,
            amount,
            currency: self.currency,
        })
    }
}

/// `POST /v1/transfers`
pub(crate) async fn make_transfer(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
    deferral: Option<Extension<Deferral>>,
    bytes: Bytes,
) -> Result<Response, Refusal> {
    let input: NewTransfer = body::parse(&bytes)?;
    let id = body::id("requestId", &input.request_id)?;
    let order = input.order()?;
    let deferral = deferral.map(|Extension(deferral)| deferral);
    let at = Address {
        place: &provider,
        id: &id,
    };
    let (transfer, replayed) = take(&sandbox, at, order, deferral)?;
    Ok(reply(&transfer, replayed))
}

/// Takes an order: its outcome, and whether that is one from before.
pub(super) fn take(
    sandbox: &Sandbox,
    at: Address<'_>,
    order: TransferOrder,
    deferral: Option<Deferral>,
) -> Result<(Transfer, bool), Refusal> {
    sandbox.with(|world, now| {
        let known = world.transfers.get(&key(at.place, at.id));
        let admission = Transfer::admit(known, &order, deferral, Refusal::TransferCancelled)?;
        let (transfer, replayed) = match admission {
            Admission::Stored(transfer) => (transfer, true),
            Admission::Wait(deferral) => (Transfer::deferred(at, order, deferral, now), false),
            Admission::Run => (run(world, at, order, now), false),
        };
        if !replayed {
            world.put(Record::Transfer(Box::new(transfer.clone())));
        }
        Ok((transfer, replayed))
    })
}

/// The transfer of an id, unless its request is still on its way.
pub(super) fn seen<'a>(
    world: &'a World,
    provider: &str,
    id: &str,
) -> Result<&'a Transfer, Refusal> {
    world
        .transfers
        .get(&key(provider, id))
        .filter(|transfer| transfer.progress != Progress::Late)
        .ok_or(Refusal::TransferNotFound)
}

/// `GET /v1/transfers?from=&to=&cursor=&limit=`: the provider's statement.
pub(crate) async fn list_transfers(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
    asked: Asked,
) -> Result<Json<Value>, Refusal> {
    let wanted = report::wanted(asked)?;
    sandbox.with(|world, _| {
        let lines = world
            .transfers
            .values()
            .filter(|transfer| transfer.place == provider)
            .filter_map(|transfer| statement_line(world, transfer));
        Ok(Json(report::page("transfers", lines, &wanted)?))
    })
}

/// A request that is still on its way, and a cancel without one, are nothing the provider did.
fn statement_line(world: &World, transfer: &Transfer) -> Option<Line> {
    let order = transfer.order.as_ref()?;
    if transfer.progress == Progress::Late {
        return None;
    }
    let mut shown = describe(transfer);
    shown["currency"] = json!(currency(world, transfer.place.as_str(), order));
    Some(Line {
        at: transfer
            .receipt
            .as_ref()
            .map_or(transfer.created_at, |receipt| receipt.at),
        id: transfer.id.clone(),
        shown,
    })
}

/// The currency of an order: its own, or the player's.
pub(super) fn currency<'a>(
    world: &'a World,
    provider: &str,
    order: &'a TransferOrder,
) -> Option<&'a str> {
    let player = world.players.get(&key(provider, &order.username));
    let player = player.map(|player| player.currency.as_str());
    order.currency.as_deref().or(player)
}

/// `GET /v1/transfers/{requestId}`
pub(crate) async fn read_transfer(
    State(sandbox): State<Sandbox>,
    Path((provider, id)): Path<(String, String)>,
) -> Result<Json<Value>, Refusal> {
    sandbox.with(|world, _| {
        let transfer = seen(world, &provider, &id)?;
        Ok(Json(describe(transfer)))
    })
}

/// `POST /v1/transfers/{requestId}/cancel`
pub(crate) async fn cancel_transfer(
    State(sandbox): State<Sandbox>,
    Path((provider, id)): Path<(String, String)>,
) -> Result<Json<Value>, Refusal> {
    let id = body::id("requestId", &id)?;
    sandbox.with(|world, now| {
        let at = Address {
            place: &provider,
            id: &id,
        };
        let transfer = Transfer::cancelled(world.transfers.get(&key(&provider, &id)), at, now);
        world.put(Record::Transfer(Box::new(transfer.clone())));
        Ok(Json(describe(&transfer)))
    })
}

/// Applies a deferred transfer whose time has come.
pub(crate) fn conclude(world: &mut World, key: &Key, now: DateTime<Utc>) {
    let waiting = world.transfers.get(key).cloned();
    if let Some((transfer, order)) = waiting.and_then(|transfer| {
        let order = transfer.order.clone()?;
        Some((transfer, order))
    }) {
        let at = Address {
            place: &transfer.place,
            id: &transfer.id,
        };
        let concluded = run(world, at, order, now);
        world.put(Record::Transfer(Box::new(concluded)));
    }
}

fn run(world: &mut World, at: Address<'_>, order: TransferOrder, now: DateTime<Utc>) -> Transfer {
    let outcome = book(world, at.place, &order, now);
    Transfer::concluded(at, order, outcome, now)
}

/// Moves the money, or says why not.
fn book(
    world: &mut World,
    provider: &str,
    order: &TransferOrder,
    now: DateTime<Utc>,
) -> Result<TransferReceipt, Refusal> {
    let player = find(world, provider, &order.username)?.clone();
    if player.suspended {
        return Err(Refusal::PlayerSuspended);
    }
    if order
        .currency
        .as_ref()
        .is_some_and(|currency| *currency != player.currency)
    {
        return Err(Refusal::CurrencyMismatch);
    }
    let amount = order.amount.unwrap_or(player.balance);
    let balance_after = match order.direction {
        Direction::In => player.balance + amount,
        Direction::Out if player.in_round => return Err(Refusal::PlayerInRound),
        Direction::Out if amount > player.balance || amount == Decimal::ZERO => {
            return Err(Refusal::InsufficientBalance);
        }
        Direction::Out => player.balance - amount,
    };
    let receipt = TransferReceipt {
        provider_tx_id: format!("{}-{}", provider.to_uppercase(), clock::new_id().simple()),
        amount,
        balance_before: player.balance,
        balance_after,
        at: now,
    };
    world.put(Record::Player(Player {
        balance: balance_after,
        ..player
    }));
    Ok(receipt)
}

/// The answer to the transfer call itself: a refusal stays a refusal when it is repeated.
fn reply(transfer: &Transfer, replayed: bool) -> Response {
    if let Some(refusal) = &transfer.failure {
        return refusal.clone().into_response();
    }
    let mut reply = describe(transfer);
    if replayed {
        reply["replayed"] = json!(true);
    }
    let status = if transfer.is_waiting() {
        StatusCode::ACCEPTED
    } else {
        StatusCode::OK
    };
    (status, Json(reply)).into_response()
}

/// A transfer on the wire.
pub(crate) fn describe(transfer: &Transfer) -> Value {
    let mut reply = json!({"requestId": transfer.id, "status": transfer.progress.word()});
    if let Some(order) = &transfer.order {
        reply["username"] = json!(order.username);
        reply["direction"] = json!(order.direction);
        if let Some(amount) = order.amount {
            reply["amount"] = json!(amount::show(amount));
        }
    }
    if let Some(receipt) = &transfer.receipt {
        reply["providerTxId"] = json!(receipt.provider_tx_id);
        reply["amount"] = json!(amount::show(receipt.amount));
        reply["balanceBefore"] = json!(amount::show(receipt.balance_before));
        reply["balanceAfter"] = json!(amount::show(receipt.balance_after));
        reply["createdAt"] = json!(moment(receipt.at));
    } else {
        reply["createdAt"] = json!(moment(transfer.created_at));
    }
    if let Some(refusal) = &transfer.failure {
        reply["code"] = json!(refusal.code());
    }
    reply
}
