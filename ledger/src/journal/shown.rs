//! A stretch of a wallet's stream as a statement shows it: every event, without its content.

use sqlx::PgExecutor;

use super::chain::{Digest, content};
use super::facts::{Facts, hashed_facts};
use super::stored::{Decoder, StoredEvent, select_stored};
use super::{JournalError, JournalKey};
use crate::id::WalletId;

/// An event that is shown without its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownEvent {
    /// Its place in the journal.
    pub position: i64,
    /// Its place in the wallet's stream.
    pub sequence: i64,
    /// The type as stored.
    pub event_type: String,
    /// What is shown of it.
    pub facts: ShownFacts,
    /// The digest of everything else.
    pub content: Digest,
    /// The stream's hash after the event.
    pub stream_hash: Digest,
}

/// What is known of an event whose content is not shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShownFacts {
    /// The holder of the journal's key wrote it.
    Genuine(Facts),
    /// Anybody else did: its facts as they are hashed, which are nobody's word.
    Void(Vec<u8>),
}

/// The events of a wallet from one number to another one, in their order.
pub async fn read_shown(
    executor: impl PgExecutor<'_>,
    key: &JournalKey,
    wallet_id: WalletId,
    (first, last): (i64, i64),
) -> Result<Vec<ShownEvent>, JournalError> {
    let rows = select_stored!(
        "from event
           where wallet_id = $1 and sequence between $2 and $3
           order by sequence",
        wallet_id.0,
        first,
        last
    )
    .fetch_all(executor)
    .await?;
    let decoder = Decoder::new(key);
    let shown = rows
        .into_iter()
        .map(|row| shown(&decoder, row).map_err(|what| JournalError::Corrupt { wallet_id, what }));
    shown.collect()
}

fn shown(decoder: &Decoder<'_>, row: StoredEvent) -> Result<ShownEvent, String> {
    let facts = if decoder.is_genuine(&row) {
        let facts = Facts::of(&row.metadata);
        ShownFacts::Genuine(facts.ok_or_else(|| row.unknown("it has no time or no balance"))?)
    } else {
        ShownFacts::Void(hashed_facts(&row.metadata))
    };
    let content = content(&row.link());
    let hash = row.stream_hash.as_slice().try_into();
    Ok(ShownEvent {
        position: row.position,
        sequence: row.sequence,
        stream_hash: hash.map_err(|_| row.unknown("its hash has a wrong length"))?,
        event_type: row.event_type,
        facts,
        content,
    })
}
