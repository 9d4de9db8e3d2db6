//! Bonuses and promotions: the offers, their players, frequency and terms.

use chrono::{DateTime, TimeDelta, Utc};
use ledger::wallet::reward::{Award, DepositRule, GrantTerms, ReceiveLimit, ReceivePeriod};
use ledger::{Currency, Money};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::{Banner, GrantBounds, RefundPeriod, is_code};
use crate::config::Text;
use crate::config::forms::{AmountText, CurrencyText};
use crate::config::mistake::Place;

/// Since when receipts of a bonus are counted; days and weeks (from Monday) of Asia/Bangkok.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
    utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum OfferPeriod {
    /// Ever.
    #[default]
    Limit,
    /// Since midnight.
    Day,
    /// Since Monday.
    Week,
}

impl OfferPeriod {
    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Limit => "limit",
            Self::Day => "day",
            Self::Week => "week",
        }
    }

    /// The first moment of the period that a moment lies in; none: without a period.
    #[must_use]
    pub fn begin(self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        match self {
            Self::Limit => None,
            Self::Day => Some(RefundPeriod::Day.last(now).to),
            Self::Week => Some(RefundPeriod::Week.last(now).to),
        }
    }
}

impl From<OfferPeriod> for ReceivePeriod {
    fn from(period: OfferPeriod) -> Self {
        match period {
            OfferPeriod::Limit => Self::Limit,
            OfferPeriod::Day => Self::Day,
            OfferPeriod::Week => Self::Week,
        }
    }
}

/// A bonus of the list, or a promotion that is found by its code.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// Events and addresses contain it, so it never changes: capitals, digits, `-` and `_`.
    pub code: String,
    /// Its name.
    pub title: Text,
    /// A promotion's description, HTML; a bonus has banners instead.
    #[serde(default)]
    pub description: Option<Text>,
    /// Since when receipts are counted.
    #[serde(default, rename = "type")]
    pub per: OfferPeriod,
    /// How often a player may receive it in that time.
    #[serde(default = "once")]
    pub max_received: u32,
    /// The currency of its amounts; wallets in other currencies do not see the offer.
    #[serde(default = "baht")]
    #[schemars(with = "CurrencyText")]
    pub currency: Currency,
    /// How many percent of the qualifying deposit are granted; else `amount`.
    pub percent: Option<u32>,
    /// The most that `percent` grants.
    #[schemars(with = "Option<AmountText>")]
    pub cap: Option<Decimal>,
    /// A fixed amount to grant, independent of the deposit.
    #[schemars(with = "Option<AmountText>")]
    pub amount: Option<Decimal>,
    /// The smallest deposit that qualifies; absent only with `amount`, which requires no deposit.
    #[schemars(with = "Option<AmountText>")]
    pub min_deposit: Option<Decimal>,
    /// Whether nothing of that deposit may have been played.
    #[serde(default = "yes")]
    pub is_unplayed: bool,
    /// Won at this many percent of the base.
    pub success_percent: u32,
    /// Lost at this many percent of the base.
    pub fail_percent: u32,
    /// How many times deposit and grant must be played through.
    #[serde(default)]
    pub turnover_times: u32,
    /// What a player may keep at most.
    #[schemars(with = "Option<AmountText>")]
    pub max_withdraw: Option<Decimal>,
    /// Days after which it ends, won or not.
    pub expire_days: Option<u32>,
    /// Whether the granted amount is taken back when time ends it.
    #[serde(default)]
    pub takes_back: bool,
    /// How many there are for all players together.
    pub quota: Option<u32>,
    /// Whether it is offered.
    #[serde(default = "yes")]
    pub is_on: bool,
    /// Pictures of a bonus, the first one also on its card.
    #[serde(default)]
    pub banners: Vec<Banner>,
}

const fn once() -> u32 {
    1
}

const fn baht() -> Currency {
    Currency::Thb
}

const fn yes() -> bool {
    true
}

impl Offer {
    /// Whether a wallet of a currency may take it.
    #[must_use]
    pub fn is_offered_in(&self, currency: Currency) -> bool {
        self.is_on && self.currency == currency
    }

    /// How much is granted.
    #[must_use]
    pub fn award(&self) -> Award {
        match self.percent {
            Some(percent) => Award::OfDeposit {
                percent,
                cap: self.required(self.cap),
            },
            None => Award::Fixed {
                amount: self.required(self.amount),
            },
        }
    }

