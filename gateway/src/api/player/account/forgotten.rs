//! A forgotten password.

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::otp::{OtpSent, read_digits};
use crate::api::caller::Address;
use crate::api::state::AppState;
use backoffice::review::password_code;
use members::device::Device;
use members::draft;
use members::origin::Origin;
use members::otp::GivenCode;
use members::password_reset::{self, Proof, Reset};
use platform::error::ApiError;
use platform::extract::Json;

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

/// A new password, with what permits it: the texted code or a code from staff.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasswordReset {
    phone_number: String,
    /// From the answer to the code request; sent with `otpCode`.
    otp_token: Option<String>,
    /// The six digits of the text message.
    otp_code: Option<String>,
    /// The code that staff read out, instead of the other two.
    #[schema(example = "ABCD-EFGH-2345")]
    staff_code: Option<String>,
    #[schema(min_length = 8, max_length = 128)]
    password: String,
}

/// The answer when the password has been reset.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasswordResetDone {
    /// Until when payouts are held; none if the operator sets no hold.
    held_until: Option<DateTime<Utc>>,
}

/// Sends a password reset code. The answer is the same whether or not the number is a member's.
#[route(post, path = "/account/password/code", tag = "account",
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

/// Sets a new password with the texted code or a code from staff. Ends all sessions; payouts are
/// held for the hours that the operator configures.
#[route(post, path = "/account/password/reset", tag = "account",
    request_body = PasswordReset, params(Device),
    responses((status = 200, body = PasswordResetDone)))]
async fn reset_password(
    State(state): State<AppState>,
    origin: Origin,
    Json(request): Json<PasswordReset>,
) -> Result<Json<PasswordResetDone>, ApiError> {
    let phone = draft::read_phone(&state.config, &request.phone_number)?;
    let digits;
    let proof = match (&request.otp_token, &request.otp_code, &request.staff_code) {
        (Some(token), Some(code), None) => {
            digits = read_digits(code)?;
            Proof::Message(GivenCode {
                token,
                digits: &digits,
            })
        }
        (None, None, Some(code)) => {
            let address = origin.address.to_string();
            Proof::Staff(password_code::prove(&state, &phone, code, &address).await?)
        }
        (_, _, None) => return Err(ApiError::invalid_fields(&["otpToken", "otpCode"])),
        (_, _, Some(_)) => return Err(ApiError::invalid_fields(&["staffCode"])),
    };
    let reset = Reset {
        phone: &phone,
        proof,
        password: request.password,
        origin: &origin,
    };
    let held_until = password_reset::reset(&state, reset).await?;
    Ok(Json(PasswordResetDone { held_until }))
}
