//! The internal listener: health and metrics, for the operator's network only.

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::get;
use serde_json::json;

use crate::state::AppState;

/// The routes of the internal listener.
pub(crate) fn router(state: AppState) -> Router {
    Router::new()
        .route("/health/live", get(live))
        .route("/health/ready", get(ready))
        .route("/metrics", get(metrics))
        .with_state(state)
}

async fn live() -> impl IntoResponse {
    axum::Json(json!({ "status": "UP" }))
}

async fn ready(State(state): State<AppState>) -> impl IntoResponse {
    let answers = sqlx::query_scalar!("select 1 as one")
        .fetch_one(&state.pool)
        .await
        .is_ok();
    if answers && !state.stop.is_cancelled() {
        (StatusCode::OK, axum::Json(json!({ "status": "UP" })))
    } else {
        let body = axum::Json(json!({ "status": "DOWN" }));
        (StatusCode::SERVICE_UNAVAILABLE, body)
    }
}

async fn metrics(State(state): State<AppState>) -> impl IntoResponse {
    let count = |size: usize| i64::try_from(size).unwrap_or(i64::MAX);
    let committed = *state.book.committed().borrow();
    let gauges = [
        ("wallet_journal_position", committed),
        ("wallet_sockets", count(state.live.count())),
        ("wallet_database_connections", i64::from(state.pool.size())),
        ("wallet_database_idle", count(state.pool.num_idle())),
    ];
    state.metrics.render(&gauges)
}
