//! The content of a slip's QR: the bank, and the bank's reference of the payment.
//!
//! A slip QR holds no amount, no names and no date, and anyone can print one: it only names the
//! payment, which the bank must then confirm. Three forms are read: the Thai banks' mini-QR, the
//! `TrueMoney` variant and BCEL's One Proof. A reference is always the *parsed* one, so a checksum
//! that is spelled differently names the same payment.

use ledger::wallet::SlipReference;

use platform::error::Bug;
use providers::emv::tlv::{Object, checksum, objects, only, split_checksum};

/// The most bytes of a payment's reference.
pub(crate) const REFERENCE_BYTES_MAX: usize = 64;

/// The sender code of a `TrueMoney` slip, which has no code of the Bank of Thailand.
pub const TRUEMONEY: &str = "TMN";

/// The sender code of a BCEL slip.
pub(crate) const BCEL: &str = "BCEL";

/// A slip QR that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlipQr {
    /// The payment that the QR names: the sending bank and its reference.
    pub reference: SlipReference,
    /// The payload in the canonical form that a strict reader accepts.
    pub payload: String,
}

/// Why a QR is not a slip's QR.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotASlip {
    /// A QR for paying: the most common mistake.
    #[error("a payment QR")]
    PaymentQr,
    /// The checksum is wrong: a damaged or forged code.
    #[error("a wrong checksum")]
    WrongChecksum,
    /// Any other content.
    #[error("some other content")]
    OtherContent,
}

impl Bug for NotASlip {}

/// Reads a slip QR's text.
pub fn read(text: &str) -> Result<SlipQr, NotASlip> {
    let text = text.trim();
    if text.chars().any(char::is_control) || text.len() > 512 {
        return Err(NotASlip::OtherContent);
    }
    let is_emv = text.starts_with("000201");
    let (body, crc_digits) =
        split_checksum(text, if is_emv { "63" } else { "91" }).ok_or(if is_emv {
            NotASlip::PaymentQr
        } else {
            NotASlip::OtherContent
        })?;
    let stated = u16::from_str_radix(crc_digits, 16).map_err(|_| NotASlip::WrongChecksum)?;
    let objects = objects(&body[..body.len() - 4]).ok_or(NotASlip::OtherContent)?;
    if is_emv && !is_one_proof(&objects) {
        return Err(NotASlip::PaymentQr);
    }
    let computed = checksum(body.as_bytes());
    if stated != computed {
        return Err(NotASlip::WrongChecksum);
    }
    if is_emv {
        let reference = read_one_proof(&objects).ok_or(NotASlip::OtherContent)?;
        return Ok(SlipQr {
            reference,
            payload: format!("{body}{computed:04X}"),
        });
    }
    let (reference, is_truemoney) = read_mini_qr(&objects).ok_or(NotASlip::OtherContent)?;
    let payload = if is_truemoney {
        format!("{body}{computed:04x}")
    } else {
        format!("{body}{computed:04X}")
    };
    Ok(SlipQr { reference, payload })
}

