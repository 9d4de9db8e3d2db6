//! Rewards that staff give a player, and the end of an active grant.

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::wallet::GrantKind;
use ledger::wallet::reward::ActiveGrant;
use ledger::{Currency, Money, WalletId};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::decide::{DecisionAnswer, ReasonRequest};
use crate::api::caller::{Agent, Reader};
use crate::api::state::AppState;
use backoffice::review::ask;
use backoffice::review::decision::Decision;
use backoffice::staff::look::reason;
use platform::config::{Config, Offer, WheelPrize};
use platform::error::{ApiError, Code};
use platform::extract::{IdempotencyKey, Json, Path};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get_player_rewards))
        .routes(routes!(ask_bonus))
        .routes(routes!(ask_bonus_end))
        .routes(routes!(ask_coupon))
        .routes(routes!(ask_coins))
}

/// What staff may give a player, and the grant that they may end.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PlayerRewards {
    #[schema(example = "THB")]
    currency: &'static str,
    /// The bonuses and promotions in the wallet's currency.
    bonuses: Vec<GivableBonus>,
    /// The wheel's coupons for money.
    prizes: Vec<GivablePrize>,
    /// The coins that the player has.
    coins: String,
    /// The grant that has not ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    active: Option<ActiveReward>,
    /// Above this amount within 24 hours a second person must approve; absent: always.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "1000")]
    alone_up_to: Option<String>,
    /// The same for coins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "20")]
    coins_alone_up_to: Option<String>,
}

/// A bonus or promotion that staff may grant.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GivableBonus {
    #[schema(example = "WELCOME")]
    code: String,
    /// `bonus` or `promotion`.
    kind: &'static str,
    /// Won at this many percent of what the player holds right after it.
    success_percent: u32,
    /// Lost at this many percent.
    fail_percent: u32,
    /// How many times the grant must be played through.
    turnover_times: u32,
    /// After how many days it ends; absent: never.
    #[serde(skip_serializing_if = "Option::is_none")]
    expire_days: Option<u32>,
}

/// A coupon for money that staff may give.
#[derive(Serialize, ToSchema)]
struct GivablePrize {
    #[schema(example = "CASH5")]
    code: String,
    #[schema(example = "5.00")]
    amount: String,
}

/// The grant that has not ended.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ActiveReward {
    id: Uuid,
    /// `bonus`, `promotion`, `refund`, `invite` or `coupon`.
    kind: &'static str,
    reference: String,
    amount: String,
    started_at: DateTime<Utc>,
}

impl GivableBonus {
    fn of(offer: &Offer, kind: GrantKind) -> Self {
        Self {
            code: offer.code.clone(),
            kind: kind.code(),
            success_percent: offer.success_percent,
            fail_percent: offer.fail_percent,
            turnover_times: offer.turnover_times,
            expire_days: offer.expire_days,
        }
    }
}

impl From<&ActiveGrant> for ActiveReward {
    fn from(active: &ActiveGrant) -> Self {
        Self {
            id: active.grant_id.0,
            kind: active.kind.code(),
            reference: active.reference.clone(),
            amount: active.amount.digits(),
            started_at: active.started_at,
        }
    }
}

/// The bonuses and promotions in a currency.
fn bonuses(config: &Config, currency: Currency) -> Vec<GivableBonus> {
    let of = |offers: &[Offer], kind: GrantKind| -> Vec<GivableBonus> {
        let offered = offers.iter().filter(|offer| offer.is_offered_in(currency));
        offered.map(|offer| GivableBonus::of(offer, kind)).collect()
    };
    let mut all = of(&config.bonuses, GrantKind::Bonus);
    all.extend(of(&config.promotions, GrantKind::Promotion));
    all
}

/// The wheel's coupons for money, if its money is of that currency.
fn prizes(config: &Config, currency: Currency) -> Vec<GivablePrize> {
    let wheel = &config.wheel;
    let slices = wheel.slices.iter().filter(|_| wheel.currency == currency);
    let prizes = slices.filter_map(|slice| {
        let amount = match slice.prize {
            WheelPrize::Coupon { amount, .. } => Money::try_new(amount, currency).ok()?,
            WheelPrize::Nothing {} | WheelPrize::Coins { .. } | WheelPrize::Gift {} => return None,
        };
        Some(GivablePrize {
            code: slice.code.clone(),
            amount: amount.digits(),
        })
    });
    prizes.collect()
}

