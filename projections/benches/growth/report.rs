//! The report.

#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "sizes and ratios are no money, and a figure of three digits needs no more"
)]

use std::time::Duration;

use ledger_testing::measure::{Figures, Report, machine, millis, number, row};

use crate::Compared;
use crate::plans::{Planned, VARIANTS};
use crate::settings::Settings;
use crate::stage::Size;
use crate::whole::Whole;

/// All that was measured.
pub(crate) struct Measured {
    /// How long it took to fill both.
    pub(crate) filled: Duration,
    /// Of one partition, and of partitions.
    pub(crate) sizes: [Size; 2],
    pub(crate) compared: Vec<Compared>,
    pub(crate) planned: Option<Planned>,
    pub(crate) wholes: Vec<Whole>,
}

/// One kind of work in a line, for who waits.
pub(crate) fn line(compared: &Compared) -> String {
    let first = &compared.figures[0];
    let ratios = compared.figures.iter().skip(1);
    let ratios: Vec<_> = ratios.map(|it| it.ratio_to(first).to_string()).collect();
    format!(
        "{}: {} a second; {}",
        compared.work.name(),
        first.rate(),
        ratios.join(", ")
    )
}

/// The part of the page.
pub(crate) fn report(measured: &Measured, settings: &Settings, version: &str) -> Report {
    let mut report = Report::new("growth", "A journal that grows");
    report.paragraph(&machine(version));
    let [plain, partitioned] = measured.sizes;
    report.paragraph(&format!(
        "{} events in one partition, and in {} partitions of {} events, on one server; filled and sealed in {} \
         minutes. Ratios are of the same round: partitions to one partition, median (smallest to largest).",
        settings.events,
        partitioned.partitions,
        settings.width,
        number(measured.filled.as_secs_f64() / 60.0),
    ));
    works(&mut report, &measured.compared);
    wholes(&mut report, &measured.wholes);
    sizes(&mut report, [plain, partitioned], settings.events);
    if let Some(it) = &measured.planned {
        planned(&mut report, it);
    }
    report
}

fn works(report: &mut Report, all: &[Compared]) {
    let mut rows = vec![row(
        "",
        [
            "one partition, a second",
            "partitions, ratio",
            "one partition, ms half / 99 of 100",
            "partitions, ms",
            "µs of the server, one partition / partitions",
        ],
    )];
    for Compared { work, figures } in all {
        let [plain, partitioned] = &figures[..] else {
            unreachable!("there are two")
        };
        rows.push(row(
            &work.name(),
            [
                plain.rate().to_string(),
                partitioned.ratio_to(plain).to_string(),
                times(plain),
                times(partitioned),
                format!("{} / {}", micros(plain), micros(partitioned)),
            ],
        ));
    }
    report.table(&rows);
}

fn wholes(report: &mut Report, all: &[Whole]) {
    report.paragraph("Once each, in seconds: what reads the whole journal.");
    let heads = [
        "one partition",
        "partitions",
        "ratio of speeds",
        "MB of memory at most",
    ];
    let mut rows = vec![row("", heads)];
    for Whole {
        name,
        times,
        memory,
    } in all
    {
        let [plain, partitioned] = [times[0], times[1]].map(|it| it.as_secs_f64());
        let ratio = number(plain / partitioned);
        let most = memory.iter().max().copied().unwrap_or(0);
        let most = number(most as f64 / 1024.0);
        rows.push(row(name, [number(plain), number(partitioned), ratio, most]));
    }
    report.table(&rows);
}

fn sizes(report: &mut Report, sizes: [Size; 2], events: u64) {
    report.paragraph("Bytes of an event on the disk.");
    let each = |bytes: i64| number(bytes as f64 / events as f64);
    report.table(&[
        row("", ["one partition", "partitions"]),
        row("table", sizes.map(|it| each(it.table))),
        row("indexes", sizes.map(|it| each(it.indexes))),
    ]);
}

fn planned(report: &mut Report, planned: &Planned) {
    report.paragraph(&format!(
        "{} events in as many partitions: a second, and ratios to one partition in the same round.",
        planned.events
    ));
    let mut rows = vec![row("partitions", VARIANTS.map(|it| it.name))];
    for Compared { work, figures } in &planned.compared {
        let first = &figures[0];
        let others = figures.iter().skip(1).map(|it| it.ratio_to(first));
        let others = others.map(|it| it.to_string());
        let cells = std::iter::once(first.rate().to_string()).chain(others);
        rows.push(row(&work.name(), cells));
    }
    report.table(&rows);
    report.paragraph("The statement that reads a stream, in milliseconds: planning + execution.");
    let plan = |place: usize| {
        let figures = planned.explained.iter().map(move |it| it[place]);
        figures.map(|it| format!("{:.3} + {:.3}", it.planning, it.execution))
    };
    report.table(&[
        row("partitions", VARIANTS.map(|it| it.name)),
        row("planned each time", plan(0)),
        row("planned once", plan(1)),
    ]);
}

fn times(figures: &Figures) -> String {
    let [half, most] = [50, 99].map(|it| millis(figures.percentile(it)));
    format!("{half} / {most}")
}

fn micros(figures: &Figures) -> String {
    number(figures.server_time().as_secs_f64() * 1e6)
}
