//! The calls about players: accounts, passwords, balances, play and sessions.

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::HeaderMap;
use serde_json::{Value, json};

use super::form::Fields;
use super::reply::{DONE, parts};
use crate::game::player::{self, NewPlayer, Period, find};
use crate::game::session::{self, Visit};
use crate::record::Player;
use crate::refusal::Refusal;
use crate::sandbox::Sandbox;

const BALANCES_MAX: usize = 100;

type Answer = Result<Json<Value>, Refusal>;

/// `POST /sf1/player/create` `player, password, currency, name?`
pub(super) async fn create_player(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
    Extension(fields): Extension<Fields>,
) -> Answer {
    let input = NewPlayer {
        username: fields.get("player")?.to_owned(),
        password: fields.get("password")?.to_owned(),
        currency: fields.get("currency")?.to_owned(),
        display_name: fields.find("name").map(str::to_owned),
    };
    let agent = fields.get("agent")?.to_owned();
    let (_, player) = player::create(&sandbox, (provider, agent), input)?;
    Ok(Json(json!({
        "code": DONE,
        "player": player.username,
        "currency": player.currency,
        "name": player.display_name,
    })))
}

/// `POST /sf1/player/password` `player, password`
pub(super) async fn change_password(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
    Extension(fields): Extension<Fields>,
) -> Answer {
    let username = fields.get("player")?;
    player::set_password(&sandbox, (&provider, username), fields.get("password")?)?;
    Ok(Json(json!({"code": DONE, "player": username})))
}

fn balance(player: &Player) -> Value {
    json!({
        "player": player.username,
        "currency": player.currency,
        "balance": parts(player.balance, &player.currency),
    })
}

/// `POST /sf1/player/balance` `player`
pub(super) async fn read_balance(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
    Extension(fields): Extension<Fields>,
) -> Answer {
    sandbox.with(|world, _| {
        let mut reply = balance(find(world, &provider, fields.get("player")?)?);
        reply["code"] = json!(DONE);
        Ok(Json(reply))
    })
}

/// `POST /sf1/player/balances` `players` with commas between them; unknown ones are left out.
pub(super) async fn read_balances(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
    Extension(fields): Extension<Fields>,
) -> Answer {
    let names: Vec<&str> = fields.get("players")?.split(',').collect();
    if names.len() > BALANCES_MAX {
        return Err(Refusal::invalid("at most 100 players"));
    }
    sandbox.with(|world, _| {
        let known = names
            .iter()
            .filter_map(|name| find(world, &provider, name).ok());
        let balances: Vec<Value> = known.map(balance).collect();
        Ok(Json(json!({"code": DONE, "balances": balances})))
    })
}

/// `POST /sf1/player/play` `player, from?, to?`
pub(super) async fn read_play(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
    Extension(fields): Extension<Fields>,
) -> Answer {
    let username = fields.get("player")?;
    let period = Period {
        from: fields.moment("from")?,
        to: fields.moment("to")?,
    };
    sandbox.with(|world, _| {
        let play = player::play_of(world, (&provider, username), &period)?;
        let currency = &find(world, &provider, username)?.currency;
        Ok(Json(json!({
            "code": DONE,
            "player": username,
            "currency": currency,
            "bets": play.bets,
            "turnover": parts(play.turnover, currency),
            "winLoss": parts(play.win_loss, currency),
        })))
    })
}

/// `POST /sf1/player/login` `player, lang?, return?`
pub(super) async fn open_session(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
    Extension(fields): Extension<Fields>,
    headers: HeaderMap,
) -> Answer {
    let username = fields.get("player")?.to_owned();
    let text = |name| fields.find(name).map(str::to_owned);
    let visit = Visit::new(text("lang"), text("return"));
    let base = session::base(&sandbox, &headers);
    sandbox.with(|world, now| {
        let session = session::open(world, &provider, username, visit, now)?;
        let url = session::link(&base, &session);
        Ok(Json(json!({"code": DONE, "url": url})))
    })
}
