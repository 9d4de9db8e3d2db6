//! The last comparison with each source, for staff.
//!
//! A report stays as it was written. What staff have explained since then is left out here, so that
//! everything that counts differences counts the open ones.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use sqlx::PgPool;
use uuid::Uuid;

use super::report::{self, StoredDifference, StoredReport};
use crate::discrepancy::record::{explained_subjects, open_of};
use crate::discrepancy::row::{DiscrepancyKind, Sighting};
use platform::core::Core;
use platform::secrets::Secrets;
use platform::signed_row::SignedRow;

/// How many differences of one comparison are shown.
const SHOWN: usize = 20;

/// How many of a source's last reports are looked at for one that the gateway has written.
const LOOKED_AT: i64 = 10;

/// The problem of a report that is not as the gateway wrote it.
const FORGED: &str = "the gateway has not written this report";

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
    /// How many records differ and nobody has explained it; only some are shown.
    pub difference_count: i64,
    /// Why the source could not be compared; none if it was.
    pub problem: Option<String>,
    /// The first of these differences, at most 20.
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

impl From<StoredDifference> for LatestDifference {
    fn from(row: StoredDifference) -> Self {
        Self {
            kind: row.kind,
            subject: row.subject,
            ours: row.ours,
            theirs: row.theirs,
        }
    }
}

impl LatestRun {
    /// A report with its differences, without those whose numbers are explained. One that is not as the
    /// gateway wrote it says only that.
    fn believed(
        secrets: &Secrets,
        run: StoredReport,
        differences: Vec<StoredDifference>,
        explained: &HashSet<i64>,
    ) -> Self {
        let is_right = run.is_signed(secrets) && run.has(secrets, &differences);
        let explained_count = i64::try_from(explained.len()).unwrap_or(i64::MAX);
        let open = differences
            .into_iter()
            .filter(|difference| !explained.contains(&difference.ordinal));
        let shown = open.take(SHOWN);
        Self {
            source: run.source,
            from: run.from_at,
            to: run.to_at,
            at: run.ran_at,
            compared: run.compared,
            open: run.open,
            unclaimed: run.unclaimed,
            difference_count: run.differences.saturating_sub(explained_count),
            problem: if is_right {
                run.problem
            } else {
                Some(FORGED.to_owned())
            },
            differences: shown.map(LatestDifference::from).collect(),
        }
    }
}

/// The last comparison with each source, by name. A report that somebody else has written is passed
/// over, unless there is no other.
pub async fn latest(state: &Core) -> Result<Vec<LatestRun>, sqlx::Error> {
    let runs = last_runs(state).await?;
    let ids: Vec<Uuid> = runs.iter().map(|run| run.run_id).collect();
    let mut differences = report::by_run(differences(&state.pool, &ids).await?);
    let mut latest = Vec::new();
    for run in runs {
        let own = differences.remove(&run.run_id).unwrap_or_default();
        let explained = explained(state, &run.source, &own).await?;
        latest.push(LatestRun::believed(&state.secrets, run, own, &explained));
    }
    Ok(latest)
}

/// The numbers of a report's differences that staff have ended.
///
/// Each difference was stored with its report as an open row, unless it was explained before. So it is
/// ended if staff have ended a row with its subject and none is open: with another amount it is.
async fn explained(
    state: &Core,
    source: &str,
    differences: &[StoredDifference],
) -> Result<HashSet<i64>, sqlx::Error> {
    if differences.is_empty() {
        return Ok(HashSet::new());
    }
    let ended = explained_subjects(&state.pool, &state.secrets, source).await?;
    let kinds: HashSet<DiscrepancyKind> = differences
        .iter()
        .filter_map(|difference| DiscrepancyKind::parse(&difference.kind))
        .collect();
    let mut sightings: Vec<Sighting> = Vec::new();
    for kind in kinds {
        sightings.extend(open_of(state, source, kind).await?);
    }
    let open: HashSet<(&str, &str)> = sightings
        .iter()
        .map(|sighting| (sighting.kind.as_str(), sighting.subject.as_str()))
        .collect();
    let explained = differences.iter().filter(|difference| {
        let key = (difference.kind.as_str(), difference.subject.as_str());
        ended.contains(&difference.subject) && !open.contains(&key)
    });
    Ok(explained.map(|difference| difference.ordinal).collect())
}

/// Of each source the last report that the gateway has written, or the last one.
async fn last_runs(state: &Core) -> Result<Vec<StoredReport>, sqlx::Error> {
    let rows = sqlx::query_as!(
        StoredReport,
        r#"select run_id as "run_id!", source as "source!", from_at as "from_at!", to_at as "to_at!",
                  ran_at as "ran_at!", compared as "compared!", open as "open!",
                  unclaimed as "unclaimed!", differences as "differences!", problem,
                  digest as "digest!", mac as "mac!"
           from (select *, row_number() over (partition by source order by ran_at desc, run_id desc)
                           as place
                 from reconciliation_run) as it
           where place <= $1
           order by source, place"#,
        LOOKED_AT,
    )
    .fetch_all(&state.pool)
    .await?;
    let mut runs: Vec<StoredReport> = Vec::new();
    for row in rows {
        match runs.last_mut() {
            Some(last) if last.source == row.source => {
                if !last.is_signed(&state.secrets) && row.is_signed(&state.secrets) {
                    *last = row;
                }
            }
            _ => runs.push(row),
        }
    }
    Ok(runs)
}

/// The differences of these reports. Each of their numbers is taken, so a row that somebody adds has a
/// later one and is left out: it must not make the report look forged.
async fn differences(pool: &PgPool, runs: &[Uuid]) -> Result<Vec<StoredDifference>, sqlx::Error> {
    sqlx::query_as!(
        StoredDifference,
        "select it.run_id, it.ordinal, it.kind, it.subject, it.ours, it.theirs
         from reconciliation_difference it
         join reconciliation_run run on run.run_id = it.run_id
         where it.run_id = any($1) and it.ordinal >= 0 and it.ordinal < run.differences
         order by it.run_id, it.ordinal",
        runs,
    )
    .fetch_all(pool)
    .await
}
