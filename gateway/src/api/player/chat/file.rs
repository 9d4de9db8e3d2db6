//! Files of the support chat: uploads and downloads.

use std::fmt::Write;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use gateway_macros::route;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::require_on;
use crate::api::caller::Address;
use crate::api::state::AppState;
use chat::file::{self, ChatFile, Kind, Uploader};
use chat::turns::Turn;
use chat::{Owner, quota};
use members::throttle::{self, Charge, Rule};
use platform::error::{ApiError, Code};
use platform::extract::{Json, Multipart, Path};
use platform::files::upload::Upload;
use platform::subject::Visitor;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    let uploads = OpenApiRouter::new()
        .routes(routes!(upload_image))
        .routes(routes!(upload_video))
        // The file is counted while it is read, against the operator's bound.
        .layer(DefaultBodyLimit::disable());
    uploads.merge(OpenApiRouter::new().routes(routes!(get_chat_file)))
}

/// A form with a file.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "the form's shape for the OpenAPI document; it is read as a stream"
)]
pub(crate) struct ChatFileForm {
    #[schema(value_type = String, format = Binary)]
    file: String,
}

/// An uploaded file.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UploadedFile {
    /// For `filePath` of a media message.
    path: String,
    /// `image` or `video`.
    file_type: String,
    name: String,
}

impl From<ChatFile> for UploadedFile {
    fn from(file: ChatFile) -> Self {
        Self {
            path: file.path(),
            file_type: file.kind().to_owned(),
            name: file.shown_name,
        }
    }
}

/// Uploads a picture for a media message: JPEG, PNG or GIF, recognised by content and re-encoded.
#[route(post, path = "/chat/upload-image", tag = "chat",
    security(("session" = []), ("guest" = [])),
    request_body(content = ChatFileForm, content_type = "multipart/form-data"),
    responses((status = 201, body = UploadedFile)))]
async fn upload_image(
    State(state): State<AppState>,
    caller: Visitor,
    Address(address): Address,
    Multipart(form): Multipart,
) -> Result<(StatusCode, Json<UploadedFile>), ApiError> {
    upload(&state, caller, &address.to_string(), Kind::Image, form).await
}

/// Uploads a video for a media message: MP4 or `QuickTime`. It is served only as a download.
#[route(post, path = "/chat/upload-video", tag = "chat",
    security(("session" = []), ("guest" = [])),
    request_body(content = ChatFileForm, content_type = "multipart/form-data"),
    responses((status = 201, body = UploadedFile)))]
async fn upload_video(
    State(state): State<AppState>,
    caller: Visitor,
    Address(address): Address,
    Multipart(form): Multipart,
) -> Result<(StatusCode, Json<UploadedFile>), ApiError> {
    upload(&state, caller, &address.to_string(), Kind::Video, form).await
}

async fn upload(
    state: &AppState,
    caller: Visitor,
    address: &str,
    kind: Kind,
    form: axum::extract::Multipart,
) -> Result<(StatusCode, Json<UploadedFile>), ApiError> {
    require_on(state)?;
    let owner = Owner::from(caller);
    // Charged before a turn is taken, so that every attempt counts against the limit.
    charge(state, caller, address).await?;
    let address_key = match owner {
        Owner::Guest(_) => Some(state.secrets.subject(address)),
        Owner::Member(_) => None,
    };
    let mut connection = state.pool.acquire().await?;
    quota::require_room(state, &mut connection, owner, address_key.as_deref(), 1).await?;
    drop(connection);
    let turn = state.chat.turns.take(owner.into())?;
    let received = receive(state, &turn, kind, form).await?;
    let uploader = Uploader::Visitor(owner, address_key);
    let stored = file::store(
        &state.chat,
        &uploader,
        kind,
        received.name.as_str(),
        received.upload.bytes,
    )
    .await?;
    Ok((StatusCode::CREATED, Json(stored.into())))
}

async fn charge(state: &AppState, caller: Visitor, address: &str) -> Result<(), ApiError> {
    let rules = &state.config.chat;
    let subject = Owner::from(caller).id().to_string();
    let window = |max| Rule::Window {
        max,
        seconds: 3_600,
    };
    match caller {
        Visitor::Member(_) => {
            let rule = window(rules.member_uploads_per_hour);
            throttle::charge(state, "chat:member-file", &subject, rule).await
        }
        Visitor::Guest(_) => {
            let by_guest = window(rules.guest_uploads_per_hour);
            let by_address = window(rules.address_uploads_per_hour);
            let charges = [
                Charge::of("chat:guest-file", &subject, by_guest),
                Charge::of("chat:address-file", address, by_address),
            ];
            throttle::charge_all(state, &charges).await
        }
    }
}

/// An uploaded file with its original name.
pub(crate) struct Received {
    pub(crate) name: String,
    pub(crate) upload: Upload,
}

/// Reads the file in the field `file`, and counts it while it is read.
pub(crate) async fn receive(
    state: &AppState,
    turn: &Turn,
    kind: Kind,
    form: axum::extract::Multipart,
) -> Result<Received, ApiError> {
    tokio::time::timeout(state.config.paces.file, read_form(state, turn, kind, form))
        .await
        .map_err(|_| Code::UploadTimeout)?
}

async fn read_form(
    state: &AppState,
    turn: &Turn,
    kind: Kind,
    mut form: axum::extract::Multipart,
) -> Result<Received, ApiError> {
    let most = match kind {
        Kind::Image => state.config.chat.image_bytes,
        Kind::Video => state.config.chat.video_bytes,
    };
    let broken = |_| ApiError::invalid_fields(&["file"]);
    while let Some(field) = form.next_field().await.map_err(broken)? {
        if field.name() == Some("file") {
            let name = field.file_name().unwrap_or_default().to_owned();
            let upload = Upload::read(field, most, |units| turn.room(units)).await?;
            return Ok(Received { name, upload });
        }
    }
    Err(ApiError::invalid_fields(&["file"]))
}

/// Returns a file that the caller uploaded, or that was sent in the caller's conversation.
#[route(get, path = "/chat/file/{id}", tag = "chat",
    security(("session" = []), ("guest" = [])), params(("id" = String, Path)),
    responses((status = 200)))]
async fn get_chat_file(
    State(state): State<AppState>,
    caller: Visitor,
    Path(id): Path<Uuid>,
) -> Result<Response, ApiError> {
    let found = file::find_for(&state.chat, Owner::from(caller), id).await?;
    show(&state, &found.ok_or(Code::NoData)?).await
}

/// A file as an answer: pictures are shown, videos are downloaded, and neither can run code.
pub(crate) async fn show(state: &AppState, file: &ChatFile) -> Result<Response, ApiError> {
    let bytes = file::read(&state.chat, file).await?;
    let media_type = HeaderValue::from_str(&file.media_type)
        .unwrap_or(HeaderValue::from_static("application/octet-stream"));
    let headers = [
        (header::CONTENT_TYPE, media_type),
        (header::CONTENT_DISPOSITION, disposition(file)),
        (
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-store"),
        ),
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static("default-src 'none'; sandbox"),
        ),
    ];
    Ok((headers, bytes).into_response())
}

fn disposition(file: &ChatFile) -> HeaderValue {
    let way = if file.kind() == "image" {
        "inline"
    } else {
        "attachment"
    };
    let mut text = format!("{way}; filename*=UTF-8''");
    for byte in file.shown_name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_') {
            text.push(char::from(byte));
        } else {
            write!(text, "%{byte:02X}").expect("a text takes any text");
        }
    }
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("attachment"))
}
