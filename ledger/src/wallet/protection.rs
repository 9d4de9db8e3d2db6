//! Player protection: deposit limits, breaks from playing, and the reminder of the time spent.
//!
//! Periods are days, weeks (from Monday) and months of Thailand and Laos, both at UTC+7. Of each
//! period only its first day and what came in since are kept: time does not run backwards in a
//! wallet (see [`Protection::clock`]), so that no earlier period is ever asked for.

use std::collections::BTreeMap;
use std::fmt;

use chrono::{DateTime, Datelike, Days, FixedOffset, NaiveDate, TimeDelta, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::money::{Currency, Money, MoneyError};

use super::{Wallet, WalletCommand, WalletError, WalletEvent};

/// How long a looser limit waits before it holds.
const COOLING_OFF: TimeDelta = TimeDelta::hours(24);

/// Seconds that the calendar of the players is ahead of UTC.
const CALENDAR_SECONDS_EAST: i32 = 7 * 60 * 60;

/// A calendar period that deposits are limited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum LimitPeriod {
    /// From midnight to midnight.
    Day,
    /// From Monday to Sunday.
    Week,
    /// From the first of a month to its last day.
    Month,
}

/// A kind of break from playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ExclusionKind {
    /// A short one.
    TimeOut,
    /// A long one, or for ever.
    SelfExclusion,
}

/// A limit that will hold later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingLimit {
    /// The most that may come in; none lifts the limit.
    pub limit: Option<Money>,
    /// From when on.
    pub from: DateTime<Utc>,
}

/// A player's protection at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProtectionView {
    /// Day, week and month, in this order.
    pub limits: [DepositLimitView; 3],
    /// The break that the player takes.
    pub exclusion: Option<ExclusionView>,
    /// Minutes between two reminders of the time spent; none for no reminders.
    pub reality_check: Option<u32>,
}

/// One period's deposits at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DepositLimitView {
    /// The period.
    pub period: LimitPeriod,
    /// The most that may come in; none without a limit.
    pub limit: Option<Money>,
    /// What came in since the period began.
    pub used: Money,
    /// What is on its way: open QR orders and announced deposits, vouchers being redeemed.
    pub reserved: Money,
    /// What may still be asked for; none without a limit.
    pub remaining: Option<Money>,
    /// A looser limit that will hold later.
    pub pending: Option<PendingLimit>,
}

/// A break from playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExclusionView {
    /// Which kind.
    pub kind: ExclusionKind,
    /// Until when; none is for ever.
    pub until: Option<DateTime<Utc>>,
}

/// What a wallet remembers of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Protection {
    sums: BTreeMap<LimitPeriod, PeriodSum>,
    limits: BTreeMap<LimitPeriod, DepositLimit>,
    exclusion: Option<ExclusionView>,
    reality_check: Option<u32>,
    /// The latest moment that an event has told.
    latest: Option<DateTime<Utc>>,
}

/// What came in during the last period that anything came in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct PeriodSum {
    first_day: NaiveDate,
    sum: Money,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct DepositLimit {
    limit: Option<Money>,
    pending: Option<PendingLimit>,
}

impl LimitPeriod {
    /// Every period, the shortest first.
    pub const ALL: [Self; 3] = [Self::Day, Self::Week, Self::Month];

    /// The period that a moment lies in, by its first day.
    fn first_day(self, at: DateTime<Utc>) -> NaiveDate {
        let east = FixedOffset::east_opt(CALENDAR_SECONDS_EAST).expect("less than a day");
        let day = at.with_timezone(&east).date_naive();
        match self {
            Self::Day => day,
            Self::Week => day - Days::new(day.weekday().num_days_from_monday().into()),
            Self::Month => day - Days::new(day.day0().into()),
        }
    }
}

impl fmt::Display for LimitPeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
        })
    }
}

impl DepositLimit {
    fn at(&self, at: DateTime<Utc>) -> Option<Money> {
        self.pending_at(at)
            .map_or_else(|| self.latest(), |_| self.limit)
    }

    fn pending_at(&self, at: DateTime<Utc>) -> Option<PendingLimit> {
        self.pending.filter(|pending| at < pending.from)
    }

    fn latest(&self) -> Option<Money> {
        self.pending.map_or(self.limit, |pending| pending.limit)
    }
}

impl ExclusionView {
    fn holds_at(&self, at: DateTime<Utc>) -> bool {
        self.until.is_none_or(|until| at < until)
    }
}

impl Protection {
    /// The moment a command is decided at. Never before what an event has told: else a process
    /// whose clock is behind would count a deposit into a day that is over and forgotten.
    pub(super) fn clock(&self, at: DateTime<Utc>) -> DateTime<Utc> {
        self.latest.map_or(at, |latest| at.max(latest))
    }

