//! Files of the chat, for staff: the files that visitors and staff send.

use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::response::Response;
use gateway_macros::route;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::inbox::identity;
use crate::api::caller::{Agent, Reader};
use crate::api::player::chat::file::{ChatFileForm, UploadedFile, receive, show};
use crate::api::player::chat::require_on;
use crate::api::state::AppState;
use backoffice::staff::session::Staff;
use chat::file::{self, Kind, Uploader};
use chat::turns::Uploads;
use members::throttle::{self, Rule};
use platform::error::{ApiError, Code};
use platform::extract::{Json, Multipart, Path};

/// How many files one member of staff may upload within an hour.
const UPLOADS_PER_HOUR: u32 = 120;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    let uploads = OpenApiRouter::new()
        .routes(routes!(upload_staff_image))
        .routes(routes!(upload_staff_video))
        // The file is counted while it is read, against the operator's own bound.
        .layer(DefaultBodyLimit::disable());
    uploads.merge(OpenApiRouter::new().routes(routes!(get_staff_file)))
}

/// Uploads a picture for a media message or a saved reply; it is re-encoded.
#[route(post, path = "/upload-image", tag = "support", security(("staff" = [])),
    request_body(content = ChatFileForm, content_type = "multipart/form-data"),
    responses((status = 201, body = UploadedFile)))]
async fn upload_staff_image(
    State(state): State<AppState>,
    Agent(staff): Agent,
    Multipart(form): Multipart,
) -> Result<(StatusCode, Json<UploadedFile>), ApiError> {
    upload(&state, &staff, Kind::Image, form).await
}

/// Uploads a video for a media message.
#[route(post, path = "/upload-video", tag = "support", security(("staff" = [])),
    request_body(content = ChatFileForm, content_type = "multipart/form-data"),
    responses((status = 201, body = UploadedFile)))]
async fn upload_staff_video(
    State(state): State<AppState>,
    Agent(staff): Agent,
    Multipart(form): Multipart,
) -> Result<(StatusCode, Json<UploadedFile>), ApiError> {
    upload(&state, &staff, Kind::Video, form).await
}

async fn upload(
    state: &AppState,
    staff: &Staff,
    kind: Kind,
    form: axum::extract::Multipart,
) -> Result<(StatusCode, Json<UploadedFile>), ApiError> {
    require_on(state)?;
    let rule = Rule::Window {
        max: UPLOADS_PER_HOUR,
        seconds: 3_600,
    };
    throttle::charge(state, "chat:staff-file", &staff.id.to_string(), rule).await?;
    let turn = state.chat.turns.take(Uploads::Staff(staff.id))?;
    let received = receive(state, &turn, kind, form).await?;
    let uploader = Uploader::Staff(identity(staff));
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

/// Returns a chat file, which messages refer to as `/api/chat/file/{id}`.
#[route(get, path = "/files/{id}", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 200)))]
async fn get_staff_file(
    State(state): State<AppState>,
    _: Reader,
    Path(id): Path<Uuid>,
) -> Result<Response, ApiError> {
    let found = file::find_for_staff(&state.chat, id).await?;
    show(&state, &found.ok_or(Code::NoData)?).await
}
