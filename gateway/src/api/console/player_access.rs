//! The freeze of a player's log-in, its end, and the end of the player's sessions.

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::WalletId;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::decide::ReasonRequest;
use crate::api::caller::Agent;
use crate::api::player::account::Done;
use crate::api::state::AppState;
use backoffice::staff::look::reason;
use backoffice::staff::player_access::{self, KnownLoginFreeze};
use platform::error::ApiError;
use platform::extract::{Json, Path};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(freeze_login))
        .routes(routes!(unfreeze_login))
        .routes(routes!(end_player_sessions))
}

/// The freeze of a player's log-in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlayerLoginFreeze {
    since: DateTime<Utc>,
    /// Who did it last.
    by: Option<String>,
    /// Why.
    reason: Option<String>,
}

impl From<KnownLoginFreeze> for PlayerLoginFreeze {
    fn from(freeze: KnownLoginFreeze) -> Self {
        Self {
            since: freeze.since,
            by: freeze.by,
            reason: freeze.reason,
        }
    }
}

/// Blocks a player's log-in: ends all sessions and refuses new ones.
#[route(post, path = "/players/{id}/login-freeze", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path)), request_body = ReasonRequest,
    responses((status = 200, body = Done)))]
async fn freeze_login(
    State(state): State<AppState>,
    Agent(staff): Agent,
    Path(player): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<Json<Done>, ApiError> {
    let why = reason(&request.reason)?;
    player_access::freeze(&state, &staff, WalletId(player), why).await?;
    Ok(Done::SUCCESS)
}

/// Unblocks a player's log-in.
#[route(post, path = "/players/{id}/login-unfreeze", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path)), request_body = ReasonRequest,
    responses((status = 200, body = Done)))]
async fn unfreeze_login(
    State(state): State<AppState>,
    Agent(staff): Agent,
    Path(player): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<Json<Done>, ApiError> {
    let why = reason(&request.reason)?;
    player_access::unfreeze(&state, &staff, WalletId(player), why).await?;
    Ok(Done::SUCCESS)
}

/// Ends all sessions of a player, who can log in again at once.
#[route(post, path = "/players/{id}/sessions/end", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path)), request_body = ReasonRequest,
    responses((status = 200, body = Done)))]
async fn end_player_sessions(
    State(state): State<AppState>,
    Agent(staff): Agent,
    Path(player): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<Json<Done>, ApiError> {
    let why = reason(&request.reason)?;
    player_access::end_sessions(&state, &staff, WalletId(player), why).await?;
    Ok(Done::SUCCESS)
}
