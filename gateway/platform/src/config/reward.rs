//! The operator's rewards and their terms.

mod bonus;
mod invite;
mod refund;
mod wheel;

use std::collections::{BTreeMap, HashSet};

use ledger::wallet::reward::CoinPrices;
use ledger::{Currency, Money, MoneyError};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::forms::{AmountText, CurrencyText};
use super::mistake::Place;
use super::{Config, Link, Text};

pub use bonus::{Offer, OfferPeriod};
pub use invite::InviteRules;
pub use refund::{RefundPeriod, RefundRules};
pub use wheel::is_prize_code;
pub use wheel::{WheelPrize, WheelRules, WheelSliceRules};

/// A picture with words, as carousels show it.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Banner {
    /// The picture.
    pub image: Link,
    /// HTML below it.
    pub html: Text,
}

/// What a day's deposits must reach for one coin of the wheel; absent where they earn none.
#[derive(Debug, Clone, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoinRules {
    /// By currency.
    #[serde(default)]
    #[schemars(with = "BTreeMap<CurrencyText, AmountText>")]
    pub price: BTreeMap<Currency, Decimal>,
}

impl CoinRules {
    /// The prices as money; fails if one is no amount of its currency.
    pub fn prices(&self) -> Result<CoinPrices, MoneyError> {
        let prices = self.price.iter();
        prices
            .map(|(currency, price)| Money::try_new(*price, *currency))
            .collect()
    }

    fn check(&self, mut at: Place<'_>) {
        let mut at = at.at("price");
        for (currency, price) in &self.price {
            let price = Money::try_new(*price, *currency);
            at.at(currency.code()).require(
                currency.is_money() && price.is_ok_and(Money::is_positive),
                format!("is no amount of {currency} above zero"),
            );
        }
    }
}

/// Whether a text can name a bonus, a promotion or a prize, in addresses as in the books.
pub(super) fn is_code(text: &str) -> bool {
    (1..=32).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"-_".contains(&byte))
}

/// Percentages of a grant's base at which it is won and lost.
#[derive(Clone, Copy)]
pub(super) struct GrantBounds {
    pub(super) success_percent: u32,
    pub(super) fail_percent: u32,
}

impl GrantBounds {
    pub(super) fn check(self, at: &mut Place<'_>) {
        at.at("success_percent").require(
            self.success_percent > self.fail_percent,
            "is not above fail_percent",
        );
        at.at("success_percent")
            .require(self.success_percent <= 100_000, "is beyond reason");
        // It would be lost at the moment it begins.
        at.at("fail_percent")
            .require(self.fail_percent < 100, "is 100 or more");
    }

    /// Like [`Self::check`], for a grant that time does not end. A player cannot stake the last
    /// satang, so without a percentage such a grant could never be lost.
    pub(super) fn check_lasting(self, at: &mut Place<'_>) {
        self.check(at);
        let is_endless = self.success_percent > 100 && self.fail_percent == 0;
        at.at("fail_percent")
            .require(!is_endless, "is 0 without an end: it may never be lost");
    }
}

/// Takes from the HTML of banners whatever could run or load something.
pub(super) fn clean_banners(banners: &mut [Banner]) {
    for banner in banners {
        banner.html.clean();
    }
}

impl Config {
    /// Takes from the HTML of rewards whatever could run or load something.
    pub(super) fn clean_rewards(&mut self) {
        for offer in self.bonuses.iter_mut().chain(&mut self.promotions) {
            clean_banners(&mut offer.banners);
            if let Some(description) = &mut offer.description {
                description.clean();
            }
        }
        if let Some(refund) = &mut self.refund {
            refund.info.clean();
            clean_banners(&mut refund.banners);
        }
    }

    /// Refuses rewards that could not be given as configured.
    pub(super) fn check_rewards(&self, whole: &mut Place<'_>) {
        self.coins.check(whole.at("coins"));
        for (list, offers) in [("bonus", &self.bonuses), ("promotion", &self.promotions)] {
            let mut codes = HashSet::new();
            for (number, offer) in offers.iter().enumerate() {
                let mut at = whole.at(list).into_item(number);
                at.at("code").require(
                    codes.insert(&offer.code),
                    format!("{} is listed twice", offer.code),
                );
                match list {
                    "bonus" => offer.check_bonus(&mut at),
                    _ => offer.check_promotion(&mut at),
                }
                check_banners(at.at("banners"), &offer.banners);
            }
        }
        if let Some(refund) = &self.refund {
            let mut at = whole.at("refund");
            refund.check(&mut at);
            check_banners(at.at("banners"), &refund.banners);
        }
    }
}

