//! What the sandbox remembers; each record is written to the log whenever it changes.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::operation::Operation;

/// A player at one game provider.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Player {
    pub(crate) provider: String,
    pub(crate) username: String,
    pub(crate) password: String,
    pub(crate) currency: String,
    pub(crate) display_name: Option<String>,
    pub(crate) agent: String,
    pub(crate) suspended: bool,
    pub(crate) in_round: bool,
    pub(crate) balance: Decimal,
    pub(crate) created_at: DateTime<Utc>,
}

/// Which way a transfer goes, seen from the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Direction {
    In,
    Out,
}

/// What a transfer asks for; no amount = the whole balance, out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TransferOrder {
    pub(crate) username: String,
    pub(crate) direction: Direction,
    pub(crate) amount: Option<Decimal>,
    pub(crate) currency: Option<String>,
}

/// What a transfer did.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct TransferReceipt {
    pub(crate) provider_tx_id: String,
    pub(crate) amount: Decimal,
    pub(crate) balance_before: Decimal,
    pub(crate) balance_after: Decimal,
    pub(crate) at: DateTime<Utc>,
}

/// A transfer between the operator and a game.
pub(crate) type Transfer = Operation<TransferOrder, TransferReceipt>;

/// One bet with its result.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Round {
    pub(crate) id: String,
    pub(crate) provider: String,
    pub(crate) username: String,
    pub(crate) stake: Decimal,
    pub(crate) win: Decimal,
    pub(crate) at: DateTime<Utc>,
}

/// A way into a provider's page without a password.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Session {
    pub(crate) token: String,
    pub(crate) provider: String,
    pub(crate) username: String,
    pub(crate) lang: String,
    pub(crate) return_url: Option<String>,
    pub(crate) expires_at: DateTime<Utc>,
    /// What the browser that opened the link shows since; nobody else gets in by the link again.
    #[serde(default)]
    pub(crate) entry: Option<String>,
}

/// One side of a bank payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Party {
    /// Short code of the bank, e.g. `SCB`.
    pub(crate) bank: String,
    pub(crate) account_no: String,
    pub(crate) name: String,
}

/// A payment between two accounts, for which there is a slip.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Payment {
    pub(crate) trans_ref: String,
    pub(crate) from: Party,
    pub(crate) to: Party,
    pub(crate) amount: Decimal,
    pub(crate) transferred_at: DateTime<Utc>,
    /// A verification with `log` saw this slip before.
    pub(crate) logged: bool,
}

/// What a payout asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PayoutOrder {
    pub(crate) to: Party,
    pub(crate) amount: Decimal,
    pub(crate) currency: String,
}

/// What a payout did.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct PayoutReceipt {
    pub(crate) provider_ref: String,
    pub(crate) paid_at: DateTime<Utc>,
}

/// A payment of the operator to a player's bank account.
pub(crate) type Payout = Operation<PayoutOrder, PayoutReceipt>;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Sms {
    pub(crate) id: String,
    pub(crate) phone: String,
    pub(crate) message: String,
    pub(crate) sender: String,
    /// When it reached the phone, which may be later than the sending.
    pub(crate) created_at: DateTime<Utc>,
}

/// An account that the slip service's branch has registered as its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Receiver {
    pub(crate) bank: String,
    pub(crate) account_no: String,
}

/// What a QR order asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct QrRequest {
    pub(crate) amount: Decimal,
    pub(crate) currency: String,
    pub(crate) payer: Option<Party>,
    pub(crate) callback_url: String,
    pub(crate) expire_seconds: i64,
}

/// The money of a QR order.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct QrPayment {
    pub(crate) amount: Decimal,
    pub(crate) at: DateTime<Utc>,
}

/// How far the callback of a paid order has come.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Notice {
    pub(crate) attempts: u32,
    /// The next attempt; `None` = none: delivered, given up, or there is no address.
    pub(crate) next_at: Option<DateTime<Utc>>,
    pub(crate) delivered_at: Option<DateTime<Utc>>,
}

/// An order at a payment service.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct QrOrder {
    pub(crate) psp: String,
    pub(crate) id: String,
    pub(crate) request: QrRequest,
    pub(crate) provider_ref: String,
    pub(crate) payload: String,
    /// In the future while the request is still on its way.
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) expires_at: DateTime<Utc>,
    pub(crate) cancelled_at: Option<DateTime<Utc>>,
    pub(crate) paid: Option<QrPayment>,
    pub(crate) notice: Notice,
}

/// How a gift is shared among those who take it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Sharing {
    /// At random.
    R,
    /// In equal parts.
    F,
}

/// One share of a gift that somebody took.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Ticket {
    pub(crate) mobile: String,
    pub(crate) amount: Decimal,
    pub(crate) at: DateTime<Utc>,
}

/// A redeem whose request is still on its way.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct LateRedeem {
    pub(crate) mobile: String,
    pub(crate) due: DateTime<Utc>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Voucher {
    pub(crate) hash: String,
    pub(crate) id: String,
    pub(crate) sharing: Sharing,
    /// One share for each member, in the order in which they are taken.
    pub(crate) shares: Vec<Decimal>,
    pub(crate) tickets: Vec<Ticket>,
    pub(crate) owner_name: String,
    pub(crate) owner_mobile: Option<String>,
    pub(crate) detail: String,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) expires_at: DateTime<Utc>,
    pub(crate) late: Option<LateRedeem>,
}

/// A record that was made to vanish, by its keys.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Lost {
    Transfer(String, String),
    Payout(String),
    Payment(String, String),
    QrOrder(String, String),
}

/// One line item of the log.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Record {
    Player(Player),
    Transfer(Box<Transfer>),
    Round(Round),
    Session(Session),
    Payment(Box<Payment>),
    Payout(Box<Payout>),
    Sms(Sms),
    Receivers(Vec<Receiver>),
    QrOrder(Box<QrOrder>),
    Voucher(Box<Voucher>),
    Lost(Lost),
}
