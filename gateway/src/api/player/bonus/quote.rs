//! Quotes of bonuses, promotions and coupons, before they are taken. These routes only read.

use axum::extract::State;
use gateway_macros::route;
use ledger::GrantId;
use ledger::wallet::reward::GrantKind;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::api::player::wheel::coupon::claim_command;
use crate::api::state::AppState;
use platform::config::is_prize_code;
use platform::error::{ApiError, Code};
use platform::extract::{Json, Path};
use platform::subject::Member;
use rewards::bonus::{Quote, Quoting};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(quote_bonus))
        .routes(routes!(quote_promotion))
        .routes(routes!(quote_coupon))
}

/// Quotes what a bonus would bring this player now.
#[route(get, path = "/bonus/quote/{code}", tag = "bonus", security(("session" = [])),
    params(("code" = String, Path)), responses((status = 200, body = Quote)))]
async fn quote_bonus(
    State(state): State<AppState>,
    caller: Member,
    Path(code): Path<String>,
) -> Result<Json<Quote>, ApiError> {
    let wallet = state.ledger.load(caller.id).await?;
    let mut quoting = Quoting::new(&state.payments, &wallet);
    Ok(Json(quoting.by_code(GrantKind::Bonus, &code).await?))
}

/// Quotes what a promotion would bring this player now.
#[route(get, path = "/promotion/quote/{code}", tag = "bonus", security(("session" = [])),
    params(("code" = String, Path)), responses((status = 200, body = Quote)))]
async fn quote_promotion(
    State(state): State<AppState>,
    caller: Member,
    Path(code): Path<String>,
) -> Result<Json<Quote>, ApiError> {
    let wallet = state.ledger.load(caller.id).await?;
    let mut quoting = Quoting::new(&state.payments, &wallet);
    let code = code.to_ascii_uppercase();
    Ok(Json(quoting.by_code(GrantKind::Promotion, &code).await?))
}

/// Quotes what a prize's coupon would bring this player now; of several, the first to expire.
#[route(get, path = "/spinwheel/coupon/quote/{code}", tag = "spinwheel",
    security(("session" = [])), params(("code" = String, Path)),
    responses((status = 200, body = Quote)))]
async fn quote_coupon(
    State(state): State<AppState>,
    caller: Member,
    Path(code): Path<String>,
) -> Result<Json<Quote>, ApiError> {
    if !is_prize_code(&code) {
        let refusal = ApiError::from(Code::Unrecognised);
        return Err(refusal.with_data(serde_json::json!({ "fields": ["coupon"] })));
    }
    let wallet = state.ledger.load(caller.id).await?;
    let mut quoting = Quoting::new(&state.payments, &wallet);
    let claim = |seen| claim_command(&state, GrantId(Uuid::nil()), &code, seen);
    Ok(Json(quoting.coupon(claim).await?))
}
