//! The fault switch, the lists for comparing one by one, and the front page.

use std::net::SocketAddr;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, Path, Query, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{delete, get, post, put};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::bank::{directory, payout};
use crate::fault::NewFault;
use crate::game::{play, transfer};
use crate::psp::{self, channel};
use crate::record::{Receiver, Record};
use crate::refusal::Refusal;
use crate::sandbox::Sandbox;
use crate::{body, tamper, totals, trouble, witness};

/// Everything below `/__sandbox`, for callers on this machine only.
pub(crate) fn routes() -> Router<Sandbox> {
    Router::new()
        .route(
            "/faults",
            get(list_faults).post(set_fault).delete(clear_faults),
        )
        .route("/faults/{id}", delete(clear_fault))
        .route("/totals", get(totals::show_totals))
        .route("/transfers/{provider}", get(list_transfers))
        .route("/payouts", get(list_payouts))
        .route("/receivers", put(set_receivers))
        .route("/witness/logs", post(witness::add_log))
        .route("/tamper", post(tamper::tamper))
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
    let input: NewFault = body::parse(&bytes)?;
    match input.target.split_once(':') {
        Some(("game", provider)) => crate::game::require(&sandbox, provider)?,
        Some(("psp", code)) => {
            channel::require(code)?;
        }
        None if trouble::TARGETS.contains(&input.target.as_str()) => {}
        _ => {
            return Err(Refusal::invalid(
                "target must be slip, sms, payout, truemoney, psp:{psp} or game:{provider}",
            ));
        }
    }
    Ok((StatusCode::CREATED, Json(sandbox.faults().set(input))).into_response())
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
    struct Body {
        receivers: Vec<Receiver>,
    }
    let mut receivers = body::parse::<Body>(&bytes)?.receivers;
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
            .filter(|operation| operation.place == provider)
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
