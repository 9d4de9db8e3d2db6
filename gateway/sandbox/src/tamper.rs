//! The tamper switch: changes the sandbox's own records silently, as a provider in the wrong would.
//!
//! It is there to see whether a reconciliation notices. It changes one record and nothing around it, so
//! the sandbox's totals need not fit afterwards.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use chrono::{DateTime, TimeDelta, Utc};
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::bank::payout;
use crate::game::{player, transfer};
use crate::operation::{Address, Progress};
use crate::psp::channel::{self, Channel};
use crate::psp::order;
use crate::record::{
    Direction, Lost, Notice, Party, Payment, Payout, PayoutOrder, PayoutReceipt, Player, QrOrder,
    QrPayment, QrRequest, Record, Transfer, TransferOrder, TransferReceipt,
};
use crate::refusal::Refusal;
use crate::sandbox::Sandbox;
use crate::world::{World, key};
use crate::{amount, body, clock};

const EXTRA_SECONDS: i64 = 600;
const STRANGER: &str = "ไม่ทราบชื่อ";

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    TransferAmount,
    TransferMissing,
    TransferExtra,
    Balance,
    PayoutAmount,
    PayoutMissing,
    PayoutExtra,
    PspAmount,
    PspMissing,
    PspUnpaid,
    PspExtra,
    ReceiptAmount,
    ReceiptMissing,
    ReceiptExtra,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Tampering {
    kind: Kind,
    /// Game provider or payment service.
    provider: Option<String>,
    /// Request id, payout id, order id or slip reference.
    id: Option<String>,
    username: Option<String>,
    direction: Option<Direction>,
    amount: Option<String>,
    /// The deposit account of a receipt, with its bank.
    account: Option<String>,
    bank: Option<String>,
    /// When an extra record is said to have happened; now without it.
    at: Option<DateTime<Utc>>,
}

impl Tampering {
    fn provider(&self) -> Result<&str, Refusal> {
        given("provider", self.provider.as_deref())
    }

    fn id(&self) -> Result<&str, Refusal> {
        given("id", self.id.as_deref())
    }

    /// The requested id of an extra record, or one nobody knows.
    fn new_id(&self) -> String {
        let fresh = || {
            let id = clock::new_id().simple().to_string();
            format!("X{}", id[..19].to_uppercase())
        };
        self.id.clone().unwrap_or_else(fresh)
    }

    fn amount(&self) -> Result<Decimal, Refusal> {
        amount::parse(given("amount", self.amount.as_deref())?).ok_or(Refusal::AmountInvalid)
    }
}

fn given<'a>(name: &str, value: Option<&'a str>) -> Result<&'a str, Refusal> {
    value.ok_or_else(|| Refusal::invalid(format!("{name} is missing")))
}

/// `POST /__sandbox/tamper`
pub(crate) async fn tamper(
    State(sandbox): State<Sandbox>,
    bytes: Bytes,
) -> Result<Json<Value>, Refusal> {
    let input: Tampering = body::parse(&bytes)?;
    sandbox.with(|world, now| {
        let at = input.at.unwrap_or(now);
        let after = match input.kind {
            Kind::TransferAmount | Kind::TransferMissing | Kind::TransferExtra => {
                game_transfer(world, &input, at)
            }
            Kind::Balance => balance(world, &input),
            Kind::PayoutAmount | Kind::PayoutMissing | Kind::PayoutExtra => {
                bank_payout(world, &input, at)
            }
            Kind::PspAmount | Kind::PspMissing | Kind::PspUnpaid | Kind::PspExtra => {
                qr_order(world, &input, at, now)
            }
            Kind::ReceiptAmount | Kind::ReceiptMissing | Kind::ReceiptExtra => {
                receipt(world, &input, at)
            }
        }?;
        Ok(Json(json!({"now": after})))
    })
}

fn game_transfer(
    world: &mut World,
    input: &Tampering,
    at: DateTime<Utc>,
) -> Result<Value, Refusal> {
    let provider = input.provider()?;
    if matches!(input.kind, Kind::TransferExtra) {
        return extra_transfer(world, input, at);
    }
    let key = key(provider, input.id()?);
    let mut known = world
        .transfers
        .get(&key)
        .cloned()
        .ok_or(Refusal::TransferNotFound)?;
    if matches!(input.kind, Kind::TransferMissing) {
        world.put(Record::Lost(Lost::Transfer(key.0, key.1)));
        return Ok(Value::Null);
    }
    let receipt = known.receipt.as_mut().ok_or(Refusal::TransferNotFound)?;
    receipt.amount = input.amount()?;
    world.put(Record::Transfer(Box::new(known.clone())));
    Ok(transfer::describe(&known))
}

fn extra_transfer(
    world: &mut World,
    input: &Tampering,
    at: DateTime<Utc>,
) -> Result<Value, Refusal> {
    let provider = input.provider()?;
    let username = given("username", input.username.as_deref())?;
    let player = player::find(world, provider, username)?.clone();
    let amount = input.amount()?;
    let id = input.new_id();
    let order = TransferOrder {
        username: player.username,
        direction: input.direction.unwrap_or(Direction::In),
        amount: Some(amount),
        currency: Some(player.currency),
    };
    let receipt = TransferReceipt {
        provider_tx_id: format!("{}-{}", provider.to_uppercase(), clock::new_id().simple()),
        amount,
        balance_before: player.balance,
        balance_after: player.balance,
        at,
    };
    let place = Address {
        place: provider,
        id: &id,
    };
    let made = Transfer::concluded(place, order, Ok(receipt), at);
    world.put(Record::Transfer(Box::new(made.clone())));
    Ok(transfer::describe(&made))
}

