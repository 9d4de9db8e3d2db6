//! Letting a player set a new password: one person requests it, another approves and reads a code
//! out.

use axum::extract::State;
use gateway_macros::route;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::decide::{DecisionAnswer, PasswordCodeView, ReasonRequest};
use crate::api::caller::{Agent, Supervisor};
use crate::api::state::AppState;
use backoffice::review::ask;
use backoffice::review::decision::Decision;
use backoffice::review::password_code;
use backoffice::staff::look::reason;
use platform::error::ApiError;
use platform::extract::{IdempotencyKey, Json, Path};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(ask_password_reset))
        .routes(routes!(show_password_code))
}

/// Requests a password reset for a player; a second person must approve it.
#[route(post, path = "/players/{id}/password-resets", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = ReasonRequest,
    responses((status = 202, body = DecisionAnswer), (status = 200, body = DecisionAnswer)))]
async fn ask_password_reset(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path(player): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<DecisionAnswer, ApiError> {
    let why = reason(&request.reason)?;
    let decision = Decision::ResetPassword { player };
    Ok(ask::decide(&state.payments, &staff, &key, decision, why)
        .await?
        .into())
}

/// Shows the approver the code with which the player sets a new password. It is valid for an hour
/// and for one password.
#[route(get, path = "/approvals/{id}/code", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path)), responses((status = 200, body = PasswordCodeView)))]
async fn show_password_code(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Path(id): Path<Uuid>,
) -> Result<Json<PasswordCodeView>, ApiError> {
    let code = password_code::show(&state, &staff, id).await?;
    Ok(Json(code.into()))
}
