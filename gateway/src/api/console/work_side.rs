//! The player next to a piece of work that waits for staff.

use axum::extract::State;
use gateway_macros::route;
use ledger::SlipId;
use projections::{View, open_work};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::bank_change::{self, BankChange};
use super::contact::PlayerContact;
use super::player_side::{self, PlayerSide};
use crate::api::caller::Reader;
use crate::api::state::AppState;
use backoffice::review::evidence;
use backoffice::staff::audit_log::{self, AuditEntry};
use members::member;
use platform::error::{ApiError, Code};
use platform::extract::{AfterPosition, Json, Path};

/// Why staff see the player.
const REASON: &str = "work";

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get_work_side))
}

/// The panel next to a work item.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WorkSide {
    /// The player's phone number and bank account, to compare with the payment.
    owner: PlayerContact,
    /// Why a withdrawal waits, if the bank account was changed.
    bank_change: Option<BankChange>,
    side: PlayerSide,
}

/// Returns the player of a work item. The call is recorded as access to the player's data, with the
/// item as the reason. Only items that wait for staff, and refused slips, give this access.
#[route(get, path = "/work/{id}/side", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path)), responses((status = 200, body = WorkSide)))]
async fn get_work_side(
    State(state): State<AppState>,
    Reader(staff): Reader,
    after: AfterPosition,
    Path(id): Path<Uuid>,
) -> Result<Json<WorkSide>, ApiError> {
    state.show(View::OpenWork, after).await?;
    let player = open_work::waiting_wallet(&state.pool, id, state.clock.now()).await?;
    // A refused slip is no open work, but staff may still credit it.
    let player = if let Some(player) = player {
        player
    } else {
        let slip = evidence::find_slip(&state, SlipId(id)).await?;
        let refused = slip.filter(|slip| slip.is_refused);
        refused.ok_or(Code::NoData)?.wallet_id
    };
    let act = AuditEntry::of("look.work")
        .to("player", &player)
        .because(REASON);
    let detail = json!({ "work": id });
    audit_log::record(&state, &staff, act.with(detail)).await?;
    Ok(Json(WorkSide {
        owner: member::load(&state, player).await?.into(),
        bank_change: bank_change::of(&state, id).await?,
        side: player_side::of(&state, &staff, player).await?,
    }))
}
