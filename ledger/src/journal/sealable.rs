//! What the sealer takes of events: their hashes, and of those that nobody with the journal's key wrote
//! only the place.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::mac::JournalKey;
use super::stored::{Decoder, StoredEvent};

/// An event for its leaf.
pub(crate) struct Sealable {
    pub(crate) position: i64,
    pub(crate) recorded_at: DateTime<Utc>,
    pub(crate) stream_hash: Vec<u8>,
    /// Nobody with the journal's key wrote it.
    pub(crate) is_void: bool,
}

/// The events behind a position, at most `limit`.
pub(crate) async fn read_sealable(
    connection: &mut PgConnection,
    key: Option<&JournalKey>,
    after: i64,
    limit: i64,
) -> Result<Vec<Sealable>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select position, wallet_id, sequence, event_type, event_version,
                  payload::text as "payload!", metadata::text as "metadata!",
                  stream_hash, state_hash, mac, recorded_at
           from event
           where position > $1
           order by position
           limit $2"#,
        after,
        limit
    )
    .fetch_all(connection)
    .await?;
    let decoder = Decoder::new(key);
    let events = rows.into_iter().map(|row| {
        let event = StoredEvent {
            position: row.position,
            wallet_id: row.wallet_id,
            sequence: row.sequence,
            event_type: row.event_type,
            event_version: row.event_version,
            payload: row.payload,
            metadata: row.metadata,
            stream_hash: row.stream_hash,
            state_hash: row.state_hash,
            mac: row.mac,
        };
        Sealable {
            position: event.position,
            recorded_at: row.recorded_at,
            is_void: !decoder.is_genuine(&event),
            stream_hash: event.stream_hash,
        }
    });
    Ok(events.collect())
}
