//! The services that the gateway talks to other than banks: game providers and the SMS service, and how long it
//! waits for each.

use ledger::GameCode;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::time::Duration;

use super::Link;
use super::forms::{AmountText, GameCodeText};
use super::identity::Text;
use super::money::Secret;
use super::protocol::{GameProtocol, SmsProtocol};

/// The carousel that shows a game account.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
    utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// Slot machines.
    Slot,
    /// Sports and casino.
    Sport,
    /// Lotteries.
    Lotto,
}

/// A game provider.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Provider {
    /// The account's code (`pg`).
    #[schemars(with = "GameCodeText")]
    pub code: GameCode,
    /// Name on its card.
    pub name: String,
    /// Its carousel.
    pub category: Category,
    /// The protocol that it speaks.
    #[serde(default)]
    pub protocol: GameProtocol,
    /// Address before the paths of its protocol.
    pub base_url: Link,
    /// The operator's name there, signed with each call.
    pub agent: String,
    /// Key of the signatures.
    pub secret: Secret,
    /// Wallet units for one unit of the provider; the shown balance is multiplied by it.
    #[schemars(with = "AmountText")]
    pub ft_wallet_slot: Decimal,
    /// Colour of its card, `#rrggbb`.
    pub colour: String,
    /// Picture on its card.
    pub logo: Option<Link>,
    /// Picture behind its card.
    pub background: Option<Link>,
    /// Its site in a browser.
    pub web: Option<Link>,
    /// Whether it is played in a frame of the portal; in a window where its site refuses frames.
    #[serde(default)]
    pub embedded: bool,
    /// A text about its account, such as an event of the provider's.
    #[serde(default)]
    pub event: Option<Text>,
    /// Its Android app.
    pub android: Option<Link>,
    /// Its iOS app.
    pub ios: Option<Link>,
    /// Whether players see it at all.
    pub is_offered: bool,
    /// Whether it is closed for maintenance, as announced by the operator.
    #[serde(default)]
    pub maintenance: bool,
    /// How long it may take to report a balance, in milliseconds.
    #[serde(default = "balance_time_out_ms")]
    pub time_out_ms: u64,
}

impl Provider {
    /// The origins that its frame may show: where it is called, and where its site is.
    pub fn frame_origins(&self) -> BTreeSet<String> {
        let sites = [Some(&self.base_url), self.web.as_ref()];
        let sites = sites.into_iter().flatten().filter(|_| self.embedded);
        sites.filter_map(|site| origin_of(site.as_str())).collect()
    }
}

/// The origin of an address with a host.
pub fn origin_of(address: &str) -> Option<String> {
    let url = reqwest::Url::parse(address).ok()?;
    url.has_host().then(|| url.origin().ascii_serialization())
}

/// A player waits for it with the dialog open.
const fn balance_time_out_ms() -> u64 {
    2_000
}

/// When a provider that does not answer is left alone; for questions only, never for money.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BreakerRules {
    /// Failures in a row after which it is no longer called.
    pub failures_max: u32,
    /// How long, in milliseconds; then one question is let through.
    pub open_ms: u64,
}

impl Default for BreakerRules {
    fn default() -> Self {
        Self {
            failures_max: 3,
            open_ms: 30_000,
        }
    }
}

/// The service that delivers text messages.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SmsService {
    /// The protocol that it speaks.
    #[serde(default)]
    pub protocol: SmsProtocol,
    /// Address before the paths of its protocol.
    pub base_url: Link,
    /// Header `api_key`.
    pub api_key: Secret,
    /// Header `secret_key`.
    pub secret_key: Secret,
    /// Name that the message comes from.
    pub sender: String,
}

/// How long the gateway waits, in milliseconds.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Waits {
    /// For one answer of an outside service.
    pub outside_ms: u64,
    /// How long a transfer's request waits for its outcome before it answers "in progress".
    pub transfer_ms: u64,
    /// How long a withdrawal's request waits for its outcome.
    pub withdrawal_ms: u64,
    /// Of a slip's request for its outcome.
    pub slip_ms: u64,
    /// Of a read for its view: until that shows `after`, or else the last event of the reader's wallet.
    pub view_ms: u64,
    /// The pause before an unknown outcome is queried again; doubles up to `retry_max_ms`.
    pub retry_ms: u64,
    /// The longest pause between two questions.
    pub retry_max_ms: u64,
    /// After this long without an answer, the other side is made to decide about an unknown outcome: by
    /// a cancel, or by the same request again where its protocol has none.
    pub cancel_after_ms: u64,
    /// The pause before the next query about a slip that the bank does not know yet, unless the
    /// bank names one.
    pub slip_retry_ms: u64,
    /// After this long a slip that the bank or its service gives no answer about is left for staff.
    pub slip_give_up_ms: u64,
}

impl Waits {
    /// `outside_ms` as a duration.
    #[must_use]
    pub fn outside(&self) -> Duration {
        Duration::from_millis(self.outside_ms)
    }
}
