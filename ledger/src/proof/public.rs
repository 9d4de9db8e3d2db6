//! The tree as it is published: tiles of hashes by C2SP's tlog-tiles, from which anybody computes its roots.

use std::collections::BTreeSet;

use sqlx::PgExecutor;

use super::error::ProofError;
use super::tile::{LEVELS, Tile, TileId, WIDTH, edge};

use super::tree::{Tiles, tiles_of_root};
use crate::journal::Digest;

/// How the number of a tile is cut in its path.
const GROUP: i64 = 1_000;

/// A tile, or its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicTile {
    id: TileId,
    /// How many hashes of it, 1 to 256.
    width: usize,
}

impl PublicTile {
    /// Reads the path of a tile below a log's prefix, such as `tile/0/x001/067.p/8`, in its only spelling.
    #[must_use]
    pub fn read(path: &str) -> Option<Self> {
        let rest = path.strip_prefix("tile/")?;
        let (place, width) = match rest.split_once(".p/") {
            Some((place, width)) => (place, width.parse().ok()?),
            None => (rest, WIDTH),
        };
        let (level, index) = place.split_once('/')?;
        let tile = Self {
            id: (level.parse().ok()?, read_index(index)?),
            width,
        };
        let is_tile = tile.id.0 < LEVELS && (1..=WIDTH).contains(&width);
        (is_tile && tile.path() == path).then_some(tile)
    }

    /// Its path below a log's prefix.
    #[must_use]
    pub fn path(&self) -> String {
        let (level, mut rest) = self.id;
        let mut index = format!("{:03}", rest % GROUP);
        while rest >= GROUP {
            rest /= GROUP;
            index = format!("x{:03}/{index}", rest % GROUP);
        }
        if self.width == WIDTH {
            format!("tile/{level}/{index}")
        } else {
            format!("tile/{level}/{index}.p/{}", self.width)
        }
    }

    /// How many bytes it has.
    #[must_use]
    pub fn byte_count(&self) -> usize {
        self.width * size_of::<Digest>()
    }
}

/// A number in groups of three digits, each but the last after an `x`.
fn read_index(text: &str) -> Option<i64> {
    let groups = text
        .split('/')
        .map(|group| group.strip_prefix('x').unwrap_or(group));
    let digits: String = groups.collect();
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten()
}

/// The bytes of a tile; none where the tree does not reach that far.
pub async fn published(
    executor: impl PgExecutor<'_>,
    tile: PublicTile,
) -> Result<Option<Vec<u8>>, ProofError> {
    let (level, index) = tile.id;
    let hashes = sqlx::query_scalar!(
        "select hashes from proof_tile where level = $1 and index = $2",
        i16::try_from(level).unwrap_or(i16::MAX),
        index
    )
    .fetch_optional(executor)
    .await?;
    Ok(hashes.and_then(|mut hashes| {
        let is_there = hashes.len() >= tile.byte_count();
        hashes.truncate(tile.byte_count());
        is_there.then_some(hashes)
    }))
}

/// The tiles from which the roots of two trees follow, the smaller one first. Both follow from the same hashes,
/// so the smaller tree is the beginning of the larger one.
#[must_use]
pub fn tiles_of_both(from: i64, to: i64) -> Vec<PublicTile> {
    let ids: BTreeSet<TileId> = tiles_of_root(from)
        .into_iter()
        .chain(tiles_of_root(to))
        .collect();
    let tiles = ids.into_iter().map(|id| {
        let (last, width) = edge(id.0, to);
        let width = if id.1 < last { WIDTH } else { width };
        PublicTile { id, width }
    });
    tiles.collect()
}

/// The roots at some sizes by published tiles; none where a tile is missing or has another width.
#[must_use]
pub fn roots_of(tiles: &[(PublicTile, Vec<u8>)], sizes: [i64; 2]) -> Option<[Digest; 2]> {
    let mut read = Tiles::default();
    for (tile, bytes) in tiles {
        let hashes = Tile::from_bytes(bytes).filter(|_| bytes.len() == tile.byte_count())?;
        read.0.insert(tile.id, hashes);
    }
    let [from, to] = sizes;
    Some([read.root(from).ok()?, read.root(to).ok()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_has_one_path() {
        for path in [
            "tile/0/000",
            "tile/0/000.p/1",
            "tile/0/x001/x234/067",
            "tile/2/003.p/255",
        ] {
            let tile = PublicTile::read(path);
            assert_eq!(tile.map(|tile| tile.path()).as_deref(), Some(path));
        }
        for wrong in [
            "",
            "tile",
            "tile/0",
            "tile/0/0",
            "tile/0/0000",
            "tile/0/x000/001",
            "tile/00/000",
            "tile/0/000.p/0",
            "tile/0/000.p/256",
            "tile/0/000.p/01",
            "tile/entries/000",
            "tile/data/000",
            "tile/8/0/000",
            "tile/0/-01",
            "tile/64/000",
            "tile/0/x999/x999/x999/x999/x999/x999/x999/999",
        ] {
            assert_eq!(PublicTile::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn two_roots_need_the_tiles_at_their_edges() {
        let paths = |from, to| -> Vec<String> {
            tiles_of_both(from, to)
                .iter()
                .map(PublicTile::path)
                .collect()
        };
        assert_eq!(paths(1, 3), ["tile/0/000.p/3"]);
        assert_eq!(paths(256, 256), ["tile/1/000.p/1"]);
        assert_eq!(
            paths(3, 300),
            ["tile/0/000", "tile/0/001.p/44", "tile/1/000.p/1"]
        );
    }
}
