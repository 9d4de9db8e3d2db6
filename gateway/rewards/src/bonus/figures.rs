//! Bets, winnings and losses of players, from the providers' reports.

use chrono::{DateTime, Utc};
use futures_util::future::try_join_all;
use ledger::wallet::reward::{GameFigure, Span, SpanFigures};
use ledger::{GameCode, LedgerError, Money, Wallet, WalletId, journal};

use payments::Payments;
use platform::config::Provider;
use platform::error::{ApiError, Code};
use providers::game::{Game, GameError, Played};

/// A player's play in a span, at every provider where the player has an account.
pub async fn figures(
    state: &Payments,
    wallet: &Wallet,
    span: Span,
) -> Result<SpanFigures, ApiError> {
    let asked = wallet.games().map(|game| async move {
        let played = played(state, wallet, game, span.from, Some(span.to)).await?;
        Ok::<_, ApiError>(GameFigure {
            game: game.clone(),
            turnover: played.turnover,
            win_loss: played.win_loss,
        })
    });
    let games = try_join_all(asked).await?;
    Ok(SpanFigures { span, games })
}

/// A player's total winnings at one provider, in bets that have ended.
pub(super) async fn won(
    state: &Payments,
    wallet: &Wallet,
    game: &GameCode,
) -> Result<Money, ApiError> {
    let played = played(state, wallet, game, DateTime::UNIX_EPOCH, None).await?;
    Ok(played.win_loss)
}

/// The sum of a player's bets at all providers since a moment.
pub async fn turnover_since(
    state: &Payments,
    wallet: &Wallet,
    from: DateTime<Utc>,
) -> Result<Money, ApiError> {
    let currency = wallet.currency().ok_or(Code::NoWallet)?;
    let asked = wallet.games().map(|game| async move {
        let played = played(state, wallet, game, from, None).await?;
        Ok::<_, ApiError>(played.turnover)
    });
    let turnovers = try_join_all(asked).await?;
    turnovers
        .into_iter()
        .try_fold(Money::zero(currency), Money::checked_add)
        .map_err(|error| ApiError::internal(&error))
}

/// A player's play within a span while grants were active: each grant's part of the span.
pub async fn during_grants(
    state: &Payments,
    wallet: &Wallet,
    wallet_id: WalletId,
    span: Span,
) -> Result<Vec<SpanFigures>, ApiError> {
    let (pool, key) = (&state.pool, state.ledger.journal_key());
    let parts = journal::grants_within(pool, key, wallet_id, span).await;
    let parts = parts.map_err(LedgerError::from)?.into_iter();
    try_join_all(parts.map(|part| figures(state, wallet, part))).await
}

/// One provider's report, unless its breaker is open because it has not answered recently. A
/// provider that was removed from the configuration has no play.
async fn played(
    state: &Payments,
    wallet: &Wallet,
    game: &GameCode,
    from: DateTime<Utc>,
    to: Option<DateTime<Utc>>,
) -> Result<Played, ApiError> {
    let currency = wallet.currency().ok_or(Code::NoWallet)?;
    let username = wallet.game_username(game).ok_or(Code::SlotNoAccount)?;
    let Some(provider) = provider(state, game) else {
        let (turnover, win_loss) = (Money::zero(currency), Money::zero(currency));
        return Ok(Played { turnover, win_loss });
    };
    let breakers = &state.breakers;
    let pass = breakers.admit(game).ok_or(Code::ServiceUnavailable)?;
    let answer = Game::new(state, provider)
        .summary(username, from, to, currency)
        .await;
    pass.record(!matches!(answer, Err(GameError::Unreachable(_))));
    answer.map_err(|error| {
        tracing::warn!(%game, ?error, "a provider did not report what was played");
        Code::ServiceUnavailable.into()
    })
}

/// The provider of a player's account, also if it is no longer offered, because money may be there.
/// None for a provider that the operator has removed from the configuration: it cannot be played or
/// queried, so the rest of the player's money must not wait for it.
pub(super) fn provider<'a>(state: &'a Payments, game: &GameCode) -> Option<&'a Provider> {
    let provider = state
        .config
        .providers
        .iter()
        .find(|provider| provider.code == *game);
    if provider.is_none() {
        tracing::warn!(%game, "an account is with a provider that is not configured");
    }
    provider
}
