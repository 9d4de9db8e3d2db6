//! The sums for reconciliation.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde_json::{Map, Value, json};

use crate::amount;
use crate::operation::Progress;
use crate::psp::{self, channel};
use crate::record::Direction;
use crate::refusal::Refusal;
use crate::sandbox::Sandbox;
use crate::world::World;

/// `GET /__sandbox/totals`
pub(crate) async fn show_totals(State(sandbox): State<Sandbox>) -> Result<Json<Value>, Refusal> {
    sandbox.with(|world, now| {
        let games: Map<String, Value> = sandbox
            .config()
            .providers
            .iter()
            .map(|provider| (provider.clone(), game_totals(world, provider)))
            .collect();
        Ok(Json(json!({
            "games": games,
            "payouts": payout_totals(world),
            "payments": {
                "count": world.payments.len(),
                "amount": sum(world.payments.values().map(|payment| payment.amount)),
            },
            "psp": psp_totals(world, now),
            "truemoney": truemoney_totals(world),
            "sms": {"count": world.messages.len()},
        })))
    })
}

/// `balance` = `in` − `out` + `winLoss`, whatever faults were played.
fn game_totals(world: &World, provider: &str) -> Value {
    let players = || {
        world
            .players
            .values()
            .filter(|player| player.provider == provider)
    };
    let rounds = || {
        world
            .rounds
            .iter()
            .filter(|round| round.provider == provider)
    };
    let moved = |direction: Direction| {
        sum(world
            .transfers
            .values()
            .filter(|operation| operation.place == provider)
            .filter(|operation| {
                operation
                    .order
                    .as_ref()
                    .is_some_and(|order| order.direction == direction)
            })
            .filter_map(|operation| operation.receipt.as_ref())
            .map(|receipt| receipt.amount))
    };
    let waiting = world
        .transfers
        .values()
        .filter(|operation| operation.place == provider && operation.is_waiting())
        .count();
    json!({
        "players": players().count(),
        "balance": sum(players().map(|player| player.balance)),
        "in": moved(Direction::In),
        "out": moved(Direction::Out),
        "winLoss": sum(rounds().map(|round| round.win - round.stake)),
        "rounds": rounds().count(),
        "waiting": waiting,
    })
}

fn payout_totals(world: &World) -> Value {
    let with = |progress: Progress| {
        world
            .payouts
            .values()
            .filter(move |payout| payout.progress == progress)
    };
    let paid = with(Progress::Success).filter_map(|payout| payout.order.as_ref());
    json!({
        "count": world.payouts.len(),
        "paid": with(Progress::Success).count(),
        "amount": sum(paid.map(|order| order.amount)),
        "failed": with(Progress::Failed).count(),
        "cancelled": with(Progress::Cancelled).count(),
        "waiting": world.payouts.values().filter(|payout| payout.is_waiting()).count(),
    })
}

fn psp_totals(world: &World, now: DateTime<Utc>) -> Value {
    let of = |code: &str| {
        let orders = || {
            world
                .orders
                .values()
                .filter(move |order| order.psp == code && order.created_at <= now)
        };
        let with = |word| {
            orders()
                .filter(|order| psp::order::status(order, now) == word)
                .count()
        };
        json!({
            "orders": orders().count(),
            "pending": with("PENDING"),
            "paid": with("PAID"),
            "amount": sum(orders().filter_map(|order| order.paid.as_ref()).map(|paid| paid.amount)),
            "expired": with("EXPIRED"),
            "cancelled": with("CANCELLED"),
            "callbacksWaiting": orders().filter(|order| order.notice.next_at.is_some()).count(),
        })
    };
    let totals: Map<String, Value> = channel::CHANNELS
        .iter()
        .map(|psp| (psp.code.to_owned(), of(psp.code)))
        .collect();
    Value::Object(totals)
}

fn truemoney_totals(world: &World) -> Value {
    let tickets = || world.vouchers.values().flat_map(|voucher| &voucher.tickets);
    json!({
        "vouchers": world.vouchers.len(),
        "amount": sum(world.vouchers.values().flat_map(|voucher| voucher.shares.iter().copied())),
        "redeemed": tickets().count(),
        "redeemedAmount": sum(tickets().map(|ticket| ticket.amount)),
    })
}

fn sum(amounts: impl Iterator<Item = Decimal>) -> String {
    amount::show(amounts.sum())
}
