//! Asking all providers what they hold for a player, for the ledger to decide by.

use futures_util::future::try_join_all;
use ledger::wallet::reward::{GameHeld, Held, Seen};
use ledger::{Account, GameCode, Money, Wallet};

use super::figures::{provider, won};
use crate::payments::Payments;
use crate::payments::balance::ask_provider;
use crate::platform::error::{ApiError, Code};

/// Asks every provider where the player has an account, at once. One that does not answer leaves
/// nobody knowing what the player holds.
///
/// `wallet` was read before: what moves since then makes the ledger refuse the answer.
pub(crate) async fn seen(state: &Payments, wallet: &Wallet) -> Result<Seen, ApiError> {
    let asked = wallet.games().map(async |game| {
        let (balance, win_loss) = match provider(state, game) {
            // At once: a bet that ends in between would stand in one figure and not in the other.
            Some(provider) => {
                let told =
                    async { Ok::<_, ApiError>(ask_provider(state, wallet, provider).await?) };
                let (balance, won) = tokio::try_join!(told, won(state, wallet, game))?;
                (balance, Some(won))
            }
            None => (booked(wallet, game)?, None),
        };
        Ok::<_, ApiError>(GameHeld {
            game: game.clone(),
            balance,
            win_loss,
        })
    });
    Ok(Seen {
        at_sequence: wallet.sequence(),
        games: try_join_all(asked).await?,
    })
}

/// What the books say of a provider that cannot be asked any more.
fn booked(wallet: &Wallet, game: &GameCode) -> Result<Money, ApiError> {
    let held = wallet.bucket(&Account::Game(game.clone()));
    Ok(held.ok_or(Code::NoWallet)?)
}

/// What the player holds in the sense of the band rule: by the books, or with what the providers
/// have said in place of the books' word.
pub(crate) fn total(wallet: &Wallet, seen: Option<&Seen>) -> Result<Money, ApiError> {
    let told = |account: &Account| {
        let Account::Game(game) = account else {
            return None;
        };
        let held = seen?.games.iter().find(|held| held.game == *game)?;
        Some(held.balance)
    };
    let zero = Money::zero(wallet.currency().ok_or(Code::NoWallet)?);
    let mut balances = wallet.grant_balances();
    // An account that never held anything has no bucket yet.
    for held in seen.iter().flat_map(|seen| &seen.games) {
        let account = Account::Game(held.game.clone());
        if balances.iter().all(|known| known.account != account) {
            let amount = held.balance;
            balances.push(Held { account, amount });
        }
    }
    balances
        .iter()
        .map(|held| told(&held.account).unwrap_or(held.amount))
        .try_fold(zero, Money::checked_add)
        .map_err(|error| ApiError::internal(&error))
}
