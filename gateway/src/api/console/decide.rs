//! The decisions of staff about open work. The module `review` executes them.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use gateway_macros::route;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::api::caller::Agent;
use crate::api::state::AppState;
use backoffice::review::ask;
use backoffice::review::decision::Answer;
use backoffice::review::decision::{Decision, Settlement, is_code, is_reference};
use backoffice::review::password_code::PasswordCode;
use backoffice::review::work_claim;
use backoffice::staff::look::reason;
use backoffice::staff::session::Staff;
use platform::error::ApiError;
use platform::extract::{IdempotencyKey, Json, Path};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(accept_slip))
        .routes(routes!(reject_slip))
        .routes(routes!(return_slip))
        .routes(routes!(accept_qr_order))
        .routes(routes!(reject_qr_order))
        .routes(routes!(accept_manual_deposit))
        .routes(routes!(reject_manual_deposit))
        .routes(routes!(release_withdrawal))
        .routes(routes!(return_withdrawal))
        .routes(routes!(settle_transfer))
}

/// The outcome of a decision request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DecisionAnswer {
    /// `SUCCESS`, or `PENDING` if a second person must approve.
    #[schema(example = "SUCCESS")]
    status: &'static str,
    /// The decision's id.
    id: Uuid,
    /// For `after`: a read that shows this position shows the effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// The terms that the second person approves.
    #[serde(skip_serializing_if = "Option::is_none")]
    approval_id: Option<Uuid>,
    /// To be read out to the player; only in the approver's answer, while the code is valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) password_code: Option<PasswordCodeView>,
}

/// A code that the second person reads out to the player.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PasswordCodeView {
    #[schema(example = "ABCD-EFGH-2345")]
    code: String,
    expires_at: DateTime<Utc>,
}

impl From<PasswordCode> for PasswordCodeView {
    fn from(code: PasswordCode) -> Self {
        Self {
            code: code.text,
            expires_at: code.expires_at,
        }
    }
}

impl From<Answer> for DecisionAnswer {
    fn from(answer: Answer) -> Self {
        let (status, id, position) = match answer {
            Answer::Done(id, position) => ("SUCCESS", id, Some(position.to_string())),
            Answer::Waits(id) => ("PENDING", id, None),
        };
        Self {
            status,
            id,
            approval_id: position.is_none().then_some(id),
            position,
            password_code: None,
        }
    }
}

impl IntoResponse for DecisionAnswer {
    fn into_response(self) -> Response {
        let status = if self.position.is_some() {
            StatusCode::OK
        } else {
            StatusCode::ACCEPTED
        };
        (status, Json(self)).into_response()
    }
}

/// The common input of these routes: who decides about what, and the reason.
pub(super) struct Desk {
    pub(super) state: AppState,
    pub(super) staff: Staff,
    key: IdempotencyKey,
    pub(super) id: Uuid,
}

impl FromRequestParts<AppState> for Desk {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let Agent(staff) = Agent::from_request_parts(parts, state).await?;
        let key = IdempotencyKey::from_request_parts(parts, state).await?;
        let Path(id) = Path::from_request_parts(parts, state).await?;
        Ok(Self {
            state: state.clone(),
            staff,
            key,
            id,
        })
    }
}

impl Desk {
    pub(super) async fn decide(
        self,
        decision: Decision,
        why: &str,
    ) -> Result<DecisionAnswer, ApiError> {
        let (kind, subject) = decision.subject(self.id);
        let answer = ask::decide(
            &self.state.payments,
            &self.staff,
            &self.key,
            decision,
            reason(why)?,
        )
        .await?;
        work_claim::release_decided(&self.state, kind, subject).await;
        Ok(answer.into())
    }

    /// Like [`Self::decide`], for decisions that credit no money.
    async fn reject(
        self,
        request: RejectRequest,
        decision: fn(Uuid, Option<String>) -> Decision,
    ) -> Result<DecisionAnswer, ApiError> {
        if request.code.as_deref().is_some_and(|code| !is_code(code)) {
            return Err(ApiError::invalid_fields(&["code"]));
        }
        let decision = decision(self.id, request.code);
        self.decide(decision, &request.reason).await
    }
}

/// The reason of a decision.
#[derive(Deserialize, ToSchema)]
pub(super) struct ReasonRequest {
    /// 3 to 300 characters.
    #[schema(min_length = 3, max_length = 300)]
    pub(super) reason: String,
}

/// Accepts a slip.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AcceptSlipRequest {
    /// 3 to 300 characters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
    /// The account that received the payment, if the bank does not say.
    deposit_account: Option<String>,
    /// The amount that the bank must report; any other amount is refused.
    #[schema(example = "500.00")]
    amount: Option<String>,
}

/// Accepts a paid QR order.
#[derive(Deserialize, ToSchema)]
struct AcceptQrRequest {
    /// 3 to 300 characters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
    /// The amount that the payment service must report; any other amount is refused. Required if it
    /// is not the ordered one.
    #[schema(example = "500.00")]
    amount: Option<String>,
}

/// Rejects a deposit: no money is credited.
#[derive(Deserialize, ToSchema)]
struct RejectRequest {
    /// Why, for support: 3 to 300 characters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
    /// The reason shown to the player; for a slip, a code of the catalogue.
    #[schema(example = "NOT_MATCH")]
    code: Option<String>,
}

/// Records that a slip's money was sent back by hand.
#[derive(Deserialize, ToSchema)]
struct ReturnSlipRequest {
    /// 3 to 300 characters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
    /// The bank's reference for the return transfer.
    #[schema(example = "015073144041ATF00999")]
    reference: String,
}

/// Accepts an announced deposit that was found at the bank.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AcceptManualRequest {
    /// 3 to 300 characters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
    /// The bank's reference of the payment.
    #[schema(example = "015073144041ATF00999")]
    reference: String,
    /// Which account received it.
    #[schema(example = "scb-1")]
    deposit_account: String,
}

