//! What partitions cost: a journal of ten million events as one partition and as many, on one server.
//!
//! `cargo bench -p projections --bench growth` takes about an hour and 40 GB of disk; `-- --write` writes
//! the result to `.github/benchmarks.md`. Smaller: `-- --quick`, or `EVENTS=200000` (ten million), `WIDTH=20000`
//! (events of a partition, a tenth of all), `VIEWS=wallet,statement` (those that are rebuilt, all; `VIEWS=` for
//! none). `PG_SETTINGS=max_wal_size=8GB` keeps checkpoints from measuring the disk. `-- --only PART` measures the work
//! with these letters in its name: a row of the first tables, or `plans`.

mod layout;
mod plans;
mod report;
mod settings;
mod stage;
mod whole;

use std::time::Instant;

use ledger_testing::measure::{BenchServer, Figures};

use layout::{Layout, Work};
use report::Measured;
use settings::Settings;
use stage::{PARTITIONED, PLAIN, Stage};

/// The figures of one kind of work on several layouts, in the order of these.
pub(crate) struct Compared {
    pub(crate) work: Work,
    pub(crate) figures: Vec<Figures>,
}

/// All work on all layouts, in turn.
async fn compare(
    server: &BenchServer,
    settings: &Settings,
    works: &[Work],
    layouts: &[Layout],
) -> Vec<Compared> {
    let mut all: Vec<Compared> = works
        .iter()
        .map(|work| Compared {
            work: *work,
            figures: layouts.iter().map(|_| Figures::default()).collect(),
        })
        .collect();
    let rounds = settings.plan.rounds;
    for round in 1..=rounds {
        for compared in &mut all {
            settings.note(&format!(
                "round {round} of {rounds}: {}",
                compared.work.name()
            ));
            // Who comes first finds the disk as the one before has left it: everybody in turn.
            for turn in 0..layouts.len() {
                let place = (turn + round) % layouts.len();
                let window = layouts[place]
                    .drive(server, &settings.plan, compared.work)
                    .await;
                compared.figures[place].add(window);
            }
        }
        for compared in &all {
            settings.note(&report::line(compared));
        }
    }
    all
}

#[tokio::main]
async fn main() {
    let settings = Settings::read();
    let started = Instant::now();
    let stage = Stage::prepare(&settings).await;
    let filled = started.elapsed();
    let server = &stage.server;
    let sizes = [stage.size(PLAIN).await, stage.size(PARTITIONED).await];
    let layouts = [
        Layout::open(server, PLAIN, stage.players).await,
        Layout::open(server, PARTITIONED, stage.players).await,
    ];
    let works = Work::ALL.into_iter();
    let works: Vec<_> = works.filter(|it| settings.plan.wants(&it.name())).collect();
    let compared = compare(server, &settings, &works, &layouts).await;
    let planned = if settings.plan.wants("plans") {
        Some(plans::measure(server, &settings).await)
    } else {
        None
    };
    let wholes = whole::measure(&layouts, &settings).await;
    let measured = Measured {
        filled,
        sizes,
        compared,
        planned,
        wholes,
    };
    let version = server.version().await;
    let is_written = settings.plan.is_written;
    report::report(&measured, &settings, &version).finish(is_written);
}
