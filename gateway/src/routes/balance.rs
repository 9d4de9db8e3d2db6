//! Asking providers what they hold for a player, and booking what they say.

use futures_util::future::join_all;
use ledger::{GameCode, Money, Wallet, WalletCommand};

use crate::caller::Member;
use crate::config::Provider;
use crate::error::Code;
use crate::outside::game::{Game, GameError};
use crate::state::AppState;

/// What one provider said: what it holds, or a code that says why that is not known.
pub(crate) type Told = Result<Money, Code>;

/// Asks providers at once; one that is slow or silent delays nobody beyond its own time-out.
pub(crate) async fn ask_all(
    state: &AppState,
    caller: Member,
    wallet: &Wallet,
    games: &[GameCode],
) -> Result<Vec<Told>, sqlx::Error> {
    let asked = games.iter().map(|game| ask(state, caller, wallet, game));
    let told = join_all(asked).await;
    if told.iter().any(Result::is_ok) {
        note_sync(state, caller).await?;
    }
    Ok(told)
}

/// Asks one provider and books what the player won or lost there.
async fn ask(state: &AppState, caller: Member, wallet: &Wallet, game: &GameCode) -> Told {
    let provider = state.config.provider(game).ok_or(Code::NoGame)?;
    let balance = tell(state, wallet, provider).await?;
    let command = WalletCommand::ObserveGameBalance {
        game: game.clone(),
        balance,
        // Read before the provider was asked: a transfer since then makes the answer stale.
        seen_at: wallet.sequence(),
    };
    let context = state.member_context(None);
    match state.book.execute(caller.id, command, context).await {
        Ok(_) => Ok(balance),
        Err(error) => {
            tracing::warn!(%game, %error, "a balance was not booked");
            Err(Code::ServiceUnavailable)
        }
    }
}

/// Asks one provider, unless it is left alone because it has not answered lately.
pub(crate) async fn tell(state: &AppState, wallet: &Wallet, provider: &Provider) -> Told {
    let game = &provider.code;
    let username = wallet.game_username(game).ok_or(Code::SlotNoAccount)?;
    let currency = wallet.currency().ok_or(Code::NoWallet)?;
    let breakers = &state.processes.breakers;
    let Some(pass) = breakers.admit(game) else {
        return Err(Code::ServiceUnavailable);
    };
    let told = Game::new(state, provider).balance(username, currency).await;
    pass.tell(!matches!(told, Err(GameError::Unreachable(_))));
    let is_closed =
        matches!(&told, Err(GameError::Unreachable(seen)) if seen.contains("MAINTENANCE"));
    state.processes.note_maintenance(game, is_closed);
    told.map_err(|error| {
        tracing::warn!(%game, ?error, "a provider did not tell a balance");
        Code::ServiceUnavailable
    })
}

async fn note_sync(state: &AppState, caller: Member) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into wallet_sync (wallet_id, synced_at) values ($1, $2)
         on conflict (wallet_id) do update set synced_at = excluded.synced_at",
        caller.id.0,
        state.clock.now()
    )
    .execute(&state.pool)
    .await
    .map(drop)
}
