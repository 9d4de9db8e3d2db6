//! A one-time address that logs the player in at a provider's site.

use axum::extract::State;
use gateway_macros::route;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{credential_of, offered, refusal, require_playing};
use crate::api::state::AppState;
use platform::error::{ApiError, Code};
use platform::extract::{Json, Path};
use platform::subject::Member;
use providers::game::Game;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(open_game))
        .routes(routes!(open_game_with_password))
}

/// The one-time login address.
#[derive(Serialize, ToSchema)]
struct GameLink {
    #[schema(example = "https://games.example/play?token=…")]
    link: String,
    /// Whether the portal can show it in a frame; otherwise it needs a window.
    framed: bool,
}

/// Returns a one-time address that logs the caller in to a game.
#[route(method(get, post), path = "/autoLogin/{provider}/{username}",
    operation_id = "open_game", tag = "wallet", security(("session" = [])),
    params(("provider" = String, Path), ("username" = String, Path)),
    responses((status = 200, body = GameLink)))]
async fn open_game(
    State(state): State<AppState>,
    caller: Member,
    Path((provider, username)): Path<(String, String)>,
) -> Result<Json<GameLink>, ApiError> {
    link(&state, caller, &provider, &username, None).await
}

/// The older form, with the password in the path.
#[route(method(get, post), path = "/autoLogin/{provider}/{username}/{password}",
    operation_id = "open_game_with_password", tag = "wallet", security(("session" = [])),
    params(
        ("provider" = String, Path), ("username" = String, Path),
        ("password" = String, Path, description = "The password at the provider")),
    responses((status = 200, body = GameLink)))]
async fn open_game_with_password(
    State(state): State<AppState>,
    caller: Member,
    Path((provider, username, password)): Path<(String, String, String)>,
) -> Result<Json<GameLink>, ApiError> {
    link(&state, caller, &provider, &username, Some(&password)).await
}

async fn link(
    state: &AppState,
    caller: Member,
    provider: &str,
    username: &str,
    password: Option<&str>,
) -> Result<Json<GameLink>, ApiError> {
    let provider = offered(state, provider)?;
    let wallet = state.ledger.load(caller.id).await?;
    let credential = credential_of(state, caller, &wallet, &provider.code).await?;
    // A name of another player gets the same answer as an unknown name.
    if credential.username != username {
        return Err(Code::SlotNoAccount.into());
    }
    require_playing(state, &wallet)?;
    // The provider may have taken the next one already.
    let is_right = |given: &str| {
        given == credential.password || Some(given) == credential.next_password.as_deref()
    };
    if password.is_some_and(|given| !is_right(given)) {
        return Err(Code::WrongPassword.into());
    }
    let service = &state.config.service;
    let opened = Game::new(state, provider)
        .open_session(username, &service.default_locale, service.website.as_str())
        .await;
    match opened {
        Ok(link) => {
            let framed = state.frames.can_show(state, provider, &link).await;
            Ok(Json(GameLink { link, framed }))
        }
        Err(error) => {
            tracing::warn!(game = %provider.code, ?error, "no session was opened");
            Err(refusal(&error).into())
        }
    }
}
