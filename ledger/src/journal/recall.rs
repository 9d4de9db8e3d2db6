//! What a command has led to, found again by its idempotency key.

use sqlx::PgConnection;

use super::stored::{Decoder, select_stored};
use super::{JournalError, JournalKey, RecordedEvent};
use crate::id::WalletId;
use crate::wallet::WalletEvent;

/// An earlier command's outcome.
#[derive(Debug, Clone)]
pub(crate) struct Recalled {
    /// What was asked for then.
    pub(crate) fingerprint: Vec<u8>,
    /// The wallet's sequence after it.
    pub(crate) sequence: i64,
    /// The position that it was answered with.
    pub(crate) position: i64,
    /// Its events; none when there was nothing left to do.
    pub(crate) events: Vec<RecordedEvent>,
}

/// Finds the command that used a key; `None` when no command did.
pub(crate) async fn recall(
    connection: &mut PgConnection,
    journal_key: &JournalKey,
    wallet_id: WalletId,
    key: &str,
) -> Result<Option<Recalled>, JournalError> {
    let Some(row) = sqlx::query!(
        "select fingerprint, sequence, events from idempotency where wallet_id = $1 and key = $2",
        wallet_id.0,
        key
    )
    .fetch_optional(&mut *connection)
    .await?
    else {
        return Ok(None);
    };
    let written = i64::from(row.events);
    // At least one event: it holds the position, even of a command that wrote none itself.
    let rows = select_stored!(
        "from event
           where wallet_id = $1
             and sequence > $2::bigint - greatest($3::bigint, 1)
             and sequence <= $2::bigint
           order by sequence",
        wallet_id.0,
        row.sequence,
        written
    )
    .fetch_all(connection)
    .await?;
    let decoder = Decoder::new(journal_key);
    let mut events = rows
        .iter()
        .map(|row| decoder.record(row))
        .collect::<Result<Vec<_>, _>>()?;
    let position = events.last().map_or(0, |event| event.position);
    if written == 0 {
        events.clear();
    }
    let expected = usize::try_from(written).ok();
    let is_whole = expected == Some(events.len());
    if !is_whole || events.iter().any(|event| event.event == WalletEvent::Void) {
        return Err(JournalError::Corrupt {
            wallet_id,
            what: format!(
                "events of the command that ended at {} are missing",
                row.sequence
            ),
        });
    }
    Ok(Some(Recalled {
        fingerprint: row.fingerprint,
        sequence: row.sequence,
        position,
        events,
    }))
}
