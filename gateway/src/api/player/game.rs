//! Opening an account with a game provider, and its name and password.

pub(crate) mod autologin;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use gateway_macros::route;
use ledger::wallet::GameCommand;
use ledger::{Currency, GameCode, Wallet, WalletCommand};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::answer::replay_header;
use crate::api::state::AppState;
use members::game_credential::{self, Credential};
use platform::config::{Provider, Text};
use platform::error::{ApiError, Code};
use platform::extract::{IdempotencyKey, Json, Path};
use platform::idempotency::refused_once;
use platform::subject::Member;
use providers::game::{Game, GameError};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(activate_slot))
        .routes(routes!(get_slot_account))
        .routes(routes!(reset_slot_password))
}

/// Name and password at the provider.
#[derive(Serialize, ToSchema)]
struct SlotAccount {
    username: String,
    password: String,
    /// What the operator announces for this game's accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<Text>,
}

impl SlotAccount {
    fn of(provider: &Provider, username: String, password: String) -> Self {
        Self {
            username,
            password,
            event: provider.event.clone(),
        }
    }
}

/// The answer after an account was opened.
#[derive(Serialize, ToSchema)]
struct ActivatedSlot {
    /// Always `SUCCESS`.
    #[schema(example = "SUCCESS")]
    status: &'static str,
    /// For `after`: a read that shows this position shows the effect.
    position: String,
    account: SlotAccount,
}

/// The answer after a password was changed.
#[derive(Serialize, ToSchema)]
struct ResetSlot {
    /// Always `SUCCESS`.
    #[schema(example = "SUCCESS")]
    status: &'static str,
    #[serde(flatten)]
    account: SlotAccount,
}

/// The provider that a path names.
pub(crate) fn offered<'a>(state: &'a AppState, code: &str) -> Result<&'a Provider, ApiError> {
    let code: GameCode = code.parse().map_err(|_| Code::NoGame)?;
    state
        .config
        .provider(&code)
        .ok_or_else(|| Code::NoGame.into())
}

/// Refuses a player who is on a break from playing, or whose wallet is frozen.
pub(crate) fn require_playing(state: &AppState, wallet: &Wallet) -> Result<(), ApiError> {
    Ok(wallet.require_playing(state.clock.now())?)
}

/// The caller's credential of an open account.
pub(crate) async fn credential_of(
    state: &AppState,
    caller: Member,
    wallet: &Wallet,
    game: &GameCode,
) -> Result<Credential, ApiError> {
    let username = wallet.game_username(game).ok_or(Code::SlotNoAccount)?;
    let credential = game_credential::find(state, caller.id, game).await?;
    // The events say who the player is at the provider.
    credential
        .filter(|credential| credential.username == username)
        .ok_or_else(|| Code::SlotNoAccount.into())
}

/// Opens an account with a game provider.
#[route(method(get, post), path = "/wallet/activate/{slotCode}",
    operation_id = "activate_slot", tag = "wallet", security(("session" = [])),
    params(("slotCode" = String, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = ActivatedSlot)))]
async fn activate_slot(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
    Path(code): Path<String>,
) -> Result<Response, ApiError> {
    let asked = key.for_command("activate", &code);
    let activating = activate(&state, caller, &key, &code);
    // A repeat shows the current account: its password is stored in one place only.
    refused_once(&state, caller.id, asked, activating).await
}

async fn activate(
    state: &AppState,
    caller: Member,
    key: &IdempotencyKey,
    code: &str,
) -> Result<Response, ApiError> {
    let provider = offered(state, code)?;
    let game = &provider.code;
    let wallet = state.ledger.load(caller.id).await?;
    let currency = wallet.currency().ok_or(Code::NoWallet)?;
    // Checked before the provider is called.
    require_playing(state, &wallet)?;
    if wallet.game_username(game).is_some() {
        let known = game_credential::find(state, caller.id, game).await?;
        let is_repeat = key.0.is_some() && known.is_some_and(|known| known.opened_by_key == key.0);
        if !is_repeat {
            return Err(Code::SlotAlreadyActive.into());
        }
    }
    let credential = open(state, caller, provider, currency, key).await?;
    let command = WalletCommand::Game(GameCommand::OpenAccount {
        game: game.clone(),
        username: credential.username.clone(),
    });
    let context = state.member_context(key.for_command("activate", code));
    let receipt = state.ledger.execute(caller.id, command, context).await?;
    let body = Json(ActivatedSlot {
        status: "SUCCESS",
        position: receipt.position.to_string(),
        account: SlotAccount::of(provider, credential.username, credential.password),
    });
    Ok((replay_header(&receipt), body).into_response())
}