    /// Counts money that came in.
    pub(super) fn count(&mut self, amount: Money, at: DateTime<Utc>) {
        self.note(at);
        for period in LimitPeriod::ALL {
            let first_day = period.first_day(at);
            let zero = Money::zero(amount.currency());
            let counted = self.sums.entry(period).or_insert(PeriodSum {
                first_day,
                sum: zero,
            });
            if counted.first_day < first_day {
                counted.first_day = first_day;
                counted.sum = zero;
            }
            // No limit is above the largest amount: standing there, it lets nothing in.
            counted.sum = counted
                .sum
                .checked_add(amount)
                .unwrap_or_else(|_| Money::largest(amount.currency()));
        }
    }

    /// Notes the moment that an event tells.
    pub(super) fn note(&mut self, at: DateTime<Utc>) {
        self.latest = Some(self.clock(at));
    }

    pub(super) fn decide(
        &self,
        command: &WalletCommand,
        currency: Currency,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        match *command {
            WalletCommand::SetDepositLimit { period, limit } => {
                if limit.is_some_and(|limit| limit.currency() != currency) {
                    return Err(MoneyError::CurrencyMismatch.into());
                }
                if limit.is_some_and(Money::is_negative) {
                    return Err(WalletError::AmountNotPositive);
                }
                Ok(self.set_limit(period, limit, at))
            }
            WalletCommand::Exclude { kind, until } => self.exclude(kind, until, at),
            WalletCommand::SetRealityCheck { minutes } => {
                let is_new = self.reality_check != minutes;
                let event = is_new.then_some(WalletEvent::RealityCheckSet { minutes });
                Ok(event.into_iter().collect())
            }
            _ => unreachable!("the dispatcher sends protection commands only"),
        }
    }

    /// A stricter limit holds at once, a looser one after a day. Asking again for what waits
    /// already does not make it wait longer, asking for what holds gives up what waits.
    fn set_limit(
        &self,
        period: LimitPeriod,
        limit: Option<Money>,
        at: DateTime<Utc>,
    ) -> Vec<WalletEvent> {
        let known = self.limits.get(&period).cloned().unwrap_or_default();
        let (held, pending) = (known.at(at), known.pending_at(at));
        let is_known = match pending {
            Some(pending) => pending.limit == limit,
            None => held == limit,
        };
        if is_known {
            return Vec::new();
        }
        let is_looser = match (held, limit) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(held), Some(limit)) => limit.amount() > held.amount(),
        };
        let effective_at = if is_looser { at + COOLING_OFF } else { at };
        vec![WalletEvent::DepositLimitSet {
            period,
            limit,
            effective_at,
            at,
        }]
    }

    fn exclude(
        &self,
        kind: ExclusionKind,
        until: Option<DateTime<Utc>>,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let wanted = ExclusionView { kind, until };
        let held = self.exclusion.filter(|exclusion| exclusion.holds_at(at));
        if held == Some(wanted) {
            return Ok(Vec::new());
        }
        let is_longer = match (held.map(|held| held.until), until) {
            (None, _) => wanted.holds_at(at),
            (Some(None), _) => false,
            (Some(Some(_)), None) => true,
            (Some(Some(held)), Some(until)) => until > held,
        };
        if is_longer {
            Ok(vec![WalletEvent::Excluded { kind, until, at }])
        } else {
            Err(WalletError::CannotShorten)
        }
    }

    pub(super) fn apply(&mut self, event: &WalletEvent) {
        match *event {
            WalletEvent::DepositLimitSet {
                period,
                limit,
                effective_at,
                at,
            } => {
                self.note(at);
                let known = self.limits.entry(period).or_default();
                known.limit = known.at(at);
                known.pending = None;
                if effective_at > at {
                    let from = effective_at;
                    known.pending = Some(PendingLimit { limit, from });
                } else {
                    known.limit = limit;
                }
            }
            WalletEvent::Excluded { kind, until, at } => {
                self.note(at);
                self.exclusion = Some(ExclusionView { kind, until });
            }
            WalletEvent::RealityCheckSet { minutes } => self.reality_check = minutes,
            _ => unreachable!("the dispatcher sends protection events only"),
        }
    }

    fn used(&self, period: LimitPeriod, at: DateTime<Utc>) -> Option<Money> {
        let counted = self.sums.get(&period)?;
        (counted.first_day >= period.first_day(at)).then_some(counted.sum)
    }

    fn limit(&self, period: LimitPeriod, at: DateTime<Utc>) -> Option<Money> {
        self.limits.get(&period)?.at(at)
    }

    /// What a limit leaves beside what came in and what is reserved; never below zero.
    fn remaining(
        &self,
        period: LimitPeriod,
        limit: Money,
        reserved: Decimal,
        at: DateTime<Utc>,
    ) -> Money {
        let used = self.used(period, at).map_or(Decimal::ZERO, Money::amount);
        // Each part is within the books, so that the difference is far within a decimal.
        let left = (limit.amount() - used - reserved).max(Decimal::ZERO);
        Money::try_new(left, limit.currency()).expect("between zero and the limit")
    }

    /// Refuses what the limits of a moment do not leave.
    fn require_room(
        &self,
        amount: Money,
        reserved: Decimal,
        at: DateTime<Utc>,
    ) -> Result<(), WalletError> {
        let rooms = LimitPeriod::ALL.into_iter().filter_map(|period| {
            let limit = self.limit(period, at)?;
            Some((period, limit, self.remaining(period, limit, reserved, at)))
        });
        let least = rooms.min_by_key(|(_, _, remaining)| remaining.amount());
        match least {
            Some((period, limit, remaining)) if amount.amount() > remaining.amount() => {
                Err(WalletError::DepositLimit {
                    period,
                    limit,
                    remaining,
                })
            }
            _ => Ok(()),
        }
    }
}

