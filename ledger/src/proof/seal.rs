//! Sealing: new events become leaves, and the tree's new root is signed.
//!
//! One transaction takes in what has come, the tiles that it changes and the checkpoint. Dying
//! anywhere leaves all of it or nothing; the lock of `proof_head` lets one hand at a time work, so
//! that there is one tree however many gateways seal.
//!
//! A signature cannot be taken back, and an event that can be read may be missing on every standby:
//! it is fenced before it is signed for, so that no failover makes the log a fork of what was shown.
//! The same fence keeps the act of staff that the checkpoint names: it is read on the same connection,
//! since a fence covers only what its own session has read.

use sqlx::{Connection, PgConnection, PgPool};

use super::error::SealError;
use crate::journal::{Digest, JournalKey, Sealable, end_of_house, fence, read_sealable};

use super::assure::assure;
use super::grow::{Edge, NewEvent};
use super::key::{Signer, current_key};
use super::memory::{Memory, is_suspended};
use super::note::{ChainEnd, Checkpoint};

/// After so many leaves commands get their turn on the thread.
const YIELD_EVERY: usize = 512;

/// A tree that was sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sealed {
    /// How many leaves it has.
    pub size: i64,
    /// Root hash of its tree.
    pub root: Digest,
}

/// Where a checkpoint finds the last act of staff that it names.
pub trait ActLog {
    /// The last act that this connection sees; none if there is none yet.
    fn last(
        &self,
        connection: &mut PgConnection,
    ) -> impl Future<Output = Result<Option<ChainEnd>, SealError>> + Send;
}

/// A log without acts, for an installation without staff.
#[derive(Debug, Clone, Copy)]
pub struct NoActs;

impl ActLog for NoActs {
    async fn last(&self, _: &mut PgConnection) -> Result<Option<ChainEnd>, SealError> {
        Ok(None)
    }
}

/// Seals the events that have come since, at most `max_events` of them; the checkpoint also says
/// how far staff's acts went.
///
/// An event without the right MAC of `key` gets the leaf of a void one, so that a row that somebody with the
/// application's role appends stops no proof. Without a key each event gets its own leaf.
///
/// `None`: there is nothing new, or another process is at it.
pub async fn seal(
    pool: &PgPool,
    signer: &Signer,
    key: Option<&JournalKey>,
    max_events: i64,
    acts: &impl ActLog,
) -> Result<Option<Sealed>, SealError> {
    let mut connection = pool.acquire().await?;
    let last_act = acts.last(&mut connection).await?;
    let kept = kept_position(&mut connection).await?;
    let mut transaction = connection.begin().await?;
    let new = New {
        key,
        kept,
        max_events,
        last_act,
    };
    match grow(&mut transaction, signer, new).await {
        Ok(Some((sealed, note))) => {
            transaction.commit().await?;
            Memory::confirm(signer.folder(), note).await?;
            Ok(Some(sealed))
        }
        // At once, not whenever the connection is used again: the next one passes over a lock.
        outcome => {
            let ended = transaction.rollback().await;
            outcome?;
            ended?;
            Ok(None)
        }
    }
}

/// How far the journal goes; behind a fence if there is anything to seal.
async fn kept_position(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    let head = sqlx::query!(
        r#"select size, (select position from log_head where is_only) as "journal!"
           from proof_head where is_only"#
    )
    .fetch_one(&mut *connection)
    .await?;
    if head.journal > head.size {
        fence(connection).await?;
    }
    Ok(head.journal)
}

/// What a seal may take in.
struct New<'a> {
    /// Separates the gateway's events from void ones.
    key: Option<&'a JournalKey>,
    /// How far the journal is kept whatever fails.
    kept: i64,
    max_events: i64,
    last_act: Option<ChainEnd>,
}

/// Adds what is new and kept and signs it; to be committed. With the note.
async fn grow(
    transaction: &mut PgConnection,
    signer: &Signer,
    new: New<'_>,
) -> Result<Option<(Sealed, String)>, SealError> {
    let Some(head) = sqlx::query!(
        r#"select size, (select position from log_head where is_only) as "journal!"
           from proof_head where is_only for update skip locked"#
    )
    .fetch_optional(&mut *transaction)
    .await?
    else {
        return Ok(None);
    };
    if current_key(&mut *transaction).await? != Some(signer.key_id()) {
        return Err(SealError::NotCurrent);
    }
    if is_suspended(signer.folder()) {
        return Err(SealError::Suspended);
    }
    if head.journal < head.size {
        return Err(SealError::Cut {
            sealed: head.size,
            journal: head.journal,
        });
    }
    // Read in a later statement than the head, which may have waited for nobody but be old.
    let count = new.max_events.min(new.kept - head.size).max(0);
    let events = new_events(&mut *transaction, new.key, head.size, count).await?;
    if events.is_empty() {
        return Ok(None);
    }
    let mut right_edge = Edge::load(&mut *transaction, head.size).await?;
    let before = assure(&mut *transaction, signer, &signer.verifier(), &right_edge).await?;
    for some in events.chunks(YIELD_EVERY) {
        for event in some {
            right_edge.add(event)?;
        }
        tokio::task::yield_now().await;
    }
    let (size, root) = right_edge.store(&mut *transaction).await?;
    let checkpoint = Checkpoint {
        origin: signer.origin().to_owned(),
        size,
        root,
        last_act: new.last_act,
        last_of_house: last_of_house(&mut *transaction, new.key, size).await?,
    };
    let note = checkpoint.sign(&[signer])?;
    Memory::begin(signer.folder(), before, Some(note.clone())).await?;
    keep(transaction, &checkpoint, &note).await?;
    Ok(Some((Sealed { size, root }, note)))
}

async fn keep(
    connection: &mut PgConnection,
    checkpoint: &Checkpoint,
    note: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "with moved as (update proof_head set size = $1 where is_only)
         insert into proof_checkpoint (size, root, note) values ($1, $2, $3)",
        checkpoint.size,
        checkpoint.root.as_slice(),
        note
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The last event of the house that the tree of this size has.
async fn last_of_house(
    connection: &mut PgConnection,
    key: Option<&JournalKey>,
    size: i64,
) -> Result<Option<ChainEnd>, SealError> {
    let end = end_of_house(connection, key, size).await?;
    Ok(end.map(|end| ChainEnd {
        number: end.sequence,
        hash: end.stream_hash,
    }))
}

async fn new_events(
    connection: &mut PgConnection,
    key: Option<&JournalKey>,
    size: i64,
    max_events: i64,
) -> Result<Vec<NewEvent>, SealError> {
    let events = read_sealable(connection, key, size, max_events).await?;
    let event = |event: Sealable| {
        let position = event.position;
        let stream_hash = event.stream_hash.try_into().map_err(|_| {
            SealError::Corrupt(format!("the hash of event {position} has a wrong length"))
        })?;
        Ok(NewEvent {
            position,
            recorded_at: event.recorded_at.timestamp_micros(),
            stream_hash,
            is_void: event.is_void,
        })
    };
    events.into_iter().map(event).collect()
}
