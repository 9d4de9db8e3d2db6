//! Reads of the proof log for the routes, with its refusals as codes of the API.

use ledger::pool::Source;
use ledger::proof::{self, ProofError, StoredCheckpoint, WitnessPolicy};
use sqlx::PgConnection;

use platform::core::Core;
use platform::error::{ApiError, Code};

/// The newest checkpoint, or the checkpoint of a size.
pub async fn checkpoint(
    source: impl Into<Source<'_>>,
    size: Option<i64>,
) -> Result<StoredCheckpoint, ApiError> {
    let mut connection = source.into().acquire().await?;
    match size {
        None => {
            let latest = proof::latest(&mut *connection).await.map_err(broken)?;
            latest.ok_or_else(pending)
        }
        Some(size) => {
            let sealed = proof::checkpoint(&mut *connection, size)
                .await
                .map_err(broken)?;
            sealed.ok_or_else(|| ApiError::invalid_fields(&["size"]))
        }
    }
}

/// The best checkpoint that covers a position: the newest one that a quorum of witnesses has signed, or while
/// there is none so far, the newest one. `PROOF_PENDING` where that does not cover it either.
pub async fn best_checkpoint(
    connection: &mut PgConnection,
    policy: &WitnessPolicy,
    position: i64,
) -> Result<StoredCheckpoint, ApiError> {
    let witnessed = proof::latest_witnessed(&mut *connection, policy).await;
    let witnessed = witnessed.map_err(broken)?;
    if let Some(sealed) = witnessed.filter(|sealed| sealed.size >= position) {
        return Ok(sealed);
    }
    let newest = checkpoint(&mut *connection, None).await?;
    if newest.size < position {
        return Err(pending());
    }
    with_witnesses(connection, policy, newest).await
}

/// A checkpoint with the signatures of those witnesses that have signed it.
pub async fn with_witnesses(
    connection: &mut PgConnection,
    policy: &WitnessPolicy,
    sealed: StoredCheckpoint,
) -> Result<StoredCheckpoint, ApiError> {
    let signed = proof::with_cosignatures(connection, sealed, policy).await;
    signed.map(|(sealed, _)| sealed).map_err(broken)
}

/// Whether the proof log is on.
pub fn require_log(state: &Core) -> Result<(), ApiError> {
    if state.config.proof.is_on {
        Ok(())
    } else {
        Err(Code::ProofOff.into())
    }
}

/// The event is not under a checkpoint yet; it will be within about a second.
pub fn pending() -> ApiError {
    ApiError::from(Code::ProofPending).with_retry_after(1)
}

/// The log cannot be read.
pub fn broken(error: ProofError) -> ApiError {
    match error {
        ProofError::Database(error) => error.into(),
        other => ApiError::contradiction(&other.to_string()),
    }
}
