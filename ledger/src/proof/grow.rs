//! The right edge of the stored tree, as it grows.

use sqlx::PgConnection;

use super::error::{ProofError, SealError};
use crate::journal::Digest;

use super::key::fill;
use super::leaf::{LeafData, leaf_hash, salt, void_leaf_hash};
use super::tile::{LEVELS, Tile, WIDTH, edge};
use super::tree::{Tiles, empty_root};

/// What a leaf is made of, without its salt.
pub(super) struct NewEvent {
    pub(super) position: i64,
    pub(super) recorded_at: i64,
    pub(super) stream_hash: Digest,
    /// Nobody with the journal's key wrote it.
    pub(super) is_void: bool,
}

/// The tiles at the tree's right edge, as they grow.
pub(super) struct Edge {
    size: i64,
    /// By level; a level without a hash is empty.
    tiles: Vec<Growing>,
    full: Vec<(i16, Growing)>,
}

#[derive(Clone, Default)]
struct Growing {
    index: i64,
    hashes: Vec<Digest>,
    seed: Option<[u8; 32]>,
    has_grown: bool,
}

impl Edge {
    /// Reads the edge of a tree of this size.
    pub(super) async fn load(connection: &mut PgConnection, size: i64) -> Result<Self, SealError> {
        let mut tiles: Vec<Growing> = Vec::new();
        let (mut levels, mut indexes) = (Vec::new(), Vec::new());
        for level in 0..LEVELS {
            let (index, width) = edge(level, size);
            tiles.push(Growing {
                index,
                ..Growing::default()
            });
            if width > 0 {
                levels.push(i16::try_from(level).expect("levels are few"));
                indexes.push(index);
            }
        }
        let rows = sqlx::query!(
            "select level, index, hashes, seed from proof_tile
             where (level, index) in (select * from unnest($1::smallint[], $2::bigint[]))",
            &levels,
            &indexes
        )
        .fetch_all(connection)
        .await?;
        for row in rows {
            let level = usize::try_from(row.level).expect("the table has no such levels");
            let (hashes, _) = row.hashes.as_chunks::<32>();
            tiles[level].hashes = hashes.to_vec();
            tiles[level].seed = row.seed.and_then(|seed| seed.try_into().ok());
        }
        for (level, tile) in (0..LEVELS).zip(&tiles) {
            let (_, width) = edge(level, size);
            let has_seed = level > 0 || width == 0 || tile.seed.is_some();
            if tile.hashes.len() != width || !has_seed {
                let what = format!("tile {level}/{} is not {width} wide", tile.index);
                return Err(SealError::Corrupt(what));
            }
        }
        Ok(Self {
            size,
            tiles,
            full: Vec::new(),
        })
    }

    /// Adds an event's leaf.
    pub(super) fn add(&mut self, event: &NewEvent) -> Result<(), SealError> {
        if event.position != self.size + 1 {
            return Err(SealError::Gap {
                after: self.size,
                found: event.position,
            });
        }
        let seed = *self.tiles[0].seed.get_or_insert_with(|| {
            let mut seed = [0; 32];
            fill(&mut seed);
            seed
        });
        let salt = salt(&seed, event.position);
        let leaf = if event.is_void {
            void_leaf_hash(&salt, event.position, &event.stream_hash)
        } else {
            leaf_hash(&LeafData {
                salt,
                position: event.position,
                recorded_at: event.recorded_at,
                stream_hash: event.stream_hash,
            })
        };
        self.size = event.position;
        self.push(leaf);
        Ok(())
    }

    /// Adds a leaf's hash, and what it completes on the levels above.
    fn push(&mut self, leaf: Digest) {
        let mut hash = leaf;
        for (level, tile) in (0..).zip(&mut self.tiles) {
            tile.hashes.push(hash);
            tile.has_grown = true;
            if tile.hashes.len() < WIDTH {
                return;
            }
            let next = Growing {
                index: tile.index + 1,
                ..Growing::default()
            };
            let full = std::mem::replace(tile, next);
            let top = Tile::new(full.hashes.clone()).subtree(super::tile::HEIGHT, 0);
            hash = top.expect("a full tile has a top");
            self.full.push((level, full));
        }
    }

    /// How many leaves the tree has.
    pub(super) fn size(&self) -> i64 {
        self.size
    }

    pub(super) fn root(&self) -> Result<Digest, SealError> {
        if self.size == 0 {
            return Ok(empty_root());
        }
        let mut edges = Tiles::default();
        for (level, tile) in (0..).zip(&self.tiles) {
            if !tile.hashes.is_empty() {
                let grown = Tile::new(tile.hashes.clone());
                edges.0.insert((level, tile.index), grown);
            }
        }
        edges.root(self.size).map_err(|error| match error {
            ProofError::Database(error) => SealError::Database(error),
            error => SealError::Corrupt(error.to_string()),
        })
    }

    /// Writes what has grown; the new tree's size and root.
    pub(super) async fn store(
        self,
        connection: &mut PgConnection,
    ) -> Result<(i64, Digest), SealError> {
        let root = self.root()?;
        let (mut levels, mut indexes) = (Vec::new(), Vec::new());
        let (mut hashes, mut seeds) = (Vec::new(), Vec::new());
        let edges = (0..).zip(self.tiles).filter(|(_, tile)| tile.has_grown);
        for (level, tile) in self.full.into_iter().chain(edges) {
            levels.push(level);
            indexes.push(tile.index);
            hashes.push(tile.hashes.concat());
            seeds.push(tile.seed.map(Vec::from));
        }
        sqlx::query!(
            "insert into proof_tile (level, index, hashes, seed)
             select * from unnest($1::smallint[], $2::bigint[], $3::bytea[], $4::bytea[])
             on conflict (level, index) do update set hashes = excluded.hashes",
            &levels,
            &indexes,
            &hashes,
            &seeds as _
        )
        .execute(connection)
        .await?;
        Ok((self.size, root))
    }
}
