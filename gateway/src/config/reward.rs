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

    /// Refuses rewards that could not be given as they stand.
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
