//! The operator's configuration: one commented TOML file, checked as a whole at start.
//!
//! `${NAME}` and `${NAME:-default}` in any text are replaced from the environment.

mod chat;
mod check;
mod database;
mod environment;
mod gift;
mod howto;
mod identity;
mod manual;
mod money;
mod outside;
mod paces;
mod proof;
mod protection;
mod psp;
mod reconciliation;
mod reward;
mod support;
mod withdrawal;

use std::collections::BTreeMap;
use std::path::Path;

use ledger::{Currency, GameCode};
use serde::{Deserialize, Serialize};

pub use chat::ChatRules;
pub use check::ConfigError;
pub use database::DatabaseRules;
pub use gift::GiftRules;
pub use howto::{HowtoCaptions, HowtoClip, HowtoRules};
pub use identity::{DemoMember, LoginRules, OtpRules, SessionRules, Source, Text};
pub use manual::ManualDepositRules;
pub use money::{
    Bank, Bounds, DepositAccount, MoneyBounds, PayoutBank, Secret, SlipChecker, SlipRules,
    Thresholds,
};
pub use outside::{BreakerRules, Category, Provider, SmsService, Waits};
pub use paces::{HashCost, Paces};
pub use proof::ProofRules;
pub use protection::ProtectionRules;
pub use psp::{Psp, QrRules};
pub use reconciliation::ReconciliationRules;
pub(crate) use reward::is_prize_code;
pub use reward::{
    Banner, CoinRules, InviteRules, Offer, OfferPeriod, RefundPeriod, RefundRules, WheelPrize,
    WheelRules, WheelSliceRules,
};
pub(crate) use support::is_staff_username;
pub use support::{DemoReply, DemoStaff, NoRole, StaffRole, SupportRules};
pub use withdrawal::WithdrawalRules;

/// An `http` or `https` address without a slash at its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Link(String);

impl Link {
    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Everything that the operator decides.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The service's name and state.
    pub service: Service,
    /// What the database must be.
    #[serde(default)]
    pub database: DatabaseRules,
    /// How to reach it.
    pub contact: Contact,
    /// The clips of the how-to page.
    #[serde(default)]
    pub howto: HowtoRules,
    /// What players read.
    pub texts: Texts,
    /// Banks that a player may register with.
    #[serde(rename = "bank")]
    pub banks: Vec<Bank>,
    /// Answers to "where did you hear of us".
    #[serde(rename = "source")]
    pub sources: Vec<Source>,
    /// Accounts that players pay into.
    #[serde(rename = "deposit_account")]
    pub deposit_accounts: Vec<DepositAccount>,
    /// Bounds of amounts for each currency.
    pub bounds: BTreeMap<Currency, Bounds>,
    /// How slips are taken.
    pub slip: SlipRules,
    /// Payment services that take QR deposits.
    #[serde(default, rename = "psp")]
    pub psps: Vec<Psp>,
    /// How QR orders are looked after.
    pub qr: QrRules,
    /// The service that verifies slips.
    pub slip_checker: SlipChecker,
    /// How gift links are taken.
    pub gift: GiftRules,
    /// How deposits are announced that a person looks at.
    pub manual_deposit: ManualDepositRules,
    /// Who pays withdrawals out.
    pub payout_bank: PayoutBank,
    /// What guards withdrawals.
    #[serde(default)]
    pub withdrawal: WithdrawalRules,
    /// What inviting earns.
    #[serde(default)]
    pub invite: InviteRules,
    /// The prize wheel.
    #[serde(default)]
    pub wheel: WheelRules,
    /// Bounds of a player's own limits.
    #[serde(default)]
    pub protection: ProtectionRules,
    /// When the books are held against the outside's.
    pub reconciliation: ReconciliationRules,
    /// The proof log.
    #[serde(default)]
    pub proof: ProofRules,
    /// Who delivers text messages.
    pub sms: SmsService,
    /// Game providers.
    #[serde(rename = "provider")]
    pub providers: Vec<Provider>,
    /// How long the gateway waits.
    pub waits: Waits,
    /// When a provider that does not answer is left alone.
    #[serde(default)]
    pub breaker: BreakerRules,
    /// Sessions.
    pub session: SessionRules,
    /// One-time codes.
    pub otp: OtpRules,
    /// Limits of log-ins and registrations.
    pub login: LoginRules,
    /// What deposits earn coins for.
    #[serde(default)]
    pub coins: CoinRules,
    /// Bonuses of the list.
    #[serde(default, rename = "bonus")]
    pub bonuses: Vec<Offer>,
    /// Bonuses that are found by their code.
    #[serde(default, rename = "promotion")]
    pub promotions: Vec<Offer>,
    /// How losses are refunded; absent: not at all.
    pub refund: Option<RefundRules>,
    /// The support chat.
    #[serde(default)]
    pub chat: ChatRules,
    /// How staff works.
    #[serde(default)]
    pub support: SupportRules,
    /// Staff for demonstrations.
    #[serde(default, rename = "demo_staff")]
    pub demo_staff: Vec<DemoStaff>,
    /// Prepared answers for demonstrations.
    #[serde(default, rename = "demo_reply")]
    pub demo_replies: Vec<DemoReply>,
    /// Members for demonstrations.
    #[serde(default, rename = "demo_member")]
    pub demo_members: Vec<DemoMember>,
    /// How long this process waits by itself; of no file.
    #[serde(skip)]
    pub paces: Paces,
    /// What a password's hash costs; of no file.
    #[serde(skip)]
    pub hash_cost: HashCost,
}

