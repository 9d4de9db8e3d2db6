//! Moving money between the main wallet and a game account.

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use ledger::wallet::{Place, TransferStatus};
use ledger::{Account, TransferId, Wallet, WalletCommand};
use projections::statement::{self, Status};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::caller::Member;
use crate::error::{ApiError, Code};
use crate::extract::{Amount, IdempotencyKey, Json};
use crate::outside::game::is_divisible;
use crate::processes::{Subject, transfer as process, wait_until};
use crate::routes::intent::{Standing, digits, intent_id, position_after};
use crate::routes::sweep::TransferAnswer;
use crate::state::AppState;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(transfer))
}

/// A movement between the main wallet and a game account.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
struct TransferRequest {
    /// `WALLET` or a game's code.
    #[schema(example = "WALLET")]
    from: String,
    /// `WALLET` or a game's code; one side is `WALLET`.
    #[schema(example = "pg")]
    to: String,
    amount: Amount,
}

/// Moves money into a game account or out of it.
#[utoipa::path(post, path = "/wallet/transfer", tag = "wallet", security(("session" = [])),
    request_body = TransferRequest, params(("Idempotency-Key" = String, Header)),
    responses(
        (status = 200, body = TransferAnswer, description = "Moved"),
        (status = 202, body = TransferAnswer, description = "In progress; see the statement")))]
async fn transfer(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
    Json(request): Json<TransferRequest>,
) -> Result<Response, ApiError> {
    let id = TransferId(intent_id(caller.id, "transfer", &key));
    let command = read(&state, caller, id, &request).await?;
    let context = state.member_context(key.for_command("transfer", &request));
    let receipt = state.book.execute(caller.id, command, context).await?;
    state.processes.hint(Subject {
        process: process::NAME,
        id: id.0,
        wallet_id: caller.id,
    });
    let longest = Duration::from_millis(state.config.waits.transfer_ms);
    let wallet = wait_until(&state, (caller.id, id.0), longest, |wallet| {
        let status = wallet.transfer(id).map(|transfer| transfer.status);
        matches!(
            status,
            None | Some(TransferStatus::Completed | TransferStatus::Returned)
        )
    })
    .await?;
    let status = standing(&state, caller, id, &wallet).await?;
    if status == Standing::Failed {
        return Err(ApiError::from(Code::TransferFail).with_data(json!({ "id": id })));
    }
    let movement = TransferAnswer {
        status,
        id: id.to_string(),
        position: position_after(&state, &receipt),
        balance: digits(wallet.bucket(&Account::Main)),
        legs: Vec::new(),
    };
    Ok(movement.answer(&receipt))
}

/// The command that a request asks for; refuses what no wallet could be asked.
async fn read(
    state: &AppState,
    caller: Member,
    transfer_id: TransferId,
    request: &TransferRequest,
) -> Result<WalletCommand, ApiError> {
    let place = |text: &str| text.parse::<Place>().map_err(|_| Code::NoGame);
    let (from, to) = (place(&request.from)?, place(&request.to)?);
    let ((Place::Wallet, Place::Game(game)) | (Place::Game(game), Place::Wallet)) = (&from, &to)
    else {
        return Err(ApiError::invalid_fields(&["from", "to"]));
    };
    let provider = state.config.provider(game).ok_or(Code::NoGame)?;
    let wallet = state.book.load(caller.id).await?;
    let currency = wallet.currency().ok_or(Code::NoWallet)?;
    let amount = request.amount.money(currency)?;
    let least = state.config.bounds_in(currency).transfer_min;
    if amount.amount() < least.amount() || !is_divisible(amount, provider.ft_wallet_slot) {
        let data = json!({ "min": least.digits() });
        return Err(ApiError::from(Code::TransferMinimum).with_data(data));
    }
    Ok(WalletCommand::StartTransfer {
        transfer_id,
        from,
        to,
        amount,
    })
}

/// How the transfer stands; one that ended long ago is known to the statement only.
async fn standing(
    state: &AppState,
    caller: Member,
    id: TransferId,
    wallet: &Wallet,
) -> Result<Standing, ApiError> {
    Ok(match wallet.transfer(id).map(|it| it.status) {
        Some(TransferStatus::Completed) => Standing::Success,
        Some(TransferStatus::Returned) => Standing::Failed,
        Some(TransferStatus::Started | TransferStatus::Sent | TransferStatus::Unknown) => {
            Standing::Pending
        }
        None => from_statement(state, caller, id.0).await?,
    })
}

/// How an operation stands by its statement lines.
pub(crate) async fn from_statement(
    state: &AppState,
    caller: Member,
    id: uuid::Uuid,
) -> Result<Standing, ApiError> {
    let lines = statement::find_operation(&state.pool, caller.id, id)
        .await
        .map_err(|error| ApiError::internal(&error))?;
    Ok(if lines.iter().any(|line| line.status == Status::Failed) {
        Standing::Failed
    } else if lines.iter().any(|line| line.status == Status::Success) {
        Standing::Success
    } else {
        Standing::Pending
    })
}
