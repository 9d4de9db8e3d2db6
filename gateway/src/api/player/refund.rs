//! Refunds of losses: computed from the providers' reports, received once for each period, and then
//! added to the wallet.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::wallet::reward::{
    GrantKind, LossShare, PendingRefund, RefundClaim, RefundReceived, Span, SpanFigures,
    share_of_loss,
};
use ledger::{
    CommandOutcome, Currency, GrantId, LedgerError, Money, RewardCommand, RewardError, RewardEvent,
    Wallet, WalletCommand, WalletError, WalletEvent,
};
use projections::View;
use projections::reward::{self, RefundRow, RefundStatus};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::bonus::BannerItem;
use crate::api::answer::replay_header;
use crate::api::page::page_query;
use crate::api::state::AppState;
use payments::Payments;
use platform::config::{RefundRules, Text};
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::extract::{AfterPosition, IdempotencyKey, Json};
use platform::idempotency::once;
use platform::intent::intent_id;
use platform::subject::Member;
use rewards::bonus::{
    Activated, GrantAnswer, RewardFailure, RewardRequest, during_grants, figures, is_stale,
    not_asked,
};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(check_refund))
        .routes(routes!(receive_refund))
        .routes(routes!(add_refund))
        .routes(routes!(list_refunds))
        .routes(routes!(list_refund_banners))
}

/// The figures that a refund is computed from.
struct Losses {
    figures: SpanFigures,
    during_grants: Vec<SpanFigures>,
}

impl Losses {
    /// Asks all providers; if one does not answer, the figures are unknown.
    async fn ask(
        state: &Payments,
        caller: Member,
        wallet: &Wallet,
        span: Span,
    ) -> Result<Self, ApiError> {
        let asked = tokio::try_join!(
            figures(state, wallet, span),
            during_grants(state, wallet, caller.id, span),
        );
        asked.map(|(figures, during_grants)| Self {
            figures,
            during_grants,
        })
    }

    /// A span in which nothing happened.
    fn none(span: Span) -> Self {
        Self {
            figures: SpanFigures::nothing(span),
            during_grants: Vec::new(),
        }
    }

    /// The loss that counts, and the refund for it.
    fn share(&self, share: LossShare, currency: Currency) -> Result<(Money, Money), ApiError> {
        share_of_loss(&self.figures, &self.during_grants, share, currency)
            .map_err(|error| ApiError::internal(&error))
    }
}

/// A period of time, `from` inclusive, `to` exclusive.
#[derive(Serialize, ToSchema)]
struct Period {
    from: DateTime<Utc>,
    to: DateTime<Utc>,
}

/// A refund that was received and can be added to the wallet.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Pending {
    #[schema(example = "50.00")]
    amount: String,
    keep_until: DateTime<Utc>,
}

impl From<&PendingRefund> for Pending {
    fn from(pending: &PendingRefund) -> Self {
        Self {
            amount: pending.amount.digits(),
            keep_until: pending.keep_until,
        }
    }
}

/// The refund that the player can receive now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RefundCheck {
    /// Whether there is a refund to receive.
    result: bool,
    /// Whether an active grant blocks it.
    bonus: bool,
    /// The text, in HTML.
    info: Option<Text>,
    #[schema(example = "50.00")]
    refund_amount: String,
    /// The refund is won when the total reaches this percentage of the total right after it.
    #[schema(example = "100")]
    refund_success: String,
    /// It is lost when the total falls to this percentage. 100 and 0 mean no condition.
    #[schema(example = "0")]
    refund_fail: String,
    /// The loss that counts.
    #[schema(example = "1000.00")]
    net_loss: String,
    /// The period of the loss.
    period: Option<Period>,
    /// The refund that was received but not yet added to the wallet.
    pending: Option<Pending>,
}

/// The rules of a wallet's refunds, if there are any.
fn rules(state: &Core, currency: Currency) -> Option<(&RefundRules, Money)> {
    let rules = state.config.refund.as_ref().filter(|rules| rules.is_on)?;
    Some((rules, rules.max_balance(currency)?))
}

/// Returns the refund that the player can receive now.
#[route(get, path = "/refund/check", tag = "refund", security(("session" = [])),
    responses((status = 200, body = RefundCheck)))]
