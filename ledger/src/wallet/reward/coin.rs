//! Coins for the wheel: each full price that came in on one day, and did not leave again, is a
//! coin.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;

use crate::id::GrantId;
use crate::money::{Currency, Money};
use crate::posting::{Account, movement};
use crate::wallet::limit::LimitPeriod;
use crate::wallet::{Wallet, WalletError, WalletEvent};

use super::event::{CoinsEarned, CoinsGiven, RewardEvent};
use super::state::{CoinsDay, Rewards};

/// What a day's deposits must reach for one coin, in each currency; none where deposits earn no
/// coins.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CoinPrices([Option<Money>; Currency::ALL.len()]);

impl CoinPrices {
    /// The price in a currency.
    #[must_use]
    pub fn of(self, currency: Currency) -> Option<Money> {
        let price = self.0.get(currency as usize).copied().flatten();
        price.filter(|price| price.is_positive())
    }
}

impl FromIterator<Money> for CoinPrices {
    fn from_iter<T: IntoIterator<Item = Money>>(prices: T) -> Self {
        let mut all = Self::default();
        for price in prices {
            if let Some(place) = all.0.get_mut(price.currency() as usize) {
                *place = Some(price);
            }
        }
        all
    }
}

impl Wallet {
    /// Coins that the player can spend; `None` until the wallet is open.
    #[must_use]
    pub fn coins(&self) -> Option<Money> {
        self.bucket(&Account::Coins)
    }

    /// Adds to the events that bring a deposit in what coins it earns.
    pub(in crate::wallet) fn with_coins(
        &self,
        mut events: Vec<WalletEvent>,
        prices: CoinPrices,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let Some(price) = self.currency.and_then(|currency| prices.of(currency)) else {
            return Ok(events);
        };
        let amounts = events.iter().filter_map(WalletEvent::deposit);
        let came_in: Decimal = amounts.map(|(_, amount, _)| amount.amount()).sum();
        if came_in.is_zero() {
            return Ok(events);
        }
        let day = LimitPeriod::Day.first_day(at);
        let known = self.rewards.coins_day.as_ref().filter(|it| it.day == day);
        let (before, earned_before) =
            known.map_or((Decimal::ZERO, 0), |it| (it.deposited.amount(), it.earned));
        // Beyond the books no coin is earned; the deposit itself is never refused for it.
        let Ok(deposited) = Money::try_new(before + came_in, price.currency()) else {
            return Ok(events);
        };
        let of_day = (deposited.amount() / price.amount()).trunc();
        let due = of_day.min(Decimal::from(u32::MAX)) - Decimal::from(earned_before);
        if due <= Decimal::ZERO {
            return Ok(events);
        }
        let coins = Money::try_new(due, Currency::Coin)?;
        events.push(WalletEvent::from(RewardEvent::CoinsEarned(CoinsEarned {
            coins,
            day,
            deposited,
            price,
            earned_before,
            at,
            postings: movement(Account::CoinIssue, Account::Coins, coins),
        })));
        Ok(events)
    }

    /// Gives coins that no deposit has earned. A gift is given once, however long ago.
    pub(super) fn give_coins(
        &self,
        grant_id: GrantId,
        coins: Money,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        if self.rewards.knows_grant(grant_id) {
            return Ok(Vec::new());
        }
        Self::require_positive(coins, Currency::Coin)?;
        Ok(vec![WalletEvent::from(RewardEvent::CoinsGiven(
            CoinsGiven {
                grant_id,
                coins,
                at,
                postings: movement(Account::CoinIssue, Account::Coins, coins),
            },
        ))])
    }
}

impl Rewards {
    /// Counts a deposit into its day.
    pub(in crate::wallet) fn count_for_coins(&mut self, amount: Money, at: DateTime<Utc>) {
        let day = LimitPeriod::Day.first_day(at);
        match &mut self.coins_day {
            Some(counted) if counted.day >= day => {
                let sum = counted.deposited.checked_add(amount);
                counted.deposited = sum.unwrap_or(counted.deposited);
            }
            other => {
                *other = Some(CoinsDay {
                    day,
                    deposited: amount,
                    earned: 0,
                });
            }
        }
    }

    /// Takes what leaves again out of its day: money that goes round and round earns once.
    pub(super) fn uncount_for_coins(&mut self, amount: Money) {
        if let Some(counted) = &mut self.coins_day {
            let rest = counted.deposited.checked_sub(amount).ok();
            let rest = rest.filter(|rest| !rest.is_negative());
            counted.deposited = rest.unwrap_or(Money::zero(amount.currency()));
        }
    }

    pub(super) fn apply_coins(&mut self, event: &CoinsEarned) {
        let CoinsEarned {
            coins,
            earned_before,
            ..
        } = event;
        let coins = u32::try_from(coins.amount()).unwrap_or(u32::MAX);
        if let Some(counted) = &mut self.coins_day {
            counted.earned = earned_before.saturating_add(coins);
        }
    }
}
