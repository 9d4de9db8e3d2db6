//! Earnings from invitations: listed by invited player and day, and collected all at once.

pub(crate) mod invitation;

use std::collections::HashMap;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::wallet::reward::GrantTerms;
use ledger::{CommandOutcome, GrantId, RewardCommand, RewardError, WalletCommand, WalletError};
use projections::View;
use projections::reward::{self, InviteRow};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::api::answer::replay_header;
use crate::api::page::page_query;
use crate::api::state::AppState;
use platform::config::Banner;
use platform::error::{ApiError, Code};
use platform::extract::{AfterPosition, IdempotencyKey, Json};
use platform::idempotency::once;
use platform::intent::intent_id;
use platform::subject::Member;
use rewards::bonus::{Activated, RewardFailure, RewardRequest};
use rewards::invites;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_invites))
        .routes(routes!(collect_invite_bonus))
        .routes(routes!(list_invite_banners))
}

/// The page of earnings to return.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
struct InvitePage {
    /// The page, from 1; ignored if there is a cursor.
    #[schema(minimum = 1)]
    page: i64,
    #[schema(minimum = 1, maximum = 100)]
    limit: i64,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
}

impl Default for InvitePage {
    fn default() -> Self {
        Self {
            page: 1,
            limit: 10,
            cursor: None,
        }
    }
}

/// A page of earnings, newest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct InviteList {
    /// Earnings on all pages.
    total: i64,
    invites: Vec<ListedInvite>,
    /// The cursor of the next page; null on the last one.
    next_cursor: Option<String>,
    /// The position that the list shows.
    as_of: String,
}

/// The earnings from one invited player's day.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ListedInvite {
    from: InvitedPlayer,
    #[schema(example = "12.50")]
    amount: String,
    created_at: DateTime<Utc>,
}

/// An invited player.
#[derive(Serialize, ToSchema)]
struct InvitedPlayer {
    /// The profile name; empty if the player no longer exists.
    name: String,
}

/// Returns the earnings from invitations.
#[route(post, path = "/invite", tag = "invite", security(("session" = [])),
    params(("after" = Option<String>, Query, description = "Shows at least this position")),
    request_body = InvitePage, responses((status = 200, body = InviteList)))]
async fn list_invites(
    State(state): State<AppState>,
    caller: Member,
    after: AfterPosition,
    Json(body): Json<InvitePage>,
) -> Result<Json<InviteList>, ApiError> {
    let query = page_query(body.page, body.limit, body.cursor.as_deref())?;
    let as_of = state.show_own(View::Reward, caller.id, after).await?;
    let page = reward::invites(&state.pool, caller.id, query).await;
    let page = page?;
    let mut names = names_of(&state, &page.rows).await?;
    let invites = page.rows.iter().map(|row| ListedInvite {
        from: InvitedPlayer {
            name: names.entry(row.invitee.0).or_default().clone(),
        },
        amount: row.amount.digits(),
        created_at: row.created_at,
    });
    Ok(Json(InviteList {
        total: page.total,
        invites: invites.collect(),
        next_cursor: page.next_cursor.map(|cursor| cursor.to_string()),
        as_of: as_of.to_string(),
    }))
}

async fn names_of(state: &AppState, rows: &[InviteRow]) -> Result<HashMap<Uuid, String>, ApiError> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.invitee.0).collect();
    let rows = sqlx::query!("select id, name from member where id = any($1)", &ids)
        .fetch_all(&state.pool)
        .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
}

/// The earnings were credited.
#[derive(Serialize, ToSchema)]
struct Collected {
    /// Always `INVITE_BONUS_SUCCESS`.
    #[schema(example = "INVITE_BONUS_SUCCESS")]
    message: &'static str,
    /// The credited amount.
    #[schema(example = "12.50")]
    amount: String,
    /// For `after`: a read that shows this position shows the effect.
    position: String,
    /// The main wallet right after it.
    #[schema(example = "112.50")]
    balance: String,
}

