//! How fast one wallet is written to through three gateways at once, compared with one gateway in the
//! same rounds, and how many commands are turned away as too many.
//!
//! `cargo bench -p ledger --bench gateways` measures for about two minutes, `-- --quick` for less than
//! one, and `-- --write` writes the result to `.github/benchmarks.md`.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::DateTime;
use ledger::{Ledger, LedgerError, LedgerOptions, WalletId};
use ledger_testing::measure::command::{context, credit_qr, execute, open, wallet};
use ledger_testing::measure::{
    BenchServer, Figures, Plan, Report, Window, drive, machine, millis, row,
};

/// Clients, spread evenly over the gateways.
const CLIENTS: [usize; 3] = [3, 24, 96];

/// At least this share of one gateway's rate.
const GOAL: f64 = 0.8;

/// Gateways on one database.
struct Gateways {
    ledgers: Vec<Ledger>,
    wallet: WalletId,
    counter: Arc<AtomicU64>,
    turned_away: Arc<AtomicU64>,
}

impl Gateways {
    async fn open(server: &BenchServer, count: usize) -> Self {
        let database = format!("gateways_{count}");
        server.create(&database).await;
        let mut ledgers = Vec::new();
        for _ in 0..count {
            let pool = server.pool(&database, 8);
            let opened = Ledger::open(pool, LedgerOptions::default()).await;
            ledgers.push(opened.expect("a migrated database"));
        }
        let wallet = wallet(1);
        for command in open(1) {
            let context = context(DateTime::UNIX_EPOCH, None);
            execute(&ledgers[0], wallet, command, context).await;
        }
        Self {
            ledgers,
            wallet,
            counter: Arc::default(),
            turned_away: Arc::default(),
        }
    }

    async fn drive(&self, server: &BenchServer, plan: &Plan, clients: usize) -> Window {
        drive(server, plan, clients, |client| {
            let ledger = self.ledgers[client % self.ledgers.len()].clone();
            let (counter, turned_away) = (self.counter.clone(), self.turned_away.clone());
            let wallet = self.wallet;
            move || {
                let number = counter.fetch_add(1, Ordering::Relaxed);
                credit(ledger.clone(), wallet, number, turned_away.clone())
            }
        })
        .await
    }
}

async fn credit(ledger: Ledger, wallet: WalletId, number: u64, turned_away: Arc<AtomicU64>) {
    let context = context(DateTime::UNIX_EPOCH, Some(number));
    match ledger.execute(wallet, credit_qr(number), context).await {
        Ok(_) => {}
        Err(LedgerError::Busy) => drop(turned_away.fetch_add(1, Ordering::Relaxed)),
        Err(error) => panic!("{error}"),
    }
}

#[tokio::main]
async fn main() {
    let plan = Plan::from_arguments();
    let server = BenchServer::start(Path::new(env!("CARGO_TARGET_TMPDIR"))).await;
    let one = Gateways::open(&server, 1).await;
    let three = Gateways::open(&server, 3).await;
    let mut all = CLIENTS.map(|_| [Figures::default(), Figures::default()]);
    for round in 1..=plan.rounds {
        eprintln!("round {round} of {}", plan.rounds);
        for (clients, figures) in CLIENTS.into_iter().zip(&mut all) {
            figures[0].add(one.drive(&server, &plan, clients).await);
            figures[1].add(three.drive(&server, &plan, clients).await);
        }
    }
    let version = server.version().await;
    let mut report = Report::new("gateways", "One wallet through three gateways");
    report.paragraph(&machine(&version));
    report.paragraph(
        "Event + key + claim, all on one wallet, from clients that are spread evenly over the gateways. \
         The goal follows its figure.",
    );
    let each =
        |figure: &dyn Fn(&[Figures; 2]) -> String| all.iter().map(figure).collect::<Vec<_>>();
    report.table(&[
        row("clients", CLIENTS.map(|it| it.to_string())),
        row(
            "one gateway, commands/s",
            each(&|it| it[0].rate().to_string()),
        ),
        row(
            "three, ratio to one",
            each(&|it| format!("{} ≥ {GOAL:.2}", it[1].ratio_to(&it[0]))),
        ),
        row("one, ms for 50 and 99 of 100", each(&|it| times(&it[0]))),
        row("three, ms for 50 and 99 of 100", each(&|it| times(&it[1]))),
    ]);
    let turned_away = [&one, &three].map(|it| it.turned_away.load(Ordering::Relaxed));
    report.paragraph(&format!(
        "Turned away as too many: {} by one gateway, {} by three.",
        turned_away[0], turned_away[1]
    ));
    report.finish(plan.is_written);
}

fn times(figures: &Figures) -> String {
    let [half, most] = [50, 99].map(|percent| millis(figures.percentile(percent)));
    format!("{half} / {most}")
}