fn read_mini_qr(top: &[Object<'_>]) -> Option<(SlipReference, bool)> {
    let inner = objects(only(top, "00")?)?;
    if only(&inner, "00")? == "000001" {
        let bank = only(&inner, "01")?;
        let is_bank = bank.len() == 3 && bank.bytes().all(|byte| byte.is_ascii_digit());
        let reference = reference(bank, only(&inner, "02")?)?;
        return is_bank.then_some((reference, false));
    }
    let is_truemoney = only(&inner, "00")? == "01" && only(&inner, "01")? == "01";
    let reference = reference(TRUEMONEY, only(&inner, "03")?)?;
    is_truemoney.then_some((reference, true))
}

fn is_one_proof(top: &[Object<'_>]) -> bool {
    only(top, "33")
        .and_then(objects)
        .is_some_and(|inner| only(&inner, "01") == Some("ONEPROOF"))
}

/// The reference is the bank's booking number: a proof can be shared again under another ticket,
/// but there is only one booking.
fn read_one_proof(top: &[Object<'_>]) -> Option<SlipReference> {
    let inner = objects(only(top, "33")?)?;
    if only(&inner, "00")? != "BCEL" {
        return None;
    }
    reference(BCEL, only(&inner, "04")?)
}

/// It checks nothing that is only a bank's habit, because habits change without notice: the bank
/// decides, and a credit claims the reference in its answer.
fn reference(bank: &str, trans_ref: &str) -> Option<SlipReference> {
    let fits = (1..=REFERENCE_BYTES_MAX).contains(&trans_ref.len())
        && !trans_ref.chars().any(char::is_control);
    fits.then(|| SlipReference {
        sending_bank: bank.to_owned(),
        trans_ref: trans_ref.to_owned(),
    })
}

/// Whether a reference has the form that banks are known to use.
pub(crate) fn is_usual(trans_ref: &str) -> bool {
    (1..=25).contains(&trans_ref.len())
        && trans_ref.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> (String, String) {
        let slip = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        (slip.reference.sending_bank, slip.reference.trans_ref)
    }

    fn pair(bank: &str, reference: &str) -> (String, String) {
        (bank.to_owned(), reference.to_owned())
    }

    #[test]
    fn the_checksum_has_its_published_check_value() {
        assert_eq!(checksum(b"123456789"), 0x29B1);
    }

    #[test]
    fn every_published_slip_is_read() {
        for (text, bank, reference) in [
            (
                "0041000600000101030040220015073144041ATF009995102TH91048693",
                "004",
                "015073144041ATF00999",
            ),
            (
                "0046000600000101030140225202611218WqTzK3mN0pX9aB1c5102TH9104BEAB",
                "014",
                "202611218WqTzK3mN0pX9aB1c",
            ),
            (
                "004000060000010103002021900021231231212000115102TH91049C30",
                "002",
                "0002123123121200011",
            ),
            (
                "003700060000010103030021620261121000000805102TH9104085A",
                "030",
                "2026112100000080",
            ),
            (
                "0041000600000101030040220013071152533APM077365102TH91048134",
                "004",
                "013071152533APM07736",
            ),
            (
                "0034000600000101039990213mamauishigure5102TH91046B93",
                "999",
                "mamauishigure",
            ),
            (
                "00330006000001010306902126302105340875102TH9104F86F",
                "069",
                "630210534087",
            ),
            (
                "00490002010102010203P2P0314500012345678900408211120269104022e",
                TRUEMONEY,
                "50001234567890",
            ),
            (
                concat!(
                    "00020101021133630004BCEL0108ONEPROOF0203TRF0312ABCDEFGHIJ12",
                    "0416001IBFT26325000163043E72"
                ),
                BCEL,
                "001IBFT263250001",
            ),
        ] {
            assert_eq!(parsed(text), pair(bank, reference));
        }
    }

    #[test]
    fn every_spelling_of_one_slip_is_the_same_slip() {
        let right = read("003700060000010103030021620261121000000805102TH9104085A").unwrap();
        for spelling in [
            "003700060000010103030021620261121000000805102TH910485A",
            "003700060000010103030021620261121000000805102TH910485a",
            "003700060000010103030021620261121000000805102TH9104085a",
            " 003700060000010103030021620261121000000805102TH9104085A\n",
        ] {
            assert_eq!(read(spelling).as_ref(), Ok(&right), "{spelling:?}");
        }
        assert!(right.payload.ends_with("9104085A"));
    }

    #[test]
    fn a_truemoney_payload_keeps_the_lower_case_its_readers_want() {
        let text = "00490002010102010203P2P0314500012345678900408211120269104022e";
        assert_eq!(read(&text.to_uppercase()).unwrap().payload, text);
    }

    #[test]
    fn a_reference_that_contains_the_checksum_tag_is_read_whole() {
        let body = "0033000600000101030140212AB91049104XY5102TH9104";
        let text = format!("{body}{:04X}", checksum(body.as_bytes()));
        assert_eq!(parsed(&text), pair("014", "AB91049104XY"));
    }

    #[test]
    fn a_wrong_checksum_is_refused() {
        for text in [
            "0041000600000101030040220015073144041ATF009995102TH91048694",
            "0041000600000101030040220015073144041ATF009985102TH91048693",
        ] {
            assert_eq!(read(text), Err(NotASlip::WrongChecksum), "{text}");
        }
    }

    #[test]
    fn a_payment_qr_is_recognised_as_one() {
        for text in [
            "00020101021129370016A0000006770101110113006681234567853037645802TH6304823E",
            concat!(
                "00020101021229370016A0000006770101110113006681234567853037645802TH5406500.00",
                "6304BC16"
            ),
            concat!(
                "00020101021230630016A00000067701011201150107536000374010212KB0000000001",
                "0304DEP153037645802TH5406300.0062080704T0016304527A"
            ),
            concat!(
                "00020101021138580016A00526628466257701082771041802030020315mch000000000001",
                "5204599953034185802LA5914SANDBOX WALLET6003VTE6304BB78"
            ),
            concat!(
                "00020101021133370004BCEL0106ONEPAY0215mch000000000001520459995303418",
                "5405500005802LA6003VTE62380107INV00010506TX00010702T10807deposit6304D77C"
            ),
        ] {
            assert_eq!(read(text), Err(NotASlip::PaymentQr), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused_without_a_panic() {
        for text in [
            "",
            "0",
            "https://example.test/slip",
            "สลิป",
            "0099",
            "00+1",
            "9104",
            "91040000",
            "0006000001",
            "004100060000020103004022001507314404", // cut short, another API id
            "0004000091048693",
            // A published example with a wrong checksum and a mangled country.
            "0038000600000101030060217Bf870bf26685f55526203TH9104CF62",
        ] {
            assert!(read(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_reference_is_any_text_of_up_to_64_bytes() {
        let drawn = |trans_ref: &str| {
            let inner = format!("00060000010103014{:02}{:02}{trans_ref}", 2, trans_ref.len());
            let body = format!("00{:02}{inner}5102TH9104", inner.len());
            format!("{body}{:04X}", checksum(body.as_bytes()))
        };
        let longest = "R".repeat(64);
        for trans_ref in ["AB/1049X", "FT-2026.11.21 0815", "โอน-0815", &longest] {
            let text = drawn(trans_ref);
            assert_eq!(parsed(&text), pair("014", trans_ref), "{text}");
        }
        for trans_ref in ["", "A\u{7}B", &"R".repeat(65)] {
            assert_eq!(read(&drawn(trans_ref)), Err(NotASlip::OtherContent));
        }
        assert!(is_usual("015073144041ATF00999"));
        assert!(!is_usual("AB/1049X") && !is_usual(&longest) && !is_usual(""));
    }

    #[test]
    fn another_api_id_or_bank_code_is_refused_even_with_a_right_checksum() {
        for body in [
            "0033000600000201030140212AB91049104XY5102TH9104",
            "0033000600000101030A40212AB91049104XY5102TH9104",
            "00200006000001010301402005102TH9104",
        ] {
            let text = format!("{body}{:04X}", checksum(body.as_bytes()));
            assert_eq!(read(&text), Err(NotASlip::OtherContent), "{text}");
        }
    }
}
