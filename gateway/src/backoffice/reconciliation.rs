//! Reconciliation: our books held against the outside's own records, difference by difference.
//!
//! It reads both sides and reports; it never writes to the ledger and asks for nothing that moves
//! money. Sources are the game providers (each movement, and each player's balance against what
//! was moved and played), the bank of the payouts, the payment services of QR deposits, and the
//! deposit accounts behind slips. The gift service offers no record of its own.
//!
//! Why a difference is real and not a matter of timing:
//! 1. Both sides are read for a time that has passed, with a margin on either side, so a movement
//!    just before midnight here and just after it there still meets itself.
//! 2. What has no counterpart there is looked up by its id, on either side, before it is reported:
//!    a payout that was held back is paid weeks after it was asked for.
//! 3. What is under way here (`PENDING`) may well be done there: it is counted, not reported.
//! 4. A balance is looked at again, with the books read anew, before it is reported: a player who
//!    plays or transfers meanwhile moves both sides.

mod balances;
pub(crate) mod bank_line;
mod books;
mod compare;
mod games;
pub(crate) mod latest;
mod payments;
mod payouts;
mod receipts;
mod records;
mod report;
mod schedule;
mod source;

use std::fmt::Write;

use chrono::{DateTime, TimeDelta, Utc};
use projections::ViewError;

pub(crate) use schedule::start;

use self::books::LedgerSide;
use self::source::{Source, sources};
use crate::platform::core::Core;
use crate::providers::line::SignedLine;

/// How far beyond the compared time both sides are read.
const MARGIN: TimeDelta = TimeDelta::hours(24);

/// The compared time: `from` included, `to` not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Its begin.
    pub from: DateTime<Utc>,
    /// Its end.
    pub to: DateTime<Utc>,
}

impl Window {
    fn contains(self, at: DateTime<Utc>) -> bool {
        (self.from..self.to).contains(&at)
    }

    /// What has to be read of both sides.
    fn with_margin(self) -> (DateTime<Utc>, DateTime<Utc>) {
        (self.from - MARGIN, self.to + MARGIN)
    }
}

/// In what the two sides differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DifferenceKind {
    /// Done here, unknown there.
    MissingOutside,
    /// Done there, not done here.
    MissingHere,
    /// Done on both sides, not the same.
    Amount,
    /// A player's balance is not what was moved and played.
    Balance,
}

impl DifferenceKind {
    /// The word in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MissingOutside => "missing_outside",
            Self::MissingHere => "missing_here",
            Self::Amount => "amount",
            Self::Balance => "balance",
        }
    }
}

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// In what.
    pub kind: DifferenceKind,
    /// The movement's id, or the player's name with the provider.
    pub subject: String,
    /// What our books say.
    pub ours: Option<String>,
    /// What the other side says.
    pub theirs: Option<String>,
}

/// What a comparison with one source found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceReport {
    /// Whose records.
    pub source: String,
    /// Records held against each other.
    pub compared: usize,
    /// Work under way here that may explain a record there.
    pub open: usize,
    /// Payments that nobody has claimed with a slip so far.
    pub unclaimed: usize,
    /// What differs.
    pub differences: Vec<Difference>,
    /// Why the source could not be compared.
    pub problem: Option<String>,
}

/// Why a source could not be compared.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReconcileError {
    /// The views.
    #[error(transparent)]
    View(#[from] ViewError),
    /// The database.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The other side gives no record, or none that can be read.
    #[error("{0}")]
    Outside(String),
}

/// Compares every source and keeps the reports.
pub(crate) async fn run(state: &Core, window: Window) -> Result<Vec<SourceReport>, sqlx::Error> {
    let books = LedgerSide::open(state, window);
    let mut reports = Vec::new();
    for source in sources(&state.config) {
        reports.push(compare_one(&books, &source).await?);
    }
    Ok(reports)
}

/// Compares a source and keeps its report.
async fn compare_one(
    books: &LedgerSide<'_>,
    source: &Source<'_>,
) -> Result<SourceReport, sqlx::Error> {
    let report = source.compare(books).await;
    let state = books.state;
    report::store(&state.pool, state.clock.now(), books.window, &report).await?;
    if let Some(problem) = &report.problem {
        tracing::error!(source = report.source, problem, "could not be reconciled");
    } else if !report.differences.is_empty() {
        let differences = report.differences.len();
        tracing::error!(source = report.source, differences, "the books differ");
    }
    Ok(report)
}

/// A report for people, and whether nothing differs and every source could be compared.
#[must_use]
pub(crate) fn summary(reports: &[SourceReport]) -> (bool, String) {
    let mut text = String::new();
    let mut is_clean = true;
    for report in reports {
        let SourceReport {
            source,
            compared,
            open,
            unclaimed,
            differences,
            problem,
        } = report;
        is_clean &= differences.is_empty() && problem.is_none();
        let found = differences.len();
        writeln!(
            text,
            "{source}: {compared} compared, {found} differences, {open} under way, \
             {unclaimed} unclaimed"
        )
        .expect("a text takes a line");
        if let Some(problem) = problem {
            writeln!(text, "  NOT COMPARED: {problem}").expect("a text takes a line");
        }
        for difference in differences {
            let side = |word: &Option<String>| word.clone().unwrap_or_else(|| "nothing".to_owned());
            writeln!(
                text,
                "  {} {}: ours {}, theirs {}",
                difference.kind.as_str(),
                difference.subject,
                side(&difference.ours),
                side(&difference.theirs),
            )
            .expect("a text takes a line");
        }
    }
    text.push_str(if is_clean {
        "everything agrees"
    } else {
        "not everything agrees"
    });
    (is_clean, text)
}

/// The line to a service that keeps records.
fn line<'a>(state: &'a Core, base_url: &'a str, agent: &'a str, secret: &'a str) -> SignedLine<'a> {
    SignedLine {
        http: &state.http,
        clock: &state.clock,
        base_url,
        agent,
        secret,
        time_out: state.config.waits.outside(),
    }
}
