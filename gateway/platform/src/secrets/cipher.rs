//! AES-256-GCM encryption of secrets, bound to their owners.

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};

use super::random_bytes;

const NONCE_BYTES: usize = 12;

/// Encrypts and decrypts one kind of secret, under a key that is never stored in the database.
#[derive(Clone)]
pub struct Cipher([u8; 32]);

impl Cipher {
    /// The key is derived for this kind of secret alone.
    pub const fn new(key: [u8; 32]) -> Self {
        Self(key)
    }

    /// Returns nonce, ciphertext and tag, concatenated. `owner` is authenticated but not part of the
    /// output: a ciphertext that was copied to another owner cannot be decrypted.
    pub fn encrypt(&self, owner: &[u8], plaintext: &[u8]) -> Vec<u8> {
        let nonce = random_bytes::<NONCE_BYTES>();
        let payload = Payload {
            msg: plaintext,
            aad: owner,
        };
        let mut output = nonce.to_vec();
        output.extend(
            Aes256Gcm::new(&self.0.into())
                .encrypt(Nonce::from_slice(&nonce), payload)
                .expect("a secret is shorter than 64 GiB"),
        );
        output
    }

    /// Returns the plaintext, or `None` if the key, the owner or the bytes differ.
    pub fn decrypt(&self, owner: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, ciphertext) = sealed.split_at_checked(NONCE_BYTES)?;
        let payload = Payload {
            msg: ciphertext,
            aad: owner,
        };
        let cipher = Aes256Gcm::new(&self.0.into());
        cipher.decrypt(Nonce::from_slice(nonce), payload).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_opens_under_its_key_for_its_owner_and_unchanged_only() {
        let (key, other) = (Cipher::new([7; 32]), Cipher::new([8; 32]));
        let sealed = key.encrypt(b"one", b"Secret12");
        assert_eq!(sealed.len(), NONCE_BYTES + 8 + 16);
        assert_eq!(
            key.decrypt(b"one", &sealed).as_deref(),
            Some(&b"Secret12"[..])
        );
        assert_eq!(key.decrypt(b"two", &sealed), None);
        assert_eq!(other.decrypt(b"one", &sealed), None);
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert_eq!(key.decrypt(b"one", &changed), None, "byte {at}");
            assert_eq!(key.decrypt(b"one", &sealed[..at]), None, "cut at {at}");
        }
        assert!(!sealed.windows(8).any(|window| window == b"Secret12"));
        let again = key.encrypt(b"one", b"Secret12");
        assert_ne!(sealed, again, "each has its own nonce");
    }
}
