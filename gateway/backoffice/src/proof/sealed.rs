//! Reads of the proof log for the routes, with its refusals as codes of the API.

use ledger::pool::Source;
use ledger::proof::{self, ProofError, StoredCheckpoint};

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
