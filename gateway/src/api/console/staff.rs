//! The accounts of staff, for supervisors.

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::decide::ReasonRequest;
use crate::api::caller::{Overseer, Supervisor};
use crate::api::player::account::Done;
use crate::api::state::AppState;
use backoffice::staff::account::{self, Draft};
use backoffice::staff::look::reason;
use backoffice::staff::quota::{self, More};
use backoffice::staff::request::{self, Asked, Wanted};
use backoffice::staff::session::Staff;
use platform::config::StaffRole;
use platform::error::ApiError;
use platform::extract::{Json, Path};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_staff, ask_for_account))
        .routes(routes!(grant_quota))
        .routes(routes!(ask_for_role))
        .routes(routes!(ask_to_enable))
        .routes(routes!(ask_for_reset))
        .routes(routes!(disable_account))
        .routes(routes!(agree_to_request))
        .routes(routes!(refuse_request))
}

/// A staff member's use of a quota.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffQuota {
    /// How many within the last hour.
    used: i64,
    /// How many the configuration allows within an hour; absent without a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<u32>,
    /// How many more are granted at present.
    more: u32,
}

/// A staff account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffAccount {
    id: Uuid,
    username: String,
    /// The display name.
    name: String,
    role: String,
    is_active: bool,
    created_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_seen_at: Option<DateTime<Utc>>,
    /// Searches for players.
    searches: StaffQuota,
    /// Different players that were opened.
    players: StaffQuota,
}

/// An account change that waits for a second supervisor.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AccountRequest {
    id: Uuid,
    /// `add`, `role`, `enable` or `reset`.
    kind: String,
    /// The account's id; for a new account, the id that it will have.
    staff_id: Uuid,
    username: String,
    name: String,
    /// The role that the account will have.
    role: String,
    reason: String,
    /// The user name of the requester.
    asked_by: String,
    asked_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    /// Whether the caller asked.
    is_mine: bool,
}

/// All staff accounts.
#[derive(Serialize, ToSchema)]
struct StaffAccounts {
    accounts: Vec<StaffAccount>,
    /// Requests that wait for a second supervisor, oldest first.
    requests: Vec<AccountRequest>,
}

/// A new account, and why.
#[derive(Deserialize, ToSchema)]
struct NewAccountRequest {
    /// 2 to 32 lower-case letters, digits, `.`, `_` and `-`, starting with a letter.
    username: String,
    /// The display name; at most 64 characters.
    name: String,
    role: StaffRole,
    /// 3 to 300 characters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
}

/// A new role, and why.
#[derive(Deserialize, ToSchema)]
struct RoleRequest {
    role: StaffRole,
    /// 3 to 300 characters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
}

/// A request that now waits for a second supervisor.
#[derive(Serialize, ToSchema)]
struct AskedAnswer {
    id: Uuid,
    /// The password to hand over, shown only once. The approver hands over the authenticator, so
    /// that nobody else has both.
    #[serde(skip_serializing_if = "Option::is_none")]
    password: Option<String>,
}

/// A request that was carried out.
#[derive(Serialize, ToSchema)]
struct AgreedAnswer {
    /// The authenticator's address to hand over, shown only once; absent without a new one.
    #[serde(skip_serializing_if = "Option::is_none")]
    otpauth: Option<String>,
}

impl From<Asked> for AskedAnswer {
    fn from(asked: Asked) -> Self {
        Self {
            id: asked.id,
            password: asked.password,
        }
    }
}

/// More searches and players for an hour, and why.
#[derive(Deserialize, ToSchema)]
struct QuotaGrantRequest {
    /// More searches; at most 1000.
    #[serde(default)]
    #[schema(maximum = 1000)]
    searches: u32,
    /// More players; at most 1000.
    #[serde(default)]
    #[schema(maximum = 1000)]
    players: u32,
    /// 3 to 300 characters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
}

/// Lists staff accounts, each with its searches and opened players of the last hour.
#[route(get, path = "/staff", tag = "support", security(("staff" = [])),
    responses((status = 200, body = StaffAccounts)))]
async fn list_staff(
    State(state): State<AppState>,
    Overseer(staff): Overseer,
) -> Result<Json<StaffAccounts>, ApiError> {
    let rules = &state.config.support;
    let limit = |limit: u32| (limit > 0).then_some(limit);
    let mut accounts = Vec::new();
    for account in account::list(&state).await? {
        let standing = quota::standing(&state, account.id).await?;
        accounts.push(StaffAccount {
            id: account.id,
            username: account.username,
            name: account.name,
            role: account.role,
            is_active: account.is_active,
            created_at: account.created_at,
            last_seen_at: account.last_seen_at,
            searches: StaffQuota {
                used: standing.searches,
                limit: limit(rules.searches_per_hour),
                more: standing.more.searches,
            },
            players: StaffQuota {
                used: standing.players,
                limit: limit(rules.players_per_hour),
                more: standing.more.players,
            },
        });
    }
    let requests = request::waiting(&state).await?.into_iter().map(|request| {
        let asker = accounts
            .iter()
            .find(|account| account.id == request.asked_by);
        AccountRequest {
            id: request.id,
            kind: request.kind,
            staff_id: request.staff_id,
            username: request.username,
            name: request.name,
            role: request.role,
            reason: request.reason,
            asked_by: asker.map_or_else(String::new, |asker| asker.username.clone()),
            asked_at: request.asked_at,
            expires_at: request.expires_at,
            is_mine: request.asked_by == staff.id,
        }
    });
    Ok(Json(StaffAccounts {
        requests: requests.collect(),
        accounts,
    }))
}

