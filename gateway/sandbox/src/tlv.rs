//! The spelling that payment and slip QR codes share: tag, length, value, and a check sum at the end.

pub(crate) fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0xFFFF, |crc: u16, byte| {
        (0..8).fold(crc ^ (u16::from(*byte) << 8), |crc, _| {
            if crc & 0x8000 == 0 {
                crc << 1
            } else {
                (crc << 1) ^ 0x1021
            }
        })
    })
}

/// One object; values are short ASCII, so their length has two digits.
pub(crate) fn object(tag: &str, value: &str) -> String {
    format!("{tag}{:02}{value}", value.len())
}

/// All objects of a text, in their order; `None` when a length does not fit.
pub(crate) fn objects(mut text: &str) -> Option<Vec<(&str, &str)>> {
    let mut found = Vec::new();
    while !text.is_empty() {
        let length: usize = text.get(2..4)?.parse().ok()?;
        found.push((text.get(..2)?, text.get(4..4 + length)?));
        text = &text[4 + length..];
    }
    Some(found)
}

/// The value of a tag.
pub(crate) fn value<'a>(objects: &[(&str, &'a str)], tag: &str) -> Option<&'a str> {
    objects
        .iter()
        .find(|(name, _)| *name == tag)
        .map(|(_, value)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_value_of_the_crc_is_right() {
        assert_eq!(crc16(b"123456789"), 0x29B1);
    }

    #[test]
    fn a_length_beyond_the_end_is_refused() {
        assert_eq!(objects("0002ab"), Some(vec![("00", "ab")]));
        for text in ["0003ab", "00", "00xxab", "000", "0002กa"] {
            assert_eq!(objects(text), None, "{text}");
        }
    }
}
