//! The events that staff must answer for.

use serde_json::Value;
use sqlx::PgConnection;

use super::stored::{Decoder, StoredEvent};
use super::{JournalError, JournalKey};
use crate::id::WalletId;

/// An event in the name of staff, or one that only a decision of staff leaves.
#[derive(Debug, Clone)]
pub struct StaffEvent {
    /// Its position in the journal.
    pub position: i64,
    /// Whose stream it belongs to, as stored.
    pub wallet: String,
    /// Type, as stored or shown.
    pub kind: String,
    /// Its payload, as stored.
    pub payload: Value,
    /// Who of staff caused it; `None` where it was somebody else.
    pub actor: Option<String>,
    /// The request that it came with.
    pub request: Option<String>,
    /// The key of the command that wrote it, where it had one.
    pub key: Option<String>,
}

struct Row {
    stored: StoredEvent,
    key: Option<String>,
}

/// Staff's events after `after` and up to `upto`, oldest first. With the journal's key, without those that
/// somebody else wrote: nobody of staff answers for them, and they carry out no decision.
///
/// The statement reads each event between the two positions, so the caller chooses how long it may
/// take: a long journal is read in stretches.
pub async fn staff_events(
    connection: &mut PgConnection,
    key: Option<&JournalKey>,
    after: i64,
    upto: i64,
) -> Result<Vec<StaffEvent>, JournalError> {
    let decoder = Decoder::new(key);
    let rows = select(connection, after, upto).await?.into_iter();
    let genuine = rows.filter(|row| decoder.is_genuine(&row.stored));
    genuine.map(Row::read).collect()
}

async fn select(
    connection: &mut PgConnection,
    after: i64,
    upto: i64,
) -> Result<Vec<Row>, sqlx::Error> {
    // `offset 0` makes the planner look the keys up event by event, with the primary key's index on
    // the wallet. A join could begin with the table of keys, which grows with the journal.
    let rows = sqlx::query!(
        r#"select event.position, event.wallet_id, event.sequence, event.event_type, event.event_version,
                  event.payload::text as "payload!", event.metadata::text as "metadata!",
                  event.stream_hash, event.state_hash, event.mac, named.key as "key?"
           from event left join lateral (
               select key from idempotency
               where idempotency.wallet_id = event.wallet_id and event.sequence <= sequence
                 and event.sequence > sequence - events
               offset 0
           ) as named on true
           where event.position > $1 and event.position <= $2
             and (event.metadata -> 'actor' ->> 'kind' = 'staff'
                  or event.event_type in ('Corrected', 'Frozen', 'Unfrozen', 'VoidDeclared',
                                          'WithdrawalReleased', 'ManualDepositCredited',
                                          'ManualDepositRejected', 'QrRejected', 'CoinsGiven')
                  or event.payload #>> '{Reward,GrantEnded,outcome}' = 'CANCELLED'
                  or event.payload #>> '{Reward,GrantActivated,kind}' = 'COUPON'
                     and event.payload #>> '{Reward,GrantActivated,coupon}' is null)
           order by event.position"#,
        after,
        upto,
    )
    .fetch_all(connection)
    .await?
    .into_iter();
    let rows = rows.map(|row| Row {
        stored: StoredEvent {
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
        },
        key: row.key,
    });
    Ok(rows.collect())
}

impl Row {
    fn read(self) -> Result<StaffEvent, JournalError> {
        let Self { stored, key } = self;
        let wallet_id = WalletId(stored.wallet_id);
        let value = |text: &str| {
            serde_json::from_str::<Value>(text).map_err(|error| JournalError::Corrupt {
                wallet_id,
                what: stored.unknown(&error.to_string()),
            })
        };
        let (payload, metadata) = (value(&stored.payload)?, value(&stored.metadata)?);
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let actor = &metadata["actor"];
        Ok(StaffEvent {
            position: stored.position,
            wallet: wallet_id.0.to_string(),
            actor: (actor["kind"] == "staff")
                .then(|| text(&actor["id"]))
                .flatten(),
            request: text(&metadata["requestId"]),
            kind: stored.event_type,
            payload,
            key,
        })
    }
}
