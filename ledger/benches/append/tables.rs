//! The report: ratios with their goals, then what lies behind them.

use ledger_testing::measure::{
    BenchServer, Chart, Figures, Line, Plan, Report, machine, millis, number, row,
};
use sqlx::Executor;

use crate::load::{LOADS, Load};
use crate::ours::{Ours, Work};
use crate::{All, Variant};

/// Rows that others have left in each table of a filled journal.
const FILLED: usize = 1_000_000;
const FILLED_QUICKLY: usize = 100_000;

/// What was measured on journals of several states: 64 clients, one event with key and claim.
pub(crate) struct States {
    names: [&'static str; 3],
    figures: [Figures; 3],
}

impl States {
    /// The tables as a migration leaves them, then analyzed while they are empty, then filled.
    pub(crate) async fn measure(server: &BenchServer, plan: &Plan) -> Self {
        let names = ["fresh", "analyzed while empty", "filled"];
        let mut journals = Vec::new();
        for (index, name) in names.iter().enumerate() {
            eprintln!("a journal that is {name}");
            let database = format!("state_{index}");
            server.create(&database).await;
            let mut owner = server.owner(&database).await;
            let rows = if plan.is_quick {
                FILLED_QUICKLY
            } else {
                FILLED
            };
            for statement in statements(index, rows) {
                let done = owner.execute(statement.as_str()).await;
                done.expect("a fixed statement");
            }
            journals.push(Ours::open(server, &database, 1).await);
        }
        let load = spread();
        let mut figures: [Figures; 3] = Default::default();
        for _ in 0..plan.rounds {
            for (journal, figures) in journals.iter().zip(&mut figures) {
                figures.add(journal.drive(server, plan, load, Work::Claim).await);
            }
        }
        Self { names, figures }
    }

    fn add_to(&self, report: &mut Report) {
        report.paragraph(
            "Event + key + claim from 64 clients, by the state of the journal's tables.",
        );
        let mut rows = vec![row("journal", self.names.map(str::to_owned))];
        let rates = self
            .figures
            .iter()
            .map(|figures| figures.rate().to_string());
        rows.push(row("commands/s", rates));
        let ratios = self
            .figures
            .iter()
            .map(|figures| figures.ratio_to(&self.figures[0]).to_string());
        rows.push(row("ratio to fresh", ratios));
        report.table(&rows);
    }
}

fn spread() -> Load {
    let [_, _, load, ..] = LOADS;
    load
}

/// Nothing is analyzed behind the benchmark's back.
fn statements(state: usize, rows: usize) -> Vec<String> {
    const TABLES: [&str; 6] = [
        "event",
        "idempotency",
        "claim",
        "stream_head",
        "snapshot",
        "log_head",
    ];
    // A partitioned table stores nothing: its partitions are vacuumed.
    let mut statements = vec![format!(
        "do $$
         declare part regclass;
         begin
             for part in
                 select oid
                 from pg_class left join pg_inherits on inhrelid = oid
                 where relkind = 'r'
                   and coalesce(inhparent, oid) = any ('{{{}}}'::regclass[])
             loop
                 execute format('alter table %s set (autovacuum_enabled = off)', part);
             end loop;
         end $$",
        TABLES.join(","),
    )];
    if state == 2 {
        let series = format!("from generate_series(1, {rows}) as number");
        statements.extend([
            format!(
                "insert into event (wallet_id, sequence, event_type,
                     event_version, payload, metadata, position, stream_hash, mac)
                 select uuid_in(md5((number % 50000)::text)::cstring),
                     number / 50000 + 1, 'Deposited', '1.0.0',
                     json_build_object('Deposited', json_build_object('amount', '1.00',
                         'reference', md5(number::text), 'account', 'scb-1', 'postings',
                         repeat('x', 200))),
                     '{{\"actor\": {{\"kind\": \"member\"}}}}', number, sha256('filled'),
                     decode(repeat('00', 16), 'hex') {series}"
            ),
            format!(
                "insert into idempotency
                     select gen_random_uuid(), md5(number::text), sha256('asked'), 1, 1 {series}"
            ),
            format!(
                "insert into claim
                     select 'payment', md5(number::text), gen_random_uuid(), 1 {series}"
            ),
            format!(
                "insert into stream_head
                     select gen_random_uuid(), 1, sha256('filled') {series}"
            ),
            format!("update log_head set position = {rows}"),
        ]);
    }
    if state > 0 {
        statements.extend(TABLES.iter().map(|table| format!("analyze {table}")));
    }
    statements
}

