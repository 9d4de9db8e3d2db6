//! Stores the results of comparisons.

use chrono::{DateTime, Utc};
use sqlx::PgPool;

use super::{SourceReport, Window};
use platform::clock::new_id;

/// Writes one source's report with its differences.
pub(super) async fn store(
    pool: &PgPool,
    now: DateTime<Utc>,
    window: Window,
    report: &SourceReport,
) -> Result<(), sqlx::Error> {
    let count = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    let run_id = new_id();
    let mut transaction = pool.begin().await?;
    sqlx::query!(
        "insert into reconciliation_run
             (run_id, source, from_at, to_at, ran_at, compared, open, unclaimed, differences,
              problem)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        run_id,
        report.source,
        window.from,
        window.to,
        now,
        count(report.compared),
        count(report.open),
        count(report.unclaimed),
        count(report.differences.len()),
        report.problem
    )
    .execute(&mut *transaction)
    .await?;
    let (mut ordinals, mut kinds, mut subjects) = (Vec::new(), Vec::new(), Vec::new());
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for (ordinal, difference) in report.differences.iter().enumerate() {
        ordinals.push(count(ordinal));
        kinds.push(difference.kind.as_str().to_owned());
        subjects.push(difference.subject.clone());
        ours.push(difference.ours.clone());
        theirs.push(difference.theirs.clone());
    }
    sqlx::query!(
        "insert into reconciliation_difference (run_id, ordinal, kind, subject, ours, theirs)
         select $1, * from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[])",
        run_id,
        &ordinals,
        &kinds,
        &subjects,
        &ours as _,
        &theirs as _
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}
