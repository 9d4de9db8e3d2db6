//! Limits and breaks of the model: every deposit is kept, and summed up again each time.

/// A limit, and a looser one with the hour from which it holds.
#[derive(Debug, Default, Clone, Copy)]
struct Limit {
    held: Option<i64>,
    pending: Option<(Option<i64>, i64)>,
}

#[derive(Debug, Default)]
pub(crate) struct Protection {
    /// Hour and amount of all that came in.
    deposits: Vec<(i64, i64)>,
    limits: [Limit; 3],
    /// Whether it is a long one, and the hour when it ends.
    exclusion: Option<(bool, Option<i64>)>,
}

/// The days of the months from June 2026 on.
const MONTHS: [i64; 24] = [
    30, 31, 31, 30, 31, 30, 31, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31, 29, 31, 30, 31,
];

/// The number of the day, week or month that an hour lies in.
pub(crate) fn number(period: usize, hour: i64) -> i64 {
    let mut day = hour / 24;
    match period {
        0 => day,
        1 => day / 7,
        _ => {
            let mut month = 0;
            while day >= MONTHS[month] {
                day -= MONTHS[month];
                month += 1;
            }
            i64::try_from(month).unwrap()
        }
    }
}

impl Limit {
    fn settle(self, now: i64) -> Self {
        match self.pending {
            Some((limit, from)) if from <= now => Self {
                held: limit,
                pending: None,
            },
            _ => self,
        }
    }
}

impl Protection {
    pub(crate) fn count(&mut self, amount: i64, now: i64) {
        self.deposits.push((now, amount));
    }

    /// All that ever came in.
    pub(crate) fn deposits(&self) -> i64 {
        self.deposits.iter().map(|(_, amount)| amount).sum()
    }

    /// What came in during the period that an hour lies in.
    pub(crate) fn used(&self, period: usize, now: i64) -> i64 {
        let is_now = |hour: &i64| number(period, *hour) == number(period, now);
        let counted = self.deposits.iter().filter(|(hour, _)| is_now(hour));
        counted.map(|(_, amount)| amount).sum()
    }

    pub(crate) fn limit(&self, period: usize, now: i64) -> Option<i64> {
        self.limits[period].settle(now).held
    }

    /// Refuses what exceeds the limits together with what came in and what is on its way.
    pub(crate) fn require(&self, amount: i64, on_its_way: i64, now: i64) -> Option<()> {
        let fits = |period| {
            let sum = self.used(period, now) + on_its_way + amount;
            self.limit(period, now).is_none_or(|limit| sum <= limit)
        };
        let is_open = !self.is_excluded(now) && (0..3).all(fits);
        is_open.then_some(())
    }

    pub(crate) fn set_limit(&mut self, period: usize, limit: Option<i64>, now: i64) -> Option<i64> {
        if limit.is_some_and(|limit| limit < 0) {
            return None;
        }
        let mut known = self.limits[period].settle(now);
        let latest = known.pending.map_or(known.held, |(limit, _)| limit);
        if latest == limit {
            return Some(0);
        }
        let most = i64::MAX;
        if limit.unwrap_or(most) > known.held.unwrap_or(most) {
            known.pending = Some((limit, now + 24));
        } else {
            known = Limit {
                held: limit,
                pending: None,
            };
        }
        self.limits[period] = known;
        Some(1)
    }

    pub(crate) fn is_excluded(&self, now: i64) -> bool {
        self.exclusion
            .is_some_and(|(_, until)| until.is_none_or(|until| now < until))
    }

    pub(crate) fn exclude(&mut self, is_long: bool, hours: Option<i64>, now: i64) -> Option<i64> {
        let wanted = (is_long, hours.map(|hours| now + hours));
        if self.is_excluded(now) && self.exclusion == Some(wanted) {
            return Some(0);
        }
        let never = i64::MAX;
        let end = |exclusion: (bool, Option<i64>)| exclusion.1.unwrap_or(never);
        let current = self.exclusion.map_or(now, end).max(now);
        if end(wanted) <= current {
            return None;
        }
        self.exclusion = Some(wanted);
        Some(1)
    }
}