/// Settles a transfer: how it ended, by the provider's answer.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SettleRequest {
    outcome: Settlement,
    /// 3 to 300 characters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
    /// The provider's id of the movement, which must agree with the provider's answer.
    provider_tx: Option<String>,
}

/// Credits a slip with the amount that the bank reports. A refused slip takes two people.
#[route(post, path = "/work/slips/{id}/accept", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = AcceptSlipRequest,
    responses((status = 200, body = DecisionAnswer), (status = 202, body = DecisionAnswer)))]
async fn accept_slip(
    desk: Desk,
    Json(request): Json<AcceptSlipRequest>,
) -> Result<DecisionAnswer, ApiError> {
    let decision = Decision::AcceptSlip {
        id: desk.id,
        deposit_account: request.deposit_account,
        amount: request.amount,
    };
    desk.decide(decision, &request.reason).await
}

/// Rejects a slip: no money is credited.
#[route(post, path = "/work/slips/{id}/reject", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = RejectRequest, responses((status = 200, body = DecisionAnswer)))]
async fn reject_slip(
    desk: Desk,
    Json(request): Json<RejectRequest>,
) -> Result<DecisionAnswer, ApiError> {
    desk.reject(request, |id, code| Decision::RejectSlip { id, code })
        .await
}

/// Closes a waiting or refused slip whose money was sent back by hand. Its payment can then never
/// be credited.
#[route(post, path = "/work/slips/{id}/return", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = ReturnSlipRequest, responses((status = 200, body = DecisionAnswer)))]
async fn return_slip(
    desk: Desk,
    Json(request): Json<ReturnSlipRequest>,
) -> Result<DecisionAnswer, ApiError> {
    if !is_reference(&request.reference) {
        return Err(ApiError::invalid_fields(&["reference"]));
    }
    let decision = Decision::ReturnSlip {
        id: desk.id,
        reference: request.reference,
    };
    desk.decide(decision, &request.reason).await
}

/// Credits a QR order with the amount that the payment service reports. Another amount than the
/// ordered one takes two people.
#[route(post, path = "/work/qr/{id}/accept", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = AcceptQrRequest,
    responses((status = 200, body = DecisionAnswer), (status = 202, body = DecisionAnswer)))]
async fn accept_qr_order(
    desk: Desk,
    Json(request): Json<AcceptQrRequest>,
) -> Result<DecisionAnswer, ApiError> {
    let decision = Decision::AcceptQr {
        id: desk.id,
        amount: request.amount,
    };
    desk.decide(decision, &request.reason).await
}

/// Rejects a paid QR order: the money is returned through the bank.
#[route(post, path = "/work/qr/{id}/reject", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = RejectRequest, responses((status = 200, body = DecisionAnswer)))]
async fn reject_qr_order(
    desk: Desk,
    Json(request): Json<RejectRequest>,
) -> Result<DecisionAnswer, ApiError> {
    desk.reject(request, |id, code| Decision::RejectQr { id, code })
        .await
}

/// Credits an announced deposit that was found.
#[route(post, path = "/work/manual/{id}/accept", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = AcceptManualRequest,
    responses((status = 200, body = DecisionAnswer), (status = 202, body = DecisionAnswer)))]
async fn accept_manual_deposit(
    desk: Desk,
    Json(request): Json<AcceptManualRequest>,
) -> Result<DecisionAnswer, ApiError> {
    if !is_reference(&request.reference) {
        return Err(ApiError::invalid_fields(&["reference"]));
    }
    let decision = Decision::AcceptManual {
        id: desk.id,
        reference: request.reference,
        deposit_account: request.deposit_account,
    };
    desk.decide(decision, &request.reason).await
}

/// Rejects an announced deposit that was not found.
#[route(post, path = "/work/manual/{id}/reject", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = RejectRequest, responses((status = 200, body = DecisionAnswer)))]
async fn reject_manual_deposit(
    desk: Desk,
    Json(request): Json<RejectRequest>,
) -> Result<DecisionAnswer, ApiError> {
    desk.reject(request, |id, code| Decision::RejectManual { id, code })
        .await
}

/// Releases a held withdrawal.
#[route(post, path = "/work/withdrawals/{id}/release", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = ReasonRequest,
    responses((status = 200, body = DecisionAnswer), (status = 202, body = DecisionAnswer)))]
async fn release_withdrawal(
    desk: Desk,
    Json(request): Json<ReasonRequest>,
) -> Result<DecisionAnswer, ApiError> {
    let decision = Decision::ReleaseWithdrawal { id: desk.id };
    desk.decide(decision, &request.reason).await
}

/// Returns a held withdrawal to the wallet.
#[route(post, path = "/work/withdrawals/{id}/return", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = ReasonRequest, responses((status = 200, body = DecisionAnswer)))]
async fn return_withdrawal(
    desk: Desk,
    Json(request): Json<ReasonRequest>,
) -> Result<DecisionAnswer, ApiError> {
    let decision = Decision::ReturnWithdrawal { id: desk.id };
    desk.decide(decision, &request.reason).await
}

/// Settles a transfer as the provider reports.
#[route(post, path = "/work/transfers/{id}/settle", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = SettleRequest,
    responses((status = 200, body = DecisionAnswer), (status = 202, body = DecisionAnswer)))]
async fn settle_transfer(
    desk: Desk,
    Json(request): Json<SettleRequest>,
) -> Result<DecisionAnswer, ApiError> {
    let decision = Decision::SettleTransfer {
        id: desk.id,
        outcome: request.outcome,
        provider_tx: request.provider_tx,
    };
    desk.decide(decision, &request.reason).await
}
