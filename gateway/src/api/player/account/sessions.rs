//! Where a member is logged in, and the notices about it.

use axum::extract::State;
use gateway_macros::route;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::api::state::AppState;
use members::device::Device;
use members::notice::{self, Notice};
use members::session::{self, OpenSession, Which};
use platform::error::ApiError;
use platform::extract::{Json, Path};
use platform::subject::Member;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_sessions, end_other_sessions))
        .routes(routes!(end_session))
        .routes(routes!(list_notices))
}

/// The member's sessions.
#[derive(Serialize, ToSchema)]
struct SessionList {
    /// The current one first, then by last use.
    list: Vec<OpenSession>,
}

/// How many sessions were ended.
#[derive(Serialize, ToSchema)]
struct EndedSessions {
    /// Without sessions that had already ended or are another member's.
    #[schema(example = 1)]
    ended: usize,
}

/// The member's notices, for every device.
#[derive(Serialize, ToSchema)]
struct NoticeList {
    /// Those of the last 30 days, newest first.
    list: Vec<Notice>,
}

/// Lists where the member is logged in.
#[route(get, path = "/account/sessions", tag = "account", security(("session" = [])),
    responses((status = 200, body = SessionList)))]
async fn list_sessions(
    State(state): State<AppState>,
    caller: Member,
) -> Result<Json<SessionList>, ApiError> {
    let list = session::list(&state, caller).await?;
    Ok(Json(SessionList { list }))
}

/// Ends every session except the current one.
#[route(delete, path = "/account/sessions", tag = "account", security(("session" = [])),
    responses((status = 200, body = EndedSessions)))]
async fn end_other_sessions(
    State(state): State<AppState>,
    caller: Member,
) -> Result<Json<EndedSessions>, ApiError> {
    let others = Which::AllBut(caller.session_id);
    let ended = session::revoke(&state, caller.id, others).await?;
    Ok(Json(EndedSessions { ended }))
}

/// Ends one of the member's sessions.
#[route(delete, path = "/account/sessions/{id}", tag = "account",
    security(("session" = [])), params(("id" = Uuid, Path)),
    responses((status = 200, body = EndedSessions)))]
async fn end_session(
    State(state): State<AppState>,
    caller: Member,
    Path(id): Path<Uuid>,
) -> Result<Json<EndedSessions>, ApiError> {
    let ended = session::revoke(&state, caller.id, Which::Only(id)).await?;
    Ok(Json(EndedSessions { ended }))
}

/// Lists the member's notices: log-ins from new devices, changes of password and PIN.
///
/// Each device remembers which ones it has shown.
#[route(get, path = "/account/notices", tag = "account", security(("session" = [])),
    params(Device),
    responses((status = 200, body = NoticeList)))]
async fn list_notices(
    State(state): State<AppState>,
    caller: Member,
    device: Device,
) -> Result<Json<NoticeList>, ApiError> {
    let list = notice::list(&state, caller.id, &device).await?;
    Ok(Json(NoticeList { list }))
}
