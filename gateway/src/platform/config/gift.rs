//! The mobile wallet that takes gift links in.

use ledger::{Currency, Money, MoneyError};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::Link;

/// How gift links of `TrueMoney` are taken; its vouchers are worth baht.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GiftRules {
    /// Whether they are taken at all.
    pub is_on: bool,
    /// Address before `/campaign/vouchers/…`.
    pub base_url: Link,
    /// The operator's phone that takes the gifts, ten digits.
    pub mobile: String,
    /// The operator's id of its money there; events contain it, so it never changes.
    pub deposit_account: String,
    /// Its holder, as shown to the player.
    pub account_name: String,
    /// The smallest gift that is taken.
    pub minimum: Decimal,
    /// Hosts that a link may name; nothing is ever asked of them.
    #[serde(default = "link_hosts")]
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

    /// The smallest gift as money; fails where it is no amount of baht.
    pub fn minimum(&self) -> Result<Money, MoneyError> {
        Money::try_new(self.minimum, Self::CURRENCY)
    }

    /// What makes the rules unusable, if anything does.
    pub(super) fn contradiction(&self) -> Option<&'static str> {
        let is_phone = self.mobile.len() == 10
            && self.mobile.starts_with('0')
            && self.mobile.bytes().all(|byte| byte.is_ascii_digit());
        let is_host = |host: &String| {
            !host.is_empty()
                && host.bytes().all(|byte| {
                    byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-".contains(&byte)
                })
        };
        if !is_phone {
            return Some("mobile is not ten digits");
        }
        if self.deposit_account.is_empty() {
            return Some("deposit_account is empty");
        }
        if !self.minimum().is_ok_and(Money::is_positive) {
            return Some("minimum is not above zero");
        }
        if self.link_hosts.is_empty() || !self.link_hosts.iter().all(is_host) {
            return Some("link_hosts are lower-case host names");
        }
        None
    }
}
