//! What the operator gives away, and under which terms.

mod bonus;
mod invite;
mod refund;
mod wheel;

use std::collections::HashSet;

use ledger::wallet::reward::CoinPrices;
use ledger::{Currency, Money, MoneyError};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::check::require;
use super::{Config, ConfigError, Link, Text};

pub use bonus::{Offer, OfferPeriod};
pub use invite::InviteRules;
pub use refund::{RefundPeriod, RefundRules};
pub(crate) use wheel::is_prize_code;
pub use wheel::{WheelPrize, WheelRules, WheelSliceRules};

/// A picture with words, as carousels show it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Banner {
    /// The picture.
    pub image: Link,
    /// HTML below it.
    pub html: Text,
}

/// What a day's deposits must reach for one coin of the wheel; absent where they earn none.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoinRules {
    /// In baht.
    pub price_thb: Option<Decimal>,
    /// In kip.
    pub price_lak: Option<Decimal>,
}

impl CoinRules {
    /// The prices as money; fails where one is no amount of its currency.
    pub fn prices(&self) -> Result<CoinPrices, MoneyError> {
        let price = |price: Option<Decimal>, currency| {
            let price = price.map(|price| Money::try_new(price, currency));
            price.transpose()
        };
        Ok(CoinPrices {
            thb: price(self.price_thb, Currency::Thb)?,
            lak: price(self.price_lak, Currency::Lak)?,
        })
    }

    /// What makes the rules unusable, if anything does.
    pub(super) fn contradiction(&self) -> Option<&'static str> {
        let Ok(prices) = self.prices() else {
            return Some("a price is no amount of its currency");
        };
        let are_positive = [prices.thb, prices.lak]
            .into_iter()
            .flatten()
            .all(Money::is_positive);
        (!are_positive).then_some("a price is not above zero")
    }
}

/// Whether a text can name a bonus, a promotion or a prize, in addresses as in the books.
pub(super) fn is_code(text: &str) -> bool {
    (1..=32).contains(&text.len())
        && text
            .bytes()
            .all(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || b"-_".contains(&it))
}

/// What makes the bounds of a grant unusable, if anything does. Percentages are of its base.
pub(super) fn bounds_contradiction(success: u32, fail: u32) -> Option<&'static str> {
    if success <= fail {
        return Some("success_percent is not above fail_percent");
    }
    if fail >= 100 {
        // It would be lost in the moment in which it begins.
        return Some("fail_percent is 100 or more");
    }
    (success > 100_000).then_some("success_percent is beyond reason")
}

/// As [`bounds_contradiction`], of a grant that time does not end: it is lost by nobody who cannot
/// stake the last satang, and what has a condition has to be lost by somebody.
pub(super) fn lasting_contradiction(success: u32, fail: u32) -> Option<&'static str> {
    let is_endless = success > 100 && fail == 0;
    let endless = is_endless.then_some("fail_percent of 0 without an end: it may never be lost");
    bounds_contradiction(success, fail).or(endless)
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
    pub(super) fn check_rewards(&self) -> Result<(), ConfigError> {
        usable("coins", self.coins.contradiction())?;
        for (list, offers) in [("bonus", &self.bonuses), ("promotion", &self.promotions)] {
            let mut codes = HashSet::new();
            for offer in offers {
                let name = format!("{list} {}", offer.code);
                usable(
                    &name,
                    match list {
                        "bonus" => offer.bonus_contradiction(),
                        _ => offer.promotion_contradiction(),
                    },
                )?;
                require(codes.insert(&offer.code), || {
                    format!("{name} is listed twice")
                })?;
                check_banners(&name, &offer.banners)?;
            }
        }
        if let Some(refund) = &self.refund {
            usable("refund", refund.contradiction())?;
            check_banners("refund", &refund.banners)?;
        }
        Ok(())
    }
}

/// Refuses what a part says is unusable.
pub(super) fn usable(of: &str, contradiction: Option<&str>) -> Result<(), ConfigError> {
    contradiction.map_or(Ok(()), |what| {
        Err(ConfigError::Contradiction(format!("{of}: {what}")))
    })
}

/// Refuses banners whose pictures no browser could load.
pub(super) fn check_banners(of: &str, banners: &[Banner]) -> Result<(), ConfigError> {
    banners.iter().try_for_each(|banner| banner.image.check(of))
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("price_thb = \"500\"", "price_thb = \"0\""),
            ("price_lak = \"500000\"", "price_lak = \"0.5\""),
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
