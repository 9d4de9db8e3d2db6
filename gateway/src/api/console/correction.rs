//! Correcting a balance: one person requests it, another approves.

use axum::extract::State;
use gateway_macros::route;
use ledger::WalletId;
use projections::View;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::decide::DecisionAnswer;
use super::situation::{self, Situation};
use crate::api::caller::{Agent, Reader};
use crate::api::state::AppState;
use backoffice::review::ask;
use backoffice::review::decision::Decision;
use backoffice::staff::look::reason;
use platform::error::ApiError;
use platform::extract::{AfterPosition, IdempotencyKey, Json, Path, Query};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(preview_correction, ask_correction))
}

/// The correction of a player's main balance.
#[derive(Deserialize, ToSchema)]
struct CorrectionRequest {
    /// In the wallet's currency: a positive amount adds, a negative amount takes.
    #[schema(example = "-12.50")]
    amount: String,
    /// 3 to 300 characters; it remains in the player's history permanently.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
    /// Why it is about none of the player's open operations; needed while there is one. 3 to 300
    /// characters.
    #[schema(min_length = 3, max_length = 300)]
    unrelated: Option<String>,
}

/// The correction that somebody thinks of.
#[derive(Deserialize)]
struct PreviewQuery {
    amount: Option<String>,
}

/// Returns what a correction is decided by: the balances, the open operations, and the lines with the
/// same amount.
#[route(get, path = "/players/{id}/corrections", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path),
        ("amount" = Option<String>, Query, description = "The correction's amount."),
        ("after" = Option<String>, Query, description = "Show at least this position.")),
    responses((status = 200, body = Situation)))]
async fn preview_correction(
    State(state): State<AppState>,
    _: Reader,
    after: AfterPosition,
    Path(player): Path<Uuid>,
    Query(query): Query<PreviewQuery>,
) -> Result<Json<Situation>, ApiError> {
    let amount = query.amount.map(|amount| amount.trim().parse()).transpose();
    let amount = amount.map_err(|_| ApiError::invalid_fields(&["amount"]))?;
    state.show(View::Statement, after).await?;
    Ok(Json(situation::of(&state, WalletId(player), amount).await?))
}

/// Requests a correction; a second person must approve it.
#[route(post, path = "/players/{id}/corrections", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = CorrectionRequest,
    responses((status = 202, body = DecisionAnswer), (status = 200, body = DecisionAnswer)))]
async fn ask_correction(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path(player): Path<Uuid>,
    Json(request): Json<CorrectionRequest>,
) -> Result<DecisionAnswer, ApiError> {
    let why = reason(&request.reason)?;
    let amount = request.amount.trim().to_owned();
    let unrelated = request.unrelated.as_deref().map(reason).transpose();
    let unrelated = unrelated.map_err(|_| ApiError::invalid_fields(&["unrelated"]))?;
    let decision = Decision::Correct {
        player,
        amount,
        unrelated: unrelated.map(str::to_owned),
    };
    Ok(ask::decide(&state.payments, &staff, &key, decision, why)
        .await?
        .into())
}
