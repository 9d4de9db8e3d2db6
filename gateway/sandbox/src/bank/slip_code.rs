//! The QR text on a bank slip ("mini QR"): who sent it and under which reference, nothing else.

use crate::tlv::{crc16, object, objects, value};

/// Sending bank and reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SlipCode {
    /// Three digits.
    pub(crate) sending_bank: String,
    /// 1 to 25 of `[A-Za-z0-9]`.
    pub(crate) trans_ref: String,
}

const API_ID: &str = "000001";
const REFERENCE_LENGTH_MAX: usize = 25;
const CRC_OBJECT: &str = "9104";

impl SlipCode {
    /// The QR text with its check sum.
    pub(crate) fn encode(&self) -> String {
        let inner = [
            object("00", API_ID),
            object("01", &self.sending_bank),
            object("02", &self.trans_ref),
        ]
        .concat();
        let body = [
            object("00", &inner),
            object("51", "TH"),
            CRC_OBJECT.to_owned(),
        ]
        .concat();
        let crc = crc16(body.as_bytes());
        format!("{body}{crc:04X}")
    }

    /// Reads a slip's QR text; `None` for anything else, such as a payment QR or a damaged one.
    ///
    /// Some banks drop leading zeros of the check sum or write it in lower case: both are read.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if !text.is_ascii() {
            return None;
        }
        let crc_at = text.rfind(CRC_OBJECT)? + CRC_OBJECT.len();
        let (signed, crc) = text.split_at(crc_at);
        let crc_fits = (1..=4).contains(&crc.len()) && crc.bytes().all(|b| b.is_ascii_hexdigit());
        if !crc_fits || u16::from_str_radix(crc, 16).ok()? != crc16(signed.as_bytes()) {
            return None;
        }
        let outer = objects(&signed[..signed.len() - CRC_OBJECT.len()])?;
        let inner = objects(value(&outer, "00")?)?;
        let sending_bank = value(&inner, "01")?;
        let trans_ref = value(&inner, "02")?;
        let bank_fits = sending_bank.len() == 3 && sending_bank.bytes().all(|b| b.is_ascii_digit());
        (value(&inner, "00") == Some(API_ID) && bank_fits && is_reference(trans_ref)).then(|| {
            Self {
                sending_bank: sending_bank.to_owned(),
                trans_ref: trans_ref.to_owned(),
            }
        })
    }
}

/// Whether a text can be a slip's reference.
pub(crate) fn is_reference(text: &str) -> bool {
    (1..=REFERENCE_LENGTH_MAX).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLES: [(&str, &str, &str); 6] = [
        (
            "004",
            "015073144041ATF00999",
            "0041000600000101030040220015073144041ATF009995102TH91048693",
        ),
        (
            "014",
            "202611218WqTzK3mN0pX9aB1c",
            "0046000600000101030140225202611218WqTzK3mN0pX9aB1c5102TH9104BEAB",
        ),
        (
            "002",
            "0002123123121200011",
            "004000060000010103002021900021231231212000115102TH91049C30",
        ),
        (
            "030",
            "2026112100000080",
            "003700060000010103030021620261121000000805102TH9104085A",
        ),
        (
            "004",
            "013071152533APM07736",
            "0041000600000101030040220013071152533APM077365102TH91048134",
        ),
        (
            "999",
            "mamauishigure",
            "0034000600000101039990213mamauishigure5102TH91046B93",
        ),
    ];

    #[test]
    fn the_published_slips_are_read() {
        for (bank, _, text) in EXAMPLES {
            let code = SlipCode::parse(text).expect(text);
            assert_eq!(code.sending_bank, bank);
            assert!(text.contains(&code.trans_ref));
        }
    }

    #[test]
    fn a_slip_is_written_as_the_published_ones() {
        for (_, _, text) in EXAMPLES {
            assert_eq!(SlipCode::parse(text).unwrap().encode(), text);
        }
    }

    #[test]
    fn a_check_sum_without_its_leading_zero_or_in_lower_case_is_read() {
        let full = SlipCode::parse(EXAMPLES[3].2).unwrap();
        let short = "003700060000010103030021620261121000000805102TH910485A";
        assert_eq!(SlipCode::parse(short), Some(full.clone()));
        assert_eq!(SlipCode::parse(&short.replace("85A", "85a")), Some(full));
    }

    #[test]
    fn a_damaged_slip_and_a_payment_qr_are_not_slips() {
        for text in [
            "0038000600000101030060217Bf870bf26685f55526203TH9104CF62",
            "0041000600000101030040220015073144041ATF009995102TH91048694",
            "00020101021229370016A0000006770101110113006681234567853037645802TH5406500.006304BC16",
            "00490002010102010203P2P0314500012345678900408211120269104022e",
            "",
            "9104",
            "สลิป",
        ] {
            assert_eq!(SlipCode::parse(text), None, "{text}");
        }
    }
}
