//! The operator's money: banks, deposit accounts, bounds, and the services for slips and payouts.

use std::collections::BTreeMap;

use ledger::{Currency, Money, MoneyError};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::forms::{AmountText, CurrencyText};
use super::identity::Name;
use super::protocol::{BankProtocol, SlipCheckProtocol};
use super::{Link, Text};

/// A bank that a player may register with.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bank {
    /// The product's code (`SCB`, `TMB`, `BCEL`).
    pub code: String,
    /// The Bank of Thailand's three digits, as a slip's QR has them; absent for a Lao bank.
    pub number: Option<String>,
    /// Name in Thai.
    pub name_th: String,
    /// Name in English.
    pub name_en: String,
    /// Name in Lao.
    pub name_la: Option<String>,
    /// Colour of its badge, `#rrggbb`.
    pub colour: String,
    /// Whether the holder's name must be in English letters.
    #[serde(default)]
    pub english_name_only: bool,
    /// Codes by which others call the same bank (`TTB` for `TMB`).
    #[serde(default)]
    pub aliases: Vec<String>,
}

/// An account of the operator that players pay into.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DepositAccount {
    /// The operator's id of it; events contain it, so it never changes.
    pub id: String,
    /// Its bank.
    pub bank_code: String,
    /// `PAYMENT` for a payment service, absent for a bank.
    pub bank_type: Option<String>,
    /// `AUTO` where deposits are found without a person.
    pub mode: String,
    /// Holder, as shown to the player: one name, or one in each language.
    #[serde(deserialize_with = "Name::read")]
    #[schemars(with = "Name")]
    pub account_name: Text,
    /// Other spellings of the holder that a bank may report (the English or Thai form).
    #[serde(default)]
    pub account_name_aliases: Vec<String>,
    /// Number, digits only.
    pub account_no: String,
    /// Currency that it receives.
    #[schemars(with = "CurrencyText")]
    pub currency: Currency,
    /// Whether players are shown it. What is paid into one that is not is credited all the same.
    #[serde(default = "yes")]
    pub is_offered: bool,
}

const fn yes() -> bool {
    true
}

/// Bounds of amounts in one currency.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// The smallest deposit.
    #[schemars(with = "AmountText")]
    pub deposit_min: Decimal,
    /// The smallest transfer.
    #[schemars(with = "AmountText")]
    pub transfer_min: Decimal,
    /// The smallest withdrawal.
    #[schemars(with = "AmountText")]
    pub withdraw_min: Decimal,
    /// The largest withdrawal.
    #[schemars(with = "AmountText")]
    pub withdraw_max: Decimal,
}

/// [`Bounds`] as money.
#[derive(Debug, Clone, Copy)]
pub struct MoneyBounds {
    /// The smallest deposit.
    pub deposit_min: Money,
    /// The smallest transfer.
    pub transfer_min: Money,
    /// The smallest withdrawal.
    pub withdraw_min: Money,
    /// The largest withdrawal.
    pub withdraw_max: Money,
}

impl Bounds {
    /// The bounds in their currency; fails where an amount does not fit it.
    pub fn in_currency(&self, currency: Currency) -> Result<MoneyBounds, MoneyError> {
        Ok(MoneyBounds {
            deposit_min: Money::try_new(self.deposit_min, currency)?,
            transfer_min: Money::try_new(self.transfer_min, currency)?,
            withdraw_min: Money::try_new(self.withdraw_min, currency)?,
            withdraw_max: Money::try_new(self.withdraw_max, currency)?,
        })
    }
}

/// Amounts, one of each currency, above which more is required.
#[derive(Debug, Clone, Default, Deserialize, schemars::JsonSchema)]
#[serde(transparent)]
pub struct Thresholds(
    #[schemars(with = "BTreeMap<CurrencyText, AmountText>")] BTreeMap<Currency, Decimal>,
);

impl Thresholds {
    /// Whether an amount is above the threshold of its currency, or above the usual one in baht or
    /// kip if none is named.
    pub(super) fn are_passed_by(&self, amount: Money, usual: (u32, u32)) -> bool {
        let (baht, kip) = usual;
        let named = self.0.get(&amount.currency()).copied();
        let most = named.unwrap_or_else(|| match amount.currency() {
            Currency::Thb => baht.into(),
            Currency::Lak => kip.into(),
            // No money: nothing of it is paid in.
            Currency::Coin => Decimal::ZERO,
        });
        amount.amount() > most
    }

    pub(super) fn has_negative(&self) -> bool {
        self.0.values().any(|amount| *amount < Decimal::ZERO)
    }
}

/// How slips are taken.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SlipRules {
    /// Minutes after the transfer within which its slip must come in.
    pub window_minutes: u32,
    /// Local time from which slips are not taken, `HH:MM`.
    pub closed_from: Option<String>,
    /// Local time until which slips are not taken, `HH:MM`.
    pub closed_until: Option<String>,
    /// The largest file, in bytes.
    pub file_bytes_max: usize,
    /// Slips that one player may upload within an hour.
    pub uploads_per_hour_max: u32,
    /// The largest amount of each currency that is credited without staff.
    #[serde(default)]
    pub staff_above: Thresholds,
}

/// `staff_above` of a currency that the file does not name: baht and kip.
const STAFF_ABOVE: (u32, u32) = (200_000, 200_000_000);

impl SlipRules {
    /// Whether a slip of this amount waits for staff in any case.
    #[must_use]
    pub fn waits_for_staff(&self, amount: Money) -> bool {
        self.staff_above.are_passed_by(amount, STAFF_ABOVE)
    }
}

/// The service that looks up a slip's reference.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SlipChecker {
    /// The protocol that it speaks.
    #[serde(default)]
    pub protocol: SlipCheckProtocol,
    /// Address before the paths of its protocol.
    pub base_url: Link,
    /// Branch id.
    pub branch: String,
    /// Key for `x-authorization`.
    pub key: Secret,
}

/// The bank that pays withdrawals out.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PayoutBank {
    /// The protocol that it speaks.
    #[serde(default)]
    pub protocol: BankProtocol,
    /// Address before the paths of its protocol.
    pub base_url: Link,
    /// The operator's name there, signed with each call.
    pub agent: String,
    /// Key of the signatures.
    pub secret: Secret,
}

/// A key from the configuration: never printed.
#[derive(Clone, Deserialize, schemars::JsonSchema)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// The key itself, for the one call that needs it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}
