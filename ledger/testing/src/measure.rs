//! What the benchmarks of all crates share: a server, a window of time in which
//! clients work, the processor time that both sides spend, and the report.
//!
//! A benchmark compares by ratios. It measures all variants in turn, again and again, and divides
//! figures of the same round only: the machine's speed drifts, and both sides drift with it.

#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "rates and ratios are no money, and a figure of four digits needs no more"
)]

pub mod command;
mod figure;
mod processor;
mod report;
mod server;
mod window;

use std::time::Duration;

pub use figure::{Figures, Spread, percentile};
pub use processor::ProcessorTime;
pub use report::{Chart, Line, Report, machine, millis, number, row};
pub use server::{BenchServer, pgbench};
pub use window::{Pgbench, Window, drive};

/// How long and how often a benchmark measures, and what becomes of its report.
#[derive(Debug, Clone)]
pub struct Plan {
    /// How often each variant gets its turn.
    pub rounds: usize,
    /// The time that counts in each turn.
    pub time: Duration,
    /// What runs before and does not count: caches and connections.
    pub warm_up: Duration,
    /// Less data and fewer variants.
    pub is_quick: bool,
    /// Writes the report to `.github/benchmarks.md`.
    pub is_written: bool,
    /// Measures only variants whose name contains this.
    pub only: Option<String>,
}

impl Plan {
    /// Whether a variant gets its turn.
    #[must_use]
    pub fn wants(&self, name: &str) -> bool {
        self.only.as_deref().is_none_or(|part| name.contains(part))
    }

    /// Reads the command line: `--quick` measures briefly, `--only PART` only variants with these
    /// letters in their name, `--write` writes the report.
    ///
    /// # Panics
    ///
    /// With any other argument, except `--bench`, which cargo adds; with `--only` and `--write`.
    #[must_use]
    pub fn from_arguments() -> Self {
        let (mut is_quick, mut is_written, mut only) = (false, false, None);
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--quick" => is_quick = true,
                "--write" => is_written = true,
                "--only" => only = arguments.next(),
                "--bench" => {}
                other => panic!("{other}: there are --quick, --only PART and --write"),
            }
        }
        assert!(
            !is_written || only.is_none(),
            "a part of the figures is not written"
        );
        let (rounds, time, warm_up) = if is_quick {
            (2, Duration::from_millis(600), Duration::from_millis(150))
        } else {
            (3, Duration::from_secs(2), Duration::from_millis(500))
        };
        Self {
            rounds,
            time,
            warm_up,
            is_quick,
            is_written,
            only,
        }
    }
}
