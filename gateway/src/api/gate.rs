//! Who reaches the support console at all. For everybody else it is as if there were none.

use std::net::IpAddr;

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use percent_encoding::percent_decode_str;

use super::caller::seen_through;
use super::state::AppState;
use platform::error::{ApiError, Code};
use platform::server::Peer;

/// A listener, as far as the console is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Door {
    /// The one for everybody. Where the console has its own, it is not served here.
    Public,
    /// The console's own.
    Console,
}

/// Answers 404 to a call of the console at the wrong listener or from a network that is not allowed.
pub(crate) async fn gate(
    State((state, door)): State<(AppState, Door)>,
    request: Request,
    next: Next,
) -> Response {
    if is_console(request.uri().path()) && !lets_in(&state, door, &request) {
        return ApiError::from(Code::NoData).into_response();
    }
    next.run(request).await
}

fn lets_in(state: &AppState, door: Door, request: &Request) -> bool {
    let rules = &state.config.console;
    if door == Door::Public && rules.listen.is_some() {
        return false;
    }
    let peer = request.extensions().get::<ConnectInfo<Peer>>();
    let Some(ConnectInfo(Peer(peer))) = peer else {
        return rules.allowed_networks.is_empty();
    };
    let trusted = &state.config.service.trusted_proxies;
    let address: IpAddr = seen_through(*peer, request.headers(), trusted);
    rules.lets_in(address)
}

/// Whether a path belongs to the console. It compares the decoded path, because files are found by
/// it.
fn is_console(path: &str) -> bool {
    let path = percent_decode_str(path).decode_utf8_lossy();
    let mut parts = path.split(['/', '\\']);
    let mut next = || parts.find(|part| !part.is_empty() && *part != ".");
    match next() {
        Some("api") => next() == Some("support"),
        Some("support") => true,
        Some(file) => file.starts_with("support.html"),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_the_consoles_paths_is_one_of_them() {
        for path in [
            "/support",
            "/support/",
            "/support/players/1",
            "//support",
            "/./support.html",
            "/%73upport.html",
            "/support.html.br",
            "/api/support/me",
            "/api/support",
            "/api//support/me",
            "/api/%73upport/me",
        ] {
            assert!(is_console(path), "{path}");
        }
        for path in [
            "/",
            "/supporters",
            "/user/support",
            "/api/login",
            "/api/supporters",
        ] {
            assert!(!is_console(path), "{path}");
        }
    }
}
