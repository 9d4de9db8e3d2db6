//! What is asked for, by environment and command line.

use std::time::Instant;

use ledger_testing::measure::Plan;
use projections::View;

/// How large everything is.
pub(crate) struct Settings {
    /// Events of the journal.
    pub(crate) events: u64,
    /// Events of a partition.
    pub(crate) width: u64,
    /// Views that are rebuilt.
    pub(crate) views: Vec<View>,
    pub(crate) plan: Plan,
    started: Instant,
}

impl Settings {
    pub(crate) fn read() -> Self {
        let plan = Plan::from_arguments();
        let all = if plan.is_quick { 200_000 } else { 10_000_000 };
        let events = number("EVENTS").unwrap_or(all);
        let views = match std::env::var("VIEWS") {
            Err(_) => View::ALL.to_vec(),
            Ok(names) => names
                .split(',')
                .filter(|it| !it.is_empty())
                .map(|it| it.parse().expect("VIEWS names views"))
                .collect(),
        };
        Self {
            events,
            width: number("WIDTH").unwrap_or(events.div_ceil(10)),
            views,
            plan,
            started: Instant::now(),
        }
    }

    /// Says what is being done, with the seconds since the beginning.
    pub(crate) fn note(&self, what: &str) {
        eprintln!("{:>5} s  {what}", self.started.elapsed().as_secs());
    }
}

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is a number, and not `{text}`")),
    )
}
