//! The secret of one-time codes in base 32 (RFC 4648, no padding), as authenticators take it.

use data_encoding::BASE32_NOPAD;

const SECRET_BYTES_MIN: usize = 16;

/// The text that authenticators take.
pub fn to_base32(secret: &[u8]) -> String {
    BASE32_NOPAD.encode(secret)
}

/// Reads a secret; none where the text is not base 32 or the secret is shorter than 16 bytes.
pub fn parse_secret(text: &str) -> Option<Vec<u8>> {
    let secret = BASE32_NOPAD.decode(text.as_bytes()).ok()?;
    (secret.len() >= SECRET_BYTES_MIN).then_some(secret)
}
