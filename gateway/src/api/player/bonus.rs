//! Bonuses: listing the offers, taking one, and ending the active grant.

pub(crate) mod clear;
pub(crate) mod promotion;
pub(crate) mod quote;

use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::Wallet;
use ledger::wallet::reward::{ActiveGrant, GrantKind};
use projections::View;
use projections::reward::{self, GrantRow, GrantStatus};
use serde::Serialize;
use tokio::time::Instant;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::answer::{digits, replay_header};
use crate::api::state::AppState;
use platform::config::{Banner, Offer, OfferPeriod, Text};
use platform::error::{ApiError, Code};
use platform::extract::{AfterPosition, IdempotencyKey, Json, Path};
use platform::idempotency::once;
use platform::subject::Member;
use rewards::bonus::{Activated, GrantAnswer, Quote, Quoting, activate, describe, shown, total};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_bonuses))
        .routes(routes!(activate_bonus))
        .routes(routes!(check_active))
        .routes(routes!(check_minimum))
}

/// A picture with a text.
#[derive(Serialize, ToSchema)]
pub(crate) struct BannerItem {
    /// Address of the picture.
    #[schema(example = "/banners/bonus-welcome.svg")]
    pub(crate) image: String,
    /// The text, in HTML.
    pub(crate) html: Text,
}

impl From<&Banner> for BannerItem {
    fn from(banner: &Banner) -> Self {
        Self {
            image: banner.image.as_str().to_owned(),
            html: banner.html.clone(),
        }
    }
}

/// A bonus on offer, with the player's progress on it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BonusItem {
    #[schema(example = "WELCOME")]
    code: String,
    title: Text,
    /// The period in which receipts are counted.
    #[serde(rename = "type")]
    per: OfferPeriod,
    #[schema(example = 1)]
    max_received: u32,
    /// The bonus is lost when the total falls to this percentage of what it was right after the
    /// grant.
    #[schema(example = "10")]
    percent_fail: String,
    /// The bonus is won when the total reaches this percentage.
    #[schema(example = "300")]
    success_percent: String,
    /// How many times the deposit and the bonus must be wagered.
    turnover_times: u32,
    #[schema(example = "100.00")]
    min_deposit: Option<String>,
    /// The percentage of the deposit that is granted; null if `amount` is granted instead.
    #[schema(example = 100)]
    percent: Option<u32>,
    /// The most that `percent` grants.
    #[schema(example = "300.00")]
    cap: Option<String>,
    #[schema(example = "50.00")]
    amount: Option<String>,
    /// The most that the player may keep.
    #[schema(example = "2000.00")]
    max_withdraw: Option<String>,
    expire_days: Option<u32>,
    banners: Vec<BannerItem>,
    user_bonus: UserBonus,
    /// How often the player received it in the current period of its type.
    #[schema(example = 0)]
    received_count: usize,
    /// Whether the player has received it as often as allowed.
    is_received: bool,
    /// What this player would receive now. Providers get only a short time to answer here.
    quote: Quote,
}

/// The player's history with a bonus.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UserBonus {
    /// The id of its latest grant.
    #[serde(rename = "_id")]
    id: Option<String>,
    /// Whether the latest grant is still active.
    is_active: bool,
    /// Every time it was received, newest first.
    received: Vec<ReceivedAt>,
}

/// A time at which the bonus was received.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReceivedAt {
    updated_at: DateTime<Utc>,
}

impl UserBonus {
    fn of(grants: &[GrantRow], code: &str) -> Self {
        let grants = || grants.iter().filter(|grant| grant.reference == code);
        let updated_at = |grant: &GrantRow| grant.started_at;
        let received = grants().map(updated_at);
        Self {
            id: grants().next().map(|grant| grant.grant_id.to_string()),
            is_active: grants().any(|grant| grant.status == GrantStatus::Active),
            received: received
                .map(|updated_at| ReceivedAt { updated_at })
                .collect(),
        }
    }
}

