//! `TL1.`: the form in which the portal sends a link.
//!
//! The key is derived from the session's token, so anyone who sees the whole request can read the
//! link. The envelope only keeps links out of logs of request bodies; TLS is the protection.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use platform::secrets::Cipher;

const MARK: &str = "TL1.";

/// Whether a text has the prefix of an envelope.
pub(crate) fn is_one(text: &str) -> bool {
    text.starts_with(MARK)
}

fn cipher(bearer: &str) -> Cipher {
    Cipher::new(Sha256::digest(format!("truelink-v1:{bearer}").as_bytes()).into())
}

/// The text in an envelope that was encrypted with this session's token.
pub fn open(text: &str, bearer: &str) -> Option<String> {
    let bytes = URL_SAFE_NO_PAD.decode(text.strip_prefix(MARK)?).ok()?;
    String::from_utf8(cipher(bearer).decrypt(b"", &bytes)?).ok()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Encrypts as the portal does.
    pub(in crate::gift) fn seal(text: &str, bearer: &str) -> String {
        let bytes = cipher(bearer).encrypt(b"", text.as_bytes());
        format!("{MARK}{}", URL_SAFE_NO_PAD.encode(bytes))
    }

    /// The parts of an envelope, if it can be decoded.
    pub(in crate::gift) fn bytes(text: &str) -> Option<Vec<u8>> {
        URL_SAFE_NO_PAD.decode(text.strip_prefix(MARK)?).ok()
    }

    const BEARER: &str = "eyJhbGciOiJIUzI1NiJ9.sandbox.token";
    const LINK: &str = "https://gift.truemoney.com/campaign/?v=Sb1x7Kq2mN9pR4tV8w";
    const SEALED: &str = concat!(
        "TL1.AAECAwQFBgcICQoLK-p2ORc0tr_OWg26QIxImTNMdys1KGUt7tGKqt7a40MTxZutBUU6B73oiNLr7wvn",
        "bU0Pbr6T-wld_1EVkRVsS3r6kdDKsx4SrQ"
    );

    #[test]
    fn the_worked_example_is_opened() {
        assert_eq!(open(SEALED, BEARER).as_deref(), Some(LINK));
    }

    #[test]
    fn an_envelope_of_another_session_stays_shut() {
        assert_eq!(open(SEALED, "another"), None);
        assert_eq!(open(&SEALED[..40], BEARER), None);
        assert_eq!(open("TL1.", BEARER), None);
        assert_eq!(open("TL1.AAECAwQFBgcICQoL", BEARER), None);
        assert_eq!(open(LINK, BEARER), None);
    }
}
