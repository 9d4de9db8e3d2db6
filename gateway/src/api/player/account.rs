//! Registration.

pub(crate) mod forgotten;
pub(crate) mod limits;
pub(crate) mod login;
pub(crate) mod otp;
pub(crate) mod pin;
pub(crate) mod profile;
pub(crate) mod sessions;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use gateway_macros::route;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::caller::Address;
use crate::api::state::AppState;
use members::device::Device;
use members::draft::{Draft, Step};
use members::registration;
use platform::error::ApiError;
use platform::extract::{IdempotencyKey, Json};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(validate_account))
        .routes(routes!(create_account))
}

/// The step of the registration wizard.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum WizardStep {
    /// The phone number only.
    Phone,
    /// The phone number, name, password and source.
    Profile,
    /// Everything.
    Bank,
}

/// A registration as typed; fields of later steps may be absent.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
struct AccountDraft {
    /// The fields to check, up to a step; everything if absent. A registration checks everything.
    step: Option<WizardStep>,
    /// The phone number, in any usual spelling.
    username: String,
    /// The profile name.
    name: String,
    #[schema(min_length = 8, max_length = 128)]
    password: String,
    source_code: String,
    invite_code: Option<String>,
    bank_code: String,
    /// First and last name of the holder.
    bank_account_name: String,
    bank_account_no: String,
    /// `LAK` or `BAHT`, in Lao mode only.
    currency: Option<String>,
    /// The token whose code proved the phone number; required if `registerOTP` is on.
    otp_token: Option<String>,
}

impl From<AccountDraft> for Draft {
    fn from(typed: AccountDraft) -> Self {
        Self {
            username: typed.username,
            name: typed.name,
            password: typed.password,
            source_code: typed.source_code,
            invite_code: typed.invite_code,
            bank_code: typed.bank_code,
            bank_account_name: typed.bank_account_name,
            bank_account_no: typed.bank_account_no,
            currency: typed.currency,
            otp_token: typed.otp_token,
        }
    }
}

/// The answer of a request that took effect.
#[derive(Serialize, ToSchema)]
pub(crate) struct Done {
    /// Always `SUCCESS`.
    #[schema(example = "SUCCESS")]
    status: &'static str,
}

impl Done {
    /// The answer `SUCCESS`.
    pub(crate) const SUCCESS: Json<Self> = Json(Self { status: "SUCCESS" });
}

/// The answer of a registration.
#[derive(Serialize, ToSchema)]
struct CreatedAccount {
    /// Always `SUCCESS`.
    #[schema(example = "SUCCESS")]
    status: &'static str,
    /// The member's id.
    id: String,
}

/// Checks a registration without storing it.
#[route(post, path = "/account/validate", tag = "account", request_body = AccountDraft,
    responses((status = 200, body = Done)))]
async fn validate_account(
    State(state): State<AppState>,
    Address(address): Address,
    Json(draft): Json<AccountDraft>,
) -> Result<Json<Done>, ApiError> {
    let step = match draft.step {
        Some(WizardStep::Phone) => Step::Phone,
        Some(WizardStep::Profile) => Step::Profile,
        Some(WizardStep::Bank) | None => Step::Everything,
    };
    registration::validate(&state, &draft.into(), step, &address.to_string()).await?;
    Ok(Done::SUCCESS)
}

/// Registers a member. If `registerOTP` is on, the phone number must be verified first.
#[route(post, path = "/account", tag = "account", request_body = AccountDraft,
    params(Device),
    responses((status = 201, body = CreatedAccount)))]
async fn create_account(
    State(state): State<AppState>,
    Address(address): Address,
    device: Device,
    key: IdempotencyKey,
    Json(draft): Json<AccountDraft>,
) -> Result<(StatusCode, HeaderMap, Json<CreatedAccount>), ApiError> {
    let draft = Draft::from(draft);
    let address = address.to_string();
    let made = registration::register(&state, &draft, &address, &device, &key).await?;
    let mut headers = HeaderMap::new();
    if made.is_replayed {
        headers.insert("idempotency-replayed", HeaderValue::from_static("true"));
    }
    let body = CreatedAccount {
        status: "SUCCESS",
        id: made.id.to_string(),
    };
    Ok((StatusCode::CREATED, headers, Json(body)))
}
