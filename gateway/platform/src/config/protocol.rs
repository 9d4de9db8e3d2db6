//! The protocols of outside services, by the names that the key `protocol` takes.
//!
//! `.github/providers` describes each of them. A kind with one protocol has the key too: a file
//! then names what it was written for, and another protocol is one more name.

use serde::{Deserialize, Serialize};

/// How a game provider is called.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum GameProtocol {
    /// Signed JSON with HTTP statuses and a cancel call.
    #[default]
    Gw1,
    /// Signed forms with numeric codes, without a cancel call.
    Sf1,
}

/// How the bank is called, for payouts and receipts.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum BankProtocol {
    /// Signed JSON with a cancel call.
    #[default]
    Bk1,
}

/// How a payment service is called, and how it reports payments.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum PspProtocol {
    /// Signed JSON, and signed notifications.
    #[default]
    Ps1,
}

/// How the service that finds the payment of a slip is called.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum SlipCheckProtocol {
    /// The part of SlipOK's protocol that asks by the text of a slip's QR.
    #[default]
    Sc1,
}

/// How gift links are redeemed.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum GiftProtocol {
    /// The calls of `TrueMoney`'s gift pages.
    #[default]
    Gl1,
}

/// How text messages are handed over.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum SmsProtocol {
    /// SMSMKT's `send-message`.
    #[default]
    Tm1,
}
