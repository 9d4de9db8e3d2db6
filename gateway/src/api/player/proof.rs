//! The proof log for players and auditors: checkpoints, consistency, keys and receipts.
//!
//! `.github/proofs.md` explains how a third party checks them.

use std::time::Duration;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::{WalletId, proof};
use projections::{View, statement};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::statement::export::{Own, check_period};
use crate::api::caller::Address;
use crate::api::state::AppState;
use backoffice::proof::bundle::{Bundle, ProofKey, ProofWitnesses, bundle, proof_keys};
use backoffice::proof::liabilities::{LiabilitiesFile, liabilities};
use backoffice::proof::receipt::{Receipt, written};
use backoffice::proof::sealed::{
    best_checkpoint, broken, checkpoint, pending, require_log, with_witnesses,
};
use members::throttle::{self, Rule};
use platform::error::{ApiError, Code};
use platform::extract::{AfterPosition, Json, Path, Query};
use platform::subject::Member;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get_proof_checkpoint))
        .routes(routes!(get_proof_key))
        .routes(routes!(get_proof_consistency))
        .routes(routes!(get_proof_receipt))
        .routes(routes!(list_proof_receipts))
        .routes(routes!(get_proof_bundle))
        .routes(routes!(get_proof_liabilities))
}

/// The most receipts in one request.
const RECEIPTS_MAX: usize = 100;

/// How many complete files within a minute; each costs as much as a hundred requests.
const BUNDLES_PER_MINUTE: u32 = 10;

/// The log's name and its signing keys.
#[derive(Serialize, ToSchema)]
struct ProofKeys {
    /// The log's name, the first line of each checkpoint.
    #[schema(example = "wallet.example/journal")]
    origin: String,
    keys: Vec<ProofKey>,
    witnesses: ProofWitnesses,
}

/// Two sizes of the log.
#[derive(Deserialize)]
struct Sizes {
    from: String,
    to: String,
}

/// The proof that the smaller log is a prefix of the larger one.
#[derive(Serialize, ToSchema)]
struct ProofConsistency {
    from: String,
    to: String,
    /// The consistency proof of RFC 9162, in hexadecimal; empty for equal sizes.
    path: Vec<String>,
}

/// The checkpoint to use.
#[derive(Deserialize)]
struct At {
    size: Option<String>,
}

/// The checkpoint to return.
#[derive(Deserialize)]
struct Wanted {
    size: Option<String>,
    #[serde(default)]
    witnessed: bool,
}

/// The receipts to return.
#[derive(Deserialize, ToSchema)]
struct ReceiptsRequest {
    /// Positions of lines of the caller's statement, 1 to 100.
    positions: Vec<String>,
    /// A checkpoint's size; the newest if absent.
    size: Option<String>,
}

/// A receipt and the checkpoint that it leads to.
#[derive(Serialize, ToSchema)]
struct ProofReceipt {
    receipt: Receipt,
    /// The signed note.
    checkpoint: String,
}

/// Receipts in the requested order, and the checkpoint that they lead to.
#[derive(Serialize, ToSchema)]
struct ProofReceipts {
    receipts: Vec<Receipt>,
    /// The signed note.
    checkpoint: String,
}

/// The period to export.
#[derive(Deserialize)]
struct Period {
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
}

/// A positive number in canonical spelling.
fn read_number(text: &str) -> Option<i64> {
    let number = text.parse::<i64>().ok()?;
    (number > 0 && number.to_string() == text).then_some(number)
}

fn read_field(text: &str, field: &str) -> Result<i64, ApiError> {
    read_number(text).ok_or_else(|| ApiError::invalid_fields(&[field]))
}

fn read_size(text: Option<&str>) -> Result<Option<i64>, ApiError> {
    text.map(|text| read_field(text, "size")).transpose()
}

async fn charge_address(state: &AppState, address: Address) -> Result<(), ApiError> {
    let rule = Rule::Window {
        max: state.config.proof.reads_per_address_minute,
        seconds: 60,
    };
    throttle::charge(state, "proof:address", &address.0.to_string(), rule).await
}

