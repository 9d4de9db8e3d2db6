//! Coupons won on the wheel: listed by prize, claimed one at a time.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::wallet::reward::{Coupon, CouponClaim, GrantTerms, Seen};
use ledger::{GrantId, Money, RewardCommand, Wallet, WalletError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::label_of;
use crate::api::answer::{digits, replay_header};
use crate::api::page::check_page;
use crate::api::state::AppState;
use platform::config::{Text, is_prize_code};
use platform::error::{ApiError, Code};
use platform::extract::{IdempotencyKey, Json, Query};
use platform::idempotency::once;
use platform::intent::intent_id;
use platform::subject::Member;
use rewards::bonus::{Activated, GrantAnswer, QuoteStatus, RewardRequest};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_coupons))
        .routes(routes!(claim_coupon))
}

/// The page of coupons to return.
#[derive(Deserialize)]
#[serde(default)]
struct CouponPage {
    page: i64,
    limit: i64,
}

impl Default for CouponPage {
    fn default() -> Self {
        Self { page: 1, limit: 3 }
    }
}

/// A page of coupons: valid ones first, by expiry, then expired ones.
#[derive(Serialize, ToSchema)]
struct CouponList {
    /// Prizes on all pages.
    total: usize,
    coupons: Vec<ListedCoupon>,
}

/// The unclaimed coupons of one prize.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ListedCoupon {
    prize: ListedPrize,
    /// The number of coupons.
    amount: usize,
    /// The worth of one coupon; null for a gift.
    #[schema(example = "5.00")]
    worth: Option<String>,
    /// `money`: claimed here. `gift`: handed out by staff.
    #[serde(rename = "type")]
    #[schema(example = "money")]
    kind: &'static str,
    /// When the first of them expires; null if none does.
    expires_at: Option<DateTime<Utc>>,
    is_expired: bool,
    /// Whether one can be claimed now. No provider is asked to find out.
    status: QuoteStatus,
}

/// A prize.
#[derive(Serialize, ToSchema)]
struct ListedPrize {
    #[schema(example = "CASH5")]
    code: String,
    name: Text,
    slice: ListedSlice,
}

/// The texts of a slice about its prize.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ListedSlice {
    label: Text,
    /// The text, in HTML.
    html_description: Text,
}

/// A group of unclaimed coupons with the same expiry state, prize and worth.
#[derive(Default)]
struct Heap {
    count: usize,
    /// `None` if none of them expires.
    first_end: Option<DateTime<Utc>>,
    worth: Option<Money>,
}

impl Heap {
    fn add(&mut self, coupon: &Coupon) {
        self.count += 1;
        self.worth = coupon.worth;
        let ends = [self.first_end, coupon.expires_at];
        self.first_end = ends.into_iter().flatten().min();
    }

    fn status(&self, is_expired: bool, blocked_by: Option<QuoteStatus>) -> QuoteStatus {
        if is_expired {
            QuoteStatus::Expired
        } else if self.worth.is_none() {
            QuoteStatus::NotMoney
        } else {
            blocked_by.unwrap_or(QuoteStatus::Ready)
        }
    }
}

/// The reason that currently blocks all of a player's coupons.
fn blocked_by(wallet: &Wallet, now: DateTime<Utc>) -> Option<QuoteStatus> {
    match wallet.require_playing(now) {
        Err(WalletError::Frozen) => return Some(QuoteStatus::Frozen),
        Err(_) => return Some(QuoteStatus::Excluded),
        Ok(()) => {}
    }
    wallet.active_grant().map(|_| QuoteStatus::GrantActive)
}

