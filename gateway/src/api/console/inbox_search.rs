//! Finding conversations by what was written, and by who writes.

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::inbox::{ConversationView, cursor};
use crate::api::caller::Reader;
use crate::api::player::chat::require_on;
use crate::api::state::AppState;
use backoffice::inbox::listing::Cursor;
use backoffice::inbox::search::{self, Hit, MatchedBy};
use chat::Record;
use platform::error::ApiError;
use platform::extract::{Json, Query};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(search_conversations))
}

#[derive(Deserialize)]
struct SearchQuery {
    q: String,
    cursor: Option<String>,
}

/// A conversation that a search found.
#[derive(Debug, Serialize, ToSchema)]
struct FoundConversation {
    conversation: ConversationView,
    matched: MatchedBy,
    /// The latest message with the words; null if the person was found.
    message: Option<Record>,
}

impl FoundConversation {
    fn of(state: &AppState, hit: Hit) -> Self {
        Self {
            conversation: ConversationView::of(state, hit.entry),
            matched: hit.matched,
            message: hit.message,
        }
    }
}

/// A page of the conversations that were found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundConversations {
    /// At most 40: people first, then conversations by their latest message with the words.
    found: Vec<FoundConversation>,
    /// The cursor of the next page; null once every message was searched.
    next_cursor: Option<String>,
    /// Messages before this time are left to the next page.
    searched_until: Option<DateTime<Utc>>,
}

/// Finds conversations by the words of a message, or by the name or phone number of who writes. A
/// page searches at most 5,000 messages, newest first, and may find none. A conversation with older
/// messages of the same words appears again on a later page.
#[route(get, path = "/conversations/search", tag = "support", security(("staff" = [])),
    params(("q" = String, Query, description = "2 to 100 characters."),
        ("cursor" = Option<String>, Query, description = "`nextCursor` of the page before.")),
    responses((status = 200, body = FoundConversations)))]
async fn search_conversations(
    State(state): State<AppState>,
    _: Reader,
    Query(query): Query<SearchQuery>,
) -> Result<Json<FoundConversations>, ApiError> {
    require_on(&state)?;
    let after = cursor(query.cursor.as_deref())?;
    let page = search::page(&state, &query.q, after).await?;
    let hits = page.hits.into_iter();
    Ok(Json(FoundConversations {
        found: hits.map(|hit| FoundConversation::of(&state, hit)).collect(),
        next_cursor: page.next.map(Cursor::text),
        searched_until: page.next.map(Cursor::at),
    }))
}
