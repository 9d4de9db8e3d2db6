//! Reads a stream again to explain it: each event as it is stored with its
//! link checked, and the state that it led to. Reads only; no snapshot is believed or taken.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use cqrs_es::DomainEvent;
use sqlx::{PgExecutor, PgPool};

use super::chain::{Digest, START};
use super::stored::{Decoder, StoredEvent, select_stored};
use super::stream::Stream;
use super::{JournalError, JournalKey, Metadata};
use crate::id::WalletId;
use crate::wallet::{Wallet, WalletEvent};

/// The end of a wallet's stream by the journal's own note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamEnd {
    /// How many events it has.
    pub version: i64,
    /// Where its chain ends.
    pub hash: Digest,
}

/// An event as it lies in the table: not checked yet.
#[derive(Debug)]
pub struct UncheckedEvent(StoredEvent);

/// An event whose link was checked, with the text that was hashed.
#[derive(Debug, Clone)]
pub struct StoryEvent {
    /// Its place in the journal.
    pub position: i64,
    /// Its place in the stream.
    pub sequence: i64,
    /// Its type as stored.
    pub event_type: String,
    /// Its payload, byte for byte as stored.
    pub payload: String,
    /// Who, when and on which request, byte for byte as stored.
    pub metadata: String,
    /// The chain before it.
    pub before: Digest,
    /// The chain up to and with it.
    pub hash: Digest,
    /// What happened, with its data.
    pub event: WalletEvent,
}

/// A wallet folded from its first event up to some event.
#[derive(Debug, Clone)]
pub struct Fold(Stream);

impl Default for Fold {
    fn default() -> Self {
        Self(Stream::empty())
    }
}

/// Where a wallet's stream ends; `None` before its first event.
pub async fn stream_end(
    executor: impl PgExecutor<'_>,
    wallet_id: WalletId,
) -> Result<Option<StreamEnd>, JournalError> {
    let row = sqlx::query!(
        "select version, stream_hash from stream_head where wallet_id = $1",
        wallet_id.0
    )
    .fetch_optional(executor)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let hash = Digest::try_from(row.stream_hash.as_slice())
        .map_err(|_| corrupt(wallet_id, "the head has no hash".to_owned()))?;
    let version = row.version;
    Ok(Some(StreamEnd { version, hash }))
}

/// Reads the events from `first` to `last`, in order.
pub async fn read_stretch(
    pool: &PgPool,
    wallet_id: WalletId,
    first: i64,
    last: i64,
) -> Result<Vec<UncheckedEvent>, JournalError> {
    let rows = select_stored!(
        "from event
           where wallet_id = $1
             and sequence between $2 and $3
           order by sequence",
        wallet_id.0,
        first,
        last
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(UncheckedEvent).collect())
}

/// Reads single events, in order.
pub async fn read_single(
    pool: &PgPool,
    wallet_id: WalletId,
    sequences: &[i64],
) -> Result<Vec<UncheckedEvent>, JournalError> {
    let rows = select_stored!(
        "from event
           where wallet_id = $1
             and sequence = any($2)
           order by sequence",
        wallet_id.0,
        sequences
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(UncheckedEvent).collect())
}

/// When the database took single events, by their sequence. No hash covers it, but the writer of a void
/// event has no say in it, and what that event says of itself is nobody's word.
pub async fn recorded_at(
    pool: &PgPool,
    wallet_id: WalletId,
    sequences: &[i64],
) -> Result<HashMap<i64, DateTime<Utc>>, JournalError> {
    if sequences.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = sqlx::query!(
        "select sequence, recorded_at from event where wallet_id = $1 and sequence = any($2)",
        wallet_id.0,
        sequences,
    )
    .fetch_all(pool)
    .await?;
    let times = rows.into_iter().map(|row| (row.sequence, row.recorded_at));
    Ok(times.collect())
}

impl UncheckedEvent {
    /// Its place in the stream, as stored.
    #[must_use]
    pub fn sequence(&self) -> i64 {
        self.0.sequence
    }

    /// The hash that it carries. A caller that continues from it must check that the chain leads there.
    pub fn claimed_hash(&self) -> Result<Digest, JournalError> {
        let wallet_id = WalletId(self.0.wallet_id);
        Digest::try_from(self.0.stream_hash.as_slice())
            .map_err(|_| corrupt(wallet_id, format!("event {} has no hash", self.0.sequence)))
    }

    /// Checks that it is the event `sequence` behind a hash, and reads it.
    pub fn check(
        self,
        key: &JournalKey,
        before: Digest,
        sequence: i64,
    ) -> Result<StoryEvent, JournalError> {
        let wallet_id = WalletId(self.0.wallet_id);
        let (event, hash) = Decoder::new(key)
            .next(&self.0, &before, sequence)
            .map_err(|what| corrupt(wallet_id, what))?;
        if event == WalletEvent::Void {
            return Ok(StoryEvent {
                position: self.0.position,
                sequence,
                event_type: event.event_type(),
                payload: "{}".to_owned(),
                metadata: Metadata::void().text(),
                before,
                hash,
                event,
            });
        }
        Ok(StoryEvent {
            position: self.0.position,
            sequence,
            event_type: self.0.event_type,
            payload: self.0.payload,
            metadata: self.0.metadata,
            before,
            hash,
            event,
        })
    }
}

impl StoryEvent {
    /// Who, when and on which request.
    pub fn read_metadata(&self, wallet_id: WalletId) -> Result<Metadata, JournalError> {
        serde_json::from_str(&self.metadata).map_err(|error| {
            let sequence = self.sequence;
            corrupt(
                wallet_id,
                format!("the metadata of event {sequence}: {error}"),
            )
        })
    }
}

impl Fold {
    /// The wallet's current state.
    #[must_use]
    pub fn wallet(&self) -> &Wallet {
        &self.0.wallet
    }

    /// How many events were folded.
    #[must_use]
    pub fn version(&self) -> i64 {
        self.0.version()
    }

    /// The end of the chain.
    #[must_use]
    pub fn hash(&self) -> Digest {
        self.0.hash
    }

    /// What an event of this wallet that follows no other would be chained to.
    #[must_use]
    pub const fn start() -> Digest {
        START
    }

    /// Folds the next event; refuses one that does not follow, and one that breaks the books.
    pub fn follow(&mut self, wallet_id: WalletId, next: &StoryEvent) -> Result<(), JournalError> {
        let follows = next.sequence == self.version() + 1
            && next.before == self.0.hash
            && next.position > self.0.position;
        if !follows {
            let what = format!("event {} does not follow", next.sequence);
            return Err(corrupt(wallet_id, what));
        }
        self.0
            .remember(&next.event)
            .map_err(|what| corrupt(wallet_id, what))?;
        self.0.hash = next.hash;
        self.0.position = next.position;
        Ok(())
    }
}

fn corrupt(wallet_id: WalletId, what: String) -> JournalError {
    JournalError::Corrupt { wallet_id, what }
}
