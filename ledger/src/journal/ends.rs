//! Where every stream ended at a position of the journal. Reads only, and checks no chain.

use std::collections::HashMap;

use futures_util::TryStreamExt as _;
use sqlx::{PgConnection, PgExecutor};

use super::stored::{Decoder, select_stored};
use super::{Digest, JournalError, JournalKey};
use crate::id::WalletId;
use crate::wallet::HOUSE;

/// How far back it may be: the events behind the position are looked through.
const BEHIND_MAX: i64 = 100_000;

/// The end of a stream at a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamAt {
    /// Number of its last event up to that position.
    pub sequence: i64,
    /// The stream's hash after that event.
    pub stream_hash: Digest,
}

/// Void rows of the house's stream that are passed over. Behind more of them, nothing is said of the house.
const VOIDS_MAX: i64 = 8;

/// The end of the house's stream at a position, without what somebody else wrote; `None` before its first event.
pub(crate) async fn end_of_house(
    executor: impl PgExecutor<'_>,
    key: Option<&JournalKey>,
    position: i64,
) -> Result<Option<StreamAt>, sqlx::Error> {
    let rows = select_stored!(
        "from event where wallet_id = $1 and position <= $2 order by sequence desc limit $3",
        HOUSE.0,
        position,
        VOIDS_MAX,
    )
    .fetch_all(executor)
    .await?;
    let decoder = Decoder::new(key);
    let last = rows.into_iter().find(|row| decoder.is_genuine(row));
    Ok(last.and_then(|row| {
        Some(StreamAt {
            sequence: row.sequence,
            stream_hash: row.stream_hash.try_into().ok()?,
        })
    }))
}

/// The ends of all streams that had an event by then; `None` where that is too long ago. To be read in a
/// snapshot.
pub async fn ends_at(
    connection: &mut PgConnection,
    position: i64,
) -> Result<Option<HashMap<WalletId, StreamAt>>, JournalError> {
    let head = super::feed::head(&mut *connection).await?;
    if head - position > BEHIND_MAX {
        return Ok(None);
    }
    let mut rows = sqlx::query!(
        r#"select head.wallet_id, coalesce(late.sequence - 1, head.version) as "sequence!",
                  coalesce(late.before, head.stream_hash) as "stream_hash!"
           from stream_head as head left join (
               select later.wallet_id, min(later.sequence) as sequence, (
                   select before.stream_hash from event as before
                   where before.wallet_id = later.wallet_id
                     and before.sequence = min(later.sequence) - 1
               ) as before
               from event as later where later.position > $1 group by later.wallet_id
           ) as late on late.wallet_id = head.wallet_id
           where coalesce(late.sequence, 2) > 1"#,
        position
    )
    .fetch(connection);
    let mut ends = HashMap::new();
    while let Some(row) = rows.try_next().await? {
        let wallet_id = WalletId(row.wallet_id);
        let stream_hash = row.stream_hash.try_into();
        let stream_hash = stream_hash.map_err(|_| JournalError::Corrupt {
            wallet_id,
            what: "the stream's hash has a wrong length".to_owned(),
        })?;
        let end = StreamAt {
            sequence: row.sequence,
            stream_hash,
        };
        ends.insert(wallet_id, end);
    }
    Ok(Some(ends))
}
