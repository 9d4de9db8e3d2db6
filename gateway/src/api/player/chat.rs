//! The support chat of members and guests: sending, reading, read marks, linking.

pub(crate) mod file;
pub(crate) mod guest;
pub(crate) mod socket;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use chrono::{DateTime, Utc};
use gateway_macros::route;
use serde::{Deserialize, Deserializer, Serialize, de};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::account::Done;
use crate::api::caller::Address;
use crate::api::state::AppState;
use chat::content::{MessageBody, TEXT_MAX};
use chat::party::require_named;
use chat::store::{self, Draft, Range, Sent};
use chat::{Author, Owner, ROOM_PREFIX, Record, Side, link};
use members::name;
use members::throttle::{self, Charge, Rule};
use platform::config::Text;
use platform::error::{ApiError, Code};
use platform::extract::Json;
use platform::subject::{Member, Visitor};

/// The default and the maximum number of messages on a page.
const PAGE: i64 = 10;
const PAGE_MAX: i64 = 50;
/// The longest id that a client gives a message.
const CLIENT_ID_MAX: usize = 64;

/// The longest token of a device.
const DEVICE_TOKEN_MAX: usize = 512;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get_chat_config))
        .routes(routes!(send_message))
        .routes(routes!(list_history))
        .routes(routes!(mark_read))
        .routes(routes!(link_guest))
}

/// Refuses every chat route if the chat is off.
pub(crate) fn require_on(state: &AppState) -> Result<(), ApiError> {
    if state.config.chat.is_on {
        Ok(())
    } else {
        Err(Code::NoData.into())
    }
}

/// The chat's limits and accepted files.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChatConfig {
    /// With the id of the member or guest behind it, it names the room that a socket joins.
    #[serde(rename = "PREFIX")]
    prefix: &'static str,
    is_on: bool,
    /// The invitation in the chat bubble.
    invite: Text,
    /// The most characters in a text.
    max_length: usize,
    image: FileBounds,
    video: FileBounds,
}

/// The accepted kinds of files.
#[derive(Serialize, ToSchema)]
struct FileBounds {
    bytes: usize,
    types: &'static [&'static str],
}

/// Returns the chat's limits and accepted files.
#[route(get, path = "/chat/config", tag = "chat",
    responses((status = 200, body = ChatConfig)))]
async fn get_chat_config(State(state): State<AppState>) -> Json<ChatConfig> {
    let rules = &state.config.chat;
    Json(ChatConfig {
        prefix: ROOM_PREFIX,
        is_on: rules.is_on,
        invite: rules.invite.clone(),
        max_length: TEXT_MAX,
        image: FileBounds {
            bytes: rules.image_bytes,
            types: &["image/png", "image/jpeg", "image/jpg", "image/gif"],
        },
        video: FileBounds {
            bytes: rules.video_bytes,
            types: &["video/mp4", "video/quicktime"],
        },
    })
}

/// A message of the caller. The other fields of a chat record are set by the server.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OutgoingMessage {
    message: MessageBody,
    /// The caller's own id, if it is given.
    #[serde(default)]
    user_id: Option<String>,
    /// As `userId`, for a guest.
    #[serde(default)]
    guest_id: Option<String>,
    /// `customer`, if it is given.
    #[serde(default)]
    sender: Option<String>,
    /// The client's id of the message, 1 to 64 visible ASCII characters: the same id again means
    /// the same message.
    #[serde(default)]
    client_id: Option<String>,
    /// The name that a guest gives, at most 60 characters. A member has the name of the profile.
    #[serde(default)]
    name: Option<String>,
    /// A token of the device, 1 to 512 visible ASCII characters. It is stored with the message and
    /// erased with it; nothing is sent to it.
    #[serde(default)]
    device_token: Option<String>,
}

impl OutgoingMessage {
    /// Its name and token in the stored form.
    fn writer(&self, caller: Visitor) -> Result<(Option<String>, Option<String>), ApiError> {
        let given = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        let guest_name = match (caller, given(&self.name)) {
            (Visitor::Guest(_), Some(text)) => {
                let name = name::profile(&text);
                Some(name.ok_or_else(|| ApiError::invalid_fields(&["name"]))?)
            }
            _ => None,
        };
        let device_token = given(&self.device_token);
        let is_token = |token: &str| {
            token.len() <= DEVICE_TOKEN_MAX && token.bytes().all(|b| b.is_ascii_graphic())
        };
        if device_token
            .as_deref()
            .is_some_and(|token| !is_token(token))
        {
            return Err(ApiError::invalid_fields(&["deviceToken"]));
        }
        Ok((guest_name, device_token))
    }
}

