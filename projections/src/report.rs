//! What moved in a range of local days, added up for staff by day and currency.
//!
//! It adds up the movements of the trial balance, so its sums are those of the accounts: what the
//! house's accounts say of deposits, payouts, corrections, rewards and games, and what players hold
//! then more or less, are the same number.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use ledger::wallet::GrantKind;
use ledger::{Account, Currency, GameCode};
use rust_decimal::Decimal;
use sqlx::PgPool;

use crate::projection::{ViewError, stored_currency, stored_word};
use crate::trial_balance::{Cause, DAY};

/// Local days; both ends are part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayRange {
    /// The first day.
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
}

/// A sum, and how many events made it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// The sum.
    pub amount: Decimal,
    /// How many events.
    pub count: i64,
}

impl Tally {
    fn negated(self) -> Self {
        Self {
            amount: Decimal::ZERO - self.amount,
            count: self.count,
        }
    }
}

/// What moved at one provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFigures {
    /// Code of the game provider.
    pub game: GameCode,
    /// What players lost there less what they won, as far as the provider's balances were seen.
    pub result: Tally,
    /// What players transferred into the game less what they transferred out.
    pub transfers: Tally,
}

/// What moved one account by events of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountMovement {
    /// The account of the postings.
    pub account: Account,
    /// The kind of the events.
    pub cause: Cause,
    /// The sum of the postings.
    pub amount: Decimal,
    /// How many events.
    pub events: i64,
}

/// What moved in one currency, on a day or in a range.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Figures {
    movements: Vec<AccountMovement>,
}

impl Figures {
    fn tally(&self, takes: impl Fn(&AccountMovement) -> bool) -> Tally {
        let chosen = self.movements.iter().filter(|movement| takes(movement));
        chosen.fold(Tally::default(), |sum, movement| Tally {
            amount: sum.amount + movement.amount,
            count: sum.count + movement.events,
        })
    }

    /// Adds the movements of another day.
    pub fn add(&mut self, other: &Self) {
        self.movements.extend_from_slice(&other.movements);
    }

    /// The movements that are added up.
    #[must_use]
    pub fn movements(&self) -> &[AccountMovement] {
        &self.movements
    }

    /// What came in from outside by one of [`Cause::DEPOSITS`].
    #[must_use]
    pub fn deposits(&self, cause: Cause) -> Tally {
        let is_bank = |account: &Account| matches!(account, Account::Bank(_));
        self.tally(|movement| movement.cause == cause && is_bank(&movement.account))
            .negated()
    }

    /// What was paid out.
    #[must_use]
    pub fn withdrawals(&self) -> Tally {
        self.tally(|movement| movement.account == Account::Payout)
    }

    /// What staff added to balances less what they took.
    #[must_use]
    pub fn corrections(&self) -> Tally {
        self.tally(|movement| movement.account == Account::Correction)
            .negated()
    }

    /// What rewards of a kind cost: what was granted less what was taken back. It counts the grants.
    #[must_use]
    pub fn rewards(&self, kind: GrantKind) -> Tally {
        let account = Account::Reward(kind);
        let all = self.tally(|movement| movement.account == account).negated();
        let granted =
            self.tally(|movement| movement.account == account && movement.cause == Cause::Grant);
        Tally {
            amount: all.amount,
            count: granted.count,
        }
    }

    /// The coins that were issued less those that were spent, by events of a kind.
    #[must_use]
    pub fn coins(&self, cause: Cause) -> Tally {
        self.tally(|movement| movement.cause == cause && movement.account == Account::CoinIssue)
            .negated()
    }

    /// What moved at each provider, by its code.
    #[must_use]
    pub fn games(&self) -> Vec<GameFigures> {
        let codes = self
            .movements
            .iter()
            .filter_map(|movement| match &movement.account {
                Account::Game(code) | Account::Provider(code) => Some(code),
                Account::Main
                | Account::InTransit
                | Account::Withdrawal
                | Account::Coins
                | Account::Bank(_)
                | Account::Payout
                | Account::Reward(_)
                | Account::CoinIssue
                | Account::Correction => None,
            });
        let codes: BTreeSet<&GameCode> = codes.collect();
        let games = codes.into_iter().map(|code| self.game(code));
        games.collect()
    }

    fn game(&self, code: &GameCode) -> GameFigures {
        let result = self.tally(|movement| movement.account == Account::Provider(code.clone()));
        let held = self.tally(|movement| movement.account == Account::Game(code.clone()));
        let moved = self.tally(|movement| {
            movement.cause == Cause::Transfer && movement.account == Account::Game(code.clone())
        });
        GameFigures {
            game: code.clone(),
            result,
            transfers: Tally {
                amount: held.amount + result.amount,
                count: moved.count,
            },
        }
    }

