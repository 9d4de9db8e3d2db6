//! What an event says of the key that its command came under.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Idempotency;

/// As many bytes as nobody can find another key or request for.
const LENGTH: usize = 16;

/// The first 16 bytes of SHA-256 over a key and what was asked for under it; in JSON as 32 hexadecimal
/// digits.
///
/// It is in the event's metadata, which the event's hash covers. So nobody can take a key away
/// or rename it, and have the command carried out again, without contradicting the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct KeyDigest([u8; LENGTH]);

impl KeyDigest {
    /// The digest of a command's key.
    #[must_use]
    pub fn of(named: &Idempotency) -> Self {
        let all = Sha256::new()
            .chain_update(b"wallet key\0")
            .chain_update(named.fingerprint)
            .chain_update(named.key.as_bytes())
            .finalize();
        let mut first = [0; LENGTH];
        first.copy_from_slice(&all[..LENGTH]);
        Self(first)
    }

    /// Reads the hexadecimal digits of JSON.
    pub(crate) fn parse(text: &str) -> Result<Self, hex::FromHexError> {
        let mut digest = [0; LENGTH];
        hex::decode_to_slice(text, &mut digest)?;
        Ok(Self(digest))
    }
}

impl From<KeyDigest> for String {
    fn from(digest: KeyDigest) -> Self {
        hex::encode(digest.0)
    }
}

impl TryFrom<String> for KeyDigest {
    type Error = hex::FromHexError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(key: &str, fingerprint: [u8; 32]) -> Idempotency {
        Idempotency {
            key: key.to_owned(),
            fingerprint,
        }
    }

    #[test]
    fn a_digest_is_of_the_key_and_of_what_was_asked_for() {
        let digest = KeyDigest::of(&named("k", [7; 32]));
        assert_ne!(digest, KeyDigest::of(&named("l", [7; 32])));
        assert_ne!(digest, KeyDigest::of(&named("k", [8; 32])));
        let text = serde_json::to_string(&digest).unwrap();
        assert_eq!(text.len(), 34);
        assert_eq!(serde_json::from_str::<KeyDigest>(&text).unwrap(), digest);
    }
}
