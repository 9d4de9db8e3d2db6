//! The hash chain of a wallet's stream: changing an event changes every later hash.

use sha2::{Digest as _, Sha256};

use super::facts::{Facts, hashed};
use crate::id::WalletId;

/// A SHA-256 value.
pub type Digest = [u8; 32];

/// What the first event of a stream is chained to.
pub(super) const START: Digest = [0; 32];

/// Separates these hashes from any other use of SHA-256; a change of format changes it.
const FORMAT: &[u8] = b"ledger-event/3";

/// The same for the digest of an event's content.
const CONTENT: &[u8] = b"ledger-content/1";

/// The kind of a wallet's stream, hashed so that no stream of another kind is taken for a wallet's.
pub(super) const KIND: &str = "wallet";

/// What is hashed of one event: everything that says what happened, nothing that says where it is
/// stored (position and recording time are the database's own).
#[derive(Debug, Clone, Copy)]
pub struct Link<'a> {
    /// Id of the wallet.
    pub wallet_id: WalletId,
    /// Place in the stream, from 1.
    pub sequence: i64,
    /// The event's type as stored.
    pub event_type: &'a str,
    /// The event's version as stored.
    pub event_version: &'a str,
    /// The payload's text as stored, byte for byte.
    pub payload: &'a str,
    /// The metadata's text as stored, byte for byte.
    pub metadata: &'a str,
    /// Digest of the state after the event, where a snapshot was taken.
    pub state_hash: Option<&'a [u8]>,
}

/// The stream's hash after an event.
///
/// SHA-256 over, without gaps: the text `ledger-event/3`; the hash before (32 bytes, zeros before
/// the first event); the stream's kind, today always `wallet`, as its length (8 bytes, big-endian)
/// and its UTF-8 bytes; the wallet id (16 bytes); the sequence (8 bytes, big-endian); the type as its
/// length and its bytes like the kind; the [facts](super::hashed_facts); the content's [digest](content).
///
/// The content enters as a digest: a proof can show an event's type and facts without it.
#[must_use]
pub fn link(before: &Digest, event: &Link<'_>) -> Digest {
    link_with(before, event, Facts::of(event.metadata))
}

/// The same for a writer, who knows the facts and need not read them out of what it has just written.
pub(crate) fn link_with(before: &Digest, event: &Link<'_>, facts: Option<Facts>) -> Digest {
    let mut hash = Sha256::new();
    hash.update(FORMAT);
    hash.update(before);
    update_with_length(&mut hash, KIND);
    hash.update(event.wallet_id.0.as_bytes());
    hash.update(event.sequence.to_be_bytes());
    update_with_length(&mut hash, event.event_type);
    hash.update(hashed(facts));
    hash.update(content(event));
    hash.finalize().into()
}

/// The digest of everything in an event that a statement does not show.
///
/// SHA-256 over, without gaps: the text `ledger-content/1`; the version as its length (8 bytes,
/// big-endian) and its bytes; SHA-256 of the payload and SHA-256 of the metadata (32 bytes each); then
/// one byte 0, or one byte 1 and the state's digest (32 bytes).
#[must_use]
pub fn content(event: &Link<'_>) -> Digest {
    let mut hash = Sha256::new();
    hash.update(CONTENT);
    update_with_length(&mut hash, event.event_version);
    hash.update(digest(event.payload));
    hash.update(digest(event.metadata));
    match event.state_hash {
        None => hash.update([0]),
        Some(state) => {
            hash.update([1]);
            hash.update(state);
        }
    }
    hash.finalize().into()
}

/// The length keeps a byte from crossing unseen from one text to the next.
fn update_with_length(hash: &mut Sha256, text: &str) {
    hash.update((text.len() as u64).to_be_bytes());
    hash.update(text.as_bytes());
}

/// SHA-256 of a text.
pub(crate) fn digest(text: &str) -> Digest {
    Sha256::digest(text.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn event() -> Link<'static> {
        Link {
            wallet_id: WalletId(Uuid::from_u128(7)),
            sequence: 1,
            event_type: "Opened",
            event_version: "1.0.0",
            payload: r#"{"Opened":{"currency":"THB"}}"#,
            metadata: "{}",
            state_hash: None,
        }
    }

    /// The hashes are those of Python's `hashlib` over the bytes that [`link`] documents.
    #[test]
    fn the_format_is_the_one_that_stored_streams_were_hashed_with() {
        let first = link(&START, &event());
        assert_eq!(
            hex::encode(first),
            "6383c24f6444cf468eed3f9395561675ca0a7145582054e1c16464cc50f2f107"
        );
        let second = Link {
            sequence: 2,
            metadata: r#"{"at":"2026-11-21T03:05:00.123456789Z","main":{"amount":"500.10","currency":"THB"}}"#,
            state_hash: Some(&[9; 32]),
            ..event()
        };
        assert_eq!(
            hex::encode(link(&first, &second)),
            "2c067d7a4a52852328622b8e934b0e13b8e53577dd89ab27cd477d982be92537"
        );
    }

    #[test]
    fn a_change_of_any_part_changes_the_hash() {
        let hash = link(&START, &event());
        let state = [9; 32];
        let changed = [
            Link {
                wallet_id: WalletId(Uuid::from_u128(8)),
                ..event()
            },
            Link {
                sequence: 2,
                ..event()
            },
            Link {
                event_type: "Openee",
                ..event()
            },
            Link {
                event_version: "1.0.1",
                ..event()
            },
            Link {
                payload: "{}",
                ..event()
            },
            Link {
                metadata: "[]",
                ..event()
            },
            Link {
                state_hash: Some(&state),
                ..event()
            },
            // A byte that crosses from one text to the next is seen as well.
            Link {
                event_type: "Opened1",
                event_version: ".0.0",
                ..event()
            },
            Link {
                payload: "",
                metadata: r#"{"Opened":{"currency":"THB"}}{}"#,
                ..event()
            },
        ];
        for event in changed {
            assert_ne!(link(&START, &event), hash, "{event:?}");
        }
        assert_ne!(link(&hash, &event()), hash);
    }
}
