//! Payment services that take QR deposits, and how their orders are looked after.

use std::ops::RangeInclusive;
use std::time::Duration;

use chrono::TimeDelta;
use ledger::{Currency, Money, MoneyError};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::Link;
use super::forms::AmountText;
use super::mistake::Place;
use super::money::{Secret, Thresholds};
use super::protocol::PspProtocol;

/// A payment service: one channel of QR deposits.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Psp {
    /// The product's code of the channel (`KBANK`, `WW`, `ZAPMAN`, `BCEL`).
    pub bank_code: String,
    /// The protocol that it speaks.
    #[serde(default)]
    pub protocol: PspProtocol,
    /// Address before the paths of its protocol.
    pub base_url: Link,
    /// The operator's name there, signed with each call.
    pub agent: String,
    /// Key of the signatures, ours and those of its notifications.
    pub secret: Secret,
    /// The deposit account whose books its money is entered in; its currency is the channel's.
    pub deposit_account: String,
    /// The smallest amount of an order.
    #[schemars(with = "AmountText")]
    pub minimum: Decimal,
    /// Amounts that the player is offered.
    #[schemars(with = "Vec<AmountText>")]
    pub quick_amounts: Vec<Decimal>,
    /// Minutes after which a QR is no longer shown.
    pub expire_minutes: u32,
    /// The payee of its QRs: the 15 digits of a biller (baht), or the merchant's id with `LAPNET`
    /// (kip). A QR for any other payee is never shown.
    pub biller_id: String,
}

impl Psp {
    /// The smallest amount of an order, in the channel's currency.
    pub fn minimum_in(&self, currency: Currency) -> Result<Money, MoneyError> {
        Money::try_new(self.minimum, currency)
    }

    /// The offered amounts, in the channel's currency.
    pub fn quick_amounts_in(&self, currency: Currency) -> Result<Vec<Money>, MoneyError> {
        let amounts = self.quick_amounts.iter();
        amounts
            .map(|amount| Money::try_new(*amount, currency))
            .collect()
    }

    /// Notes settings that do not fit the currency of its account.
    pub(super) fn check(&self, currency: Currency, mut at: Place<'_>) {
        let is_positive = self.minimum_in(currency).is_ok_and(Money::is_positive);
        at.at("minimum").require(
            is_positive,
            format!("is no amount of {currency} above zero"),
        );
        for (number, amount) in self.quick_amounts.iter().enumerate() {
            let fits = *amount >= self.minimum && Money::try_new(*amount, currency).is_ok();
            at.at("quick_amounts").item(number).require(
                fits,
                format!("is no amount of {currency}, or below the minimum"),
            );
        }
        let receiver = &self.biller_id;
        let is_receiver = match currency {
            Currency::Thb => {
                receiver.len() == 15 && receiver.bytes().all(|byte| byte.is_ascii_digit())
            }
            Currency::Lak => {
                (1..=30).contains(&receiver.len())
                    && receiver.bytes().all(|byte| byte.is_ascii_alphanumeric())
            }
            Currency::Coin => false,
        };
        at.at("biller_id").require(is_receiver, "is no receiver's");
    }

    /// `expire_minutes` as a span of time.
    #[must_use]
    pub fn expires_after(&self) -> TimeDelta {
        TimeDelta::minutes(i64::from(self.expire_minutes))
    }
}

/// The handling of QR orders of all channels.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QrRules {
    /// The gateway as the payment services reach it; their notifications go below it.
    pub callback_base: Link,
    /// Orders that one player may make within an hour.
    pub orders_per_hour_max: u32,
    /// Between two questions about an open order whose notification may have been lost.
    pub poll_ms: u64,
    /// For how long an order that ended unpaid is still queried, since late money is real money.
    pub late_hours: u32,
    /// Between the first two questions about an ended order; doubles up to an hour.
    pub late_poll_ms: u64,
    /// The largest amount of each currency that a notification alone is believed about.
    #[serde(default)]
    pub confirm_above: Thresholds,
}

/// `confirm_above` of a currency that the file does not name: baht and kip.
const CONFIRM_ABOVE: (u32, u32) = (50_000, 50_000_000);

impl QrRules {
    /// `poll_ms` as a duration.
    #[must_use]
    pub fn poll(&self) -> Duration {
        Duration::from_millis(self.poll_ms)
    }

    /// `late_poll_ms` as a duration.
    #[must_use]
    pub fn late_poll(&self) -> Duration {
        Duration::from_millis(self.late_poll_ms)
    }

    /// Whether the service is queried before a payment of this amount is credited.
    #[must_use]
    pub fn is_confirmed_first(&self, amount: Money) -> bool {
        self.confirm_above.are_passed_by(amount, CONFIRM_ABOVE)
    }

    /// `late_hours` as a span of time.
    #[must_use]
    pub fn late(&self) -> TimeDelta {
        TimeDelta::hours(i64::from(self.late_hours))
    }

    pub(super) fn check(&self, mut at: Place<'_>) {
        // Shorter, and the services are flooded; longer, and a lost notification is a lost day.
        const PAUSES: RangeInclusive<u64> = 100..=3_600_000;
        at.at("orders_per_hour_max")
            .require(self.orders_per_hour_max > 0, "is 0");
        for (key, pause) in [
            ("poll_ms", self.poll_ms),
            ("late_poll_ms", self.late_poll_ms),
        ] {
            at.at(key)
                .require(PAUSES.contains(&pause), "is not from 100 to 3600000");
        }
        at.at("late_hours")
            .require(self.late_hours <= 8_760, "is above 8760, which is a year");
        at.at("confirm_above")
            .require(!self.confirm_above.has_negative(), "is below zero");
    }
}