async fn charge_member(
    state: &AppState,
    id: WalletId,
    scope: &str,
    max: u32,
) -> Result<(), ApiError> {
    let rule = Rule::Window { max, seconds: 60 };
    throttle::charge(state, scope, &id.to_string(), rule).await
}

/// Returns the newest checkpoint of the log, the newest one that a quorum of witnesses has signed, or the one of
/// a given size, as a signed note.
///
/// A client that knows only an old key can request the checkpoint at which the next key took over.
#[route(get, path = "/proof/checkpoint", tag = "proof",
    params(("size" = Option<String>, Query, description = "A checkpoint's size."),
        ("witnessed" = Option<bool>, Query, description = "Only one that a quorum of witnesses has signed.")),
    responses((status = 200, content_type = "text/plain", body = String)))]
async fn get_proof_checkpoint(
    State(state): State<AppState>,
    address: Address,
    Query(wanted): Query<Wanted>,
) -> Result<Response, ApiError> {
    require_log(&state)?;
    charge_address(&state, address).await?;
    let size = read_size(wanted.size.as_deref())?;
    let policy = state.config.proof.witnesses.policy();
    let mut connection = state.pool.acquire().await?;
    let sealed = if wanted.witnessed {
        let found = proof::latest_witnessed(&mut connection, &policy).await;
        found.map_err(broken)?.ok_or_else(pending)?
    } else {
        let sealed = checkpoint(&mut *connection, size).await?;
        with_witnesses(&mut connection, &policy, sealed).await?
    };
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, sealed.note).into_response())
}

/// Returns the current and former signing keys of the log.
#[route(get, path = "/proof/key", tag = "proof",
    responses((status = 200, body = ProofKeys)))]
async fn get_proof_key(
    State(state): State<AppState>,
    address: Address,
) -> Result<Json<ProofKeys>, ApiError> {
    require_log(&state)?;
    charge_address(&state, address).await?;
    Ok(Json(ProofKeys {
        origin: state.config.proof.origin.clone(),
        keys: proof_keys(&state.pool).await?,
        witnesses: ProofWitnesses::of(&state.config.proof.witnesses),
    }))
}

/// Proves that a smaller log is a prefix of a larger one.
#[route(get, path = "/proof/consistency", tag = "proof",
    params(("from" = String, Query, description = "The smaller size."),
        ("to" = String, Query, description = "The larger size.")),
    responses((status = 200, body = ProofConsistency)))]
async fn get_proof_consistency(
    State(state): State<AppState>,
    address: Address,
    Query(sizes): Query<Sizes>,
) -> Result<Json<ProofConsistency>, ApiError> {
    require_log(&state)?;
    charge_address(&state, address).await?;
    let from = read_field(&sizes.from, "from")?;
    let to = read_field(&sizes.to, "to")?;
    if from > to {
        return Err(ApiError::invalid_fields(&["from"]));
    }
    if to > checkpoint(&state.pool, None).await?.size {
        return Err(ApiError::invalid_fields(&["to"]));
    }
    let path = proof::consistency(&state.pool, from, to).await;
    Ok(Json(ProofConsistency {
        from: sizes.from,
        to: sizes.to,
        path: written(&path.map_err(broken)?),
    }))
}

/// Receipts of the wallet's statement lines under one checkpoint, in the requested order.
///
/// A position of another wallet, of an event without a line, and of no event get the same answer.
async fn prove(
    state: &AppState,
    wallet_id: WalletId,
    positions: &[i64],
    size: Option<i64>,
) -> Result<ProofReceipts, ApiError> {
    require_log(state)?;
    let each_minute = state.config.proof.receipts_per_member_minute;
    charge_member(state, wallet_id, "proof:receipt", each_minute).await?;
    let lines = statement::positions_of_lines(&state.pool, wallet_id, positions).await;
    let lines = lines?;
    if positions
        .iter()
        .any(|position| lines.binary_search(position).is_err())
    {
        return Err(Code::NoData.into());
    }
    let newest = lines.last().copied().unwrap_or_default();
    let sealed = match size {
        None => {
            let policy = state.config.proof.witnesses.policy();
            let mut connection = state.pool.acquire().await?;
            best_checkpoint(&mut connection, &policy, newest).await?
        }
        Some(size) => {
            let sealed = checkpoint(&state.pool, Some(size)).await?;
            if newest > sealed.size {
                return Err(ApiError::invalid_fields(&["size"]));
            }
            sealed
        }
    };
    let receipts = proof::receipts(&state.pool, wallet_id, positions, sealed.size).await;
    Ok(ProofReceipts {
        receipts: receipts.map_err(broken)?.iter().map(Receipt::of).collect(),
        checkpoint: sealed.note,
    })
}

