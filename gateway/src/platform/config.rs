//! The operator's configuration: one commented TOML file, checked as a whole at start.
//!
//! `${NAME}` and `${NAME:-default}` in any text are replaced from the environment, or from the file
//! that `NAME_FILE` names.

mod chat;
mod check;
mod database;
mod document;
mod environment;
mod gift;
mod howto;
mod identity;
mod manual;
mod mistake;
mod money;
mod network;
mod outside;
mod paces;
mod proof;
mod protection;
mod psp;
mod published;
mod reconciliation;
mod reward;
mod schema;
mod support;
mod withdrawal;

use std::collections::BTreeMap;
use std::path::Path;

use ledger::{Currency, GameCode};
use serde::{Deserialize, Serialize};

use document::Document;
use mistake::Place;

pub use chat::ChatRules;
pub use database::DatabaseRules;
pub use environment::{VariableError, value_of};
pub use gift::GiftRules;
pub use howto::{HowtoCaptions, HowtoClip, HowtoRules};
pub use identity::{DemoMember, LoginRules, OtpRules, SessionRules, Source, Text};
pub use manual::ManualDepositRules;
pub use mistake::{ConfigError, Mistake, Mistakes};
pub use money::{
    Bank, Bounds, DepositAccount, MoneyBounds, PayoutBank, Secret, SlipChecker, SlipRules,
    Thresholds,
};
pub use network::{Network, NoNetwork};
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
pub use schema::json_schema;
pub(crate) use support::is_staff_username;
pub use support::{DemoReply, DemoStaff, NoRole, StaffRole, SupportRules};
pub use withdrawal::WithdrawalRules;

