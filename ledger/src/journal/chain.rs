//! The hash chain of a wallet's stream: changing an event changes every later hash.

use sha2::{Digest as _, Sha256};

use crate::id::WalletId;

/// A SHA-256 value.
pub type Digest = [u8; 32];

/// What the first event of a stream is chained to.
pub(super) const START: Digest = [0; 32];

/// Separates these hashes from any other use of SHA-256; a change of format changes it.
const FORMAT: &[u8] = b"wallet-event/1";

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
/// SHA-256 over, without gaps: the text `wallet-event/1`; the hash before (32 bytes, zeros before
/// the first event); the wallet id (16 bytes); the sequence (8 bytes, big-endian); type, version,
/// payload and metadata, each as its length (8 bytes, big-endian) and its UTF-8 bytes; then one
/// byte 0, or one byte 1 and the state's digest (32 bytes).
#[must_use]
pub fn link(before: &Digest, event: &Link<'_>) -> Digest {
    let mut hash = Sha256::new();
    hash.update(FORMAT);
    hash.update(before);
    hash.update(event.wallet_id.0.as_bytes());
    hash.update(event.sequence.to_be_bytes());
    for text in [
        event.event_type,
        event.event_version,
        event.payload,
        event.metadata,
    ] {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text.as_bytes());
    }
    match event.state_hash {
        None => hash.update([0]),
        Some(state) => {
            hash.update([1]);
            hash.update(state);
        }
    }
    hash.finalize().into()
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

    #[test]
    fn the_format_is_the_one_that_stored_streams_were_hashed_with() {
        assert_eq!(
            hex::encode(link(&START, &event())),
            "f0467004a4476e18cea1dee43907884deef80f71cf77bb1aee385854ce1df9e4"
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
