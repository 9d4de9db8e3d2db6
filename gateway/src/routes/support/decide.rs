//! Staff decides about what waits. What a decision leads to is the review's.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::caller::Agent;
use crate::error::ApiError;
use crate::extract::{IdempotencyKey, Json, Path};
use crate::review::decision::{Decision, Settlement, is_code, is_reference};
use crate::review::record::{self, Answer};
use crate::staff::look::reason;
use crate::state::AppState;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(accept_slip))
        .routes(routes!(reject_slip))
        .routes(routes!(accept_qr_order))
        .routes(routes!(reject_qr_order))
        .routes(routes!(accept_manual_deposit))
        .routes(routes!(reject_manual_deposit))
        .routes(routes!(release_withdrawal))
        .routes(routes!(return_withdrawal))
        .routes(routes!(settle_transfer))
}

/// What a decision came to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DecisionAnswer {
    /// `SUCCESS`, or `PENDING`: somebody else has to agree.
    #[schema(example = "SUCCESS")]
    status: &'static str,
    /// The decision's id.
    id: Uuid,
    /// For `after`: a read that shows this position shows the effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// What the second person agrees to.
    #[serde(skip_serializing_if = "Option::is_none")]
    approval_id: Option<Uuid>,
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        match self {
            Self::Done(id, position) => {
                let answer = DecisionAnswer {
                    status: "SUCCESS",
                    id,
                    position: Some(position.to_string()),
                    approval_id: None,
                };
                (StatusCode::OK, Json(answer)).into_response()
            }
            Self::Waits(id) => {
                let answer = DecisionAnswer {
                    status: "PENDING",
                    id,
                    position: None,
                    approval_id: Some(id),
                };
                (StatusCode::ACCEPTED, Json(answer)).into_response()
            }
        }
    }
}

/// Why.
#[derive(Deserialize, ToSchema)]
pub(super) struct ReasonRequest {
    /// 3 to 300 letters.
    #[schema(min_length = 3, max_length = 300)]
    pub(super) reason: String,
}

/// A slip is right.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AcceptSlipRequest {
    /// 3 to 300 letters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
    /// Which account received it, where the bank does not say.
    deposit_account: Option<String>,
    /// What the bank is expected to say; anything else is refused.
    #[schema(example = "500.00")]
    amount: Option<String>,
}

/// Something ends without money.
#[derive(Deserialize, ToSchema)]
struct RejectRequest {
    /// Why, for support: 3 to 300 letters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
    /// What the player is told: of a slip, a reason of the catalogue.
    #[schema(example = "NOT_MATCH")]
    code: Option<String>,
}

impl RejectRequest {
    fn checked(&self) -> Result<(&str, Option<String>), ApiError> {
        if self.code.as_deref().is_some_and(|code| !is_code(code)) {
            return Err(ApiError::invalid_fields(&["code"]));
        }
        Ok((reason(&self.reason)?, self.code.clone()))
    }
}

/// An announced deposit was found.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AcceptManualRequest {
    /// 3 to 300 letters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
    /// How the bank names the payment.
    #[schema(example = "015073144041ATF00999")]
    reference: String,
    /// Which account received it.
    #[schema(example = "scb-1")]
    deposit_account: String,
}

/// How a transfer ended, by the provider's own word.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SettleRequest {
    outcome: Settlement,
    /// 3 to 300 letters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
    /// The provider's id of the movement, to be held against its word.
    provider_tx: Option<String>,
}

/// Credits a slip with what the bank says.
#[utoipa::path(post, path = "/work/slips/{id}/accept", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = AcceptSlipRequest,
    responses((status = 200, body = DecisionAnswer), (status = 202, body = DecisionAnswer)))]
async fn accept_slip(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path(id): Path<Uuid>,
    Json(request): Json<AcceptSlipRequest>,
) -> Result<Answer, ApiError> {
    let why = reason(&request.reason)?;
    let decision = Decision::AcceptSlip {
        id,
        deposit_account: request.deposit_account.clone(),
        amount: request.amount.clone(),
    };
    record::decide(&state, &staff, &key, (decision, why)).await
}

