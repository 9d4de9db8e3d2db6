//! The proof log: a Merkle tree over the journal's positions, with signed roots.
//!
//! Each event is a leaf (RFC 6962); a sealer signs the tree's root as a C2SP checkpoint, with a key
//! kept outside the database. The holder of a checkpoint can have it proved that an event
//! is in the tree (inclusion) and that a later tree still holds all of it (consistency). Tree proofs
//! are computed by `tlog_tiles` and notes written and opened by `signed_note`; this module adds
//! the leaf ([`leaf`]), the storage of tiles, and the guarantee that a checkpoint is stored together
//! with its tiles or not at all ([`seal()`]).
//!
//! Only keys and salts are random in this crate, and no decision depends on them.

mod assure;
pub mod cosignature;
mod error;
mod grow;
pub mod key;
pub mod leaf;
pub mod liability;
pub mod liability_store;
pub mod memory;
pub mod note;
mod place;
pub mod public;
pub mod read;
pub mod receipt;
pub mod rotate;
pub mod seal;
pub mod statement;
pub mod tile;
pub mod tree;
pub mod verify;
pub mod witnessed;

pub use cosignature::{Cosignature, WitnessVerifier, signing_request};
pub use error::{KeyError, NoteError, ProofError, SealError};
pub use key::{KeyRow, Registered, Signer, keys};
pub use leaf::{LeafData, leaf_hash, salt, void_leaf_hash};
pub use memory::{is_suspended, remembered};
pub use note::{ChainEnd, Checkpoint, open_note};
pub use public::{PublicTile, published, roots_of, tiles_of_both};
pub use read::{StoredCheckpoint, checkpoint, consistency, inclusion, latest, receipts};
pub use receipt::Receipt;
pub use rotate::{OldKey, foreign_key, open_signer, require_key_file, resume, rotate};
pub use seal::{ActLog, NoActs, Sealed, seal};
pub use statement::{LastPlace, Place, ProvenEvent, ProvenStretch, Stretch, proven_event, stretch};
pub use tree::{ProofMismatch, check_consistency, check_inclusion};
pub use witnessed::{WitnessPolicy, keep_cosignature, latest_witnessed, with_cosignatures};