/// Refuses banners whose pictures no browser could load.
pub(super) fn check_banners(mut at: Place<'_>, banners: &[Banner]) {
    for (number, banner) in banners.iter().enumerate() {
        banner.image.check(at.item(number).at("image"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::ConfigError;

    const DEMO: &str = include_str!("../../../demo.toml");

    fn demo_with(old: &str, new: &str) -> Result<Config, ConfigError> {
        assert!(DEMO.contains(old), "{old}");
        Config::parse(&DEMO.replacen(old, new, 1), &|_| None)
    }

    #[test]
    fn the_demonstration_offers_what_can_be_granted() {
        let config = Config::parse(DEMO, &|_| None).unwrap();
        let welcome = config.bonus("WELCOME").unwrap();
        assert!(welcome.is_offered_in(Currency::Thb) && !welcome.is_offered_in(Currency::Lak));
        let deposit = Money::parse("500", Currency::Thb).unwrap();
        let granted = welcome.award().of(Some(deposit), Currency::Thb).unwrap();
        assert_eq!(granted.digits(), "300.00");
        assert_eq!(config.promotion("NEWYEAR").unwrap().quota, Some(50));
        let prices = config.coins.prices().unwrap();
        assert_eq!(prices.of(Currency::Thb).unwrap().digits(), "500.00");
    }

    #[test]
    fn an_offer_that_could_not_be_granted_stops_the_start() {
        for (old, new) in [
            ("THB = \"500\", LAK", "THB = \"0\", LAK"),
            ("LAK = \"500000\"", "LAK = \"0.5\""),
            ("code = \"DAILY20\"", "code = \"WELCOME\""),
            ("code = \"DAILY20\"", "code = \"daily\""),
            ("code = \"TOPUP50\"", "code = \"NEWYEAR\""),
            (
                "percent = 100\ncap = \"300\"",
                "percent = 100\namount = \"300\"",
            ),
            ("percent = 100\ncap = \"300\"", "percent = 100"),
            ("percent = 100\ncap = \"300\"", "percent = 0\ncap = \"300\""),
            (
                "min_deposit = \"100\"\nis_unplayed = true",
                "is_unplayed = true",
            ),
            (
                "min_deposit = \"100\"\nis_unplayed",
                "min_deposit = \"0.001\"\nis_unplayed",
            ),
            ("success_percent = 300", "success_percent = 10"),
            (
                "fail_percent = 10\nexpire_days = 30",
                "fail_percent = 100\nexpire_days = 30",
            ),
            ("expire_days = 30", "expire_days = 0"),
            ("max_received = 1", "max_received = 0"),
            ("quota = 50", "quota = 0"),
            ("quota = 50", "quota = 50\nmax_received = 2"),
            ("max_withdraw = \"2000\"", "max_withdraw = \"-1\""),
            (
                "amount = \"100\"\nsuccess_percent = 500",
                "success_percent = 500",
            ),
            ("percent = \"5\"", "percent = \"0\""),
            ("percent = \"5\"", "percent = \"100.5\""),
            ("cap = { THB = \"5000\",", "cap = { THB = \"0\","),
            (
                "max_balance = { THB = \"5.00\"",
                "max_balance = { THB = \"5.001\"",
            ),
            ("keep_hours = 24", "keep_hours = 0"),
            (
                "success_percent = 150\nfail_percent = 5",
                "success_percent = 150\nfail_percent = 0",
            ),
            (
                "cap = { THB = \"5000\", LAK = \"3000000\" }",
                "cap = { THB = \"5000\" }",
            ),
            (
                "image = \"/banners/refund.svg\"",
                "image = \"javascript:alert(1)\"",
            ),
            (
                "image = \"/banners/bonus-daily.svg\"",
                "image = \"data:text/html,x\"",
            ),
        ] {
            let error = demo_with(old, new).unwrap_err();
            assert!(
                matches!(error, ConfigError::Contradiction(_)),
                "{new}: {error}"
            );
        }
    }

    #[test]
    fn html_of_rewards_loses_what_could_run() {
        let config = demo_with(
            "<p><strong>100% on the first deposit</strong>",
            "<p onclick='x()'><strong>100%</strong><script>alert(1)</script>",
        )
        .unwrap();
        let html = &config.bonus("WELCOME").unwrap().banners[0].html.en;
        assert!(html.contains("<strong>100%</strong>"), "{html}");
        assert!(
            !html.contains("script") && !html.contains("onclick"),
            "{html}"
        );
    }
}
