//! What a player holds altogether, made sure of by what the providers say.

use cqrs_es::Aggregate;

use crate::money::{Currency, Money};
use crate::posting::Account;
use crate::wallet::{Wallet, WalletError, WalletEvent};

use super::error::RewardError;
use super::terms::{GameHeld, Held, Seen};

/// A wallet whose books agree with the providers, and the events that made them agree.
pub(super) struct Known {
    pub(super) events: Vec<WalletEvent>,
    pub(super) balances: Vec<Held>,
    pub(super) total: Money,
    /// The player's total win at all games; none unless every game reported.
    pub(super) won: Option<Money>,
}

impl Wallet {
    /// What counts as held when a grant is decided about, bucket by bucket: the main wallet,
    /// money on its way into games, and games. Not what is set aside for a withdrawal.
    #[must_use]
    pub fn grant_balances(&self) -> Vec<Held> {
        self.buckets()
            .filter(|(account, _)| {
                matches!(
                    account,
                    Account::Main | Account::InTransit | Account::Game(_)
                )
            })
            .map(|(account, amount)| Held {
                account: account.clone(),
                amount,
            })
            .collect()
    }

    /// Books what the providers said and adds up what the player holds.
    ///
    /// Each game account must have been asked since it last changed, with no transfer under way:
    /// otherwise money on its way would be counted twice or not at all.
    pub(super) fn know(&self, seen: Option<&Seen>) -> Result<Known, WalletError> {
        let Some(seen) = seen else {
            return self.known(Vec::new(), None);
        };
        let mut after = self.clone();
        let mut events = Vec::new();
        for (game, account) in &self.games {
            if let Some(open) = account.open_transfer {
                return Err(WalletError::TransferOpen(open));
            }
            let report = seen.games.iter().find(|report| report.game == *game);
            let Some(report) = report.filter(|_| account.last_change <= seen.at_sequence) else {
                return Err(RewardError::Stale.into());
            };
            let observed = self.observe_balance(game, report.balance, seen.at_sequence)?;
            self.require_room(&observed)?;
            for event in observed {
                after.apply(event.clone());
                events.push(event);
            }
        }
        after.known(events, won_at(&seen.games, self.currency)?)
    }

    fn known(&self, events: Vec<WalletEvent>, won: Option<Money>) -> Result<Known, WalletError> {
        let balances = self.grant_balances();
        let zero = Money::zero(self.currency.ok_or(WalletError::NotOpen)?);
        let total = balances
            .iter()
            .try_fold(zero, |sum, held| sum.checked_add(held.amount))?;
        Ok(Known {
            events,
            balances,
            total,
            won,
        })
    }
}

/// The sum of what all games reported.
fn won_at(games: &[GameHeld], currency: Option<Currency>) -> Result<Option<Money>, WalletError> {
    let mut sum = Money::zero(currency.ok_or(WalletError::NotOpen)?);
    for game in games {
        let Some(win_loss) = game.win_loss else {
            return Ok(None);
        };
        sum = sum.checked_add(win_loss)?;
    }
    Ok(Some(sum))
}