/// Returns the proof of a line of the caller's statement.
#[route(get, path = "/proof/receipt/{position}", tag = "proof",
    security(("session" = [])),
    params(("position" = String, Path),
        ("size" = Option<String>, Query, description = "A checkpoint's size.")),
    responses((status = 200, body = ProofReceipt)))]
async fn get_proof_receipt(
    State(state): State<AppState>,
    caller: Member,
    Path(position): Path<String>,
    Query(at): Query<At>,
) -> Result<Json<ProofReceipt>, ApiError> {
    let position = read_number(&position).ok_or(Code::NoData)?;
    let size = read_size(at.size.as_deref())?;
    let mut proved = prove(&state, caller.id, &[position], size).await?;
    let receipt = proved.receipts.pop();
    Ok(Json(ProofReceipt {
        receipt: receipt.ok_or(Code::NoData)?,
        checkpoint: proved.checkpoint,
    }))
}

/// Returns the proofs of many lines of the caller's statement, all under one checkpoint.
#[route(post, path = "/proof/receipts", tag = "proof", security(("session" = [])),
    request_body = ReceiptsRequest, responses((status = 200, body = ProofReceipts)))]
async fn list_proof_receipts(
    State(state): State<AppState>,
    caller: Member,
    Json(request): Json<ReceiptsRequest>,
) -> Result<Json<ProofReceipts>, ApiError> {
    if !(1..=RECEIPTS_MAX).contains(&request.positions.len()) {
        return Err(ApiError::invalid_fields(&["positions"]));
    }
    let positions = request.positions.iter();
    let positions: Result<Vec<i64>, _> = positions
        .map(|text| read_field(text, "positions"))
        .collect();
    let size = read_size(request.size.as_deref())?;
    prove(&state, caller.id, &positions?, size).await.map(Json)
}

/// Returns the proof that the caller's money is in the published total of what all players are owed.
#[route(get, path = "/proof/liabilities", tag = "proof", security(("session" = [])),
    responses((status = 200, body = LiabilitiesFile)))]
async fn get_proof_liabilities(
    State(state): State<AppState>,
    caller: Member,
) -> Result<Json<LiabilitiesFile>, ApiError> {
    require_log(&state)?;
    charge_member(&state, caller.id, "proof:liabilities", BUNDLES_PER_MINUTE).await?;
    liabilities(&state.core, caller.id).await.map(Json)
}

/// Exports the caller's statement of a period with all its proofs, as a file that anyone can check.
#[route(get, path = "/proof/bundle", tag = "proof", security(("session" = [])),
    params(("from" = Option<DateTime<Utc>>, Query, description = "The first moment."),
        ("to" = Option<DateTime<Utc>>, Query, description = "The first moment after it.")),
    responses((status = 200, body = Bundle)))]
async fn get_proof_bundle(
    State(state): State<AppState>,
    caller: Member,
    Query(period): Query<Period>,
) -> Result<Response, ApiError> {
    require_log(&state)?;
    check_period(period.from, period.to)?;
    charge_member(&state, caller.id, "proof:bundle", BUNDLES_PER_MINUTE).await?;
    let turn = Own::take(caller.id.0)?.turn().await?;
    let (id, core) = (caller.id, &state.core);
    let period = (period.from, period.to);
    let read = move |reading| bundle(core, reading, id, period, Duration::ZERO);
    let read = core.read(&[View::Statement], AfterPosition(None), read);
    let made = read.await?;
    let writing = tokio::task::spawn_blocking(move || {
        let written = serde_json::to_vec(&made);
        drop(turn);
        written
    });
    let written = writing
        .await
        .map_err(|error| ApiError::internal(&error))?
        .map_err(|error| ApiError::internal(&error))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], written).into_response())
}
