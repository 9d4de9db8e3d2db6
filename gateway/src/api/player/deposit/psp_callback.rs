//! Notifications of the payment services.
//!
//! The signature is the only proof. A notification is matched by its order's reference. It has no
//! more effect than a query of the service, and a large payment is confirmed by such a query.

use axum::extract::State;
use axum::http::HeaderMap;
use bytes::Bytes;
use gateway_macros::route;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::state::AppState;
use payments::qr::notice::{self, Taken};
use payments::qr::order;
use platform::error::{ApiError, Code};
use platform::extract::{Json, Path};
use providers::psp::{self, NoticeError};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(notify_payment))
}

/// The answer to an accepted notification; a repeat changes nothing.
#[derive(Serialize, ToSchema)]
struct NotificationTaken {
    #[schema(example = "OK")]
    status: &'static str,
}

/// Accepts a payment service's notification, signed by `X-Signature` over `X-Timestamp` and body.
#[route(post, path = "/psp/{bankCode}/callback", tag = "psp",
    params(("bankCode" = String, Path, example = "KBANK"),
        ("X-Timestamp" = String, Header, description = "Unix seconds"),
        ("X-Signature" = String, Header, description = "Hex HMAC-SHA256 of `timestamp.body`")),
    request_body(content = Object),
    responses((status = 200, body = NotificationTaken)))]
async fn notify_payment(
    State(state): State<AppState>,
    Path(bank_code): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<NotificationTaken>, ApiError> {
    let (psp, _) = state.config.psp(&bank_code).ok_or(Code::NoBank)?;
    let now = state.clock.now();
    let read = psp::client(&state, psp).read_notice(&headers, &body, now);
    let notice = read.map_err(|error| match error {
        NoticeError::Unsigned => ApiError::from(Code::Unauthorized),
        NoticeError::Malformed => ApiError::invalid_fields(&["."]),
    })?;
    let order = order::find_by_ref(&state.pool, &bank_code, &notice.order_ref)
        .await?
        .ok_or(Code::NoData)?;
    let Some(paid) = notice.of(order.amount) else {
        tracing::error!(id = %order.id, channel = bank_code,
            "a signed notification reports another amount: a person must look");
        return Err(Code::PaymentMismatch.into());
    };
    let is_timely = notice.is_timely(order.created_at, now);
    match notice::take(&state.payments, psp, &order, &paid, is_timely).await? {
        Taken::Settled => Ok(Json(NotificationTaken { status: "OK" })),
        // The service keeps a notification that was not taken and sends it again.
        Taken::NotConfirmed => Err(Code::ServiceUnavailable.into()),
    }
}
