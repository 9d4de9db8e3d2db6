//! The live socket: tickets, joining, notices.

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use gateway_macros::route;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::charge_guest;
use crate::api::sockets::conversation;
use crate::api::sockets::ticket::{self, TICKET_SECONDS};
use crate::api::state::AppState;
use platform::error::{ApiError, Code};
use platform::extract::Json;
use platform::subject::Visitor;

/// The largest frame that a client may send.
const FRAME_BYTES_MAX: usize = 16 * 1024;

/// The read buffer of every socket; most clients send very little.
const READ_BYTES: usize = 2 * 1024;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(create_socket_ticket))
        .routes(routes!(open_socket))
}

/// A ticket that joins a socket to a session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SocketTicket {
    /// The ticket; it works once.
    ticket: String,
    /// How many seconds it is valid.
    expires_in: i64,
}

/// Creates a ticket for the live socket.
#[route(post, path = "/socket/ticket", tag = "socket",
    security(("session" = []), ("guest" = [])),
    responses((status = 200, body = SocketTicket)))]
async fn create_socket_ticket(
    State(state): State<AppState>,
    caller: Visitor,
) -> Result<Json<SocketTicket>, ApiError> {
    let most = state.config.chat.guest_tickets_per_minute;
    charge_guest(&state, caller, "chat:guest-ticket", most).await?;
    let ticket = ticket::create(&state, &caller.into()).await?;
    Ok(Json(SocketTicket {
        ticket,
        expires_in: TICKET_SECONDS,
    }))
}

/// Opens the live socket (WebSocket). The first frame joins with a ticket; then notices follow.
#[route(get, path = "/socket", tag = "socket",
    responses((status = 101, description = "The socket is open.")))]
async fn open_socket(
    State(state): State<AppState>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    require_own_origin(&state, &headers)?;
    let upgrade = upgrade.map_err(|_| ApiError::invalid_fields(&["Upgrade"]))?;
    Ok(upgrade
        .max_message_size(FRAME_BYTES_MAX)
        .max_frame_size(FRAME_BYTES_MAX)
        .read_buffer_size(READ_BYTES)
        .write_buffer_size(0)
        .on_upgrade(move |socket| {
            let tasks = state.tasks.clone();
            tasks.track_future(conversation::hold(state, socket))
        }))
}

/// Allows only the portal's pages, because a browser opens sockets for any page.
fn require_own_origin(state: &AppState, headers: &HeaderMap) -> Result<(), ApiError> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let origin = text(header::ORIGIN).ok_or(Code::InvalidOrigin)?;
    let service = &state.config.service;
    let is_configured = origin == service.website.as_str()
        || service.portal_origins.iter().any(|known| known == origin);
    let is_same_host = origin.split_once("://").is_some_and(|(scheme, host)| {
        matches!(scheme, "http" | "https") && text(header::HOST) == Some(host)
    });
    if is_configured || is_same_host {
        Ok(())
    } else {
        Err(Code::InvalidOrigin.into())
    }
}
