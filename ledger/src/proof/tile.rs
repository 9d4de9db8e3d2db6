//! Tiles: the tree's hashes in rows of 256, as C2SP's tlog-tiles cuts them.

use sha2::{Digest as _, Sha256};

use crate::journal::Digest;

/// Prefix of two hashes when their node is hashed (RFC 6962).
const NODE: [u8; 1] = [1];

/// The hash of a node.
#[must_use]
pub fn node(left: &Digest, right: &Digest) -> Digest {
    let mut hash = Sha256::new();
    hash.update(NODE);
    hash.update(left);
    hash.update(right);
    hash.finalize().into()
}

/// The height of a tile: what it holds at its bottom are `1 << HEIGHT` hashes.
pub const HEIGHT: u32 = 8;
/// Hashes of a full tile.
pub const WIDTH: usize = 1 << HEIGHT;
/// Levels of tiles: more than any journal has.
pub const LEVELS: u32 = 8;

/// Which tile: its level, and its place from the left.
pub type TileId = (u32, i64);

/// Adjacent hashes of a level, and everything that follows from them.
#[derive(Debug, Clone)]
pub struct Tile {
    /// By height in the tile: the hashes as stored, and above them their complete subtrees.
    rows: Vec<Vec<Digest>>,
}

impl Tile {
    /// A tile of these hashes, at most [`WIDTH`] of them.
    #[must_use]
    pub fn new(hashes: Vec<Digest>) -> Self {
        let mut rows = vec![hashes];
        while let Some(below) = rows.last().filter(|row| row.len() > 1) {
            let pairs = below.as_chunks::<2>().0;
            let above = pairs.iter().map(|[left, right]| node(left, right));
            rows.push(above.collect());
        }
        Self { rows }
    }

    /// A tile as it is stored: its hashes without gaps.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (hashes, rest) = bytes.as_chunks::<32>();
        let is_whole = rest.is_empty() && (1..=WIDTH).contains(&hashes.len());
        is_whole.then(|| Self::new(hashes.to_vec()))
    }

    /// The hash of the complete subtree of this height that is number `index` in the tile.
    #[must_use]
    pub fn subtree(&self, height: u32, index: usize) -> Option<Digest> {
        let row = self.rows.get(usize::try_from(height).ok()?)?;
        row.get(index).copied()
    }
}

/// Where a tree of `size` leaves ends at a level: the tile, and how many hashes it has there.
///
/// A width of zero: the level ends with a full tile, or has none.
#[must_use]
pub fn edge(level: u32, size: i64) -> (i64, usize) {
    let shift = HEIGHT * level;
    let count = if shift < 63 { size >> shift } else { 0 };
    let width = usize::try_from(count % 256).expect("a remainder is small and no size negative");
    (count / 256, width)
}
