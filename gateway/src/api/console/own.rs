//! The caller's own account: the password, and the open sessions.

use axum::extract::State;
use gateway_macros::route;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::api::caller::Reader;
use crate::api::player::account::Done;
use crate::api::state::AppState;
use backoffice::staff::own::{self, NewPassword, OwnSession};
use platform::error::ApiError;
use platform::extract::{Json, Path};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(change_staff_password))
        .routes(routes!(list_staff_sessions))
        .routes(routes!(end_staff_session))
}

/// A new password, and proof that the account's owner requests it.
#[derive(Deserialize, ToSchema)]
struct StaffPasswordRequest {
    current: String,
    /// 12 to 128 bytes.
    password: String,
    /// The six digits that the authenticator shows.
    code: String,
}

/// The caller's open sessions.
#[derive(Serialize, ToSchema)]
struct OwnSessions {
    /// The current one first, then by last use.
    list: Vec<OwnSession>,
}

/// Changes the caller's password and ends the account's other sessions.
#[route(post, path = "/password", tag = "support", security(("staff" = [])),
    request_body = StaffPasswordRequest, responses((status = 200, body = Done)))]
async fn change_staff_password(
    State(state): State<AppState>,
    Reader(staff): Reader,
    Json(request): Json<StaffPasswordRequest>,
) -> Result<Json<Done>, ApiError> {
    let input = NewPassword {
        current: request.current,
        password: request.password,
        code: request.code,
    };
    own::change_password(&state, &staff, input).await?;
    Ok(Done::SUCCESS)
}

/// Lists where the caller is logged in.
#[route(get, path = "/sessions", tag = "support", security(("staff" = [])),
    responses((status = 200, body = OwnSessions)))]
async fn list_staff_sessions(
    State(state): State<AppState>,
    Reader(staff): Reader,
) -> Result<Json<OwnSessions>, ApiError> {
    let list = own::sessions(&state, &staff).await?;
    Ok(Json(OwnSessions { list }))
}

/// Ends one of the caller's sessions.
#[route(delete, path = "/sessions/{id}", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path, description = "The session.")),
    responses((status = 200, body = Done)))]
async fn end_staff_session(
    State(state): State<AppState>,
    Reader(staff): Reader,
    Path(id): Path<Uuid>,
) -> Result<Json<Done>, ApiError> {
    own::end_session(&state, &staff, id).await?;
    Ok(Done::SUCCESS)
}
