//! The calls of SF1 ("signed forms, version 1"): the same players and transfers as GW1's, in the shape
//! of a studio that answers forms with codes.

mod form;
mod player;
mod reply;
mod transfer;

use axum::Router;
use axum::extract::{DefaultBodyLimit, OriginalUri, Request, State};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::post;

use crate::refusal::Refusal;
use crate::sandbox::Sandbox;
use crate::{report, trouble};

/// Everything below `/games/{provider}/sf1`.
pub(super) fn routes(sandbox: &Sandbox) -> Router<Sandbox> {
    Router::new()
        .route("/player/create", post(player::create_player))
        .route("/player/password", post(player::change_password))
        .route("/player/balance", post(player::read_balance))
        .route("/player/balances", post(player::read_balances))
        .route("/player/play", post(player::read_play))
        .route("/player/login", post(player::open_session))
        .route("/transfer/make", post(transfer::make_transfer))
        .route("/transfer/status", post(transfer::read_transfer))
        .route("/transfer/list", post(transfer::list_transfers))
        .layer(middleware::from_fn_with_state(sandbox.clone(), check))
        .layer(DefaultBodyLimit::disable())
}

/// Lets in forms with a right signature; then the fault switch has its say.
async fn check(
    State(sandbox): State<Sandbox>,
    OriginalUri(uri): OriginalUri,
    request: Request,
    next: Next,
) -> Response {
    let mut parts = uri.path().trim_start_matches('/').splitn(3, '/').skip(1);
    let provider = parts.next().unwrap_or_default().to_owned();
    let path = format!("/{}", parts.next().unwrap_or_default());
    let answer = match form::verify(&sandbox, &provider, &path, request).await {
        Err(refusal) => refusal.into_response(),
        Ok(request) => {
            let target = format!("game:{provider}");
            trouble::pass(&sandbox, &target, operation(&path), request, next).await
        }
    };
    match answer.extensions().get::<Refusal>() {
        Some(refusal) => reply::refused(refusal),
        None => answer,
    }
}

/// The name of a call at the fault switch: that of the same call of GW1.
fn operation(path: &str) -> &'static str {
    match path.trim_start_matches("/sf1/") {
        "player/create" => "create",
        "player/password" => "password",
        "player/balance" => "balance",
        "player/balances" => "balances",
        "player/play" => "summary",
        "player/login" => "session",
        "transfer/make" => "transfer",
        "transfer/status" => "status",
        "transfer/list" => report::OPERATION,
        _ => "other",
    }
}
