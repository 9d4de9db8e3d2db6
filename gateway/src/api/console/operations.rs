//! The technical state of the service: the views, the ledger's sums, reconciliation, and the long
//! operations that a supervisor starts.

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::Currency;
use ledger::journal;
use projections::{View, trial_balance};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::decide::ReasonRequest;
use super::work::WorkCounts;
use crate::api::caller::{Reader, Supervisor};
use crate::api::state::AppState;
use backoffice::reconciliation::latest::{self, LatestRun};
use backoffice::staff::look::reason;
use backoffice::verification::operation::{self, Work};
use backoffice::verification::run::{self, Run};
use platform::error::ApiError;
use platform::extract::Json;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get_operations))
        .routes(routes!(begin_rebuild))
        .routes(routes!(get_rebuild))
        .routes(routes!(begin_verification))
        .routes(routes!(get_verification))
}

/// How far a view has followed the journal.
#[derive(Serialize, ToSchema)]
struct ViewStanding {
    #[schema(example = "statement")]
    view: &'static str,
    /// The last event that it shows.
    position: i64,
    /// Events that it does not show yet.
    lag: i64,
    /// Why it has stopped; absent while it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

/// What an account holds; the accounts of all players are added up.
#[derive(Serialize, ToSchema)]
struct AccountBalance {
    #[schema(example = "main")]
    account: String,
    #[schema(example = "THB")]
    currency: &'static str,
    #[schema(example = "1234.50")]
    amount: String,
}

/// The sum of all accounts of a currency. It must be zero.
#[derive(Serialize, ToSchema)]
struct CurrencySum {
    #[schema(example = "THB")]
    currency: &'static str,
    #[schema(example = "0.00")]
    amount: String,
}

/// A difference that a comparison found.
#[derive(Serialize, ToSchema)]
pub(super) struct FoundDifference {
    kind: String,
    subject: String,
    ours: Option<String>,
    theirs: Option<String>,
}

/// The latest comparison with a source's records.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SourceComparison {
    #[schema(example = "bank:scb-1")]
    source: String,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
    at: DateTime<Utc>,
    compared: i64,
    open: i64,
    unclaimed: i64,
    /// How many records differ and nobody has explained it.
    differences: i64,
    /// The first of these differences.
    found: Vec<FoundDifference>,
    /// Why the source could not be compared.
    problem: Option<String>,
}

/// A long operation, in progress or ended.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OperationRun {
    id: Uuid,
    /// The view; for a rebuild only.
    view: Option<String>,
    /// Who started it.
    started_by: String,
    started_at: DateTime<Utc>,
    /// How many events were processed.
    done: i64,
    /// How many events there were at its start.
    total: i64,
    ended_at: Option<DateTime<Utc>>,
    /// Why it failed.
    failure: Option<String>,
    /// The result; for a verification `events`, `wallets`, `streams`, `acts`, `rows`,
    /// `problemCount` and the first `problems`.
    #[schema(value_type = Option<Object>)]
    result: Option<Value>,
}

/// The latest operation of a kind.
#[derive(Serialize, ToSchema)]
struct LatestOperation {
    run: Option<OperationRun>,
}

/// The result of the latest full verification.
#[derive(Serialize, ToSchema)]
struct LastVerification {
    /// When the verification ended.
    at: DateTime<Utc>,
    events: i64,
    /// How long it took.
    seconds: i64,
    problems: Vec<String>,
}

/// The state of the background verification.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BackgroundCheck {
    /// The last event that it checked.
    position: i64,
    /// When it last finished a complete round.
    round_at: Option<DateTime<Utc>>,
    /// How many rows it found wrong.
    failures: u64,
    /// The first problem.
    problem: Option<String>,
}

/// The technical state of the service.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Operations {
    /// The position of the last event.
    head: i64,
    projections: Vec<ViewStanding>,
    trial_balance: Vec<AccountBalance>,
    sums: Vec<CurrencySum>,
    reconciliation: Vec<SourceComparison>,
    verification: Option<LastVerification>,
    /// Null when it is switched off.
    background_check: Option<BackgroundCheck>,
    /// Open sockets of this gateway.
    sockets: usize,
    work: WorkCounts,
}

/// The view to rebuild, and why.
#[derive(Deserialize, ToSchema)]
struct RebuildRequest {
    #[schema(example = "statement")]
    view: String,
    /// 3 to 300 characters.
    #[schema(min_length = 3, max_length = 300)]
    reason: String,
}

impl From<Run> for OperationRun {
    fn from(run: Run) -> Self {
        Self {
            id: run.id,
            view: run.view,
            started_by: run.started_by,
            started_at: run.started_at,
            done: run.done,
            total: run.total,
            ended_at: run.ended_at,
            failure: run.failure,
            result: run.result,
        }
    }
}

impl From<LatestRun> for SourceComparison {
    fn from(run: LatestRun) -> Self {
        let found = run
            .differences
            .into_iter()
            .map(|difference| FoundDifference {
                kind: difference.kind,
                subject: difference.subject,
                ours: difference.ours,
                theirs: difference.theirs,
            });
        Self {
            source: run.source,
            from: run.from,
            to: run.to,
            at: run.at,
            compared: run.compared,
            open: run.open,
            unclaimed: run.unclaimed,
            differences: run.difference_count,
            found: found.collect(),
            problem: run.problem,
        }
    }
}