fn balance(world: &mut World, input: &Tampering) -> Result<Value, Refusal> {
    let username = given("username", input.username.as_deref())?;
    let player = Player {
        balance: input.amount()?,
        ..player::find(world, input.provider()?, username)?.clone()
    };
    let shown = json!({"username": player.username, "balance": amount::show(player.balance)});
    world.put(Record::Player(player));
    Ok(shown)
}

fn bank_payout(world: &mut World, input: &Tampering, at: DateTime<Utc>) -> Result<Value, Refusal> {
    let mut made = if matches!(input.kind, Kind::PayoutExtra) {
        extra_payout(input, at)?
    } else {
        let known = world.payouts.get(input.id()?).cloned();
        known
            .filter(|known| known.progress == Progress::Success)
            .ok_or(Refusal::PayoutNotFound)?
    };
    if matches!(input.kind, Kind::PayoutMissing) {
        world.put(Record::Lost(Lost::Payout(made.id)));
        return Ok(Value::Null);
    }
    if let Some(order) = &mut made.order {
        order.amount = input.amount()?;
    }
    world.put(Record::Payout(Box::new(made.clone())));
    Ok(payout::describe(&made))
}

fn extra_payout(input: &Tampering, at: DateTime<Utc>) -> Result<Payout, Refusal> {
    let receiver = Party {
        bank: input.bank.clone().unwrap_or_else(|| "SCB".to_owned()),
        account_no: input.account.clone().unwrap_or_else(|| "9".repeat(10)),
        name: STRANGER.to_owned(),
    };
    let order = PayoutOrder {
        to: receiver,
        amount: input.amount()?,
        currency: "THB".to_owned(),
    };
    let receipt = PayoutReceipt {
        provider_ref: format!("PO{}", clock::new_id().simple()),
        paid_at: at,
    };
    let id = input.new_id();
    let place = Address {
        place: payout::PLACE,
        id: &id,
    };
    Ok(Payout::concluded(place, order, Ok(receipt), at))
}

fn qr_order(
    world: &mut World,
    input: &Tampering,
    at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<Value, Refusal> {
    let channel = channel::require(input.provider()?)?;
    let mut made = if matches!(input.kind, Kind::PspExtra) {
        extra_order(channel, input, at)?
    } else {
        order::find(world, channel.code, input.id()?, now)?.clone()
    };
    match input.kind {
        Kind::PspMissing => {
            world.put(Record::Lost(Lost::QrOrder(made.psp, made.id)));
            return Ok(Value::Null);
        }
        Kind::PspUnpaid => made.paid = None,
        _ => {
            let at = made.paid.map_or(at, |paid| paid.at);
            let amount = input.amount()?;
            made.paid = Some(QrPayment { amount, at });
        }
    }
    world.put(Record::QrOrder(Box::new(made.clone())));
    Ok(order::describe(&made, now))
}

/// An order that nobody made, for which there is no code and no callback address.
fn extra_order(
    channel: &Channel,
    input: &Tampering,
    at: DateTime<Utc>,
) -> Result<QrOrder, Refusal> {
    let request = QrRequest {
        amount: input.amount()?,
        currency: channel.currency.to_owned(),
        payer: None,
        callback_url: String::new(),
        expire_seconds: EXTRA_SECONDS,
    };
    Ok(QrOrder {
        psp: channel.code.to_owned(),
        id: input.new_id(),
        request,
        provider_ref: format!("{}{}", channel.prefix, clock::new_id().simple()),
        payload: String::new(),
        created_at: at,
        expires_at: at + TimeDelta::seconds(EXTRA_SECONDS),
        cancelled_at: None,
        paid: None,
        notice: Notice::default(),
    })
}

fn receipt(world: &mut World, input: &Tampering, at: DateTime<Utc>) -> Result<Value, Refusal> {
    let mut made = if matches!(input.kind, Kind::ReceiptExtra) {
        let party = |bank: &str, account_no: &str| Party {
            bank: bank.to_owned(),
            account_no: account_no.to_owned(),
            name: STRANGER.to_owned(),
        };
        let account = given("account", input.account.as_deref())?;
        Payment {
            trans_ref: input.new_id(),
            from: party("SCB", "9999999999"),
            to: party(input.bank.as_deref().unwrap_or("KBANK"), account),
            amount: input.amount()?,
            transferred_at: at,
            logged: false,
        }
    } else {
        let id = input.id()?;
        let known = world
            .payments
            .values()
            .find(|payment| payment.trans_ref == id);
        known.cloned().ok_or(Refusal::PaymentNotFound)?
    };
    if matches!(input.kind, Kind::ReceiptMissing) {
        world.put(Record::Lost(Lost::Payment(made.from.bank, made.trans_ref)));
        return Ok(Value::Null);
    }
    made.amount = input.amount()?;
    let shown = crate::bank::payment::describe(&made);
    world.put(Record::Payment(Box::new(made)));
    Ok(shown)
}
