//! Identities for visitors who chat without an account.

use axum::extract::State;
use axum::http::StatusCode;
use gateway_macros::route;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::require_on;
use crate::api::caller::{Address, OwnPage};
use crate::api::state::AppState;
use chat::guest;
use platform::error::ApiError;
use platform::extract::Json;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(create_guest))
}

/// A guest's identity.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GuestIdentity {
    /// Public: it names the guest and grants no access.
    #[schema(example = "guest-0123456789abcdef0123456789abcdef")]
    guest_id: String,
    /// For `Authorization: Guest <guestId>.<secret>`; it is returned only once.
    secret: String,
}

/// Creates an identity for a guest, who chats without an account.
#[route(post, path = "/guest", tag = "chat",
    responses((status = 201, body = GuestIdentity)))]
async fn create_guest(
    State(state): State<AppState>,
    _: OwnPage,
    Address(address): Address,
) -> Result<(StatusCode, Json<GuestIdentity>), ApiError> {
    require_on(&state)?;
    let made = guest::create(&state, &address.to_string()).await?;
    let identity = GuestIdentity {
        guest_id: made.id,
        secret: made.secret,
    };
    Ok((StatusCode::CREATED, Json(identity)))
}
