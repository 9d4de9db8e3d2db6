//! The report.

use ledger_testing::measure::{Report, Spread, machine, millis, number, percentile, row};

use crate::cost::Cost;
use crate::pages::{Page, Pages};
use crate::requests::{CONNECTIONS, Requests};
use crate::views::Views;

/// All that was measured.
pub(crate) struct Measured {
    pub(crate) views: Views,
    pub(crate) pages: Pages,
    pub(crate) requests: Requests,
    pub(crate) cost: Cost,
}

/// The part of the page.
pub(crate) fn report(measured: &Measured, version: &str) -> Report {
    let mut report = Report::new("reads", "Views and answers");
    report.paragraph(&machine(version));
    report.paragraph(
        "Median (smallest to largest) of all rounds. The goal follows its figure. Calls are made \
         over HTTP, to the program with its demonstration configuration.",
    );
    views(&mut report, &measured.views);
    pages(&mut report, &measured.pages);
    requests(&mut report, &measured.requests);
    cost(&mut report, &measured.cost);
    report
}

fn views(report: &mut Report, views: &Views) {
    report.paragraph(&format!(
        "Views: all of them follow a journal of {} events of many players from its beginning to \
         its end; then the statement, of {} lines, is rebuilt.",
        views.events, views.lines
    ));
    report.table(&[
        row("", ["a second"]),
        row(
            "events, by all views",
            [format!("{} ≥ 40k", views.followed)],
        ),
        row(
            "statement lines, by a rebuild",
            [format!("{} ≥ 100k", views.rebuilt)],
        ),
    ]);
}

fn pages(report: &mut Report, pages: &Pages) {
    report.paragraph(&format!(
        "One wallet with {} lines: milliseconds until a page of its statement is answered, half \
         of {} calls and 99 of 100.",
        pages.lines,
        pages.asked.first().map_or(0, |page| page.times.len())
    ));
    let mut rows = vec![row("page", ["half", "99 of 100"])];
    for Page { name, times } in &pages.asked {
        let most = format!("{} ≤ 10", millis(percentile(times, 99)));
        rows.push(row(name, [millis(percentile(times, 50)), most]));
    }
    report.table(&rows);
    report.paragraph(&format!(
        "Replay of that wallet's {} events by staff, in seconds.",
        pages.events
    ));
    let seconds = |spread: Spread| format!("{spread} ≤ 0.5");
    report.table(&[
        row("", ["seconds"]),
        row("opening, nothing in memory", [seconds(pages.opened)]),
        row("comparing first and last event", [seconds(pages.compared)]),
    ]);
}

fn requests(report: &mut Report, requests: &Requests) {
    report.paragraph(&format!(
        "`GET /api/wallet` of one member over {CONNECTIONS} connections, compared with an axum \
         server that answers \"hello\", in the same rounds. 1/20 is 0.05."
    ));
    let Requests { hello, wallet } = requests;
    let times = |half, most| format!("{} / {}", millis(half), millis(most));
    let hello_times = times(hello.percentile(50), hello.percentile(99));
    let wallet_times = times(wallet.percentile(50), wallet.percentile(99));
    let ratio = format!("{} ≥ 0.05", wallet.ratio_to(hello));
    report.table(&[
        row("", ["requests/s", "ratio", "ms, half / 99 of 100"]),
        row(
            "hello",
            [hello.rate().to_string(), String::new(), hello_times],
        ),
        row("wallet", [wallet.rate().to_string(), ratio, wallet_times]),
    ]);
}

fn cost(report: &mut Report, cost: &Cost) {
    report.paragraph(&format!(
        "`POST /api/wallet/transfer` into a game, {} times, one after the other: what each costs \
         the database with the views and the proof log that follow it, less what an idle gateway \
         costs in the same time.",
        cost.transfers
    ));
    let times = format!(
        "{} / {}",
        millis(percentile(&cost.times, 50)),
        millis(percentile(&cost.times, 99))
    );
    report.table(&[
        row("", ["a transfer"]),
        row("statements", [format!("{} ≤ 80", number(cost.statements))]),
        row("transactions that write", [number(cost.transactions)]),
        row(
            "flushes of the log",
            [format!("{} ≤ 3", number(cost.flushes))],
        ),
        row("milliseconds, half / 99 of 100", [times]),
    ]);
}
