//! Queries a player's balances at the providers and books the answers.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use futures_util::future::join_all;
use ledger::wallet::GameCommand;
use ledger::{Account, GameCode, LedgerError, Money, Wallet, WalletCommand, WalletId};
use projections::View;
use serde::Serialize;
use sqlx::PgExecutor;
use utoipa::ToSchema;

use super::Payments;
use platform::config::Provider;
use platform::error::{ApiError, Code};
use platform::extract::AfterPosition;
use platform::subject::Member;
use providers::game::{Game, GameError};

/// A provider's answer: the balance, or a code that says why it is not known.
pub type ProviderBalance = Result<Money, Code>;

/// A player's balance in one game, and whether the provider has just confirmed it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameBalance {
    /// The game's code, which transfers name as `from` or `to`.
    #[schema(example = "pg")]
    pub code: String,
    /// The balance, in wallet units.
    #[schema(example = "300.00")]
    pub amount: String,
    /// Whether the provider has answered; if not, `amount` is the last known balance.
    ok: bool,
    /// When the provider last reported its balance; null if it never has.
    read_at: Option<DateTime<Utc>>,
    /// The code of the error catalogue that says why it has not answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "SERVICE_UNAVAILABLE")]
    message: Option<&'static str>,
}

/// Queries the providers of these games in parallel. When this returns, the wallet view shows the
/// answers.
pub async fn refresh(
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

/// The balances of these games, once the wallet view shows their providers' answers.
pub async fn describe(
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

/// When each provider last reported the player's balance, by the game's code.
pub async fn read_times(
    executor: impl PgExecutor<'_>,
    wallet_id: WalletId,
) -> Result<HashMap<String, DateTime<Utc>>, sqlx::Error> {
    let rows = sqlx::query!(
        "select game, read_at from game_balance_read where wallet_id = $1",
        wallet_id.0
    )
    .fetch_all(executor)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.game, row.read_at))
        .collect())
}

/// Queries providers in parallel; a slow or silent one delays the result by its time-out at most.
pub async fn ask_all(
    state: &Payments,
    caller: Member,
    wallet: &Wallet,
    games: &[GameCode],
) -> Result<Vec<ProviderBalance>, sqlx::Error> {
    // A balance is at least as recent as the moment before the question.
    let asked_at = state.clock.now();
    let asked = games.iter().map(|game| ask(state, caller, wallet, game));
    let answers = join_all(asked).await;
    let booked = games.iter().zip(&answers);
    let booked = booked.filter(|(_, answer)| answer.as_ref().is_ok_and(|answer| answer.is_booked));
    let booked: Vec<&GameCode> = booked.map(|(game, _)| game).collect();
    note_read(state, caller, booked, asked_at).await?;
    let balance = |answer: Result<Answer, Code>| answer.map(|answer| answer.balance);
    Ok(answers.into_iter().map(balance).collect())
}

/// A provider's answer, and whether it is booked.
struct Answer {
    balance: Money,
    /// Whether the ledger now holds the same balance.
    is_booked: bool,
}

/// Queries one provider and books the player's winnings or losses there.
///
/// A transfer between question and answer makes the answer stale. Then the ledger books nothing,
/// and the provider is queried again.
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
    let balance = ask_provider(state, wallet, provider).await?;
    let command = WalletCommand::Game(GameCommand::ObserveBalance {
        game: game.clone(),
        balance,
        // Read before the query: a transfer since then makes the provider's answer stale.
        seen_at: wallet.sequence(),
    });
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

/// Queries one provider, unless its breaker is open because it has not answered recently.
pub async fn ask_provider(
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
    let answer = Game::new(state, provider).balance(username, currency).await;
    pass.record(!matches!(answer, Err(GameError::Unreachable(_))));
    let is_closed =
        matches!(&answer, Err(GameError::Unreachable(seen)) if seen.contains("MAINTENANCE"));
    state.note_maintenance(game, is_closed);
    answer.map_err(|error| {
        tracing::warn!(%game, ?error, "a provider did not report a balance");
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
    // In one order, so that two requests that note the same games cannot deadlock.
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
