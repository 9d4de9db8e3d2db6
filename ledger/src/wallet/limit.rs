//! Deposit limits of one wallet: what came in during each calendar period, and what may.
//!
//! Periods are days, weeks (from Monday) and months of Thailand and Laos, both at UTC+7. Of each
//! period only its first day and what came in since are kept: time does not run backwards in a
//! wallet (see `Protection::clock`), so that no earlier period is ever asked for.

use std::collections::BTreeMap;
use std::fmt;

use chrono::{DateTime, Datelike, Days, FixedOffset, NaiveDate, TimeDelta, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::money::Money;

use crate::id::StaffId;

use super::{ProtectionEvent, WalletError, WalletEvent};

/// How long a looser limit waits before it holds.
const COOLING_OFF: TimeDelta = TimeDelta::hours(24);

/// The players' calendar and clock: UTC+7 in Thailand and Laos, without summer time.
pub const INDOCHINA_TIME: FixedOffset =
    FixedOffset::east_opt(7 * 60 * 60).expect("seven hours are less than a day");

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

/// A limit that will hold later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingLimit {
    /// The most that may come in; none lifts the limit.
    pub limit: Option<Money>,
    /// Time from which it applies, in UTC.
    pub from: DateTime<Utc>,
}

/// What a wallet remembers of its limits.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DepositLimits {
    sums: BTreeMap<LimitPeriod, PeriodSum>,
    limits: BTreeMap<LimitPeriod, DepositLimit>,
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
    pub(super) fn first_day(self, at: DateTime<Utc>) -> NaiveDate {
        let day = at.with_timezone(&INDOCHINA_TIME).date_naive();
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

impl DepositLimits {
    /// Counts money that came in.
    pub(super) fn count(&mut self, amount: Money, at: DateTime<Utc>) {
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

    /// A stricter limit holds at once, a looser one after a day. Asking again for what waits
    /// already does not make it wait longer, asking for what holds gives up what waits.
    pub(super) fn set(
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
        vec![WalletEvent::Protection(ProtectionEvent::DepositLimitSet {
            period,
            limit,
            effective_at,
            at,
            by: None,
        })]
    }

    /// Staff's limit holds at once and gives up a looser one that waits.
    pub(super) fn tighten(
        &self,
        period: LimitPeriod,
        limit: Money,
        by: StaffId,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let held = self.limit(period, at);
        if held.is_some_and(|held| held.amount() <= limit.amount()) {
            return Err(WalletError::NotStricter);
        }
        Ok(vec![WalletEvent::Protection(
            ProtectionEvent::DepositLimitSet {
                period,
                limit: Some(limit),
                effective_at: at,
                at,
                by: Some(by),
            },
        )])
    }

    /// Remembers a limit that was set.
    pub(super) fn remember(
        &mut self,
        period: LimitPeriod,
        wanted: PendingLimit,
        at: DateTime<Utc>,
    ) {
        let known = self.limits.entry(period).or_default();
        known.limit = known.at(at);
        known.pending = None;
        if at < wanted.from {
            known.pending = Some(wanted);
        } else {
            known.limit = wanted.limit;
        }
    }

    /// A looser limit that waits.
    pub(super) fn pending(&self, period: LimitPeriod, at: DateTime<Utc>) -> Option<PendingLimit> {
        self.limits.get(&period)?.pending_at(at)
    }

    pub(super) fn used(&self, period: LimitPeriod, at: DateTime<Utc>) -> Option<Money> {
        let counted = self.sums.get(&period)?;
        (counted.first_day >= period.first_day(at)).then_some(counted.sum)
    }

    pub(super) fn limit(&self, period: LimitPeriod, at: DateTime<Utc>) -> Option<Money> {
        self.limits.get(&period)?.at(at)
    }

    /// What a limit leaves after what came in and what is reserved; never below zero.
    pub(super) fn remaining(
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
    pub(super) fn require_room(
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

    #[test]
    fn a_moment_before_the_current_day_opens_no_window() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        let (before, after) = (at("2026-03-11T16:59:59Z"), at("2026-03-11T17:00:00Z"));
        let baht = |text| Money::parse(text, crate::Currency::Thb).unwrap();
        let mut limits = DepositLimits::default();
        limits.count(baht("60"), after);
        limits.count(baht("30"), before);
        for moment in [before, after] {
            let used = limits.used(LimitPeriod::Day, moment);
            assert_eq!(used, Some(baht("90")), "{moment}");
        }
    }
}