impl BonusItem {
    fn of(offer: &Offer, grants: &[GrantRow], quote: Quote, now: DateTime<Utc>) -> Self {
        let user_bonus = UserBonus::of(grants, &offer.code);
        let begin = offer.per.begin(now);
        let counts =
            |received: &&ReceivedAt| begin.is_none_or(|begin| received.updated_at >= begin);
        let received_count = user_bonus.received.iter().filter(counts).count();
        let amount = |amount| digits(offer.money(amount));
        Self {
            code: offer.code.clone(),
            title: offer.title.clone(),
            per: offer.per,
            max_received: offer.max_received,
            percent_fail: offer.fail_percent.to_string(),
            success_percent: offer.success_percent.to_string(),
            turnover_times: offer.turnover_times,
            min_deposit: amount(offer.min_deposit),
            percent: offer.percent,
            cap: amount(offer.cap),
            amount: amount(offer.amount),
            max_withdraw: amount(offer.max_withdraw),
            expire_days: offer.expire_days,
            banners: offer.banners.iter().map(BannerItem::from).collect(),
            is_received: u32::try_from(received_count)
                .is_ok_and(|count| count >= offer.max_received),
            received_count,
            user_bonus,
            quote,
        }
    }
}

/// The bonuses on offer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BonusList {
    bonuses: Vec<BonusItem>,
    /// The position that the list shows.
    as_of: String,
}

/// Lists the bonuses on offer, with the player's progress on each.
#[route(get, path = "/bonus", tag = "bonus", security(("session" = [])),
    params(("after" = Option<String>, Query, description = "Shows at least this position")),
    responses((status = 200, body = BonusList)))]
async fn list_bonuses(
    State(state): State<AppState>,
    caller: Member,
    after: AfterPosition,
) -> Result<Json<BonusList>, ApiError> {
    let as_of = state.show_own(View::Reward, caller.id, after).await?;
    let wallet = state.ledger.load(caller.id).await?;
    let currency = wallet.currency().ok_or(Code::NoWallet)?;
    let grants = reward::grants_of(&state.pool, caller.id, GrantKind::Bonus).await;
    let grants = grants?;
    let now = state.clock.now();
    let offered = state.config.bonuses.iter();
    let deadline = Instant::now() + Duration::from_millis(state.config.waits.view_ms);
    let mut quoting = Quoting::new(&state.payments, &wallet).until(deadline);
    let mut bonuses = Vec::new();
    for offer in offered.filter(|offer| offer.is_offered_in(currency)) {
        let quote = quoting.offer(GrantKind::Bonus, offer).await?;
        bonuses.push(BonusItem::of(offer, &grants, quote, now));
    }
    Ok(Json(BonusList {
        bonuses,
        as_of: as_of.to_string(),
    }))
}

/// A bonus that was granted.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ActivatedBonus {
    #[serde(flatten)]
    granted: GrantAnswer,
    user_bonus: UserBonus,
}

/// Claims a bonus.
#[route(method(get, post), path = "/bonus/activate/{code}",
    operation_id = "activate_bonus", tag = "bonus", security(("session" = [])),
    params(("code" = String, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = ActivatedBonus)))]
async fn activate_bonus(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
    Path(code): Path<String>,
) -> Result<Response, ApiError> {
    let asked = key.for_command("bonus/activate", &code);
    let activating = begin(&state, caller, &key, &code);
    once(&state, caller.id, asked, activating).await
}

async fn begin(
    state: &AppState,
    caller: Member,
    key: &IdempotencyKey,
    code: &str,
) -> Result<Response, ApiError> {
    let receipt = activate(&state.payments, caller, key, GrantKind::Bonus, code).await?;
    let activated = Activated::of(&receipt)?;
    state
        .show(View::Reward, AfterPosition(Some(receipt.position)))
        .await?;
    let grants = reward::grants_of(&state.pool, caller.id, GrantKind::Bonus).await;
    let mut grants = grants?;
    // The balance right after the grant, so that a repeat gets the same answer.
    grants.retain(|grant| grant.position <= receipt.position);
    let answer = ActivatedBonus {
        granted: GrantAnswer::of(&receipt, &activated),
        user_bonus: UserBonus {
            id: Some(activated.grant_id.to_string()),
            is_active: activated.is_active,
            ..UserBonus::of(&grants, code)
        },
    };
    Ok((replay_header(&receipt), Json(answer)).into_response())
}