/// Collects all invitation earnings that are not collected yet.
#[route(method(get, post), path = "/invite/bonus", operation_id = "collect_invite_bonus",
    tag = "invite", security(("session" = [])), params(("Idempotency-Key" = String, Header)),
    responses((status = 200, body = Collected)))]
async fn collect_invite_bonus(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
) -> Result<Response, ApiError> {
    let asked = key.for_command("collectInvites", &());
    let asking = RewardRequest {
        state: &state.payments,
        caller,
        context: state.member_context(asked.clone()),
    };
    let grant_id = GrantId(intent_id(caller.id, "collectInvites", &key));
    let collecting = async {
        let collected = collect(&asking, grant_id).await;
        let receipt = asking.or_recall(collected.map_err(technical)).await?;
        let activated = Activated::of(&receipt)?;
        let answer = Collected {
            message: "INVITE_BONUS_SUCCESS",
            amount: activated.amount.digits(),
            position: receipt.position.to_string(),
            balance: activated.balance.digits(),
        };
        Ok((replay_header(&receipt), Json(answer)).into_response())
    };
    once(&state, caller.id, asked, collecting).await
}

async fn collect(
    asking: &RewardRequest<'_>,
    grant_id: GrantId,
) -> Result<CommandOutcome, RewardFailure> {
    let state = asking.state;
    let rules = &state.config.invite;
    if !rules.is_on {
        return Err(ApiError::from(Code::InviteInactive).into());
    }
    let command = |seen| RewardCommand::CollectInvites {
        grant_id,
        terms: GrantTerms {
            success_percent: rules.success_percent,
            fail_percent: rules.fail_percent,
            turnover_times: 0,
            max_withdraw: None,
            expires_at: None,
            takes_back: false,
        },
        seen,
    };
    // Refusals that do not depend on the nightly computation come before the check whether it is
    // done.
    let wallet = state.ledger.load(asking.caller.id).await?;
    let first = WalletCommand::Reward(command(None));
    match wallet.decide(first, state.clock.now()) {
        Ok(_) | Err(WalletError::Reward(RewardError::Stale)) => {}
        Err(refusal) => return Err(ledger::LedgerError::Refused(refusal).into()),
    }
    if !invites::is_yesterday_known(state, asking.caller.id).await? {
        return Err(ApiError::from(Code::NoInviteePlayInfo).into());
    }
    asking.decide(command).await
}

/// The product has one code for all failures that neither the player nor the database caused.
fn technical(why: RewardFailure) -> RewardFailure {
    let is_technical = match &why {
        RewardFailure::Unasked(error) => matches!(
            error.code,
            Code::ServiceUnavailable | Code::InternalServerError
        ),
        RewardFailure::Ledger(error) => matches!(error, ledger::LedgerError::Corrupt { .. }),
    };
    if is_technical {
        return ApiError::from(Code::InviteBonusFail).into();
    }
    why
}

/// The pictures of the invite dialog's carousel.
#[derive(Serialize, ToSchema)]
struct InviteBanners {
    banners: Vec<ListedBanner>,
}

/// A picture with its text.
#[derive(Serialize, ToSchema)]
struct ListedBanner {
    #[schema(example = "/banners/invite.svg")]
    image: String,
    /// The text, in HTML.
    html: platform::config::Text,
}

impl From<&Banner> for ListedBanner {
    fn from(banner: &Banner) -> Self {
        Self {
            image: banner.image.as_str().to_owned(),
            html: banner.html.clone(),
        }
    }
}

/// Returns the pictures of the invite dialog; none if invitations earn nothing.
#[route(get, path = "/invite/banners", tag = "invite", security(("session" = [])),
    responses((status = 200, body = InviteBanners)))]
async fn list_invite_banners(
    State(state): State<AppState>,
    _caller: Member,
) -> Json<InviteBanners> {
    let rules = &state.config.invite;
    let shown = rules.banners.iter().filter(|_| rules.is_on);
    Json(InviteBanners {
        banners: shown.map(Into::into).collect(),
    })
}
