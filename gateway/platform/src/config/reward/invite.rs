//! What inviting earns.

use rust_decimal::Decimal;
use serde::Deserialize;

use super::{Banner, GrantBounds, check_banners};
use crate::config::forms::AmountText;
use crate::config::mistake::Place;

/// A part of what invited players lose.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct InviteRules {
    /// Whether inviting earns anything.
    pub is_on: bool,
    /// How many percent of an invited player's loss of a day.
    #[schemars(with = "AmountText")]
    pub percent: Decimal,
    /// The collected grant is won at this many percent of its base.
    pub success_percent: u32,
    /// It is lost at this many.
    pub fail_percent: u32,
    /// The hour of the day, in Bangkok, at which yesterday's figures are looked at.
    pub at_hour: u32,
    /// What the invite dialog's carousel shows.
    pub banners: Vec<Banner>,
}

impl Default for InviteRules {
    fn default() -> Self {
        Self {
            is_on: false,
            percent: Decimal::ONE,
            success_percent: 100,
            fail_percent: 0,
            at_hour: 1,
            banners: Vec::new(),
        }
    }
}

impl InviteRules {
    /// Cleans what players read as HTML.
    pub(in crate::config) fn clean(&mut self) {
        for banner in &mut self.banners {
            banner.html.clean();
        }
    }

    /// Refuses rules that would break, or never end, in use.
    pub(in crate::config) fn check(&self, mut at: Place<'_>) {
        let is_part = self.percent > Decimal::ZERO && self.percent <= Decimal::ONE_HUNDRED;
        at.at("percent")
            .require(is_part, "is not above 0 and at most 100");
        let bounds = GrantBounds {
            success_percent: self.success_percent,
            fail_percent: self.fail_percent,
        };
        bounds.check_lasting(&mut at);
        at.at("at_hour")
            .require(self.at_hour < 24, "is not an hour of the day, 0 to 23");
        check_banners(at.at("banners"), &self.banners);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_could_not_be_kept_are_reported() {
        let broken: [fn(&mut InviteRules); 7] = [
            |rules| rules.percent = Decimal::ZERO,
            |rules| rules.percent = Decimal::from(101),
            |rules| rules.fail_percent = 100,
            |rules| rules.success_percent = 0,
            // No player can play down to nothing: there is a smallest stake.
            |rules| rules.success_percent = 200,
            |rules| (rules.success_percent, rules.fail_percent) = (200, 150),
            |rules| rules.at_hour = 24,
        ];
        let mistakes = |rules: &InviteRules| {
            let mut mistakes = Vec::new();
            rules.check(Place::whole(&mut mistakes));
            mistakes
        };
        assert_eq!(mistakes(&InviteRules::default()), []);
        for (number, breaking) in broken.into_iter().enumerate() {
            let mut rules = InviteRules::default();
            breaking(&mut rules);
            assert!(!mistakes(&rules).is_empty(), "{number}");
        }
    }
}