/// Ends a slip without money.
#[utoipa::path(post, path = "/work/slips/{id}/reject", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = RejectRequest, responses((status = 200, body = DecisionAnswer)))]
async fn reject_slip(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path(id): Path<Uuid>,
    Json(request): Json<RejectRequest>,
) -> Result<Answer, ApiError> {
    let (why, code) = request.checked()?;
    let decision = Decision::RejectSlip { id, code };
    record::decide(&state, &staff, &key, (decision, why)).await
}

/// Credits a paid QR order.
#[utoipa::path(post, path = "/work/qr/{id}/accept", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = ReasonRequest,
    responses((status = 200, body = DecisionAnswer), (status = 202, body = DecisionAnswer)))]
async fn accept_qr_order(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path(id): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<Answer, ApiError> {
    let why = reason(&request.reason)?;
    record::decide(&state, &staff, &key, (Decision::AcceptQr { id }, why)).await
}

/// Ends a paid QR order: the money goes back by bank.
#[utoipa::path(post, path = "/work/qr/{id}/reject", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = RejectRequest, responses((status = 200, body = DecisionAnswer)))]
async fn reject_qr_order(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path(id): Path<Uuid>,
    Json(request): Json<RejectRequest>,
) -> Result<Answer, ApiError> {
    let (why, code) = request.checked()?;
    let decision = Decision::RejectQr { id, code };
    record::decide(&state, &staff, &key, (decision, why)).await
}

/// Credits an announced deposit that was found.
#[utoipa::path(post, path = "/work/manual/{id}/accept", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = AcceptManualRequest,
    responses((status = 200, body = DecisionAnswer), (status = 202, body = DecisionAnswer)))]
async fn accept_manual_deposit(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path(id): Path<Uuid>,
    Json(request): Json<AcceptManualRequest>,
) -> Result<Answer, ApiError> {
    let why = reason(&request.reason)?;
    if !is_reference(&request.reference) {
        return Err(ApiError::invalid_fields(&["reference"]));
    }
    let decision = Decision::AcceptManual {
        id,
        reference: request.reference.clone(),
        deposit_account: request.deposit_account.clone(),
    };
    record::decide(&state, &staff, &key, (decision, why)).await
}

/// Ends an announced deposit that was not found.
#[utoipa::path(post, path = "/work/manual/{id}/reject", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = RejectRequest, responses((status = 200, body = DecisionAnswer)))]
async fn reject_manual_deposit(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path(id): Path<Uuid>,
    Json(request): Json<RejectRequest>,
) -> Result<Answer, ApiError> {
    let (why, code) = request.checked()?;
    let decision = Decision::RejectManual { id, code };
    record::decide(&state, &staff, &key, (decision, why)).await
}

/// Lets a held withdrawal go.
#[utoipa::path(post, path = "/work/withdrawals/{id}/release", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = ReasonRequest,
    responses((status = 200, body = DecisionAnswer), (status = 202, body = DecisionAnswer)))]
async fn release_withdrawal(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path(id): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<Answer, ApiError> {
    let why = reason(&request.reason)?;
    let decision = Decision::ReleaseWithdrawal { id };
    record::decide(&state, &staff, &key, (decision, why)).await
}

/// Gives a held withdrawal back to the wallet.
#[utoipa::path(post, path = "/work/withdrawals/{id}/return", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = ReasonRequest, responses((status = 200, body = DecisionAnswer)))]
async fn return_withdrawal(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path(id): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<Answer, ApiError> {
    let why = reason(&request.reason)?;
    let decision = Decision::ReturnWithdrawal { id };
    record::decide(&state, &staff, &key, (decision, why)).await
}

/// Ends a transfer as the provider says.
#[utoipa::path(post, path = "/work/transfers/{id}/settle", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = SettleRequest,
    responses((status = 200, body = DecisionAnswer), (status = 202, body = DecisionAnswer)))]
async fn settle_transfer(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path(id): Path<Uuid>,
    Json(request): Json<SettleRequest>,
) -> Result<Answer, ApiError> {
    let why = reason(&request.reason)?;
    let decision = Decision::SettleTransfer {
        id,
        outcome: request.outcome,
        provider_tx: request.provider_tx.clone(),
    };
    record::decide(&state, &staff, &key, (decision, why)).await
}