/// Returns what staff may give a player, and the grant that they may end.
#[route(get, path = "/players/{id}/rewards", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path)), responses((status = 200, body = PlayerRewards)))]
async fn get_player_rewards(
    State(state): State<AppState>,
    _: Reader,
    Path(player): Path<Uuid>,
) -> Result<Json<PlayerRewards>, ApiError> {
    let wallet = state.ledger.load(WalletId(player)).await?;
    let currency = wallet.currency().ok_or(Code::NoData)?;
    let config = &state.config;
    let alone = |currency| {
        let limit = config.support.reward_second_person_above.get(&currency);
        limit.map(Decimal::to_string)
    };
    let coins = wallet.coins().unwrap_or(Money::zero(Currency::Coin));
    Ok(Json(PlayerRewards {
        currency: currency.code(),
        bonuses: bonuses(config, currency),
        prizes: prizes(config, currency),
        coins: coins.digits(),
        active: wallet.active_grant().map(ActiveReward::from),
        alone_up_to: alone(currency),
        coins_alone_up_to: alone(Currency::Coin),
    }))
}

/// A bonus for a player.
#[derive(Deserialize, ToSchema)]
struct BonusRequest {
    /// The code of a bonus or promotion; its terms apply, but the deposit that it asks for.
    #[schema(example = "WELCOME")]
    code: String,
    /// In the wallet's currency.
    #[schema(example = "100.00")]
    amount: String,
    /// 3 to 300 characters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
}

/// A coupon for a player.
#[derive(Deserialize, ToSchema)]
struct CouponRequest {
    /// The code of a prize that is a coupon for money.
    #[schema(example = "CASH5")]
    prize: String,
    /// 3 to 300 characters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
}

/// Coins for a player.
#[derive(Deserialize, ToSchema)]
struct CoinsRequest {
    /// How many.
    #[schema(example = "5")]
    coins: String,
    /// 3 to 300 characters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
}

/// Grants a bonus or promotion with its own terms, without the deposit that it asks for. Above the
/// limit a second person must approve it.
#[route(post, path = "/players/{id}/bonuses", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = BonusRequest,
    responses((status = 200, body = DecisionAnswer), (status = 202, body = DecisionAnswer)))]
async fn ask_bonus(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path(player): Path<Uuid>,
    Json(request): Json<BonusRequest>,
) -> Result<DecisionAnswer, ApiError> {
    let why = reason(&request.reason)?;
    let decision = Decision::GrantBonus {
        player,
        code: request.code,
        amount: request.amount.trim().to_owned(),
    };
    Ok(ask::decide(&state.payments, &staff, &key, decision, why)
        .await?
        .into())
}

/// Requests the end of the active grant, which a second person must approve: it goes back, and so does
/// what was won with it.
#[route(post, path = "/players/{id}/bonuses/{grant}/end", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("grant" = Uuid, Path),
        ("Idempotency-Key" = String, Header)),
    request_body = ReasonRequest,
    responses((status = 202, body = DecisionAnswer), (status = 200, body = DecisionAnswer)))]
async fn ask_bonus_end(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path((player, grant)): Path<(Uuid, Uuid)>,
    Json(request): Json<ReasonRequest>,
) -> Result<DecisionAnswer, ApiError> {
    let why = reason(&request.reason)?;
    let decision = Decision::EndBonus { player, grant };
    Ok(ask::decide(&state.payments, &staff, &key, decision, why)
        .await?
        .into())
}

/// Credits a prize of the wheel as if its coupon were claimed. Above the limit a second person must
/// approve it.
#[route(post, path = "/players/{id}/coupons", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = CouponRequest,
    responses((status = 200, body = DecisionAnswer), (status = 202, body = DecisionAnswer)))]
async fn ask_coupon(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path(player): Path<Uuid>,
    Json(request): Json<CouponRequest>,
) -> Result<DecisionAnswer, ApiError> {
    let why = reason(&request.reason)?;
    let decision = Decision::GiveCoupon {
        player,
        prize: request.prize,
    };
    Ok(ask::decide(&state.payments, &staff, &key, decision, why)
        .await?
        .into())
}

/// Gives coins for the wheel. Above the limit a second person must approve it.
#[route(post, path = "/players/{id}/coins", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = CoinsRequest,
    responses((status = 200, body = DecisionAnswer), (status = 202, body = DecisionAnswer)))]
async fn ask_coins(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path(player): Path<Uuid>,
    Json(request): Json<CoinsRequest>,
) -> Result<DecisionAnswer, ApiError> {
    let why = reason(&request.reason)?;
    let coins = request.coins.trim().parse();
    let coins = coins.map_err(|_| ApiError::invalid_fields(&["coins"]))?;
    let decision = Decision::GiveCoins { player, coins };
    Ok(ask::decide(&state.payments, &staff, &key, decision, why)
        .await?
        .into())
}
