//! Single facts of the journal, for callers that do not need a whole stream. Reads only, and checks
//! no chain.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::PgExecutor;
use uuid::Uuid;

use crate::id::WalletId;

/// When the first event was recorded; `None` while the journal is empty.
pub async fn first_recorded_at(
    executor: impl PgExecutor<'_>,
) -> Result<Option<DateTime<Utc>>, sqlx::Error> {
    sqlx::query_scalar!("select recorded_at from event where position = 1")
        .fetch_optional(executor)
        .await
}

/// The position of a wallet's last event; `None` for a wallet without events.
pub async fn last_position(
    executor: impl PgExecutor<'_>,
    wallet_id: WalletId,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select max(position) as "position" from event
           where wallet_id = $1
               and sequence = (select version from stream_head where wallet_id = $1)"#,
        wallet_id.0,
    )
    .fetch_one(executor)
    .await
}

/// The sequence of the event at each of these positions.
pub async fn sequences_at(
    executor: impl PgExecutor<'_>,
    positions: &[i64],
) -> Result<HashMap<i64, i64>, sqlx::Error> {
    let rows = sqlx::query!(
        "select position, sequence from event where position = any($1)",
        positions
    )
    .fetch_all(executor)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.position, row.sequence))
        .collect())
}

/// The request that an operation began with, by the type of the event that begins it and the
/// operation's id.
pub async fn request_of(
    executor: impl PgExecutor<'_>,
    wallet_id: WalletId,
    event_type: &str,
    id: Uuid,
) -> Result<Option<String>, sqlx::Error> {
    let request_id = sqlx::query_scalar!(
        "select metadata ->> 'requestId' from event
         where wallet_id = $1 and event_type = $2 and strpos(payload::text, $3) > 0
         order by sequence desc
         limit 1",
        wallet_id.0,
        event_type,
        id.to_string()
    );
    Ok(request_id.fetch_optional(executor).await?.flatten())
}

/// Whether an outside fact of a kind has been used up, by whichever wallet.
pub async fn is_claimed(
    executor: impl PgExecutor<'_>,
    kind: &str,
    reference: &str,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select exists (select from claim where kind = $1 and reference = $2) as "is!""#,
        kind,
        reference
    )
    .fetch_one(executor)
    .await
}

/// An event that has used up an outside fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimSeen {
    /// Whose event it is.
    pub wallet_id: WalletId,
    /// The kind of the fact, see [`Claim`](crate::Claim).
    pub kind: String,
    /// The event's place in the wallet's stream.
    pub sequence: i64,
}

/// The events that have used up facts of these kinds under one reference.
pub async fn claims_of(
    executor: impl PgExecutor<'_>,
    kinds: &[String],
    reference: &str,
) -> Result<Vec<ClaimSeen>, sqlx::Error> {
    let rows = sqlx::query!(
        "select wallet_id, kind, sequence from claim where kind = any($1) and reference = $2",
        kinds,
        reference
    )
    .fetch_all(executor)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| ClaimSeen {
            wallet_id: WalletId(row.wallet_id),
            kind: row.kind,
            sequence: row.sequence,
        })
        .collect())
}

/// What an idempotency key has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyOutcome {
    /// Nobody has used it.
    Unused,
    /// A command under it wrote nothing, and none will.
    UsedUp,
    /// A command under it was carried out.
    Executed {
        /// Of its last event.
        position: i64,
    },
}

impl KeyOutcome {
    /// Where a command under the key was carried out.
    #[must_use]
    pub const fn position(self) -> Option<i64> {
        match self {
            Self::Executed { position } => Some(position),
            Self::Unused | Self::UsedUp => None,
        }
    }
}

/// Finds what a wallet's key has come to.
pub async fn outcome_of_key(
    executor: impl PgExecutor<'_>,
    wallet_id: WalletId,
    key: &str,
) -> Result<KeyOutcome, sqlx::Error> {
    let row = sqlx::query!(
        r#"select idempotency.events, event.position as "position?"
           from idempotency left join event on event.wallet_id = $1 and event.sequence = idempotency.sequence
           where idempotency.wallet_id = $1 and idempotency.key = $2"#,
        wallet_id.0,
        key,
    )
    .fetch_optional(executor)
    .await?;
    Ok(match row {
        None => KeyOutcome::Unused,
        Some(row) => match row.position.filter(|_| row.events > 0) {
            Some(position) => KeyOutcome::Executed { position },
            None => KeyOutcome::UsedUp,
        },
    })
}
