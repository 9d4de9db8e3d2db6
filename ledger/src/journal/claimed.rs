//! Which event has claimed an outside fact, to explain that it was used before.
//! Reads only, and checks no chain.

use chrono::{DateTime, Utc};
use sqlx::PgPool;

use super::stored::{Decoder, select_stored};
use super::{JournalError, JournalKey};
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
    key: &JournalKey,
    claim: &Claim,
) -> Result<Option<ClaimingEvent>, JournalError> {
    let row = select_stored!(
            "from claim join event on event.wallet_id = claim.wallet_id and event.sequence = claim.sequence
           where claim.kind = $1 and claim.reference = $2",
        claim.kind,
        claim.reference,
    )
    .fetch_optional(pool)
    .await?;
    let decoder = Decoder::new(key);
    let Some(row) = row.filter(|row| decoder.is_genuine(row)) else {
        return Ok(None);
    };
    let found = decoder.record(&row)?;
    Ok(Some(ClaimingEvent {
        wallet_id: found.wallet_id,
        at: found.metadata.at,
        event: found.event,
    }))
}
