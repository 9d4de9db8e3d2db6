//! The stored results of comparisons, and the proof that the gateway has written them.
//!
//! A report carries a MAC over its numbers and over a digest of its differences. So nobody without
//! the key writes one in which nothing differs, or changes what another one has found.

use std::collections::HashMap;

use chrono::{DateTime, SubsecRound, Utc};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::{SourceReport, Window, sightings};
use crate::discrepancy::record::record;
use crate::discrepancy::row::{Discrepancy, DiscrepancyKind};
use platform::clock::new_id;
use platform::core::Core;
use platform::secrets::{Part, Secrets, is_same_mac};
use platform::signed_row::SignedRow;

/// A report as it is stored, without its differences: see [`Self::has`].
pub(super) struct StoredReport {
    pub(super) run_id: Uuid,
    pub(super) source: String,
    pub(super) from_at: DateTime<Utc>,
    pub(super) to_at: DateTime<Utc>,
    pub(super) ran_at: DateTime<Utc>,
    pub(super) compared: i64,
    pub(super) open: i64,
    pub(super) unclaimed: i64,
    pub(super) differences: i64,
    pub(super) problem: Option<String>,
    pub(super) digest: Vec<u8>,
    pub(super) mac: Vec<u8>,
}

/// A difference as it is stored. Those of a report are numbered from zero.
pub(super) struct StoredDifference {
    pub(super) run_id: Uuid,
    pub(super) ordinal: i64,
    pub(super) kind: String,
    pub(super) subject: String,
    pub(super) ours: Option<String>,
    pub(super) theirs: Option<String>,
}

impl StoredDifference {
    fn parts(&self) -> [&dyn Part; 5] {
        [
            &self.ordinal,
            &self.kind,
            &self.subject,
            &self.ours,
            &self.theirs,
        ]
    }
}

/// The digest of a report's differences, in their order.
fn digest(secrets: &Secrets, differences: &[StoredDifference]) -> [u8; 32] {
    let parts = differences.iter().flat_map(StoredDifference::parts);
    let parts: Vec<&dyn Part> = parts.collect();
    secrets.row("reconciliation_difference", &parts)
}

platform::signed_row! {
    StoredReport in "reconciliation_run":
    run_id, source, from_at, to_at, ran_at, compared, open, unclaimed, differences, problem, digest
    => mac
}

impl StoredReport {
    /// The row of a report that was made now, with the rows of its differences.
    fn new(state: &Core, window: Window, report: &SourceReport) -> Self {
        Self {
            run_id: new_id(),
            source: report.source.clone(),
            from_at: window.from.trunc_subsecs(6),
            to_at: window.to.trunc_subsecs(6),
            ran_at: state.clock.now().trunc_subsecs(6),
            compared: count(report.compared),
            open: count(report.open),
            unclaimed: count(report.unclaimed),
            differences: count(report.differences.len()),
            problem: report.problem.clone(),
            digest: Vec::new(),
            mac: Vec::new(),
        }
    }

    /// Whether these are the differences that the comparison found.
    pub(super) fn has(&self, secrets: &Secrets, differences: &[StoredDifference]) -> bool {
        is_same_mac(&digest(secrets, differences), &self.digest)
    }
}

fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// The rows of a report's differences.
fn stored_differences(run_id: Uuid, report: &SourceReport) -> Vec<StoredDifference> {
    let differences = report.differences.iter().enumerate();
    let rows = differences.map(|(ordinal, difference)| StoredDifference {
        run_id,
        ordinal: count(ordinal),
        kind: difference.kind.as_str().to_owned(),
        subject: difference.subject.clone(),
        ours: difference.ours.clone(),
        theirs: difference.theirs.clone(),
    });
    rows.collect()
}

