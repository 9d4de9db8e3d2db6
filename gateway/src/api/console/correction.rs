//! Correcting a balance: one person requests it, another approves.

use axum::extract::State;
use gateway_macros::route;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::decide::DecisionAnswer;
use crate::api::caller::Agent;
use crate::api::state::AppState;
use backoffice::review::ask;
use backoffice::review::decision::Decision;
use backoffice::staff::look::reason;
use platform::error::ApiError;
use platform::extract::{IdempotencyKey, Json, Path};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(ask_correction))
}

/// The correction of a player's main balance.
#[derive(Deserialize, ToSchema)]
struct CorrectionRequest {
    /// In the wallet's currency: a positive amount adds, a negative amount takes.
    #[schema(example = "-12.50")]
    amount: String,
    /// 3 to 300 characters; it remains in the player's history permanently.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
}

/// Requests a correction; a second person must approve it.
#[route(post, path = "/players/{id}/corrections", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = CorrectionRequest,
    responses((status = 202, body = DecisionAnswer), (status = 200, body = DecisionAnswer)))]
async fn ask_correction(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path(player): Path<Uuid>,
    Json(request): Json<CorrectionRequest>,
) -> Result<DecisionAnswer, ApiError> {
    let why = reason(&request.reason)?;
    let amount = request.amount.trim().to_owned();
    let decision = Decision::Correct { player, amount };
    Ok(ask::decide(&state.payments, &staff, &key, decision, why)
        .await?
        .into())
}