async fn asked(
    state: &AppState,
    staff: &Staff,
    wanted: Wanted<'_>,
    why: &str,
) -> Result<(StatusCode, Json<AskedAnswer>), ApiError> {
    let asked = request::ask(state, staff, wanted, reason(why)?).await?;
    Ok((StatusCode::ACCEPTED, Json(asked.into())))
}

/// Requests a new staff account; another supervisor must agree.
#[route(post, path = "/staff", tag = "support", security(("staff" = [])),
    request_body = NewAccountRequest, responses((status = 202, body = AskedAnswer)))]
async fn ask_for_account(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Json(request): Json<NewAccountRequest>,
) -> Result<(StatusCode, Json<AskedAnswer>), ApiError> {
    let draft = Draft {
        username: &request.username,
        name: &request.name,
        role: request.role,
    };
    asked(&state, &staff, Wanted::Add(draft), &request.reason).await
}

/// Requests a new role for a staff member; another supervisor must agree.
#[route(post, path = "/staff/{id}/role", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path, description = "The member of staff.")),
    request_body = RoleRequest, responses((status = 202, body = AskedAnswer)))]
async fn ask_for_role(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Path(id): Path<Uuid>,
    Json(request): Json<RoleRequest>,
) -> Result<(StatusCode, Json<AskedAnswer>), ApiError> {
    asked(
        &state,
        &staff,
        Wanted::Role(id, request.role),
        &request.reason,
    )
    .await
}

/// Requests to reopen a closed account; another supervisor must agree.
#[route(post, path = "/staff/{id}/enable", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path, description = "The member of staff.")),
    request_body = ReasonRequest, responses((status = 202, body = AskedAnswer)))]
async fn ask_to_enable(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Path(id): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<(StatusCode, Json<AskedAnswer>), ApiError> {
    asked(&state, &staff, Wanted::Enable(id), &request.reason).await
}

/// Requests a new password and authenticator; another supervisor must agree.
#[route(post, path = "/staff/{id}/reset", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path, description = "The member of staff.")),
    request_body = ReasonRequest, responses((status = 202, body = AskedAnswer)))]
async fn ask_for_reset(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Path(id): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<(StatusCode, Json<AskedAnswer>), ApiError> {
    asked(&state, &staff, Wanted::Reset(id), &request.reason).await
}

/// Closes another person's account and ends its sessions at once.
#[route(post, path = "/staff/{id}/disable", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path, description = "The member of staff.")),
    request_body = ReasonRequest, responses((status = 200, body = Done)))]
async fn disable_account(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Path(id): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<Json<Done>, ApiError> {
    account::disable(&state, &staff, id, reason(&request.reason)?).await?;
    Ok(Done::SUCCESS)
}

/// Agrees to another supervisor's request, and carries it out.
#[route(post, path = "/staff-requests/{id}/approve", tag = "support",
    security(("staff" = [])),
    params(("id" = Uuid, Path, description = "The request.")),
    request_body = ReasonRequest, responses((status = 200, body = AgreedAnswer)))]
async fn agree_to_request(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Path(id): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<Json<AgreedAnswer>, ApiError> {
    let why = reason(&request.reason)?;
    let otpauth = request::agree(&state, &staff, id, why).await?;
    Ok(Json(AgreedAnswer { otpauth }))
}

/// Refuses a supervisor's request, or withdraws the caller's own.
#[route(post, path = "/staff-requests/{id}/refuse", tag = "support",
    security(("staff" = [])),
    params(("id" = Uuid, Path, description = "The request.")),
    request_body = ReasonRequest, responses((status = 200, body = Done)))]
async fn refuse_request(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Path(id): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<Json<Done>, ApiError> {
    let why = reason(&request.reason)?;
    request::refuse(&state, &staff, id, why).await?;
    Ok(Done::SUCCESS)
}

/// Raises a staff member's quotas of searches and players for one hour. Staff cannot raise their
/// own.
#[route(post, path = "/staff/{id}/quota", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path, description = "The member of staff.")),
    request_body = QuotaGrantRequest, responses((status = 200, body = Done)))]
async fn grant_quota(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Path(id): Path<Uuid>,
    Json(request): Json<QuotaGrantRequest>,
) -> Result<Json<Done>, ApiError> {
    let why = reason(&request.reason)?;
    let more = More {
        searches: request.searches,
        players: request.players,
    };
    quota::grant(&state, &staff, id, more, why).await?;
    Ok(Done::SUCCESS)
}
