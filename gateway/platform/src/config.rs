//! The operator's configuration: one commented TOML file, checked as a whole at start.
//!
//! `${NAME}` and `${NAME:-default}` in any text are replaced from the environment, or from the file
//! that `NAME_FILE` names.

mod brand;
mod chat;
mod check;
mod colour;
mod console;
mod content;
mod database;
mod document;
mod environment;
mod files;
mod finished;
mod forms;
mod gift;
mod hosts;
mod howto;
mod identity;
mod manual;
mod mistake;
mod money;
mod network;
mod outside;
mod paces;
mod parse;
mod proof;
mod protection;
mod protocol;
mod psp;
mod published;
mod readers;
mod reconciliation;
mod reward;
mod schema;
mod section;
mod shape;
mod support;
#[cfg(test)]
mod tests;
mod withdrawal;

use std::collections::BTreeMap;

use ledger::{Currency, GameCode};
use serde::{Deserialize, Serialize};

pub use brand::{BrandColour, BrandRules};
pub use chat::ChatRules;
pub use colour::Colour;
pub use console::ConsoleRules;
pub use content::FileContent;
pub use database::DatabaseRules;
pub use environment::{VariableError, value_of};
pub use files::{BucketRules, FileRules};
use forms::{CurrencyText, HostText};
pub use gift::GiftRules;
pub use howto::{HowtoCaptions, HowtoClip, HowtoRules};
use identity::Name;
pub use identity::{DemoMember, LoginRules, OtpRules, SessionRules, Source, Text};
pub use manual::ManualDepositRules;
pub use mistake::{ConfigError, Mistake, Mistakes};
pub use money::{
    Bank, Bounds, DepositAccount, MoneyBounds, PayoutBank, Secret, SlipChecker, SlipRules,
    Thresholds,
};
pub use network::{Network, NoNetwork};
pub use outside::origin_of;
pub use outside::{BreakerRules, Category, Provider, SmsService, Waits};
pub use paces::{ConnectionsMax, HashCost, Paces};
pub use proof::{ProofRules, WitnessEntry, WitnessRules};
pub use protection::ProtectionRules;
pub use protocol::{
    BankProtocol, GameProtocol, GiftProtocol, PspProtocol, SlipCheckProtocol, SmsProtocol,
};
pub use psp::{Psp, QrRules};
pub use reconciliation::ReconciliationRules;
pub use reward::is_prize_code;
pub use reward::{
    Banner, CoinRules, InviteRules, Offer, OfferPeriod, RefundPeriod, RefundRules, WheelPrize,
    WheelRules, WheelSliceRules,
};
pub use schema::json_schema;
pub use section::{Section, SectionText};
pub use support::is_staff_username;
pub use support::{DemoReply, DemoStaff, NoRole, StaffRole, SupportRules};
pub use withdrawal::WithdrawalRules;

/// An `http` or `https` address without a slash at its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(transparent)]
#[schemars(extend("format" = "uri-reference"))]
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
    /// What the portal looks like.
    #[serde(default)]
    pub brand: BrandRules,
    /// What the database must be.
    #[serde(default)]
    pub database: DatabaseRules,
    /// Where files are kept.
    #[serde(default)]
    pub files: FileRules,
    /// How to reach it.
    pub contact: Contact,
    /// The clips of the how-to page.
    #[serde(default)]
    pub howto: Box<HowtoRules>,
    /// What players read.
    pub texts: Texts,
    /// What players read on their first page, above all else.
    #[serde(default, rename = "notice")]
    pub notices: Vec<Notice>,
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
    #[schemars(with = "BTreeMap<CurrencyText, Bounds>")]
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
    /// Where the support console is reached.
    #[serde(default)]
    pub console: ConsoleRules,
    /// Staff for demonstrations.
    #[serde(default, rename = "demo_staff")]
    pub demo_staff: Vec<DemoStaff>,
    /// Prepared answers for demonstrations.
    #[serde(default, rename = "demo_reply")]
    pub demo_replies: Vec<DemoReply>,
    /// Members for demonstrations.
    #[serde(default, rename = "demo_member")]
    pub demo_members: Vec<DemoMember>,
    /// The file's content, for what changes while the service runs.
    #[serde(skip)]
    pub content: FileContent,
    /// The number of the last change of settings that is in it; 0 for the file alone.
    #[serde(skip)]
    pub settings: i64,
    /// Lines that still have the mark REPLACE: more than none in a trial only.
    #[serde(skip)]
    pub marks: usize,
    /// How long this process waits by itself; of no file.
    #[serde(skip)]
    pub paces: Paces,
    /// What a password's hash costs; of no file.
    #[serde(skip)]
    pub hash_cost: HashCost,
    /// Connections to the database; of no file.
    #[serde(skip)]
    pub connections: ConnectionsMax,
}

/// The service's name and state.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Service {
    /// Its name, as the portal shows it: one, or one in each language.
    #[serde(deserialize_with = "Name::read")]
    #[schemars(with = "Name")]
    pub name: Text,
    /// Its address; the socket takes joins from here and from its own host.
    pub website: Link,
    /// The sandbox that plays the outside world. Without one, no secret of the demonstration is accepted.
    pub sandbox: Option<Link>,
    /// Lao phones, banks and kip instead of Thai ones.
    pub lao_mode: bool,
    /// The service is gone for good: the portal shows the notice and nothing else.
    pub terminated: bool,
    /// The language of a player who has not chosen one, `th` or `la`.
    pub default_locale: String,
    /// Further origins that may open the socket (a portal on another host).
    #[serde(default)]
    #[schemars(with = "Vec<HostText>")]
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
    #[schemars(with = "Vec<HostText>")]
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

/// A notice for all players, with a picture or without one.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Notice {
    /// The picture above the words.
    pub image: Option<Link>,
    /// The words, HTML.
    pub html: Text,
}

impl Config {
    /// Whether a wallet may be opened in a currency.
    #[must_use]
    pub const fn offers(&self, currency: Currency) -> bool {
        match currency {
            Currency::Thb => true,
            Currency::Lak => self.service.lao_mode,
            Currency::Coin => false,
        }
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
        self.promotions.iter().find(|offer| offer.code == code)
    }

    /// The service's name in its default language.
    #[must_use]
    pub fn service_name(&self) -> &str {
        self.service.name.in_locale(&self.service.default_locale)
    }

    /// The operator's deposit account with that id.
    #[must_use]
    pub fn deposit_account(&self, id: &str) -> Option<&DepositAccount> {
        self.deposit_accounts
            .iter()
            .find(|account| account.id == id)
    }
}
