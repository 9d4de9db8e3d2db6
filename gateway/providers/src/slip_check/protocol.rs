//! The question that a slip checker answers, and what its answers mean; no adapter is known here.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use ledger::wallet::SlipReason;
use ledger::{Currency, Money};

/// How many minutes to wait before the next query about a bank whose data is not available.
pub const CLOSED_MINUTES: u32 = 15;

/// The meaning of the service's answer about a slip's payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verification {
    /// The payment exists; these are its facts.
    Confirmed(Box<SlipFacts>),
    /// The bank is certain that there is no such payment.
    Refused(SlipReason),
    /// The bank has no data yet; how many minutes to wait.
    Later(Option<u32>),
    /// No answer, or an unreadable one.
    Unreachable(String),
    /// A fault of the operator's key, branch or quota, which the player cannot fix; the service's
    /// code.
    OurFault(String),
    /// The service refuses the question, or its code says nothing about the payment; its code.
    ServiceFault(String),
}

/// A payment, as the bank reports it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlipFacts {
    /// The bank's reference of the payment.
    pub trans_ref: String,
    /// Three digits.
    pub sending_bank: String,
    /// Three digits; absent if the service does not report it.
    pub receiving_bank: Option<String>,
    /// When the money moved.
    pub transferred_at: DateTime<Utc>,
    /// Whose account the money left.
    pub sender: Party,
    /// Whose account the money reached.
    pub receiver: Party,
    /// The amount as a plain decimal text.
    pub amount: String,
    /// `None` for a currency that no wallet holds.
    pub currency: Option<Currency>,
    /// The service's clock when it answered; absent if the reply has no time.
    pub answered_at: Option<DateTime<Utc>>,
}

/// One side of a payment; names are truncated and numbers masked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Party {
    /// Every spelling of the name that the service gives.
    pub names: Vec<String>,
    /// The masked account number.
    pub account: Option<String>,
    /// The masked phone number, if the payment was addressed by it.
    pub phone: Option<String>,
}

impl SlipFacts {
    /// The amount in its currency.
    pub fn money(&self) -> Option<Money> {
        Money::parse(&self.amount, self.currency?).ok()
    }
}

/// The client of a slip checker in the protocol that it speaks.
#[async_trait]
pub trait Protocol: Send + Sync {
    /// Asks for the payment that the text of a slip's QR names. It is a read and may be repeated
    /// freely.
    async fn verify(&self, payload: &str) -> Verification;
}
