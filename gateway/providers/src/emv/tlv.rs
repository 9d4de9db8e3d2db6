//! Tag, length, value: two digits, two digits, and as many characters; with a checksum at the end.

/// A tag with its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Object<'a> {
    /// Two characters that name the meaning of the value.
    pub tag: &'a str,
    /// At most 99 characters.
    pub value: &'a str,
}

/// CRC-16/CCITT-FALSE, the checksum of all EMV-like codes.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u16 {
    let mut crc = 0xFFFF_u16;
    for byte in bytes {
        crc ^= u16::from(*byte) << 8;
        for _ in 0..8 {
            let carry = crc & 0x8000 != 0;
            crc <<= 1;
            if carry {
                crc ^= 0x1021;
            }
        }
    }
    crc
}

/// Splits after the checksum's tag and length. Leading zeros may be dropped, so at most four digits
/// follow. It walks the objects, because a value may contain the tag's digits.
pub fn split_checksum<'a>(text: &'a str, crc_tag: &str) -> Option<(&'a str, &'a str)> {
    let mut rest = text;
    loop {
        let (tag, length) = (rest.get(0..2)?, rest.get(2..4)?);
        if tag == crc_tag && length == "04" {
            let digits = &rest[4..];
            let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            let body = &text[..text.len() - digits.len()];
            // An empty checksum means four dropped zeros.
            let digits = if digits.is_empty() { "0" } else { digits };
            return (is_hex && digits.len() <= 4).then_some((body, digits));
        }
        rest = rest.get(4 + digits_value(length)?..)?;
    }
}

/// Two decimal digits; `parse` would accept a sign.
fn digits_value(digits: &str) -> Option<usize> {
    digits
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| digits.parse().ok())?
}

/// All objects of a text, or none if it is truncated.
pub fn objects(text: &str) -> Option<Vec<Object<'_>>> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let length = digits_value(rest.get(2..4)?)?;
        found.push(Object {
            tag: rest.get(0..2)?,
            value: rest.get(4..4 + length)?,
        });
        rest = &rest[4 + length..];
    }
    Some(found)
}

/// The value of a tag that occurs exactly once; with a second one, two readers could disagree.
pub fn only<'a>(objects: &[Object<'a>], tag: &str) -> Option<&'a str> {
    optional(objects, tag).ok()?
}

/// A tag occurs more than once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ambiguous;

/// The value of a tag that occurs at most once.
pub fn optional<'a>(objects: &[Object<'a>], tag: &str) -> Result<Option<&'a str>, Ambiguous> {
    let mut all = objects.iter().filter(|object| object.tag == tag);
    let first = all.next().map(|object| object.value);
    match all.next() {
        None => Ok(first),
        Some(_) => Err(Ambiguous),
    }
}
