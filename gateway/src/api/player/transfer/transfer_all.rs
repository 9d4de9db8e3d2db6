//! Moving the balances of all games to one place.

use axum::extract::State;
use axum::response::Response;
use gateway_macros::route;
use ledger::wallet::{Place, SweepLeg};
use ledger::{
    Account, Context, GameCode, LedgerError, Money, MoneyError, SweepId, Wallet, WalletError,
    journal,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::sweep::{Leg, Sweep, TransferAnswer, Wanted, leg_id};
use crate::api::answer::OperationStatus;
use crate::api::state::AppState;
use crate::api::termination::refuse_stake;
use payments::balance::{self, GameBalance, ProviderBalance};
use platform::error::{ApiError, Code};
use platform::extract::{IdempotencyKey, Json};
use platform::idempotency::once;
use platform::intent::intent_id;
use platform::subject::Member;
use providers::game::{is_divisible, largest_divisible};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(transfer_all))
}

/// The destination.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
struct TransferAllRequest {
    /// `WALLET` or a game's code.
    #[schema(example = "WALLET")]
    to: String,
}

/// Moves the balance of every game account to one account, and the main wallet's too if that is a
/// game; each step has its own outcome.
#[route(post, path = "/wallet/transferAll", tag = "wallet", security(("session" = [])),
    request_body = TransferAllRequest, params(("Idempotency-Key" = String, Header)),
    responses(
        (status = 200, body = TransferAnswer, description = "Moved; see each leg"),
        (status = 202, body = TransferAnswer, description = "In progress; see the statement")))]
async fn transfer_all(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
    Json(request): Json<TransferAllRequest>,
) -> Result<Response, ApiError> {
    let asked = key.for_command("transferAll", &request);
    let moving = begin(&state, caller, &key, &request);
    once(&state, caller.id, asked, moving).await
}

async fn begin(
    state: &AppState,
    caller: Member,
    key: &IdempotencyKey,
    request: &TransferAllRequest,
) -> Result<Response, ApiError> {
    let to: Place = request.to.parse().map_err(|_| Code::NoGame)?;
    if let Place::Game(game) = &to {
        refuse_stake(state)?;
        state.config.provider(game).ok_or(Code::NoGame)?;
        let wallet = state.ledger.load(caller.id).await?;
        wallet.game_username(game).ok_or(Code::SlotNoAccount)?;
    }
    let collection = Collection {
        id: SweepId(intent_id(caller.id, "transferAll", key)),
        games: games_except(&state.ledger.load(caller.id).await?, &to),
        to,
        takes_main: true,
    };
    let context = state.member_context(key.for_command("transferAll", request));
    move_all(state, caller, collection, context).await
}

/// Every game of the player except the destination.
fn games_except(wallet: &Wallet, to: &Place) -> Vec<GameCode> {
    let games = wallet.games();
    let games = games.filter(|game| *to != Place::Game((*game).clone()));
    games.cloned().collect()
}

/// The games to collect from, and the destination.
pub(crate) struct Collection {
    /// The sweep's id.
    pub(crate) id: SweepId,
    /// The destination.
    pub(crate) to: Place,
    /// The games to empty.
    pub(crate) games: Vec<GameCode>,
    /// Whether a game as the destination gets the main wallet's balance as well.
    pub(crate) takes_main: bool,
}

/// Moves the balances of these games, as their providers report them, and waits like a transfer.
pub(crate) async fn move_all(
    state: &AppState,
    caller: Member,
    collection: Collection,
    context: Context,
) -> Result<Response, ApiError> {
    let (sweep, not_started) = collect(state, caller, collection, context)
        .await
        .map_err(NotStarted::into_error)?;
    let outcome = sweep.wait(state, caller).await?;
    sweep.answer(state, outcome, not_started).await
}

/// Moves the balances of the games into the main wallet and waits like a transfer. A repeat with
/// the same key moves nothing more.
///
/// Returns the balances that could not be moved, with the reasons.
pub(crate) async fn sweep_to_wallet(
    state: &AppState,
    caller: Member,
    key: &IdempotencyKey,
) -> Result<Missing, ApiError> {
    let collection = Collection {
        id: SweepId(intent_id(caller.id, "sweep", key)),
        games: games_except(&state.ledger.load(caller.id).await?, &Place::Wallet),
        to: Place::Wallet,
        takes_main: false,
    };
    // The plain key belongs to the command that follows. No client's key contains a space.
    let own_key = IdempotencyKey(key.0.as_ref().map(|key| format!("{key} sweep")));
    let named = own_key.for_command("sweep", &());
    let context = state.member_context(named.clone());
    match collect(state, caller, collection, context).await {
        Ok((sweep, not_started)) => {
            let outcome = sweep.wait(state, caller).await?;
            let failed = outcome.legs.into_iter();
            let failed = failed.filter(|leg| leg.status == OperationStatus::Failed);
            Ok(Missing {
                passing: None,
                legs: failed.chain(not_started).collect(),
                games: outcome.games,
            })
        }
        Err(NotStarted::Nothing(passing)) if !passing.is_ruling() => Ok(Missing {
            passing: Some(passing),
            ..Missing::default()
        }),
        Err(NotStarted::Nothing(_)) => {
            // This answer is final for the key: money that reaches a game later stays there.
            if let Some(named) = named {
                let mut connection = state.pool.acquire().await?;
                journal::use_up(&mut connection, caller.id, &named).await?;
            }
            Ok(Missing::default())
        }
        Err(NotStarted::Refused(error)) => Err(error),
    }
}

