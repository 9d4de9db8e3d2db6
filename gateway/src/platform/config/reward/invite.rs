//! What inviting earns.

use rust_decimal::Decimal;
use serde::Deserialize;

use super::{Banner, lasting_contradiction, usable};
use crate::platform::config::check::{ConfigError, require};

/// A part of what invited players lose.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct InviteRules {
    /// Whether inviting earns anything.
    pub is_on: bool,
    /// How many percent of an invited player's loss of a day.
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
    pub(in crate::platform::config) fn clean(&mut self) {
        for banner in &mut self.banners {
            banner.html.clean();
        }
    }

    /// Refuses what would break, or never end, when it is used.
    pub(in crate::platform::config) fn check(&self) -> Result<(), ConfigError> {
        let is_part = self.percent > Decimal::ZERO && self.percent <= Decimal::ONE_HUNDRED;
        require(is_part, || {
            "invite.percent is above 0 and at most 100".to_owned()
        })?;
        let bounds = lasting_contradiction(self.success_percent, self.fail_percent);
        usable("invite", bounds)?;
        require(self.at_hour < 24, || {
            "invite.at_hour is an hour of the day, 0 to 23".to_owned()
        })?;
        for banner in &self.banners {
            banner.image.check("invite.banners")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_could_not_be_kept_are_reported() {
        let broken: [fn(&mut InviteRules); 7] = [
            |it| it.percent = Decimal::ZERO,
            |it| it.percent = Decimal::from(101),
            |it| it.fail_percent = 100,
            |it| it.success_percent = 0,
            // Nobody plays down to nothing: there is a smallest stake.
            |it| it.success_percent = 200,
            |it| (it.success_percent, it.fail_percent) = (200, 150),
            |it| it.at_hour = 24,
        ];
        InviteRules::default().check().unwrap();
        for (number, breaking) in broken.into_iter().enumerate() {
            let mut rules = InviteRules::default();
            breaking(&mut rules);
            assert!(rules.check().is_err(), "{number}");
        }
    }
}
