//! Paying money out to the player's registered bank account.

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use ledger::wallet::{WithdrawalLimits, WithdrawalStatus};
use ledger::{Account, Receipt, Wallet, WalletCommand, WithdrawalId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::caller::Member;
use crate::error::{ApiError, Code};
use crate::extract::{Amount, IdempotencyKey, Json};
use crate::identity::member;
use crate::processes::{Subject, wait_until, withdrawal as process};
use crate::routes::intent::{Movement, Standing, digits, intent_id, position_after, replay_header};
use crate::routes::transfer::from_statement;
use crate::state::AppState;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(withdraw))
        .routes(routes!(withdraw_all))
}

/// A withdrawal.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
struct WithdrawRequest {
    amount: Amount,
}

/// A withdrawal that was accepted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Withdrawal {
    #[serde(flatten)]
    movement: Movement,
    /// It is paid from then on, because the bank account is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    held_until: Option<DateTime<Utc>>,
}

impl Withdrawal {
    /// The answer with the status that fits its standing.
    fn answer(self, receipt: &Receipt) -> Response {
        let status = match self.movement.status {
            Standing::Pending => StatusCode::ACCEPTED,
            Standing::Success | Standing::Failed => StatusCode::OK,
        };
        (status, replay_header(receipt), Json(self)).into_response()
    }
}

/// Pays out to the registered bank account.
#[utoipa::path(post, path = "/wallet/withdraw", tag = "wallet", security(("session" = [])),
    request_body = WithdrawRequest, params(("Idempotency-Key" = String, Header)),
    responses(
        (status = 200, body = Withdrawal, description = "Paid"),
        (status = 202, body = Withdrawal, description = "In progress; see the statement")))]
async fn withdraw(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
    Json(request): Json<WithdrawRequest>,
) -> Result<Response, ApiError> {
    pay_out(&state, caller, &key, &request).await
}

/// Pays out to the registered bank account; the same command as `withdraw`.
#[utoipa::path(post, path = "/wallet/withdrawAll", tag = "wallet", security(("session" = [])),
    request_body = WithdrawRequest, params(("Idempotency-Key" = String, Header)),
    responses(
        (status = 200, body = Withdrawal, description = "Paid"),
        (status = 202, body = Withdrawal, description = "In progress; see the statement")))]
async fn withdraw_all(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
    Json(request): Json<WithdrawRequest>,
) -> Result<Response, ApiError> {
    pay_out(&state, caller, &key, &request).await
}

async fn pay_out(
    state: &AppState,
    caller: Member,
    key: &IdempotencyKey,
    request: &WithdrawRequest,
) -> Result<Response, ApiError> {
    let id = WithdrawalId(intent_id(caller.id, "withdraw", key));
    let currency = state.book.load(caller.id).await?.currency();
    let currency = currency.ok_or(Code::NoWallet)?;
    let bounds = state.config.bounds_in(currency);
    let command = WalletCommand::RequestWithdrawal {
        withdrawal_id: id,
        amount: request.amount.money(currency)?,
        bank_account: member::load(state, caller.id).await?.bank_account.id,
        limits: WithdrawalLimits {
            min: bounds.withdraw_min,
            max: bounds.withdraw_max,
        },
    };
    let context = state.member_context(key.for_command("withdraw", request));
    let receipt = state.book.execute(caller.id, command, context).await?;
    state.processes.hint(Subject {
        process: process::NAME,
        id: id.0,
        wallet_id: caller.id,
    });
    let longest = Duration::from_millis(state.config.waits.withdrawal_ms);
    let wallet = wait_until(state, (caller.id, id.0), longest, |wallet| {
        let status = wallet.withdrawal(id).map(|withdrawal| withdrawal.status);
        matches!(
            status,
            None | Some(WithdrawalStatus::Paid | WithdrawalStatus::Returned)
        )
    })
    .await?;
    let status = standing(state, caller, id, &wallet).await?;
    if status == Standing::Failed {
        // The money is back in the main wallet: the words of this code say so.
        return Err(ApiError::from(Code::TransferFail).with_data(json!({ "id": id })));
    }
    let movement = Movement {
        status,
        id: id.to_string(),
        position: position_after(state, &receipt),
        balance: digits(wallet.bucket(&Account::Main)),
    };
    let withdrawal = Withdrawal {
        movement,
        held_until: None,
    };
    Ok(withdrawal.answer(&receipt))
}

/// How the withdrawal stands; one that ended long ago is known to the statement only.
async fn standing(
    state: &AppState,
    caller: Member,
    id: WithdrawalId,
    wallet: &Wallet,
) -> Result<Standing, ApiError> {
    Ok(match wallet.withdrawal(id).map(|it| it.status) {
        Some(WithdrawalStatus::Paid) => Standing::Success,
        Some(WithdrawalStatus::Returned) => Standing::Failed,
        Some(WithdrawalStatus::Requested | WithdrawalStatus::Sent | WithdrawalStatus::Unknown) => {
            Standing::Pending
        }
        None => from_statement(state, caller, id.0).await?,
    })
}
