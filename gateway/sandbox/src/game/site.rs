//! A provider's own website, and what plays its apps: players log in there with the username and
//! the password that their wallet shows.

use axum::Form;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::{player, session};
use crate::refusal::Refusal;
use crate::sandbox::Sandbox;

#[derive(Deserialize)]
pub(crate) struct Visit {
    #[serde(default)]
    app: String,
}

#[derive(Deserialize)]
pub(crate) struct Login {
    username: String,
    password: String,
    #[serde(default)]
    lang: String,
    #[serde(default)]
    app: String,
}

/// `GET /games/{provider}?app=`: `android` and `ios` are where the wallet sends for the apps.
pub(crate) async fn show_site(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
    Query(Visit { app }): Query<Visit>,
) -> Result<Html<String>, Refusal> {
    super::require(&sandbox, &provider)?;
    Ok(page(&provider, &app, ""))
}

/// `POST /games/{provider}/login`, as forms send it: on to the game, or the page again with the reason.
pub(crate) async fn log_in(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
    Form(login): Form<Login>,
) -> Result<Response, Refusal> {
    super::require(&sandbox, &provider)?;
    let opened = sandbox.with(|world, now| {
        let player = player::find(world, &provider, login.username.trim())?;
        if player.password != login.password {
            return Err(Refusal::LoginInvalid);
        }
        let username = player.username.clone();
        let visit = session::Visit {
            lang: login.lang,
            return_url: None,
        };
        session::open(world, &provider, username, visit, now)
    });
    Ok(match opened {
        Ok(session) => {
            let play = format!("/games/{provider}/play?token={}", session.token);
            Redirect::to(&play).into_response()
        }
        // Whether the name or the password is wrong is nobody's business.
        Err(refusal) => {
            let code = match refusal {
                Refusal::PlayerNotFound => Refusal::LoginInvalid.code(),
                _ => refusal.code(),
            };
            let again = page(&provider, &login.app, code);
            (StatusCode::UNPROCESSABLE_ENTITY, again).into_response()
        }
    })
}

fn page(provider: &str, app: &str, problem: &str) -> Html<String> {
    let app = ["android", "ios"].into_iter().find(|known| *known == app);
    let page = include_str!("../pages/site.html")
        .replace("{{name}}", &name(provider))
        .replace("{{provider}}", provider)
        .replace("{{app}}", app.unwrap_or_default())
        .replace("{{problem}}", problem);
    Html(page)
}

/// What a provider calls itself.
fn name(provider: &str) -> String {
    let known = match provider {
        "pg" => "PG Soft",
        "pgslot" => "PG Slot",
        "joker2" => "Joker",
        "betflix" => "Betflix",
        "slotracha" => "Slot Racha",
        "areaslot" => "Area Slot",
        "circus" => "Circus",
        "imi" => "IMI",
        "askmebet" => "AMB Sport",
        "usun" => "U-Sun",
        "huayhd" => "Huay HD",
        other => return other.to_uppercase(),
    };
    known.to_owned()
}
