//! Players of a provider, and the calls of GW1 about them: accounts, passwords, balances, and how much they played.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, SecondsFormat, Utc};
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::record::{Player, Record};
use crate::refusal::Refusal;
use crate::sandbox::Sandbox;
use crate::signature::Agent;
use crate::world::{World, key};
use crate::{amount, body};

const BALANCES_MAX: usize = 100;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewPlayer {
    pub(super) username: String,
    pub(super) password: String,
    pub(super) currency: String,
    pub(super) display_name: Option<String>,
}

impl NewPlayer {
    /// What is wrong with it, before the name is looked up.
    fn check(self) -> Result<Self, Refusal> {
        let username_fits = (4..=20).contains(&self.username.len())
            && self
                .username
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !username_fits {
            return Err(Refusal::invalid("username must be 4 to 20 of [A-Za-z0-9_]"));
        }
        if !matches!(self.currency.as_str(), "THB" | "LAK") {
            return Err(Refusal::CurrencyMismatch);
        }
        Ok(Self {
            password: checked(&self.password)?,
            display_name: self
                .display_name
                .map(|name| body::text("displayName", &name, 80))
                .transpose()?,
            ..self
        })
    }
}

/// Creates a player, or finds the one that this agent created before; says whether it is new.
pub(super) fn create(
    sandbox: &Sandbox,
    (provider, agent): (String, String),
    input: NewPlayer,
) -> Result<(bool, Player), Refusal> {
    let input = input.check()?;
    sandbox.with(
        |world, now| match world.players.get(&key(&provider, &input.username)) {
            Some(known) if known.agent != agent => Err(Refusal::PlayerExists),
            Some(known) => Ok((false, known.clone())),
            None => {
                let player = Player {
                    provider,
                    username: input.username,
                    password: input.password,
                    currency: input.currency,
                    display_name: input.display_name,
                    agent,
                    suspended: false,
                    in_round: false,
                    balance: Decimal::ZERO,
                    created_at: now,
                };
                world.put(Record::Player(player.clone()));
                Ok((true, player))
            }
        },
    )
}

/// Gives a player another password.
pub(super) fn set_password(
    sandbox: &Sandbox,
    (provider, username): (&str, &str),
    password: &str,
) -> Result<(), Refusal> {
    let password = checked(password)?;
    sandbox.with(|world, _| {
        let player = Player {
            password,
            ..find(world, provider, username)?.clone()
        };
        world.put(Record::Player(player));
        Ok(())
    })
}

/// How much a player bet in a period, and what that brought back.
pub(super) struct Play {
    pub(super) bets: u64,
    pub(super) turnover: Decimal,
    pub(super) win_loss: Decimal,
}

/// The play of a player: `from` inclusive, `to` exclusive.
pub(super) fn play_of(
    world: &World,
    (provider, username): (&str, &str),
    period: &Period,
) -> Result<Play, Refusal> {
    find(world, provider, username)?;
    let (mut bets, mut turnover, mut winnings) = (0_u64, Decimal::ZERO, Decimal::ZERO);
    for round in &world.rounds {
        let inside = round.provider == provider
            && round.username == username
            && period.from.is_none_or(|from| round.at >= from)
            && period.to.is_none_or(|to| round.at < to);
        if inside {
            bets += 1;
            turnover += round.stake;
            winnings += round.win;
        }
    }
    Ok(Play {
        bets,
        turnover,
        win_loss: winnings - turnover,
    })
}

/// A moment on the wire.
pub(crate) fn moment(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// The player of a provider.
pub(crate) fn find<'a>(
    world: &'a World,
    provider: &str,
    username: &str,
) -> Result<&'a Player, Refusal> {
    world
        .players
        .get(&key(provider, username))
        .ok_or(Refusal::PlayerNotFound)
}

