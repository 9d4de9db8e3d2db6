//! Game providers: the signed calls of GW1 and of SF1, and the unsigned page on which a player bets.
//!
//! Every provider answers both protocols about the same players, so that the operator's file alone
//! says which one is spoken.

pub(crate) mod play;
pub(crate) mod player;
mod session;
mod sf1;
mod site;
mod table;
pub(crate) mod transfer;

use axum::Router;
use axum::extract::{DefaultBodyLimit, OriginalUri, Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};

use crate::config::Config;
use crate::refusal::Refusal;
use crate::sandbox::Sandbox;
use crate::{report, signature, trouble};

/// Everything below `/games/{provider}`.
pub(crate) fn routes(sandbox: &Sandbox) -> Router<Sandbox> {
    let signed = Router::new()
        .route("/players", post(player::create_player))
        .route("/players/{username}", get(player::read_player))
        .route("/players/{username}/password", put(player::change_password))
        .route("/players/{username}/balance", get(player::read_balance))
        .route("/players/{username}/summary", get(player::read_summary))
        .route("/balances", post(player::read_balances))
        .route(
            "/transfers",
            get(transfer::list_transfers).post(transfer::make_transfer),
        )
        .route("/transfers/{request_id}", get(transfer::read_transfer))
        .route(
            "/transfers/{request_id}/cancel",
            post(transfer::cancel_transfer),
        )
        .route("/sessions", post(session::open_session))
        .route("/status", get(player::read_status))
        .layer(middleware::from_fn_with_state(sandbox.clone(), check))
        .layer(DefaultBodyLimit::disable());
    Router::new()
        .nest("/v1", signed)
        .nest("/sf1", sf1::routes(sandbox))
        .route("/", get(site::show_site))
        .route("/login", post(site::log_in))
        .route("/play", get(play::show_page).post(play::bet))
        .route("/session", get(play::read_session))
        .route("/tables.js", get(play::show_tables))
        .layer(middleware::from_fn(refuse_frames))
}

/// The providers whose pages refuse to be in another site's frame, as many do.
const NEVER_FRAMED: [&str; 1] = ["huayhd"];

async fn refuse_frames(OriginalUri(uri): OriginalUri, request: Request, next: Next) -> Response {
    let mut answer = next.run(request).await;
    let provider = uri.path().trim_start_matches('/').split('/').nth(1);
    if provider.is_some_and(|it| NEVER_FRAMED.contains(&it)) {
        let deny = HeaderValue::from_static("DENY");
        answer.headers_mut().insert(header::X_FRAME_OPTIONS, deny);
    }
    answer
}

/// Lets in calls to a provider that exists, with a right signature; then the fault switch has its say.
async fn check(
    State(sandbox): State<Sandbox>,
    OriginalUri(uri): OriginalUri,
    request: Request,
    next: Next,
) -> Response {
    let mut parts = uri.path().trim_start_matches('/').splitn(3, '/').skip(1);
    let provider = parts.next().unwrap_or_default().to_owned();
    let path = format!("/{}", parts.next().unwrap_or_default());
    if let Err(refusal) = require(&sandbox, &provider) {
        return refusal.into_response();
    }
    let mount = format!("game:{provider}");
    let secret = Config::game_secret(&provider);
    let operation = operation(request.method(), &path);
    match signature::verify(&sandbox, &mount, &path, &secret, request).await {
        Err(refusal) => refusal.into_response(),
        // The status call reports maintenance, so maintenance does not hit it.
        Ok(request) if path == "/v1/status" => next.run(request).await,
        Ok(request) => trouble::pass(&sandbox, &mount, operation, request, next).await,
    }
}

/// A provider of the configuration.
pub(crate) fn require(sandbox: &Sandbox, provider: &str) -> Result<(), Refusal> {
    let known = sandbox
        .config()
        .providers
        .iter()
        .any(|known| known == provider);
    known.then_some(()).ok_or(Refusal::ProviderNotFound)
}

/// The name of a call at the fault switch. Whether method and path fit is checked by the router later.
fn operation(method: &Method, path: &str) -> &'static str {
    let parts: Vec<&str> = path.trim_matches('/').split('/').skip(1).collect();
    match parts.as_slice() {
        ["players"] => "create",
        ["players", _] => "player",
        ["players", _, "password"] => "password",
        ["players", _, "balance"] => "balance",
        ["players", _, "summary"] => "summary",
        ["balances"] => "balances",
        ["transfers"] if method == Method::GET => report::OPERATION,
        ["transfers"] => "transfer",
        ["transfers", _] => "status",
        ["transfers", _, "cancel"] => "cancel",
        ["sessions"] => "session",
        _ => "other",
    }
}
