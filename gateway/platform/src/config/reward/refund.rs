//! Refunds: a part of the losses of a past period.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc};
use ledger::wallet::INDOCHINA_TIME;
use ledger::wallet::reward::{GrantTerms, LossShare, Span};
use ledger::{Currency, Money};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::{Banner, GrantBounds};
use crate::config::Text;
use crate::config::forms::{AmountText, CurrencyText};
use crate::config::mistake::Place;

/// Which losses one refund is for; days and weeks (from Monday) of Asia/Bangkok.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
    utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum RefundPeriod {
    /// Yesterday's.
    Day,
    /// Last week's.
    Week,
}

impl RefundPeriod {
    /// The last complete period.
    #[must_use]
    pub fn last(self, now: DateTime<Utc>) -> Span {
        let today = now.with_timezone(&INDOCHINA_TIME).date_naive();
        let (begin, days) = match self {
            Self::Day => (today, 1),
            Self::Week => (monday(today), 7),
        };
        let to = begin.and_time(chrono::NaiveTime::MIN).and_utc() - INDOCHINA_TIME;
        let from = to - TimeDelta::days(days);
        Span { from, to }
    }
}

fn monday(day: NaiveDate) -> NaiveDate {
    day - TimeDelta::days(i64::from(day.weekday().num_days_from_monday()))
}

/// How losses are refunded.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RefundRules {
    /// Whether there are refunds. A refund received before can be added to the wallet in any case.
    pub is_on: bool,
    /// What a statement's line says.
    pub title: Text,
    /// What the player reads about it, HTML.
    pub info: Text,
    /// Which losses.
    pub period: RefundPeriod,
    /// How many percent of a loss.
    #[schemars(with = "AmountText")]
    pub percent: Decimal,
    /// But at most this, by currency.
    #[serde(default)]
    #[schemars(with = "BTreeMap<CurrencyText, AmountText>")]
    pub cap: BTreeMap<Currency, Decimal>,
    /// Won at this many percent of the base; 100 with 0 is no condition.
    pub success_percent: u32,
    /// Lost at this many percent of the base.
    pub fail_percent: u32,
    /// The largest balance with which a player receives a refund, by currency; other currencies
    /// have no refund.
    #[schemars(with = "BTreeMap<CurrencyText, AmountText>")]
    pub max_balance: BTreeMap<Currency, Decimal>,
    /// Hours within which a received refund can be added to the wallet.
    pub keep_hours: u32,
    /// The banners shown before it.
    #[serde(default)]
    pub banners: Vec<Banner>,
}

impl RefundRules {
    /// The refunded share of a loss, with its cap.
    #[must_use]
    pub fn share(&self, currency: Currency) -> LossShare {
        LossShare {
            percent: self.percent,
            cap: money(&self.cap, currency),
        }
    }

    /// The most that a player may hold; none if that currency has no refund.
    #[must_use]
    pub fn max_balance(&self, currency: Currency) -> Option<Money> {
        money(&self.max_balance, currency)
    }

    /// When a refund that is added to the wallet ends.
    #[must_use]
    pub fn terms(&self) -> GrantTerms {
        GrantTerms {
            success_percent: self.success_percent,
            fail_percent: self.fail_percent,
            turnover_times: 0,
            max_withdraw: None,
            expires_at: None,
            takes_back: false,
        }
    }

    /// Until when a refund that is received now can be added.
    #[must_use]
    pub fn keep_until(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        now + TimeDelta::hours(i64::from(self.keep_hours))
    }

    /// Refuses rules by which nothing, or anything, would be refunded.
    pub(in crate::config) fn check(&self, at: &mut Place<'_>) {
        for (key, amounts) in [("cap", &self.cap), ("max_balance", &self.max_balance)] {
            for (currency, amount) in amounts {
                let is_amount = currency.is_money()
                    && Money::try_new(*amount, *currency).is_ok_and(|amount| !amount.is_negative());
                at.at(key)
                    .at(&currency.to_string())
                    .require(is_amount, "is no amount, or below zero");
            }
        }
        at.at("cap")
            .require(!self.cap.values().any(Decimal::is_zero), "is nothing");
        at.at("max_balance")
            .require(!self.max_balance.is_empty(), "names no currency");
        let is_part = self.percent > Decimal::ZERO && self.percent <= Decimal::ONE_HUNDRED;
        at.at("percent")
            .require(is_part, "is not above 0 and up to 100");
        at.at("keep_hours").require(
            (1..=8_760).contains(&self.keep_hours),
            "is not from 1 to 8760",
        );
        let has_cap = |currency| self.cap.is_empty() || self.cap.contains_key(currency);
        at.at("cap").require(
            self.max_balance.keys().all(has_cap),
            "is there in one currency, and not in another of max_balance",
        );
        let bounds = GrantBounds {
            success_percent: self.success_percent,
            fail_percent: self.fail_percent,
        };
        bounds.check_lasting(at);
    }
}

fn money(amounts: &BTreeMap<Currency, Decimal>, currency: Currency) -> Option<Money> {
    let amount = *amounts.get(&currency)?;
    let money = Money::try_new(amount, currency);
    Some(money.expect("amounts of refunds were checked when the file was read"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn a_day_begins_at_midnight_in_bangkok_and_a_week_on_its_monday() {
        for (now, day, week) in [
            // Monday 00:00 and Sunday 23:59:59 in Bangkok.
            (
                "2026-11-22T17:00:00Z",
                "2026-11-21T17:00:00Z",
                "2026-11-15T17:00:00Z",
            ),
            (
                "2026-11-22T16:59:59Z",
                "2026-11-20T17:00:00Z",
                "2026-11-08T17:00:00Z",
            ),
        ] {
            let now = moment(now);
            let yesterday = RefundPeriod::Day.last(now);
            assert_eq!(yesterday.from, moment(day));
            assert_eq!(yesterday.to - yesterday.from, TimeDelta::days(1));
            let last_week = RefundPeriod::Week.last(now);
            assert_eq!(last_week.from, moment(week));
            assert_eq!(last_week.to - last_week.from, TimeDelta::days(7));
            assert!(yesterday.to <= now && last_week.to <= now);
        }
    }
}
