//! The events that staff must answer for.

use serde_json::Value;
use sqlx::PgExecutor;

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

/// Staff's events after `after` and up to `upto`, oldest first.
///
/// The statement reads each event between the two positions, so the caller chooses how long it may
/// take: a long journal is read in stretches.
pub async fn staff_events(
    executor: impl PgExecutor<'_>,
    after: i64,
    upto: i64,
) -> Result<Vec<StaffEvent>, sqlx::Error> {
    // `offset 0` makes the planner look the keys up event by event, with the primary key's index on
    // the wallet. A join could begin with the table of keys, which grows with the journal.
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
               offset 0
           ) as named on true
           where event.position > $1 and event.position <= $2
             and (event.metadata -> 'actor' ->> 'kind' = 'staff'
                  or event.event_type in ('Corrected', 'Frozen', 'Unfrozen', 'VoidDeclared',
                                          'WithdrawalReleased', 'ManualDepositCredited',
                                          'ManualDepositRejected', 'QrRejected'))
           order by event.position"#,
        after,
        upto,
    )
    .fetch_all(executor)
    .await
}
