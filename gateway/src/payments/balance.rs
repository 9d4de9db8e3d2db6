//! Asks providers what they hold for a player, and books what they say.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use futures_util::future::join_all;
use ledger::{Account, GameCode, LedgerError, Money, Wallet, WalletCommand, WalletId};
use projections::View;
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use super::Payments;
use crate::platform::config::Provider;
use crate::platform::error::{ApiError, Code};
use crate::platform::extract::AfterPosition;
use crate::platform::subject::Member;
use crate::providers::game::{Game, GameError};

/// What one provider said: what it holds, or a code that says why that is not known.
pub(crate) type ProviderBalance = Result<Money, Code>;

/// What one game holds for the player, and whether its provider has just confirmed it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameBalance {
    #[schema(example = "pg")]
    pub(crate) code: String,
    /// In wallet units.
    #[schema(example = "300.00")]
    pub(crate) amount: String,
    /// Whether the provider has answered; if not, the amount is the last known one.
    ok: bool,
    /// When the provider last told its balance; null if it never has.
    read_at: Option<DateTime<Utc>>,
    /// A code of the catalogue that says why it has not answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "SERVICE_UNAVAILABLE")]
    message: Option<&'static str>,
}

/// Asks the providers of these games at once. The wallet view shows the answers when this returns.
pub(crate) async fn refresh(
    state: &Payments,
    caller: Member,
    games: &[GameCode],
) -> Result<Vec<GameBalance>, ApiError> {
    if games.is_empty() {
        return Ok(Vec::new());
    }
    let wallet = state.ledger.load(caller.id).await?;
    let answers = ask_all(state, caller, &wallet, games).await?;
    describe(state, caller, games, &answers).await
}

/// What these games hold, once the wallet view shows what their providers have answered.
pub(crate) async fn describe(
    state: &Payments,
    caller: Member,
    games: &[GameCode],
    answers: &[ProviderBalance],
) -> Result<Vec<GameBalance>, ApiError> {
    let position = *state.ledger.committed().borrow();
    state
        .show(View::Wallet, AfterPosition(Some(position)))
        .await?;
    let wallet = state.ledger.load(caller.id).await?;
    let read_at = read_times(&state.pool, caller.id).await?;
    let balances = games.iter().zip(answers).map(|(game, answer)| GameBalance {
        code: game.to_string(),
        amount: wallet
            .bucket(&Account::Game(game.clone()))
            .map(Money::digits)
            .unwrap_or_default(),
        ok: answer.is_ok(),
        read_at: read_at.get(game.as_str()).copied(),
        message: answer.err().map(Code::as_str),
    });
    Ok(balances.collect())
}

/// When each provider last told what it holds for the player, by the game's code.
pub(crate) async fn read_times(
    pool: &PgPool,
    wallet_id: WalletId,
) -> Result<HashMap<String, DateTime<Utc>>, sqlx::Error> {
    let rows = sqlx::query!(
        "select game, read_at from game_balance_read where wallet_id = $1",
        wallet_id.0
    )
    .fetch_all(pool)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.game, row.read_at))
        .collect())
}

/// Asks providers at once; one that is slow or silent delays nobody beyond its own time-out.
pub(crate) async fn ask_all(
    state: &Payments,
    caller: Member,
    wallet: &Wallet,
    games: &[GameCode],
) -> Result<Vec<ProviderBalance>, sqlx::Error> {
    // A balance is at least as new as the moment before it was asked for.
    let asked_at = state.clock.now();
    let asked = games.iter().map(|game| ask(state, caller, wallet, game));
    let answers = join_all(asked).await;
    let booked = games.iter().zip(&answers);
    let booked = booked.filter(|(_, answer)| answer.as_ref().is_ok_and(|it| it.is_booked));
    let booked: Vec<&GameCode> = booked.map(|(game, _)| game).collect();
    note_read(state, caller, booked, asked_at).await?;
    let balance = |answer: Result<Answer, Code>| answer.map(|it| it.balance);
    Ok(answers.into_iter().map(balance).collect())
}

/// What a provider has answered.
struct Answer {
    balance: Money,
    /// Whether the books say the same now.
    is_booked: bool,
}

/// Asks one provider and books what the player won or lost there.
///
/// A transfer that comes between question and answer makes the answer stale, and the ledger books
/// nothing; then the provider is asked once more.
async fn ask(
    state: &Payments,
    caller: Member,
    wallet: &Wallet,
    game: &GameCode,
) -> Result<Answer, Code> {
    let first = ask_once(state, caller, wallet, game).await?;
    if first.is_booked {
        return Ok(first);
    }
    let wallet = state.ledger.load(caller.id).await;
    let wallet = wallet.map_err(|error| not_booked(game, &error))?;
    ask_once(state, caller, &wallet, game).await
}

async fn ask_once(
    state: &Payments,
    caller: Member,
    wallet: &Wallet,
    game: &GameCode,
) -> Result<Answer, Code> {
    let provider = state.config.provider(game).ok_or(Code::NoGame)?;
    let balance = tell(state, wallet, provider).await?;
    let command = WalletCommand::ObserveGameBalance {
        game: game.clone(),
        balance,
        // Read before the provider was asked: a transfer since then makes the answer stale.
        seen_at: wallet.sequence(),
    };
    let context = state.member_context(None);
    let booking = state.ledger.execute(caller.id, command, context).await;
    booking.map_err(|error| not_booked(game, &error))?;
    let wallet = state.ledger.load(caller.id).await;
    let wallet = wallet.map_err(|error| not_booked(game, &error))?;
    let held = wallet.bucket(&Account::Game(game.clone()));
    Ok(Answer {
        balance,
        is_booked: held == Some(balance),
    })
}

fn not_booked(game: &GameCode, error: &LedgerError) -> Code {
    tracing::warn!(%game, %error, "a balance was not booked");
    Code::ServiceUnavailable
}

/// Asks one provider, unless it is left alone because it has not answered lately.
pub(crate) async fn tell(
    state: &Payments,
    wallet: &Wallet,
    provider: &Provider,
) -> ProviderBalance {
    let game = &provider.code;
    let username = wallet.game_username(game).ok_or(Code::SlotNoAccount)?;
    let currency = wallet.currency().ok_or(Code::NoWallet)?;
    let breakers = &state.breakers;
    let Some(pass) = breakers.admit(game) else {
        return Err(Code::ServiceUnavailable);
    };
    let told = Game::new(state, provider).balance(username, currency).await;
    pass.tell(!matches!(told, Err(GameError::Unreachable(_))));
    let is_closed =
        matches!(&told, Err(GameError::Unreachable(seen)) if seen.contains("MAINTENANCE"));
    state.note_maintenance(game, is_closed);
    told.map_err(|error| {
        tracing::warn!(%game, ?error, "a provider did not tell a balance");
        Code::ServiceUnavailable
    })
}

async fn note_read(
    state: &Payments,
    caller: Member,
    games: Vec<&GameCode>,
    read_at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    if games.is_empty() {
        return Ok(());
    }
    let mut games: Vec<String> = games.into_iter().map(GameCode::to_string).collect();
    // In one order: two requests that note the same games must not wait for each other.
    games.sort_unstable();
    sqlx::query!(
        "insert into game_balance_read as known (wallet_id, game, read_at)
         select $1, game, $3 from unnest($2::text[]) as game
         on conflict (wallet_id, game)
         do update set read_at = greatest(known.read_at, excluded.read_at)",
        caller.id.0,
        &games,
        read_at
    )
    .execute(&state.pool)
    .await
    .map(drop)
}