/// Has the provider create the player. The password is stored first, so a repeat creates the same
/// player with the same password.
async fn open(
    state: &AppState,
    caller: Member,
    provider: &Provider,
    currency: Currency,
    key: &IdempotencyKey,
) -> Result<Credential, ApiError> {
    let credential =
        game_credential::prepare(state, caller.id, &provider.code, key.0.as_deref()).await?;
    let created = Game::new(state, provider)
        .create_player(&credential.username, &credential.password, currency)
        .await;
    match created {
        Ok(()) => Ok(credential),
        Err(error) => {
            tracing::warn!(game = %provider.code, ?error, "no account was opened");
            Err(refusal(&error).into())
        }
    }
}

/// The error for a provider that refused or could not be reached.
pub(crate) fn refusal(error: &GameError) -> Code {
    match error {
        GameError::Refused(_) => Code::GameActivationFail,
        GameError::Unreachable(_) => Code::SlotActivateFail,
    }
}

/// Returns the caller's user name and password at a provider.
#[route(get, path = "/wallet/account/{slotCode}", tag = "wallet",
    security(("session" = [])), params(("slotCode" = String, Path)),
    responses((status = 200, body = SlotAccount)))]
async fn get_slot_account(
    State(state): State<AppState>,
    caller: Member,
    Path(code): Path<String>,
) -> Result<Json<SlotAccount>, ApiError> {
    let provider = offered(&state, &code)?;
    let wallet = state.ledger.load(caller.id).await?;
    // With the password, the player could play directly at the provider.
    require_playing(&state, &wallet)?;
    let credential = credential_of(&state, caller, &wallet, &provider.code).await?;
    Ok(Json(SlotAccount::of(
        provider,
        credential.username,
        credential.password,
    )))
}

/// Changes the caller's password at a provider.
#[route(method(get, post), path = "/wallet/resetpassword/{slotCode}",
    operation_id = "reset_slot_password", tag = "wallet", security(("session" = [])),
    params(("slotCode" = String, Path)),
    responses((status = 200, body = ResetSlot)))]
async fn reset_slot_password(
    State(state): State<AppState>,
    caller: Member,
    Path(code): Path<String>,
) -> Result<Json<ResetSlot>, ApiError> {
    let provider = offered(&state, &code)?;
    let game = &provider.code;
    let wallet = state.ledger.load(caller.id).await?;
    require_playing(&state, &wallet)?;
    credential_of(&state, caller, &wallet, game).await?;
    let proposed = game_credential::propose(&state, caller.id, game).await?;
    let proposed = proposed.ok_or(Code::SlotNoAccount)?;
    // A faster request may have adopted it already: setting it again changes nothing.
    let next = proposed
        .next_password
        .as_ref()
        .unwrap_or(&proposed.password);
    let result = Game::new(&state, provider)
        .set_password(&proposed.username, next)
        .await;
    if let Err(error) = result {
        // The provider may have taken it: it stays proposed, and the next try sends it again.
        tracing::warn!(%game, ?error, "a game password was not changed");
        return Err(Code::SlotResetPasswordFail.into());
    }
    if !game_credential::adopt(&state, caller.id, game, &proposed).await? {
        tracing::warn!(%game, "two changes of a game password crossed");
        return Err(Code::SlotResetPasswordFail.into());
    }
    let password = next.clone();
    Ok(Json(ResetSlot {
        status: "SUCCESS",
        account: SlotAccount::of(provider, proposed.username, password),
    }))
}
