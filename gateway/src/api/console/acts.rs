//! The trail of staff's acts, for auditors and supervisors: pages, the state of the chain, and
//! files.

mod export;

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::api::caller::Overseer;
use crate::api::state::AppState;
use backoffice::staff::trail::{self, Act, ActGroup, Filter};
use backoffice::staff::{account, audit};
use backoffice::verification::{finding, run};
use platform::error::ApiError;
use platform::extract::{Json, Query};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_acts))
        .routes(routes!(get_acts_state))
        .routes(routes!(export::export_acts))
}

/// Acts in a page when the request names no number.
const PAGE: i64 = 50;

/// The most acts in a page.
const PAGE_MAX: i64 = 100;

/// The longest text to look for in reasons, in characters.
const REASON_MAX: usize = 100;

/// How many entries from the end a call for the state checks itself.
const CHECKED_NOW: i64 = 2_000;

/// What to show of the trail.
#[derive(Deserialize)]
struct ActsQuery {
    staff: Option<Uuid>,
    act: Option<ActGroup>,
    player: Option<Uuid>,
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
    q: Option<String>,
    cursor: Option<i64>,
    limit: Option<i64>,
}

impl ActsQuery {
    fn filter(self) -> Result<Filter, ApiError> {
        if let (Some(from), Some(to)) = (self.from, self.to)
            && from >= to
        {
            return Err(ApiError::invalid_fields(&["from", "to"]));
        }
        let reason = self.q.as_deref().map(str::trim).unwrap_or_default();
        let is_plain = !reason.chars().any(char::is_control);
        if !is_plain || reason.chars().count() > REASON_MAX {
            return Err(ApiError::invalid_fields(&["q"]));
        }
        Ok(Filter {
            staff: self.staff,
            group: self.act,
            player: self.player,
            from: self.from,
            to: self.to,
            reason: (!reason.is_empty()).then(|| reason.to_owned()),
        })
    }
}

/// Who did it.
#[derive(Serialize, ToSchema)]
struct ActDoer {
    id: Uuid,
    username: String,
    /// The display name.
    name: String,
    role: String,
}

/// An act of staff.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ActLine {
    /// Its number in the chain.
    id: i64,
    at: DateTime<Utc>,
    /// Absent for the operator's commands and for entries of the gateway itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<ActDoer>,
    #[schema(example = "look.timeline")]
    kind: String,
    /// The kind of its subject.
    #[schema(example = "player")]
    #[serde(skip_serializing_if = "Option::is_none")]
    subject_kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    request_id: String,
    /// Further facts, which differ by kind.
    #[schema(value_type = Object)]
    detail: Value,
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    hash: String,
    /// What is wrong with the entry or the chain before it; absent if nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

impl From<Act> for ActLine {
    fn from(act: Act) -> Self {
        let row = act.row;
        Self {
            id: row.id,
            at: row.at,
            by: act.by.map(|doer| ActDoer {
                id: doer.id,
                username: doer.username,
                name: doer.name,
                role: doer.role,
            }),
            kind: row.kind,
            subject_kind: row.subject_kind,
            subject_id: row.subject_id,
            reason: row.reason,
            request_id: row.request_id,
            detail: serde_json::from_str(&row.detail).unwrap_or(Value::Null),
            hash: hex::encode(row.hash),
            problem: act.problem,
        }
    }
}

/// A page of the audit log.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ActsPage {
    /// Newest first.
    acts: Vec<ActLine>,
    /// The cursor of the next page; absent at the end. A page may be short and still have one: a
    /// call looks through a bounded part of the trail.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<i64>,
}

/// A member of staff, to filter by.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TrailPerson {
    id: Uuid,
    username: String,
    /// The display name.
    name: String,
    is_active: bool,
}

