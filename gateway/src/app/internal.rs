//! The internal listener: health and metrics, for the operator's network only.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use chrono::{DateTime, TimeDelta, Utc};
use projections::{ViewFigures, open_work, trial_balance, wallet};
use serde_json::json;
use uuid::Uuid;

use super::health::{self, Health};
use crate::api::state::AppState;
use backoffice::discrepancy::list;
use backoffice::inbox::listing;
use backoffice::review::waiting;
use platform::core::Core;
use platform::error::ApiError;
use platform::metrics::{self, Reading};

/// The state of the internal listener.
#[derive(Clone)]
struct Internal {
    state: AppState,
    health: Arc<Health>,
}

/// The routes of the internal listener.
pub(crate) fn router(state: AppState, health: Arc<Health>) -> Router {
    Router::new()
        .route("/health/live", get(live))
        .route("/health/ready", get(ready))
        .route("/metrics", get(metrics))
        .with_state(Internal { state, health })
}

async fn live() -> impl IntoResponse {
    axum::Json(json!({ "status": "UP" }))
}

/// Ready, or not ready with the codes of the reasons.
async fn ready(State(Internal { state, health }): State<Internal>) -> impl IntoResponse {
    let troubles = health::troubles(&state, &health).await;
    if troubles.is_empty() {
        (StatusCode::OK, axum::Json(json!({ "status": "UP" })))
    } else {
        let body = axum::Json(json!({ "status": "DOWN", "codes": troubles }));
        (StatusCode::SERVICE_UNAVAILABLE, body)
    }
}

