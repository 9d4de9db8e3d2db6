//! Support's staff.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use ledger::{Currency, Money};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::Secret;
use super::forms::{AmountText, CurrencyText};
use super::mistake::Place;
use crate::totp_secret;

/// What a member of staff may do.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
    utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum StaffRole {
    /// Looks, answers and decides.
    Agent,
    /// As an agent; also approves what others propose, and undoes.
    Supervisor,
    /// Looks at everything and acts on nothing.
    Auditor,
}

impl StaffRole {
    /// Every role.
    pub const ALL: [Self; 3] = [Self::Agent, Self::Supervisor, Self::Auditor];

    /// The word of the database and of the configuration.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Supervisor => "supervisor",
            Self::Auditor => "auditor",
        }
    }
}

impl fmt::Display for StaffRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that names no role.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is no role: agent, supervisor or auditor")]
pub struct NoRole(String);

impl FromStr for StaffRole {
    type Err = NoRole;

    fn from_str(text: &str) -> Result<Self, NoRole> {
        let found = Self::ALL.into_iter().find(|role| role.as_str() == text);
        found.ok_or_else(|| NoRole(text.to_owned()))
    }
}

/// How staff works.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SupportRules {
    /// Minutes without a call after which a session ends.
    pub idle_minutes: u32,
    /// Hours after which a session ends in any case.
    pub absolute_hours: u32,
    /// Minutes that the reason for a look at a player is good for.
    pub look_minutes: u32,
    /// Searches for players and in conversations by one member of staff within an hour; 0: no limit.
    pub searches_per_hour: u32,
    /// Different players that one member of staff opens within an hour; 0: no limit.
    pub players_per_hour: u32,
    /// Minutes that a work item stays claimed for the member of staff who has opened it.
    pub claim_minutes: u32,
    /// Hours within which a second person may agree.
    pub approval_hours: u32,
    /// Above this amount a second person has to agree; without one, always.
    #[schemars(with = "BTreeMap<CurrencyText, AmountText>")]
    pub second_person_above: BTreeMap<Currency, Decimal>,
    /// Above this amount a second person has to agree to a bonus, a coupon or coins (`COIN`) that staff
    /// give; without one, always.
    #[schemars(with = "BTreeMap<CurrencyText, AmountText>")]
    pub reward_second_person_above: BTreeMap<Currency, Decimal>,
}

impl Default for SupportRules {
    fn default() -> Self {
        Self {
            idle_minutes: 30,
            absolute_hours: 12,
            look_minutes: 30,
            searches_per_hour: 120,
            players_per_hour: 60,
            claim_minutes: 10,
            approval_hours: 24,
            second_person_above: BTreeMap::new(),
            reward_second_person_above: BTreeMap::new(),
        }
    }
}

impl SupportRules {
    /// Refuses rules that end everything or nothing.
    pub(super) fn check(&self, mut at: Place<'_>) {
        for (key, value, max) in [
            ("idle_minutes", self.idle_minutes, 24 * 60),
            ("absolute_hours", self.absolute_hours, 7 * 24),
            ("look_minutes", self.look_minutes, 24 * 60),
            // A longer one would stay after its holder has gone home.
            ("claim_minutes", self.claim_minutes, 60),
            ("approval_hours", self.approval_hours, 7 * 24),
        ] {
            at.at(key).require(
                (1..=max).contains(&value),
                format!("is not from 1 to {max}"),
            );
        }
        for (key, value) in [
            ("searches_per_hour", self.searches_per_hour),
            ("players_per_hour", self.players_per_hour),
        ] {
            at.at(key).require(value <= 100_000, "is above 100000");
        }
        for (key, limits) in [
            ("second_person_above", &self.second_person_above),
            (
                "reward_second_person_above",
                &self.reward_second_person_above,
            ),
        ] {
            for (currency, limit) in limits {
                let is_amount =
                    Money::try_new(*limit, *currency).is_ok_and(|amount| !amount.is_negative());
                at.at(key)
                    .at(&currency.to_string())
                    .require(is_amount, "is no amount");
            }
        }
    }

    /// Whether a second person has to agree to an amount, in or out.
    #[must_use]
    pub fn needs_second_person(&self, amount: Money) -> bool {
        is_above(&self.second_person_above, amount)
    }

    /// Whether a second person has to agree to what staff give of the house's.
    #[must_use]
    pub fn needs_second_for_reward(&self, amount: Money) -> bool {
        is_above(&self.reward_second_person_above, amount)
    }
}

