//! The page on which a player bets, and the calls it makes.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::response::Html;
use chrono::{DateTime, Utc};
use rand::Rng;
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Value, json};

use super::player::{find, moment};
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

/// `GET /games/{provider}/play?token=`
pub(crate) async fn show_page(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
) -> Result<Html<&'static str>, Refusal> {
    super::require(&sandbox, &provider)?;
    Ok(Html(include_str!("../pages/game.html")))
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
    /// What the bet brings back; without it the game decides: double or nothing.
    win: Option<Value>,
}

/// `POST /games/{provider}/play` `{token, stake, win?}`
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

/// `POST /__sandbox/players/{provider}/{username}/play` `{stake, win?}`
pub(crate) async fn bet_for(
    State(sandbox): State<Sandbox>,
    Path((provider, username)): Path<(String, String)>,
    bytes: Bytes,
) -> Result<Json<Value>, Refusal> {
    super::require(&sandbox, &provider)?;
    let bet: Bet = body::parse(&bytes)?;
    sandbox.with(|world, now| play(world, &provider, &username, &bet, now))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Standing {
    suspended: Option<bool>,
    in_round: Option<bool>,
}

/// `POST /__sandbox/players/{provider}/{username}` `{suspended?, inRound?}`
pub(crate) async fn change_standing(
    State(sandbox): State<Sandbox>,
    Path((provider, username)): Path<(String, String)>,
    bytes: Bytes,
) -> Result<Json<Value>, Refusal> {
    let wish: Standing = body::parse(&bytes)?;
    sandbox.with(|world, _| {
        let mut player = find(world, &provider, &username)?.clone();
        player.suspended = wish.suspended.unwrap_or(player.suspended);
        player.in_round = wish.in_round.unwrap_or(player.in_round);
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
    now: DateTime<Utc>,
) -> Result<Json<Value>, Refusal> {
    let stake = amount::parse_value(&bet.stake)
        .filter(|stake| *stake > Decimal::ZERO)
        .ok_or(Refusal::AmountInvalid)?;
    let win = match &bet.win {
        Some(Value::Null) | None if rand::rng().random_bool(0.5) => stake + stake,
        Some(Value::Null) | None => Decimal::ZERO,
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
        at: now,
    };
    let mut reply = describe(&round);
    reply["balance"] = json!(amount::show(balance));
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
