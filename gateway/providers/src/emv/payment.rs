//! The content of a payment QR: the payee, the amount and the payer's reference.
//!
//! Supported are Thai `PromptPay` (credit transfer and bill payment), `LAPNET` of Laos, and BCEL's
//! older `OnePay`. Objects may come in any order. A repeated tag makes the QR unreadable, because
//! two apps might read it differently.

use ledger::{Currency, Money};

use super::tlv::{Object, checksum, objects, only, optional, split_checksum};

/// `PromptPay` credit transfer, and the same with one-time authorisation.
const CREDIT_TRANSFER: [&str; 2] = ["A000000677010111", "A000000677010114"];
/// `PromptPay` bill payment.
pub(super) const BILL_PAYMENT: &str = "A000000677010112";
/// Payments by `LAPNET`, the Lao payment network.
pub(super) const LAPNET: &str = "A005266284662577";

/// The longest text that a QR of this kind has.
const LENGTH_MAX: usize = 512;

/// A payment QR that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentQr {
    pub(crate) payee: Payee,
    /// The scheme's currency: baht for Thai schemes, kip for Lao ones.
    pub currency: Currency,
    /// The amount; absent if the payer types it.
    pub amount: Option<Money>,
    /// Whether the QR says that it is for one payment only.
    pub(crate) is_single_use: bool,
}

/// The payee, as each scheme names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Payee {
    /// A phone, a citizen, an e-wallet or a bank account.
    PromptPay {
        /// `01` phone, `02` citizen, `03` e-wallet, `04` bank account.
        kind: String,
        number: String,
    },
    Bill {
        /// Tax id and suffix.
        biller_id: String,
        /// The reference that the bank reports back: an order's reference.
        reference: String,
        reference2: Option<String>,
    },
    /// A receiver of the Lao network.
    LapNet {
        /// The bank, eight digits.
        iin: String,
        /// `001` a person, `002` a merchant.
        kind: String,
        /// The receiver's id with the bank.
        receiver: String,
        /// The bill; an order's reference.
        bill: Option<String>,
    },
    /// A merchant of BCEL, as before `LAPNET`.
    OnePay {
        merchant: String,
        invoice: Option<String>,
    },
}

/// Why a text is not a reliable payment QR.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAPayment {
    /// Not the form of an EMV code.
    #[error("some other content")]
    OtherContent,
    /// The checksum is wrong, or in a spelling that the scheme does not allow.
    #[error("a wrong checksum")]
    WrongChecksum,
    /// An unknown scheme, none, or several.
    #[error("an unknown scheme")]
    OtherScheme,
    /// Not the scheme's currency, or an invalid amount.
    #[error("a wrong currency or amount")]
    WrongAmount,
}

/// Reads a payment QR's text.
pub fn read(text: &str) -> Result<PaymentQr, NotAPayment> {
    use NotAPayment::{OtherContent, OtherScheme, WrongAmount, WrongChecksum};
    if !text.is_ascii() || text.len() > LENGTH_MAX || !text.starts_with("000201") {
        return Err(OtherContent);
    }
    let (body, digits) = split_checksum(text, "63").ok_or(OtherContent)?;
    if u16::from_str_radix(digits, 16) != Ok(checksum(body.as_bytes())) {
        return Err(WrongChecksum);
    }
    let top = objects(&body[..body.len() - 4]).ok_or(OtherContent)?;
    only(&top, "00").ok_or(OtherContent)?;
    let payee = payee(&top).ok_or(OtherScheme)?;
    if !is_spelled_well(digits, &payee) {
        return Err(WrongChecksum);
    }
    let (currency, country) = match payee {
        Payee::PromptPay { .. } | Payee::Bill { .. } => (Currency::Thb, "TH"),
        Payee::LapNet { .. } | Payee::OnePay { .. } => (Currency::Lak, "LA"),
    };
    if only(&top, "53") != Some(currency.number()) || only(&top, "58") != Some(country) {
        return Err(WrongAmount);
    }
    let amount = match optional(&top, "54").map_err(|_| WrongAmount)? {
        Some(digits) => Some(amount(digits, currency).ok_or(WrongAmount)?),
        None => None,
    };
    Ok(PaymentQr {
        payee,
        currency,
        amount,
        is_single_use: optional(&top, "01").map_err(|_| OtherContent)? == Some("12"),
    })
}

