//! Requesting access to a player's data.

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::WalletId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::api::caller::Reader;
use crate::api::state::AppState;
use backoffice::staff::look;
use platform::error::ApiError;
use platform::extract::{Json, Path};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(open_look))
}

/// The reason for access to a player's data.
#[derive(Deserialize, ToSchema)]
struct LookRequest {
    /// 3 to 300 characters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
}

/// A granted and recorded access to a player's data.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LookAnswer {
    /// The value of the header `X-Look` for every read of this player.
    look_id: Uuid,
    /// When it expires.
    until: DateTime<Utc>,
}

/// Grants temporary access to a player's data, and records it.
#[route(post, path = "/players/{id}/look", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path, description = "The player.")),
    request_body = LookRequest, responses((status = 201, body = LookAnswer)))]
async fn open_look(
    State(state): State<AppState>,
    Reader(staff): Reader,
    Path(id): Path<Uuid>,
    Json(request): Json<LookRequest>,
) -> Result<(axum::http::StatusCode, Json<LookAnswer>), ApiError> {
    let opened = look::open(&state, &staff, WalletId(id), &request.reason).await?;
    let answer = LookAnswer {
        look_id: opened.id,
        until: opened.until,
    };
    Ok((axum::http::StatusCode::CREATED, Json(answer)))
}
