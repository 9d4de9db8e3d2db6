//! Differences: what does not fit, what staff have found out about it, and its end.

use std::collections::HashMap;

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::Money;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::decide::{DecisionAnswer, Desk, ReasonRequest};
use super::work::{WaitingDecision, WorkCounts, WorkPlayer, names};
use crate::api::caller::{Agent, Reader};
use crate::api::player::account::Done;
use crate::api::state::AppState;
use backoffice::discrepancy::list::{self, Explanation};
use backoffice::discrepancy::note::{self, DiscrepancyNote};
use backoffice::discrepancy::row::{Discrepancy, DiscrepancyKind};
use backoffice::review::decision::{DIFFERENCE, Decision};
use backoffice::review::waiting::{self, WaitingQuestion};
use backoffice::review::work_claim::{self, ClaimKind, WorkClaim};
use backoffice::staff::look::reason;
use backoffice::staff::session::Staff;
use platform::config::StaffRole;
use platform::error::{ApiError, Code};
use platform::extract::{Json, Path, Query};

/// How many differences are on one page.
const PAGE: i64 = 50;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_differences))
        .routes(routes!(get_difference))
        .routes(routes!(note_difference))
        .routes(routes!(explain_difference))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct DifferencesQuery {
    /// Only differences of this kind.
    #[param(inline)]
    kind: Option<DiscrepancyKind>,
    /// `nextCursor` of the previous page.
    cursor: Option<i64>,
}

/// A difference that nobody has explained yet, or an explained one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DifferenceItem {
    id: Uuid,
    kind: DiscrepancyKind,
    /// Whose records differ; `journal` or `verification` for our own.
    #[schema(example = "game:pg")]
    source: String,
    /// The movement's id, the player's name with the provider, the wallet, or the finding's id.
    subject: String,
    /// Whose money it is, where that is known.
    player: Option<WorkPlayer>,
    /// How much is in question; null where that is not known.
    #[schema(example = "300.00")]
    amount: Option<String>,
    currency: Option<&'static str>,
    /// What we say; null if we have no record.
    ours: Option<String>,
    /// What the other side says; null if it has no record.
    theirs: Option<String>,
    /// When the movement was made, where that is known.
    occurred_at: Option<DateTime<Utc>>,
    /// When it was seen first.
    found_at: DateTime<Utc>,
    /// When it was seen last.
    seen_at: DateTime<Utc>,
    /// Since when it is no longer seen; null while it is. That ends nothing.
    gone_at: Option<DateTime<Utc>>,
    /// The decision about it that waits for a second person, if there is one.
    waiting: Option<WaitingDecision>,
    /// Who has it open, if anybody does; others may decide all the same.
    claim: Option<WorkClaim>,
}

/// A page of open differences, oldest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DifferencesPage {
    items: Vec<DifferenceItem>,
    next_cursor: Option<i64>,
    counts: WorkCounts,
}

/// A note of staff on a difference.
#[derive(Serialize, ToSchema)]
struct DifferenceNote {
    id: String,
    at: DateTime<Utc>,
    by: String,
    text: String,
}

impl From<DiscrepancyNote> for DifferenceNote {
    fn from(note: DiscrepancyNote) -> Self {
        Self {
            id: note.id.to_string(),
            at: note.at,
            by: note.by,
            text: note.text,
        }
    }
}

/// How a difference was ended.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DifferenceExplanation {
    at: DateTime<Utc>,
    /// Who ended it, or asked for its end.
    by: String,
    /// The second person, if one was needed.
    approved_by: Option<String>,
    reason: String,
}

impl From<Explanation> for DifferenceExplanation {
    fn from(explanation: Explanation) -> Self {
        Self {
            at: explanation.at,
            by: explanation.by,
            approved_by: explanation.approved_by,
            reason: explanation.reason,
        }
    }
}

/// A difference with what staff have found out about it.
#[derive(Serialize, ToSchema)]
struct ReviewedDifference {
    item: DifferenceItem,
    /// The latest notes, newest first.
    notes: Vec<DifferenceNote>,
    /// How it was ended; null while it is open.
    explained: Option<DifferenceExplanation>,
}

/// Adds a note.
#[derive(Deserialize, ToSchema)]
struct DifferenceNoteRequest {
    /// 3 to 300 characters. Not called a reason, because reasons stay in the audit log permanently.
    #[schema(min_length = 3, max_length = 300)]
    text: String,
}

/// What is shown next to the rows of differences.
struct Context {
    names: HashMap<Uuid, String>,
    waiting: HashMap<Uuid, WaitingQuestion>,
    claims: HashMap<Uuid, WorkClaim>,
    caller: Uuid,
}

