//! Freezing and unfreezing a player's money, and declaring void rows: one person requests it, another
//! approves.

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::decide::{DecisionAnswer, ReasonRequest};
use crate::api::caller::Agent;
use crate::api::state::AppState;
use backoffice::review::ask;
use backoffice::review::decision::Decision;
use backoffice::review::freeze::KnownFreeze;
use backoffice::review::power::Reach;
use backoffice::staff::look::reason;
use platform::error::ApiError;
use platform::extract::{IdempotencyKey, Json, Path};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(ask_freeze))
        .routes(routes!(ask_unfreeze))
        .routes(routes!(ask_void_declaration))
}

/// A freeze in force.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlayerFreeze {
    reach: Reach,
    since: DateTime<Utc>,
    /// Who requested it; null if no decision matches the journal.
    asked_by: Option<String>,
    /// Who agreed.
    approved_by: Option<String>,
    /// Why, in the requester's words.
    reason: Option<String>,
}

impl From<KnownFreeze> for PlayerFreeze {
    fn from(freeze: KnownFreeze) -> Self {
        let (asked_by, approved_by, reason) = match freeze.behind {
            Some(people) => (
                Some(people.asked_by),
                Some(people.approved_by),
                Some(people.reason),
            ),
            None => (None, None, None),
        };
        Self {
            reach: freeze.reach,
            since: freeze.since,
            asked_by,
            approved_by,
            reason,
        }
    }
}

/// Freezes a player's money.
#[derive(Deserialize, ToSchema)]
struct FreezeRequest {
    reach: Reach,
    /// 3 to 300 characters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
}

/// Requests a freeze of a player's money; a second person must approve it. If the wallet is already
/// frozen, this changes what the freeze covers.
#[route(post, path = "/players/{id}/freezes", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = FreezeRequest,
    responses((status = 202, body = DecisionAnswer), (status = 200, body = DecisionAnswer)))]
async fn ask_freeze(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path(player): Path<Uuid>,
    Json(request): Json<FreezeRequest>,
) -> Result<DecisionAnswer, ApiError> {
    let why = reason(&request.reason)?;
    let reach = request.reach;
    let decision = Decision::Freeze { player, reach };
    Ok(ask::decide(&state.payments, &staff, &key, decision, why)
        .await?
        .into())
}

/// Requests the end of a player's freeze; a second person must approve it.
#[route(post, path = "/players/{id}/unfreezes", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = ReasonRequest,
    responses((status = 202, body = DecisionAnswer), (status = 200, body = DecisionAnswer)))]
async fn ask_unfreeze(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path(player): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<DecisionAnswer, ApiError> {
    let why = reason(&request.reason)?;
    let decision = Decision::Unfreeze { player };
    Ok(ask::decide(&state.payments, &staff, &key, decision, why)
        .await?
        .into())
}

/// Requests a declaration of a player's void rows, which ends the stop that they brought; a second
/// person must approve it. A later void row stops the money again.
#[route(post, path = "/players/{id}/void-declarations", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = ReasonRequest,
    responses((status = 202, body = DecisionAnswer), (status = 200, body = DecisionAnswer)))]
async fn ask_void_declaration(
    State(state): State<AppState>,
    Agent(staff): Agent,
    key: IdempotencyKey,
    Path(player): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<DecisionAnswer, ApiError> {
    let why = reason(&request.reason)?;
    let decision = Decision::DeclareVoid { player };
    Ok(ask::decide(&state.payments, &staff, &key, decision, why)
        .await?
        .into())
}
