//! Transfers between the main wallet and game accounts, and between two game accounts.

pub(crate) mod sweep;
pub(crate) mod transfer_all;

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use gateway_macros::route;
use ledger::wallet::{Place, SweepLeg, TransferCommand, TransferEvent, TransferStatus};
use ledger::{
    Account, CommandOutcome, Context, Currency, GameCode, LedgerError, Money, SweepId, TransferId,
    Wallet, WalletCommand, WalletError, WalletEvent,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::outcome;
use super::transfer::sweep::{Sweep, TransferAnswer, Wanted, leg_id};
use super::transfer::transfer_all::{Collection, move_all};
use crate::api::answer::{OperationStatus, digits, position_after};
use crate::api::state::AppState;
use crate::api::termination::refuse_stake;
use payments::Process;
use payments::{Job, wait_until};
use platform::error::{ApiError, Code};
use platform::extract::{AmountOrAll, IdempotencyKey, Json};
use platform::idempotency::once;
use platform::intent::intent_id;
use platform::subject::Member;
use providers::game::{is_divisible, largest_divisible};

/// How often a transfer of everything is tried again after other commands came first.
const TRIES_MAX: u32 = 5;

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
    /// An amount, or `ALL`: the balance of `from` when the transfer is executed. For a game, the
    /// provider is asked for it.
    #[schema(value_type = String, example = "100.00", pattern = r"^(ALL|-?[0-9]+(\.[0-9]+)?)$")]
    amount: AmountOrAll,
}

/// A transfer request whose places exist.
struct TransferInput {
    from: Place,
    to: Place,
    amount: TransferAmount,
}

/// The amount of a transfer.
#[derive(Clone, Copy)]
enum TransferAmount {
    Exactly(Money),
    /// The balance of the source when the transfer is executed.
    All,
}

/// Moves money between the main wallet and a game account, or between two game accounts.
#[route(post, path = "/wallet/transfer", tag = "wallet", security(("session" = [])),
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
    let input = read(state, caller, request).await?;
    let id = intent_id(caller.id, "transfer", key);
    let context = state.member_context(key.for_command("transfer", request));
    match (&input.from, &input.to, input.amount) {
        (Place::Game(game), _, TransferAmount::All) => {
            let collection = Collection {
                id: SweepId(id),
                to: input.to.clone(),
                games: vec![game.clone()],
                takes_main: false,
            };
            move_all(state, caller, collection, context).await
        }
        (Place::Game(game), Place::Game(_), TransferAmount::Exactly(amount)) => {
            let id = SweepId(id);
            let leg = SweepLeg {
                transfer_id: leg_id(id, game),
                game: game.clone(),
                amount,
            };
            let wanted = Wanted {
                id,
                to: input.to.clone(),
                legs: vec![leg],
                from_main: None,
            };
            let sweep = Sweep::start(state, caller, wanted, context).await?;
            let outcome = sweep.wait(state, caller).await?;
            sweep.answer(state, outcome, Vec::new()).await
        }
        _ => move_once(state, caller, TransferId(id), input, context).await,
    }
}

/// A movement with the main wallet at one end.
async fn move_once(
    state: &AppState,
    caller: Member,
    id: TransferId,
    input: TransferInput,
    context: Context,
) -> Result<Response, ApiError> {
    let from = input.from.clone();
    let receipt = start(state, caller, id, input, context).await?;
    state.payments.hint(Job {
        process: Process::Transfer,
        id: id.0,
        wallet_id: caller.id,
    });
    let longest = Duration::from_millis(state.config.waits.transfer_ms);
    let wallet = wait_until(&state.payments, caller.id, id.0, longest, |wallet| {
        let status = wallet.transfer(id).map(|transfer| transfer.status);
        matches!(
            status,
            None | Some(TransferStatus::Completed | TransferStatus::Returned)
        )
    })
    .await?;
    let status = outcome::of_transfer(state, caller, id, &wallet).await?;
    if status == OperationStatus::Failed {
        return Err(outcome::failed_transfer(state, caller, id, &from).await?);
    }
    let movement = TransferAnswer {
        status,
        id: id.to_string(),
        amount: started_amount(&receipt).map(Money::digits),
        position: position_after(state, &receipt).await,
        balance: digits(wallet.bucket(&Account::Main)),
        legs: Vec::new(),
        games: Vec::new(),
    };
    Ok(movement.answer(&receipt))
}

/// The amount of the transfer, by the event that started it.
fn started_amount(receipt: &CommandOutcome) -> Option<Money> {
    let mut events = receipt.events.iter();
    events.find_map(|recorded| match &recorded.event {
        WalletEvent::Transfer(TransferEvent::Started { amount, .. }) => Some(*amount),
        _ => None,
    })
}

