//! Payments between accounts, made on the bank page or by a script, and their slips.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Datelike, Utc};
use rand::Rng;
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Value, json};

use super::slip_code::{SlipCode, is_reference};
use super::{directory, picture};
use crate::record::{Party, Payment, Record};
use crate::refusal::Refusal;
use crate::report::{self, Asked, Line};
use crate::sandbox::Sandbox;
use crate::world::{World, key};
use crate::{amount, body, clock};

const SHOWN_MAX: usize = 200;
const UPPER: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS: &[u8] = b"0123456789";
const MIXED: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewPayment {
    from_bank: String,
    from_account_no: String,
    from_name: String,
    to_bank: String,
    to_account_no: String,
    #[serde(default)]
    to_name: String,
    amount: Value,
    transferred_at: Option<DateTime<Utc>>,
    trans_ref: Option<String>,
}

/// `POST /bank/payments`
pub(crate) async fn make_payment(
    State(sandbox): State<Sandbox>,
    bytes: Bytes,
) -> Result<Response, Refusal> {
    let input: NewPayment = body::parse(&bytes)?;
    let amount = amount::parse_value(&input.amount)
        .filter(|amount| *amount > Decimal::ZERO)
        .ok_or(Refusal::AmountInvalid)?;
    let from = party(&input.from_bank, &input.from_account_no, &input.from_name)?;
    let to = party(&input.to_bank, &input.to_account_no, &input.to_name)?;
    if from.name.is_empty() {
        return Err(Refusal::invalid("fromName is missing"));
    }
    let transferred_at = input
        .transferred_at
        .unwrap_or_else(|| sandbox.clock().now());
    let trans_ref = match input.trans_ref {
        Some(chosen) if is_reference(&chosen) => chosen,
        Some(_) => return Err(Refusal::invalid("transRef must be 1 to 25 of [A-Za-z0-9]")),
        None => new_reference(&from.bank, transferred_at),
    };
    sandbox.with(|world, _| {
        if world.payments.contains_key(&key(&from.bank, &trans_ref)) {
            return Err(Refusal::PaymentExists);
        }
        let payment = Payment {
            trans_ref,
            from,
            to,
            amount,
            transferred_at,
            logged: false,
        };
        let reply = describe(&payment);
        world.put(Record::Payment(Box::new(payment)));
        Ok((StatusCode::CREATED, Json(reply)).into_response())
    })
}

/// `GET /bank/payments`: newest first.
pub(crate) async fn list_payments(State(sandbox): State<Sandbox>) -> Result<Json<Value>, Refusal> {
    sandbox.with(|world, _| {
        let mut payments: Vec<&Payment> = world.payments.values().collect();
        payments.sort_by_key(|payment| std::cmp::Reverse(payment.transferred_at));
        let payments: Vec<Value> = payments.into_iter().take(SHOWN_MAX).map(describe).collect();
        Ok(Json(json!({"payments": payments})))
    })
}

/// `GET /v1/receipts?account=&from=&to=&cursor=&limit=`: what came in on an account.
pub(crate) async fn list_receipts(
    State(sandbox): State<Sandbox>,
    asked: Asked,
) -> Result<Json<Value>, Refusal> {
    let wanted = report::wanted(asked)?;
    let account = wanted.account.as_deref().unwrap_or_default();
    let account: String = account.chars().filter(char::is_ascii_digit).collect();
    if account.is_empty() {
        return Err(Refusal::invalid("account is missing"));
    }
    sandbox.with(|world, _| {
        let lines = world
            .payments
            .values()
            .filter(|payment| payment.to.account_no == account)
            .map(|payment| Line {
                at: payment.transferred_at,
                id: format!("{}/{}", payment.from.bank, payment.trans_ref),
                shown: receipt(payment),
            });
        Ok(Json(report::page("receipts", lines, &wanted)?))
    })
}

/// A line of an account's statement.
fn receipt(payment: &Payment) -> Value {
    let mut shown = describe(payment);
    shown["currency"] = json!("THB");
    if let Some(fields) = shown.as_object_mut() {
        fields.remove("qrPayload");
        fields.remove("slipUrl");
    }
    shown
}

