//! A forgotten password.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::otp::{OtpSent, read_digits};
use crate::api::caller::Address;
use crate::api::state::AppState;
use crate::members::device::Device;
use crate::members::draft;
use crate::members::origin::Origin;
use crate::members::password_reset::{self, Reset};
use crate::platform::error::ApiError;
use crate::platform::extract::Json;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(send_password_code))
        .routes(routes!(reset_password))
}

/// The number of a member who has forgotten the password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasswordCodeRequest {
    /// The phone number, in any usual spelling.
    phone_number: String,
}

/// Another password, with the code of the message.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasswordReset {
    phone_number: String,
    /// Of the answer when the code was asked for.
    otp_token: String,
    /// The six digits of the message.
    otp_code: String,
    #[schema(min_length = 8, max_length = 128)]
    password: String,
}

/// The answer when the password is another one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasswordResetDone {
    /// Until when payouts wait; none where the operator sets no hold.
    held_until: Option<DateTime<Utc>>,
}

/// Sends a code for another password. The answer is the same whether the number is a member's or not.
#[utoipa::path(post, path = "/account/password/code", tag = "account",
    request_body = PasswordCodeRequest, params(Device),
    responses((status = 200, body = OtpSent)))]
async fn send_password_code(
    State(state): State<AppState>,
    Address(address): Address,
    device: Device,
    Json(request): Json<PasswordCodeRequest>,
) -> Result<Json<OtpSent>, ApiError> {
    let phone = draft::read_phone(&state.config, &request.phone_number)?;
    let address = address.to_string();
    let sent = password_reset::send_code(&state, &phone, &address, &device).await?;
    Ok(Json(OtpSent::of(sent, None, &state.config.otp)))
}

/// Sets another password with the code of the message. Ends all sessions; payouts wait for the operator's
/// hours.
#[utoipa::path(post, path = "/account/password/reset", tag = "account",
    request_body = PasswordReset, params(Device),
    responses((status = 200, body = PasswordResetDone)))]
async fn reset_password(
    State(state): State<AppState>,
    origin: Origin,
    Json(request): Json<PasswordReset>,
) -> Result<Json<PasswordResetDone>, ApiError> {
    let phone = draft::read_phone(&state.config, &request.phone_number)?;
    let digits = read_digits(&request.otp_code)?;
    let reset = Reset {
        phone: &phone,
        token: &request.otp_token,
        digits: &digits,
        password: request.password,
        origin: &origin,
    };
    let held_until = password_reset::reset(&state, reset).await?;
    Ok(Json(PasswordResetDone { held_until }))
}