/// Starts the transfer; a repeat finds the earlier transfer.
async fn start(
    state: &AppState,
    caller: Member,
    transfer_id: TransferId,
    input: TransferInput,
    context: Context,
) -> Result<CommandOutcome, ApiError> {
    let command = |amount| {
        WalletCommand::Transfer(TransferCommand::Start {
            transfer_id,
            from: input.from.clone(),
            to: input.to.clone(),
            amount,
        })
    };
    match (&input.to, input.amount) {
        (_, TransferAmount::Exactly(amount)) => {
            let started = state.ledger.execute(caller.id, command(amount), context);
            Ok(started.await?)
        }
        (Place::Game(game), TransferAmount::All) => {
            start_all(state, caller, game, command, context).await
        }
        (Place::Wallet, TransferAmount::All) => {
            unreachable!("all that a game holds is moved as a sweep")
        }
    }
}

/// Starts a transfer of the main wallet's balance into a game.
async fn start_all(
    state: &AppState,
    caller: Member,
    game: &GameCode,
    command: impl Fn(Money) -> WalletCommand,
    context: Context,
) -> Result<CommandOutcome, ApiError> {
    // The balance may change between the read and the command; then it is read again.
    let mut tries = 0;
    loop {
        tries += 1;
        let wallet = state.ledger.load(caller.id).await?;
        let currency = wallet.currency().ok_or(Code::NoWallet)?;
        let movable = all_for(state, &wallet, game, currency);
        // The ledger recognises a repeat before it decides anything, so it gets the command even if
        // nothing can be moved now.
        let amount = *movable.as_ref().unwrap_or(&Money::zero(currency));
        let command = command(amount);
        let started = state.ledger.execute(caller.id, command, context.clone());
        match (started.await, movable) {
            (Err(LedgerError::Refused(WalletError::InsufficientFunds { .. })), Ok(_))
                if tries < TRIES_MAX => {}
            (Err(LedgerError::Refused(WalletError::AmountNotPositive)), Err(objection)) => {
                return Err(objection);
            }
            (started, _) => return Ok(started?),
        }
    }
}

/// The amount of the main wallet that can go into a game, or why none can.
fn all_for(
    state: &AppState,
    wallet: &Wallet,
    game: &GameCode,
    currency: Currency,
) -> Result<Money, ApiError> {
    let provider = state.config.provider(game).ok_or(Code::NoGame)?;
    let held = wallet.bucket(&Account::Main).ok_or(Code::NoWallet)?;
    let amount = largest_divisible(held, provider);
    let least = state.config.bounds_in(currency).transfer_min;
    if !held.is_positive() {
        return Err(Code::MoneyNotEnough.into());
    }
    if amount.amount() < least.amount() {
        let data = json!({ "min": least.digits() });
        return Err(ApiError::from(Code::TransferMinimum).with_data(data));
    }
    Ok(amount)
}

/// Reads a request; refuses requests that are invalid for every wallet.
async fn read(
    state: &AppState,
    caller: Member,
    request: &TransferRequest,
) -> Result<TransferInput, ApiError> {
    let place = |text: &str| text.parse::<Place>().map_err(|_| Code::NoGame);
    let (from, to) = (place(&request.from)?, place(&request.to)?);
    if from == to {
        return Err(ApiError::invalid_fields(&["from", "to"]));
    }
    if let Place::Game(_) = &to {
        refuse_stake(state)?;
    }
    let wallet = state.ledger.load(caller.id).await?;
    let currency = wallet.currency().ok_or(Code::NoWallet)?;
    let amount = match &request.amount {
        AmountOrAll::Exactly(amount) => TransferAmount::Exactly(amount.money(currency)?),
        AmountOrAll::All => TransferAmount::All,
    };
    let least = state.config.bounds_in(currency).transfer_min;
    let mut fits = true;
    if let TransferAmount::Exactly(amount) = amount {
        fits &= amount.amount() >= least.amount();
    }
    for place in [&from, &to] {
        if let Place::Game(game) = place {
            let provider = state.config.provider(game).ok_or(Code::NoGame)?;
            if let TransferAmount::Exactly(amount) = amount {
                fits &= is_divisible(amount, provider);
            }
        }
    }
    if !fits {
        let data = json!({ "min": least.digits() });
        return Err(ApiError::from(Code::TransferMinimum).with_data(data));
    }
    let is_all = matches!(amount, TransferAmount::All);
    for (place, is_needed) in [(&from, is_all), (&to, true)] {
        if let (Place::Game(game), true) = (place, is_needed) {
            // Checked before money leaves for an account that does not exist.
            wallet.game_username(game).ok_or(Code::SlotNoAccount)?;
        }
    }
    Ok(TransferInput { from, to, amount })
}
