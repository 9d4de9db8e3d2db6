//! The inbox: conversations, their messages, and answering them.

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::api::caller::{Agent, Reader};
use crate::api::player::account::Done;
use crate::api::player::chat::{SentMessage, is_client_id, require_on, sequence};
use crate::api::state::AppState;
use backoffice::inbox::holding;
use backoffice::inbox::listing::{self, Counts, Cursor, Entry, Filter};
use backoffice::inbox::reply;
use backoffice::staff::session::Staff;
use chat::content::MessageBody;
use chat::party::public_id;
use chat::store::{self, Conversation, Draft, Range};
use chat::{Author, Owner, Record, Side, StaffIdentity};
use members::throttle::{Charge, Rule};
use platform::error::{ApiError, Code};
use platform::extract::{Json, Path, Query};

/// The default and the maximum number of rows on a page.
const PAGE: i64 = 30;
const PAGE_MAX: i64 = 100;
/// Messages of one member of staff within a minute: a stolen session cannot reach everybody.
const MESSAGES_PER_MINUTE: u32 = 120;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_conversations))
        .routes(routes!(get_conversation))
        .routes(routes!(list_messages, send_staff_message))
        .routes(routes!(mark_conversation_read))
}

/// A member of staff.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StaffName {
    id: Uuid,
    name: String,
}

impl From<StaffIdentity> for StaffName {
    fn from(staff: StaffIdentity) -> Self {
        Self {
            id: staff.id,
            name: staff.name,
        }
    }
}

/// The visitor who owns the conversation.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Who {
    /// The kind of visitor: `member` or `guest`.
    #[schema(example = "guest")]
    kind: &'static str,
    /// The member's id, or `guest-…`.
    id: String,
    /// The member's name, or the beginning of the guest's id.
    name: String,
    /// The member's phone number.
    username: Option<String>,
}

/// A conversation as the inbox shows it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ConversationView {
    id: Uuid,
    who: Who,
    /// The visitor's messages that staff have not read, up to 999.
    unread: i64,
    /// Since when the visitor waits for an answer.
    waiting_since: Option<DateTime<Utc>>,
    last_message: Option<Record>,
    /// The number of the last message.
    last_sequence: String,
    read_by_agent: String,
    read_by_customer: String,
    /// Whether it was ended; the next message starts a new session.
    is_ended: bool,
    assigned_to: Option<StaffName>,
    /// Who has it open.
    answering: Vec<StaffName>,
}

impl ConversationView {
    pub(super) fn of(state: &AppState, entry: Entry) -> Self {
        let answering = state.chat.answering(entry.id);
        Self {
            id: entry.id,
            who: who(entry.owner, entry.name, entry.username),
            unread: entry.unread,
            waiting_since: entry.waiting_since,
            last_message: entry.last_message,
            last_sequence: entry.last_sequence.to_string(),
            read_by_agent: entry.read_by_agent.to_string(),
            read_by_customer: entry.read_by_customer.to_string(),
            is_ended: entry.is_session_over,
            assigned_to: entry.assigned_to.map(StaffName::from),
            answering: answering.into_iter().map(StaffName::from).collect(),
        }
    }

    /// The current state of the conversation.
    pub(super) async fn load(state: &AppState, id: Uuid) -> Result<Json<Self>, ApiError> {
        let entry = listing::find(state, id).await?;
        Ok(Json(Self::of(state, entry)))
    }
}

fn who(owner: Owner, name: Option<String>, username: Option<String>) -> Who {
    match owner {
        Owner::Member(id) => Who {
            kind: owner.kind(),
            id: id.to_string(),
            name: name.unwrap_or_default(),
            username,
        },
        Owner::Guest(id) => {
            let id = public_id(id);
            let short: String = id.chars().take("guest-12345678".len()).collect();
            Who {
                kind: owner.kind(),
                name: short,
                id,
                username: None,
            }
        }
    }
}

