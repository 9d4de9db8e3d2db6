//! How a movement of money ended and, if it failed, why.

use std::collections::HashMap;

use ledger::wallet::{Place, TransferStatus};
use ledger::{GameCode, TransferId, Wallet};
use projections::View;
use projections::statement::{self, Status};
use serde_json::json;
use uuid::Uuid;

use crate::api::answer::{OperationStatus, newest_position};
use crate::api::state::AppState;
use payments::balance;
use platform::error::{ApiError, Code};
use platform::extract::AfterPosition;
use platform::subject::Member;

/// A transfer's status. Only the statement still has transfers that ended long ago.
pub(crate) async fn of_transfer(
    state: &AppState,
    caller: Member,
    id: TransferId,
    wallet: &Wallet,
) -> Result<OperationStatus, ApiError> {
    Ok(match wallet.transfer(id).map(|transfer| transfer.status) {
        Some(TransferStatus::Completed) => OperationStatus::Success,
        Some(TransferStatus::Returned) => OperationStatus::Failed,
        Some(TransferStatus::Started | TransferStatus::Sent | TransferStatus::Unknown) => {
            OperationStatus::Pending
        }
        None => from_statement(state, caller, id.0).await?,
    })
}

/// An operation's status by its statement lines.
pub(crate) async fn from_statement(
    state: &AppState,
    caller: Member,
    id: Uuid,
) -> Result<OperationStatus, ApiError> {
    let lines = statement::find_operation(&state.pool, caller.id, id).await?;
    Ok(if lines.iter().any(|line| line.status == Status::Failed) {
        OperationStatus::Failed
    } else if lines.iter().any(|line| line.status == Status::Success) {
        OperationStatus::Success
    } else {
        OperationStatus::Pending
    })
}

/// The reasons of failed operations, by id: codes of the catalogue or of the provider. Operations
/// without a reason in the statement have no entry.
pub(crate) async fn reasons(
    state: &AppState,
    caller: Member,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, String>, ApiError> {
    let mut reasons = HashMap::new();
    if ids.is_empty() {
        return Ok(reasons);
    }
    let after = AfterPosition(Some(newest_position(state).await));
    state.show(View::Statement, after).await?;
    for id in ids {
        let lines = statement::find_operation(&state.pool, caller.id, *id).await?;
        let reason = lines.into_iter().find_map(|line| line.reason);
        reasons.extend(reason.map(|reason| (*id, reason)));
    }
    Ok(reasons)
}

/// The error of a failed transfer: the reason, and the balance of the game that the money was to
/// come from.
pub(crate) async fn failed_transfer(
    state: &AppState,
    caller: Member,
    id: TransferId,
    from: &Place,
) -> Result<ApiError, ApiError> {
    let reason = reasons(state, caller, &[id.0]).await?.remove(&id.0);
    let games: Vec<GameCode> = match from {
        Place::Game(game) => vec![game.clone()],
        Place::Wallet => Vec::new(),
    };
    let games = balance::refresh(&state.payments, caller, &games).await?;
    let data = json!({ "id": id, "reason": reason, "games": games });
    Ok(ApiError::from(Code::TransferFail).with_data(data).outcome())
}
