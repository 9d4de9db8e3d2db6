//! Queries a player's balances at all providers, so that the ledger can decide.

use futures_util::future::try_join_all;
use ledger::wallet::reward::{GameHeld, Held, Seen};
use ledger::{Account, GameCode, Money, Wallet};

use super::figures::{provider, won};
use payments::Payments;
use payments::balance::ask_provider;
use platform::error::{ApiError, Code};

/// Queries every provider where the player has an account, in parallel. If one does not answer, the
/// player's total is unknown and the result is an error.
///
/// `wallet` was read before the queries: after a later movement, the ledger refuses the answers.
pub async fn seen(state: &Payments, wallet: &Wallet) -> Result<Seen, ApiError> {
    let asked = wallet.games().map(async |game| {
        let (balance, win_loss) = match provider(state, game) {
            // In parallel: a bet that ends in between would count in one figure only.
            Some(provider) => {
                let balance =
                    async { Ok::<_, ApiError>(ask_provider(state, wallet, provider).await?) };
                let (balance, won) = tokio::try_join!(balance, won(state, wallet, game))?;
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

/// The booked balance with a provider that is no longer configured.
fn booked(wallet: &Wallet, game: &GameCode) -> Result<Money, ApiError> {
    let held = wallet.bucket(&Account::Game(game.clone()));
    Ok(held.ok_or(Code::NoWallet)?)
}

/// The player's total for the rule of bounds: by the ledger, or with the providers' answers in
/// place of the booked game balances.
pub fn total(wallet: &Wallet, seen: Option<&Seen>) -> Result<Money, ApiError> {
    let reported = |account: &Account| {
        let Account::Game(game) = account else {
            return None;
        };
        let held = seen?.games.iter().find(|held| held.game == *game)?;
        Some(held.balance)
    };
    let zero = Money::zero(wallet.currency().ok_or(Code::NoWallet)?);
    let mut balances = wallet.grant_balances();
    // An account that never held money has no bucket yet.
    for held in seen.iter().flat_map(|seen| &seen.games) {
        let account = Account::Game(held.game.clone());
        if balances.iter().all(|known| known.account != account) {
            let amount = held.balance;
            balances.push(Held { account, amount });
        }
    }
    balances
        .iter()
        .map(|held| reported(&held.account).unwrap_or(held.amount))
        .try_fold(zero, Money::checked_add)
        .map_err(|error| ApiError::internal(&error))
}
