//! The calling member of staff: identity, socket ticket and logout.

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::api::caller::Reader;
use crate::api::player::account::Done;
use crate::api::sockets::ticket::{self, Holder, TICKET_SECONDS};
use crate::api::state::AppState;
use backoffice::staff::session;
use chat::StaffIdentity;
use platform::config::StaffRole;
use platform::error::ApiError;
use platform::extract::Json;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get_staff))
        .routes(routes!(log_out_staff))
        .routes(routes!(create_staff_ticket))
}

/// A member of staff.
#[derive(Serialize, ToSchema)]
pub(super) struct StaffView {
    pub(super) id: Uuid,
    pub(super) username: String,
    /// The display name.
    pub(super) name: String,
    pub(super) role: StaffRole,
}

/// The caller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffMe {
    staff: StaffView,
    /// When the session ends at the latest.
    expires_at: DateTime<Utc>,
}

/// A ticket that joins a socket to a staff session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffTicket {
    /// The ticket; it works once.
    ticket: String,
    /// How many seconds it is valid.
    expires_in: i64,
}

/// Returns the caller.
#[route(get, path = "/me", tag = "support", security(("staff" = [])),
    responses((status = 200, body = StaffMe)))]
async fn get_staff(Reader(staff): Reader) -> Json<StaffMe> {
    Json(StaffMe {
        expires_at: staff.expires_at,
        staff: StaffView {
            id: staff.id,
            username: staff.username,
            name: staff.name,
            role: staff.role,
        },
    })
}

/// Ends the current session.
#[route(post, path = "/logout", tag = "support", security(("staff" = [])),
    responses((status = 200, body = Done)))]
async fn log_out_staff(
    State(state): State<AppState>,
    Reader(staff): Reader,
) -> Result<Json<Done>, ApiError> {
    session::close(&state, &staff).await?;
    Ok(Done::SUCCESS)
}

/// Creates a ticket for the live socket.
#[route(post, path = "/ticket", tag = "support", security(("staff" = [])),
    responses((status = 200, body = StaffTicket)))]
async fn create_staff_ticket(
    State(state): State<AppState>,
    Reader(staff): Reader,
) -> Result<Json<StaffTicket>, ApiError> {
    let holder = Holder::Staff {
        session_id: staff.session_id,
        may_act: staff.role != StaffRole::Auditor,
        staff: StaffIdentity {
            id: staff.id,
            name: staff.name,
        },
    };
    let ticket = ticket::create(&state, &holder).await?;
    Ok(Json(StaffTicket {
        ticket,
        expires_in: TICKET_SECONDS,
    }))
}
