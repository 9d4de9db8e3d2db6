//! Writes payment QRs as payment services do, for the tests of the reader.

use super::payment::{BILL_PAYMENT, LAPNET, Payee, PaymentQr};
use super::tlv::checksum;
use ledger::Currency;

pub(super) fn object(tag: &str, value: &str) -> String {
    assert!(value.len() <= 99, "{value:?} is too long for an object");
    format!("{tag}{:02}{value}", value.len())
}

/// A body with its checksum appended.
pub(super) fn sealed(body: &str) -> String {
    let body = format!("{body}6304");
    format!("{body}{:04X}", checksum(body.as_bytes()))
}

/// The QR's text, in the most common order of objects.
pub(super) fn write(qr: &PaymentQr) -> String {
    let mut body = object("00", "01");
    body += &object("01", if qr.is_single_use { "12" } else { "11" });
    let (account, additional) = match &qr.payee {
        Payee::PromptPay { kind, number } => {
            let inner = object("00", "A000000677010111") + &object(kind, number);
            (object("29", &inner), None)
        }
        Payee::Bill {
            biller_id,
            reference,
            reference2,
        } => {
            let mut inner = object("00", BILL_PAYMENT);
            inner += &object("01", biller_id);
            inner += &object("02", reference);
            if let Some(second) = reference2 {
                inner += &object("03", second);
            }
            (object("30", &inner), None)
        }
        Payee::LapNet {
            iin,
            kind,
            receiver,
            bill,
        } => {
            let mut inner = object("00", LAPNET);
            for (tag, value) in [("01", iin), ("02", kind), ("03", receiver)] {
                inner += &object(tag, value);
            }
            (object("38", &inner), bill.as_ref())
        }
        Payee::OnePay { merchant, invoice } => {
            let inner = object("00", "BCEL") + &object("01", "ONEPAY") + &object("02", merchant);
            (object("33", &inner), invoice.as_ref())
        }
    };
    body += &account;
    let country = match qr.currency {
        Currency::Thb => "TH",
        Currency::Lak => "LA",
        // No payment is in coins, and no bank accepts this code.
        Currency::Coin => "ZZ",
    };
    body += &object("53", qr.currency.number());
    if let Some(amount) = qr.amount {
        body += &object("54", &amount.digits());
    }
    body += &object("58", country);
    if let Some(value) = additional {
        body += &object("62", &object("01", value));
    }
    sealed(&body)
}
