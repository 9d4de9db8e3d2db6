//! The witness by HTTP.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::witness::{Refusal, Witness};

/// Larger than any request: 63 hashes, and a note with a few large signatures.
const BODY_MAX: usize = 65_536;

/// The routes below a witness' address: `POST /add-checkpoint`, and `GET /<log>/checkpoint` with the last
/// checkpoint that was signed, where the log is SHA-256 of its origin in hexadecimal.
pub fn routes(witness: Arc<Witness>) -> Router {
    Router::new()
        .route("/add-checkpoint", post(add_checkpoint))
        .route("/{log}/checkpoint", get(get_checkpoint))
        .layer(DefaultBodyLimit::max(BODY_MAX))
        .with_state(witness)
}

async fn add_checkpoint(State(witness): State<Arc<Witness>>, body: String) -> Response {
    // It writes to the disk before it answers.
    let signing = tokio::task::spawn_blocking(move || witness.add_checkpoint(&body));
    match signing.await {
        Ok(Ok(line)) => line.into_response(),
        Ok(Err(refusal)) => refusal.into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

async fn get_checkpoint(State(witness): State<Arc<Witness>>, Path(log): Path<String>) -> Response {
    let reading = tokio::task::spawn_blocking(move || witness.last(&log));
    match reading.await {
        Ok(Ok(Some(note))) => {
            let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
            (kind, note).into_response()
        }
        Ok(Ok(None)) => StatusCode::NOT_FOUND.into_response(),
        Ok(Err(_)) | Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match self {
            Self::Conflict(size) => {
                let kind = [(header::CONTENT_TYPE, "text/x.tlog.size")];
                return (StatusCode::CONFLICT, kind, format!("{size}\n")).into_response();
            }
            Self::Unreadable | Self::Shrunk => StatusCode::BAD_REQUEST,
            Self::UnknownLog => StatusCode::NOT_FOUND,
            Self::Unsigned => StatusCode::FORBIDDEN,
            Self::Forked => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, format!("{self}\n")).into_response()
    }
}
