//! Announcing a deposit that staff credits by hand.

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::caller::Member;
use crate::error::{ApiError, Code};
use crate::extract::{Amount, IdempotencyKey, Json};
use crate::routes::intent::Movement;
use crate::state::AppState;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(announce_deposit))
}

/// A deposit that was made by another way.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
struct ManualDepositRequest {
    amount: Amount,
}

/// Announces a deposit; nothing is credited before staff has seen the money.
#[utoipa::path(post, path = "/wallet/add", tag = "wallet", security(("session" = [])),
    request_body = ManualDepositRequest, params(("Idempotency-Key" = String, Header)),
    responses((status = 202, body = Movement, description = "Waits for staff"),
        (status = 200, body = Movement, description = "A repeat: staff has credited it")))]
async fn announce_deposit(
    State(_state): State<AppState>,
    _caller: Member,
    _key: IdempotencyKey,
    Json(_request): Json<ManualDepositRequest>,
) -> Result<Response, ApiError> {
    Err(Code::ServiceUnavailable.into())
}