impl Context {
    async fn of(state: &AppState, staff: &Staff, rows: &[Discrepancy]) -> Result<Self, ApiError> {
        let players: Vec<Uuid> = rows.iter().filter_map(|row| row.player).collect();
        let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
        let kind = ClaimKind::Differences;
        Ok(Self {
            names: names(&state.pool, &players).await?,
            waiting: waiting::waiting_about(&state.payments, DIFFERENCE, &ids).await?,
            claims: work_claim::claims_on(state, staff.id, kind, &ids).await?,
            caller: staff.id,
        })
    }

    fn shown(&mut self, row: Discrepancy) -> Result<DifferenceItem, ApiError> {
        let kind = DiscrepancyKind::parse(&row.kind);
        let unknown = || ApiError::contradiction(&format!("discrepancy {}", row.id));
        let money = row.money();
        let player = row.player.map(|id| WorkPlayer {
            id,
            name: self.names.get(&id).cloned().unwrap_or_default(),
        });
        let waiting = self.waiting.remove(&row.id);
        Ok(DifferenceItem {
            kind: kind.ok_or_else(unknown)?,
            id: row.id,
            source: row.source,
            subject: row.subject,
            player,
            amount: money.map(Money::digits),
            currency: money.map(|money| money.currency().code()),
            ours: row.ours,
            theirs: row.theirs,
            occurred_at: row.occurred_at,
            found_at: row.found_at,
            seen_at: row.seen_at,
            gone_at: row.gone_at,
            waiting: waiting.map(|question| WaitingDecision::new(question, self.caller)),
            claim: self.claims.remove(&row.id),
        })
    }
}

/// Lists the differences that nobody has explained, oldest first.
#[route(get, path = "/discrepancies", tag = "support", security(("staff" = [])),
    params(DifferencesQuery), responses((status = 200, body = DifferencesPage)))]
async fn list_differences(
    State(state): State<AppState>,
    Reader(staff): Reader,
    Query(query): Query<DifferencesQuery>,
) -> Result<Json<DifferencesPage>, ApiError> {
    let after = query.cursor.unwrap_or(0);
    let page = list::page(&state.pool, query.kind, after, PAGE).await?;
    let mut context = Context::of(&state, &staff, &page.rows).await?;
    let items = page.rows.into_iter().map(|row| context.shown(row));
    Ok(Json(DifferencesPage {
        items: items.collect::<Result<_, ApiError>>()?,
        next_cursor: page.next_cursor,
        counts: WorkCounts::load(&state).await?,
    }))
}

/// Returns a difference, open or explained, with the notes on it.
#[route(get, path = "/discrepancies/{id}", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path)), responses((status = 200, body = ReviewedDifference)))]
async fn get_difference(
    State(state): State<AppState>,
    Reader(staff): Reader,
    Path(id): Path<Uuid>,
) -> Result<Json<ReviewedDifference>, ApiError> {
    let row = list::find(&state.pool, id).await?.ok_or(Code::NoData)?;
    let explained = list::explanation(&state.pool, &row).await?;
    let mut context = Context::of(&state, &staff, std::slice::from_ref(&row)).await?;
    let notes = note::of_difference(&state.pool, id).await?;
    Ok(Json(ReviewedDifference {
        item: context.shown(row)?,
        notes: notes.into_iter().map(DifferenceNote::from).collect(),
        explained: explained.map(DifferenceExplanation::from),
    }))
}

/// Adds a note on a difference.
#[route(post, path = "/discrepancies/{id}/note", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path)), request_body = DifferenceNoteRequest,
    responses((status = 200, body = Done)))]
async fn note_difference(
    State(state): State<AppState>,
    Agent(staff): Agent,
    Path(id): Path<Uuid>,
    Json(request): Json<DifferenceNoteRequest>,
) -> Result<Json<Done>, ApiError> {
    let text = reason(&request.text).map_err(|_| ApiError::invalid_fields(&["text"]))?;
    note::add(&state, &staff, id, text).await?;
    Ok(Done::SUCCESS)
}

/// Ends a difference with a reason. Above the limit of money decisions a second person must approve;
/// a difference without an amount takes a supervisor.
#[route(post, path = "/discrepancies/{id}/explain", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = ReasonRequest,
    responses((status = 200, body = DecisionAnswer), (status = 202, body = DecisionAnswer)))]
async fn explain_difference(
    desk: Desk,
    Json(request): Json<ReasonRequest>,
) -> Result<DecisionAnswer, ApiError> {
    let row = list::find(&desk.state.pool, desk.id).await?;
    let takes_supervisor = row.is_some_and(|row| row.is_open() && row.money().is_none());
    if takes_supervisor && desk.staff.role != StaffRole::Supervisor {
        return Err(Code::RoleRequired.into());
    }
    let decision = Decision::Explain { id: desk.id };
    desk.decide(decision, &request.reason).await
}
