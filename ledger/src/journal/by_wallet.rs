//! The journal wallet by wallet: for a check that has room for some wallets at a time.

use futures_util::stream::BoxStream;
use sqlx::{PgExecutor, PgPool};

use super::feed::read_balanced;
use super::stored::{Decoder, select_stored};
use super::{JournalError, JournalKey, RecordedEvent};
use crate::id::WalletId;

/// A place in the order of the wallets' ids and their sequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamPlace {
    /// Id of the wallet.
    pub wallet_id: WalletId,
    /// Number of an event in its stream.
    pub sequence: i64,
}

/// An event that is read for a check.
#[derive(Debug)]
pub struct CheckedEvent {
    /// Its place in the journal.
    pub position: i64,
    /// Its place in its stream.
    pub place: StreamPlace,
    /// The event, or its damage.
    pub event: Result<RecordedEvent, JournalError>,
}

/// Reads the streams of wallets one after the other: the events behind a place, up to the end of the
/// stream of `last`, at most `limit`.
///
/// Unlike the feed it continues behind damage, because it is there to find it.
pub async fn read_streams(
    executor: impl PgExecutor<'_>,
    key: Option<&JournalKey>,
    after: StreamPlace,
    last: WalletId,
    limit: i64,
) -> Result<Vec<CheckedEvent>, sqlx::Error> {
    let rows = select_stored!(
        "from event
           where (wallet_id, sequence) > ($1, $2) and wallet_id <= $3
           order by wallet_id, sequence
           limit $4",
        after.wallet_id.0,
        after.sequence,
        last.0,
        limit
    )
    .fetch_all(executor)
    .await?;
    let decoder = Decoder::new(key);
    let events = rows.iter().map(|row| CheckedEvent {
        position: row.position,
        place: StreamPlace {
            wallet_id: WalletId(row.wallet_id),
            sequence: row.sequence,
        },
        event: read_balanced(&decoder, row),
    });
    Ok(events.collect())
}

/// The last place of every stream by the journal's heads, in the order of the wallets' ids.
#[must_use]
pub fn last_places(pool: &PgPool) -> BoxStream<'_, Result<StreamPlace, sqlx::Error>> {
    let heads = sqlx::query!("select wallet_id, version from stream_head order by wallet_id");
    let places = heads.map(|row| StreamPlace {
        wallet_id: WalletId(row.wallet_id),
        sequence: row.version,
    });
    places.fetch(pool)
}
