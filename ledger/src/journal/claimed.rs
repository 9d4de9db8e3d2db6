//! Which event has claimed an outside fact, to explain that it was used before.
//! Reads only, and checks no chain.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::PgPool;

use super::stored::{Decoder, StoredEvent, select_stored};
use super::{JournalError, JournalKey};
use crate::claim::{Claim, payment_name};
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
    read(&decoder, &row).map(Some)
}

/// Finds the events that have used payments up, by each payment's [name](payment_name). A payment
/// that nobody has used is left out.
pub async fn find_payments_claimed(
    pool: &PgPool,
    key: &JournalKey,
    references: &[&str],
) -> Result<HashMap<String, ClaimingEvent>, JournalError> {
    let names: Vec<String> = references.iter().copied().map(payment_name).collect();
    let claims = sqlx::query!(
        "select reference, wallet_id, sequence from claim
         where kind = 'payment' and reference = any($1)",
        &names
    )
    .fetch_all(pool)
    .await?;
    let rows = select_stored!(
        "from claim join event on event.wallet_id = claim.wallet_id and event.sequence = claim.sequence
           where claim.kind = 'payment' and claim.reference = any($1)",
        &names,
    )
    .fetch_all(pool)
    .await?;
    let decoder = Decoder::new(key);
    let mut found = HashMap::new();
    for claim in claims {
        let mut claiming = rows.iter();
        let row = claiming.find(|row| {
            (row.wallet_id, row.sequence) == (claim.wallet_id, claim.sequence)
                && decoder.is_genuine(row)
        });
        if let Some(row) = row {
            found.insert(claim.reference, read(&decoder, row)?);
        }
    }
    Ok(found)
}

fn read(decoder: &Decoder<'_>, row: &StoredEvent) -> Result<ClaimingEvent, JournalError> {
    let found = decoder.record(row)?;
    Ok(ClaimingEvent {
        wallet_id: found.wallet_id,
        at: found.metadata.at,
        event: found.event,
    })
}