async fn check_refund(
    State(state): State<AppState>,
    caller: Member,
) -> Result<Json<RefundCheck>, ApiError> {
    let wallet = state.ledger.load(caller.id).await?;
    let currency = wallet.currency().ok_or(Code::NoWallet)?;
    let now = state.clock.now();
    let configured = state.config.refund.as_ref();
    let percent = |of: fn(&RefundRules) -> u32, none: u32| configured.map_or(none, of).to_string();
    let mut check = RefundCheck {
        result: false,
        bonus: wallet.active_grant().is_some(),
        info: configured.map(|rules| rules.info.clone()),
        refund_amount: Money::zero(currency).digits(),
        refund_success: percent(|rules| rules.success_percent, 100),
        refund_fail: percent(|rules| rules.fail_percent, 0),
        net_loss: Money::zero(currency).digits(),
        period: None,
        pending: wallet.pending_refund(now).map(Pending::from),
    };
    let Some((rules, _)) = rules(&state, currency) else {
        return Ok(Json(check));
    };
    let span = rules.period.last(now);
    let (from, to) = (span.from, span.to);
    check.period = Some(Period { from, to });
    if wallet.refunded_to().is_none_or(|refunded| refunded <= from) {
        let losses = Losses::ask(&state.payments, caller, &wallet, span).await?;
        let (net_loss, amount) = losses.share(rules.share(currency), currency)?;
        check.result = amount.is_positive();
        check.refund_amount = amount.digits();
        check.net_loss = net_loss.digits();
    }
    Ok(Json(check))
}

/// A received refund.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReceivedAnswer {
    /// Always `REFUND_SUCCESS`.
    #[schema(example = "REFUND_SUCCESS")]
    message: &'static str,
    #[schema(example = "50.00")]
    refund_amount: String,
    /// When it expires if it is not added to the wallet.
    keep_until: DateTime<Utc>,
    /// For `after`: a read that shows this position shows the effect.
    position: String,
}

impl ReceivedAnswer {
    fn of(receipt: &CommandOutcome) -> Result<Self, ApiError> {
        let mut events = receipt.events.iter().map(|recorded| &recorded.event);
        let received = events.find_map(|event| match event {
            WalletEvent::Reward(event) => match event.as_ref() {
                RewardEvent::RefundReceived(RefundReceived {
                    amount, keep_until, ..
                }) => Some((*amount, *keep_until)),
                _ => None,
            },
            _ => None,
        });
        let (amount, keep_until) =
            received.ok_or_else(|| ApiError::internal(&"a refund without its event"))?;
        Ok(Self {
            message: "REFUND_SUCCESS",
            refund_amount: amount.digits(),
            keep_until,
            position: receipt.position.to_string(),
        })
    }
}

/// Sets the refund of the last period aside; a separate request adds it to the wallet.
#[route(method(get, post), path = "/refund/receive", operation_id = "receive_refund",
    tag = "refund", security(("session" = [])), params(("Idempotency-Key" = String, Header)),
    responses((status = 200, body = ReceivedAnswer)))]
async fn receive_refund(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
) -> Result<Response, ApiError> {
    let asked = key.for_command("refund/receive", &());
    let asking = RewardRequest {
        state: &state.payments,
        caller,
        context: state.member_context(asked.clone()),
    };
    let receiving = async {
        let receipt = asking.or_recall(receive(&asking).await).await?;
        let answer = ReceivedAnswer::of(&receipt)?;
        Ok((replay_header(&receipt), Json(answer)).into_response())
    };
    once(&state, caller.id, asked, receiving).await
}

async fn receive(asking: &RewardRequest<'_>) -> Result<CommandOutcome, RewardFailure> {
    let (state, caller) = (asking.state, asking.caller);
    let wallet = state.ledger.load(caller.id).await?;
    let currency = wallet.currency().ok_or(ApiError::from(Code::NoWallet))?;
    let (rules, max_balance) =
        rules(state, currency).ok_or(ApiError::from(Code::RefundInactive))?;
    let now = state.clock.now();
    let span = rules.period.last(now);
    let command = |losses: &Losses, seen: Option<_>| {
        RewardCommand::ReceiveRefund(RefundClaim {
            figures: losses.figures.clone(),
            during_grants: losses.during_grants.clone(),
            share: rules.share(currency),
            max_balance,
            keep_until: rules.keep_until(now),
            seen: seen.unwrap_or_else(not_asked),
        })
    };
    // Without a loss the wallet always refuses; the providers are queried only if that is the
    // reason.
    let no_loss = WalletCommand::Reward(command(&Losses::none(span), None));
    if let Err(refusal) = wallet.decide(no_loss, now) {
        let is_refunded = wallet.refunded_to().is_some_and(|to| span.from < to);
        let lacks_loss = refusal == WalletError::Reward(RewardError::NoRefund);
        if !is_stale(&refusal) && (!lacks_loss || is_refunded) {
            return Err(LedgerError::Refused(refusal).into());
        }
    }
    let losses = Losses::ask(state, caller, &wallet, span).await?;
    asking.decide(|seen| command(&losses, seen)).await
}

