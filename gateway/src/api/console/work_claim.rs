//! Claims on work items: who has an item open, taking it over, and handing it to a colleague.

use axum::extract::State;
use gateway_macros::route;
use ledger::SlipId;
use ledger::wallet::TransferStatus;
use projections::open_work;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::api::caller::Agent;
use crate::api::player::account::Done;
use crate::api::state::AppState;
use backoffice::discrepancy::list;
use backoffice::review::evidence;
use backoffice::review::waiting;
use backoffice::review::work_claim::{self, ClaimKind, ClaimedItem, WorkClaim};
use platform::error::{ApiError, Code};
use platform::extract::{Json, Path};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(claim_work))
        .routes(routes!(release_work))
        .routes(routes!(hand_work_over))
}

/// Claims a work item.
#[derive(Deserialize, ToSchema)]
struct ClaimWorkRequest {
    kind: ClaimKind,
    /// The colleague who has the item open, to take it over deliberately.
    #[serde(default)]
    from: Option<Uuid>,
}

/// The caller's claim.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClaimedWork {
    claim: WorkClaim,
    /// After how many seconds to renew the claim while the item stays open.
    #[schema(example = 200)]
    renew_after_seconds: u32,
}

/// Claims a work item for a while, renews the caller's claim, or takes the item over from the named
/// colleague. Of two simultaneous calls, one is refused with `WORK_CLAIMED` and the `claim`. A claim
/// forbids nobody to decide.
#[route(post, path = "/work/{id}/claim", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path)), request_body = ClaimWorkRequest,
    responses((status = 200, body = ClaimedWork)))]
async fn claim_work(
    State(state): State<AppState>,
    Agent(staff): Agent,
    Path(id): Path<Uuid>,
    Json(request): Json<ClaimWorkRequest>,
) -> Result<Json<ClaimedWork>, ApiError> {
    let item = ClaimedItem {
        kind: request.kind,
        id,
    };
    require_open(&state, item).await?;
    let claim = work_claim::claim(&state, &staff, item, request.from).await?;
    // A third of the time: two renewals may be lost before the claim runs out.
    let renew_after_seconds = state.config.support.claim_minutes * 60 / 3;
    Ok(Json(ClaimedWork {
        claim,
        renew_after_seconds,
    }))
}

/// Releases a work item.
#[derive(Deserialize, ToSchema)]
struct ReleaseWorkRequest {
    kind: ClaimKind,
}

/// Releases a work item that the caller has claimed; a colleague's claim stays.
#[route(post, path = "/work/{id}/release", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path)), request_body = ReleaseWorkRequest,
    responses((status = 200, body = Done)))]
async fn release_work(
    State(state): State<AppState>,
    Agent(staff): Agent,
    Path(id): Path<Uuid>,
    Json(request): Json<ReleaseWorkRequest>,
) -> Result<Json<Done>, ApiError> {
    let item = ClaimedItem {
        kind: request.kind,
        id,
    };
    work_claim::release(&state, &staff, item).await?;
    Ok(Done::SUCCESS)
}

/// Hands a work item to a colleague.
#[derive(Deserialize, ToSchema)]
struct HandWorkOverRequest {
    kind: ClaimKind,
    to: Uuid,
}

/// Hands a work item to a colleague, for whom it is claimed from now on. The caller must have
/// claimed it unless nobody has; a supervisor may hand over any.
#[route(post, path = "/work/{id}/hand", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path)), request_body = HandWorkOverRequest,
    responses((status = 200, body = WorkClaim)))]
async fn hand_work_over(
    State(state): State<AppState>,
    Agent(staff): Agent,
    Path(id): Path<Uuid>,
    Json(request): Json<HandWorkOverRequest>,
) -> Result<Json<WorkClaim>, ApiError> {
    let item = ClaimedItem {
        kind: request.kind,
        id,
    };
    require_open(&state, item).await?;
    let claim = work_claim::hand_over(&state, &staff, item, request.to).await?;
    Ok(Json(claim))
}

/// Refuses an item that staff have nothing to decide about: a claim on it would show nowhere.
async fn require_open(state: &AppState, item: ClaimedItem) -> Result<(), ApiError> {
    let (pool, id) = (&state.pool, item.id);
    let is_open = match item.kind {
        // A refused slip is no open work, but staff may still credit it.
        ClaimKind::Slips => {
            let slip = evidence::find_slip(state, SlipId(id)).await?;
            slip.is_some_and(|slip| slip.is_waiting || slip.is_refused)
        }
        ClaimKind::Qr => open_work::waiting_qr_order(pool, id).await?.is_some(),
        ClaimKind::Manual => {
            let deposit = open_work::waiting_manual_deposit(pool, id).await?;
            deposit.is_some()
        }
        ClaimKind::Withdrawals => {
            let withdrawal = open_work::withdrawal_by_id(pool, id).await?;
            let held_until = withdrawal.and_then(|withdrawal| withdrawal.not_before);
            held_until.is_some_and(|until| until > state.clock.now())
        }
        ClaimKind::Transfers => {
            let transfer = open_work::transfer_by_id(pool, id).await?;
            transfer.is_some_and(|transfer| transfer.status == TransferStatus::Unknown)
        }
        ClaimKind::Differences => {
            let difference = list::find(pool, id).await?;
            difference.is_some_and(|difference| difference.is_open())
        }
        ClaimKind::Approvals => {
            let waiting = waiting::waiting(&state.payments).await?;
            waiting.iter().any(|decision| decision.id == id)
        }
    };
    if is_open {
        Ok(())
    } else {
        Err(Code::NoData.into())
    }
}
