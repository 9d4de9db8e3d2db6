//! The fault switch, the sums for reconciliation, and the front page.

use std::net::SocketAddr;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, Path, Query, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{delete, get, post, put};
use axum::{Json, Router};
use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::bank::{directory, payout};
use crate::deed::Progress;
use crate::fault::NewFault;
use crate::game::{play, transfer};
use crate::psp::{self, channel};
use crate::record::{Direction, Receiver, Record};
use crate::refusal::Refusal;
use crate::sandbox::Sandbox;
use crate::world::World;
use crate::{amount, body, trouble};

/// Everything below `/__sandbox`, for callers on this machine only.
pub(crate) fn routes() -> Router<Sandbox> {
    Router::new()
        .route(
            "/faults",
            get(list_faults).post(set_fault).delete(clear_faults),
        )
        .route("/faults/{id}", delete(clear_fault))
        .route("/totals", get(show_totals))
        .route("/transfers/{provider}", get(list_transfers))
        .route("/payouts", get(list_payouts))
        .route("/receivers", put(set_receivers))
        .route("/psp/{psp}/callbacks", post(psp::order_callback))
        .route(
            "/players/{provider}/{username}",
            post(play::change_standing),
        )
        .route("/players/{provider}/{username}/play", post(play::bet_for))
        .layer(middleware::from_fn(only_from_here))
}

/// The front page and what all pages share.
pub(crate) fn pages() -> Router<Sandbox> {
    const TTF: [(header::HeaderName, &str); 2] = [
        (header::CONTENT_TYPE, "font/ttf"),
        (header::CACHE_CONTROL, "max-age=86400"),
    ];
    const CSS: [(header::HeaderName, &str); 1] = [(header::CONTENT_TYPE, "text/css")];
    Router::new()
        .route("/", get(async || Html(include_str!("pages/index.html"))))
        .route("/health", get(async || Json(json!({"status": "UP"}))))
        .route(
            "/assets/sandbox.css",
            get(async || (CSS, include_str!("pages/sandbox.css"))),
        )
        .route("/assets/thai.ttf", get(async || (TTF, crate::fonts::THAI)))
        .route(
            "/assets/thai-bold.ttf",
            get(async || (TTF, crate::fonts::THAI_BOLD)),
        )
        .route("/assets/lao.ttf", get(async || (TTF, crate::fonts::LAO)))
}

async fn only_from_here(request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    if peer.is_some_and(|ConnectInfo(address)| address.ip().to_canonical().is_loopback()) {
        next.run(request).await
    } else {
        Refusal::LoopbackOnly.into_response()
    }
}

/// `POST /__sandbox/faults`
async fn set_fault(State(sandbox): State<Sandbox>, bytes: Bytes) -> Result<Response, Refusal> {
    let wish: NewFault = body::parse(&bytes)?;
    match wish.target.split_once(':') {
        Some(("game", provider)) => crate::game::require(&sandbox, provider)?,
        Some(("psp", code)) => {
            channel::require(code)?;
        }
        None if trouble::TARGETS.contains(&wish.target.as_str()) => {}
        _ => {
            return Err(Refusal::invalid(
                "target must be slip, sms, payout, psp:{psp} or game:{provider}",
            ));
        }
    }
    Ok((StatusCode::CREATED, Json(sandbox.faults().set(wish))).into_response())
}

/// `GET /__sandbox/faults`
async fn list_faults(State(sandbox): State<Sandbox>) -> Json<Value> {
    let simple = trouble::TARGETS.map(str::to_owned);
    let psps = channel::CHANNELS
        .iter()
        .map(|psp| format!("psp:{}", psp.code));
    let games = sandbox
        .config()
        .providers
        .iter()
        .map(|provider| format!("game:{provider}"));
    let targets: Vec<String> = simple.into_iter().chain(psps).chain(games).collect();
    Json(json!({"faults": sandbox.faults().list(), "targets": targets}))
}

#[derive(Deserialize)]
struct Wanted {
    target: Option<String>,
}

/// `DELETE /__sandbox/faults[?target=]`
async fn clear_faults(State(sandbox): State<Sandbox>, Query(wanted): Query<Wanted>) -> Json<Value> {
    let chosen = |target: &str| wanted.target.as_deref().is_none_or(|only| only == target);
    Json(json!({"cleared": sandbox.faults().clear(|fault| chosen(&fault.target))}))
}

/// `DELETE /__sandbox/faults/{id}`
async fn clear_fault(
    State(sandbox): State<Sandbox>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Refusal> {
    match sandbox.faults().clear(|fault| fault.id == id) {
        0 => Err(Refusal::NotFound),
        cleared => Ok(Json(json!({"cleared": cleared}))),
    }
}

/// `PUT /__sandbox/receivers` `{receivers:[{bank, accountNo}]}`
async fn set_receivers(
    State(sandbox): State<Sandbox>,
    bytes: Bytes,
) -> Result<Json<Value>, Refusal> {
    #[derive(Deserialize)]
    struct Wish {
        receivers: Vec<Receiver>,
    }
    let mut receivers = body::parse::<Wish>(&bytes)?.receivers;
    for receiver in &mut receivers {
        let bank = directory::find(&receiver.bank).ok_or(Refusal::BankInvalid)?;
        bank.code.clone_into(&mut receiver.bank);
    }
    sandbox.with(|world, _| {
        world.put(Record::Receivers(receivers.clone()));
        Ok(Json(json!({"receivers": receivers})))
    })
}

/// `GET /__sandbox/transfers/{provider}`
async fn list_transfers(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
) -> Result<Json<Value>, Refusal> {
    crate::game::require(&sandbox, &provider)?;
    sandbox.with(|world, _| {
        let transfers: Vec<Value> = world
            .transfers
            .values()
            .filter(|deed| deed.place == provider)
            .map(transfer::describe)
            .collect();
        Ok(Json(json!({"transfers": transfers})))
    })
}

/// `GET /__sandbox/payouts`
async fn list_payouts(State(sandbox): State<Sandbox>) -> Result<Json<Value>, Refusal> {
    sandbox.with(|world, _| {
        let mut payouts: Vec<_> = world.payouts.values().collect();
        payouts.sort_by_key(|payout| std::cmp::Reverse(payout.created_at));
        let payouts: Vec<Value> = payouts.into_iter().map(payout::describe).collect();
        Ok(Json(json!({"payouts": payouts})))
    })
}

/// `GET /__sandbox/totals`
async fn show_totals(State(sandbox): State<Sandbox>) -> Result<Json<Value>, Refusal> {
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
            .filter(|deed| deed.place == provider)
            .filter(|deed| {
                deed.order
                    .as_ref()
                    .is_some_and(|order| order.direction == direction)
            })
            .filter_map(|deed| deed.receipt.as_ref())
            .map(|receipt| receipt.amount))
    };
    let waiting = world
        .transfers
        .values()
        .filter(|deed| deed.place == provider && deed.is_waiting())
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

fn sum(amounts: impl Iterator<Item = Decimal>) -> String {
    amount::show(amounts.sum())
}