impl Wallet {
    /// The player's protection at a moment; `None` until the wallet is open.
    #[must_use]
    pub fn protection(&self, at: DateTime<Utc>) -> Option<ProtectionView> {
        let zero = Money::zero(self.currency?);
        let at = self.protection.clock(at);
        let sum = self.asked_for() + self.under_way();
        let reserved =
            Money::try_new(sum, zero.currency()).unwrap_or(Money::largest(zero.currency()));
        let limits = LimitPeriod::ALL.map(|period| {
            let known = self.protection.limits.get(&period);
            let limit = self.protection.limit(period, at);
            DepositLimitView {
                period,
                limit,
                used: self.protection.used(period, at).unwrap_or(zero),
                reserved,
                remaining: limit.map(|limit| self.protection.remaining(period, limit, sum, at)),
                pending: known.and_then(|known| known.pending_at(at)),
            }
        });
        Some(ProtectionView {
            limits,
            exclusion: self.exclusion(at),
            reality_check: self.protection.reality_check,
        })
    }

    /// The break that the player takes at a moment.
    #[must_use]
    pub fn exclusion(&self, at: DateTime<Utc>) -> Option<ExclusionView> {
        let at = self.protection.clock(at);
        self.protection.exclusion.filter(|held| held.holds_at(at))
    }

    /// Refuses what is not open to a player who takes a break.
    pub(super) fn require_playing(&self, at: DateTime<Utc>) -> Result<(), WalletError> {
        match self.exclusion(at) {
            Some(ExclusionView { until, .. }) => Err(WalletError::Excluded { until }),
            None => Ok(()),
        }
    }

    /// Refuses a deposit that is asked for, when what came in and everything else that is on its
    /// way leave no room for it. `instead_of` is reserved now and will not be any more.
    pub(super) fn require_reservation(
        &self,
        amount: Money,
        instead_of: Option<Money>,
        at: DateTime<Utc>,
    ) -> Result<(), WalletError> {
        self.require_playing(at)?;
        let given_up = instead_of.map_or(Decimal::ZERO, Money::amount);
        let reserved = self.asked_for() + self.under_way() - given_up;
        self.protection.require_room(amount, reserved, at)
    }

    /// Refuses money that has come in, when a limit or a break does not let it into the wallet.
    ///
    /// What was only asked for does not stand in its way (a QR may never be paid); a voucher that
    /// is being redeemed does, because its money may have moved already.
    pub(super) fn require_credit(
        &self,
        amount: Money,
        at: DateTime<Utc>,
    ) -> Result<(), WalletError> {
        self.require_credit_of(amount, None, at)
    }

    /// The same for a credit that uses a reservation of its own up.
    pub(super) fn require_credit_of(
        &self,
        amount: Money,
        own: Option<Money>,
        at: DateTime<Utc>,
    ) -> Result<(), WalletError> {
        self.require_playing(at)?;
        let own = own.map_or(Decimal::ZERO, Money::amount);
        let reserved = self.under_way() - own;
        self.protection.require_room(amount, reserved, at)
    }

    /// Deposits that were asked for and may never come.
    fn asked_for(&self) -> Decimal {
        let order = self.open_qr().map(|(_, order)| order.amount.amount());
        let announced = self
            .open_manual_deposits()
            .map(|(_, open)| open.amount.amount());
        order.into_iter().chain(announced).sum()
    }

    /// Vouchers whose money may have moved already.
    fn under_way(&self) -> Decimal {
        self.gifts
            .values()
            .filter_map(|gift| gift.under_way())
            .map(Money::amount)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_begin_at_midnight_of_the_players_calendar() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        let first = |period: LimitPeriod, text| period.first_day(at(text)).to_string();
        // 2026-03-01 is a Sunday.
        for (text, day, week, month) in [
            (
                "2026-02-28T16:59:59Z",
                "2026-02-28",
                "2026-02-23",
                "2026-02-01",
            ),
            (
                "2026-02-28T17:00:00Z",
                "2026-03-01",
                "2026-02-23",
                "2026-03-01",
            ),
            (
                "2026-03-01T17:00:00Z",
                "2026-03-02",
                "2026-03-02",
                "2026-03-01",
            ),
        ] {
            assert_eq!(first(LimitPeriod::Day, text), day);
            assert_eq!(first(LimitPeriod::Week, text), week);
            assert_eq!(first(LimitPeriod::Month, text), month);
        }
    }
}
