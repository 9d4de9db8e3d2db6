//! The last comparison with each source, for staff.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::PgPool;
use uuid::Uuid;

/// How many differences of one comparison are shown.
const SHOWN: i64 = 20;

/// The last comparison with a source.
#[derive(Debug)]
pub struct LatestRun {
    /// Name of the source, such as `game:` with a provider's code, or `payout`.
    pub source: String,
    /// The first moment of the compared period.
    pub from: DateTime<Utc>,
    /// The first moment after the compared period.
    pub to: DateTime<Utc>,
    /// When the comparison ran.
    pub at: DateTime<Utc>,
    /// How many records were compared.
    pub compared: i64,
    /// How many movements were in progress here, which may explain a record there.
    pub open: i64,
    /// How many payments nobody had claimed with a slip.
    pub unclaimed: i64,
    /// How many records differ, of which only some are shown.
    pub difference_count: i64,
    /// Why the source could not be compared; none if it was.
    pub problem: Option<String>,
    /// The first differences, at most 20.
    pub differences: Vec<LatestDifference>,
}

/// A difference in a comparison.
#[derive(Debug)]
pub struct LatestDifference {
    /// `missing_outside`, `missing_here`, `amount` or `balance`.
    pub kind: String,
    /// The movement's id, or the player's name with the provider.
    pub subject: String,
    /// What the ledger says; none if it has no record.
    pub ours: Option<String>,
    /// What the other side says; none if it has no record.
    pub theirs: Option<String>,
}

/// The last comparison with each source, by name.
pub async fn latest(pool: &PgPool) -> Result<Vec<LatestRun>, sqlx::Error> {
    let rows = sqlx::query!(
        "select distinct on (source) run_id, source, from_at, to_at, ran_at, compared, open,
                unclaimed, differences, problem
         from reconciliation_run order by source, ran_at desc"
    )
    .fetch_all(pool)
    .await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.run_id).collect();
    let found = sqlx::query!(
        "select run_id, kind, subject, ours, theirs from reconciliation_difference
         where run_id = any($1) and ordinal < $2 order by run_id, ordinal",
        &ids,
        SHOWN
    )
    .fetch_all(pool)
    .await?;
    let mut by_run: HashMap<Uuid, Vec<LatestDifference>> = HashMap::new();
    for row in found {
        by_run
            .entry(row.run_id)
            .or_default()
            .push(LatestDifference {
                kind: row.kind,
                subject: row.subject,
                ours: row.ours,
                theirs: row.theirs,
            });
    }
    let runs = rows.into_iter().map(|row| LatestRun {
        source: row.source,
        from: row.from_at,
        to: row.to_at,
        at: row.ran_at,
        compared: row.compared,
        open: row.open,
        unclaimed: row.unclaimed,
        difference_count: row.differences,
        problem: row.problem,
        differences: by_run.remove(&row.run_id).unwrap_or_default(),
    });
    Ok(runs.collect())
}
