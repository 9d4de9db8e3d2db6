//! The proof log for anybody's program, as C2SP's tlog-tiles lays it out: the newest checkpoint and the tree's
//! tiles of hashes. Its leaves are salted, so a tile says nothing of an event.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use ledger::proof::{self, PublicTile};

use super::caller::Address;
use super::state::AppState;
use backoffice::proof::sealed::{broken, checkpoint, require_log, with_witnesses};
use members::throttle::{self, Rule};
use platform::error::{ApiError, Code};
use platform::extract::Path;

/// A tile of these bytes never changes: a larger one has another address.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// Anybody's page may read it: it is the same for all.
const FOR_ALL: (HeaderName, &str) = (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");

/// The routes of this part, outside of the API: their form is not ours.
pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/log/checkpoint", get(get_checkpoint))
        .route("/log/tile/{*rest}", get(get_tile))
}

async fn charge(state: &AppState, address: Address) -> Result<(), ApiError> {
    require_log(state)?;
    let rule = Rule::Window {
        max: state.config.proof.reads_per_address_minute,
        seconds: 60,
    };
    throttle::charge(state, "proof:tile", &address.0.to_string(), rule).await
}

async fn get_checkpoint(
    State(state): State<AppState>,
    address: Address,
) -> Result<Response, ApiError> {
    charge(&state, address).await?;
    let mut connection = state.pool.acquire().await?;
    let newest = checkpoint(&mut *connection, None).await?;
    let policy = state.config.proof.witnesses.policy();
    let signed = with_witnesses(&mut connection, &policy, newest).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        FOR_ALL,
    ];
    Ok((headers, signed.note).into_response())
}

async fn get_tile(
    State(state): State<AppState>,
    address: Address,
    Path(rest): Path<String>,
) -> Result<Response, ApiError> {
    charge(&state, address).await?;
    let tile = PublicTile::read(&format!("tile/{rest}")).ok_or(Code::NoData)?;
    let bytes = proof::published(&state.pool, tile).await.map_err(broken)?;
    let bytes = bytes.ok_or(Code::NoData)?;
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::CACHE_CONTROL, FOR_EVER),
        FOR_ALL,
    ];
    Ok((headers, bytes).into_response())
}
