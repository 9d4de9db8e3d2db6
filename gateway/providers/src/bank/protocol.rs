//! The calls that a bank answers, and what they say; no adapter is known here.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use ledger::{Currency, Money};
use rust_decimal::Decimal;

use crate::answer::{CallAttempt, Outcome, Period, Unread};

/// A payout request to the bank.
#[derive(Clone, PartialEq, Eq)]
pub struct Payout {
    /// The withdrawal's own id, so that a repeat is the same request.
    pub id: String,
    /// The product's code of the player's bank.
    pub bank_code: String,
    /// The registered account number.
    pub account_no: String,
    /// The account's holder, in capitals.
    pub account_name: String,
    /// The amount that the bank is to pay.
    pub amount: Money,
}

/// A payout that the bank made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidOut {
    /// The bank's reference of it: 1 to 128 visible ASCII characters.
    pub provider_ref: String,
}

/// A payout in the bank's own list, which may name payouts that nobody here requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadePayout {
    /// The id that it was requested under.
    pub id: String,
    /// What the bank paid.
    pub amount: Decimal,
    /// Its currency, if the record names one of ours.
    pub currency: Option<Currency>,
    /// When the bank paid it.
    pub at: DateTime<Utc>,
    /// The account that was paid, if the record names it.
    pub paid_to: Option<PaidTo>,
}

/// The account that a payout went to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidTo {
    /// The product's code of the bank.
    pub bank_code: String,
    /// The account number.
    pub account_no: String,
}

/// A payment that the bank has received on one of the operator's accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The bank's reference of it.
    pub reference: String,
    /// What was paid.
    pub amount: Decimal,
    /// Its currency, if the record names one of ours.
    pub currency: Option<Currency>,
    /// When it arrived.
    pub at: DateTime<Utc>,
    /// The sender's bank in three digits.
    pub sending_bank: String,
    /// The sender's name, if the record names it.
    pub sender_name: Option<String>,
    /// The sender's account number, if the record names it.
    pub sender_account: Option<String>,
}

/// The client of a bank in the protocol that it speaks.
#[async_trait]
pub trait Protocol: Send + Sync {
    /// Requests a payout. `asked` says whether an earlier request may be under way.
    async fn pay(&self, payout: &Payout, asked: CallAttempt) -> Outcome<PaidOut>;

    /// Queries a payout's status.
    async fn status(&self, payout: &Payout) -> Outcome<PaidOut>;

    /// Makes the bank decide about a payout for good, by the means of its protocol: by a cancel
    /// call, or by the same request again where an id is bound to its first outcome.
    async fn resolve(&self, payout: &Payout) -> Outcome<PaidOut>;

    /// The payouts that the bank made in a period, in no particular order.
    async fn payouts(&self, period: Period) -> Result<Vec<MadePayout>, Unread>;

    /// The payout that was made under an id, of any time, if one was.
    async fn payout(&self, id: &str) -> Result<Option<MadePayout>, Unread>;

    /// The payments that one of the operator's accounts received in a period, in no particular
    /// order. A record that cannot be read hides no other.
    async fn receipts(
        &self,
        account_no: &str,
        period: Period,
    ) -> Result<Vec<Result<Receipt, Unread>>, Unread>;
}
