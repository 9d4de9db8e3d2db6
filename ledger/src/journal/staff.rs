//! The events that staff must answer for.

use futures_util::stream::BoxStream;
use serde_json::Value;
use sqlx::PgPool;

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

/// Staff's events up to a position, oldest first.
#[must_use]
pub fn staff_events(pool: &PgPool, head: i64) -> BoxStream<'_, Result<StaffEvent, sqlx::Error>> {
    sqlx::query_as!(
        StaffEvent,
        r#"select event.position, event.wallet_id::text as "wallet!", event.event_type as kind,
                  event.payload as "payload: Value",
                  case event.metadata -> 'actor' ->> 'kind'
                      when 'staff' then event.metadata -> 'actor' ->> 'id' end as actor,
                  event.metadata ->> 'requestId' as request,
                  named.key as "key?"
           from event left join lateral (
               select key from idempotency
               where idempotency.wallet_id = event.wallet_id and event.sequence <= sequence
                 and event.sequence > sequence - events
           ) as named on true
           where event.position <= $1
             and (event.metadata -> 'actor' ->> 'kind' = 'staff'
                  or event.event_type in ('Corrected', 'WithdrawalReleased',
                                          'ManualDepositCredited', 'ManualDepositRejected',
                                          'QrRejected'))
           order by event.position"#,
        head,
    )
    .fetch(pool)
}
