//! The end of a difference by an approved decision.
//!
//! The journal knows nothing of it, so there is no key to use up: the decision and the difference end in
//! one transaction, and only a decision that is agreed can end so.

use ledger::journal::{self, KeyOutcome};
use sqlx::PgExecutor;
use uuid::Uuid;

use super::store::DecisionRow;
use crate::discrepancy::record;
use platform::core::Core;

/// Ends a difference and the decision about it, together or not at all.
pub(super) async fn carry_out(
    core: &Core,
    row: &DecisionRow,
    difference: Uuid,
) -> Result<KeyOutcome, sqlx::Error> {
    let mut transaction = core.pool.begin().await?;
    let position = journal::head(&mut *transaction).await?;
    let done = sqlx::query!(
        "update staff_decision set status = 'DONE', position = $2, code = null, ended_at = $3
         where id = $1 and status = 'AGREED'",
        row.id,
        position,
        core.clock.now(),
    )
    .execute(&mut *transaction)
    .await?;
    if done.rows_affected() == 1
        && record::explain(&mut transaction, core, difference, row.id).await?
    {
        transaction.commit().await?;
        return Ok(KeyOutcome::Executed { position });
    }
    transaction.rollback().await?;
    outcome(&core.pool, row.id).await
}

/// How a decision about a difference has ended, by its row.
pub(super) async fn outcome(
    executor: impl PgExecutor<'_>,
    decision: Uuid,
) -> Result<KeyOutcome, sqlx::Error> {
    let position = sqlx::query_scalar!(
        "select position from staff_decision where id = $1 and status = 'DONE'",
        decision,
    )
    .fetch_optional(executor)
    .await?;
    let executed = position.flatten();
    Ok(
        executed.map_or(KeyOutcome::UsedUp, |position| KeyOutcome::Executed {
            position,
        }),
    )
}