/// The state of the audit chain.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ActsState {
    /// How many entries there are.
    entries: i64,
    /// The hash of the last entry. Noted elsewhere, it shows later whether the end was cut off.
    head: String,
    /// When the last entry was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_at: Option<DateTime<Utc>>,
    /// This answer checked the chain from this entry to its end.
    checked_from: i64,
    /// When this gateway last checked the whole chain by itself; absent before the first time.
    #[serde(skip_serializing_if = "Option::is_none")]
    background_at: Option<DateTime<Utc>>,
    /// When a verification that a person started last ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    verified_at: Option<DateTime<Utc>>,
    /// Where the chain is broken; empty if no check found a break.
    problems: Vec<String>,
    /// Everyone who may have entries.
    staff: Vec<TrailPerson>,
}

/// Lists what staff did, newest first.
#[route(get, path = "/acts", tag = "support", security(("staff" = [])),
    params(("staff" = Option<Uuid>, Query, description = "Only of this member of staff."),
        ("act" = inline(Option<ActGroup>), Query, description = "Only of this group."),
        ("player" = Option<Uuid>, Query, description = "Only about this player."),
        ("from" = Option<DateTime<Utc>>, Query, description = "Only at or after."),
        ("to" = Option<DateTime<Utc>>, Query, description = "Only before."),
        ("q" = Option<String>, Query,
            description = "Only with this text in the reason; at most 100 characters."),
        ("cursor" = Option<i64>, Query, description = "`nextCursor` of the page before."),
        ("limit" = Option<i64>, Query, description = "1 to 100 acts; 50 when absent.")),
    responses((status = 200, body = ActsPage)))]
async fn list_acts(
    State(state): State<AppState>,
    _: Overseer,
    Query(query): Query<ActsQuery>,
) -> Result<Json<ActsPage>, ApiError> {
    let limit = query.limit.unwrap_or(PAGE);
    if !(1..=PAGE_MAX).contains(&limit) {
        return Err(ApiError::invalid_fields(&["limit"]));
    }
    let cursor = query.cursor;
    if cursor.is_some_and(|cursor| cursor < 1) {
        return Err(ApiError::invalid_fields(&["cursor"]));
    }
    let page = trail::page(&state.pool, &query.filter()?, cursor, limit).await?;
    Ok(Json(ActsPage {
        acts: page.acts.into_iter().map(ActLine::from).collect(),
        next_cursor: page.next,
    }))
}

/// Returns the state of the audit chain. This call checks its end; the background check and a
/// verification check all of it.
#[route(get, path = "/acts/state", tag = "support", security(("staff" = [])),
    responses((status = 200, body = ActsState)))]
async fn get_acts_state(
    State(state): State<AppState>,
    _: Overseer,
) -> Result<Json<ActsState>, ApiError> {
    let end = audit::verify_end(&state.pool, CHECKED_NOW).await?;
    let head = trail::head(&state.pool).await?;
    let mut problems: Vec<String> = end.problem.into_iter().collect();
    problems.extend(finding::open_about_acts(&state).await?);
    let verified = run::latest_verified(&state).await?;
    let found = verified.as_ref().and_then(|run| run.result.as_ref());
    let found = found.and_then(|result| result["problems"].as_array());
    let found = found.into_iter().flatten().filter_map(Value::as_str);
    problems.extend(
        found
            .filter(|problem| problem.contains(finding::ACT))
            .map(str::to_owned),
    );
    problems.sort_unstable();
    problems.dedup();
    let people = account::list(&state).await?.into_iter();
    Ok(Json(ActsState {
        entries: head.entries,
        head: hex::encode(head.hash),
        last_at: head.at,
        checked_from: (head.entries - CHECKED_NOW + 1).max(1),
        background_at: state.verifier.status().stored_at,
        verified_at: verified.and_then(|run| run.ended_at),
        problems,
        staff: people
            .map(|person| TrailPerson {
                id: person.id,
                username: person.username,
                name: person.name,
                is_active: person.is_active,
            })
            .collect(),
    }))
}
