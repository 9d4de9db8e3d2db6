//! The bank account that a player registers: the rules of its number and holder.

use crate::config::Bank;
use crate::error::{ApiError, Code};

use super::{name, phone};

/// The digits of an account number, or `None`.
///
/// No bank publishes a check digit, and lengths differ: only bounds are held, 10–15 digits in
/// Thailand and 8–20 in Laos. A bank without a number of the Bank of Thailand is a Lao one.
pub(crate) fn number(text: &str, bank: &Bank) -> Option<String> {
    if text.len() > 128 {
        return None;
    }
    let digits = phone::plain_digits(text)?;
    let bounds = if bank.number.is_some() {
        10..=15
    } else {
        8..=20
    };
    let is_blank = digits.bytes().all(|byte| byte == b'0');
    (bounds.contains(&digits.len()) && !is_blank).then_some(digits)
}

/// The holder's name under the bank's rule.
pub(crate) fn holder(text: &str, bank: &Bank) -> Result<String, ApiError> {
    let holder = name::holder(text).ok_or_else(|| {
        let refusal = if bank.english_name_only {
            Code::BankAccountNameEng
        } else {
            Code::InvalidUserInfo
        };
        ApiError::from(refusal).with_data(serde_json::json!({ "fields": ["bankAccountName"] }))
    })?;
    if bank.english_name_only && !name::is_english(&holder) {
        return Err(ApiError::from(Code::BankAccountNameEng)
            .with_data(serde_json::json!({ "fields": ["bankAccountName"] })));
    }
    Ok(holder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bank(number: Option<&str>, english_name_only: bool) -> Bank {
        Bank {
            code: "X".to_owned(),
            number: number.map(str::to_owned),
            name_th: String::new(),
            name_en: String::new(),
            name_la: None,
            colour: "#000000".to_owned(),
            english_name_only,
            aliases: Vec::new(),
        }
    }

    #[test]
    fn a_thai_number_has_ten_to_fifteen_digits() {
        let scb = bank(Some("014"), false);
        assert_eq!(number("123-0-10209-3", &scb).as_deref(), Some("1230102093"));
        assert_eq!(number("๑๒๓๐๑๐๒๐๙๓", &scb).as_deref(), Some("1230102093"));
        assert!(number("123456789012345", &scb).is_some());
        for text in [
            "123456789",
            "1234567890123456",
            "12345abcde",
            "",
            "0000000000",
        ] {
            assert_eq!(number(text, &scb), None, "{text}");
        }
    }

    #[test]
    fn a_lao_number_has_eight_to_twenty_digits() {
        let bcel = bank(None, false);
        assert!(number("010-12-00-01234567-001", &bcel).is_some());
        assert!(number("12345678", &bcel).is_some());
        assert!(number("1234567", &bcel).is_none());
    }

    #[test]
    fn some_banks_take_english_holders_only() {
        let bbl = bank(Some("002"), true);
        assert_eq!(holder("malee sukjai", &bbl).unwrap(), "MALEE SUKJAI");
        for text in ["มาลี สุขใจ", "MALEE SUKJAI 2", ""] {
            assert_eq!(
                holder(text, &bbl).unwrap_err().code,
                Code::BankAccountNameEng
            );
        }
        let scb = bank(Some("014"), false);
        assert_eq!(holder("มาลี สุขใจ", &scb).unwrap(), "มาลี สุขใจ");
        assert_eq!(holder("", &scb).unwrap_err().code, Code::InvalidUserInfo);
    }
}
