//! A stricter limit on a player's deposits.

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
use backoffice::review::power::Period;
use backoffice::staff::look::reason;
use platform::error::ApiError;
use platform::extract::{IdempotencyKey, Json, Path};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(tighten_limit))
}

/// Limits a player's deposits.
#[derive(Deserialize, ToSchema)]
struct TightenRequest {
    period: Period,
    /// The most that may be deposited: less than the limit in force.
    #[schema(example = "500.00")]
    limit: String,
    /// 3 to 300 characters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
}

/// Sets a stricter limit for a player, which applies at once. A looser one is refused: only the
/// player can request it.
#[route(post, path = "/players/{id}/limits", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = TightenRequest, responses((status = 200, body = DecisionAnswer)))]
async fn tighten_limit(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path(player): Path<Uuid>,
    Json(request): Json<TightenRequest>,
) -> Result<DecisionAnswer, ApiError> {
    let why = reason(&request.reason)?;
    let decision = Decision::LimitDeposits {
        player,
        period: request.period,
        limit: request.limit,
    };
    Ok(ask::decide(&state.payments, &staff, &key, decision, why)
        .await?
        .into())
}
