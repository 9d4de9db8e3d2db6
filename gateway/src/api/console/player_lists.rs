//! Lists of players whom staff should look at: pages, and a file of the first ones.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::Money;
use ledger::wallet::INDOCHINA_TIME;
use projections::View;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::api::caller::Reader;
use crate::api::export::csv;
use crate::api::state::AppState;
use backoffice::staff::player_list::{self, ListCursor, ListReason, ListedPlayer, PlayerList};
use backoffice::staff::player_note::Flag;
use platform::error::ApiError;
use platform::extract::{AfterPosition, Json, Path, Query};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_players))
        .routes(routes!(export_players))
}

/// The most pages in a file; each counts as a search.
const EXPORTED_MAX: usize = 10;

#[derive(Deserialize)]
struct ListQuery {
    cursor: Option<String>,
}

/// A page of a list of players.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PlayersPage {
    /// The latest first, at most 20.
    players: Vec<PlayerInList>,
    /// The cursor of the next page; absent at the end. A page may be short and still have one: a
    /// call looks through a bounded part of the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

/// A player in a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PlayerInList {
    id: Uuid,
    name: String,
    /// The phone number.
    username: String,
    created_at: DateTime<Utc>,
    is_active: bool,
    /// Why the player is in the list.
    reason: ListReason,
    /// Since when.
    at: DateTime<Utc>,
    facts: PlayerListFacts,
}

/// The facts behind a reason; those that it does not have are absent.
#[derive(Serialize, ToSchema)]
struct PlayerListFacts {
    #[serde(skip_serializing_if = "Option::is_none")]
    flag: Option<Flag>,
    /// Until when a break lasts; absent for one without an end.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<DateTime<Utc>>,
    /// The largest deposit, or the limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    currency: Option<&'static str>,
    /// What came in of a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    used: Option<String>,
    /// `day`, `week` or `month`, of a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<String>,
    /// The most deposits within an hour.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<i64>,
    /// The shared device.
    #[serde(skip_serializing_if = "Option::is_none")]
    device: Option<Uuid>,
    /// The players who share it, at most 5.
    others: Vec<Uuid>,
}

impl PlayerInList {
    fn of(listed: ListedPlayer) -> Self {
        let facts = listed.facts;
        Self {
            id: listed.id,
            name: listed.name,
            username: listed.username,
            created_at: listed.created_at,
            is_active: listed.is_active,
            reason: listed.reason,
            at: listed.at,
            facts: PlayerListFacts {
                flag: facts.flag,
                until: facts.until,
                amount: facts.amount.map(Money::digits),
                currency: facts.amount.map(|amount| amount.currency().code()),
                used: facts.used.map(Money::digits),
                period: facts.period,
                count: facts.count,
                device: facts.device,
                others: facts.others,
            },
        }
    }
}

/// Lists players whom staff should look at, each with the reason. A page counts as a search.
#[route(get, path = "/players/lists/{list}", tag = "support", security(("staff" = [])),
    params(("list" = inline(PlayerList), Path, description = "The list."),
        ("cursor" = Option<String>, Query, description = "`nextCursor` of the page before."),
        ("after" = Option<String>, Query, description = "Show at least this position.")),
    responses((status = 200, body = PlayersPage)))]
async fn list_players(
    State(state): State<AppState>,
    _: Reader,
    after: AfterPosition,
    Path(list): Path<PlayerList>,
    Query(query): Query<ListQuery>,
) -> Result<Json<PlayersPage>, ApiError> {
    show_views(&state, after).await?;
    let cursor = query.cursor.as_deref().map(|text| {
        let cursor = ListCursor::parse(text);
        cursor.ok_or_else(|| ApiError::invalid_fields(&["cursor"]))
    });
    let page = player_list::page(&state, list, cursor.transpose()?).await?;
    Ok(Json(PlayersPage {
        players: page.players.into_iter().map(PlayerInList::of).collect(),
        next_cursor: page.next.map(ListCursor::text),
    }))
}

async fn show_views(state: &AppState, after: AfterPosition) -> Result<(), ApiError> {
    for view in [View::Wallet, View::Statement] {
        state.show(view, after).await?;
    }
    Ok(())
}

/// Exports the first 200 players of a list as a CSV file. Each page of 20 counts as a search; a
/// file that would use the quota up is refused as a whole.
#[route(get, path = "/players/lists/{list}/export", tag = "support", security(("staff" = [])),
    params(("list" = inline(PlayerList), Path, description = "The list.")),
    responses((status = 200)))]
async fn export_players(
    State(state): State<AppState>,
    Reader(staff): Reader,
    Path(list): Path<PlayerList>,
) -> Result<Response, ApiError> {
    let mut text = format!("{}{}", csv::MARK, csv::row(COLUMNS));
    let mut cursor = None;
    for number in 1..=EXPORTED_MAX {
        if number > 1 {
            player_list::record_page(&state, &staff, list).await?;
        }
        let page = player_list::page(&state, list, cursor).await?;
        let rows = page.players.into_iter().map(PlayerInList::of);
        text.extend(rows.map(|player| row(&player)));
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"players.csv\"",
        ),
        (header::CACHE_CONTROL, "private, no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    Ok((headers, text).into_response())
}

/// The columns of the CSV.
const COLUMNS: [&str; 15] = [
    "player",
    "name",
    "phone",
    "registered",
    "active",
    "reason",
    "since",
    "flag",
    "until",
    "amount",
    "currency",
    "used",
    "period",
    "count",
    "others",
];

fn row(player: &PlayerInList) -> String {
    let facts = &player.facts;
    let local = |at: DateTime<Utc>| at.with_timezone(&INDOCHINA_TIME).to_rfc3339();
    let others: Vec<String> = facts.others.iter().map(Uuid::to_string).collect();
    let cells = [
        player.id.to_string(),
        player.name.clone(),
        player.username.clone(),
        local(player.created_at),
        player.is_active.to_string(),
        player.reason.as_str().to_owned(),
        local(player.at),
        facts.flag.map(Flag::as_str).unwrap_or_default().to_owned(),
        facts.until.map(local).unwrap_or_default(),
        facts.amount.clone().unwrap_or_default(),
        facts.currency.unwrap_or_default().to_owned(),
        facts.used.clone().unwrap_or_default(),
        facts.period.clone().unwrap_or_default(),
        facts
            .count
            .map(|count| count.to_string())
            .unwrap_or_default(),
        others.join(" "),
    ];
    csv::row(cells.iter().map(String::as_str))
}
