//! How much waits for staff, for the console's menu.

use axum::extract::State;
use gateway_macros::route;
use projections::View;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::work::WorkCounts;
use crate::api::caller::Reader;
use crate::api::state::AppState;
use backoffice::inbox::listing::{self, Counts};
use backoffice::review::waiting;
use platform::config::StaffRole;
use platform::error::ApiError;
use platform::extract::{AfterPosition, Json};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(count_waiting))
}

/// How much work waits for staff, and for the caller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WaitingCounts {
    /// The number of items in each list.
    work: WorkCounts,
    /// The number of different items: one that waits for a second person is in two lists.
    work_total: i64,
    /// Decisions that the caller may approve or refuse.
    approvals_to_answer: i64,
    conversations: Counts,
}

/// Returns how much work waits for staff, and for the caller.
#[route(get, path = "/waiting", tag = "support", security(("staff" = [])),
    responses((status = 200, body = WaitingCounts)))]
async fn count_waiting(
    State(state): State<AppState>,
    Reader(staff): Reader,
    after: AfterPosition,
) -> Result<Json<WaitingCounts>, ApiError> {
    state.show(View::OpenWork, after).await?;
    let work = WorkCounts::load(&state).await?;
    let approvals = waiting::count(&state.payments, staff.id).await?;
    let may_answer = staff.role == StaffRole::Supervisor;
    Ok(Json(WaitingCounts {
        work_total: work.listed() + approvals.unlisted,
        work,
        approvals_to_answer: if may_answer { approvals.of_others } else { 0 },
        conversations: listing::counts(&state, staff.id).await?,
    }))
}