impl Variant {
    pub(crate) fn name(self) -> String {
        match self {
            Self::Plain => "plain SQL".to_owned(),
            Self::Guarded => "the same guarantees in plain SQL".to_owned(),
            Self::Library => "cqrs-es + postgres-es".to_owned(),
            Self::Ours(work, writers) => {
                let work = match work {
                    Work::Event => "one event",
                    Work::Claim => "event + key + claim",
                    Work::Slip => "whole slip deposit",
                };
                let plural = if writers == 1 { "" } else { "s" };
                format!("{work}, {writers} writer{plural}")
            }
        }
    }

    /// The ratio to plain SQL that is wanted under each load.
    fn goals(self) -> Option<[f64; 5]> {
        match self {
            // For 16 clients there is no goal: it lies between its neighbours.
            Self::Ours(Work::Event, 2) => Some([1.2, f64::NAN, 4.0, 8.0, 25.0]),
            Self::Ours(Work::Claim, 2) => Some([1.0, f64::NAN, 3.0, 5.0, 15.0]),
            Self::Ours(Work::Slip, 2) => Some([0.6, f64::NAN, 1.5, 2.5, 8.0]),
            _ => None,
        }
    }
}

/// The part of the page.
pub(crate) fn report(
    variants: &[Variant],
    all: &All,
    states: Option<&States>,
    version: &str,
    is_written: bool,
) -> Report {
    let mut report = Report::new("append", "Committing commands");
    report.paragraph(&machine(version));
    report.paragraph(
        "Ratio to plain SQL (one INSERT and one UPDATE by `pgbench -M prepared`) in the same \
         round: median (smallest to largest). The goal follows its figure.",
    );
    let heads = || LOADS.iter().map(|load| load.name.to_owned());
    let mut rows = vec![row("clients", heads())];
    let rates = all[0].iter().map(|figures| figures.rate().to_string());
    rows.push(row("plain SQL, transactions/s", rates));
    for (variant, figures) in variants.iter().zip(all).skip(1) {
        let ratios = figures
            .iter()
            .zip(&all[0])
            .enumerate()
            .map(|(index, (own, plain))| {
                let ratio = own.ratio_to(plain).to_string();
                match variant.goals().map(|goals| goals[index]) {
                    Some(goal) if goal.is_finite() => format!("{ratio} ≥ {}", number(goal)),
                    _ => ratio,
                }
            });
        rows.push(row(&variant.name(), ratios));
    }
    report.table(&rows);

    report.paragraph("Milliseconds until the answer: half of the commands, and 99 of 100.");
    let mut rows = vec![row("clients", heads())];
    for (variant, figures) in variants.iter().zip(all) {
        let latencies = figures.iter().map(|figures| {
            let [half, most] = [50, 99].map(|percent| millis(figures.percentile(percent)));
            format!("{half} / {most}")
        });
        rows.push(row(&variant.name(), latencies));
    }
    report.table(&rows);

    report.paragraph(
        "Microseconds of processor time a command, PostgreSQL / clients, and events in a commit.",
    );
    let mut rows = vec![row("clients", heads())];
    for (variant, figures) in variants.iter().zip(all) {
        let costs = figures.iter().map(|figures| {
            let (server, clients) = (figures.server_time(), figures.client_time());
            let batch = figures
                .batch()
                .map_or_else(String::new, |batch| format!(" · {}", number(batch.median)));
            format!("{} / {}{batch}", server.as_micros(), clients.as_micros())
        });
        rows.push(row(&variant.name(), costs));
    }
    report.table(&rows);

    if let Some(states) = states {
        states.add_to(&mut report);
    }

    let loads: Vec<String> = heads().collect();
    let lines = variants.iter().zip(all).map(|(variant, figures)| Line {
        name: variant.name(),
        figures: figures.iter().map(|it| it.rate().median.max(1.0)).collect(),
    });
    let chart = Chart {
        title: "Commands a second by number of clients",
        loads: &loads,
        lines: lines.collect(),
    };
    report.chart(&chart, is_written);
    report
}
