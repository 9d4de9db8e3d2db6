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

mod figure;
mod processor;
mod report;
mod server;
mod window;

use std::time::Duration;

pub use figure::{Figures, Spread};
pub use processor::ProcessorTime;
pub use report::{Chart, Line, Report, machine, number};
pub use server::{BenchServer, pgbench};
pub use window::{Pgbench, Window, drive};

/// How long and how often a benchmark measures, and whether its report is kept.
#[derive(Debug, Clone, Copy)]
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
    pub is_kept: bool,
}

impl Plan {
    /// Reads the command line: `--quick` measures briefly, `--keep` writes the report.
    ///
    /// # Panics
    ///
    /// With any other argument, except `--bench`, which cargo adds.
    #[must_use]
    pub fn from_arguments() -> Self {
        let (mut is_quick, mut is_kept) = (false, false);
        for argument in std::env::args().skip(1) {
            match argument.as_str() {
                "--quick" => is_quick = true,
                "--keep" => is_kept = true,
                "--bench" => {}
                other => panic!("{other}: there are --quick and --keep"),
            }
        }
        let (rounds, time, warm_up) = if is_quick {
            (2, Duration::from_millis(600), Duration::from_millis(150))
        } else {
            (5, Duration::from_secs(3), Duration::from_millis(700))
        };
        Self {
            rounds,
            time,
            warm_up,
            is_quick,
            is_kept,
        }
    }
}
