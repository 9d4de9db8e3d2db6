//! Notifications of the payment services.

use axum::extract::State;
use axum::http::HeaderMap;
use bytes::Bytes;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::{ApiError, Code};
use crate::extract::{Json, Path};
use crate::state::AppState;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(notify_payment))
}

/// The notification was taken; the same one again changes nothing.
#[derive(Serialize, ToSchema)]
struct Taken {
    #[schema(example = "OK")]
    status: &'static str,
}

/// Takes a payment service's notification, signed by `X-Signature` over `X-Timestamp` and body.
#[utoipa::path(post, path = "/psp/{bankCode}/callback", tag = "psp",
    params(("bankCode" = String, Path, example = "KBANK"),
        ("X-Timestamp" = String, Header, description = "Unix seconds"),
        ("X-Signature" = String, Header, description = "Hex HMAC-SHA256 of `timestamp.body`")),
    request_body(content = Object),
    responses((status = 200, body = Taken)))]
async fn notify_payment(
    State(_state): State<AppState>,
    Path(_bank_code): Path<String>,
    _headers: HeaderMap,
    _body: Bytes,
) -> Result<Json<Taken>, ApiError> {
    Err(Code::ServiceUnavailable.into())
}