    /// What came in from outside less what was paid out.
    #[must_use]
    pub fn net(&self) -> Decimal {
        let deposits = Cause::DEPOSITS.map(|cause| self.deposits(cause).amount);
        deposits.iter().sum::<Decimal>() - self.withdrawals().amount
    }

    /// By how much more or less players hold: in their wallets, on the way, and at games.
    #[must_use]
    pub fn held(&self) -> Decimal {
        self.tally(|movement| movement.account.is_players()).amount
    }
}

/// What moved on a day in a currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayFigures {
    /// The local day.
    pub day: NaiveDate,
    /// Currency of the amounts.
    pub currency: Currency,
    /// What moved.
    pub figures: Figures,
}

/// The days on which something moved, the first one first. It reads a bounded number of rows for each
/// day, however much has moved.
pub async fn days(pool: &PgPool, range: DayRange) -> Result<Vec<DayFigures>, ViewError> {
    let rows = sqlx::query!(
        "select day, currency, cause, account, amount, events from trial_balance_day
         where day >= $1 and day <= $2
         order by day, currency, cause, account",
        range.from,
        range.to,
    )
    .fetch_all(pool)
    .await?;
    let mut days: Vec<DayFigures> = Vec::new();
    for row in rows {
        let currency = stored_currency(DAY, &row.currency)?;
        let movement = AccountMovement {
            cause: stored_word(DAY, &row.cause, Cause::parse)?,
            account: stored_word(DAY, &row.account, |text| {
                Account::try_from(text.to_owned()).ok()
            })?,
            amount: row.amount,
            events: row.events,
        };
        match days.last_mut() {
            Some(last) if last.day == row.day && last.currency == currency => {
                last.figures.movements.push(movement);
            }
            _ => days.push(DayFigures {
                day: row.day,
                currency,
                figures: Figures {
                    movements: vec![movement],
                },
            }),
        }
    }
    Ok(days)
}

/// How many players something moved for on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActiveDay {
    /// The local day.
    pub day: NaiveDate,
    /// How many players.
    pub players: i64,
}

/// How many players were active on each day; days without one are left out.
pub async fn active_by_day(pool: &PgPool, range: DayRange) -> Result<Vec<ActiveDay>, ViewError> {
    let rows = sqlx::query_as!(
        ActiveDay,
        r#"select day, count(*) as "players!" from trial_balance_player
           where day >= $1 and day <= $2
           group by day
           order by day"#,
        range.from,
        range.to,
    );
    Ok(rows.fetch_all(pool).await?)
}

/// How many players were active in a range.
pub async fn active(pool: &PgPool, range: DayRange) -> Result<i64, ViewError> {
    let count = sqlx::query_scalar!(
        r#"select count(distinct wallet_id) as "count!" from trial_balance_player
           where day >= $1 and day <= $2"#,
        range.from,
        range.to,
    );
    Ok(count.fetch_one(pool).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(movements: &[(&str, Cause, i64)]) -> Figures {
        let movements = movements
            .iter()
            .map(|(account, cause, amount)| AccountMovement {
                account: Account::try_from((*account).to_owned()).unwrap(),
                cause: *cause,
                amount: Decimal::from(*amount),
                events: 1,
            });
        Figures {
            movements: movements.collect(),
        }
    }

    #[test]
    fn a_sum_has_the_sign_that_its_name_says() {
        let figures = figures(&[
            ("bank:scb-1", Cause::Slip, -500),
            ("bank:scb-1", Cause::Qr, -20),
            ("payout", Cause::Withdrawal, 100),
            ("correction", Cause::Correction, -7),
            ("reward:bonus", Cause::Grant, -50),
            ("reward:bonus", Cause::GrantEnd, 30),
            ("main", Cause::Slip, 500),
        ]);
        assert_eq!(figures.deposits(Cause::Slip).amount, Decimal::from(500));
        assert_eq!(figures.deposits(Cause::Qr).amount, Decimal::from(20));
        assert_eq!(figures.deposits(Cause::Gift), Tally::default());
        assert_eq!(figures.withdrawals().amount, Decimal::from(100));
        assert_eq!(figures.corrections().amount, Decimal::from(7));
        let bonus = figures.rewards(GrantKind::Bonus);
        assert_eq!((bonus.amount, bonus.count), (Decimal::from(20), 1));
        assert_eq!(figures.net(), Decimal::from(420));
        assert_eq!(figures.held(), Decimal::from(500));
    }

    #[test]
    fn a_game_shows_what_players_lost_and_what_they_brought() {
        let figures = figures(&[
            ("in_transit", Cause::Transfer, -100),
            ("game:pg", Cause::Transfer, 100),
            ("game:pg", Cause::Game, -60),
            ("provider:pg", Cause::Game, 60),
        ]);
        let games = figures.games();
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].result.amount, Decimal::from(60));
        assert_eq!(games[0].transfers.amount, Decimal::from(100));
        assert_eq!(games[0].transfers.count, 1);
    }
}
