//! Logging in and out.

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Done;
use crate::api::state::AppState;
use members::device::Device;
use members::login::{self, Credentials};
use members::origin::Origin;
use members::session::{self, Which};
use platform::error::ApiError;
use platform::extract::Json;
use platform::subject::Member;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(log_in))
        .routes(routes!(log_out))
}

/// The input of a login.
#[derive(Deserialize, ToSchema)]
struct LoginRequest {
    /// The phone number, in any usual spelling.
    username: String,
    password: String,
    /// Whether the session lasts for weeks instead of hours.
    #[serde(default)]
    remember: bool,
}

/// A member's session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LoginAnswer {
    /// For `Authorization: Bearer`.
    token: String,
    /// When the session ends at the latest.
    expires_at: DateTime<Utc>,
}

/// Logs a member in and opens a session.
#[route(post, path = "/login", tag = "login", request_body = LoginRequest,
    params(Device),
    responses((status = 200, body = LoginAnswer)))]
async fn log_in(
    State(state): State<AppState>,
    origin: Origin,
    Json(request): Json<LoginRequest>,
) -> Result<Json<LoginAnswer>, ApiError> {
    let credentials = Credentials {
        username: &request.username,
        password: request.password,
        is_remembered: request.remember,
    };
    let session = login::log_in(&state, credentials, &origin).await?;
    Ok(Json(LoginAnswer {
        token: session.token,
        expires_at: session.expires_at,
    }))
}

/// Ends the current session.
#[route(post, path = "/logout", tag = "login", security(("session" = [])),
    responses((status = 200, body = Done)))]
async fn log_out(State(state): State<AppState>, caller: Member) -> Result<Json<Done>, ApiError> {
    session::revoke(&state, caller.id, Which::Own(caller.session_id)).await?;
    Ok(Done::SUCCESS)
}