/// `GET /bank/banks`
pub(crate) async fn list_banks() -> Json<Value> {
    let banks: Vec<Value> = directory::BANKS
        .iter()
        .map(|bank| {
            json!({
                "code": bank.code,
                "number": bank.number,
                "nameTH": bank.name_th,
                "nameEN": bank.name_en,
                "colour": bank.colour,
            })
        })
        .collect();
    Json(json!({"banks": banks}))
}

/// `GET /bank/slips/{transRef}.png` or `.jpg`
pub(crate) async fn show_slip(
    State(sandbox): State<Sandbox>,
    Path(file): Path<String>,
) -> Result<Response, Refusal> {
    let (trans_ref, kind) = file.rsplit_once('.').ok_or(Refusal::PaymentNotFound)?;
    let format = match kind {
        "png" => picture::Format::Png,
        "jpg" | "jpeg" => picture::Format::Jpeg,
        _ => return Err(Refusal::PaymentNotFound),
    };
    let payment = sandbox.with(|world, _| {
        world
            .payments
            .values()
            .find(|payment| payment.trans_ref == trans_ref)
            .cloned()
            .ok_or(Refusal::PaymentNotFound)
    })?;
    let bytes = tokio::task::spawn_blocking(move || picture::draw(&payment, format))
        .await
        .map_err(|_| Refusal::Internal)?;
    Ok(([(header::CONTENT_TYPE, format.mime())], bytes).into_response())
}

/// The payment that a slip's QR speaks of.
pub(crate) fn find<'a>(world: &'a World, code: &SlipCode) -> Option<&'a Payment> {
    let bank = directory::find(&code.sending_bank)?;
    world.payments.get(&key(bank.code, &code.trans_ref))
}

/// The QR text on the slip of a payment.
pub(crate) fn slip_code(payment: &Payment) -> SlipCode {
    SlipCode {
        sending_bank: number(&payment.from).to_owned(),
        trans_ref: payment.trans_ref.clone(),
    }
}

/// The three digits of a party's bank.
pub(crate) fn number(party: &Party) -> &'static str {
    directory::find(&party.bank).map_or("000", |bank| bank.number)
}

fn party(bank: &str, account_no: &str, name: &str) -> Result<Party, Refusal> {
    let bank = directory::find(bank).ok_or(Refusal::BankInvalid)?;
    let account_no: String = account_no
        .chars()
        .filter(|letter| !matches!(letter, ' ' | '-'))
        .collect();
    if !(6..=20).contains(&account_no.len()) || !account_no.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Refusal::AccountInvalid);
    }
    let name = if name.trim().is_empty() {
        String::new()
    } else {
        body::text("name", name, 100)?
    };
    Ok(Party {
        bank: bank.code.to_owned(),
        account_no,
        name,
    })
}

/// A payment as the bank shows it.
pub(crate) fn describe(payment: &Payment) -> Value {
    json!({
        "transRef": payment.trans_ref,
        "sendingBank": number(&payment.from),
        "qrPayload": slip_code(payment).encode(),
        "slipUrl": format!("/bank/slips/{}.png", payment.trans_ref),
        "amount": amount::show(payment.amount),
        "transferredAt": payment.transferred_at.to_rfc3339_opts(chrono::SecondsFormat::Millis, true),
        "fromBank": payment.from.bank,
        "fromAccountNo": payment.from.account_no,
        "fromName": payment.from.name,
        "toBank": payment.to.bank,
        "toAccountNo": payment.to.account_no,
        "toName": payment.to.name,
    })
}

/// References look like those of the bank: KBANK counts days and seconds, SCB starts with the date.
fn new_reference(bank: &str, at: DateTime<Utc>) -> String {
    let local = clock::in_bangkok(at);
    let day = local.format("%Y%m%d");
    match bank {
        "KBANK" => format!(
            "015{:03}{}{}{}",
            local.ordinal(),
            local.format("%H%M%S"),
            letters(UPPER, 3),
            letters(DIGITS, 5)
        ),
        "SCB" => format!("{day}{}", letters(MIXED, 17)),
        "KTB" => format!("A{}", letters(MIXED, 16)),
        _ => format!("{day}{}", letters(DIGITS, 12)),
    }
}

fn letters(alphabet: &[u8], length: usize) -> String {
    let mut dice = rand::rng();
    (0..length)
        .map(|_| char::from(alphabet[dice.random_range(0..alphabet.len())]))
        .collect()
}
