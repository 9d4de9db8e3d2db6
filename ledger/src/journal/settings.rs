//! The stream of settings. It is read from copies: the events may be in another database, and a gateway that
//! cannot reach that one starts all the same.

use sqlx::{PgExecutor, PgPool};

use super::stored::{Decoder, select_stored};
use super::{JournalError, JournalKey, RecordedEvent};
use crate::wallet::SETTINGS;

/// The number of the stream's last event; 0 before the first.
pub async fn settings_head(executor: impl PgExecutor<'_>) -> Result<i64, JournalError> {
    let head = sqlx::query_scalar!(
        "select version from stream_head where wallet_id = $1",
        SETTINGS.0
    );
    Ok(head.fetch_optional(executor).await?.unwrap_or_default())
}

/// The changes of settings after a number of their stream, the oldest first.
///
/// Copies what is new. Events that came to lie in another database before any gateway has copied them are not
/// found; gateways look twice a second, and an archive takes events of weeks ago.
pub async fn settings_after(
    pool: &PgPool,
    key: &JournalKey,
    sequence: i64,
) -> Result<Vec<RecordedEvent>, JournalError> {
    // The first position itself, and not the function or the last one before it: only then does the plan leave the
    // archive's tables alone.
    let first = sqlx::query_scalar!(r#"select journal_archived() + 1 as "first!""#);
    let first = first.fetch_one(pool).await?;
    sqlx::query!(
        "insert into setting_event
             (wallet_id, sequence, event_type, event_version, payload, metadata, position, stream_hash,
              state_hash, mac)
         select wallet_id, sequence, event_type, event_version, payload, metadata, position, stream_hash,
                state_hash, mac
         from event
         where wallet_id = $1 and sequence > $2 and position >= $3
         on conflict do nothing",
        SETTINGS.0,
        sequence,
        first,
    )
    .execute(pool)
    .await?;
    settings_copied(pool, key, sequence).await
}

/// Like [`settings_after`], and only what a gateway has copied.
pub async fn settings_copied(
    pool: &PgPool,
    key: &JournalKey,
    sequence: i64,
) -> Result<Vec<RecordedEvent>, JournalError> {
    let rows = select_stored!(
        "from setting_event as event where wallet_id = $1 and sequence > $2 order by sequence",
        SETTINGS.0,
        sequence,
    )
    .fetch_all(pool)
    .await?;
    let decoder = Decoder::new(key);
    let genuine = rows.iter().filter(|row| decoder.is_genuine(row));
    genuine.map(|row| decoder.record(row)).collect()
}