/// An `http` or `https` address without a slash at its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
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
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
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
    #[schemars(with = "BTreeMap<String, Bounds>")]
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
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Service {
    /// Its name, as the portal shows it.
    pub name: String,
    /// Its address; the socket takes joins from here and from its own host.
    pub website: Link,
    /// The sandbox that plays the outside world; who has none takes no secret of the demonstration.
    pub sandbox: Option<Link>,
    /// Lao phones, banks and kip instead of Thai ones.
    pub lao_mode: bool,
    /// The service is gone for good: the portal shows the notice and nothing else.
    pub terminated: bool,
    /// The language of a player who has not chosen one, `th` or `la`.
    pub default_locale: String,
    /// Further origins that may open the socket (a portal on another host).
    #[serde(default)]
    pub portal_origins: Vec<String>,
    /// Networks of proxies whose `X-Forwarded-For` is believed.
    #[serde(default)]
    pub trusted_proxies: Vec<Network>,
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
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
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
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
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
        let file = path.display().to_string();
        Self::parse_file(&text, &file, &|name| std::env::var(name).ok())
    }

    /// Reads and checks a text, with the environment given.
    pub fn parse(
        text: &str,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, ConfigError> {
        Self::parse_file(text, "configuration", variable)
    }

    fn parse_file(
        text: &str,
        file: &str,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, ConfigError> {
        let Reading {
            config,
            document,
            mut mistakes,
        } = Self::read(text, file, variable)?;
        let is_malformed = !mistakes.is_empty();
        let config = config.map(|mut config| {
            config.clean();
            mistakes.extend(config.contradictions());
            config
        });
        match config {
            Some(config) if mistakes.is_empty() => Ok(config),
            _ if is_malformed => Err(ConfigError::Malformed(located(file, mistakes, &document))),
            _ => Err(ConfigError::Contradiction(located(
                file, mistakes, &document,
            ))),
        }
    }

    /// Reads a text, whether or not its parts contradict each other.
    fn read(
        text: &str,
        file: &str,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Reading, ConfigError> {
        let mut document = Document::read(text).map_err(|list| {
            let file = file.to_owned();
            ConfigError::Malformed(Mistakes { file, list })
        })?;
        let mut mistakes = Vec::new();
        environment::substitute(
            &mut document.value,
            &mut Place::whole(&mut mistakes),
            variable,
        );
        let has_all_variables = mistakes.is_empty();
        // They are taken out, so that the rest can be read and checked.
        schema::take_unknown_keys(&mut document.value, &mut Place::whole(&mut mistakes));
        let mut config = None;
        if has_all_variables {
            let read = serde_path_to_error::deserialize(document.value.clone());
            let read: Result<_, serde_path_to_error::Error<toml::de::Error>> = read;
            match read {
                Ok(read) => config = Some(read),
                Err(error) => mistakes.push(Mistake {
                    key: error.path().to_string(),
                    line: None,
                    what: error.inner().message().to_owned(),
                }),
            }
        }
        Ok(Reading {
            config,
            document,
            mistakes,
        })
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

/// A text that is TOML, and what could be made of it.
struct Reading {
    /// Nothing where a value is missing or of another type.
    config: Option<Config>,
    document: Document,
    mistakes: Vec<Mistake>,
}

/// Gives each mistake its line.
fn located(file: &str, mut list: Vec<Mistake>, document: &Document) -> Mistakes {
    for mistake in &mut list {
        mistake.line = document.line_of(&mistake.key);
    }
    list.sort_by_key(|mistake| mistake.line);
    let file = file.to_owned();
    Mistakes { file, list }
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
            "PG_SECRET" => Some("a real key".to_owned()),
            _ => None,
        })
        .unwrap();
        let pg = config.provider(&"pg".parse().unwrap()).unwrap();
        assert_eq!(pg.base_url.as_str(), "http://10.0.0.5:9000/games/pg");
        assert_eq!(pg.secret.reveal(), "a real key");
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

    /// What is wrong with the demonstration's configuration after a change, each mistake on a line.
    fn mistakes_of(changes: &[(&str, &str)]) -> String {
        let mut text = DEMO.to_owned();
        for (old, new) in changes {
            assert!(text.contains(old), "{old}");
            text = text.replacen(old, new, 1);
        }
        Config::parse(&text, &|_| None).unwrap_err().to_string()
    }

    fn line_of(text: &str) -> usize {
        let place = DEMO.find(text).unwrap();
        1 + DEMO[..place].matches('\n').count()
    }

    #[test]
    fn each_contradiction_is_named_with_its_line() {
        let found = mistakes_of(&[
            ("withdraw_min = \"100.00\"", "withdraw_min = \"60000.00\""),
            ("expire_minutes = 15", "expire_minutes = 0"),
            ("code = \"betflix\"", "code = \"pg\""),
            ("hold_hours = 24", "hold_hours = 745"),
        ]);
        let mut expected = [
            (
                "withdraw_min = \"100.00\"",
                "bounds.THB.withdraw_min: is above withdraw_max",
            ),
            (
                "expire_minutes = 15",
                "psp[0].expire_minutes: is not from 1 to 1440",
            ),
            ("code = \"betflix\"", "provider[3].code: pg is listed twice"),
            ("hold_hours = 24", "withdrawal.hold_hours: is above 744"),
        ]
        .map(|(text, what)| (line_of(text), what));
        expected.sort_unstable();
        let expected = expected.map(|(line, what)| format!("configuration:{line}: {what}"));
        assert_eq!(found, expected.join("\n"));
    }

    #[test]
    fn each_unknown_key_is_named_with_the_one_that_was_meant() {
        let found = mistakes_of(&[
            ("lao_mode = false", "lao_mode = false\nwebsit = 1"),
            ("hold_hours = 24", "hold_hour = 24"),
            ("count = 1", "cuont = 1"),
            ("[session]", "[zebra]\nx = 1\n[session]"),
            // Any text may be the key of a map, so it is the reading that refuses this one.
            ("[bounds.THB]", "[bounds.EUR]"),
        ]);
        let lines: Vec<_> = found.lines().collect();
        assert_eq!(lines.len(), 5, "{found}");
        for (text, what) in [
            (
                "lao_mode = false",
                "service.websit: no such key; did you mean website?",
            ),
            (
                "hold_hours = 24",
                "withdrawal.hold_hour: no such key; did you mean hold_hours?",
            ),
            ("[session]", "zebra: no such key"),
            ("count = 1", "prize.cuont: no such key; did you mean count?"),
        ] {
            let line = lines.iter().find(|line| line.ends_with(what)).expect(what);
            let number: usize = line.split(':').nth(1).unwrap().parse().unwrap();
            assert!(number.abs_diff(line_of(text)) <= 3, "{line}");
        }
        assert!(lines.iter().any(|line| line.contains("EUR")), "{found}");
        // What else is wrong is named as well.
        let found = mistakes_of(&[
            ("hold_hours = 24", "hold_hour = 24"),
            ("expire_minutes = 15", "expire_minutes = 0"),
        ]);
        assert_eq!(found.lines().count(), 2, "{found}");
    }

    #[test]
    fn a_value_of_another_type_and_a_variable_without_a_value_are_named_with_their_lines() {
        let found = mistakes_of(&[("hold_hours = 24", "hold_hours = \"long\"")]);
        let line = line_of("hold_hours = 24");
        assert!(
            found.starts_with(&format!("configuration:{line}: withdrawal.hold_hours: ")),
            "{found}"
        );
        let key = "${SLIP_CHECKER_KEY:-demo-slip-key}";
        let found = mistakes_of(&[
            (key, "${SLIP_CHECKER_KEY}"),
            ("\"${PAYOUT_SECRET:-", "\"${PAYOUT_SECRET:"),
        ]);
        let expected = format!(
            "configuration:{}: slip_checker.key: the environment has neither SLIP_CHECKER_KEY nor \
             SLIP_CHECKER_KEY_FILE",
            line_of(key)
        );
        assert!(found.contains(&expected), "{found}");
        assert_eq!(found.lines().count(), 2, "{found}");
    }

    #[test]
    fn a_published_secret_is_good_for_the_sandbox_only() {
        // Without a sandbox, every secret is refused, and so are the accounts of the demonstration.
        let found = mistakes_of(&[("sandbox = \"${SANDBOX_URL:-http://127.0.0.1:8090}\"", "")]);
        let refused = found.matches("which everybody knows").count();
        assert_eq!(refused, 18, "{found}");
        assert_eq!(
            found.matches("its passwords are written here").count(),
            2,
            "{found}"
        );
        // With one, a service that is not there is refused.
        let real =
            "base_url = \"https://bank.example\"\nagent = \"demo-agent\"\nsecret = \"${PAYOUT";
        let played = "base_url = \"${SANDBOX_URL:-http://127.0.0.1:8090}/bank\"\nagent = \"demo-agent\"\nsecret = \"${PAYOUT";
        let found = mistakes_of(&[(played, real)]);
        assert_eq!(found.lines().count(), 1, "{found}");
        assert!(found.contains("payout_bank.secret"), "{found}");
        // An address that only begins like the sandbox's is another one.
        let alike = played.replace("8090}/bank", "8090}9/bank");
        assert!(mistakes_of(&[(played, &alike)]).contains("payout_bank.secret"));
    }

    #[test]
    fn the_configuration_for_production_has_no_secret_and_asks_for_each_by_its_name() {
        let text = include_str!("../../production.toml");
        // The variables that its head describes, without the optional one.
        let head = text.split("[service]").next().unwrap();
        let named = head.lines().filter_map(|line| line.strip_prefix("#   "));
        let named = named.filter_map(|it| it.split("  ").next());
        let is_name = |it: &&str| it.bytes().all(|it| it.is_ascii_uppercase() || it == b'_');
        let named: Vec<_> = named.filter(is_name).collect();
        assert_eq!(named.len(), 18, "{named:?}");
        let given = |name: &str| match name {
            it if it.ends_with("_URL") || it == "WEBSITE" => {
                Some(format!("https://{}", it.to_lowercase().replace('_', "-")))
            }
            it if it.ends_with("_SECRET") || it.ends_with("_KEY") => Some("0123456789".to_owned()),
            _ => None,
        };
        let config = Config::parse(text, &given).unwrap();
        assert_eq!(config.service.sandbox, None);
        assert!(config.demo_members.is_empty() && config.demo_staff.is_empty());
        for outside in config.outside() {
            for (key, secret) in outside.secrets {
                assert_eq!(
                    secret.reveal(),
                    "0123456789",
                    "{key} is written in the file"
                );
            }
        }
        for name in named.iter().filter(|name| **name != "TRUSTED_PROXIES") {
            let all_but_one = |asked: &str| given(asked).filter(|_| asked != *name);
            let error = Config::parse(text, &all_but_one).expect_err(name);
            let error = error.to_string();
            assert!(
                error.contains(&format!("neither {name} nor {name}_FILE")),
                "{error}"
            );
        }
        assert_eq!(
            text.matches(":-").count(),
            1,
            "only TRUSTED_PROXIES has a default"
        );
    }

    #[test]
    fn the_schema_describes_each_key() {
        fn undescribed(node: &serde_json::Value, place: &str, found: &mut Vec<String>) {
            let properties = node
                .get("properties")
                .and_then(serde_json::Value::as_object);
            for (key, value) in properties.into_iter().flatten() {
                // The tag of a prize is its variant's name.
                if value.get("description").is_none() && value.get("const").is_none() {
                    found.push(format!("{place}.{key}"));
                }
            }
        }
        let schema = json_schema();
        let mut found = Vec::new();
        undescribed(schema, "", &mut found);
        for (name, node) in schema["$defs"].as_object().unwrap() {
            undescribed(node, name, &mut found);
        }
        assert_eq!(found, Vec::<String>::new());
        assert_eq!(schema["additionalProperties"], false);
        assert_eq!(
            schema["properties"]["bank"]["items"]["$ref"],
            "#/$defs/Bank"
        );
    }

    #[test]
    fn an_address_that_is_called_names_its_host() {
        let bare = |change: &dyn Fn(&mut Config) -> &mut Link| {
            let mut config = Config::parse(DEMO, &|_| None).unwrap();
            assert_eq!(config.contradictions(), []);
            *change(&mut config) = Link("/outside".to_owned());
            let found = config.contradictions();
            found.iter().any(|it| it.what.contains("with a host"))
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
