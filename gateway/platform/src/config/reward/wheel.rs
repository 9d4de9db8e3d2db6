//! The wheel as the operator describes it, and as the ledger draws from it.

use std::collections::HashSet;

use ledger::wallet::reward::{Prize, WheelSlice, WheelVersion};
use ledger::{Currency, Money, MoneyError};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::GrantBounds;
use crate::config::Text;
use crate::config::check::is_colour;
use crate::config::forms::{AmountText, CurrencyText};
use crate::config::mistake::Place;

/// The longest that a coupon may wait: beyond ten years it had better have no end.
const VALID_DAYS_MAX: u32 = 3_650;

/// The prize wheel.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct WheelRules {
    /// Whether it can be spun.
    pub is_on: bool,
    /// Its name.
    pub name: Text,
    /// The currency of its money; wallets in other currencies do not see the wheel.
    #[schemars(with = "CurrencyText")]
    pub currency: Currency,
    /// A claimed coupon is won at this many percent of its base.
    pub success_percent: u32,
    /// It is lost at this many.
    pub fail_percent: u32,
    /// Its slices, clockwise and in the order of the draw.
    #[serde(rename = "slice")]
    pub slices: Vec<WheelSliceRules>,
}

/// One slice.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WheelSliceRules {
    /// Its code; events contain it, so a code must never be reused for a different prize.
    pub code: String,
    /// The text on it.
    pub label: Text,
    /// `#rrggbb`.
    pub bg_color: String,
    /// `#rrggbb`.
    pub text_color: String,
    /// Its share of the sum of all weights.
    pub weight: u32,
    /// HTML next to its coupon.
    pub html_description: Text,
    /// What is won on it.
    pub prize: WheelPrize,
}

/// What is won on a slice.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum WheelPrize {
    /// Nothing.
    Nothing {},
    /// Further coins.
    Coins {
        /// How many.
        count: u32,
    },
    /// A coupon for money.
    Coupon {
        /// How much.
        #[schemars(with = "AmountText")]
        amount: Decimal,
        /// Days until it runs out; absent: never.
        valid_days: Option<u32>,
    },
    /// A thing that staff hands out.
    Gift {},
}

impl Default for WheelRules {
    fn default() -> Self {
        let none = String::new;
        Self {
            is_on: false,
            name: Text {
                th: none(),
                la: none(),
                en: none(),
            },
            currency: Currency::Thb,
            success_percent: 100,
            fail_percent: 0,
            slices: Vec::new(),
        }
    }
}

impl WheelPrize {
    fn prize(&self, currency: Currency) -> Result<Prize, MoneyError> {
        Ok(match self {
            Self::Nothing {} => Prize::Nothing,
            Self::Coins { count } => Prize::Coins { count: *count },
            Self::Coupon { amount, valid_days } => Prize::Coupon {
                worth: Money::try_new(*amount, currency)?,
                valid_days: *valid_days,
            },
            Self::Gift {} => Prize::Gift,
        })
    }

    fn fits(&self) -> bool {
        match self {
            Self::Nothing {} | Self::Gift {} => true,
            // As many coins as there are days in a year would make the wheel its own source.
            Self::Coins { count } => (1..=100).contains(count),
            Self::Coupon { amount, valid_days } => {
                *amount > Decimal::ZERO
                    && valid_days.is_none_or(|days| (1..=VALID_DAYS_MAX).contains(&days))
            }
        }
    }
}

