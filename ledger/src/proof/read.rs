//! Proofs out of the stored tiles: each costs a tile a level.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgExecutor, PgPool};

use super::error::ProofError;
use crate::id::WalletId;
use crate::journal::Digest;
use crate::pool::Source;

use super::leaf::SALT_LEN;
use super::receipt::Receipt;
use super::tile::{Tile, TileId};
use super::tree::{Tiles, tiles_of_consistency, tiles_of_inclusion, tiles_of_root};

/// Positions that are proved at once: their tiles are in memory together.
const AT_ONCE: usize = 256;

/// A sealed tree as stored in the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCheckpoint {
    /// Number of leaves.
    pub size: i64,
    /// Root hash of the tree.
    pub root: Digest,
    /// The signed note; with both signatures where one key has handed over to the next.
    pub note: String,
    /// When it was sealed, by the database's clock.
    pub sealed_at: DateTime<Utc>,
}

/// The latest checkpoint; `None` before the first.
pub async fn latest(source: impl Into<Source<'_>>) -> Result<Option<StoredCheckpoint>, ProofError> {
    let mut connection = source.into().acquire().await?;
    // The head's: what else the table may hold was not sealed.
    let size = sealed_size(&mut *connection).await?;
    checkpoint(&mut *connection, size).await
}

/// The checkpoint of a size, if the tree was sealed at it.
pub async fn checkpoint(
    executor: impl PgExecutor<'_>,
    size: i64,
) -> Result<Option<StoredCheckpoint>, ProofError> {
    let row = sqlx::query!(
        r#"select size, root, sealed_at, coalesce((
               select handover from proof_key
               where since_size = size and handover is not null
               order by made_at desc limit 1
           ), note) as "note!"
           from proof_checkpoint where size = $1"#,
        size
    )
    .fetch_optional(executor)
    .await?;
    row.map(|row| {
        Ok(StoredCheckpoint {
            size: row.size,
            root: digest(row.root)?,
            note: row.note,
            sealed_at: row.sealed_at,
        })
    })
    .transpose()
}

/// A checkpoint as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredNote {
    /// How many leaves its tree has.
    pub size: i64,
    /// The signed note, as C2SP writes it.
    pub note: String,
}

/// The checkpoints of trees larger than `size`, the smallest first, at most `limit`.
pub async fn checkpoints_after(
    pool: &PgPool,
    size: i64,
    limit: i64,
) -> Result<Vec<StoredNote>, sqlx::Error> {
    sqlx::query_as!(
        StoredNote,
        "select size, note from proof_checkpoint where size > $1 order by size limit $2",
        size,
        limit,
    )
    .fetch_all(pool)
    .await
}

/// How many leaves the tree has.
pub async fn sealed_size(executor: impl PgExecutor<'_>) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!("select size from proof_head where is_only")
        .fetch_one(executor)
        .await
}

/// The tree's root at any size that it has had.
pub async fn root(pool: &PgPool, size: i64) -> Result<Digest, ProofError> {
    reach(&mut *pool.acquire().await?, size).await?;
    let mut tiles = Tiles::default();
    load(pool, tiles_of_root(size), &mut tiles).await?;
    tiles.root(size)
}

/// The proof that the tree of size `from` is the beginning of the tree of size `to`.
///
/// Empty from 0 (every tree begins so) and where both are the same.
pub async fn consistency(pool: &PgPool, from: i64, to: i64) -> Result<Vec<Digest>, ProofError> {
    if from > to {
        let what = format!("a tree of {to} leaves does not begin with {from}");
        return Err(ProofError::OutOfRange(what));
    }
    let mut connection = pool.acquire().await?;
    reach(&mut connection, from).await?;
    reach(&mut connection, to).await?;
    if from == 0 {
        return Ok(Vec::new());
    }
    let mut tiles = Tiles::default();
    load(&mut *connection, tiles_of_consistency(from, to), &mut tiles).await?;
    tiles.consistency(from, to)
}

/// The proofs that these events are in the tree of this size, in the order of the question.
pub async fn inclusion(
    source: impl Into<Source<'_>>,
    positions: &[i64],
    size: i64,
) -> Result<Vec<Vec<Digest>>, ProofError> {
    let mut connection = source.into().acquire().await?;
    reach(&mut connection, size).await?;
    for position in positions {
        if *position < 1 {
            let what = format!("there is no event at {position}");
            return Err(ProofError::OutOfRange(what));
        }
        if *position > size {
            return Err(ProofError::NotSealed {
                size,
                wanted: *position,
            });
        }
    }
    // In the journal's order, so that neighbours share their tiles.
    let mut order: Vec<usize> = (0..positions.len()).collect();
    order.sort_by_key(|place| positions[*place]);
    let mut paths = vec![Vec::new(); positions.len()];
    let mut tiles = Tiles::default();
    for places in order.chunks(AT_ONCE) {
        let needed = places
            .iter()
            .flat_map(|place| tiles_of_inclusion(positions[*place], size))
            .collect();
        load(&mut *connection, needed, &mut tiles).await?;
        for place in places {
            paths[*place] = tiles.inclusion(positions[*place], size)?;
        }
        // Leaves' tiles are many and each is needed once; those above are few.
        tiles.0.retain(|(level, _), _| *level > 0);
    }
    Ok(paths)
}

