//! Announcing a deposit that staff credit by hand.

use axum::extract::State;
use axum::response::Response;
use gateway_macros::route;
use ledger::wallet::{ManualCommand, ManualDepositStatus};
use ledger::{Account, ManualDepositId, Wallet, WalletCommand};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::answer::{Movement, OperationStatus, digits, position_after};
use crate::api::player::outcome::from_statement;
use crate::api::state::AppState;
use platform::error::{ApiError, Code};
use platform::extract::{Amount, IdempotencyKey, Json};
use platform::idempotency::once;
use platform::intent::intent_id;
use platform::subject::Member;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(announce_deposit))
}

/// A deposit that was made by another method.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
struct ManualDepositRequest {
    amount: Amount,
}

/// Announces a deposit. Nothing is credited until staff have found the money.
#[route(post, path = "/wallet/add", tag = "wallet", security(("session" = [])),
    request_body = ManualDepositRequest, params(("Idempotency-Key" = String, Header)),
    responses(
        (status = 202, body = Movement, description = "Waits for staff"),
        (status = 200, body = Movement, description = "A repeat: staff have decided")))]
async fn announce_deposit(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
    Json(request): Json<ManualDepositRequest>,
) -> Result<Response, ApiError> {
    let asked = key.for_command("manual", &request);
    let announcing = announce(&state, caller, &key, &request);
    once(&state, caller.id, asked, announcing).await
}

async fn announce(
    state: &AppState,
    caller: Member,
    key: &IdempotencyKey,
    request: &ManualDepositRequest,
) -> Result<Response, ApiError> {
    let deposit_id = ManualDepositId(intent_id(caller.id, "manual", key));
    let currency = state.ledger.load(caller.id).await?.currency();
    let currency = currency.ok_or(Code::NoWallet)?;
    let minimum = state.config.manual_deposit.minimum_in(currency);
    let minimum = minimum.ok_or(Code::ManualDepositInactive)?;
    let amount = request.amount.money(currency)?;
    if amount.amount() < minimum.amount() {
        let data = json!({ "min": minimum.digits() });
        return Err(ApiError::from(Code::DepositMinimum).with_data(data));
    }
    let command = WalletCommand::Manual(ManualCommand::Request { deposit_id, amount });
    let context = state.member_context(key.for_command("manual", request));
    let receipt = state.ledger.execute(caller.id, command, context).await?;
    let wallet = state.ledger.load(caller.id).await?;
    let movement = Movement {
        status: status_of(state, caller, deposit_id, &wallet).await?,
        id: deposit_id.to_string(),
        position: position_after(state, &receipt).await,
        balance: digits(wallet.bucket(&Account::Main)),
    };
    Ok(movement.answer(&receipt))
}

/// The deposit's status. Only the statement still has deposits that ended long ago.
async fn status_of(
    state: &AppState,
    caller: Member,
    id: ManualDepositId,
    wallet: &Wallet,
) -> Result<OperationStatus, ApiError> {
    Ok(
        match wallet.manual_deposit(id).map(|deposit| deposit.status) {
            Some(ManualDepositStatus::Requested) => OperationStatus::Pending,
            Some(ManualDepositStatus::Credited) => OperationStatus::Success,
            Some(ManualDepositStatus::Rejected) => OperationStatus::Failed,
            None => from_statement(state, caller, id.0).await?,
        },
    )
}