/// Adds the received refund to the wallet.
#[route(method(get, post), path = "/refund/addWallet", operation_id = "add_refund",
    tag = "refund", security(("session" = [])), params(("Idempotency-Key" = String, Header)),
    responses((status = 200, body = GrantAnswer)))]
async fn add_refund(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
) -> Result<Response, ApiError> {
    let name = format!("{}/add", GrantKind::Refund.code());
    let asked = key.for_command(&name, &());
    let asking = RewardRequest {
        state: &state.payments,
        caller,
        context: state.member_context(asked.clone()),
    };
    let grant_id = GrantId(intent_id(caller.id, &name, &key));
    let adding = async {
        let receipt = asking.or_recall(add(&asking, grant_id).await).await?;
        let answer = GrantAnswer::of(&receipt, &Activated::of(&receipt)?);
        Ok((replay_header(&receipt), Json(answer)).into_response())
    };
    once(&state, caller.id, asked, adding).await
}

async fn add(
    asking: &RewardRequest<'_>,
    grant_id: GrantId,
) -> Result<CommandOutcome, RewardFailure> {
    // A received refund belongs to the player, even after refunds are switched off.
    let rules = asking.state.config.refund.as_ref();
    let rules = rules.ok_or(ApiError::from(Code::RefundInactive))?;
    let command = |seen| RewardCommand::AddRefund {
        grant_id,
        terms: rules.terms(),
        seen,
    };
    asking.decide(command).await
}

/// The page of refunds to return.
#[derive(Deserialize, ToSchema)]
#[serde(default)]
struct RefundRequest {
    /// The page, from 1; ignored if there is a cursor.
    #[schema(minimum = 1)]
    page: i64,
    #[schema(minimum = 1, maximum = 100)]
    limit: i64,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
}

impl Default for RefundRequest {
    fn default() -> Self {
        Self {
            page: 1,
            limit: 10,
            cursor: None,
        }
    }
}

/// A refund of the past.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RefundItem {
    #[schema(example = "50.00")]
    refund_amount: String,
    created_at: DateTime<Utc>,
    /// `RECEIVED`, `ADDED` or `EXPIRED`.
    #[schema(example = "ADDED")]
    status: &'static str,
}

impl RefundItem {
    fn of(row: &RefundRow, now: DateTime<Utc>) -> Self {
        let is_over = row.status == RefundStatus::Received && row.keep_until <= now;
        Self {
            refund_amount: row.amount.digits(),
            created_at: row.created_at,
            status: if is_over {
                "EXPIRED"
            } else {
                row.status.as_str()
            },
        }
    }
}

/// A page of refunds, newest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RefundList {
    /// Refunds on all pages.
    total: i64,
    refunds: Vec<RefundItem>,
    /// The cursor of the next page; null on the last one.
    next_cursor: Option<String>,
    /// The position that the list shows.
    as_of: String,
}

/// Lists the refunds that the player has received.
#[route(post, path = "/refund", tag = "refund", security(("session" = [])),
    params(("after" = Option<String>, Query, description = "Shows at least this position")),
    request_body = RefundRequest, responses((status = 200, body = RefundList)))]
async fn list_refunds(
    State(state): State<AppState>,
    caller: Member,
    after: AfterPosition,
    Json(request): Json<RefundRequest>,
) -> Result<Json<RefundList>, ApiError> {
    let query = page_query(request.page, request.limit, request.cursor.as_deref())?;
    let as_of = state.show_own(View::Reward, caller.id, after).await?;
    let page = reward::refunds(&state.pool, caller.id, query).await;
    let page = page?;
    let now = state.clock.now();
    Ok(Json(RefundList {
        total: page.total,
        refunds: page
            .rows
            .iter()
            .map(|row| RefundItem::of(row, now))
            .collect(),
        next_cursor: page.next_cursor.map(|cursor| cursor.to_string()),
        as_of: as_of.to_string(),
    }))
}

/// The banners of the refund page.
#[derive(Serialize, ToSchema)]
struct RefundBanners {
    banners: Vec<BannerItem>,
}

/// Lists the banners of the refund page.
#[route(get, path = "/refund/banners", tag = "refund", security(("session" = [])),
    responses((status = 200, body = RefundBanners)))]
async fn list_refund_banners(
    State(state): State<AppState>,
    _caller: Member,
) -> Json<RefundBanners> {
    let rules = state.config.refund.as_ref().filter(|rules| rules.is_on);
    let banners = rules.iter().flat_map(|rules| &rules.banners);
    Json(RefundBanners {
        banners: banners.map(BannerItem::from).collect(),
    })
}