/// The service's name and state.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Service {
    /// Its name, as the portal shows it.
    pub name: String,
    /// Its address; the socket takes joins from here and from its own host.
    pub website: Link,
    /// Lao phones, banks and kip instead of Thai ones.
    pub lao_mode: bool,
    /// The service is gone for good: the portal shows the notice and nothing else.
    pub terminated: bool,
    /// The language of a player who has not chosen one, `th` or `la`.
    pub default_locale: String,
    /// Further origins that may open the socket (a portal on another host).
    #[serde(default)]
    pub portal_origins: Vec<String>,
    /// Addresses of proxies whose `X-Forwarded-For` is believed.
    #[serde(default)]
    pub trusted_proxies: Vec<std::net::IpAddr>,
    /// Connections that one address may hold; a trusted proxy may hold as many as there are.
    #[serde(default = "connections_per_address_max")]
    pub connections_per_address_max: usize,
    /// Requests in progress; further ones are refused with a time to retry.
    #[serde(default = "requests_in_progress_max")]
    pub requests_in_progress_max: usize,
    /// Further hosts that a picture may come from, for the content security policy.
    #[serde(default)]
    pub image_hosts: Vec<String>,
}

const fn connections_per_address_max() -> usize {
    256
}

const fn requests_in_progress_max() -> usize {
    1_024
}

/// How to reach the service.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// HTML on the contact page.
    pub text: Text,
    /// The messaging line's name.
    pub line_name: String,
    /// Its link.
    pub line_link: Link,
    /// Address of its QR picture; without one, the gateway draws the link's.
    pub line_qr: Option<Link>,
}

/// What players read; HTML is cleaned when the file is read.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// A line for everybody.
    pub notice: Text,
    /// Paragraphs of the conditions, HTML.
    pub conditions: Vec<Text>,
    /// Paragraphs of the agreement, HTML.
    pub agreements: Vec<Text>,
}

impl Config {
    /// Reads and checks the file.
    pub fn load(path: &Path) -> Result<Self, ConfigError> {
        let text = std::fs::read_to_string(path).map_err(|cause| ConfigError::Unreadable {
            path: path.to_owned(),
            cause,
        })?;
        Self::parse(&text, &|name| std::env::var(name).ok())
    }

