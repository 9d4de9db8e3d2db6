//! Moving money between the main wallet and game accounts, and between two of them.

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use ledger::wallet::{Place, SweepLeg, TransferStatus};
use ledger::{Account, Context, Money, SweepId, TransferId, WalletCommand};
use projections::statement::{self, Status};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::caller::Member;
use crate::error::{ApiError, Code};
use crate::extract::{Amount, IdempotencyKey, Json};
use crate::kept_answer::once;
use crate::outside::game::is_divisible;
use crate::processes::{Subject, transfer as process, wait_until};
use crate::routes::intent::{Standing, digits, intent_id, position_after};
use crate::routes::sweep::{Sweep, TransferAnswer, leg_id, standing};
use crate::state::AppState;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(transfer))
}

/// A movement between two accounts of the player.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
struct TransferRequest {
    /// `WALLET` or a game's code.
    #[schema(example = "WALLET")]
    from: String,
    /// `WALLET` or a game's code, not the same as `from`.
    #[schema(example = "pg")]
    to: String,
    amount: Amount,
}

/// What a request asks for, once it is known that a wallet can be asked for it.
struct Wish {
    from: Place,
    to: Place,
    amount: Money,
}

/// Moves money between the main wallet and a game account, or between two game accounts.
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
    let asked = key.for_command("transfer", &request);
    let moving = begin(&state, caller, &key, &request);
    once(&state, caller.id, asked, moving).await
}

async fn begin(
    state: &AppState,
    caller: Member,
    key: &IdempotencyKey,
    request: &TransferRequest,
) -> Result<Response, ApiError> {
    let wish = read(state, caller, request).await?;
    let id = intent_id(caller.id, "transfer", key);
    let context = state.member_context(key.for_command("transfer", request));
    let Place::Game(game) = &wish.from else {
        return move_once(state, caller, (TransferId(id), wish), context).await;
    };
    if wish.to == Place::Wallet {
        return move_once(state, caller, (TransferId(id), wish), context).await;
    }
    let id = SweepId(id);
    let leg = SweepLeg {
        transfer_id: leg_id(id, game),
        game: game.clone(),
        amount: wish.amount,
    };
    let sweep = Sweep::start(state, caller, (id, wish.to), vec![leg], context).await?;
    let outcome = sweep.wait(state, caller).await?;
    sweep.answer(state, outcome, Vec::new()).await
}

/// A movement with the main wallet at one end.
async fn move_once(
    state: &AppState,
    caller: Member,
    (id, wish): (TransferId, Wish),
    context: Context,
) -> Result<Response, ApiError> {
    let command = WalletCommand::StartTransfer {
        transfer_id: id,
        from: wish.from,
        to: wish.to,
        amount: wish.amount,
    };
    let receipt = state.book.execute(caller.id, command, context).await?;
    state.processes.hint(Subject {
        process: process::NAME,
        id: id.0,
        wallet_id: caller.id,
    });
    let longest = Duration::from_millis(state.config.waits.transfer_ms);
    let wallet = wait_until(state, (caller.id, id.0), longest, |wallet| {
        let status = wallet.transfer(id).map(|transfer| transfer.status);
        matches!(
            status,
            None | Some(TransferStatus::Completed | TransferStatus::Returned)
        )
    })
    .await?;
    let status = standing(state, caller, id, &wallet).await?;
    if status == Standing::Failed {
        let failed = ApiError::from(Code::TransferFail).with_data(json!({ "id": id }));
        return Err(failed.outcome());
    }
    let movement = TransferAnswer {
        status,
        id: id.to_string(),
        position: position_after(state, &receipt).await,
        balance: digits(wallet.bucket(&Account::Main)),
        legs: Vec::new(),
    };
    Ok(movement.answer(&receipt))
}

/// Reads a request; refuses what no wallet could be asked.
async fn read(
    state: &AppState,
    caller: Member,
    request: &TransferRequest,
) -> Result<Wish, ApiError> {
    let place = |text: &str| text.parse::<Place>().map_err(|_| Code::NoGame);
    let (from, to) = (place(&request.from)?, place(&request.to)?);
    if from == to {
        return Err(ApiError::invalid_fields(&["from", "to"]));
    }
    let wallet = state.book.load(caller.id).await?;
    let currency = wallet.currency().ok_or(Code::NoWallet)?;
    let amount = request.amount.money(currency)?;
    let least = state.config.bounds_in(currency).transfer_min;
    let mut fits = amount.amount() >= least.amount();
    for place in [&from, &to] {
        if let Place::Game(game) = place {
            let provider = state.config.provider(game).ok_or(Code::NoGame)?;
            fits &= is_divisible(amount, provider.ft_wallet_slot);
        }
    }
    if !fits {
        let data = json!({ "min": least.digits() });
        return Err(ApiError::from(Code::TransferMinimum).with_data(data));
    }
    if let Place::Game(game) = &to {
        // Before anything leaves its place for an account that is not there.
        wallet.game_username(game).ok_or(Code::SlotNoAccount)?;
    }
    Ok(Wish { from, to, amount })
}

/// How an operation stands by its statement lines.
pub(crate) async fn from_statement(
    state: &AppState,
    caller: Member,
    id: uuid::Uuid,
) -> Result<Standing, ApiError> {
    let lines = statement::find_operation(&state.pool, caller.id, id).await?;
    Ok(if lines.iter().any(|line| line.status == Status::Failed) {
        Standing::Failed
    } else if lines.iter().any(|line| line.status == Status::Success) {
        Standing::Success
    } else {
        Standing::Pending
    })
}