/// Whether an amount is above its currency's limit, in either direction; without a limit it is.
fn is_above(limits: &BTreeMap<Currency, Decimal>, amount: Money) -> bool {
    let limit = limits.get(&amount.currency());
    limit.is_none_or(|limit| amount.amount().abs() > *limit)
}

/// A member of staff for demonstrations, made by `gateway demo`.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DemoStaff {
    /// The name to log in with.
    pub username: String,
    /// The display name.
    pub name: String,
    /// What they may do.
    pub role: StaffRole,
    /// The password.
    pub password: String,
    /// The secret of the one-time codes, in base 32.
    pub totp_secret: Secret,
}

impl DemoStaff {
    /// Refuses staff that could not log in.
    pub(super) fn check(&self, mut at: Place<'_>) {
        at.at("username").require(
            is_staff_username(&self.username),
            format!("{:?} is no username", self.username),
        );
        let is_secret = totp_secret::parse_secret(self.totp_secret.reveal()).is_some();
        at.at("totp_secret")
            .require(is_secret, "is not base 32 of 16 bytes or more");
    }
}

/// A prepared answer for demonstrations, written by `gateway demo`.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DemoReply {
    /// How it is found while writing; no other answer has it.
    pub shortcut: String,
    /// Its subject.
    pub title: String,
    /// What the message says, in Thai; it may hold `{name}` and `{balance}`.
    pub text: String,
    /// The same in Lao.
    pub text_la: Option<String>,
    /// The same in English.
    pub text_en: Option<String>,
}

/// 2 to 32 lower-case letters, digits, `.`, `_` and `-`, starting with a letter.
pub fn is_staff_username(text: &str) -> bool {
    (2..=32).contains(&text.len())
        && text.starts_with(|letter: char| letter.is_ascii_lowercase())
        && text.bytes().all(|byte| {
            byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._-".contains(&byte)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, ConfigError};

    const DEMO: &str = include_str!("../../../demo.toml");

    fn demo_with(old: &str, new: &str) -> Result<Config, ConfigError> {
        assert!(DEMO.contains(old), "{old}");
        Config::parse(&DEMO.replacen(old, new, 1), &|_| None)
    }

    #[test]
    fn a_username_is_short_and_plain() {
        for right in ["nok", "a1", "nok.b-c_d"] {
            assert!(is_staff_username(right), "{right}");
        }
        for wrong in ["", "a", "Nok", "1nok", "no k", "นก", &"a".repeat(33)] {
            assert!(!is_staff_username(wrong), "{wrong}");
        }
    }

    #[test]
    fn staff_that_could_not_log_in_is_reported() {
        for (old, new) in [
            ("absolute_hours = 12\nlook", "absolute_hours = 0\nlook"),
            ("look_minutes = 30", "look_minutes = 1441"),
            ("claim_minutes = 10", "claim_minutes = 61"),
            ("THB = \"5000\"", "THB = \"-1\""),
            ("THB = \"5000\"", "THB = \"0.001\""),
            ("COIN = \"20\"", "COIN = \"0.5\""),
            ("COIN = \"20\"", "COIN = \"-1\""),
            ("username = \"agent\"", "username = \"Agent\""),
            ("totp_secret = \"MFTW", "totp_secret = \"mftw"),
        ] {
            let error = demo_with(old, new).unwrap_err();
            assert!(matches!(error, ConfigError::Contradiction(_)), "{new}");
        }
        let role = demo_with("role = \"agent\"", "role = \"owner\"");
        assert!(matches!(role, Err(ConfigError::Malformed(_))));
    }

    #[test]
    fn an_amount_above_the_limit_needs_a_second_person_in_either_direction() {
        let rules = Config::parse(DEMO, &|_| None).unwrap().support;
        let needs =
            |text: &str, currency| rules.needs_second_person(Money::parse(text, currency).unwrap());
        assert!(!needs("5000.00", Currency::Thb));
        assert!(needs("5000.01", Currency::Thb));
        assert!(!needs("-5000.00", Currency::Thb));
        assert!(needs("-5000.01", Currency::Thb));
        assert!(!needs("3000000", Currency::Lak));
        assert!(needs("1", Currency::Coin));
        let gives = |text: &str, currency| {
            rules.needs_second_for_reward(Money::parse(text, currency).unwrap())
        };
        assert!(!gives("1000.00", Currency::Thb));
        assert!(gives("1000.01", Currency::Thb));
        assert!(!gives("20", Currency::Coin));
        assert!(gives("21", Currency::Coin));
    }
}
