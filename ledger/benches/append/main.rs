//! How fast commands are committed, compared with plain SQL in the same rounds.
//!
//! `cargo bench -p ledger` measures for about eight minutes, `-- --quick` for under three
//! minutes, and `-- --write` writes the result to `.github/benchmarks.md`. The server, its files
//! and its databases are the benchmark's own.

/// As in the gateway's program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod library;
mod load;
mod ours;
mod plain;
mod tables;

use std::path::Path;

use ledger_testing::measure::{BenchServer, Figures, Plan, Window};

use library::Library;
use load::{LOADS, Load};
use ours::{Ours, Work};

/// What is measured under every load.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Variant {
    /// One INSERT and one UPDATE in a transaction, by `pgbench`.
    Plain,
    /// As many guarantees as the journal gives, statement by statement, by `pgbench`.
    Guarded,
    /// cqrs-es with postgres-es as its documentation shows it.
    Library,
    /// The ledger with so many writers.
    Ours(Work, usize),
}

/// In the order of their turns; the first is what the others are divided by.
const VARIANTS: [Variant; 9] = [
    Variant::Plain,
    Variant::Guarded,
    Variant::Library,
    Variant::Ours(Work::Event, 1),
    Variant::Ours(Work::Event, 2),
    Variant::Ours(Work::Claim, 1),
    Variant::Ours(Work::Claim, 2),
    Variant::Ours(Work::Slip, 1),
    Variant::Ours(Work::Slip, 2),
];

/// The figures of every variant under every load.
type All = Vec<Vec<Figures>>;

struct Bench {
    server: BenchServer,
    plan: Plan,
    library: Library,
    /// One database for each variant: a checkpoint would fall on whichever comes tenth.
    ours: Vec<(Variant, Ours)>,
}

impl Bench {
    async fn prepare(plan: Plan) -> Self {
        let server = BenchServer::start(Path::new(env!("CARGO_TARGET_TMPDIR"))).await;
        plain::prepare(&server).await;
        let library = Library::prepare(&server).await;
        let mut ours = Vec::new();
        for (index, variant) in VARIANTS.into_iter().enumerate() {
            let Variant::Ours(_, writers) = variant else {
                continue;
            };
            if !plan.wants(&variant.name()) {
                continue;
            }
            let database = format!("ours_{index}");
            server.create(&database).await;
            let own = Ours::open(&server, &database, writers).await;
            ours.push((variant, own));
        }
        Self {
            server,
            plan,
            library,
            ours,
        }
    }

    async fn measure(&self, variant: Variant, load: Load) -> Window {
        let Self { server, plan, .. } = self;
        match variant {
            Variant::Plain => plain::drive(server, plan, load).await,
            Variant::Guarded => plain::drive_guarded(server, plan, load).await,
            Variant::Library => self.library.drive(server, plan, load).await,
            Variant::Ours(work, _) => {
                let mut ours = self.ours.iter();
                let own = ours.find(|(of, _)| *of == variant);
                let (_, own) = own.expect("each wanted variant has its database");
                own.drive(server, plan, load, work).await
            }
        }
    }

    /// Plain SQL is in each round, since the others are divided by it.
    fn variants(&self) -> Vec<Variant> {
        let is_wanted =
            |variant: &Variant| *variant == Variant::Plain || self.plan.wants(&variant.name());
        VARIANTS.into_iter().filter(is_wanted).collect()
    }

    async fn measure_all(&self) -> All {
        let mut all: All = self
            .variants()
            .iter()
            .map(|_| LOADS.iter().map(|_| Figures::default()).collect())
            .collect();
        for round in 1..=self.plan.rounds {
            for (place, load) in LOADS.into_iter().enumerate() {
                eprintln!("round {round} of {}: {}", self.plan.rounds, load.name);
                for (index, variant) in self.variants().into_iter().enumerate() {
                    all[index][place].add(self.measure(variant, load).await);
                }
            }
        }
        all
    }
}

#[tokio::main]
async fn main() {
    let plan = Plan::from_arguments();
    let bench = Bench::prepare(plan).await;
    let (variants, all) = (bench.variants(), bench.measure_all().await);
    let states = match bench.plan.only {
        None => Some(tables::States::measure(&bench.server, &bench.plan).await),
        Some(_) => None,
    };
    let version = bench.server.version().await;
    let is_written = bench.plan.is_written;
    tables::report(&variants, &all, states.as_ref(), &version, is_written).finish(is_written);
}
