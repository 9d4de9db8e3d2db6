//! The PIN that confirms money out.

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::otp::{OtpSent, read_digits};
use crate::api::state::AppState;
use members::device::Device;
use members::origin::Origin;
use members::otp::GivenCode;
use members::pin::{self, NewPin};
use platform::error::ApiError;
use platform::extract::Json;
use platform::subject::Member;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(set_pin))
        .routes(routes!(send_pin_code))
}

/// A new PIN, with what permits it: the password, and the current PIN or a texted code.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PinUpdate {
    /// Six digits; not one digit repeated, and not a sequence.
    pin: String,
    password: String,
    /// The PIN in force.
    current_pin: Option<String>,
    /// From the answer to the code request; sent with `otpCode`.
    otp_token: Option<String>,
    /// The six digits of the text message.
    otp_code: Option<String>,
}

/// A PIN that was set.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PinSet {
    /// Until when payouts are held, because the old PIN was not given.
    held_until: Option<DateTime<Utc>>,
}

/// Texts the member a code to set or reset the PIN.
#[route(post, path = "/account/pin/code", tag = "account", security(("session" = [])),
    responses((status = 200, body = OtpSent)))]
async fn send_pin_code(
    State(state): State<AppState>,
    caller: Member,
) -> Result<Json<OtpSent>, ApiError> {
    let sent = pin::send_code(&state, caller.id).await?;
    Ok(Json(OtpSent::of(sent, None, &state.config.otp)))
}

/// Sets the PIN that confirms money out. Replacing a PIN without the current one holds payouts for
/// the hours that the operator configures.
#[route(put, path = "/account/pin", tag = "account", security(("session" = [])),
    request_body = PinUpdate, params(Device),
    responses((status = 200, body = PinSet)))]
async fn set_pin(
    State(state): State<AppState>,
    caller: Member,
    origin: Origin,
    Json(update): Json<PinUpdate>,
) -> Result<Json<PinSet>, ApiError> {
    let digits;
    let code = match (&update.otp_token, &update.otp_code) {
        (Some(token), Some(code)) => {
            digits = read_digits(code)?;
            Some(GivenCode {
                token,
                digits: &digits,
            })
        }
        _ => None,
    };
    let new = NewPin {
        digits: &update.pin,
        password: update.password,
        current: update.current_pin.as_deref(),
        code,
        origin: &origin,
    };
    let held_until = pin::set(&state, caller, new).await?;
    Ok(Json(PinSet { held_until }))
}
