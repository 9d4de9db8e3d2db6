//! A tree that grows by a leaf at a time, and the rows that its hashes are stored in.

use crate::journal::Digest;
use crate::proof::tile::node;
use crate::proof::tree::empty_root;

/// Leaves under one tile of the lowest level, and hashes of any tile.
pub(super) const WIDTH: i64 = 256;
/// Levels of the tree to a level of tiles.
pub(super) const HEIGHT: usize = 8;

/// A row of `proof_tile`.
#[derive(Debug, Clone)]
pub(super) struct Tile {
    pub(super) hashes: Vec<u8>,
    pub(super) seed: Option<[u8; 32]>,
}

impl Tile {
    /// The hash at a place.
    pub(super) fn hash(&self, place: i64) -> Option<Digest> {
        let start = usize::try_from(place).ok()? * 32;
        self.hashes.get(start..start + 32)?.try_into().ok()
    }

    /// How many hashes it has.
    pub(super) fn width(&self) -> i64 {
        i64::try_from(self.hashes.len() / 32).unwrap_or(i64::MAX)
    }
}

/// The right edge of a tree that grows: the roots of its whole subtrees, by height.
#[derive(Debug, Clone, Default)]
pub(super) struct Edge {
    pub(super) size: i64,
    roots: Vec<Digest>,
}

impl Edge {
    /// Adds a leaf; `on_tile` hears of each hash that a tile above the lowest level gets: level,
    /// index in that level, hash.
    pub(super) fn push(&mut self, leaf: Digest, mut on_tile: impl FnMut(i64, i64, Digest)) {
        let mut hash = leaf;
        let mut index = self.size;
        let mut height = 0;
        while index & 1 == 1 {
            hash = node(&self.roots[height], &hash);
            index >>= 1;
            height += 1;
            if height.is_multiple_of(HEIGHT) {
                let level = i64::try_from(height / HEIGHT).unwrap_or(i64::MAX);
                on_tile(level, index, hash);
            }
        }
        if height == self.roots.len() {
            self.roots.push(hash);
        } else {
            self.roots[height] = hash;
        }
        self.size += 1;
    }

    pub(super) fn root(&self) -> Digest {
        let mut root: Option<Digest> = None;
        for (height, hash) in self.roots.iter().enumerate() {
            if self.size >> height & 1 == 1 {
                root = Some(root.map_or(*hash, |right| node(hash, &right)));
            }
        }
        root.unwrap_or_else(empty_root)
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest as _, Sha256};

    use super::*;

    /// RFC 6962's definition, with no memory of anything.
    fn defined_root(leaves: &[Digest]) -> Digest {
        match leaves {
            [] => Sha256::digest([]).into(),
            [leaf] => *leaf,
            _ => {
                let split = leaves.len().next_power_of_two() / 2;
                let (left, right) = leaves.split_at(split);
                node(&defined_root(left), &defined_root(right))
            }
        }
    }

    #[test]
    fn the_edge_gives_the_standards_root_and_each_tiles_hashes_at_every_size() {
        let mut edge = Edge::default();
        let mut leaves = Vec::new();
        let mut tiles = 0;
        for number in 0..1030_u64 {
            assert_eq!(edge.root(), defined_root(&leaves), "{number}");
            let leaf: Digest = Sha256::digest(number.to_be_bytes()).into();
            leaves.push(leaf);
            edge.push(leaf, |level, index, hash| {
                assert_eq!(level, 1);
                let start = usize::try_from(index).unwrap() * 256;
                assert_eq!(hash, defined_root(&leaves[start..start + 256]));
                tiles += 1;
            });
        }
        assert_eq!(tiles, 4);
    }
}
