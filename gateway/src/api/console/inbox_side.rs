//! The player next to a conversation.

use axum::extract::State;
use gateway_macros::route;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::inbox::named;
use super::player_side::{self, PlayerSide};
use crate::api::caller::Reader;
use crate::api::state::AppState;
use backoffice::inbox::side;
use platform::error::ApiError;
use platform::extract::{Json, Path};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get_conversation_side))
}

/// Returns the player of a conversation: the wallet, what waits for staff, and the last statement
/// lines. The call is recorded as access to the player's data, with the chat as the reason.
#[route(get, path = "/conversations/{id}/side", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path)), responses((status = 200, body = PlayerSide)))]
async fn get_conversation_side(
    State(state): State<AppState>,
    Reader(staff): Reader,
    Path(id): Path<Uuid>,
) -> Result<Json<PlayerSide>, ApiError> {
    let found = named(&state, id).await?;
    let side = match side::look(&state, &staff, &found).await? {
        Some(player) => player_side::of(&state, &staff, player).await?,
        None => PlayerSide::default(),
    };
    Ok(Json(side))
}
