//! The secret of one-time codes in base 32 (RFC 4648), as authenticators take it.

const SECRET_BYTES_MIN: usize = 16;
const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// The secret as authenticators take it.
pub(crate) fn to_base32(secret: &[u8]) -> String {
    let mut text = String::new();
    let (mut held, mut bits) = (0_u32, 0);
    for byte in secret {
        held = (held << 8) | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(letter(held >> bits));
        }
        held &= 0xff;
    }
    if bits > 0 {
        text.push(letter(held << (5 - bits)));
    }
    text
}

fn letter(bits: u32) -> char {
    let index = usize::try_from(bits & 31).expect("five bits");
    char::from(ALPHABET[index])
}

/// Reads a secret in base 32 that is long enough to be one.
pub(crate) fn parse_secret(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut held, mut bits) = (0_u32, 0);
    for letter in text.bytes() {
        let value = ALPHABET.iter().position(|it| *it == letter)?;
        held = (held << 5) | u32::try_from(value).ok()?;
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from((held >> bits) & 0xff).ok()?);
        }
        held &= 0xff;
    }
    (bytes.len() >= SECRET_BYTES_MIN).then_some(bytes)
}
