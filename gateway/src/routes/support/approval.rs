//! What waits for a second person, and their answer.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::decide::{DecisionAnswer, ReasonRequest};
use super::work::WorkPlayer;
use crate::caller::{Reader, Supervisor};
use crate::error::ApiError;
use crate::extract::{Json, Path};
use crate::review::approval::{self, Waiting};
use crate::review::record::Answer;
use crate::routes::account::Done;
use crate::staff::look::reason;
use crate::state::AppState;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_approvals))
        .routes(routes!(approve_decision))
        .routes(routes!(refuse_decision))
}

/// Who asks.
#[derive(Serialize, ToSchema)]
struct Asker {
    id: Uuid,
    name: String,
}

/// A decision that waits for a second person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Approval {
    id: Uuid,
    /// `slip`, `qr`, `manual`, `withdrawal`, `transfer` or `correction`.
    #[schema(example = "slip")]
    subject_kind: String,
    subject_id: Uuid,
    player: WorkPlayer,
    /// How much it is about; below zero of a correction that takes.
    #[schema(example = "6000.00")]
    amount: Option<String>,
    currency: Option<String>,
    /// What is wanted: `kind` and what it is decided by.
    #[schema(value_type = Object)]
    decision: Value,
    /// What is agreed on, and nothing else: wallet, amount, currency, account and reference.
    #[schema(value_type = Option<Object>)]
    terms: Option<Value>,
    reason: String,
    asked_by: Asker,
    asked_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    /// Agreed on and cut off: it is tried again by itself, and whoever approves it as well brings
    /// it to its end in their own name.
    is_agreed: bool,
    /// The caller has asked for it and cannot agree.
    is_mine: bool,
}

/// What waits for a second person, oldest first.
#[derive(Serialize, ToSchema)]
struct Approvals {
    approvals: Vec<Approval>,
}

fn shown(it: Waiting, caller: Uuid) -> Approval {
    Approval {
        id: it.id,
        subject_kind: it.subject_kind,
        subject_id: it.subject_id,
        player: WorkPlayer {
            id: it.wallet_id,
            name: it.player.unwrap_or_default(),
        },
        amount: it.amount.map(|amount| amount.to_string()),
        currency: it.currency,
        decision: it.decision,
        terms: it.terms,
        reason: it.reason,
        is_mine: it.asked_by == caller,
        asked_by: Asker {
            id: it.asked_by,
            name: it.asked_by_name,
        },
        asked_at: it.asked_at,
        expires_at: it.expires_at,
        is_agreed: it.is_agreed,
    }
}

/// What waits for a second person.
#[utoipa::path(get, path = "/approvals", tag = "support", security(("staff" = [])),
    responses((status = 200, body = Approvals)))]
async fn list_approvals(
    State(state): State<AppState>,
    Reader(staff): Reader,
) -> Result<Json<Approvals>, ApiError> {
    let waiting = approval::waiting(&state).await?;
    let approvals = waiting.into_iter().map(|it| shown(it, staff.id)).collect();
    Ok(Json(Approvals { approvals }))
}

/// Agrees to what somebody else has asked for, and carries it out.
#[utoipa::path(post, path = "/approvals/{id}/approve", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path)), request_body = ReasonRequest,
    responses((status = 200, body = DecisionAnswer)))]
async fn approve_decision(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Path(id): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<Answer, ApiError> {
    let why = reason(&request.reason)?;
    approval::approve(&state, &staff, (id, why)).await
}

/// Refuses what somebody else has asked for.
#[utoipa::path(post, path = "/approvals/{id}/refuse", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path)), request_body = ReasonRequest,
    responses((status = 200, body = Done)))]
async fn refuse_decision(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Path(id): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<Json<Done>, ApiError> {
    let why = reason(&request.reason)?;
    approval::refuse(&state, &staff, (id, why)).await?;
    Ok(Done::SUCCESS)
}
