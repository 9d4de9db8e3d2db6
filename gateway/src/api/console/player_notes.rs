//! Notes and flags on a player.

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::WalletId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::api::caller::Agent;
use crate::api::player::account::Done;
use crate::api::state::AppState;
use backoffice::staff::look::reason;
use backoffice::staff::player_note::{self, Flag, FlagChange};
use platform::error::ApiError;
use platform::extract::{Json, Path};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(note_player))
}

/// The notes of staff on a player.
#[derive(Serialize, ToSchema)]
pub(super) struct PlayerNotes {
    /// The flags that are set.
    flags: Vec<Flag>,
    /// The latest entries, newest first.
    notes: Vec<PlayerNote>,
}

/// An entry.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PlayerNote {
    id: String,
    at: DateTime<Utc>,
    by: String,
    text: String,
    /// The flag that it sets or clears.
    flag: Option<Flag>,
    clears: bool,
}

impl From<player_note::PlayerNotes> for PlayerNotes {
    fn from(stored: player_note::PlayerNotes) -> Self {
        let notes = stored.notes.into_iter().map(|note| PlayerNote {
            id: note.id.to_string(),
            at: note.at,
            by: note.by,
            text: note.text,
            flag: note.change.map(|change| change.flag),
            clears: note.change.is_some_and(|change| change.clears),
        });
        Self {
            flags: stored.flags,
            notes: notes.collect(),
        }
    }
}

/// A note, which may set or clear a flag.
#[derive(Deserialize, ToSchema)]
struct NoteRequest {
    /// 3 to 300 characters. Not called a reason, because reasons stay in the audit log permanently.
    #[schema(min_length = 3, max_length = 300)]
    text: String,
    flag: Option<Flag>,
    /// Whether it clears the flag instead.
    #[serde(default)]
    clears: bool,
}

/// Adds a note on a player, which may set or clear a flag.
#[route(post, path = "/players/{id}/notes", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path)), request_body = NoteRequest,
    responses((status = 200, body = Done)))]
async fn note_player(
    State(state): State<AppState>,
    Agent(staff): Agent,
    Path(player): Path<Uuid>,
    Json(request): Json<NoteRequest>,
) -> Result<Json<Done>, ApiError> {
    let text = reason(&request.text).map_err(|_| ApiError::invalid_fields(&["text"]))?;
    if request.clears && request.flag.is_none() {
        return Err(ApiError::invalid_fields(&["flag"]));
    }
    let change = request.flag.map(|flag| FlagChange {
        flag,
        clears: request.clears,
    });
    player_note::add(&state, &staff, WalletId(player), text, change).await?;
    Ok(Done::SUCCESS)
}
