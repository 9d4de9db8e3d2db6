//! The member's invitation: a short code, a link with its QR, and the friends who used it.

use std::collections::HashMap;

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::{Currency, Money, WalletId};
use projections::View;
use projections::reward::{self, FriendEarnings};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::api::page::check_page;
use crate::api::state::AppState;
use members::{invite_code, name};
use platform::error::{ApiError, Code};
use platform::extract::{AfterPosition, Query};
use platform::subject::Member;
use providers::emv::drawing::draw;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get_invitation))
}

/// The most characters in an origin.
const ORIGIN_MAX: usize = 200;

/// The page of friends to return.
#[derive(Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
struct InvitationQuery {
    /// The page, from 1.
    #[param(minimum = 1, required = false)]
    page: i64,
    #[param(minimum = 1, maximum = 100, required = false)]
    limit: i64,
    /// The origin of the open portal; the operator's website if absent.
    #[param(example = "https://wallet.example")]
    origin: Option<String>,
}

impl Default for InvitationQuery {
    fn default() -> Self {
        Self {
            page: 1,
            limit: 10,
            origin: None,
        }
    }
}

/// A member's invitation, and the friends who used it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Invitation {
    /// The code that a friend types at the registration.
    #[schema(example = "7KQ2MXRB")]
    code: String,
    /// The registration page with the member's long code, `PR{id}`.
    #[schema(
        example = "https://wallet.example/register?code=PR01a1fdd8-2731-70b2-a92f-d498fe5cc7e5"
    )]
    link: String,
    /// The link's QR as SVG markup.
    qrcode: Option<String>,
    /// Friends on all pages.
    total: i64,
    /// Newest first.
    friends: Vec<Friend>,
    /// The position that the sums show.
    as_of: String,
}

/// A friend who registered with the member's code or link.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Friend {
    /// The beginning of the profile name; empty if the friend no longer exists.
    #[schema(example = "Som… J.")]
    name: String,
    joined_at: DateTime<Utc>,
    /// Earnings from the friend that the member has collected.
    #[schema(example = "12.50")]
    collected: String,
    /// Earnings from the friend that the member can still collect.
    #[schema(example = "0.75")]
    waiting: String,
}

/// Returns the member's invitation and invited friends.
#[route(get, path = "/invite", tag = "invite", security(("session" = [])),
    params(InvitationQuery, ("after" = Option<String>, Query, description = "Shows at least this position")),
    responses((status = 200, body = Invitation)))]
async fn get_invitation(
    State(state): State<AppState>,
    caller: Member,
    after: AfterPosition,
    Query(query): Query<InvitationQuery>,
) -> Result<axum::Json<Invitation>, ApiError> {
    check_page(query.page, query.limit)?;
    if !query.origin.as_deref().is_none_or(is_origin) {
        return Err(ApiError::invalid_fields(&["origin"]));
    }
    let wallet = state.ledger.load(caller.id).await?;
    let currency = wallet.currency().ok_or(Code::NoWallet)?;
    let code = invite_code::of(&state, caller.id).await?;
    let website = state.config.service.website.as_str().trim_end_matches('/');
    let origin = query.origin.as_deref().unwrap_or(website);
    let link = format!("{origin}/register?code=PR{}", caller.id);
    let as_of = state.show_own(View::Reward, caller.id, after).await?;
    let (total, rows) = friends_of(&state, caller.id, &query).await?;
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let earned = reward::friend_earnings(&state.pool, caller.id, &ids).await?;
    let earned: HashMap<_, _> = earned
        .into_iter()
        .map(|friend| (friend.invitee, friend))
        .collect();
    let friends = rows
        .into_iter()
        .map(|row| row.shown(&earned, currency))
        .collect();
    Ok(axum::Json(Invitation {
        qrcode: draw(&link),
        code,
        link,
        total,
        friends,
        as_of: as_of.to_string(),
    }))
}

/// Whether a text is a web origin in the form that browsers write; only that goes into the QR.
fn is_origin(text: &str) -> bool {
    text.len() <= ORIGIN_MAX
        && reqwest::Url::parse(text).is_ok_and(|url| {
            matches!(url.scheme(), "http" | "https") && url.origin().ascii_serialization() == text
        })
}

/// A friend as stored.
struct FriendRow {
    id: WalletId,
    name: String,
    is_erased: bool,
    joined_at: DateTime<Utc>,
}

impl FriendRow {
    fn shown(self, earned: &HashMap<WalletId, FriendEarnings>, currency: Currency) -> Friend {
        let zero = Money::zero(currency);
        let earned = earned.get(&self.id);
        let digits = |amount: Option<Money>| amount.unwrap_or(zero).digits();
        Friend {
            name: if self.is_erased {
                String::new()
            } else {
                name::shortened(&self.name)
            },
            joined_at: self.joined_at,
            collected: digits(earned.map(|earned| earned.collected)),
            waiting: digits(earned.map(|earned| earned.waiting)),
        }
    }
}

/// How many friends a member has invited, and those of one page.
async fn friends_of(
    state: &AppState,
    inviter: WalletId,
    query: &InvitationQuery,
) -> Result<(i64, Vec<FriendRow>), ApiError> {
    let inviter: Uuid = inviter.0;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "total!" from member where inviter_id = $1"#,
        inviter
    )
    .fetch_one(&state.pool)
    .await?;
    let rows = sqlx::query!(
        r#"select id, name, erased_at is not null as "is_erased!", created_at
           from member where inviter_id = $1
           order by created_at desc, id desc limit $2 offset $3"#,
        inviter,
        query.limit,
        (query.page - 1) * query.limit,
    )
    .fetch_all(&state.pool)
    .await?;
    let rows = rows.into_iter().map(|row| FriendRow {
        id: WalletId(row.id),
        name: row.name,
        is_erased: row.is_erased,
        joined_at: row.created_at,
    });
    Ok((total, rows.collect()))
}

#[cfg(test)]
mod tests {
    use super::is_origin;

    #[test]
    fn an_origin_is_a_scheme_a_host_and_a_port() {
        for text in ["https://wallet.example", "http://127.0.0.1:8080"] {
            assert!(is_origin(text), "{text}");
        }
        for text in [
            "",
            "wallet.example",
            "https://wallet.example/",
            "https://wallet.example/path",
            "https://user@wallet.example",
            "javascript:alert(1)",
            "null",
        ] {
            assert!(!is_origin(text), "{text}");
        }
    }
}
