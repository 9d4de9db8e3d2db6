//! Checks, before anything is signed, that this is the log that was signed last.
//!
//! A signature cannot be withdrawn. The database is believed only as far as it leads to the
//! checkpoint that the key has signed and to the one that is remembered outside.

use sqlx::PgConnection;

use super::error::{ProofError, SealError};
use crate::journal::Digest;

use super::grow::Edge;
use super::key::Signer;
use super::leaf::{LeafData, leaf_hash, salt, void_leaf_hash};
use super::memory::{Memory, opened};
use super::note::{Checkpoint, open_note};
use super::read::load;
use super::tree::{Tiles, check_consistency, tiles_of_consistency};

/// Refuses a tree that this verifier's key has not signed, or that does not extend what the signer
/// remembers. Returns the note to extend.
///
/// To be asked under the lock of `proof_head`.
pub(super) async fn assure(
    connection: &mut PgConnection,
    signer: &Signer,
    verifier: &str,
    edge: &Edge,
) -> Result<Option<String>, SealError> {
    let (size, root) = (edge.size(), edge.root()?);
    if size > 0 {
        look_at_checkpoint(connection, verifier, size, &root).await?;
        look_at_last_leaf(connection, size).await?;
    }
    let memory = Memory::read(signer.folder()).await?;
    if let Some(signed) = memory.signed.as_deref().and_then(opened) {
        if signed.origin != signer.origin() {
            let name = signed.origin;
            return Err(SealError::Forked(format!("proof.sealed is of {name:?}")));
        }
        if !goes_on(connection, &signed, size, &root).await? {
            let what = format!("it does not extend the {} signed events", signed.size);
            return Err(SealError::Forked(what));
        }
    }
    // One that did not come to be, or came to be elsewhere, was never shown to anybody.
    match memory.signing.as_deref().and_then(opened) {
        Some(signing) if goes_on(connection, &signing, size, &root).await? => Ok(memory.signing),
        _ => Ok(memory.signed),
    }
}

async fn look_at_checkpoint(
    connection: &mut PgConnection,
    verifier: &str,
    size: i64,
    root: &Digest,
) -> Result<(), SealError> {
    let row = sqlx::query!(
        r#"select root, coalesce((
               select handover from proof_key where until_size is null and since_size = size
           ), note) as "note!"
           from proof_checkpoint where size = $1"#,
        size
    )
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else {
        let what = format!("there is no checkpoint of {size} events");
        return Err(SealError::Forked(what));
    };
    let signed = open_note(&row.note, &[verifier.to_owned()])
        .map_err(|error| SealError::Forked(format!("its checkpoint of {size} events: {error}")))?;
    if row.root == root && (signed.size, &signed.root) == (size, root) {
        return Ok(());
    }
    let what = format!("its tiles do not lead to the checkpoint of {size} events");
    Err(SealError::Forked(what))
}

/// Events that were cut off may have been followed by others.
async fn look_at_last_leaf(connection: &mut PgConnection, size: i64) -> Result<(), SealError> {
    let row = sqlx::query!(
        r#"select event.recorded_at, event.stream_hash, tile.seed,
                  substring(
                      tile.hashes from ((event.position - 1) % 256 * 32 + 1)::integer for 32
                  ) as "hash!"
           from event
           join proof_tile as tile
             on tile.level = 0 and tile.index = (event.position - 1) / 256
           where event.position = $1"#,
        size
    )
    .fetch_optional(connection)
    .await?;
    let leaf = row.as_ref().and_then(|row| {
        let seed: [u8; 32] = row.seed.as_deref()?.try_into().ok()?;
        let salt = salt(&seed, size);
        let stream_hash = row.stream_hash.as_slice().try_into().ok()?;
        let event = leaf_hash(&LeafData {
            salt,
            position: size,
            recorded_at: row.recorded_at.timestamp_micros(),
            stream_hash,
        });
        Some([event, void_leaf_hash(&salt, size, &stream_hash)])
    });
    if leaf.is_some_and(|leaves| row.is_some_and(|row| leaves.iter().any(|leaf| row.hash == leaf)))
    {
        return Ok(());
    }
    let what = format!("event {size} is not the one that was sealed");
    Err(SealError::Forked(what))
}

/// Whether a tree begins with that one.
async fn goes_on(
    connection: &mut PgConnection,
    before: &Checkpoint,
    size: i64,
    root: &Digest,
) -> Result<bool, SealError> {
    if before.size >= size {
        return Ok((before.size, &before.root) == (size, root));
    }
    let mut tiles = Tiles::default();
    let needed = tiles_of_consistency(before.size, size);
    let read = load(&mut *connection, needed, &mut tiles).await;
    match read.and_then(|()| tiles.consistency(before.size, size)) {
        Ok(path) => {
            let begins = check_consistency(&path, before.size, &before.root, size, root);
            Ok(begins.is_ok())
        }
        Err(ProofError::Database(error)) => Err(SealError::Database(error)),
        Err(error) => Err(SealError::Corrupt(error.to_string())),
    }
}