fn listed(state: &AppState, wallet: &Wallet, now: DateTime<Utc>) -> Vec<ListedCoupon> {
    let blocked_by = blocked_by(wallet, now);
    let mut heaps: BTreeMap<(bool, &str, Option<String>), Heap> = BTreeMap::new();
    for coupon in wallet.coupons() {
        let worth = digits(coupon.worth);
        let heap = heaps.entry((coupon.is_expired(now), &coupon.code, worth));
        heap.or_default().add(coupon);
    }
    let mut listed: Vec<ListedCoupon> = heaps
        .into_iter()
        .map(|((is_expired, code, worth), heap)| {
            let empty = String::new;
            let no_text = || Text {
                th: empty(),
                la: empty(),
                en: empty(),
            };
            let slice = state.config.wheel.slice(code);
            let description = slice.map(|slice| slice.html_description.clone());
            ListedCoupon {
                prize: ListedPrize {
                    code: code.to_owned(),
                    name: label_of(state, code),
                    slice: ListedSlice {
                        label: label_of(state, code),
                        html_description: description.unwrap_or_else(no_text),
                    },
                },
                amount: heap.count,
                worth,
                kind: if heap.worth.is_some() {
                    "money"
                } else {
                    "gift"
                },
                expires_at: heap.first_end,
                is_expired,
                status: heap.status(is_expired, blocked_by),
            }
        })
        .collect();
    // The sort is stable: coupons that expire at the same time stay in the order of their codes.
    listed.sort_by_key(|coupon| {
        (
            coupon.is_expired,
            coupon.expires_at.is_none(),
            coupon.expires_at,
        )
    });
    listed
}

/// Lists the player's unclaimed coupons.
#[route(get, path = "/spinwheel/coupon", tag = "spinwheel", security(("session" = [])),
    params(
        ("page" = Option<i64>, Query, description = "From 1"),
        ("limit" = Option<i64>, Query, description = "1 to 100; 3 by default"),
    ),
    responses((status = 200, body = CouponList)))]
async fn list_coupons(
    State(state): State<AppState>,
    caller: Member,
    Query(query): Query<CouponPage>,
) -> Result<Json<CouponList>, ApiError> {
    check_page(query.page, query.limit)?;
    let wallet = state.ledger.load(caller.id).await?;
    let all = listed(&state, &wallet, state.clock.now());
    let (page, limit) = (
        usize::try_from(query.page - 1).unwrap_or(usize::MAX),
        usize::try_from(query.limit).unwrap_or(1),
    );
    Ok(Json(CouponList {
        total: all.len(),
        coupons: all
            .into_iter()
            .skip(page.saturating_mul(limit))
            .take(limit)
            .collect(),
    }))
}

/// The coupon to claim.
#[derive(Serialize, Deserialize, ToSchema)]
struct ClaimRequest {
    /// The prize's code.
    #[schema(example = "CASH5")]
    coupon: String,
}

/// Claims and credits a prize's coupon; of several, the one that expires first.
#[route(post, path = "/spinwheel/coupon/claim", tag = "spinwheel",
    security(("session" = [])), request_body = ClaimRequest,
    params(("Idempotency-Key" = String, Header)),
    responses((status = 200, body = GrantAnswer)))]
async fn claim_coupon(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
    Json(request): Json<ClaimRequest>,
) -> Result<Response, ApiError> {
    if !is_prize_code(&request.coupon) {
        let refusal = ApiError::from(Code::Unrecognised);
        return Err(refusal.with_data(serde_json::json!({ "fields": ["coupon"] })));
    }
    let asked = key.for_command("claimCoupon", &request);
    let grant_id = GrantId(intent_id(caller.id, "claimCoupon", &key));
    let asking = RewardRequest {
        state: &state.payments,
        caller,
        context: state.member_context(asked.clone()),
    };
    let command = |seen| claim_command(&state, grant_id, &request.coupon, seen);
    let claiming = async {
        let receipt = asking.or_recall(asking.decide(command).await).await?;
        let answer = GrantAnswer::of(&receipt, &Activated::of(&receipt)?);
        Ok((replay_header(&receipt), Json(answer)).into_response())
    };
    once(&state, caller.id, asked, claiming).await
}

/// The command that claims a coupon of a prize.
pub(crate) fn claim_command(
    state: &AppState,
    grant_id: GrantId,
    prize: &str,
    seen: Option<Seen>,
) -> RewardCommand {
    let rules = &state.config.wheel;
    RewardCommand::ClaimCoupon(CouponClaim {
        grant_id,
        prize: prize.to_owned(),
        is_known: rules.slice(prize).is_some(),
        terms: GrantTerms {
            success_percent: rules.success_percent,
            fail_percent: rules.fail_percent,
            turnover_times: 0,
            max_withdraw: None,
            expires_at: None,
            takes_back: false,
        },
        seen,
    })
}
