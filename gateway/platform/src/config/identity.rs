//! How members register, prove their phone and stay signed in.

use serde::{Deserialize, Deserializer, Serialize};

use super::mistake::Place;

/// A text in the product's three languages; a missing one falls back to Thai in the client.
#[derive(
    Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema, utoipa::ToSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// Thai.
    pub th: String,
    /// Lao.
    pub la: String,
    /// English.
    pub en: String,
}

impl Text {
    /// The text in a language of the portal (`th`, `la` or `en`); Thai for any other.
    #[must_use]
    pub fn in_locale(&self, locale: &str) -> &str {
        match locale {
            "la" => &self.la,
            "en" => &self.en,
            _ => &self.th,
        }
    }

    /// Each language's, once.
    pub fn spellings(&self) -> [&String; 3] {
        [&self.th, &self.la, &self.en]
    }
}

/// A name in the file: one for all languages, or each language's.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
pub(super) enum Name {
    Same(String),
    Each(Text),
}

impl Name {
    /// As a text in each language.
    pub(super) fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Text, D::Error> {
        Ok(match Self::deserialize(from)? {
            Self::Same(name) => Text {
                th: name.clone(),
                la: name.clone(),
                en: name,
            },
            Self::Each(text) => text,
        })
    }
}

/// Where a player heard of the service.
#[derive(Debug, Clone, Serialize, Deserialize, schemars::JsonSchema, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The stored code.
    pub code: String,
    /// What the player reads.
    pub description: Text,
}

/// No session lasts longer than a year.
const SESSION_HOURS_MAX: u32 = 365 * 24;

/// How long a session lasts.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionRules {
    /// Minutes without a call after which a session ends.
    pub idle_minutes: u32,
    /// Hours after which a session ends in any case.
    pub absolute_hours: u32,
    /// Like `idle_minutes`, for "remember me".
    pub remembered_idle_minutes: u32,
    /// Like `absolute_hours`, for "remember me".
    pub remembered_absolute_hours: u32,
}

impl SessionRules {
    /// Refuses sessions that outlive the rows by which they were ended.
    pub(super) fn check(&self, mut at: Place<'_>) {
        for (key, hours) in [
            ("absolute_hours", self.absolute_hours),
            ("remembered_absolute_hours", self.remembered_absolute_hours),
        ] {
            at.at(key).require(
                hours <= SESSION_HOURS_MAX,
                format!("is above {SESSION_HOURS_MAX}, a year"),
            );
        }
    }
}

/// One-time codes.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OtpRules {
    /// Whether registration requires a code.
    pub is_on: bool,
    /// Seconds that a code is good for.
    pub expires_seconds: u32,
    /// Seconds before another may be sent to the same number.
    pub resend_seconds: u32,
    /// Wrong tries before the code is dead.
    pub tries_max: u16,
    /// Codes to one number within a day.
    pub sends_per_day_max: u32,
    /// Codes requested from one address within an hour.
    pub sends_per_address_hour_max: u32,
    /// Codes from the whole service within an hour: a bound on what pumping may cost.
    pub sends_per_hour_max: u32,
    /// Minutes that a verified number stays verified.
    pub verified_minutes: u32,
}

/// Failed log-ins before each kind of waiting begins; the waits double up to `wait_max_seconds`.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoginRules {
    /// For one account.
    pub account_tries: u32,
    /// From one address.
    pub address_tries: u32,
    /// In the whole service within a minute; beyond it log-ins wait for the next minute.
    pub service_tries_per_minute: u32,
    /// The longest wait. There is no permanent lock.
    pub wait_max_seconds: u32,
    /// Registrations from one address within an hour.
    pub registrations_per_address_hour: u32,
}

/// A member for demonstrations, created by `gateway demo`.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DemoMember {
    /// The phone number.
    pub username: String,
    /// The password.
    pub password: String,
    /// The profile name.
    pub name: String,
    /// Bank of the registered account.
    pub bank_code: String,
    /// Its holder.
    pub bank_account_name: String,
    /// Its number.
    pub bank_account_no: String,
}
