//! Everything that can be checked about what is stored: the journal with its hashes, its proof log
//! and all that stands beside it, every view, and the chain of staff's acts.

use ledger::proof::verify::{self, VerifyError, Wish, verify_database};
use projections::{ViewError, audit};
use sqlx::PgPool;

use crate::staff::audit::{self as acts, Verified};

/// Why not everything could be looked at.
#[derive(Debug, thiserror::Error)]
pub(crate) enum VerificationError {
    /// The journal.
    #[error(transparent)]
    Journal(#[from] VerifyError),
    /// A view.
    #[error(transparent)]
    View(#[from] ViewError),
    /// Staff's acts.
    #[error(transparent)]
    Acts(#[from] sqlx::Error),
}

/// What was looked at and found.
#[derive(Debug)]
pub(crate) struct Verification {
    /// The journal, byte for byte.
    pub(crate) journal: verify::Report,
    /// The events and the views.
    pub(crate) report: audit::Report,
    /// Staff's acts.
    pub(crate) acts: Verified,
}

impl Verification {
    /// Everything that is wrong, for people. The first rows are named; the rest is counted.
    pub(crate) fn problems(&self) -> Vec<String> {
        let mut problems = journal_problems(&self.journal);
        problems.extend(self.report.findings.iter().map(ToString::to_string));
        problems.extend(self.acts.problem.iter().cloned());
        problems
    }
}

/// What is wrong with the journal, for people.
pub(crate) fn journal_problems(report: &verify::Report) -> Vec<String> {
    let mut problems: Vec<String> = report.problems.iter().map(ToString::to_string).collect();
    let named = u64::try_from(problems.len()).unwrap_or(u64::MAX);
    let others = report.problem_count.saturating_sub(named);
    if others > 0 {
        problems.push(format!("{others} more rows are wrong as these are"));
    }
    problems
}

/// Checks everything; `progress` hears how many events were gone through.
pub(crate) async fn verify(
    pool: &PgPool,
    wish: &Wish,
    progress: impl FnMut(i64) + Send,
) -> Result<Verification, VerificationError> {
    // The views take longer by far: the progress is theirs.
    let journal = verify_database(pool, wish, |_| {}).await?;
    let report = audit::run_with(pool, progress).await?;
    let acts = acts::verify(pool).await?;
    Ok(Verification {
        journal,
        report,
        acts,
    })
}
