//! The MAC of an event: a right to insert rows is no right to write history.
//!
//! Who may write to the database can append a row that looks like an event. Only the holder of the
//! installation's key can make one that is believed: whatever reads an event checks its MAC.

use std::fmt;
use std::sync::Arc;

use hmac::{Hmac, Mac};
use sha2::Sha256;

use super::chain::{KIND, Link};

/// An event's MAC as stored.
pub type EventMac = [u8; MAC_LEN];

/// Bytes of a MAC: the first half of an HMAC-SHA-256.
const MAC_LEN: usize = 16;

/// Begins what is authenticated; a change of format changes it.
const FORMAT: u8 = 1;

/// The key that authenticates the events of one journal. Cheap to clone.
#[derive(Clone)]
pub struct JournalKey {
    /// HMAC with the key's own work done.
    keyed: Arc<Hmac<Sha256>>,
}

impl JournalKey {
    /// The key of these bytes, which no other journal has.
    #[must_use]
    pub fn new(key: &[u8; 32]) -> Self {
        let keyed = Hmac::new_from_slice(key).expect("HMAC takes a key of any length");
        Self {
            keyed: Arc::new(keyed),
        }
    }

    /// HMAC-SHA-256 over, without gaps: one byte 1 (the format); the stream's kind (`wallet`) as its
    /// length (8 bytes, big-endian) and its UTF-8 bytes; the wallet id (16 bytes); the sequence (8
    /// bytes, big-endian); type, version, payload and metadata, each as its length and its bytes; the
    /// stream's hash after the event (32 bytes). The first 16 bytes of it.
    ///
    /// The texts are covered directly, though the hash covers them too: a reader of the log knows no
    /// hash before, and checks an event by itself.
    #[must_use]
    pub fn mac(&self, event: &Link<'_>, stream_hash: &[u8]) -> EventMac {
        let hash = self.over(event, stream_hash).finalize().into_bytes();
        *hash.first_chunk().expect("it is longer")
    }

    /// Whether a stored MAC is the event's. Takes a time that reveals nothing.
    pub(crate) fn is_right(&self, event: &Link<'_>, stream_hash: &[u8], mac: &[u8]) -> bool {
        let hash = self.over(event, stream_hash);
        mac.len() == MAC_LEN && hash.verify_truncated_left(mac).is_ok()
    }

    fn over(&self, event: &Link<'_>, stream_hash: &[u8]) -> Hmac<Sha256> {
        let mut hash = Hmac::clone(&self.keyed);
        hash.update(&[FORMAT]);
        update_with_length(&mut hash, KIND);
        hash.update(event.wallet_id.0.as_bytes());
        hash.update(&event.sequence.to_be_bytes());
        for text in [
            event.event_type,
            event.event_version,
            event.payload,
            event.metadata,
        ] {
            update_with_length(&mut hash, text);
        }
        hash.update(stream_hash);
        hash
    }
}

impl fmt::Debug for JournalKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JournalKey")
    }
}

/// The key of journals that no installation has: of tests and benchmarks.
impl Default for JournalKey {
    fn default() -> Self {
        Self::new(&[0; 32])
    }
}

fn update_with_length(hash: &mut Hmac<Sha256>, text: &str) {
    hash.update(&(text.len() as u64).to_be_bytes());
    hash.update(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::id::WalletId;

    fn event() -> Link<'static> {
        Link {
            wallet_id: WalletId(Uuid::from_u128(7)),
            sequence: 3,
            event_type: "WithdrawalRequested",
            event_version: "1.0.0",
            payload: r#"{"amount":"1.00"}"#,
            metadata: "{}",
            state_hash: None,
        }
    }

    /// Computed from the documented bytes by another program (Python's `hmac`).
    #[test]
    fn the_format_is_the_documented_one() {
        let mac = JournalKey::new(&[9; 32]).mac(&event(), &[5; 32]);
        assert_eq!(hex::encode(mac), "185be1890b9815efa56a65842e224b07");
    }

    #[test]
    fn another_event_another_place_or_another_key_has_another_mac() {
        let key = JournalKey::new(&[9; 32]);
        let mac = key.mac(&event(), &[5; 32]);
        assert!(key.is_right(&event(), &[5; 32], &mac));
        let others = [
            Link {
                wallet_id: WalletId(Uuid::from_u128(8)),
                ..event()
            },
            Link {
                sequence: 4,
                ..event()
            },
            Link {
                event_type: "WithdrawalRequested1",
                event_version: ".0.0",
                ..event()
            },
            Link {
                event_version: "1.0.1",
                ..event()
            },
            Link {
                payload: r#"{"amount":"9.00"}"#,
                ..event()
            },
            Link {
                metadata: "{ }",
                ..event()
            },
        ];
        for other in others {
            assert!(!key.is_right(&other, &[5; 32], &mac), "{other:?}");
        }
        assert!(!key.is_right(&event(), &[6; 32], &mac));
        assert!(!JournalKey::default().is_right(&event(), &[5; 32], &mac));
        for cut in [&mac[..0], &mac[..15], &[&mac[..], &[0]].concat()] {
            assert!(!key.is_right(&event(), &[5; 32], cut));
        }
    }

    #[test]
    fn a_key_is_never_shown() {
        assert_eq!(format!("{:?}", JournalKey::new(&[9; 32])), "JournalKey");
    }
}
