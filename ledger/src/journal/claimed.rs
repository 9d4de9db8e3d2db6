//! Which event has claimed an outside fact, to explain that it was used before.
//! Reads only, and checks no chain.

use chrono::{DateTime, Utc};
use sqlx::PgPool;

use super::stored::{StoredEvent, upcasters};
use super::{JournalError, Metadata};
use crate::claim::Claim;
use crate::id::WalletId;
use crate::wallet::WalletEvent;

/// The event that has used an outside fact up.
#[derive(Debug, Clone)]
pub struct ClaimingEvent {
    /// Whose event it is.
    pub wallet_id: WalletId,
    /// When it was decided.
    pub at: DateTime<Utc>,
    /// What happened, with its data.
    pub event: WalletEvent,
}

/// Finds the event that has used an outside fact up; none where nobody has.
pub async fn find_claiming_event(
    pool: &PgPool,
    claim: &Claim,
) -> Result<Option<ClaimingEvent>, JournalError> {
    let row = sqlx::query_as!(
        StoredEvent,
        r#"select event.position, event.wallet_id, event.sequence,
                  event.event_type, event.event_version, event.payload::text as "payload!",
                  event.metadata::text as "metadata!", event.stream_hash, event.state_hash
           from claim join event on event.wallet_id = claim.wallet_id and event.sequence = claim.sequence
           where claim.kind = $1 and claim.reference = $2"#,
        claim.kind,
        claim.reference,
    )
    .fetch_optional(pool)
    .await?;
    row.as_ref().map(read).transpose()
}

fn read(row: &StoredEvent) -> Result<ClaimingEvent, JournalError> {
    let wallet_id = WalletId(row.wallet_id);
    let corrupt = |what| JournalError::Corrupt { wallet_id, what };
    let metadata: Metadata = serde_json::from_str(&row.metadata)
        .map_err(|error| corrupt(format!("the metadata of event {}: {error}", row.sequence)))?;
    let event = row.event(&upcasters()).map_err(corrupt)?;
    Ok(ClaimingEvent {
        wallet_id,
        at: metadata.at,
        event,
    })
}
