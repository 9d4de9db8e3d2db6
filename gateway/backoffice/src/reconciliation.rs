//! Reconciliation: compares the ledger with the records of providers and banks.
//!
//! It reads both sides and reports; it never writes to the ledger and requests nothing that moves
//! money. Sources are the game providers (each movement, and each player's balance against the
//! movements and the play), the payout bank, the payment services of QR deposits, and the deposit
//! accounts behind slips. The gift service offers no records.
//!
//! Why a reported difference is real and not a matter of timing:
//! 1. Both sides are read for a past period with a margin on either side, so a movement just before
//!    midnight here and just after it there still matches itself.
//! 2. A movement without a counterpart is looked up by its id, on either side, before it is
//!    reported: a held payout is paid weeks after its request.
//! 3. A movement in progress here (`PENDING`) may be done there: it is counted, not reported.
//! 4. A balance is compared again, with a fresh read of the ledger, before it is reported: a player
//!    who plays or transfers meanwhile changes both sides.

mod balances;
pub(crate) mod bank_line;
mod books;
mod compare;
mod games;
pub mod latest;
pub(crate) mod night;
mod payments;
mod payouts;
mod players;
mod receipts;
mod records;
pub(crate) mod report;
mod schedule;
mod sightings;
mod source;

use std::fmt::Write;

use chrono::{DateTime, TimeDelta, Utc};
use ledger::{Currency, WalletId};
use projections::ViewError;
use rust_decimal::Decimal;

pub use schedule::start;

use self::books::LedgerSide;
use self::source::{Source, sources};
use crate::discrepancy::row::Sighting;
use platform::core::Core;
use providers::answer::Unread;

/// How far beyond the compared period both sides are read.
const MARGIN: TimeDelta = TimeDelta::hours(24);

/// The compared period: `from` is included, `to` is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The first moment in it.
    pub from: DateTime<Utc>,
    /// The first moment after it.
    pub to: DateTime<Utc>,
}

impl Window {
    fn contains(self, at: DateTime<Utc>) -> bool {
        (self.from..self.to).contains(&at)
    }

    /// The period to read from both sides.
    fn with_margin(self) -> (DateTime<Utc>, DateTime<Utc>) {
        (self.from - MARGIN, self.to + MARGIN)
    }
}

/// How the two sides differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DifferenceKind {
    /// Done here, unknown there.
    MissingOutside,
    /// Done there, not done here.
    MissingHere,
    /// Done on both sides, but not the same.
    Amount,
    /// A player's balance does not match the movements and the play.
    Balance,
}

impl DifferenceKind {
    /// The code in reports.
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

/// A record on which the two sides differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The kind of difference.
    pub kind: DifferenceKind,
    /// The movement's id, or the player's name with the provider.
    pub subject: String,
    /// What the ledger says.
    pub ours: Option<String>,
    /// What the other side says.
    pub theirs: Option<String>,
    /// Whose movement or balance it is, as far as that is known.
    pub player: Option<WalletId>,
    /// By how much both sides differ, in wallet units.
    pub gap: Decimal,
    /// The currency of the gap, if a record says it; otherwise it is the player's.
    pub currency: Option<Currency>,
    /// When the movement was made, within the compared period; none for what every comparison sees.
    pub at: Option<DateTime<Utc>>,
}

/// The result of a comparison with one source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceReport {
    /// The source of the records.
    pub source: String,
    /// How many records were compared.
    pub compared: usize,
    /// How many movements are in progress here, which may explain a record there.
    pub open: usize,
    /// How many payments nobody has claimed with a slip yet.
    pub unclaimed: usize,
    /// The payments that nobody has claimed within the configured days.
    pub overdue: Vec<Sighting>,
    /// The records that differ.
    pub differences: Vec<Difference>,
    /// Why the source could not be compared.
    pub problem: Option<String>,
}

/// Why a source could not be compared.
#[derive(Debug, thiserror::Error)]
pub enum ReconcileError {
    /// A view of the ledger could not be read.
    #[error(transparent)]
    View(#[from] ViewError),
    /// A database query failed.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The other side returned no record, or none that can be read.
    #[error("{0}")]
    Outside(String),
}

impl From<Unread> for ReconcileError {
    fn from(Unread(seen): Unread) -> Self {
        Self::Outside(seen)
    }
}

/// Compares every source and stores the reports.
pub async fn run(state: &Core, window: Window) -> Result<Vec<SourceReport>, sqlx::Error> {
    let books = LedgerSide::open(state, window);
    let mut reports = Vec::new();
    for source in sources(&state.config) {
        reports.push(compare_one(&books, &source).await?);
    }
    Ok(reports)
}

/// Compares a source and stores its report.
async fn compare_one(
    books: &LedgerSide<'_>,
    source: &Source<'_>,
) -> Result<SourceReport, sqlx::Error> {
    let report = source.compare(books).await;
    let state = books.state;
    let first_count = report::store(state, books.window, &report).await?;
    log(&report, first_count);
    Ok(report)
}

/// Logs a result: as an error what nobody has seen before, and otherwise as what is known.
fn log(report: &SourceReport, first_count: usize) {
    let SourceReport {
        source,
        differences,
        ..
    } = report;
    let differences = differences.len();
    match &report.problem {
        Some(problem) if first_count > 0 => {
            tracing::error!(source, problem, "could not be reconciled");
        }
        Some(problem) => tracing::warn!(source, problem, "still cannot be reconciled"),
        None if first_count > 0 => {
            tracing::error!(source, first_count, differences, "the books differ");
        }
        None if differences > 0 => {
            tracing::info!(source, differences, "the books differ as before");
        }
        None => {}
    }
}

/// A report for people, and whether nothing differs and every source could be compared.
#[must_use]
pub fn summary(reports: &[SourceReport]) -> (bool, String) {
    let mut text = String::new();
    let mut is_clean = true;
    for report in reports {
        let SourceReport {
            source,
            compared,
            open,
            unclaimed,
            overdue: _,
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
