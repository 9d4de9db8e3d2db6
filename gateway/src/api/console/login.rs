//! The login of staff.

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::me::StaffView;
use crate::api::caller::{Address, OwnPage};
use crate::api::state::AppState;
use backoffice::staff::login::{self, Credentials};
use platform::error::ApiError;
use platform::extract::Json;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(log_in_staff))
}

/// The input of a login.
#[derive(Deserialize, ToSchema)]
struct StaffLoginRequest {
    username: String,
    password: String,
    /// The six digits that the authenticator shows.
    code: String,
}

/// A staff session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffLoginAnswer {
    /// For `Authorization: Bearer`, on the support routes only.
    token: String,
    staff: StaffView,
    /// When the session ends at the latest.
    expires_at: DateTime<Utc>,
}

/// Opens a staff session.
#[route(post, path = "/login", tag = "support", request_body = StaffLoginRequest,
    responses((status = 200, body = StaffLoginAnswer)))]
async fn log_in_staff(
    State(state): State<AppState>,
    _: OwnPage,
    Address(address): Address,
    Json(request): Json<StaffLoginRequest>,
) -> Result<Json<StaffLoginAnswer>, ApiError> {
    let credentials = Credentials {
        username: request.username,
        password: request.password,
        code: request.code,
    };
    let entered = login::log_in(&state, credentials, &address.to_string()).await?;
    Ok(Json(StaffLoginAnswer {
        token: entered.session.token,
        staff: StaffView {
            id: entered.id,
            username: entered.username,
            name: entered.name,
            role: entered.role,
        },
        expires_at: entered.session.expires_at,
    }))
}