/// The conversation that a path names.
pub(super) async fn named(state: &AppState, id: Uuid) -> Result<Conversation, ApiError> {
    require_on(state)?;
    let found = store::find(&state.pool, &state.secrets, id).await?;
    Ok(found.ok_or(Code::NoData)?)
}

/// The chat's view of a member of staff.
pub(super) fn identity(staff: &Staff) -> StaffIdentity {
    StaffIdentity {
        id: staff.id,
        name: staff.name.clone(),
    }
}

/// The filter of the inbox.
#[derive(Debug, Default, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum InboxFilter {
    /// Conversations whose visitor waits, the longest wait first.
    Waiting,
    /// Conversations that the caller holds, the latest first.
    Mine,
    /// All conversations, the latest first.
    #[default]
    All,
}

#[derive(Deserialize)]
struct ListQuery {
    #[serde(default)]
    filter: InboxFilter,
    cursor: Option<String>,
    limit: Option<i64>,
}

/// A page of the inbox.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ConversationList {
    conversations: Vec<ConversationView>,
    /// The cursor of the next page; null on the last one.
    next_cursor: Option<String>,
    counts: Counts,
}

/// Lists conversations of players and guests. One that changes between two pages may appear twice.
#[route(get, path = "/conversations", tag = "support", security(("staff" = [])),
    params(("filter" = inline(Option<InboxFilter>), Query, description = "All if absent."),
        ("cursor" = Option<String>, Query, description = "`nextCursor` of the page before."),
        ("limit" = Option<i64>, Query, description = "1 to 100; 30 when absent.")),
    responses((status = 200, body = ConversationList)))]
async fn list_conversations(
    State(state): State<AppState>,
    Reader(staff): Reader,
    Query(query): Query<ListQuery>,
) -> Result<Json<ConversationList>, ApiError> {
    require_on(&state)?;
    let limit = page_limit(query.limit)?;
    let after = cursor(query.cursor.as_deref())?;
    let filter = match query.filter {
        InboxFilter::Waiting => Filter::Waiting,
        InboxFilter::Mine => Filter::Of(staff.id),
        InboxFilter::All => Filter::All,
    };
    let page = listing::page(&state, filter, after, limit).await?;
    let entries = page.entries.into_iter();
    Ok(Json(ConversationList {
        conversations: entries
            .map(|entry| ConversationView::of(&state, entry))
            .collect(),
        next_cursor: page.next.map(Cursor::text),
        counts: listing::counts(&state, staff.id).await?,
    }))
}

/// The place after which a page begins.
pub(super) fn cursor(text: Option<&str>) -> Result<Option<Cursor>, ApiError> {
    let Some(text) = text else {
        return Ok(None);
    };
    let cursor = Cursor::parse(text).ok_or_else(|| ApiError::invalid_fields(&["cursor"]))?;
    Ok(Some(cursor))
}

fn page_limit(limit: Option<i64>) -> Result<i64, ApiError> {
    let limit = limit.unwrap_or(PAGE);
    if (1..=PAGE_MAX).contains(&limit) {
        Ok(limit)
    } else {
        Err(ApiError::invalid_fields(&["limit"]))
    }
}

/// Returns one conversation.
#[route(get, path = "/conversations/{id}", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path)), responses((status = 200, body = ConversationView)))]
async fn get_conversation(
    State(state): State<AppState>,
    _: Reader,
    Path(id): Path<Uuid>,
) -> Result<Json<ConversationView>, ApiError> {
    require_on(&state)?;
    ConversationView::load(&state, id).await
}

#[derive(Deserialize)]
struct MessagesQuery {
    before: Option<i64>,
    after: Option<i64>,
    limit: Option<i64>,
}

/// A part of a conversation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MessageList {
    /// Newest first.
    messages: Vec<Record>,
    /// The number of the conversation's last message.
    total: String,
    read_by_agent: String,
    read_by_customer: String,
}

