//! A leaf of the tree: an event, by its stream's hash.

use hmac::{Hmac, Mac};
use sha2::{Digest as _, Sha256};

use crate::journal::Digest;

/// Separates leaves from any other use of SHA-256; a change of format changes it.
const FORMAT: &[u8] = b"wallet-leaf/1";

/// The same for the leaf of a void event.
const VOID: &[u8] = b"wallet-void/2";

/// Prefix of a leaf's data when it is hashed (RFC 6962).
const LEAF: [u8; 1] = [0];

/// Bytes of a salt.
pub const SALT_LEN: usize = 16;

/// What is hashed of an event.
///
/// Its stream's hash covers the event's stored bytes and everything that happened to the wallet
/// before it, so that the sealer reads a hundred bytes of an event and not all of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeafData {
    /// Hides the event from who sees its hash in a neighbour's proof.
    pub salt: [u8; SALT_LEN],
    /// The event's position; its leaf is number `position - 1`.
    pub position: i64,
    /// When the database took it: microseconds since 1970, UTC.
    pub recorded_at: i64,
    /// The chain of its wallet's stream, up to and with it.
    pub stream_hash: Digest,
}

/// The hash of a leaf.
///
/// SHA-256 over, without gaps: one byte 0 (RFC 6962); the text `wallet-leaf/1`; the salt (16 bytes);
/// the position and the time (8 bytes each, big-endian, two's complement); the stream's hash (32
/// bytes).
#[must_use]
pub fn leaf_hash(leaf: &LeafData) -> Digest {
    let mut hash = Sha256::new();
    hash.update(LEAF);
    hash.update(FORMAT);
    hash.update(leaf.salt);
    hash.update(leaf.position.to_be_bytes());
    hash.update(leaf.recorded_at.to_be_bytes());
    hash.update(leaf.stream_hash);
    hash.finalize().into()
}

/// The hash of the leaf at the place of a void event: nobody with the journal's key wrote what lies there.
///
/// SHA-256 over, without gaps: one byte 0 (RFC 6962); the text `wallet-void/2`; the salt (16 bytes); the
/// position (8 bytes, big-endian, two's complement); the stream's hash after the row (32 bytes). Without the
/// last one, any event could be shown behind the void leaf of any row.
#[must_use]
pub fn void_leaf_hash(salt: &[u8; SALT_LEN], position: i64, stream_hash: &Digest) -> Digest {
    let mut hash = Sha256::new();
    hash.update(LEAF);
    hash.update(VOID);
    hash.update(salt);
    hash.update(position.to_be_bytes());
    hash.update(stream_hash);
    hash.finalize().into()
}

/// The salt of an event's leaf: the first 16 bytes of HMAC-SHA-256 over the position (8 bytes,
/// big-endian) with the seed of the leaf's tile.
#[must_use]
pub fn salt(seed: &[u8; 32], position: i64) -> [u8; SALT_LEN] {
    let mut mac = Hmac::<Sha256>::new_from_slice(seed).expect("HMAC takes a key of any length");
    mac.update(&position.to_be_bytes());
    let mac = mac.finalize().into_bytes();
    let mut salt = [0; SALT_LEN];
    salt.copy_from_slice(&mac[..SALT_LEN]);
    salt
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf() -> LeafData {
        LeafData {
            salt: salt(&[7; 32], 3),
            position: 3,
            recorded_at: 1_790_000_000_123_456,
            stream_hash: [9; 32],
        }
    }

    /// The hash of the documented bytes, put together by hand.
    #[test]
    fn the_format_is_the_documented_one() {
        let mut bytes = vec![0];
        bytes.extend(b"wallet-leaf/1");
        bytes.extend(salt(&[7; 32], 3));
        bytes.extend([0, 0, 0, 0, 0, 0, 0, 3]);
        bytes.extend(1_790_000_000_123_456_i64.to_be_bytes());
        bytes.extend([9; 32]);
        assert_eq!(bytes.len(), 1 + 13 + 16 + 8 + 8 + 32);
        let digest: Digest = Sha256::digest(&bytes).into();
        assert_eq!(leaf_hash(&leaf()), digest);
        assert_eq!(
            hex::encode(digest),
            "b799c1065ee8438c0847c7d9d88211af35368fefe9d44c98e716fc2a9d5490d1"
        );
        assert_eq!(
            hex::encode(salt(&[7; 32], 3)),
            "7202c3651aee40d93484ba79c955b2aa"
        );
    }

    #[test]
    fn a_change_of_any_part_changes_the_hash() {
        let hash = leaf_hash(&leaf());
        for changed in [
            LeafData {
                salt: [0; 16],
                ..leaf()
            },
            LeafData {
                position: 4,
                ..leaf()
            },
            LeafData {
                recorded_at: 0,
                ..leaf()
            },
            LeafData {
                stream_hash: [8; 32],
                ..leaf()
            },
        ] {
            assert_ne!(leaf_hash(&changed), hash, "{changed:?}");
        }
        assert_ne!(salt(&[7; 32], 3), salt(&[7; 32], 4));
        assert_ne!(salt(&[7; 32], 3), salt(&[8; 32], 3));
    }
}