    /// The required deposit.
    #[must_use]
    pub fn deposit_rule(&self) -> Option<DepositRule> {
        let is_unplayed = self.is_unplayed;
        let min = self.money(self.min_deposit)?;
        Some(DepositRule { min, is_unplayed })
    }

    /// How often a player may receive it.
    #[must_use]
    pub fn limit(&self) -> ReceiveLimit {
        ReceiveLimit {
            per: self.per.into(),
            max: self.max_received,
        }
    }

    /// When a grant of it, made now, ends.
    #[must_use]
    pub fn terms(&self, now: DateTime<Utc>) -> GrantTerms {
        let after = |days: u32| now + TimeDelta::days(i64::from(days));
        GrantTerms {
            success_percent: self.success_percent,
            fail_percent: self.fail_percent,
            turnover_times: self.turnover_times,
            max_withdraw: self.money(self.max_withdraw),
            expires_at: self.expire_days.map(after),
            takes_back: self.takes_back,
        }
    }

    /// One of its amounts as money.
    #[must_use]
    pub fn money(&self, amount: Option<Decimal>) -> Option<Money> {
        amount.map(|amount| self.required(Some(amount)))
    }

    fn required(&self, amount: Option<Decimal>) -> Money {
        amount
            .and_then(|amount| Money::try_new(amount, self.currency).ok())
            .expect("amounts of offers were checked when the file was read")
    }

    /// Refuses a bonus that could not be granted as configured.
    pub(in crate::config) fn check_bonus(&self, at: &mut Place<'_>) {
        at.at("description").require(
            self.description.is_none(),
            "a bonus has banners and no description",
        );
        at.at("banners")
            .require(!self.banners.is_empty(), "there is none");
        self.check(at);
    }

    /// Refuses a promotion that could not be granted as configured.
    pub(in crate::config) fn check_promotion(&self, at: &mut Place<'_>) {
        at.require(
            self.description.is_some() && self.banners.is_empty(),
            "a promotion has a description and no banners",
        );
        at.at("max_received").require(
            self.per == OfferPeriod::Limit && self.max_received == 1,
            "a promotion is received once",
        );
        self.check(at);
    }

    fn check(&self, at: &mut Place<'_>) {
        at.at("code").require(
            is_code(&self.code),
            "is not up to 32 capitals, digits, - and _",
        );
        at.at("currency")
            .require(self.currency.is_money(), "is no money");
        let mut fits = true;
        for (key, amount) in [
            ("cap", self.cap),
            ("amount", self.amount),
            ("min_deposit", self.min_deposit),
            ("max_withdraw", self.max_withdraw),
        ] {
            let is_amount =
                |amount| Money::try_new(amount, self.currency).is_ok_and(Money::is_positive);
            let is_right = amount.is_none_or(is_amount);
            at.at(key).require(
                is_right,
                format!("is no amount of {} above zero", self.currency),
            );
            fits &= is_right;
        }
        at.at("max_received")
            .require(self.max_received > 0, "is 0: nobody could receive it");
        at.at("quota")
            .require(self.quota != Some(0), "is 0: nobody could receive it");
        let days = self.expire_days;
        at.at("expire_days").require(
            days.is_none_or(|days| (1..=3_650).contains(&days)),
            "is not from 1 to 3650",
        );
        at.at("turnover_times")
            .require(self.turnover_times <= 1_000, "is beyond reason");
        if fits && self.currency.is_money() {
            self.check_award(at);
        }
        let bounds = GrantBounds {
            success_percent: self.success_percent,
            fail_percent: self.fail_percent,
        };
        bounds.check(at);
        // A grant with a condition that could be missed but never lost: a player cannot stake the
        // last satang.
        let is_bound = self.success_percent > 100 || self.turnover_times > 0;
        let is_endless = is_bound && self.fail_percent == 0 && self.expire_days.is_none();
        at.at("fail_percent").require(
            !is_endless,
            "is 0 without expire_days: the bonus may never end",
        );
    }

    fn check_award(&self, at: &mut Place<'_>) {
        match (self.percent, self.amount, self.cap) {
            (Some(1..=10_000), None, Some(_)) => {}
            (None, Some(_), None) => return,
            _ => return at.wrong("has either percent (up to 10000) with a cap, or an amount"),
        }
        let Some(rule) = self.deposit_rule() else {
            return at.wrong("has a percentage of no deposit: min_deposit is missing");
        };
        let grants = self.award().of(Some(rule.min), self.currency);
        at.at("percent").require(
            grants.is_ok_and(Money::is_positive),
            "the smallest deposit is granted nothing",
        );
    }
}
