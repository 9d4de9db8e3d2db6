//! One-time codes.

use axum::extract::State;
use gateway_macros::route;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::caller::Address;
use crate::api::state::AppState;
use members::otp::{self, Sent};
use members::{draft, phone};
use platform::config::OtpRules;
use platform::error::{ApiError, Code};
use platform::extract::Json;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(send_otp))
        .routes(routes!(verify_otp))
}

/// The request for a code.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OtpRequest {
    phone_number: String,
    /// The token of an earlier code that the caller has checked; required to learn whether it still
    /// proves the number.
    otp_token: Option<String>,
}

/// The answer after a code was sent, or when none is needed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OtpSent {
    /// Four characters that are also in the message.
    otp_ref: String,
    /// The client sends it back with the digits and with the registration.
    otp_token: String,
    /// `OTP_SENT`, or `OTP_VERIFIED` if the caller's `otpToken` already proves the number or no
    /// proof is required. It never contains the digits.
    #[schema(example = "OTP_SENT")]
    code: &'static str,
    /// How many seconds the code is valid.
    expires_in: u32,
    /// How many seconds until another code may be requested.
    resend_in: u32,
}

/// Sends a one-time code by text message.
#[route(post, path = "/otp/send", tag = "otp", request_body = OtpRequest,
    responses((status = 200, body = OtpSent)))]
async fn send_otp(
    State(state): State<AppState>,
    Address(address): Address,
    Json(request): Json<OtpRequest>,
) -> Result<Json<OtpSent>, ApiError> {
    let phone = draft::read_phone(&state.config, &request.phone_number)?;
    let given = request.otp_token;
    let sent = otp::send(&state, &phone, given.as_deref(), &address.to_string()).await?;
    Ok(Json(OtpSent::of(sent, given, &state.config.otp)))
}

impl OtpSent {
    pub(super) fn of(sent: Sent, given: Option<String>, rules: &OtpRules) -> Self {
        match sent {
            Sent::Code { reference, token } => Self {
                otp_ref: reference,
                otp_token: token,
                code: "OTP_SENT",
                expires_in: rules.expires_seconds,
                resend_in: rules.resend_seconds,
            },
            Sent::AlreadyVerified => Self {
                otp_ref: String::new(),
                otp_token: given.unwrap_or_default(),
                code: "OTP_VERIFIED",
                expires_in: 0,
                resend_in: 0,
            },
        }
    }
}

/// The digits of a code. A text that cannot be one does not count as a try.
pub(super) fn read_digits(text: &str) -> Result<String, Code> {
    phone::plain_digits(text)
        .filter(|digits| digits.len() == 6)
        .ok_or(Code::OtpCodeInvalid)
}

/// A token and the digits that belong to it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OtpCheck {
    otp_token: String,
    /// The six digits of the code.
    otp_code: String,
}

/// The answer when the number is verified.
#[derive(Serialize, ToSchema)]
struct OtpVerified {
    /// Always `OTP_CODE_VALID`.
    #[schema(example = "OTP_CODE_VALID")]
    code: &'static str,
}

/// Checks a one-time code.
#[route(post, path = "/otp/verify", tag = "otp", request_body = OtpCheck,
    responses((status = 200, body = OtpVerified)))]
async fn verify_otp(
    State(state): State<AppState>,
    Json(check): Json<OtpCheck>,
) -> Result<Json<OtpVerified>, ApiError> {
    let digits = read_digits(&check.otp_code)?;
    otp::verify(&state, &check.otp_token, &digits).await?;
    Ok(Json(OtpVerified {
        code: "OTP_CODE_VALID",
    }))
}
