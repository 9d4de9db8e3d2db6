//! Paying in with a gift link of the mobile wallet.

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::caller::Member;
use crate::error::{ApiError, Code};
use crate::extract::{IdempotencyKey, Json};
use crate::routes::intent::Standing;
use crate::state::AppState;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(redeem_gift))
}

/// A gift link.
#[derive(Deserialize, ToSchema)]
struct GiftRequest {
    /// The link as it was sent, its bare hash, or either in the envelope `TL1.`.
    #[schema(
        max_length = 1024,
        example = "https://gift.truemoney.com/campaign/?v=…"
    )]
    link: String,
}

/// A gift that was taken in.
#[derive(Serialize, ToSchema)]
struct GiftDeposit {
    status: Standing,
    /// The deposit's id, as in the statement.
    id: String,
    /// What it brought.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "100.00")]
    amount: Option<String>,
    /// For `after`: a read that shows this position shows the effect.
    position: String,
    /// The main wallet after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "1234.50")]
    balance: Option<String>,
}

/// Takes a gift in and credits what it brought.
#[utoipa::path(post, path = "/wallet/truelink", tag = "wallet", security(("session" = [])),
    request_body = GiftRequest, params(("Idempotency-Key" = String, Header)),
    responses(
        (status = 200, body = GiftDeposit, description = "Credited"),
        (status = 202, body = GiftDeposit, description = "In progress; see the statement")))]
async fn redeem_gift(
    State(_state): State<AppState>,
    _caller: Member,
    _key: IdempotencyKey,
    Json(request): Json<GiftRequest>,
) -> Result<Response, ApiError> {
    drop(request.link);
    Err(Code::ServiceUnavailable.into())
}
