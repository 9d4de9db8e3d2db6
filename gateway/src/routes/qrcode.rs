//! Deposits by QR: one open order a player, shown until it expires.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::caller::Member;
use crate::error::{ApiError, Code};
use crate::extract::{Amount, IdempotencyKey, Json, Path};
use crate::state::AppState;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get_qrcode, create_qrcode, delete_qrcode))
}

/// How a channel's QR stands.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct QrState {
    /// The order's id, as in the statement.
    qrcode_id: Option<String>,
    /// Whether there is a QR to pay.
    has_qrcode: bool,
    /// The QR as SVG markup.
    qrcode: Option<String>,
    /// The QR's text.
    payload: Option<String>,
    #[schema(example = "300.00")]
    amount: Option<String>,
    /// Seconds until the QR is dropped.
    #[schema(example = 900)]
    expire_in: i64,
    expires_at: Option<chrono::DateTime<chrono::Utc>>,
    /// Why there is none: a code of the error catalogue.
    #[schema(example = "QR_FAIL")]
    message: Option<&'static str>,
    /// The channel of the player's open QR, where it is another one.
    #[schema(example = "WW")]
    other_bank_code: Option<String>,
    /// For `after`.
    position: String,
}

/// The amount to pay.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
struct QrRequest {
    amount: Amount,
}

/// The QR to give up.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QrCancellation {
    qrcode_id: String,
}

/// The channel's open QR.
#[utoipa::path(get, path = "/qrcode/{bankCode}", tag = "qrcode", security(("session" = [])),
    params(("bankCode" = String, Path, example = "KBANK")),
    responses((status = 200, body = QrState)))]
async fn get_qrcode(
    State(_state): State<AppState>,
    _caller: Member,
    Path(_bank_code): Path<String>,
) -> Result<Json<QrState>, ApiError> {
    Err(Code::ServiceUnavailable.into())
}

/// Makes a QR to pay; the player's open one, of whichever channel, is given up.
#[utoipa::path(post, path = "/qrcode/{bankCode}", tag = "qrcode", security(("session" = [])),
    params(("bankCode" = String, Path, example = "KBANK"), ("Idempotency-Key" = String, Header)),
    request_body = QrRequest,
    responses((status = 200, body = QrState,
        description = "The QR, or `hasQrcode: false` with the reason in `message`")))]
async fn create_qrcode(
    State(_state): State<AppState>,
    _caller: Member,
    Path(_bank_code): Path<String>,
    _key: IdempotencyKey,
    Json(_request): Json<QrRequest>,
) -> Result<Json<QrState>, ApiError> {
    Err(Code::ServiceUnavailable.into())
}

/// Gives a QR up. Money that is paid into it all the same is still credited.
#[utoipa::path(delete, path = "/qrcode/{bankCode}", tag = "qrcode", security(("session" = [])),
    params(("bankCode" = String, Path, example = "KBANK"),
        ("qrcodeId" = Option<String>, Query, description = "Here or in the body")),
    request_body(content = Option<QrCancellation>),
    responses((status = 200, body = QrState)))]
async fn delete_qrcode(
    State(_state): State<AppState>,
    _caller: Member,
    Path(_bank_code): Path<String>,
    _request: axum::extract::Request,
) -> Result<Json<QrState>, ApiError> {
    Err(Code::ServiceUnavailable.into())
}
