//! A receipt: an event with all that leads from its bytes to a checkpoint's root.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::id::WalletId;
use crate::journal::{Digest, Link, link};

use super::leaf::{LeafData, SALT_LEN, leaf_hash};
use super::tree::{ProofMismatch, check_inclusion};

/// Name of the receipts' format; any change to the format or what it builds on changes the name.
pub const FORMAT: &str = "wallet-receipt/2";

/// An event and its proof. As JSON: numbers are texts, hashes hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Wire", try_from = "Wire")]
pub struct Receipt {
    /// The event's position in the journal.
    pub position: i64,
    /// Id of the wallet.
    pub wallet_id: WalletId,
    /// Its place in that wallet's stream.
    pub sequence: i64,
    /// The type as stored.
    pub event_type: String,
    /// The version as stored.
    pub event_version: String,
    /// The payload's text as stored, byte for byte.
    pub payload: String,
    /// The metadata's text as stored, byte for byte.
    pub metadata: String,
    /// Digest of the state after the event, where a snapshot was taken.
    pub state_hash: Option<Digest>,
    /// The stream's hash before the event; zeros before the first.
    pub before: Digest,
    /// When the database took the event: microseconds since 1970, UTC.
    pub recorded_at: i64,
    /// Random salt of the leaf.
    pub salt: [u8; SALT_LEN],
    /// The tree that the path is for.
    pub tree_size: i64,
    /// From the leaf to the root.
    pub path: Vec<Digest>,
}

impl Receipt {
    /// The stream's hash after the event.
    #[must_use]
    pub fn stream_hash(&self) -> Digest {
        link(
            &self.before,
            &Link {
                wallet_id: self.wallet_id,
                sequence: self.sequence,
                event_type: &self.event_type,
                event_version: &self.event_version,
                payload: &self.payload,
                metadata: &self.metadata,
                state_hash: self.state_hash.as_ref().map(Digest::as_slice),
            },
        )
    }

    /// The leaf's hash (RFC 6962).
    #[must_use]
    pub fn leaf(&self) -> Digest {
        leaf_hash(&LeafData {
            salt: self.salt,
            position: self.position,
            recorded_at: self.recorded_at,
            stream_hash: self.stream_hash(),
        })
    }

    /// Checks that the event is in the tree of this root.
    pub fn check(&self, root: &Digest) -> Result<(), ProofMismatch> {
        let leaf = self.leaf();
        check_inclusion(&leaf, self.position, &self.path, self.tree_size, root)
    }
}

/// A receipt as it is written.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Wire {
    format: String,
    position: String,
    wallet_id: Uuid,
    sequence: String,
    event_type: String,
    event_version: String,
    payload: String,
    metadata: String,
    state_hash: Option<String>,
    before: String,
    recorded_at: String,
    salt: String,
    tree_size: String,
    path: Vec<String>,
}

impl From<Receipt> for Wire {
    fn from(receipt: Receipt) -> Self {
        Self {
            format: FORMAT.to_owned(),
            position: receipt.position.to_string(),
            wallet_id: receipt.wallet_id.0,
            sequence: receipt.sequence.to_string(),
            event_type: receipt.event_type,
            event_version: receipt.event_version,
            payload: receipt.payload,
            metadata: receipt.metadata,
            state_hash: receipt.state_hash.map(hex::encode),
            before: hex::encode(receipt.before),
            recorded_at: receipt.recorded_at.to_string(),
            salt: hex::encode(receipt.salt),
            tree_size: receipt.tree_size.to_string(),
            path: receipt.path.iter().map(hex::encode).collect(),
        }
    }
}

impl TryFrom<Wire> for Receipt {
    type Error = String;

    fn try_from(wire: Wire) -> Result<Self, String> {
        if wire.format != FORMAT {
            return Err(format!("not a {FORMAT}: {:?}", wire.format));
        }
        Ok(Self {
            position: number(&wire.position)?,
            wallet_id: WalletId(wire.wallet_id),
            sequence: number(&wire.sequence)?,
            event_type: wire.event_type,
            event_version: wire.event_version,
            payload: wire.payload,
            metadata: wire.metadata,
            state_hash: wire.state_hash.as_deref().map(bytes).transpose()?,
            before: bytes(&wire.before)?,
            recorded_at: number(&wire.recorded_at)?,
            salt: bytes(&wire.salt)?,
            tree_size: number(&wire.tree_size)?,
            path: wire
                .path
                .iter()
                .map(|hash| bytes(hash))
                .collect::<Result<_, _>>()?,
        })
    }
}

fn number(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| format!("not a number: {text:?}"))
}

fn bytes<const N: usize>(text: &str) -> Result<[u8; N], String> {
    let mut bytes = [0; N];
    hex::decode_to_slice(text, &mut bytes).map_err(|_| format!("not {N} bytes: {text:?}"))?;
    Ok(bytes)
}
