//! A player's own limits: deposits in a day, week and month, time-out and self-exclusion, and the
//! reminder of the time. The ledger holds and enforces them; nothing of it stands elsewhere.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::caller::Member;
use crate::error::{ApiError, Code};
use crate::extract::{AfterPosition, Amount, IdempotencyKey, Json};
use crate::state::AppState;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get_limits, update_limits))
        .routes(routes!(exclude))
}

/// A player's limits as they stand.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Limits {
    #[schema(example = "THB")]
    currency: String,
    deposit: DepositLimits,
    /// The time-out or self-exclusion that holds now.
    exclusion: Option<CurrentExclusion>,
    /// How often the portal reminds the player of the time.
    reality_check: Option<RealityCheck>,
    /// For `after`: a read that shows this position shows these limits.
    position: String,
}

/// Deposit limits of the calendar of Asia/Bangkok; a week begins on Monday.
#[derive(Serialize, ToSchema)]
struct DepositLimits {
    day: DepositLimit,
    week: DepositLimit,
    month: DepositLimit,
}

/// What may come in within one period.
#[derive(Serialize, ToSchema)]
struct DepositLimit {
    /// The most that may come in; `null`: no limit. `0.00`: no deposits.
    #[schema(example = "1000.00")]
    limit: Option<String>,
    /// What has come in within the current period.
    #[schema(example = "250.00")]
    used: String,
    /// What is on its way in: open QR orders, gifts and manual requests.
    #[schema(example = "0.00")]
    reserved: String,
    /// What may still come in; `null` without a limit.
    #[schema(example = "750.00")]
    remaining: Option<String>,
    /// A higher limit, or none, that holds from a later time.
    pending: Option<PendingLimit>,
}

/// A limit that holds from a later time.
#[derive(Serialize, ToSchema)]
struct PendingLimit {
    /// `null`: no limit.
    #[schema(example = "2000.00")]
    limit: Option<String>,
    from: DateTime<Utc>,
}

/// Which kind of exclusion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum ExclusionKind {
    /// A pause.
    TimeOut,
    /// Leaving for long, or for good.
    SelfExclusion,
}

/// The exclusion that holds now.
#[derive(Serialize, ToSchema)]
struct CurrentExclusion {
    kind: ExclusionKind,
    /// `null`: for ever.
    until: Option<DateTime<Utc>>,
}

/// How often the portal reminds the player of the time.
#[derive(Serialize, ToSchema)]
struct RealityCheck {
    #[schema(example = 60)]
    minutes: u32,
}

/// What changes; what is absent stays, `null` takes away.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LimitsUpdate {
    #[serde(default)]
    deposit: DepositLimitsUpdate,
    /// Minutes between reminders, 10 to 240.
    #[serde(
        default,
        deserialize_with = "named",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<u32>, example = 60)]
    reality_check_minutes: Option<Option<u32>>,
}

/// Deposit limits that change. A lower one holds at once, a higher one or none after 24 hours.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DepositLimitsUpdate {
    #[serde(
        default,
        deserialize_with = "named",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, example = "1000.00")]
    day: Option<Option<Amount>>,
    #[serde(
        default,
        deserialize_with = "named",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, example = "5000.00")]
    week: Option<Option<Amount>>,
    #[serde(
        default,
        deserialize_with = "named",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, example = "10000.00")]
    month: Option<Option<Amount>>,
}

/// Tells `null` from a field that is absent: absent never gets here.
fn named<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(deserializer).map(Some)
}

/// How long an exclusion lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum ExclusionPeriod {
    Day,
    Week,
    Month,
    SixMonths,
    Year,
    FiveYears,
    Forever,
}

/// An exclusion that the player asks for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ExclusionRequest {
    kind: ExclusionKind,
    /// A time-out lasts `DAY`, `WEEK` or `MONTH`; a self-exclusion `SIX_MONTHS` or longer.
    period: ExclusionPeriod,
    /// The password, so that nobody else does it on an open screen.
    password: String,
}

/// The player's limits.
#[utoipa::path(get, path = "/limits", tag = "limits", security(("session" = [])),
    params(("after" = Option<String>, Query)), responses((status = 200, body = Limits)))]
async fn get_limits(
    State(state): State<AppState>,
    caller: Member,
    after: AfterPosition,
) -> Result<Json<Limits>, ApiError> {
    let _ = (state, caller, after);
    Err(Code::ServiceUnavailable.into())
}

/// Changes limits.
#[utoipa::path(put, path = "/limits", tag = "limits", security(("session" = [])),
    request_body = LimitsUpdate, params(("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = Limits)))]
async fn update_limits(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
    Json(update): Json<LimitsUpdate>,
) -> Result<Json<Limits>, ApiError> {
    let _ = (state, caller, key, update);
    Err(Code::ServiceUnavailable.into())
}

/// Begins a time-out or a self-exclusion; one that holds can be made longer only.
#[utoipa::path(post, path = "/limits/exclusion", tag = "limits", security(("session" = [])),
    request_body = ExclusionRequest, params(("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = Limits)))]
async fn exclude(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
    Json(request): Json<ExclusionRequest>,
) -> Result<Json<Limits>, ApiError> {
    let _ = (
        state,
        caller,
        key,
        request.kind,
        request.period,
        request.password,
    );
    Err(Code::ServiceUnavailable.into())
}