/// `POST /v1/players`
pub(crate) async fn create_player(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
    Extension(Agent(agent)): Extension<Agent>,
    bytes: Bytes,
) -> Result<Response, Refusal> {
    let input: NewPlayer = body::parse(&bytes)?;
    let (is_new, player) = create(&sandbox, (provider, agent), input)?;
    let status = if is_new {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    let reply = json!({
        "username": player.username,
        "currency": player.currency,
        "status": standing(&player),
        "createdAt": moment(player.created_at),
    });
    Ok((status, Json(reply)).into_response())
}

/// `GET /v1/players/{username}`
pub(crate) async fn read_player(
    State(sandbox): State<Sandbox>,
    Path((provider, username)): Path<(String, String)>,
) -> Result<Json<Value>, Refusal> {
    sandbox.with(|world, _| {
        let player = find(world, &provider, &username)?;
        Ok(Json(json!({
            "username": player.username,
            "status": standing(player),
            "balance": amount::show(player.balance),
            "currency": player.currency,
        })))
    })
}

/// `PUT /v1/players/{username}/password`
pub(crate) async fn change_password(
    State(sandbox): State<Sandbox>,
    Path((provider, username)): Path<(String, String)>,
    bytes: Bytes,
) -> Result<StatusCode, Refusal> {
    #[derive(Deserialize)]
    struct Body {
        password: String,
    }
    let Body { password } = body::parse(&bytes)?;
    set_password(&sandbox, (&provider, &username), &password)?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /v1/players/{username}/balance`
pub(crate) async fn read_balance(
    State(sandbox): State<Sandbox>,
    Path((provider, username)): Path<(String, String)>,
) -> Result<Json<Value>, Refusal> {
    sandbox.with(|world, now| {
        let player = find(world, &provider, &username)?;
        Ok(Json(json!({
            "balance": amount::show(player.balance),
            "currency": player.currency,
            "asOf": moment(now),
        })))
    })
}

/// `POST /v1/balances`
pub(crate) async fn read_balances(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
    bytes: Bytes,
) -> Result<Json<Value>, Refusal> {
    #[derive(Deserialize)]
    struct Body {
        usernames: Vec<String>,
    }
    let Body { usernames } = body::parse(&bytes)?;
    if usernames.len() > BALANCES_MAX {
        return Err(Refusal::invalid("at most 100 usernames"));
    }
    sandbox.with(|world, _| {
        let balances: Vec<Value> = usernames
            .iter()
            .map(|username| match find(world, &provider, username) {
                Ok(player) => json!({
                    "username": username,
                    "balance": amount::show(player.balance),
                    "currency": player.currency,
                }),
                Err(refusal) => json!({"username": username, "code": refusal.code()}),
            })
            .collect();
        Ok(Json(json!({"balances": balances})))
    })
}

#[derive(Deserialize)]
pub(crate) struct Period {
    pub(super) from: Option<DateTime<Utc>>,
    pub(super) to: Option<DateTime<Utc>>,
}

/// `GET /v1/players/{username}/summary?from=&to=`: `from` inclusive, `to` exclusive.
pub(crate) async fn read_summary(
    State(sandbox): State<Sandbox>,
    Path((provider, username)): Path<(String, String)>,
    period: Result<Query<Period>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Value>, Refusal> {
    let Query(period) =
        period.map_err(|error| Refusal::invalid(format!("query: {}", error.body_text())))?;
    sandbox.with(|world, _| {
        let play = play_of(world, (&provider, &username), &period)?;
        Ok(Json(json!({
            "bets": play.bets,
            "turnover": amount::show(play.turnover),
            "validTurnover": amount::show(play.turnover),
            "winLoss": amount::show(play.win_loss),
        })))
    })
}

/// `GET /v1/status`
pub(crate) async fn read_status(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
) -> Json<Value> {
    let closed = sandbox
        .faults()
        .in_maintenance(&format!("game:{provider}"), None);
    let until = closed.then(|| moment(sandbox.clock().now() + chrono::TimeDelta::minutes(15)));
    Json(match until {
        Some(until) => json!({"status": "MAINTENANCE", "until": until}),
        None => json!({"status": "UP"}),
    })
}

fn standing(player: &Player) -> &'static str {
    if player.suspended {
        "SUSPENDED"
    } else {
        "ACTIVE"
    }
}

/// A password that a person can type.
fn checked(text: &str) -> Result<String, Refusal> {
    let fits = (4..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    fits.then(|| text.to_owned())
        .ok_or_else(|| Refusal::invalid("password must be 4 to 64 visible ASCII characters"))
}
