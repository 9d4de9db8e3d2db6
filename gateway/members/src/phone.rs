//! Phone numbers, as people type them, in the one form that is stored.

/// The digits of a text in Latin form; `None` if it contains anything but digits and the usual
/// separators.
pub fn plain_digits(text: &str) -> Option<String> {
    let mut digits = String::with_capacity(text.len());
    for character in text.trim().chars() {
        match character {
            '0'..='9' => digits.push(character),
            // Thai and Lao digits, as their keyboards type them.
            '\u{0e50}'..='\u{0e59}' => digits.push(latin(character, '\u{0e50}')?),
            '\u{0ed0}'..='\u{0ed9}' => digits.push(latin(character, '\u{0ed0}')?),
            ' ' | '\u{a0}' | '-' | '\u{2010}'..='\u{2013}' | '.' | '(' | ')' => {}
            _ => return None,
        }
    }
    Some(digits)
}

fn latin(digit: char, zero: char) -> Option<char> {
    char::from_digit(u32::from(digit) - u32::from(zero), 10)
}

/// The stored form of a mobile number: ten digits in Thailand (`0812345678`), `020` and eight or
/// `030` and seven in Laos.
pub fn normalise(text: &str, lao_mode: bool) -> Option<String> {
    if text.len() > 64 {
        return None;
    }
    let text = text.trim();
    let (is_international, rest) = match text.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let digits = plain_digits(rest)?;
    if lao_mode {
        lao(&digits, is_international)
    } else {
        thai(&digits, is_international)
    }
}

fn thai(digits: &str, is_international: bool) -> Option<String> {
    let national = match digits
        .strip_prefix("0066")
        .or_else(|| digits.strip_prefix("66"))
    {
        // "+66 (0)81…" also occurs; without the country code, no Thai number starts with "66".
        Some(rest) => format!("0{}", rest.strip_prefix('0').unwrap_or(rest)),
        None if is_international => return None,
        None => digits.to_owned(),
    };
    let is_mobile = national.len() == 10
        && national.starts_with('0')
        && matches!(national.as_bytes()[1], b'6' | b'8' | b'9');
    is_mobile.then_some(national)
}

fn lao(digits: &str, is_international: bool) -> Option<String> {
    let rest = match digits
        .strip_prefix("00856")
        .or_else(|| digits.strip_prefix("856"))
    {
        Some(rest) => rest.strip_prefix('0').unwrap_or(rest),
        None if is_international => return None,
        None => digits.strip_prefix('0').unwrap_or(digits),
    };
    let bytes = rest.as_bytes();
    let is_mobile = rest.starts_with("20") && rest.len() == 10 && matches!(bytes[2], b'2'..=b'9');
    let is_fixed_wireless = rest.starts_with("30") && rest.len() == 9;
    (is_mobile || is_fixed_wireless).then(|| format!("0{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thai_number_is_taken_in_every_spelling() {
        for text in [
            "0812345678",
            "081-234-5678",
            " 081 234 5678 ",
            "+66812345678",
            "+66 81-234-5678",
            "+66 (0)81 234 5678",
            "66812345678",
            "0066812345678",
            "๐๘๑๒๓๔๕๖๗๘",
            "(081) 234.5678",
        ] {
            assert_eq!(
                normalise(text, false).as_deref(),
                Some("0812345678"),
                "{text}"
            );
        }
        assert!(normalise("0612345678", false).is_some());
        assert!(normalise("0912345678", false).is_some());
    }

    #[test]
    fn what_is_no_thai_mobile_number_is_refused() {
        for text in [
            "",
            "081234567",
            "08123456789",
            "0512345678",
            "021234567",
            "0212345678",
            "+85620555555",
            "+1 8123456789",
            "08123456ab",
            "0812345678;drop",
            "+",
        ] {
            assert_eq!(normalise(text, false), None, "{text:?}");
        }
        assert_eq!(normalise(&"0".repeat(500), false), None);
    }

    #[test]
    fn a_lao_number_is_taken_in_every_spelling() {
        for text in [
            "02055512345",
            "2055512345",
            "020 5551 2345",
            "+856 20 55512345",
            "8562055512345",
            "+856 020 55512345",
            "໐໒໐໕໕໕໑໒໓໔໕",
        ] {
            assert_eq!(
                normalise(text, true).as_deref(),
                Some("02055512345"),
                "{text}"
            );
        }
        assert_eq!(normalise("0301234567", true).as_deref(), Some("0301234567"));
        for text in ["020 12345678", "0812345678", "0205551234", "+66812345678"] {
            assert_eq!(normalise(text, true), None, "{text}");
        }
    }
}