    /// Reads and checks a text, with the environment given.
    pub fn parse(
        text: &str,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, ConfigError> {
        let mut value: toml::Value = toml::from_str(text)?;
        environment::substitute(&mut value, variable)?;
        let mut config: Self = value.try_into()?;
        config.clean();
        config.check()?;
        Ok(config)
    }

    /// The currency of a wallet whose owner has not chosen one.
    #[must_use]
    pub fn default_currency(&self) -> Currency {
        if self.service.lao_mode {
            Currency::Lak
        } else {
            Currency::Thb
        }
    }

    /// The bounds of amounts in a currency; [`Config::check`] has seen that they exist.
    #[must_use]
    pub fn bounds_in(&self, currency: Currency) -> MoneyBounds {
        self.bounds
            .get(&currency)
            .and_then(|bounds| bounds.in_currency(currency).ok())
            .expect("the bounds of each currency were checked when the file was read")
    }

    /// The bank with that code of ours.
    #[must_use]
    pub fn bank(&self, code: &str) -> Option<&Bank> {
        self.banks.iter().find(|bank| bank.code == code)
    }

    /// The bank with the Bank of Thailand's number.
    #[must_use]
    pub fn bank_by_number(&self, number: &str) -> Option<&Bank> {
        self.banks
            .iter()
            .find(|bank| bank.number.as_deref() == Some(number))
    }

    /// The provider of a game account, if it is offered.
    #[must_use]
    pub fn provider(&self, code: &GameCode) -> Option<&Provider> {
        self.providers
            .iter()
            .find(|provider| provider.code == *code && provider.is_offered)
    }

    /// The payment service of a QR channel, with the currency that it takes.
    #[must_use]
    pub fn psp(&self, bank_code: &str) -> Option<(&Psp, Currency)> {
        let psp = self.psps.iter().find(|psp| psp.bank_code == bank_code)?;
        let account = self.deposit_account(&psp.deposit_account)?;
        Some((psp, account.currency))
    }

    /// The bonus with that code, offered or not.
    #[must_use]
    pub fn bonus(&self, code: &str) -> Option<&Offer> {
        self.bonuses.iter().find(|bonus| bonus.code == code)
    }

    /// The promotion with that code, offered or not.
    #[must_use]
    pub fn promotion(&self, code: &str) -> Option<&Offer> {
        self.promotions.iter().find(|it| it.code == code)
    }

    /// The operator's deposit account with that id.
    #[must_use]
    pub fn deposit_account(&self, id: &str) -> Option<&DepositAccount> {
        self.deposit_accounts
            .iter()
            .find(|account| account.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEMO: &str = include_str!("../../demo.toml");

    fn demo_with(old: &str, new: &str) -> Result<Config, ConfigError> {
        assert!(DEMO.contains(old), "{old}");
        Config::parse(&DEMO.replacen(old, new, 1), &|_| None)
    }

    #[test]
    fn the_demonstration_configuration_is_whole() {
        let config = Config::parse(DEMO, &|_| None).unwrap();
        assert_eq!(config.default_currency(), Currency::Thb);
        assert_eq!(
            config.bounds_in(Currency::Thb).withdraw_max.digits(),
            "50000.00"
        );
        assert_eq!(config.bank_by_number("011").unwrap().code, "TMB");
        let english: Vec<_> = config
            .banks
            .iter()
            .filter(|it| it.english_name_only)
            .collect();
        assert_eq!(english.len(), 3);
        assert_eq!(config.psps.len(), 3);
        assert_eq!(config.providers.len(), 11);
        assert_eq!(
            config.sms.base_url.as_str(),
            "http://127.0.0.1:8090/sms/api"
        );
    }

    #[test]
    fn the_environment_names_the_outside_world_and_its_keys() {
        let config = Config::parse(DEMO, &|name| match name {
            "SANDBOX_URL" => Some("http://10.0.0.5:9000".to_owned()),
            "PG_SECRET" => Some("real".to_owned()),
            _ => None,
        })
        .unwrap();
        let pg = config.provider(&"pg".parse().unwrap()).unwrap();
        assert_eq!(pg.base_url.as_str(), "http://10.0.0.5:9000/games/pg");
        assert_eq!(pg.secret.reveal(), "real");
    }

    #[test]
    fn a_contradiction_is_reported() {
        for (old, new) in [
            ("withdraw_min = \"100.00\"", "withdraw_min = \"60000.00\""),
            ("withdraw_min = \"100.00\"", "withdraw_min = \"0.001\""),
            ("deposit_min = \"1.00\"", "deposit_min = \"0.00\""),
            ("bank_code = \"SCB\"\nmode", "bank_code = \"XXX\"\nmode"),
            ("id = \"kbank-1\"", "id = \"scb-1\""),
            ("code = \"betflix\"", "code = \"pg\""),
            ("biller_id = \"010753600037401\"", "biller_id = \"0107\""),
            (
                "deposit_account = \"ww-psp\"",
                "deposit_account = \"nowhere\"",
            ),
            ("poll_ms = 5000", "poll_ms = 0"),
            ("poll_ms = 5000", "poll_ms = 99"),
            ("poll_ms = 5000", "poll_ms = 3600001"),
            ("late_poll_ms = 60000", "late_poll_ms = 99"),
            ("late_poll_ms = 60000", "late_poll_ms = 3600001"),
            ("late_hours = 48", "late_hours = 8761"),
            ("orders_per_hour_max = 60", "orders_per_hour_max = 0"),
            (
                "confirm_above = { THB = \"50000.00\"",
                "confirm_above = { THB = \"-0.01\"",
            ),
            (
                "staff_above = { THB = \"200000.00\"",
                "staff_above = { THB = \"-0.01\"",
            ),
            ("expire_minutes = 15", "expire_minutes = 0"),
            ("expire_minutes = 15", "expire_minutes = 1441"),
            ("minimum = \"1.00\"\nquick", "minimum = \"0.00\"\nquick"),
            ("minimum = \"1.00\"\nquick", "minimum = \"-1.00\"\nquick"),
            ("quick_amounts = [\"100.00\"", "quick_amounts = [\"99.99\""),
            (
                "bank_code = \"WW\"\nbase_url",
                "bank_code = \"KBANK\"\nbase_url",
            ),
            // A bank's account, and the account of another service.
            (
                "deposit_account = \"ww-psp\"",
                "deposit_account = \"kbank-1\"",
            ),
            (
                "deposit_account = \"ww-psp\"",
                "deposit_account = \"kbank-psp\"",
            ),
            ("account_no = \"4681234567\"", "account_no = \"468-123\""),
            ("colour = \"#5b3df5\"", "colour = \"blue\""),
            ("mobile = \"0900000001\"", "mobile = \"+66900000001\""),
            (
                "deposit_account = \"truemoney-1\"",
                "deposit_account = \"scb-1\"",
            ),
            ("# closed_from = \"23:45\"", "closed_from = \"23:45\""),
            ("ft_wallet_slot = \"1\"", "ft_wallet_slot = \"0\""),
            ("default_locale = \"th\"", "default_locale = \"en\""),
            (
                "line_link = \"https://line.me/R/ti/p/@wallet-demo\"",
                "line_link = \"javascript:alert(1)\"",
            ),
            (
                "video = \"/howto/wallet.mp4\"",
                "video = \"http://cdn.example/wallet.mp4\"",
            ),
            (
                "poster = \"/howto/endBonus.jpg\"",
                "poster = \"javascript:alert(1)\"",
            ),
            (
                "la = \"/howto/play.la.vtt\"",
                "la = \"https://cdn.example/play.la.vtt\"",
            ),
        ] {
            let error = demo_with(old, new).unwrap_err();
            assert!(
                matches!(error, ConfigError::Contradiction(_)),
                "{new}: {error}"
            );
        }
        let unknown = demo_with("lao_mode = false", "lao_mode = false\ntypo = 1");
        assert!(matches!(unknown, Err(ConfigError::Malformed(_))));
    }

    #[test]
    fn an_address_that_is_called_names_its_host() {
        let bare = |change: &dyn Fn(&mut Config) -> &mut Link| {
            let mut config = Config::parse(DEMO, &|_| None).unwrap();
            config.check().unwrap();
            *change(&mut config) = Link("/outside".to_owned());
            config.check().is_err()
        };
        assert!(bare(&|it| &mut it.providers[3].base_url), "provider");
        assert!(bare(&|it| &mut it.slip_checker.base_url), "slip_checker");
        assert!(bare(&|it| &mut it.payout_bank.base_url), "payout_bank");
        assert!(bare(&|it| &mut it.sms.base_url), "sms");
        assert!(bare(&|it| &mut it.gift.base_url), "gift");
        assert!(bare(&|it| &mut it.psps[1].base_url), "psp");
        assert!(bare(&|it| &mut it.qr.callback_base), "callback_base");
        // What browsers follow may be on this host.
        assert!(!bare(&|it| &mut it.contact.line_link), "line_link");
    }

    #[test]
    fn html_loses_what_could_run() {
        let config = demo_with(
            "<p>Reach us every day,",
            "<p onclick='x()'>Reach<script>alert(1)</script><img src=x onerror=y>",
        )
        .unwrap();
        let text = config.contact.text.en;
        for danger in ["onclick", "script", "onerror"] {
            assert!(!text.contains(danger), "{text}");
        }
        assert!(text.contains("<strong>24 hours</strong>"), "{text}");
    }

    #[test]
    fn a_printed_configuration_holds_no_key() {
        let config = Config::parse(DEMO, &|_| None).unwrap();
        let text = format!("{config:?}");
        assert!(!text.contains("sandbox-secret") && !text.contains("demo-sms-secret"));
    }
}