/// The active grant, of any type.
#[derive(Serialize, ToSchema)]
struct ActiveAnswer {
    /// Whether a grant is active.
    status: bool,
    /// `limit`, `day`, `week`, `promotion`, `refund`, `invite` or `coupon`.
    #[serde(rename = "type")]
    #[schema(example = "limit")]
    kind: Option<&'static str>,
    grant: Option<GrantInfo>,
}

/// The active grant's bounds and progress.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GrantInfo {
    id: String,
    /// `bonus`, `promotion`, `refund`, `invite` or `coupon`.
    #[schema(example = "bonus")]
    kind: &'static str,
    #[schema(example = "WELCOME")]
    code: String,
    title: Text,
    /// The granted amount.
    #[schema(example = "300.00")]
    amount: String,
    /// The amount that the percentages refer to.
    #[schema(example = "800.00")]
    base: String,
    /// The grant is won when the total reaches this amount.
    #[schema(example = "2400.00")]
    success_from: String,
    /// The grant is lost when the total falls to this amount.
    #[schema(example = "80.00")]
    fail_to: String,
    /// The amount that must be bet before it is won.
    #[schema(example = "0.00")]
    turnover_needed: String,
    /// The player's total by the ledger; providers are asked only when the grant ends.
    #[schema(example = "800.00")]
    total: String,
    #[schema(example = "10")]
    percent_fail: String,
    started_at: DateTime<Utc>,
    expires_at: Option<DateTime<Utc>>,
    /// Nothing can be withdrawn while it is active.
    is_withdraw_blocked: bool,
}

impl GrantInfo {
    fn of(state: &AppState, wallet: &Wallet, grant: &ActiveGrant) -> Result<Self, ApiError> {
        let band = grant.band();
        Ok(Self {
            id: grant.grant_id.to_string(),
            kind: grant.kind.code(),
            code: grant.reference.clone(),
            title: describe(&state.config, grant.kind, &grant.reference),
            amount: grant.amount.digits(),
            base: grant.base.digits(),
            success_from: shown(band.success_from),
            fail_to: shown(band.fail_to),
            turnover_needed: shown(band.turnover),
            total: total(wallet, None)?.digits(),
            percent_fail: grant.terms.fail_percent.to_string(),
            started_at: grant.started_at,
            expires_at: grant.terms.expires_at,
            is_withdraw_blocked: true,
        })
    }
}

/// Returns the active grant.
#[route(get, path = "/bonus/check/active", tag = "bonus", security(("session" = [])),
    responses((status = 200, body = ActiveAnswer)))]
async fn check_active(
    State(state): State<AppState>,
    caller: Member,
) -> Result<Json<ActiveAnswer>, ApiError> {
    let wallet = state.ledger.load(caller.id).await?;
    wallet.currency().ok_or(Code::NoWallet)?;
    let Some(grant) = wallet.active_grant() else {
        return Ok(Json(ActiveAnswer {
            status: false,
            kind: None,
            grant: None,
        }));
    };
    let kind = match grant.kind {
        GrantKind::Bonus => {
            let offer = state.config.bonus(&grant.reference);
            offer.map_or(OfferPeriod::Limit, |offer| offer.per).as_str()
        }
        kind => kind.code(),
    };
    Ok(Json(ActiveAnswer {
        status: true,
        kind: Some(kind),
        grant: Some(GrantInfo::of(&state, &wallet, grant)?),
    }))
}

/// The smallest deposit that a bonus requires.
#[derive(Serialize, ToSchema)]
struct MinimumAnswer {
    #[schema(example = "100.00")]
    minimum: Option<String>,
}

/// Returns the smallest deposit that any bonus on offer requires.
#[route(get, path = "/bonus/check/minimum", tag = "bonus", security(("session" = [])),
    responses((status = 200, body = MinimumAnswer)))]
async fn check_minimum(
    State(state): State<AppState>,
    caller: Member,
) -> Result<Json<MinimumAnswer>, ApiError> {
    let currency = state.ledger.load(caller.id).await?.currency();
    let currency = currency.ok_or(Code::NoWallet)?;
    let offered = state.config.bonuses.iter();
    let offered = offered.filter(|offer| offer.is_offered_in(currency));
    let rules = offered.filter_map(Offer::deposit_rule);
    let minimum = rules.map(|rule| rule.min).min_by_key(|min| min.amount());
    Ok(Json(MinimumAnswer {
        minimum: digits(minimum),
    }))
}
