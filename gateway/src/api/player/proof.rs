//! The proof log for players and auditors: checkpoints, consistency, keys and receipts.
//!
//! `.github/proofs.md` explains how a third party checks them.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use ledger::{WalletId, proof};
use projections::statement;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::statement::export::{Own, check_period};
use crate::api::caller::Address;
use crate::api::state::AppState;
use crate::backoffice::proof::bundle::{Bundle, ProofKey, bundle, proof_keys};
use crate::backoffice::proof::receipt::{Receipt, written};
use crate::backoffice::proof::sealed::{broken, checkpoint, pending, require_log};
use crate::members::throttle::{self, Rule};
use crate::platform::error::{ApiError, Code};
use crate::platform::extract::{Json, Path, Query};
use crate::platform::subject::Member;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get_proof_checkpoint))
        .routes(routes!(get_proof_key))
        .routes(routes!(get_proof_consistency))
        .routes(routes!(get_proof_receipt))
        .routes(routes!(list_proof_receipts))
        .routes(routes!(get_proof_bundle))
}

/// Receipts of one request.
const RECEIPTS_MAX: usize = 100;

/// Whole files within a minute: each costs as much as a hundred requests.
const BUNDLES_PER_MINUTE: u32 = 10;

/// Who signs the log.
#[derive(Serialize, ToSchema)]
struct ProofKeys {
    /// The log's name, the first line of each checkpoint.
    #[schema(example = "wallet.example/journal")]
    origin: String,
    keys: Vec<ProofKey>,
}

/// Two sizes of the log.
#[derive(Deserialize)]
struct Sizes {
    from: String,
    to: String,
}

/// That the log of the smaller size is the beginning of the one of the larger size.
#[derive(Serialize, ToSchema)]
struct ProofConsistency {
    from: String,
    to: String,
    /// RFC 9162's proof, hexadecimal; empty for two equal sizes.
    path: Vec<String>,
}

/// Under which checkpoint.
#[derive(Deserialize)]
struct At {
    size: Option<String>,
}

/// Which receipts.
#[derive(Deserialize, ToSchema)]
struct ReceiptsRequest {
    /// Positions of lines of the caller's statement, 1 to 100.
    positions: Vec<String>,
    /// A checkpoint's size; absent: the newest.
    size: Option<String>,
}

/// A receipt and the checkpoint that it leads to.
#[derive(Serialize, ToSchema)]
struct ProofReceipt {
    receipt: Receipt,
    /// The signed note.
    checkpoint: String,
}

/// Receipts, in the order asked for, and the checkpoint that they lead to.
#[derive(Serialize, ToSchema)]
struct ProofReceipts {
    receipts: Vec<Receipt>,
    /// The signed note.
    checkpoint: String,
}

/// Which period.
#[derive(Deserialize)]
struct Period {
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
}

/// A positive number in its one spelling.
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

/// The newest checkpoint of the log, or the one of a size, a signed note.
///
/// Who knows an old key asks for the checkpoint at which it has handed over to the next one.
#[utoipa::path(get, path = "/proof/checkpoint", tag = "proof",
    params(("size" = Option<String>, Query, description = "A checkpoint's size.")),
    responses((status = 200, content_type = "text/plain", body = String)))]
async fn get_proof_checkpoint(
    State(state): State<AppState>,
    address: Address,
    Query(at): Query<At>,
) -> Result<Response, ApiError> {
    require_log(&state)?;
    charge_address(&state, address).await?;
    let sealed = checkpoint(&state, read_size(at.size.as_deref())?).await?;
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, sealed.note).into_response())
}

/// The keys that the log is and was signed with.
#[utoipa::path(get, path = "/proof/key", tag = "proof",
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
    }))
}

/// That a smaller log is the beginning of a larger one.
#[utoipa::path(get, path = "/proof/consistency", tag = "proof",
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
    if to > checkpoint(&state, None).await?.size {
        return Err(ApiError::invalid_fields(&["to"]));
    }
    let path = proof::consistency(&state.pool, from, to).await;
    Ok(Json(ProofConsistency {
        from: sizes.from,
        to: sizes.to,
        path: written(&path.map_err(broken)?),
    }))
}

/// Receipts of the wallet's own lines under one checkpoint, in the order asked for.
///
/// A position of another wallet, of an event that is no line, and of none are all alike.
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
    if positions.iter().any(|it| lines.binary_search(it).is_err()) {
        return Err(Code::NoData.into());
    }
    let sealed = checkpoint(state, size).await?;
    if lines.last().is_some_and(|newest| *newest > sealed.size) {
        return Err(match size {
            None => pending(),
            Some(_) => ApiError::invalid_fields(&["size"]),
        });
    }
    let receipts = proof::receipts(&state.pool, wallet_id, positions, sealed.size).await;
    Ok(ProofReceipts {
        receipts: receipts.map_err(broken)?.iter().map(Receipt::of).collect(),
        checkpoint: sealed.note,
    })
}

/// The proof of a line of the caller's statement.
#[utoipa::path(get, path = "/proof/receipt/{position}", tag = "proof",
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

/// The proofs of many lines of the caller's statement, all under one checkpoint.
#[utoipa::path(post, path = "/proof/receipts", tag = "proof", security(("session" = [])),
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
    let positions: Result<Vec<i64>, _> = positions.map(|it| read_field(it, "positions")).collect();
    let size = read_size(request.size.as_deref())?;
    prove(&state, caller.id, &positions?, size).await.map(Json)
}

/// The caller's statement of a period with all its proofs: a file that anybody can check.
#[utoipa::path(get, path = "/proof/bundle", tag = "proof", security(("session" = [])),
    params(("from" = Option<DateTime<Utc>>, Query, description = "Its first moment."),
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
    let made = bundle(&state, caller.id, period.from, period.to).await?;
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
