//! The mobile wallet that takes gift links in.

use ledger::{Currency, Money, MoneyError};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::forms::{AmountText, HostText};
use super::identity::Name;
use super::mistake::Place;
use super::protocol::GiftProtocol;
use super::{Link, Text};

/// How gift links of `TrueMoney` are taken; its vouchers are worth baht.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GiftRules {
    /// Whether they are taken at all.
    pub is_on: bool,
    /// The protocol by which they are redeemed.
    #[serde(default)]
    pub protocol: GiftProtocol,
    /// Address before the paths of its protocol.
    pub base_url: Link,
    /// The operator's phone that takes the gifts, ten digits.
    pub mobile: String,
    /// The operator's id of its money there; events contain it, so it never changes.
    pub deposit_account: String,
    /// Its holder, as shown to the player: one name, or one in each language.
    #[serde(deserialize_with = "Name::read")]
    #[schemars(with = "Name")]
    pub account_name: Text,
    /// The smallest gift that is taken.
    #[schemars(with = "AmountText")]
    pub minimum: Decimal,
    /// Hosts that a link may name; the gateway never calls them.
    #[serde(default = "link_hosts")]
    #[schemars(with = "Vec<HostText>")]
    pub link_hosts: Vec<String>,
    /// Links that one player may send within an hour.
    #[serde(default = "links_per_hour_max")]
    pub links_per_hour_max: u32,
}

fn link_hosts() -> Vec<String> {
    vec!["gift.truemoney.com".to_owned()]
}

const fn links_per_hour_max() -> u32 {
    30
}

impl GiftRules {
    /// The currency that a gift is worth.
    pub const CURRENCY: Currency = Currency::Thb;

    /// The smallest gift as money; fails if it is no amount of baht.
    pub fn minimum(&self) -> Result<Money, MoneyError> {
        Money::try_new(self.minimum, Self::CURRENCY)
    }

    pub(super) fn check(&self, mut at: Place<'_>) {
        let is_phone = self.mobile.len() == 10
            && self.mobile.starts_with('0')
            && self.mobile.bytes().all(|byte| byte.is_ascii_digit());
        let is_host = |host: &String| {
            !host.is_empty()
                && host.bytes().all(|byte| {
                    byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-".contains(&byte)
                })
        };
        at.at("mobile").require(is_phone, "is not ten digits");
        at.at("deposit_account")
            .require(!self.deposit_account.is_empty(), "is empty");
        let is_positive = self.minimum().is_ok_and(Money::is_positive);
        at.at("minimum").require(is_positive, "is not above zero");
        let are_hosts = !self.link_hosts.is_empty() && self.link_hosts.iter().all(is_host);
        at.at("link_hosts")
            .require(are_hosts, "are not lower-case host names");
    }
}
