//! The inbox: assigning a conversation, ending it, and erasing its messages.

use axum::extract::State;
use gateway_macros::route;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::inbox::{ConversationView, named};
use crate::api::caller::{Agent, Reader, Supervisor};
use crate::api::player::chat::sequence;
use crate::api::state::AppState;
use backoffice::inbox::holding::{self, Colleague};
use backoffice::staff::audit_log::{self, AuditEntry};
use backoffice::staff::look;
use chat::erasure;
use platform::error::ApiError;
use platform::extract::{Json, Path};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(take_conversation))
        .routes(routes!(hand_conversation_over))
        .routes(routes!(end_conversation))
        .routes(routes!(erase_conversation))
        .routes(routes!(list_colleagues))
}

/// The input of taking a conversation.
#[derive(Deserialize, ToSchema)]
struct TakeRequest {
    /// The colleague who holds the conversation, to take it over deliberately.
    #[serde(default)]
    from: Option<Uuid>,
}

/// Takes an unassigned conversation, or takes it over from the named colleague. Of two simultaneous
/// calls, one is refused with `CONVERSATION_TAKEN` and `assignedTo`.
#[route(post, path = "/conversations/{id}/take", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path)), request_body = TakeRequest,
    responses((status = 200, body = ConversationView)))]
async fn take_conversation(
    State(state): State<AppState>,
    Agent(staff): Agent,
    Path(id): Path<Uuid>,
    Json(request): Json<TakeRequest>,
) -> Result<Json<ConversationView>, ApiError> {
    let found = named(&state, id).await?;
    holding::take(&state.chat, &staff, found.id, request.from).await?;
    ConversationView::load(&state, found.id).await
}

/// The input of handing a conversation over.
#[derive(Deserialize, ToSchema)]
struct HandOverRequest {
    to: Uuid,
}

/// Hands a conversation over to a colleague. The caller must hold it unless nobody does; a
/// supervisor may hand over any.
#[route(post, path = "/conversations/{id}/hand-over", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path)), request_body = HandOverRequest,
    responses((status = 200, body = ConversationView)))]
async fn hand_conversation_over(
    State(state): State<AppState>,
    Agent(staff): Agent,
    Path(id): Path<Uuid>,
    Json(request): Json<HandOverRequest>,
) -> Result<Json<ConversationView>, ApiError> {
    let found = named(&state, id).await?;
    holding::hand_over(&state.chat, &staff, found.id, request.to).await?;
    ConversationView::load(&state, found.id).await
}

/// The input of ending a conversation.
#[derive(Deserialize, ToSchema)]
struct EndRequest {
    /// The last number that the caller has seen. If there are later messages, the call is refused
    /// with `CONVERSATION_CHANGED`.
    #[serde(default, deserialize_with = "sequence")]
    #[schema(value_type = Option<String>)]
    sequence: Option<i64>,
}

/// Ends a conversation: it no longer waits, it has no holder, and the next message starts a new
/// session.
#[route(post, path = "/conversations/{id}/end", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path)), request_body = EndRequest,
    responses((status = 200, body = ConversationView)))]
async fn end_conversation(
    State(state): State<AppState>,
    Agent(staff): Agent,
    Path(id): Path<Uuid>,
    Json(request): Json<EndRequest>,
) -> Result<Json<ConversationView>, ApiError> {
    let found = named(&state, id).await?;
    holding::end(&state.chat, &staff, found.id, request.sequence).await?;
    ConversationView::load(&state, found.id).await
}

/// The input of erasing a conversation.
#[derive(Deserialize, ToSchema)]
struct EraseRequest {
    /// 3 to 300 characters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
}

/// The result of erasing a conversation.
#[derive(Serialize, ToSchema)]
struct Erased {
    /// How many messages had a text or a file.
    erased: u64,
}

/// Erases the texts and files of a conversation permanently; message numbers and times remain.
#[route(delete, path = "/conversations/{id}/text", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path)), request_body = EraseRequest,
    responses((status = 200, body = Erased)))]
async fn erase_conversation(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Path(id): Path<Uuid>,
    Json(request): Json<EraseRequest>,
) -> Result<Json<Erased>, ApiError> {
    let found = named(&state, id).await?;
    let reason = look::reason(&request.reason)?;
    let entry = AuditEntry::of("conversation.erase").to("conversation", &found.id);
    audit_log::record(&state, &staff, entry.because(reason)).await?;
    let erased = erasure::erase(&state.chat, found.id).await?;
    Ok(Json(Erased { erased }))
}

/// The staff who may be handed a conversation.
#[derive(Serialize, ToSchema)]
struct ColleagueList {
    colleagues: Vec<Colleague>,
}

/// Lists agents and supervisors, by name.
#[route(get, path = "/colleagues", tag = "support", security(("staff" = [])),
    responses((status = 200, body = ColleagueList)))]
async fn list_colleagues(
    State(state): State<AppState>,
    _: Reader,
) -> Result<Json<ColleagueList>, ApiError> {
    let colleagues = holding::colleagues(&state.chat).await?;
    Ok(Json(ColleagueList { colleagues }))
}
