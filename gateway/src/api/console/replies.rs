//! Prepared answers, shared by all staff.

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::inbox::named;
use crate::api::caller::{Agent, Reader};
use crate::api::export::statement::Language;
use crate::api::player::account::Done;
use crate::api::state::AppState;
use backoffice::inbox::reply::{self, Draft, Reply, Translation, Wanted};
use chat::Side;
use chat::content::MessageBody;
use platform::error::ApiError;
use platform::extract::{Json, Path, Query};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_replies, add_reply))
        .routes(routes!(change_reply, remove_reply))
        .routes(routes!(fill_reply))
}

/// A saved reply.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReplyView {
    id: Uuid,
    title: String,
    /// Lower-case letters, digits, `-` and `_`.
    shortcut: String,
    /// The payload, as in a chat record; texts may contain `{name}` and `{balance}`.
    #[schema(value_type = Object)]
    message: Value,
    /// The same message by language: `th`, `la` and `en`, as far as it was translated.
    #[schema(value_type = Object)]
    translations: Value,
    /// Who changed it last.
    changed_by: String,
    changed_at: DateTime<Utc>,
}

impl From<Reply> for ReplyView {
    fn from(reply: Reply) -> Self {
        Self {
            id: reply.id,
            title: reply.title,
            shortcut: reply.shortcut,
            message: message(&reply.message_type, &reply.payload),
            translations: messages(&reply.message_type, &reply.translations),
            changed_by: reply.changed_by,
            changed_at: reply.changed_at,
        }
    }
}

fn message(message_type: &str, payload: &Value) -> Value {
    json!({ "message_type": message_type, "payload": payload })
}

/// A message for each payload, by language.
fn messages(message_type: &str, payloads: &Value) -> Value {
    let payloads = payloads.as_object().into_iter().flatten();
    payloads
        .map(|(language, payload)| (language.as_str(), message(message_type, payload)))
        .collect()
}

/// All saved replies.
#[derive(Serialize, ToSchema)]
struct ReplyList {
    replies: Vec<ReplyView>,
}

/// The input of a prepared answer.
#[derive(Deserialize, ToSchema)]
struct ReplyDraft {
    /// 1 to 80 characters.
    title: String,
    /// 1 to 32 lower-case letters, digits, `-` and `_`; unique among replies.
    shortcut: String,
    /// A message as staff send it; a picture is a media message with a file that staff uploaded.
    message: MessageBody,
    /// The same message in other words, where a language has its own.
    #[serde(default)]
    translations: ReplyTranslations,
}

/// A message by language: of the same type and with the same picture.
#[derive(Default, Deserialize, ToSchema)]
struct ReplyTranslations {
    th: Option<MessageBody>,
    la: Option<MessageBody>,
    en: Option<MessageBody>,
}

impl ReplyTranslations {
    fn read(self) -> Result<Vec<Translation>, ApiError> {
        let Self { th, la, en } = self;
        let mut translations = Vec::new();
        for (language, body) in [(Language::Th, th), (Language::La, la), (Language::En, en)] {
            if let Some(body) = body {
                translations.push(Translation {
                    language: language.locale(),
                    content: body.read(Side::Agent)?,
                });
            }
        }
        Ok(translations)
    }
}

impl ReplyDraft {
    fn read(self) -> Result<Draft, ApiError> {
        let content = self.message.read(Side::Agent)?;
        let translations = self.translations.read()?;
        Draft::read(&self.title, &self.shortcut, content, translations)
    }
}

/// Lists all saved replies, by title.
#[route(get, path = "/replies", tag = "support", security(("staff" = [])),
    responses((status = 200, body = ReplyList)))]
async fn list_replies(
    State(state): State<AppState>,
    _: Reader,
) -> Result<Json<ReplyList>, ApiError> {
    let replies = reply::list(&state).await?;
    let replies = replies.into_iter().map(ReplyView::from).collect();
    Ok(Json(ReplyList { replies }))
}

/// Adds a saved reply.
#[route(post, path = "/replies", tag = "support", security(("staff" = [])),
    request_body = ReplyDraft, responses((status = 201, body = ReplyView)))]
async fn add_reply(
    State(state): State<AppState>,
    Agent(staff): Agent,
    Json(request): Json<ReplyDraft>,
) -> Result<(StatusCode, Json<ReplyView>), ApiError> {
    let added = reply::add(&state, &staff, &request.read()?).await?;
    Ok((StatusCode::CREATED, Json(added.into())))
}

/// Replaces a saved reply.
#[route(put, path = "/replies/{id}", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path)), request_body = ReplyDraft,
    responses((status = 200, body = ReplyView)))]
async fn change_reply(
    State(state): State<AppState>,
    Agent(staff): Agent,
    Path(id): Path<Uuid>,
    Json(request): Json<ReplyDraft>,
) -> Result<Json<ReplyView>, ApiError> {
    let changed = reply::change(&state, &staff, id, &request.read()?).await?;
    Ok(Json(changed.into()))
}

/// Removes a saved reply.
#[route(delete, path = "/replies/{id}", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path)), responses((status = 200, body = Done)))]
async fn remove_reply(
    State(state): State<AppState>,
    Agent(staff): Agent,
    Path(id): Path<Uuid>,
) -> Result<Json<Done>, ApiError> {
    reply::remove(&state, &staff, id).await?;
    Ok(Done::SUCCESS)
}

/// A saved reply for one conversation.
#[derive(Serialize, ToSchema)]
struct FilledReply {
    /// The message to send.
    #[schema(value_type = Object)]
    message: Value,
    /// Variables that have no value here; the texts still contain them.
    #[schema(value_type = Vec<String>)]
    missing: Vec<&'static str>,
}

#[derive(Deserialize)]
struct FillQuery {
    language: Option<Language>,
}

/// Returns a saved reply with `{name}` and `{balance}` filled in. Filling in a balance is recorded
/// as access to the player's data.
#[route(get, path = "/conversations/{id}/replies/{reply}", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("reply" = Uuid, Path),
        ("language" = inline(Option<Language>), Query,
            description = "The reply's own text if absent, or if it has none in this language.")),
    responses((status = 200, body = FilledReply)))]
async fn fill_reply(
    State(state): State<AppState>,
    Agent(staff): Agent,
    Path((id, reply)): Path<(Uuid, Uuid)>,
    Query(query): Query<FillQuery>,
) -> Result<Json<FilledReply>, ApiError> {
    let found = named(&state, id).await?;
    let language = query.language.map(Language::locale);
    let filled = reply::fill(&state, &staff, &found, &Wanted { reply, language }).await?;
    Ok(Json(FilledReply {
        message: message(&filled.message_type, &filled.payload),
        missing: filled.missing,
    }))
}
