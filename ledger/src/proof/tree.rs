//! The tree's proofs over stored tiles.

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use tlog_tiles::tlog::{self, Hash, HashReader};

use super::error::ProofError;
use crate::journal::Digest;

use super::tile::{HEIGHT, Tile, TileId};

/// A proof does not show what it should.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the proof does not lead to the root")]
pub struct ProofMismatch;

/// The root of the tree without leaves.
#[must_use]
pub fn empty_root() -> Digest {
    tlog::EMPTY_HASH.0
}

/// Checks that a leaf is number `position - 1` in the tree of this size and root.
pub fn check_inclusion(
    leaf: &Digest,
    position: i64,
    path: &[Digest],
    size: i64,
    root: &Digest,
) -> Result<(), ProofMismatch> {
    let index = unsigned(position).ok_or(ProofMismatch)?.wrapping_sub(1);
    let size = unsigned(size).ok_or(ProofMismatch)?;
    if index >= size {
        return Err(ProofMismatch);
    }
    tlog::check_record(&hashes(path), size, Hash(*root), index, Hash(*leaf))
        .map_err(|_| ProofMismatch)
}

/// Checks that the tree of the smaller size is the beginning of the tree of the larger one.
///
/// Every tree begins with the one without leaves, and with itself.
pub fn check_consistency(
    path: &[Digest],
    old_size: i64,
    old_root: &Digest,
    new_size: i64,
    new_root: &Digest,
) -> Result<(), ProofMismatch> {
    let old = unsigned(old_size).ok_or(ProofMismatch)?;
    let new = unsigned(new_size).ok_or(ProofMismatch)?;
    if old == 0 {
        let is_empty = path.is_empty() && *old_root == empty_root();
        return if is_empty { Ok(()) } else { Err(ProofMismatch) };
    }
    tlog::check_tree(&hashes(path), new, Hash(*new_root), old, Hash(*old_root))
        .map_err(|_| ProofMismatch)
}

/// Tiles in memory, as far as they were needed.
#[derive(Default)]
pub(super) struct Tiles(pub(super) HashMap<TileId, Tile>);

impl Tiles {
    pub(super) fn inclusion(&self, position: i64, size: i64) -> Result<Vec<Digest>, ProofError> {
        self.prove(|reader| tlog::prove_record(count(size), count(position - 1), reader))
    }

    pub(super) fn consistency(&self, from: i64, to: i64) -> Result<Vec<Digest>, ProofError> {
        self.prove(|reader| tlog::prove_tree(count(to), count(from), reader))
    }

    pub(super) fn root(&self, size: i64) -> Result<Digest, ProofError> {
        tlog::tree_hash(count(size), &Reader(self))
            .map(|hash| hash.0)
            .map_err(|error| corrupt(&error))
    }

    fn prove(
        &self,
        proof: impl Fn(&Reader<'_>) -> Result<Vec<Hash>, tlog::Error>,
    ) -> Result<Vec<Digest>, ProofError> {
        let path = proof(&Reader(self)).map_err(|error| corrupt(&error))?;
        Ok(path.into_iter().map(|hash| hash.0).collect())
    }
}

/// The tiles that a tree's root needs.
pub(super) fn tiles_of_root(size: i64) -> BTreeSet<TileId> {
    needed(|reader| tlog::tree_hash(count(size), reader).map(drop))
}

/// The tiles that the proof of a leaf needs.
pub(super) fn tiles_of_inclusion(position: i64, size: i64) -> BTreeSet<TileId> {
    needed(|reader| tlog::prove_record(count(size), count(position - 1), reader).map(drop))
}

/// The tiles that the proof of a beginning needs.
pub(super) fn tiles_of_consistency(from: i64, to: i64) -> BTreeSet<TileId> {
    needed(|reader| tlog::prove_tree(count(to), count(from), reader).map(drop))
}

/// The tiles that a computation needs. It requests all its hashes at once; this runs it until that
/// request is refused and notes the hashes.
fn needed(computation: impl Fn(&RequestedHashes) -> Result<(), tlog::Error>) -> BTreeSet<TileId> {
    let requested = RequestedHashes::default();
    // It fails unless it needs no hash; the sizes were checked before.
    drop(computation(&requested));
    let indexes = requested.0.into_inner();
    indexes.into_iter().map(|index| place(index).0).collect()
}

#[derive(Default)]
struct RequestedHashes(RefCell<Vec<u64>>);

impl HashReader for RequestedHashes {
    fn read_hashes(&self, indexes: &[u64]) -> Result<Vec<Hash>, tlog::Error> {
        self.0.borrow_mut().extend(indexes);
        Err(tlog::Error::IndexesNotInTree)
    }
}

struct Reader<'a>(&'a Tiles);

impl HashReader for Reader<'_> {
    fn read_hashes(&self, indexes: &[u64]) -> Result<Vec<Hash>, tlog::Error> {
        let read = |index: &u64| {
            let (tile, height, number) = place(*index);
            let tile = self.0.0.get(&tile);
            tile.and_then(|tile| tile.subtree(height, number))
                .map(Hash)
                .ok_or(tlog::Error::IndexesNotInTree)
        };
        indexes.iter().map(read).collect()
    }
}

/// Where a hash is stored: the tile, the height in it, and the number at that height.
fn place(index: u64) -> (TileId, u32, usize) {
    let (level, number) = tlog::split_stored_hash_index(index);
    let (tile_level, height) = (u32::from(level) / HEIGHT, u32::from(level) % HEIGHT);
    let in_tile = HEIGHT - height;
    let tile = i64::try_from(number >> in_tile).expect("no journal has as many events");
    let number = usize::try_from(number % (1 << in_tile)).expect("a tile has 256 hashes");
    ((tile_level, tile), height, number)
}

fn hashes(path: &[Digest]) -> Vec<Hash> {
    path.iter().copied().map(Hash).collect()
}

fn unsigned(number: i64) -> Option<u64> {
    u64::try_from(number).ok()
}

fn count(number: i64) -> u64 {
    unsigned(number).expect("sizes and positions are looked at before")
}

fn corrupt(error: &tlog::Error) -> ProofError {
    ProofError::Corrupt(error.to_string())
}