/// Thai checksums are four upper-case digits. Lao generators write lower case as well, and the
/// older ones of BCEL drop leading zeros.
fn is_spelled_well(digits: &str, payee: &Payee) -> bool {
    match payee {
        Payee::PromptPay { .. } | Payee::Bill { .. } => {
            digits.len() == 4 && !digits.bytes().any(|byte| byte.is_ascii_lowercase())
        }
        Payee::LapNet { .. } => digits.len() == 4,
        Payee::OnePay { .. } => true,
    }
}

fn amount(digits: &str, currency: Currency) -> Option<Money> {
    let amount = Money::parse(digits, currency).ok()?;
    amount.is_positive().then_some(amount)
}

/// The one payee. A QR with two payees is refused, because the payer's app would choose.
fn payee(top: &[Object<'_>]) -> Option<Payee> {
    let mut accounts = top.iter().filter(|object| is_account(object.tag));
    let account = accounts.next()?;
    if accounts.next().is_some() {
        return None;
    }
    let inner = objects(account.value)?;
    let additional = match optional(top, "62").ok()? {
        Some(value) => objects(value)?,
        None => Vec::new(),
    };
    match account.tag {
        "29" => prompt_pay(&inner),
        "30" => bill(&inner),
        "38" => lap_net(&inner, &additional),
        "33" => one_pay(&inner, &additional),
        _ => None,
    }
}

/// Tags 02 to 51 are the payees of the schemes.
fn is_account(tag: &str) -> bool {
    matches!(tag.parse::<u8>(), Ok(2..=51))
}

fn prompt_pay(inner: &[Object<'_>]) -> Option<Payee> {
    let is_scheme = CREDIT_TRANSFER.contains(&only(inner, "00")?);
    let mut receivers = inner
        .iter()
        .filter(|object| matches!(object.tag, "01" | "02" | "03" | "04"));
    let receiver = receivers.next()?;
    let is_only = receivers.next().is_none();
    let number = receiver.value;
    let fits = match receiver.tag {
        "01" | "02" => is_digits(number, 13..=13),
        "03" => is_digits(number, 15..=15),
        _ => is_digits(number, 4..=40),
    };
    (is_scheme && is_only && fits).then(|| Payee::PromptPay {
        kind: receiver.tag.to_owned(),
        number: number.to_owned(),
    })
}

fn bill(inner: &[Object<'_>]) -> Option<Payee> {
    let (biller_id, reference) = (only(inner, "01")?, only(inner, "02")?);
    let reference2 = optional(inner, "03").ok()?;
    let fits = only(inner, "00")? == BILL_PAYMENT
        && is_digits(biller_id, 15..=15)
        && is_reference(reference)
        && reference2.is_none_or(is_reference);
    fits.then(|| Payee::Bill {
        biller_id: biller_id.to_owned(),
        reference: reference.to_owned(),
        reference2: reference2.map(str::to_owned),
    })
}

fn lap_net(inner: &[Object<'_>], additional: &[Object<'_>]) -> Option<Payee> {
    let (iin, kind) = (only(inner, "01")?, only(inner, "02")?);
    let receiver = only(inner, "03")?;
    let fits = only(inner, "00")? == LAPNET
        && is_digits(iin, 8..=8)
        && iin.ends_with("0418")
        && is_digits(kind, 3..=3)
        && !receiver.is_empty();
    let bill = optional(additional, "01").ok()?;
    fits.then(|| Payee::LapNet {
        iin: iin.to_owned(),
        kind: kind.to_owned(),
        receiver: receiver.to_owned(),
        bill: bill.map(str::to_owned),
    })
}

fn one_pay(inner: &[Object<'_>], additional: &[Object<'_>]) -> Option<Payee> {
    let is_scheme = only(inner, "00")? == "BCEL" && only(inner, "01")? == "ONEPAY";
    let merchant = only(inner, "02")?;
    let invoice = optional(additional, "01").ok()?;
    (is_scheme && !merchant.is_empty()).then(|| Payee::OnePay {
        merchant: merchant.to_owned(),
        invoice: invoice.map(str::to_owned),
    })
}

fn is_digits(text: &str, lengths: std::ops::RangeInclusive<usize>) -> bool {
    lengths.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_reference(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    (1..=20).contains(&text.len()) && text.bytes().all(is_plain)
}