/// A sent message.
#[derive(Serialize, ToSchema)]
pub(crate) struct SentMessage {
    #[serde(rename = "_id")]
    id: String,
    conversation: String,
    sequence: String,
    session_id: String,
    #[serde(rename = "createdAt")]
    created_at: DateTime<Utc>,
}

impl From<Sent> for SentMessage {
    fn from(sent: Sent) -> Self {
        Self {
            id: sent.id.to_string(),
            conversation: sent.conversation_id.to_string(),
            sequence: sent.sequence.to_string(),
            session_id: sent.session_id.to_string(),
            created_at: sent.created_at,
        }
    }
}

/// Sends a message to support.
#[route(post, path = "/chat/send-message", tag = "chat",
    security(("session" = []), ("guest" = [])), request_body = OutgoingMessage,
    responses((status = 201, body = SentMessage)))]
async fn send_message(
    State(state): State<AppState>,
    caller: Visitor,
    Address(address): Address,
    Json(request): Json<OutgoingMessage>,
) -> Result<(StatusCode, Json<SentMessage>), ApiError> {
    require_on(&state)?;
    require_named(
        caller,
        request.user_id.as_deref(),
        request.guest_id.as_deref(),
    )?;
    if request
        .sender
        .as_deref()
        .is_some_and(|sender| sender != "customer")
    {
        return Err(ApiError::invalid_fields(&["sender"]));
    }
    let (guest_name, device_token) = request.writer(caller)?;
    let client_id = request.client_id;
    if client_id.as_deref().is_some_and(|id| !is_client_id(id)) {
        return Err(ApiError::invalid_fields(&["clientId"]));
    }
    let draft = Draft {
        content: request.message.read(Side::Customer)?,
        client_id,
        guest_name,
        device_token,
    };
    let (owner, address) = (Owner::from(caller), address.to_string());
    let subject = owner.id().to_string();
    let charges = charges(&state, caller, &subject, &address);
    let sent = store::send(&state.chat, &Author::Visitor(owner), &draft, &charges).await?;
    Ok((StatusCode::CREATED, Json(sent.into())))
}

pub(crate) fn is_client_id(id: &str) -> bool {
    (1..=CLIENT_ID_MAX).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic())
}

/// The limits that a message counts against. Guests are also counted by address, because one
/// person can be many guests.
fn charges<'a>(
    state: &AppState,
    caller: Visitor,
    subject: &'a str,
    address: &'a str,
) -> Vec<Charge<'a>> {
    let rules = &state.config.chat;
    let window = |max| Rule::Window { max, seconds: 60 };
    match caller {
        Visitor::Member(_) => {
            let rule = window(rules.member_messages_per_minute);
            vec![Charge::of("chat:member", subject, rule)]
        }
        Visitor::Guest(_) => {
            let by_guest = window(rules.guest_messages_per_minute);
            let by_address = window(rules.address_messages_per_minute);
            vec![
                Charge::of("chat:guest-message", subject, by_guest),
                Charge::of("chat:address", address, by_address),
            ]
        }
    }
}

/// Counts what a guest reads or opens, because a guest identity costs nothing.
pub(crate) async fn charge_guest(
    state: &AppState,
    caller: Visitor,
    scope: &str,
    max: u32,
) -> Result<(), ApiError> {
    let Visitor::Guest(guest) = caller else {
        return Ok(());
    };
    let rule = Rule::Window { max, seconds: 60 };
    throttle::charge(state, scope, &guest.id.to_string(), rule).await
}

/// The part of the history to return.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HistoryRequest {
    /// The caller's own id, if it is given.
    #[serde(default)]
    user_id: Option<String>,
    #[serde(default)]
    guest_id: Option<String>,
    /// 1 to 50; 10 by default.
    #[serde(default)]
    limit: Option<i64>,
    /// How many of the newest messages to skip.
    #[serde(default)]
    skip: Option<i64>,
    /// Only messages before this number.
    #[serde(default, deserialize_with = "sequence")]
    #[schema(value_type = Option<String>)]
    before: Option<i64>,
    /// Only messages after this number.
    #[serde(default, deserialize_with = "sequence")]
    #[schema(value_type = Option<String>)]
    after: Option<i64>,
}

/// A number of a message as text, or as a JSON number.
pub(crate) fn sequence<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<i64>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Number(i64),
        Text(String),
    }
    let number = match Option::<Written>::deserialize(deserializer)? {
        None => return Ok(None),
        Some(Written::Number(number)) => number,
        Some(Written::Text(text)) => text.parse().map_err(de::Error::custom)?,
    };
    if number < 0 {
        return Err(de::Error::custom("a number below zero"));
    }
    Ok(Some(number))
}