/// Lists messages of a conversation, newest first: the latest, or those before or after a number.
#[route(get, path = "/conversations/{id}/messages", tag = "support",
    security(("staff" = [])),
    params(("id" = Uuid, Path),
        ("before" = Option<String>, Query, description = "Only messages before this number."),
        ("after" = Option<String>, Query, description = "Only messages after this number."),
        ("limit" = Option<i64>, Query, description = "1 to 100; 30 when absent.")),
    responses((status = 200, body = MessageList)))]
async fn list_messages(
    State(state): State<AppState>,
    _: Reader,
    Path(id): Path<Uuid>,
    Query(query): Query<MessagesQuery>,
) -> Result<Json<MessageList>, ApiError> {
    let found = named(&state, id).await?;
    let range = Range {
        after: query.after.unwrap_or(0),
        before: query.before.unwrap_or(i64::MAX),
        limit: page_limit(query.limit)?,
    };
    Ok(Json(MessageList {
        messages: store::history(&state.chat, found.id, range).await?,
        total: found.last_sequence.to_string(),
        read_by_agent: found.read_by_agent.to_string(),
        read_by_customer: found.read_by_customer.to_string(),
    }))
}

/// A message of staff.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffMessage {
    message: MessageBody,
    /// 1 to 64 visible ASCII characters: the same id again means the same message.
    client_id: String,
}

/// Answers a visitor. An answer in an unassigned conversation also assigns it to the caller;
/// in a colleague's conversation it is refused with `CONVERSATION_TAKEN`. A text with a variable such
/// as `{name}` in it is refused with `REPLY_UNFILLED`.
#[route(post, path = "/conversations/{id}/messages", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path)), request_body = StaffMessage,
    responses((status = 201, body = SentMessage)))]
async fn send_staff_message(
    State(state): State<AppState>,
    Agent(staff): Agent,
    Path(id): Path<Uuid>,
    Json(request): Json<StaffMessage>,
) -> Result<(StatusCode, Json<SentMessage>), ApiError> {
    let found = named(&state, id).await?;
    if !is_client_id(&request.client_id) {
        return Err(ApiError::invalid_fields(&["clientId"]));
    }
    let draft = Draft {
        content: request.message.read(Side::Agent)?,
        client_id: Some(request.client_id),
        guest_name: None,
        device_token: None,
    };
    let author = Author::Staff(identity(&staff), found.id);
    // A repeat gets the first answer, even if a colleague now holds the conversation.
    if let Some(sent) = store::sent_before(&state.chat, &author, &draft).await? {
        return Ok((StatusCode::CREATED, Json(sent.into())));
    }
    reply::require_filled(&draft.content)?;
    holding::take(&state.chat, &staff, found.id, None).await?;
    let subject = staff.id.to_string();
    let rule = Rule::Window {
        max: MESSAGES_PER_MINUTE,
        seconds: 60,
    };
    let charges = [Charge::of("chat:staff", &subject, rule)];
    let sent = store::send(&state.chat, &author, &draft, &charges).await?;
    Ok((StatusCode::CREATED, Json(sent.into())))
}

/// How far staff have read.
#[derive(Deserialize, ToSchema)]
struct StaffReadMark {
    /// The last number that was read.
    #[serde(deserialize_with = "sequence")]
    #[schema(value_type = String)]
    sequence: Option<i64>,
}

/// Marks a conversation as read by staff.
#[route(post, path = "/conversations/{id}/read", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path)), request_body = StaffReadMark,
    responses((status = 200, body = Done)))]
async fn mark_conversation_read(
    State(state): State<AppState>,
    _: Agent,
    Path(id): Path<Uuid>,
    Json(request): Json<StaffReadMark>,
) -> Result<Json<Done>, ApiError> {
    let found = named(&state, id).await?;
    let sequence = request
        .sequence
        .ok_or_else(|| ApiError::invalid_fields(&["sequence"]))?;
    store::mark_read(&state.chat, &found, Side::Agent, sequence).await?;
    Ok(Done::SUCCESS)
}
