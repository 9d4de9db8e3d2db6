//! Moving everything that the games hold to one place.

use axum::extract::State;
use axum::response::Response;
use ledger::wallet::Place;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::caller::Member;
use crate::error::{ApiError, Code};
use crate::extract::{IdempotencyKey, Json};
use crate::routes::sweep::TransferAnswer;
use crate::state::AppState;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(transfer_all))
}

/// Where everything goes.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
struct TransferAllRequest {
    /// `WALLET` or a game's code.
    #[schema(example = "WALLET")]
    to: String,
}

/// Moves what every game account holds to one place; each account's step has its own outcome.
#[utoipa::path(post, path = "/wallet/transferAll", tag = "wallet", security(("session" = [])),
    request_body = TransferAllRequest, params(("Idempotency-Key" = String, Header)),
    responses(
        (status = 200, body = TransferAnswer, description = "Moved; see each leg"),
        (status = 202, body = TransferAnswer, description = "In progress; see the statement")))]
async fn transfer_all(
    State(state): State<AppState>,
    caller: Member,
    _key: IdempotencyKey,
    Json(request): Json<TransferAllRequest>,
) -> Result<Response, ApiError> {
    let _to: Place = request.to.parse().map_err(|_| Code::NoGame)?;
    let wallet = state.book.load(caller.id).await?;
    wallet.currency().ok_or(Code::NoWallet)?;
    Err(Code::ServiceUnavailable.into())
}