/// Returns the caller's conversation, newest message first. The headers give the number of
/// messages and how far each side has read.
#[route(post, path = "/chat/history", tag = "chat",
    security(("session" = []), ("guest" = [])), request_body = HistoryRequest,
    responses((status = 200, body = Vec<Record>, headers(
        ("X-Total" = String, description = "The number of the last message."),
        ("X-Read-By-Agent" = String, description = "How far staff have read."),
        ("X-Read-By-Customer" = String, description = "How far the caller has read.")))))]
async fn list_history(
    State(state): State<AppState>,
    caller: Visitor,
    Json(request): Json<HistoryRequest>,
) -> Result<(HeaderMap, Json<Vec<Record>>), ApiError> {
    require_on(&state)?;
    require_named(
        caller,
        request.user_id.as_deref(),
        request.guest_id.as_deref(),
    )?;
    let limit = request.limit.unwrap_or(PAGE);
    if !(1..=PAGE_MAX).contains(&limit) {
        return Err(ApiError::invalid_fields(&["limit"]));
    }
    let skip = request.skip.unwrap_or(0);
    if skip < 0 {
        return Err(ApiError::invalid_fields(&["skip"]));
    }
    let most = state.config.chat.guest_reads_per_minute;
    charge_guest(&state, caller, "chat:guest-read", most).await?;
    let found = store::find_own(&state.pool, &state.secrets, Owner::from(caller)).await?;
    let Some(found) = found else {
        return Ok((marks([0, 0, 0]), Json(Vec::new())));
    };
    // Numbers have no gaps, so skipping the newest messages costs nothing.
    let newest = found.last_sequence.saturating_add(1).saturating_sub(skip);
    let range = Range {
        after: request.after.unwrap_or(0),
        before: request.before.map_or(newest, |before| before.min(newest)),
        limit,
    };
    let records = store::history(&state.chat, found.id, range).await?;
    let counts = [
        found.last_sequence,
        found.read_by_agent,
        found.read_by_customer,
    ];
    Ok((marks(counts), Json(records)))
}

fn marks([total, by_agent, by_customer]: [i64; 3]) -> HeaderMap {
    [
        ("x-total", total),
        ("x-read-by-agent", by_agent),
        ("x-read-by-customer", by_customer),
    ]
    .into_iter()
    .map(|(name, number)| (HeaderName::from_static(name), HeaderValue::from(number)))
    .collect()
}

/// How far the caller has read.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReadMark {
    /// The caller's own id, if it is given.
    #[serde(default)]
    user_id: Option<String>,
    #[serde(default)]
    guest_id: Option<String>,
    /// The last number that was read; all messages if absent.
    #[serde(default, deserialize_with = "sequence")]
    #[schema(value_type = Option<String>)]
    sequence: Option<i64>,
}

/// Marks the caller's conversation as read by the caller.
#[route(put, path = "/chat/read-customer/", tag = "chat",
    security(("session" = []), ("guest" = [])), request_body = ReadMark,
    responses((status = 200, body = Done)))]
async fn mark_read(
    State(state): State<AppState>,
    caller: Visitor,
    Json(request): Json<ReadMark>,
) -> Result<Json<Done>, ApiError> {
    require_on(&state)?;
    require_named(
        caller,
        request.user_id.as_deref(),
        request.guest_id.as_deref(),
    )?;
    if let Some(found) = store::find_own(&state.pool, &state.secrets, Owner::from(caller)).await? {
        let sequence = request.sequence.unwrap_or(found.last_sequence);
        store::mark_read(&state.chat, &found, Side::Customer, sequence).await?;
    }
    Ok(Done::SUCCESS)
}

/// The member's consent to take over the guest's conversation.
#[derive(Deserialize, ToSchema)]
struct LinkRequest {
    /// Must be true: the member has agreed.
    consent: bool,
}

/// Moves a guest's conversation to the member, with the member's consent. The guest's secret is no
/// longer valid afterwards.
#[route(post, path = "/chat/link", tag = "chat", security(("session" = [])),
    params(("X-Guest" = String, Header, description = "`<guestId>.<secret>`")),
    request_body = LinkRequest, responses((status = 200, body = Done)))]
async fn link_guest(
    State(state): State<AppState>,
    caller: Member,
    headers: HeaderMap,
    Json(request): Json<LinkRequest>,
) -> Result<Json<Done>, ApiError> {
    require_on(&state)?;
    if !request.consent {
        return Err(ApiError::invalid_fields(&["consent"]));
    }
    let credential = headers.get("x-guest").and_then(|value| value.to_str().ok());
    let credential = credential.ok_or_else(|| ApiError::invalid_fields(&["X-Guest"]))?;
    link::link(&state.chat, caller.id.0, credential).await?;
    Ok(Done::SUCCESS)
}
