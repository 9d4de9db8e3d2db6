//! The wire form of a receipt, from which anyone can compute an event's leaf again.
//! `.github/proofs.md` defines the format.

use ledger::journal::Digest;
use ledger::proof;
use serde::Serialize;
use utoipa::ToSchema;

/// An event: the stored fields that are hashed into its leaf, and its path to a checkpoint.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    /// `wallet-receipt/2`.
    #[schema(example = "wallet-receipt/2")]
    format: &'static str,
    /// The event's position in the journal, from 1.
    position: String,
    wallet_id: String,
    /// The event's number in the wallet's stream, from 1.
    sequence: String,
    event_type: String,
    event_version: String,
    /// The event as stored, byte for byte.
    payload: String,
    /// The metadata (actor, time, main wallet after the event) as stored, byte for byte.
    metadata: String,
    /// SHA-256 of the wallet's state in hexadecimal, if a snapshot was taken.
    state_hash: Option<String>,
    /// The stream's hash before this event, in hexadecimal; zeros before the first event.
    before: String,
    /// Microseconds since 1970.
    recorded_at: String,
    /// 16 bytes in hexadecimal.
    salt: String,
    /// Leaves under the checkpoint.
    tree_size: String,
    /// The hashes from the leaf to the root, in hexadecimal.
    path: Vec<String>,
}

impl Receipt {
    /// The wire form of a receipt.
    pub fn of(receipt: &proof::Receipt) -> Self {
        Self {
            format: proof::receipt::FORMAT,
            position: receipt.position.to_string(),
            wallet_id: receipt.wallet_id.to_string(),
            sequence: receipt.sequence.to_string(),
            event_type: receipt.event_type.clone(),
            event_version: receipt.event_version.clone(),
            payload: receipt.payload.clone(),
            metadata: receipt.metadata.clone(),
            state_hash: receipt.state_hash.map(hex::encode),
            before: hex::encode(receipt.before),
            recorded_at: receipt.recorded_at.to_string(),
            salt: hex::encode(receipt.salt),
            tree_size: receipt.tree_size.to_string(),
            path: written(&receipt.path),
        }
    }
}

/// Hashes in hexadecimal.
pub fn written(hashes: &[Digest]) -> Vec<String> {
    hashes.iter().map(hex::encode).collect()
}
