//! The settings that the environment gives the sandbox.

use std::path::PathBuf;

/// The providers of the product, in the order of its specification.
pub const DEFAULT_PROVIDERS: [&str; 11] = [
    "pg",
    "betflix",
    "askmebet",
    "imi",
    "usun",
    "areaslot",
    "circus",
    "slotracha",
    "pgslot",
    "joker2",
    "huayhd",
];

/// Names and keys of the outside world.
#[derive(Debug, Clone)]
pub struct Config {
    /// Agents that may sign game and payout calls.
    pub agents: Vec<String>,
    /// Codes of the game providers that exist.
    pub providers: Vec<String>,
    /// Branch of the slip verification service.
    pub slip_branch: String,
    /// Key of the slip verification service (`x-authorization`).
    pub slip_key: String,
    /// `api_key` of the SMS service.
    pub sms_key: String,
    /// `secret_key` of the SMS service.
    pub sms_secret: String,
    /// Seconds that a signed call's timestamp may be off.
    pub clock_skew_seconds_max: u64,
    /// How a browser reaches the sandbox; `None` = as the caller's `Host` header says.
    pub public_url: Option<String>,
    /// Where the state is kept; `None` = in memory only.
    pub data_dir: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            agents: vec!["demo-agent".to_owned()],
            providers: DEFAULT_PROVIDERS.map(str::to_owned).to_vec(),
            slip_branch: "demo".to_owned(),
            slip_key: "demo-slip-key".to_owned(),
            sms_key: "demo-sms-key".to_owned(),
            sms_secret: "demo-sms-secret".to_owned(),
            clock_skew_seconds_max: 300,
            public_url: None,
            data_dir: None,
        }
    }
}

impl Config {
    /// Reads `SANDBOX_*` through `lookup` (the process environment in `main`).
    #[must_use]
    pub fn from_lookup(lookup: impl Fn(&str) -> Option<String>) -> Self {
        let filled = |name: &str| lookup(name).filter(|value| !value.trim().is_empty());
        let list = |name: &str| {
            filled(name).map(|text| {
                text.split(',')
                    .map(|item| item.trim().to_owned())
                    .filter(|item| !item.is_empty())
                    .collect::<Vec<_>>()
            })
        };
        let fallback = Self::default();
        Self {
            agents: list("SANDBOX_AGENTS").unwrap_or(fallback.agents),
            providers: list("SANDBOX_PROVIDERS").unwrap_or(fallback.providers),
            public_url: filled("SANDBOX_PUBLIC_URL")
                .map(|url| url.trim_end_matches('/').to_owned()),
            data_dir: filled("SANDBOX_DATA_DIR").map(PathBuf::from),
            ..fallback
        }
    }

    /// The secret that signs calls to one game provider.
    #[must_use]
    pub fn game_secret(provider: &str) -> String {
        format!("sandbox-secret-{provider}")
    }

    /// The secret of one payment service: signs calls to it, and its callbacks.
    #[must_use]
    pub fn psp_secret(psp: &str) -> String {
        format!("sandbox-psp-secret-{psp}")
    }

    /// The secret that signs payout calls to the bank.
    #[must_use]
    pub fn bank_secret() -> String {
        "sandbox-secret-bank".to_owned()
    }
}
