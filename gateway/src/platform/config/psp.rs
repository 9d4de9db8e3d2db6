//! Payment services that take QR deposits, and how their orders are looked after.

use std::ops::RangeInclusive;
use std::time::Duration;

use chrono::TimeDelta;
use ledger::{Currency, Money, MoneyError};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::Link;
use super::money::{Secret, Thresholds};

/// A payment service: one channel of QR deposits.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Psp {
    /// The product's code of the channel (`KBANK`, `WW`, `ZAPMAN`, `BCEL`).
    pub bank_code: String,
    /// Address before `/v1/orders`.
    pub base_url: Link,
    /// `X-Agent`.
    pub agent: String,
    /// Key of the signatures, ours and those of its notifications.
    pub secret: Secret,
    /// The deposit account whose books its money is entered in; its currency is the channel's.
    pub deposit_account: String,
    /// The smallest amount of an order.
    pub minimum: Decimal,
    /// Amounts that the player is offered.
    pub quick_amounts: Vec<Decimal>,
    /// Minutes after which a QR is not shown any more.
    pub expire_minutes: u32,
    /// Whom its QRs must pay: the 15 digits of a biller (baht), or the merchant's id with
    /// `LAPNET` (kip). A QR that pays anybody else is never shown.
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

    /// `expire_minutes` as a span of time.
    #[must_use]
    pub fn expires_after(&self) -> TimeDelta {
        TimeDelta::minutes(i64::from(self.expire_minutes))
    }
}

/// How QR orders are looked after, whatever the channel.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QrRules {
    /// The gateway as the payment services reach it; their notifications go below it.
    pub callback_base: Link,
    /// Orders that one player may make within an hour.
    pub orders_per_hour_max: u32,
    /// Between two questions about an open order whose notification may have been lost.
    pub poll_ms: u64,
    /// For how long an order that ended unpaid is asked about, since late money is real money.
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

    /// Whether the service is asked before a payment of this amount is credited.
    #[must_use]
    pub fn is_confirmed_first(&self, amount: Money) -> bool {
        self.confirm_above.are_passed_by(amount, CONFIRM_ABOVE)
    }

    /// `late_hours` as a span of time.
    #[must_use]
    pub fn late(&self) -> TimeDelta {
        TimeDelta::hours(i64::from(self.late_hours))
    }

    /// What makes the rules unusable, if anything does.
    pub(super) fn contradiction(&self) -> Option<&'static str> {
        // Shorter, and the services are flooded; longer, and a lost notification is a lost day.
        const PAUSES: RangeInclusive<u64> = 100..=3_600_000;
        if self.orders_per_hour_max == 0 {
            return Some("orders_per_hour_max is 0");
        }
        if !PAUSES.contains(&self.poll_ms) || !PAUSES.contains(&self.late_poll_ms) {
            return Some("poll_ms and late_poll_ms are from 100 to 3600000");
        }
        if self.late_hours > 8_760 {
            return Some("late_hours is above 8760, which is a year");
        }
        if self.confirm_above.has_negative() {
            return Some("confirm_above is below zero");
        }
        None
    }
}
