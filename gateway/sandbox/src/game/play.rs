//! The page on which a player bets, and the calls it makes.

use std::collections::HashMap;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Value, json};

use super::player::{find, moment};
use super::session;
use super::table::{Drawn, draw};
use crate::record::{Player, Record, Round, Session};
use crate::refusal::Refusal;
use crate::sandbox::Sandbox;
use crate::world::World;
use crate::{amount, body, clock};

const ROUNDS_SHOWN: usize = 10;

#[derive(Deserialize)]
pub(crate) struct Ticket {
    token: String,
}

/// `GET /games/{provider}/play?token=`: the link of a session, good for one browser.
pub(crate) async fn show_page(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
    Query(ticket): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    super::require(&sandbox, &provider)?;
    let token = ticket.get("token").map_or("", String::as_str);
    let page = |is_over: bool| {
        let state = if is_over { "over" } else { "open" };
        Html(include_str!("../pages/game.html").replace("{{state}}", state))
    };
    let entered = sandbox.with(|world, now| {
        let session = admit(world, &provider, token, now)?.clone();
        session::enter(world, &session, &headers, now)
    });
    Ok(match entered {
        Ok(cookie) => ([(header::SET_COOKIE, cookie)], page(false)).into_response(),
        Err(_) => (StatusCode::GONE, page(true)).into_response(),
    })
}

/// `GET /games/{provider}/tables.js`: the look of each provider's game.
pub(crate) async fn show_tables() -> impl IntoResponse {
    let script = include_str!("../pages/tables.js");
    (
        [(header::CONTENT_TYPE, "text/javascript; charset=utf-8")],
        script,
    )
}

/// `GET /games/{provider}/session?token=`: what the page shows.
pub(crate) async fn read_session(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
    Query(Ticket { token }): Query<Ticket>,
) -> Result<Json<Value>, Refusal> {
    sandbox.with(|world, now| {
        let session = admit(world, &provider, &token, now)?;
        let player = find(world, &provider, &session.username)?;
        let rounds: Vec<Value> = world
            .rounds
            .iter()
            .rev()
            .filter(|round| round.provider == provider && round.username == session.username)
            .take(ROUNDS_SHOWN)
            .map(describe)
            .collect();
        Ok(Json(json!({
            "provider": provider,
            "username": player.username,
            "displayName": player.display_name,
            "balance": amount::show(player.balance),
            "currency": player.currency,
            "lang": session.lang,
            "returnUrl": session.return_url,
            "rounds": rounds,
        })))
    })
}

#[derive(Deserialize)]
struct Bet {
    stake: Value,
    /// What the player picked at the provider's table, which then draws.
    pick: Option<String>,
    /// What the bet brings back, whatever is drawn. Without it and a pick: double or nothing.
    win: Option<Value>,
}

/// `POST /games/{provider}/play` `{token, stake, pick?, win?}`
pub(crate) async fn bet(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
    bytes: Bytes,
) -> Result<Json<Value>, Refusal> {
    let Ticket { token } = body::parse(&bytes)?;
    let bet: Bet = body::parse(&bytes)?;
    sandbox.with(|world, now| {
        let username = admit(world, &provider, &token, now)?.username.clone();
        play(world, &provider, &username, &bet, now)
    })
}

/// When a bet is to have been made.
#[derive(Deserialize)]
struct Moment {
    at: Option<DateTime<Utc>>,
}

/// `POST /__sandbox/players/{provider}/{username}/play` `{stake, win?, at?}`
///
/// With `at` the round counts as played at that time, which is over: yesterday's losses can be made
/// today.
pub(crate) async fn bet_for(
    State(sandbox): State<Sandbox>,
    Path((provider, username)): Path<(String, String)>,
    bytes: Bytes,
) -> Result<Json<Value>, Refusal> {
    super::require(&sandbox, &provider)?;
    let bet: Bet = body::parse(&bytes)?;
    let Moment { at } = body::parse(&bytes)?;
    sandbox.with(|world, now| {
        let at = at.unwrap_or(now);
        if at > now {
            return Err(Refusal::invalid("at must not be in the future"));
        }
        play(world, &provider, &username, &bet, at)
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RoundState {
    suspended: Option<bool>,
    in_round: Option<bool>,
}

/// `POST /__sandbox/players/{provider}/{username}` `{suspended?, inRound?}`
pub(crate) async fn change_standing(
    State(sandbox): State<Sandbox>,
    Path((provider, username)): Path<(String, String)>,
    bytes: Bytes,
) -> Result<Json<Value>, Refusal> {
    let input: RoundState = body::parse(&bytes)?;
    sandbox.with(|world, _| {
        let mut player = find(world, &provider, &username)?.clone();
        player.suspended = input.suspended.unwrap_or(player.suspended);
        player.in_round = input.in_round.unwrap_or(player.in_round);
        let reply = json!({
            "username": player.username,
            "balance": amount::show(player.balance),
            "suspended": player.suspended,
            "inRound": player.in_round,
        });
        world.put(Record::Player(player));
        Ok(Json(reply))
    })
}

fn admit<'a>(
    world: &'a World,
    provider: &str,
    token: &str,
    now: DateTime<Utc>,
) -> Result<&'a Session, Refusal> {
    world
        .sessions
        .get(token)
        .filter(|session| session.provider == provider && session.expires_at > now)
        .ok_or(Refusal::SessionExpired)
}

fn play(
    world: &mut World,
    provider: &str,
    username: &str,
    bet: &Bet,
    at: DateTime<Utc>,
) -> Result<Json<Value>, Refusal> {
    let stake = amount::parse_value(&bet.stake)
        .filter(|stake| *stake > Decimal::ZERO)
        .ok_or(Refusal::AmountInvalid)?;
    let drawn = match &bet.pick {
        Some(pick) => draw(provider, pick, &mut rand::rng())
            .ok_or_else(|| Refusal::invalid("this table has no such pick"))?,
        None => Drawn::double_or_nothing(&mut rand::rng()),
    };
    let win = match &bet.win {
        Some(Value::Null) | None => stake * Decimal::from(drawn.times),
        Some(value) => amount::parse_value(value).ok_or(Refusal::AmountInvalid)?,
    };
    let player = find(world, provider, username)?.clone();
    if player.suspended {
        return Err(Refusal::PlayerSuspended);
    }
    if player.balance < stake {
        return Err(Refusal::InsufficientBalance);
    }
    let balance = player.balance - stake + win;
    let round = Round {
        id: clock::new_id().simple().to_string(),
        provider: provider.to_owned(),
        username: username.to_owned(),
        stake,
        win,
        at,
    };
    let mut reply = describe(&round);
    reply["balance"] = json!(amount::show(balance));
    if bet.pick.is_some() {
        reply["face"] = drawn.face;
    }
    world.put(Record::Player(Player { balance, ..player }));
    world.put(Record::Round(round));
    Ok(Json(reply))
}

fn describe(round: &Round) -> Value {
    json!({
        "roundId": round.id,
        "stake": amount::show(round.stake),
        "win": amount::show(round.win),
        "at": moment(round.at),
    })
}
