//! Reads the records of the other side in parallel, and says why they could not be read.

use futures_util::{StreamExt, TryStreamExt, stream};

use super::ReconcileError;
use providers::answer::Unread;
use providers::game::GameError;

/// How many questions to one source run in parallel.
pub(super) const PARALLEL: usize = 8;

/// Asks for single records, each of any time; movements that were not done are left out.
pub(super) async fn ask<T, Q>(questions: Vec<Q>) -> Result<Vec<T>, ReconcileError>
where
    Q: Future<Output = Result<Option<T>, Unread>>,
{
    let answers = stream::iter(questions).buffer_unordered(PARALLEL);
    let found = answers.try_filter_map(|found| async move { Ok(found) });
    Ok(found.try_collect().await?)
}

/// Why a provider could not be compared: what it was asked for, and what it answered.
pub(super) fn outside(what: &str, error: &GameError) -> ReconcileError {
    ReconcileError::Outside(match error {
        GameError::Refused(refusal) => format!("{what}: {}", refusal.code),
        GameError::Unreachable(seen) => format!("{what}: {seen}"),
    })
}
