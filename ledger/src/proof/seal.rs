//! Sealing: new events become leaves, and the tree's new root is signed.
//!
//! One transaction takes in what has come, the tiles that it changes and the checkpoint. Dying
//! anywhere leaves all of it or nothing; the lock of `proof_head` lets one hand at a time work, so
//! that there is one tree however many gateways seal.

use std::collections::HashMap;

use sqlx::{PgConnection, PgPool};

use crate::journal::Digest;

use super::ProofError;
use super::key::{Signer, current_key, fill};
use super::leaf::{LeafData, leaf_hash, salt};
use super::note::{Checkpoint, NoteError};
use super::tile::{LEVELS, Tile, WIDTH, edge};
use super::tree::Tiles;

/// After so many leaves commands get their turn on the thread.
const YIELD_EVERY: usize = 512;

/// Why nothing was sealed.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// The database did not answer.
    #[error("the database is not available: {0}")]
    Database(#[from] sqlx::Error),
    /// Another key signs this log.
    #[error("this key is not the one that signs the log")]
    NotCurrent,
    /// A position is missing.
    #[error("the journal goes on from {after} with {found}")]
    Gap {
        /// The last position before the gap.
        after: i64,
        /// The first one behind it.
        found: i64,
    },
    /// Events that were sealed are gone.
    #[error("the journal ends at {journal}, it was sealed up to {sealed}")]
    Cut {
        /// Where the tree ends.
        sealed: i64,
        /// Where the journal ends.
        journal: i64,
    },
    /// What is stored contradicts itself.
    #[error("the proof log is damaged: {0}")]
    Corrupt(String),
    /// The checkpoint cannot be written.
    #[error(transparent)]
    Note(#[from] NoteError),
}

/// A tree that was sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sealed {
    /// How many leaves it has.
    pub size: i64,
    /// Its root.
    pub root: Digest,
}

/// Seals the events that have come since, at most `max_events` of them.
///
/// `None`: there is nothing new, or another process is at it.
pub async fn seal(
    pool: &PgPool,
    signer: &Signer,
    max_events: i64,
) -> Result<Option<Sealed>, SealError> {
    let mut transaction = pool.begin().await?;
    let Some(head) = sqlx::query!(
        r#"select size, (select position from log_head where is_only) as "journal!"
           from proof_head where is_only for update skip locked"#
    )
    .fetch_optional(&mut *transaction)
    .await?
    else {
        return Ok(None);
    };
    if current_key(&mut transaction).await? != Some(signer.key_id()) {
        return Err(SealError::NotCurrent);
    }
    if head.journal < head.size {
        return Err(SealError::Cut {
            sealed: head.size,
            journal: head.journal,
        });
    }
    // Read in a later statement than the head, which may have waited for nobody but be old.
    let events = new_events(&mut transaction, head.size, max_events).await?;
    if events.is_empty() {
        return Ok(None);
    }
    let mut right_edge = Edge::load(&mut transaction, head.size).await?;
    for some in events.chunks(YIELD_EVERY) {
        for event in some {
            right_edge.add(event)?;
        }
        tokio::task::yield_now().await;
    }
    let (size, root) = right_edge.store(&mut transaction).await?;
    let checkpoint = Checkpoint {
        origin: signer.origin().to_owned(),
        size,
        root,
    };
    sqlx::query!(
        "with moved as (update proof_head set size = $1 where is_only)
         insert into proof_checkpoint (size, root, note) values ($1, $2, $3)",
        size,
        root.as_slice(),
        checkpoint.sign(&[signer])?
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(Some(Sealed { size, root }))
}

/// What a leaf is made of, without its salt.
struct NewEvent {
    position: i64,
    recorded_at: i64,
    stream_hash: Digest,
}

async fn new_events(
    connection: &mut PgConnection,
    size: i64,
    max_events: i64,
) -> Result<Vec<NewEvent>, SealError> {
    let rows = sqlx::query!(
        "select position, recorded_at, stream_hash from event
         where position > $1 order by position limit $2",
        size,
        max_events
    )
    .fetch_all(connection)
    .await?;
    let event = |row: (i64, i64, Vec<u8>)| {
        let (position, recorded_at, hash) = row;
        let stream_hash = hash.try_into().map_err(|_| {
            SealError::Corrupt(format!("the hash of event {position} has a wrong length"))
        })?;
        Ok(NewEvent {
            position,
            recorded_at,
            stream_hash,
        })
    };
    rows.into_iter()
        .map(|row| {
            (
                row.position,
                row.recorded_at.timestamp_micros(),
                row.stream_hash,
            )
        })
        .map(event)
        .collect()
}

/// The tiles at the tree's right edge, as they grow.
struct Edge {
    size: i64,
    /// By level; those that have not begun are empty.
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
    async fn load(connection: &mut PgConnection, size: i64) -> Result<Self, SealError> {
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

    fn add(&mut self, event: &NewEvent) -> Result<(), SealError> {
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
        let leaf = LeafData {
            salt: salt(&seed, event.position),
            position: event.position,
            recorded_at: event.recorded_at,
            stream_hash: event.stream_hash,
        };
        self.size = event.position;
        self.push(leaf_hash(&leaf));
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

    /// Writes what has grown; the new tree's size and root.
    async fn store(self, connection: &mut PgConnection) -> Result<(i64, Digest), SealError> {
        let mut edges = Tiles(HashMap::new());
        for (level, tile) in (0..).zip(&self.tiles) {
            if !tile.hashes.is_empty() {
                let grown = Tile::new(tile.hashes.clone());
                edges.0.insert((level, tile.index), grown);
            }
        }
        let root = edges.root(self.size).map_err(|error| match error {
            ProofError::Database(error) => SealError::Database(error),
            error => SealError::Corrupt(error.to_string()),
        })?;
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