fn background_check(state: &AppState) -> Option<BackgroundCheck> {
    if state.config.proof.verify_events_per_second == 0 {
        return None;
    }
    let status = state.verifier.status();
    Some(BackgroundCheck {
        position: state.verifier.position(),
        round_at: status.round_at,
        failures: state.verifier.failures(),
        problem: status.problem,
    })
}

fn verified(run: Run) -> Option<LastVerification> {
    let (at, result) = (run.ended_at?, run.result?);
    let problems = result["problems"].as_array().map(Vec::as_slice);
    let text = |problem: &Value| problem.as_str().unwrap_or_default().to_owned();
    Some(LastVerification {
        at,
        events: result["events"].as_i64().unwrap_or_default(),
        seconds: (at - run.started_at).num_seconds(),
        problems: problems.unwrap_or_default().iter().map(text).collect(),
    })
}

async fn books(state: &AppState) -> Result<(Vec<AccountBalance>, Vec<CurrencySum>), ApiError> {
    let rows = trial_balance::all(&state.pool).await?;
    let sums = Currency::ALL.map(|currency| {
        let of = rows.iter().filter(|row| row.currency == currency);
        CurrencySum {
            currency: currency.code(),
            amount: of.map(|row| row.amount).sum::<Decimal>().to_string(),
        }
    });
    let balances = rows.iter().map(|row| AccountBalance {
        account: row.account.to_string(),
        currency: row.currency.code(),
        amount: row.amount.to_string(),
    });
    Ok((balances.collect(), sums.into()))
}

/// Returns the technical state of the service.
#[route(get, path = "/operations", tag = "support", security(("staff" = [])),
    responses((status = 200, body = Operations)))]
async fn get_operations(
    State(state): State<AppState>,
    _: Reader,
) -> Result<Json<Operations>, ApiError> {
    let head = journal::head(&state.pool).await?;
    let views = state.projections.figures().into_iter().map(|figures| {
        let view: View = figures.view;
        ViewStanding {
            view: view.name(),
            position: figures.as_of,
            lag: head.saturating_sub(figures.as_of).max(0),
            stopped: figures.stopped,
        }
    });
    let projections = views.collect();
    let (trial_balance, sums) = books(&state).await?;
    let reconciliation = latest::latest(&state).await?;
    Ok(Json(Operations {
        head,
        projections,
        trial_balance,
        sums,
        reconciliation: reconciliation.into_iter().map(Into::into).collect(),
        background_check: background_check(&state),
        verification: run::latest_verified(&state).await?.and_then(verified),
        sockets: state.live.count(),
        work: WorkCounts::load(&state).await?,
    }))
}

/// Rebuilds a view in the background; the current one serves until the new one is ready.
#[route(post, path = "/operations/rebuild", tag = "support", security(("staff" = [])),
    request_body = RebuildRequest, responses((status = 202, body = LatestOperation)))]
async fn begin_rebuild(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Json(request): Json<RebuildRequest>,
) -> Result<(StatusCode, Json<LatestOperation>), ApiError> {
    reason(&request.reason)?;
    let view: View = request
        .view
        .parse()
        .map_err(|_| ApiError::invalid_fields(&["view"]))?;
    let run = operation::begin(&state, &staff, Work::Rebuild(view)).await?;
    let run = Some(run.into());
    Ok((StatusCode::ACCEPTED, Json(LatestOperation { run })))
}

/// Returns the latest rebuild and its progress.
#[route(get, path = "/operations/rebuild", tag = "support", security(("staff" = [])),
    responses((status = 200, body = LatestOperation)))]
async fn get_rebuild(
    State(state): State<AppState>,
    _: Reader,
) -> Result<Json<LatestOperation>, ApiError> {
    let run = run::latest(&state, "rebuild").await?.map(Into::into);
    Ok(Json(LatestOperation { run }))
}

/// Starts a verification of all stored data, in the background.
#[route(post, path = "/operations/verify", tag = "support", security(("staff" = [])),
    request_body = ReasonRequest, responses((status = 202, body = LatestOperation)))]
async fn begin_verification(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Json(request): Json<ReasonRequest>,
) -> Result<(StatusCode, Json<LatestOperation>), ApiError> {
    reason(&request.reason)?;
    let run = operation::begin(&state, &staff, Work::Verify).await?;
    let run = Some(run.into());
    Ok((StatusCode::ACCEPTED, Json(LatestOperation { run })))
}

/// Returns the latest verification and its progress.
#[route(get, path = "/operations/verify", tag = "support", security(("staff" = [])),
    responses((status = 200, body = LatestOperation)))]
async fn get_verification(
    State(state): State<AppState>,
    _: Reader,
) -> Result<Json<LatestOperation>, ApiError> {
    let run = run::latest(&state, "verify").await?.map(Into::into);
    Ok(Json(LatestOperation { run }))
}
