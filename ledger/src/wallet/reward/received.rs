//! How often a bonus or promotion was received: ever, today, this week.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::wallet::limit::LimitPeriod;

use super::terms::ReceivePeriod;

/// Counts of one bonus or promotion.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Received {
    ever: u32,
    day: Option<(NaiveDate, u32)>,
    week: Option<(NaiveDate, u32)>,
}

impl Received {
    /// How often within the period that a moment lies in.
    pub(super) fn within(&self, per: ReceivePeriod, at: DateTime<Utc>) -> u32 {
        let counted = |kept: Option<(NaiveDate, u32)>, period: LimitPeriod| {
            let first_day = period.first_day(at);
            kept.filter(|(day, _)| *day >= first_day)
                .map_or(0, |(_, count)| count)
        };
        match per {
            ReceivePeriod::Limit => self.ever,
            ReceivePeriod::Day => counted(self.day, LimitPeriod::Day),
            ReceivePeriod::Week => counted(self.week, LimitPeriod::Week),
        }
    }

    pub(super) fn count(&mut self, at: DateTime<Utc>) {
        let day = self.within(ReceivePeriod::Day, at);
        let week = self.within(ReceivePeriod::Week, at);
        self.ever = self.ever.saturating_add(1);
        self.day = Some((LimitPeriod::Day.first_day(at), day.saturating_add(1)));
        self.week = Some((LimitPeriod::Week.first_day(at), week.saturating_add(1)));
    }
}