/// Writes one source's report with its differences, and the differences as items for staff. Returns
/// how many of these are seen for the first time.
pub(super) async fn store(
    state: &Core,
    window: Window,
    report: &SourceReport,
) -> Result<usize, sqlx::Error> {
    let seen = sightings::of_report(&state.pool, report).await?;
    let mut transaction = state.pool.begin().await?;
    write(&mut transaction, state, window, report).await?;
    let is_compared = report.problem.is_none();
    let is_covered = |item: &Discrepancy| {
        let is_within = item.occurred_at.is_none_or(|at| window.contains(at));
        // Every comparison looks for the claims of all overdue receipts.
        is_compared && (is_within || item.is(DiscrepancyKind::Unclaimed))
    };
    let source = report.source.as_str();
    let first_count = record(&mut transaction, state, source, &seen, is_covered).await?;
    transaction.commit().await?;
    Ok(first_count)
}

/// Writes the rows of a report.
async fn write(
    connection: &mut PgConnection,
    state: &Core,
    window: Window,
    report: &SourceReport,
) -> Result<(), sqlx::Error> {
    let mut run = StoredReport::new(state, window, report);
    let differences = stored_differences(run.run_id, report);
    run.digest = digest(&state.secrets, &differences).to_vec();
    run.mac = run.right_mac(&state.secrets).to_vec();
    sqlx::query!(
        "insert into reconciliation_run
             (run_id, source, from_at, to_at, ran_at, compared, open, unclaimed, differences,
              problem, digest, mac)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        run.run_id,
        run.source,
        run.from_at,
        run.to_at,
        run.ran_at,
        run.compared,
        run.open,
        run.unclaimed,
        run.differences,
        run.problem,
        run.digest,
        run.mac,
    )
    .execute(&mut *connection)
    .await?;
    let (mut ordinals, mut kinds, mut subjects) = (Vec::new(), Vec::new(), Vec::new());
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for difference in differences {
        ordinals.push(difference.ordinal);
        kinds.push(difference.kind);
        subjects.push(difference.subject);
        ours.push(difference.ours);
        theirs.push(difference.theirs);
    }
    sqlx::query!(
        "insert into reconciliation_difference (run_id, ordinal, kind, subject, ours, theirs)
         select $1, * from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[])",
        run.run_id,
        &ordinals,
        &kinds,
        &subjects,
        &ours as _,
        &theirs as _
    )
    .execute(connection)
    .await
    .map(drop)
}

/// Differences by the report that they are of, each in their order.
pub(super) fn by_run(rows: Vec<StoredDifference>) -> HashMap<Uuid, Vec<StoredDifference>> {
    let mut by_run: HashMap<Uuid, Vec<StoredDifference>> = HashMap::new();
    for row in rows {
        by_run.entry(row.run_id).or_default().push(row);
    }
    by_run
}

/// Lists the reports that the gateway has not written, and those whose differences are not the ones
/// that were found.
pub(crate) async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let runs = sqlx::query_as!(
        StoredReport,
        "select run_id, source, from_at, to_at, ran_at, compared, open, unclaimed, differences,
                problem, digest, mac
         from reconciliation_run order by run_id"
    )
    .fetch_all(pool)
    .await?;
    // Read after the reports, so that it holds the differences of each one that was seen there.
    let rows = sqlx::query_as!(
        StoredDifference,
        "select run_id, ordinal, kind, subject, ours, theirs from reconciliation_difference
         order by run_id, ordinal"
    )
    .fetch_all(pool)
    .await?;
    let differences = by_run(rows);
    let findings = runs.iter().filter_map(|run| {
        let id = run.run_id;
        let found = differences.get(&id).map(Vec::as_slice);
        if !run.is_signed(secrets) {
            Some(format!(
                "reconciliation_run, id {id}: the gateway has not written it"
            ))
        } else if !run.has(secrets, found.unwrap_or_default()) {
            Some(format!(
                "reconciliation_difference, run {id}: they are not what the comparison found"
            ))
        } else {
            None
        }
    });
    Ok(findings.collect())
}
