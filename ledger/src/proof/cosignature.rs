//! What witnesses say of a checkpoint: C2SP's tlog-cosignature v1 with Ed25519.
//!
//! A witness is somebody else who signs a checkpoint only when it extends the last one that the witness has
//! signed, so that the log cannot be shown to two people with two histories.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ed25519_dalek::{Signature, Verifier as _, VerifyingKey};
use signed_note::{Note, Signature as Line, is_key_name_valid, key_id};

use super::error::NoteError;
use crate::journal::Digest;

/// The algorithm's number for timestamped Ed25519 signatures of witnesses.
const COSIGNATURE: u8 = 4;

/// Bytes of a time and a signature.
const LENGTH: usize = 8 + 64;

/// The public key of a witness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WitnessVerifier {
    name: String,
    id: u32,
    key: VerifyingKey,
}

/// A witness' signature of a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cosignature {
    /// The signature line with its line end.
    pub line: String,
    /// When the witness signed, by its own clock: seconds since 1970.
    pub time: u64,
}

impl WitnessVerifier {
    /// Reads a verifier key: name, id, and base64 of a byte 4 and the public key.
    pub fn new(verifier: &str) -> Result<Self, NoteError> {
        let malformed = || NoteError::BadVerifier(verifier.to_owned());
        let mut parts = verifier.splitn(3, '+');
        let (name, id, key) = (parts.next(), parts.next(), parts.next());
        let name = name
            .filter(|it| is_key_name_valid(it))
            .ok_or_else(malformed)?;
        let bytes = BASE64_STANDARD.decode(key.unwrap_or_default());
        let bytes = bytes.map_err(|_| malformed())?;
        let Some((&COSIGNATURE, public)) = bytes.split_first() else {
            return Err(malformed());
        };
        let public = public.try_into().map_err(|_| malformed())?;
        let found = Self {
            name: name.to_owned(),
            id: key_id(name, &bytes),
            key: VerifyingKey::from_bytes(public).map_err(|_| malformed())?,
        };
        if id == Some(&format!("{:08x}", found.id)) {
            Ok(found)
        } else {
            Err(malformed())
        }
    }

    /// The witness' name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The first of some signature lines that is this witness' and signs the checkpoint of a note.
    #[must_use]
    pub fn find(&self, note: &str, lines: &str) -> Option<Cosignature> {
        let note = Note::from_bytes(note.as_bytes()).ok()?;
        let text = std::str::from_utf8(note.text()).ok()?;
        let mut lines = lines.split_terminator('\n');
        lines.find_map(|line| self.check(text, line))
    }

    fn check(&self, text: &str, line: &str) -> Option<Cosignature> {
        let found = Line::from_bytes(line.as_bytes()).ok()?;
        if found.name() != self.name || found.id() != self.id {
            return None;
        }
        let bytes: &[u8; LENGTH] = found.signature().try_into().ok()?;
        let (time, signature) = bytes.split_first_chunk()?;
        let time = u64::from_be_bytes(*time);
        let signature = Signature::from_slice(signature).ok()?;
        let message = format!("cosignature/v1\ntime {time}\n{text}");
        self.key.verify(message.as_bytes(), &signature).ok()?;
        let line = String::from_utf8(found.to_bytes()).ok()?;
        Some(Cosignature { line, time })
    }
}

/// What a witness is asked with to sign the checkpoint of a note: C2SP's tlog-witness. The path shows that it
/// extends the tree of size `old`, which the witness has signed last.
#[must_use]
pub fn signing_request(old: i64, path: &[Digest], note: &str) -> String {
    let hashes = path.iter().map(|hash| BASE64_STANDARD.encode(hash) + "\n");
    format!("old {old}\n{}\n{note}", hashes.collect::<String>())
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::{Signer as _, SigningKey};

    use super::*;

    const NOTE: &str = "a.example/log\n3\nAgI=\n\n\u{2014} a.example/log AAAAAAE=\n";

    fn key() -> SigningKey {
        SigningKey::from_bytes(&[3; 32])
    }

    fn verifier() -> String {
        let mut bytes = vec![COSIGNATURE];
        bytes.extend(key().verifying_key().as_bytes());
        let id = key_id("w.example/one", &bytes);
        format!("w.example/one+{id:08x}+{}", BASE64_STANDARD.encode(bytes))
    }

    fn line(text: &str, time: u64, signed_time: u64) -> String {
        let message = format!("cosignature/v1\ntime {signed_time}\n{text}");
        let witness = WitnessVerifier::new(&verifier()).unwrap();
        let mut bytes = witness.id.to_be_bytes().to_vec();
        bytes.extend(time.to_be_bytes());
        bytes.extend(key().sign(message.as_bytes()).to_bytes());
        format!("\u{2014} w.example/one {}\n", BASE64_STANDARD.encode(bytes))
    }

    #[test]
    fn a_witness_signs_the_text_and_the_time() {
        let witness = WitnessVerifier::new(&verifier()).unwrap();
        let text = "a.example/log\n3\nAgI=\n";
        let good = line(text, 1_790_000_000, 1_790_000_000);
        let strange = format!("\u{2014} b {}\n", BASE64_STANDARD.encode([6; 2_424]));
        for lines in [
            good.clone(),
            format!("{strange}{good}"),
            format!("{good}{strange}"),
        ] {
            let found = witness.find(NOTE, &lines).unwrap();
            assert_eq!((&found.line, found.time), (&good, 1_790_000_000));
        }
        for wrong in [
            line(text, 1_790_000_001, 1_790_000_000),
            line("a.example/log\n4\nAgI=\n", 7, 7),
            good.replace("one", "two"),
            good.replace('\u{2014}', "-"),
            good[..good.len() - 8].to_owned(),
            strange,
            String::new(),
        ] {
            assert_eq!(witness.find(NOTE, &wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_key_of_another_kind_is_no_witness() {
        let good = verifier();
        assert_eq!(WitnessVerifier::new(&good).unwrap().name(), "w.example/one");
        let of_a_log = good.replace("+BO1", "+AO1");
        for wrong in [
            "",
            "w",
            "w+00000000+BA==",
            &of_a_log,
            &good.replace("one", "two"),
        ] {
            assert!(WitnessVerifier::new(wrong).is_err(), "{wrong}");
        }
    }
}