/// The part of a collection that did not reach the main wallet.
#[derive(Default)]
pub(crate) struct Missing {
    /// Why nothing was moved, if the reason is temporary: then it is unknown whether there is
    /// money, and the key is not used up.
    pub(crate) passing: Option<ApiError>,
    /// The steps that failed or could not be started.
    pub(crate) legs: Vec<Leg>,
    /// The current balances of the games whose step failed.
    pub(crate) games: Vec<GameBalance>,
}

/// Why nothing was started.
enum NotStarted {
    /// No game has a balance that can be moved now; with the answer that says so.
    Nothing(ApiError),
    /// Any other refusal.
    Refused(ApiError),
}

impl<E: Into<ApiError>> From<E> for NotStarted {
    fn from(error: E) -> Self {
        Self::Refused(error.into())
    }
}

impl NotStarted {
    fn into_error(self) -> ApiError {
        match self {
            Self::Nothing(error) | Self::Refused(error) => error,
        }
    }
}

/// Queries every provider's balance and starts to move it. Also returns the steps left out.
async fn collect(
    state: &AppState,
    caller: Member,
    collection: Collection,
    context: Context,
) -> Result<(Sweep, Vec<Leg>), NotStarted> {
    let Collection {
        id,
        to,
        games,
        takes_main,
    } = collection;
    let wallet = state.ledger.load(caller.id).await?;
    let currency = wallet.currency().ok_or(Code::NoWallet)?;
    // A repeat starts nothing, so it queries no provider.
    let balances = match wallet.sweep(id) {
        Some(_) => Vec::new(),
        None => balance::ask_all(&state.payments, caller, &wallet, &games).await?,
    };
    let (legs, silent) = sort(id, &wallet, games.iter().zip(balances.iter().copied()));
    let from_main = match &to {
        Place::Game(game) if takes_main => main_along(state, &wallet, game, &legs),
        Place::Game(_) | Place::Wallet => None,
    };
    let objection = object(
        state,
        &to,
        from_main.unwrap_or(Money::zero(currency)),
        &legs,
    );
    // The ledger recognises a repeat before it decides anything, so it gets the command even if
    // nothing can start now.
    let wanted = Wanted {
        id,
        to,
        legs: match objection {
            Some(_) => Vec::new(),
            None => legs.clone(),
        },
        from_main: from_main.filter(|_| objection.is_none()),
    };
    match Sweep::start(state, caller, wanted, context).await {
        Ok(sweep) if sweep.receipt.is_replayed => Ok((sweep, Vec::new())),
        Ok(sweep) => {
            let busy = legs.iter().filter(|leg| !sweep.has_leg(leg.transfer_id));
            let busy = busy.map(|leg| Leg::not_started(leg, Code::RequestLimit));
            let not_started = busy.chain(silent).collect();
            Ok((sweep, not_started))
        }
        Err(LedgerError::Refused(
            refusal @ (WalletError::Excluded { .. } | WalletError::Frozen),
        )) => Err(refusal.into()),
        Err(LedgerError::Refused(refusal)) => Err(NotStarted::Nothing(match objection {
            // A provider did not answer, so there may be money to move.
            Some(Code::MoneyNotEnough) if !silent.is_empty() => {
                ApiError::from(Code::ServiceUnavailable).with_data(json!({ "legs": silent }))
            }
            Some(code) => {
                let games = balance::describe(&state.payments, caller, &games, &balances).await?;
                ApiError::from(code).with_data(json!({ "games": games }))
            }
            None => refusal.into(),
        })),
        Err(error) => Err(error.into()),
    }
}

/// The steps to start, and those that cannot start because the provider did not report a balance.
fn sort<'a>(
    id: SweepId,
    wallet: &Wallet,
    balances: impl Iterator<Item = (&'a GameCode, ProviderBalance)>,
) -> (Vec<SweepLeg>, Vec<Leg>) {
    let (mut legs, mut silent) = (Vec::new(), Vec::new());
    for (game, balance) in balances {
        let leg = |amount| SweepLeg {
            transfer_id: leg_id(id, game),
            game: game.clone(),
            amount,
        };
        match balance {
            Ok(amount) if amount.is_positive() => legs.push(leg(amount)),
            Ok(_) => {}
            Err(why) => {
                let last_known = wallet.bucket(&Account::Game(game.clone()));
                silent.extend(last_known.map(|amount| Leg::not_started(&leg(amount), why)));
            }
        }
    }
    (legs, silent)
}

fn sum_of(from_main: Money, legs: &[SweepLeg]) -> Result<Money, MoneyError> {
    let mut amounts = legs.iter().map(|leg| leg.amount);
    amounts.try_fold(from_main, Money::checked_add)
}

/// The amount to add from the main wallet, so that the sum is an amount that the game can hold.
fn main_along(
    state: &AppState,
    wallet: &Wallet,
    game: &GameCode,
    legs: &[SweepLeg],
) -> Option<Money> {
    let provider = state.config.provider(game)?;
    let held = wallet.bucket(&Account::Main)?;
    let collected = sum_of(Money::zero(held.currency()), legs).ok()?;
    let all = largest_divisible(sum_of(held, legs).ok()?, provider);
    let along = all.checked_sub(collected).ok()?;
    along.is_positive().then_some(along)
}

/// Why these steps cannot be started, if they cannot.
fn object(state: &AppState, to: &Place, from_main: Money, legs: &[SweepLeg]) -> Option<Code> {
    let Ok(sum) = sum_of(from_main, legs) else {
        return Some(Code::InvalidAmount);
    };
    if !sum.is_positive() {
        return Some(Code::MoneyNotEnough);
    }
    let Place::Game(game) = to else {
        return None;
    };
    let provider = state.config.provider(game)?;
    let least = state.config.bounds_in(sum.currency()).transfer_min;
    let fits = sum.amount() >= least.amount() && is_divisible(sum, provider);
    (!fits).then_some(Code::TransferMinimum)
}
