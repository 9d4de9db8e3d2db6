//! The journal in its one order: what projections and processes follow.

use sqlx::PgExecutor;

use super::stored::{Decoder, StoredEvent, select_stored};
use super::{JournalError, JournalKey, RecordedEvent};
use crate::id::WalletId;
use crate::posting::is_balanced;
use crate::wallet::WalletEvent;

/// The last committed position; 0 for an empty journal.
pub async fn head(executor: impl PgExecutor<'_>) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!("select position from log_head")
        .fetch_one(executor)
        .await
}

/// The end of a server's journal, and the server's timeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Whereabouts {
    /// The last committed position.
    pub head: i64,
    /// The server's timeline: a standby that takes over begins another one. What was read on one
    /// may never have been on the other.
    pub timeline: String,
}

/// Asks a server for both.
pub async fn whereabouts(executor: impl PgExecutor<'_>) -> Result<Whereabouts, sqlx::Error> {
    sqlx::query_as!(
        Whereabouts,
        r#"select position as head,
                  case when pg_is_in_recovery()
                      then (select lpad(upper(to_hex(timeline_id)), 8, '0')
                            from pg_control_checkpoint())
                      else left(pg_walfile_name(pg_current_wal_lsn()), 8)
                  end as "timeline!"
           from log_head"#
    )
    .fetch_one(executor)
    .await
}

/// Reads events after `after` in journal order, at most `limit`.
///
/// Positions are dense and become visible in their order, so a gap is damage and stops the reader:
/// continuing would lose an event for good. Postings are checked again, what is read may have been
/// tampered with.
pub async fn read_events(
    executor: impl PgExecutor<'_>,
    key: Option<&JournalKey>,
    after: i64,
    limit: i64,
) -> Result<Vec<RecordedEvent>, JournalError> {
    let rows = select_stored!(
        "from event
           where position > $1
           order by position
           limit $2",
        after,
        limit
    )
    .fetch_all(executor)
    .await?;
    let decoder = Decoder::new(key);
    let mut events = Vec::with_capacity(rows.len());
    let mut expected = after;
    for row in rows {
        expected += 1;
        if row.position != expected {
            let what = format!("position {} is in the place of {expected}", row.position);
            return Err(corrupt(&row, what));
        }
        events.push(read_balanced(&decoder, &row)?);
    }
    Ok(events)
}

/// The event of a row, if its postings sum to zero.
pub(super) fn read_balanced(
    decoder: &Decoder<'_>,
    row: &StoredEvent,
) -> Result<RecordedEvent, JournalError> {
    let event = decoder.record(row)?;
    if event.event == WalletEvent::Void {
        let (position, wallet_id) = (event.position, event.wallet_id);
        tracing::error!(position, %wallet_id, "an event was not written with this journal's key");
    }
    if !is_balanced(event.event.postings()).is_ok_and(|is_balanced| is_balanced) {
        let what = format!("the postings of event {} do not sum to zero", row.sequence);
        return Err(corrupt(row, what));
    }
    Ok(event)
}

fn corrupt(row: &StoredEvent, what: String) -> JournalError {
    let wallet_id = WalletId(row.wallet_id);
    JournalError::Corrupt { wallet_id, what }
}