/// The receipts of a wallet's events for the tree of this size, in the order of the question.
pub async fn receipts(
    source: impl Into<Source<'_>>,
    wallet: WalletId,
    positions: &[i64],
    size: i64,
) -> Result<Vec<Receipt>, ProofError> {
    let mut paths: HashMap<i64, Vec<Digest>> = HashMap::new();
    let mut connection = source.into().acquire().await?;
    let found = inclusion(&mut *connection, positions, size).await?;
    paths.extend(positions.iter().copied().zip(found));
    // Event by event along its key, whatever the planner believes: by wallet, a long life would
    // be read as a whole for each of its events.
    let rows = sqlx::query!(
        r#"select event.position as "position!", event.sequence as "sequence!",
                  event.event_type as "event_type!", event.event_version as "event_version!",
                  event.payload::text as "payload!", event.metadata::text as "metadata!",
                  event.state_hash as "state_hash?", event.recorded_at as "recorded_at!",
                  tile.seed as "seed!", (
                      select before.stream_hash from event as before
                      where before.wallet_id = event.wallet_id
                        and before.sequence = event.sequence - 1
                  ) as "before?"
           from unnest($1::bigint[]) as wanted (position)
           cross join lateral (
               select * from event as found where found.position = wanted.position offset 0
           ) as event
           join proof_tile as tile
             on tile.level = 0 and tile.index = (wanted.position - 1) / 256
           where event.wallet_id = $2"#,
        positions,
        wallet.0
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut receipts = HashMap::with_capacity(rows.len());
    for row in rows {
        let position = row.position;
        let seed: [u8; 32] = digest(row.seed)?;
        let receipt = Receipt {
            position,
            wallet_id: wallet,
            sequence: row.sequence,
            event_type: row.event_type,
            event_version: row.event_version,
            payload: row.payload,
            metadata: row.metadata,
            state_hash: row.state_hash.map(digest).transpose()?,
            before: row.before.map(digest).transpose()?.unwrap_or_default(),
            recorded_at: row.recorded_at.timestamp_micros(),
            salt: super::leaf::salt(&seed, position),
            tree_size: size,
            path: paths.get(&position).cloned().unwrap_or_default(),
        };
        receipts.insert(position, receipt);
    }
    let found = |position: &i64| receipts.get(position).cloned();
    let missing = |position: &i64| ProofError::NoEvent {
        position: *position,
    };
    positions
        .iter()
        .map(|position| found(position).ok_or_else(|| missing(position)))
        .collect()
}

/// The salts of these events' leaves, in the order of the question.
pub(super) async fn salts(
    connection: &mut PgConnection,
    positions: &[i64],
) -> Result<Vec<[u8; SALT_LEN]>, ProofError> {
    let rows = sqlx::query!(
        r#"select tile.seed as "seed!"
           from unnest($1::bigint[]) with ordinality as wanted (position, place)
           join proof_tile as tile
             on tile.level = 0 and tile.index = (wanted.position - 1) / 256
           order by wanted.place"#,
        positions
    )
    .fetch_all(connection)
    .await?;
    let salts = rows.into_iter().zip(positions).map(|(row, position)| {
        let seed: [u8; 32] = digest(row.seed)?;
        Ok(super::leaf::salt(&seed, *position))
    });
    salts.collect()
}

/// An error where the tree has never had this size.
async fn reach(connection: &mut PgConnection, wanted: i64) -> Result<(), ProofError> {
    if wanted < 0 {
        return Err(ProofError::OutOfRange(format!(
            "no tree has {wanted} leaves"
        )));
    }
    let size = sealed_size(connection).await?;
    if wanted > size {
        return Err(ProofError::NotSealed { size, wanted });
    }
    Ok(())
}

/// Reads the tiles that are not there yet.
pub(super) async fn load(
    source: impl PgExecutor<'_>,
    needed: BTreeSet<TileId>,
    tiles: &mut Tiles,
) -> Result<(), ProofError> {
    let (mut levels, mut indexes) = (Vec::new(), Vec::new());
    for (level, index) in needed {
        if !tiles.0.contains_key(&(level, index)) {
            levels.push(i16::try_from(level).expect("levels are few"));
            indexes.push(index);
        }
    }
    if levels.is_empty() {
        return Ok(());
    }
    let rows = sqlx::query!(
        "select level, index, hashes from proof_tile
         where (level, index) in (select * from unnest($1::smallint[], $2::bigint[]))",
        &levels,
        &indexes
    )
    .fetch_all(source)
    .await?;
    // Hundreds of hashes a tile: not in a thread that others wait for.
    let hashing = tokio::task::spawn_blocking(move || {
        let tiles = rows.into_iter().map(|row| {
            let level = u32::try_from(row.level).expect("the table has no such levels");
            let tile = Tile::from_bytes(&row.hashes).ok_or_else(|| {
                ProofError::Corrupt(format!("tile {level}/{} has a wrong length", row.index))
            })?;
            Ok(((level, row.index), tile))
        });
        tiles.collect::<Result<Vec<_>, ProofError>>()
    });
    let hashed = hashing.await.expect("hashing does not panic")?;
    tiles.0.extend(hashed);
    Ok(())
}

fn digest(bytes: Vec<u8>) -> Result<Digest, ProofError> {
    bytes
        .try_into()
        .map_err(|_| ProofError::Corrupt("a hash has a wrong length".to_owned()))
}
