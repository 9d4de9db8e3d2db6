//! One paid QR order that waits for staff, with the payment service's current answer about it.

use axum::extract::State;
use gateway_macros::route;
use ledger::Money;
use projections::{View, open_work};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::work::{WorkItem, of_qr};
use super::work_item::shown;
use crate::api::caller::Reader;
use crate::api::state::AppState;
use backoffice::review::evidence;
use backoffice::review::refusal::Refusal;
use platform::error::{ApiError, Code};
use platform::extract::{AfterPosition, Json, Path};
use providers::psp::PspWord;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get_waiting_qr_order))
}

/// A paid QR order in review.
#[derive(Serialize, ToSchema)]
struct WaitingQrOrder {
    item: WorkItem,
    service: ServiceWord,
}

/// The payment service's current answer about an order.
#[derive(Default, Serialize, ToSchema)]
struct ServiceWord {
    /// `PAID`, `OTHER_PAID` if with another amount or currency than ordered, `UNPAID` or `UNKNOWN`.
    #[schema(example = "OTHER_PAID")]
    said: &'static str,
    /// What was paid, if it is an amount of a known currency.
    #[schema(example = "500.00")]
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    currency: Option<&'static str>,
    /// The service's reference of the payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
}

impl ServiceWord {
    fn new(word: PspWord, ordered: Money) -> Self {
        match word {
            PspWord::Paid(paid) => Self::paid("PAID", paid.provider_ref, Some(ordered)),
            PspWord::OtherPaid(paid) => Self::paid("OTHER_PAID", paid.provider_ref, paid.amount),
            PspWord::Unpaid | PspWord::NotSeen => Self::unpaid("UNPAID"),
            PspWord::Unknown(_) => Self::unpaid("UNKNOWN"),
        }
    }

    fn paid(said: &'static str, reference: String, amount: Option<Money>) -> Self {
        Self {
            said,
            amount: amount.map(Money::digits),
            currency: amount.map(|amount| amount.currency().code()),
            reference: Some(reference),
        }
    }

    fn unpaid(said: &'static str) -> Self {
        Self {
            said,
            ..Self::default()
        }
    }
}

/// Returns a paid QR order in review, with the payment service's current answer.
#[route(get, path = "/work/qr/{id}", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 200, body = WaitingQrOrder)))]
async fn get_waiting_qr_order(
    State(state): State<AppState>,
    Reader(staff): Reader,
    after: AfterPosition,
    Path(id): Path<Uuid>,
) -> Result<Json<WaitingQrOrder>, ApiError> {
    state.show(View::OpenWork, after).await?;
    let order = open_work::waiting_qr_order(&state.pool, id).await;
    let order = order?.ok_or(Code::NoData)?;
    let service = match evidence::psp_word(&state, &order).await {
        Ok(word) => ServiceWord::new(word, order.amount),
        // The channel is not configured any more, or the row that leads to the service was changed.
        Err(Refusal::No { .. }) => ServiceWord::unpaid("UNKNOWN"),
        Err(error) => return Err(error.into()),
    };
    Ok(Json(WaitingQrOrder {
        item: shown(&state, &staff, of_qr(order)).await?,
        service,
    }))
}
