//! The internal listener: health and metrics, for the operator's network only.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::get;
use projections::{View, open_work, trial_balance, wallet};
use serde_json::json;

use super::health::{self, Health};
use crate::api::state::AppState;
use crate::platform::core::Core;

/// What the internal listener shows.
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

/// Ready, or not with the codes of what is in the way.
async fn ready(State(Internal { state, health }): State<Internal>) -> impl IntoResponse {
    let troubles = health::troubles(&state, &health).await;
    if troubles.is_empty() {
        (StatusCode::OK, axum::Json(json!({ "status": "UP" })))
    } else {
        let body = axum::Json(json!({ "status": "DOWN", "codes": troubles }));
        (StatusCode::SERVICE_UNAVAILABLE, body)
    }
}

async fn metrics(State(Internal { state, .. }): State<Internal>) -> impl IntoResponse {
    let count = |size: usize| i64::try_from(size).unwrap_or(i64::MAX);
    let none = String::new;
    let committed = *state.ledger.committed().borrow();
    let mut gauges = vec![
        ("wallet_journal_position", none(), committed),
        ("wallet_sockets", none(), count(state.live.count())),
        (
            "wallet_database_connections",
            none(),
            i64::from(state.pool.size()),
        ),
        (
            "wallet_database_connections_idle",
            none(),
            count(state.pool.num_idle()),
        ),
    ];
    gauges.extend(state.sealing.figures(committed));
    gauges.extend(state.walking.figures());
    gauges.extend(state.replication.figures());
    let views = state.projections.figures();
    let of = |view: View| format!("view=\"{view}\"");
    gauges.extend(
        views
            .iter()
            .map(|it| ("wallet_view_position", of(it.view), it.as_of)),
    );
    gauges.extend(
        views
            .iter()
            .map(|it| ("wallet_view_lag", of(it.view), it.lag)),
    );
    gauges.extend(views.iter().map(|it| {
        let waiting = state.projections.waiting(it.view);
        ("wallet_view_waiting", of(it.view), count(waiting))
    }));
    gauges.extend(views.iter().map(|it| {
        let stopped = i64::from(it.stopped.is_some());
        ("wallet_view_stopped", of(it.view), stopped)
    }));
    match open_work::counts(&state.pool).await {
        Ok(open) => gauges.extend(
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
            .map(|(kind, count)| ("wallet_open_work", format!("kind=\"{kind}\""), count)),
        ),
        Err(error) => tracing::warn!(%error, "how much work is open is not known"),
    }
    match faults(&state).await {
        Ok((unbalanced, negative)) => {
            gauges.push(("wallet_trial_balance_currencies_off", none(), unbalanced));
            gauges.push(("wallet_negative_buckets", none(), negative));
        }
        Err(error) => tracing::warn!(%error, "the figures that must be zero are not known"),
    }
    state.metrics.render(&gauges)
}

/// What must be zero: currencies whose accounts do not sum to zero, and buckets below zero.
async fn faults(state: &Core) -> Result<(i64, i64), sqlx::Error> {
    let unbalanced = trial_balance::unbalanced(&state.pool).await?;
    Ok((unbalanced, wallet::negative(&state.pool).await?))
}