/// Whether a text can be a slice's code.
#[must_use]
pub fn is_prize_code(text: &str) -> bool {
    (1..=32).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

impl WheelRules {
    /// Whether players with wallets in this currency can spin it.
    #[must_use]
    pub fn is_offered_in(&self, currency: Currency) -> bool {
        self.is_on && self.currency == currency
    }

    /// The slice with that code.
    #[must_use]
    pub fn slice(&self, code: &str) -> Option<&WheelSliceRules> {
        self.slices.iter().find(|slice| slice.code == code)
    }

    /// The wheel that spins are drawn from.
    pub fn version(&self) -> Result<WheelVersion, MoneyError> {
        let named = self
            .slices
            .iter()
            .map(|slice| (slice.code.as_str(), slice.weight));
        let id = WheelVersion::id_of(named);
        let slice = |slice: &WheelSliceRules| {
            Ok(WheelSlice {
                code: slice.code.clone(),
                weight: slice.weight,
                prize: slice.prize.prize(self.currency)?,
            })
        };
        let slices = self.slices.iter().map(slice).collect::<Result<_, _>>()?;
        Ok(WheelVersion { id, slices })
    }

    /// The coins that are won by as many spins as the weights add up to. With as many as that the
    /// first coin would spin without end.
    fn won_coins(&self) -> u64 {
        let won = self.slices.iter().map(|slice| match slice.prize {
            WheelPrize::Coins { count } => u64::from(slice.weight) * u64::from(count),
            _ => 0,
        });
        won.sum()
    }

    /// Cleans what players read as HTML.
    pub(in crate::config) fn clean(&mut self) {
        for slice in &mut self.slices {
            slice.html_description.clean();
        }
    }

    /// Refuses a wheel that could not be drawn from.
    pub(in crate::config) fn check(&self, mut at: Place<'_>) {
        let bounds = GrantBounds {
            success_percent: self.success_percent,
            fail_percent: self.fail_percent,
        };
        bounds.check_lasting(&mut at);
        let is_money = self.currency != Currency::Coin;
        at.at("currency").require(is_money, "is no money");
        let mut at = at.at("slice");
        at.require(
            !self.is_on || self.slices.len() >= 2,
            "there are fewer than two",
        );
        let mut codes = HashSet::new();
        let mut sum = Some(0_u32);
        for (number, slice) in self.slices.iter().enumerate() {
            let (mut at, code) = (at.item(number), &slice.code);
            at.at("code").require(
                is_prize_code(code) && codes.insert(code),
                format!("{code:?} is no code (A-Z, 0-9, _) or listed twice"),
            );
            for (key, colour) in [
                ("bg_color", &slice.bg_color),
                ("text_color", &slice.text_color),
            ] {
                at.at(key).require(is_colour(colour), "is not #rrggbb");
            }
            let prize = slice.prize.prize(self.currency);
            at.at("prize").require(
                slice.prize.fits() && (prize.is_ok() || !is_money),
                "has a count, an amount or valid_days out of bounds",
            );
            sum = sum.and_then(|sum| sum.checked_add(slice.weight));
        }
        at.require(
            !self.is_on || sum.is_some_and(|sum| sum > 0),
            "the weights sum to nothing or beyond 4294967295",
        );
        at.require(
            !self.is_on || sum.is_none_or(|sum| self.won_coins() < sum.into()),
            "a spin wins back the coin that it costs",
        );
    }
}

#[cfg(test)]
mod tests {
    use ledger::wallet::reward::WheelSeed;
    use ledger::wallet::reward::draw;

    use crate::config::{Config, ConfigError};

    const DEMO: &str = include_str!("../../../../demo.toml");

    fn demo_with(old: &str, new: &str) -> Result<Config, ConfigError> {
        assert!(DEMO.contains(old), "{old}");
        Config::parse(&DEMO.replacen(old, new, 1), &|_| None)
    }

    #[test]
    fn the_demonstrations_wheel_draws_as_in_the_worked_example() {
        let config = Config::parse(DEMO, &|_| None).unwrap();
        let wheel = config.wheel.version().unwrap();
        let mut seed = [0; 32];
        let text = "6b1f0d9c3e7a45528f64d1b20c9e8a7735f1c4e2ab906d7f18c35a9e4d20b7f1";
        hex::decode_to_slice(text, &mut seed).unwrap();
        let weights: Vec<u32> = wheel.slices.iter().map(|slice| slice.weight).collect();
        assert_eq!(weights.iter().sum::<u32>(), 10_000);
        for (nonce, code) in (0..).zip(["CASH5", "COIN1", "NOTHING", "CASH5"]) {
            let client_seed = "65f0c1d2e3a4b5c6d7e8f901";
            let drawn = draw(&WheelSeed(seed), client_seed, nonce, &weights).unwrap();
            assert_eq!(wheel.slices[drawn.slice].code, code, "{nonce}");
        }
    }

    #[test]
    fn a_wheel_that_cannot_be_drawn_from_is_reported() {
        for (old, new) in [
            ("code = \"COIN1\"", "code = \"CASH5\""),
            ("code = \"COIN1\"", "code = \"coin\""),
            ("code = \"COIN1\"", "code = \"\""),
            ("weight = 4000", "weight = 4294967295"),
            ("type = \"coins\", count = 1", "type = \"coins\", count = 0"),
            // 2,500 of 10,000 spins win four coins: as many as all of them cost.
            ("type = \"coins\", count = 1", "type = \"coins\", count = 4"),
            (
                "name = { th = \"วงล้อนำโชค\"",
                "success_percent = 200\nname = { th = \"วงล้อนำโชค\"",
            ),
            ("amount = \"5\", valid_days", "amount = \"0\", valid_days"),
            (
                "amount = \"5\", valid_days",
                "amount = \"5.001\", valid_days",
            ),
            (
                "amount = \"5\", valid_days = 7",
                "amount = \"5\", valid_days = 0",
            ),
            (
                "amount = \"5\", valid_days = 7",
                "amount = \"5\", valid_days = 3651",
            ),
            ("bg_color = \"#475569\"", "bg_color = \"grey\""),
            (
                "name = { th = \"วงล้อนำโชค\"",
                "fail_percent = 100\nname = { th = \"วงล้อนำโชค\"",
            ),
        ] {
            let text = DEMO.replacen(
                "currency = \"THB\"\nsuccess_percent = 100\nfail_percent = 0",
                "",
                1,
            );
            assert!(text.contains(old), "{old}");
            let error = Config::parse(&text.replacen(old, new, 1), &|_| None).unwrap_err();
            assert!(
                matches!(error, ConfigError::Contradiction(_)),
                "{new}: {error}"
            );
        }
        for (old, new) in [
            ("type = \"coins\", count = 1", "type = \"coins\""),
            (
                "prize = { type = \"gift\" }",
                "prize = { type = \"gift\", amount = \"5\" }",
            ),
            ("prize = { type = \"gift\" }", "prize = { type = \"car\" }"),
        ] {
            let error = demo_with(old, new).unwrap_err();
            assert!(matches!(error, ConfigError::Malformed(_)), "{new}: {error}");
        }
    }
}
