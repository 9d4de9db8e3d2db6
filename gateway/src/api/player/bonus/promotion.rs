//! Promotions: bonuses that are taken with a code.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use gateway_macros::route;
use ledger::wallet::reward::GrantKind;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::answer::{digits, replay_header};
use crate::api::state::AppState;
use platform::config::Text;
use platform::error::{ApiError, Code};
use platform::extract::{IdempotencyKey, Json, Path};
use platform::idempotency::once;
use platform::subject::Member;
use rewards::bonus::{Activated, GrantAnswer, activate};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get_current))
        .routes(routes!(find_promotion))
        .routes(routes!(activate_promotion))
}

/// The active promotion.
#[derive(Serialize, ToSchema)]
struct CurrentPromotion {
    /// Whether a promotion is active.
    status: bool,
    #[schema(example = "NEWYEAR")]
    code: Option<String>,
    /// The text, in HTML.
    description: Option<Text>,
}

/// Returns the active promotion.
#[route(get, path = "/promotion/current", tag = "bonus", security(("session" = [])),
    responses((status = 200, body = CurrentPromotion)))]
async fn get_current(
    State(state): State<AppState>,
    caller: Member,
) -> Result<Json<CurrentPromotion>, ApiError> {
    let wallet = state.ledger.load(caller.id).await?;
    wallet.currency().ok_or(Code::NoWallet)?;
    let active = wallet.active_grant();
    let active = active.filter(|grant| grant.kind == GrantKind::Promotion);
    let code = active.map(|grant| grant.reference.clone());
    let offer = code
        .as_deref()
        .and_then(|code| state.config.promotion(code));
    Ok(Json(CurrentPromotion {
        status: code.is_some(),
        description: offer.and_then(|offer| offer.description.clone()),
        code,
    }))
}

/// A promotion.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Promotion {
    #[schema(example = "NEWYEAR")]
    code: String,
    title: Text,
    /// The text, in HTML.
    description: Option<Text>,
    /// The promotion is lost when the total falls to this percentage of the total right after it.
    #[schema(example = "5")]
    percent_fail: String,
    /// The promotion is won when the total reaches this percentage.
    #[schema(example = "500")]
    success_percent: String,
    /// How many times the deposit and the grant must be wagered.
    turnover_times: u32,
    #[schema(example = "200.00")]
    min_deposit: Option<String>,
    /// The percentage of the deposit that is granted; null if `amount` is granted instead.
    percent: Option<u32>,
    /// The most that `percent` grants.
    #[schema(example = "500.00")]
    cap: Option<String>,
    #[schema(example = "100.00")]
    amount: Option<String>,
    /// The most that the player may keep.
    #[schema(example = "1000.00")]
    max_withdraw: Option<String>,
    expire_days: Option<u32>,
}

/// Looks up a promotion by its code.
#[route(get, path = "/promotion/find/{code}", tag = "bonus", security(("session" = [])),
    params(("code" = String, Path)), responses((status = 200, body = Promotion)))]
async fn find_promotion(
    State(state): State<AppState>,
    caller: Member,
    Path(code): Path<String>,
) -> Result<Json<Promotion>, ApiError> {
    let currency = state.ledger.load(caller.id).await?.currency();
    let currency = currency.ok_or(Code::NoWallet)?;
    let offer = state.config.promotion(&code.to_ascii_uppercase());
    let offer = offer.filter(|offer| offer.is_offered_in(currency));
    let offer = offer.ok_or(Code::NoPromotion)?;
    let amount = |amount| digits(offer.money(amount));
    Ok(Json(Promotion {
        code: offer.code.clone(),
        title: offer.title.clone(),
        description: offer.description.clone(),
        percent_fail: offer.fail_percent.to_string(),
        success_percent: offer.success_percent.to_string(),
        turnover_times: offer.turnover_times,
        min_deposit: amount(offer.min_deposit),
        percent: offer.percent,
        cap: amount(offer.cap),
        amount: amount(offer.amount),
        max_withdraw: amount(offer.max_withdraw),
        expire_days: offer.expire_days,
    }))
}

/// Claims a promotion.
#[route(method(get, post), path = "/promotion/activate/{code}",
    operation_id = "activate_promotion", tag = "bonus", security(("session" = [])),
    params(("code" = String, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = GrantAnswer)))]
async fn activate_promotion(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
    Path(code): Path<String>,
) -> Result<Response, ApiError> {
    let code = code.to_ascii_uppercase();
    let asked = key.for_command("promotion/activate", &code);
    let activating = async {
        let receipt = activate(&state.payments, caller, &key, GrantKind::Promotion, &code).await?;
        let activated = Activated::of(&receipt)?;
        let answer = GrantAnswer::of(&receipt, &activated);
        Ok((replay_header(&receipt), Json(answer)).into_response())
    };
    once(&state, caller.id, asked, activating).await
}