async fn metrics(State(Internal { state, .. }): State<Internal>) -> Response {
    match state.metrics.render(&readings(&state).await) {
        Ok(text) => ([(header::CONTENT_TYPE, metrics::CONTENT_TYPE)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "the metrics cannot be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

async fn readings(state: &AppState) -> Vec<Reading> {
    let committed = *state.ledger.committed().borrow();
    let mut readings = vec![
        Reading::new("wallet_journal_position", "Events committed", committed),
        Reading::new("wallet_sockets", "Open sockets", count(state.live.count())),
        Reading::new(
            "wallet_database_connections",
            "Connections in the pool",
            i64::from(state.pool.size()),
        ),
        Reading::new(
            "wallet_database_connections_idle",
            "Connections in the pool that nobody uses",
            count(state.pool.num_idle()),
        ),
    ];
    readings.extend(state.sealing.readings(committed, state.clock.instant()));
    readings.extend(state.verifier.readings());
    readings.extend(state.replication.readings());
    readings.extend(state.journal_room.reading());
    readings.extend(state.replica.iter().flat_map(|replica| replica.readings()));
    readings.extend(of_views(state));
    readings.extend(of_payments(state).await);
    match listing::waiting(&state.pool).await {
        Ok((visitors, since)) => {
            let since = since.map_or(0, |since| (state.clock.now() - since).num_seconds());
            readings.extend([
                Reading::new(
                    "wallet_chat_waiting",
                    "Visitors of the chat who wait for an answer of staff",
                    visitors,
                ),
                Reading::new(
                    "wallet_chat_waiting_seconds",
                    "How long the first of them has waited",
                    since.max(0),
                ),
            ]);
        }
        Err(error) => tracing::warn!(%error, "the waiting visitors cannot be counted"),
    }
    readings.extend(age_of_backup(state).await);
    readings.extend(of_work(state).await);
    match faults(state).await {
        Ok((unbalanced, negative)) => readings.extend([
            Reading::new(
                "wallet_trial_balance_currencies_off",
                "Currencies whose accounts do not sum to zero; must be 0",
                unbalanced,
            ),
            Reading::new(
                "wallet_negative_buckets",
                "Balances below zero; must be 0",
                negative,
            ),
        ]),
        Err(error) => tracing::warn!(%error, "the trial balance cannot be read"),
    }
    readings
}

async fn of_work(state: &AppState) -> Vec<Reading> {
    let mut readings = Vec::new();
    match open_work::counts(&state.pool).await {
        Ok(open) => readings.extend(
            [
                ("transfer", open.transfers),
                ("withdrawal", open.withdrawals),
                ("slip", open.slips),
                ("referred_slip", open.referred_slips),
                ("qr", open.qr_orders),
                ("referred_qr", open.referred_qr_orders),
                ("gift", open.gifts),
                ("manual_deposit", open.manual_deposits),
            ]
            .map(|(kind, count)| {
                Reading::new("wallet_open_work", "Operations not ended", count).with("kind", kind)
            }),
        ),
        Err(error) => tracing::warn!(%error, "the open work cannot be counted"),
    }
    match oldest_work(state).await {
        Ok(ages) => readings.extend(ages),
        Err(error) => tracing::warn!(code = error.code.as_str(), "the oldest work cannot be read"),
    }
    readings
}

/// The kinds of work of players that may wait for staff.
const FOR_STAFF: [&str; 5] = ["slip", "qr", "manual_deposit", "withdrawal", "transfer"];

/// How long the oldest item of each kind has waited for staff, and how much does not fit.
async fn oldest_work(state: &AppState) -> Result<Vec<Reading>, ApiError> {
    let now = state.clock.now();
    let reading = |kind: &str, since: Option<DateTime<Utc>>| {
        let age = since.map_or(0, |since| (now - since).num_seconds());
        Reading::new(
            "wallet_oldest_work_seconds",
            "How long the oldest item of a kind has waited for staff",
            age.max(0),
        )
        .with("kind", kind)
    };
    let oldest = open_work::oldest_for_staff(&state.pool, now).await?;
    let mut readings: Vec<Reading> = FOR_STAFF
        .into_iter()
        .map(|kind| {
            let item = oldest.iter().find(|item| item.kind == kind);
            reading(kind, item.map(|item| item.begun_at))
        })
        .collect();
    let approvals = waiting::count(&state.payments, Uuid::nil()).await?;
    readings.push(reading("approval", approvals.oldest));
    let differences = list::open_by_kind(&state.pool).await?;
    let first = differences
        .iter()
        .filter_map(|of_kind| of_kind.oldest)
        .min();
    readings.push(reading("difference", first));
    readings.extend(differences.iter().map(|of_kind| {
        Reading::new(
            "wallet_discrepancies",
            "Differences that nobody has explained",
            of_kind.count,
        )
        .with("kind", of_kind.kind.as_str())
    }));
    Ok(readings)
}

/// Upper bounds of the ages that open withdrawals are counted by, in seconds.
const WITHDRAWAL_AGES: [i64; 5] = [60, 600, 3_600, 86_400, 604_800];

async fn of_payments(state: &AppState) -> Vec<Reading> {
    let payments = &state.payments;
    let mut readings = vec![Reading::new(
        "wallet_lease_held",
        "1 at the gateway that carries money outside",
        i64::from(payments.is_holder()),
    )];
    readings.extend(state.config.providers.iter().map(|provider| {
        let is_open = payments.breakers.is_open(&provider.code);
        Reading::new(
            "wallet_breaker_open",
            "1 while a game is not asked for balances because it does not answer",
            i64::from(is_open),
        )
        .with("service", format_args!("game:{}", provider.code))
    }));
    let now = state.clock.now();
    let moments = WITHDRAWAL_AGES.map(|age| now - TimeDelta::seconds(age));
    match open_work::withdrawals_started_before(&state.pool, &moments).await {
        Ok(counts) => readings.extend(WITHDRAWAL_AGES.iter().zip(counts).map(|(age, count)| {
            Reading::new(
                "wallet_withdrawals_open",
                "Withdrawals that are neither paid nor returned after so many seconds",
                count,
            )
            .with("older_than", age)
        })),
        Err(error) => tracing::warn!(%error, "the open withdrawals cannot be counted"),
    }
    readings
}

/// The file that `scripts/backup` touches when it has made one.
const LAST_BACKUP: &str = "last-backup";

/// The age of the last backup; none if there was no backup.
async fn age_of_backup(state: &Core) -> Option<Reading> {
    let file = state.data_dir.join(LAST_BACKUP);
    let made = tokio::fs::metadata(file).await.ok()?.modified().ok()?;
    let made = DateTime::<Utc>::from(made);
    Some(Reading::new(
        "wallet_backup_age_seconds",
        "Time since the last backup was complete",
        (state.clock.now() - made).num_seconds(),
    ))
}

fn of_views(state: &Core) -> Vec<Reading> {
    let views = state.projections.figures();
    let each = |name, help, value: &dyn Fn(&ViewFigures) -> i64| {
        let reading = |figures| Reading::new(name, help, value(figures)).with("view", figures.view);
        views.iter().map(reading).collect::<Vec<_>>()
    };
    [
        each(
            "wallet_view_position",
            "Last event that a view shows",
            &|figures| figures.as_of,
        ),
        each(
            "wallet_view_lag",
            "Committed events that a view does not show",
            &|figures| figures.lag,
        ),
        each(
            "wallet_view_waiting",
            "Requests that wait for a view",
            &|figures| count(state.projections.waiting(figures.view)),
        ),
        each(
            "wallet_view_stopped",
            "1 while a view is stopped by an error",
            &|figures| i64::from(figures.stopped.is_some()),
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn count(size: usize) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}

/// Two counts that must be zero: currencies whose accounts do not sum to zero, and buckets below
/// zero.
async fn faults(state: &Core) -> Result<(i64, i64), sqlx::Error> {
    let unbalanced = trial_balance::unbalanced(&state.pool).await?;
    Ok((unbalanced, wallet::negative(&state.pool).await?))
}
