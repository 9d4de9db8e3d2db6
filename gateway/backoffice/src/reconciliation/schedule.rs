//! The nightly run: the gateways of a database compare each past day once, source by source.
//!
//! 1. A gateway takes a day's source on a lease. If it crashes, the lease expires, and another
//!    gateway (or the next run of this one) takes the source again.
//! 2. A source is done when it was compared and its report is stored, whatever differs. A source
//!    that could not be compared is tried again when its lease has expired.
//! 3. Missed days are caught up, as far back as a week.
//!
//! Two gateways that compare the same source, because a lease ran out under the first, write two
//! reports and do no harm.

use std::time::Duration;

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, Utc};
use ledger::journal;
use ledger::wallet::INDOCHINA_TIME;

use super::books::LedgerSide;
use super::source::{Source, sources};
use super::{Window, compare_one, night};
use platform::core::Core;
use platform::database::within;

/// The pause between two checks of the clock.
const LOOK_EVERY: Duration = Duration::from_mins(1);

/// A night's work takes longer only on a dead connection.
const NIGHT_MAX: Duration = Duration::from_hours(3);

/// How many days are caught up.
const DAYS_MAX: u64 = 7;

/// Runs once a night at the configured hour, until the gateway stops.
pub fn start(core: &Core) {
    let state = core.clone();
    core.spawn(async move {
        loop {
            if let Err(error) = within(NIGHT_MAX, nightly(&state)).await {
                tracing::warn!(%error, "the nightly reconciliation was interrupted");
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    });
}

/// Compares the due sources that nobody has compared, the oldest day first.
async fn nightly(state: &Core) -> Result<(), sqlx::Error> {
    let rules = &state.config.reconciliation;
    if !rules.is_on {
        return Ok(());
    }
    // Before the first event there is no ledger in which a record could be missing.
    let first = journal::first_recorded_at(&state.pool).await?;
    let sources = sources(&state.config);
    for (day, window) in due(state.clock.now(), rules.at_hour, first) {
        let names: Vec<String> = sources.iter().map(Source::name).collect();
        let taken = night::take(state, day, &names).await?;
        let mut mine: Vec<_> = sources
            .iter()
            .filter(|source| taken.contains(&source.name()))
            .collect();
        let books = LedgerSide::open(state, window);
        while let Some(source) = mine.pop() {
            let report = compare_one(&books, source).await?;
            if report.problem.is_none() {
                night::done(state, day, &report.source).await?;
            }
            let waiting: Vec<String> = mine.iter().map(|source| source.name()).collect();
            night::keep(state, day, &waiting).await?;
        }
    }
    Ok(())
}

/// The past days that are due, the oldest first.
fn due(now: DateTime<Utc>, at_hour: u32, first: Option<DateTime<Utc>>) -> Vec<(NaiveDate, Window)> {
    let ready = now - TimeDelta::hours(i64::from(at_hour));
    let today = ready.with_timezone(&INDOCHINA_TIME).date_naive();
    let first = first.map(|at| at.with_timezone(&INDOCHINA_TIME).date_naive());
    let window = |back: u64| {
        let day = today.checked_sub_days(Days::new(back))?;
        // Yesterday is always compared: without movements it costs nothing.
        let is_ours = back == 1 || first.is_some_and(|first| first <= day);
        let (from, to) = (start_of(day)?, start_of(day.succ_opt()?)?);
        is_ours.then_some((day, Window { from, to }))
    };
    (1..=DAYS_MAX).rev().filter_map(window).collect()
}

fn start_of(day: NaiveDate) -> Option<DateTime<Utc>> {
    let midnight = day.and_time(NaiveTime::MIN);
    let start = midnight.and_local_timezone(INDOCHINA_TIME).single()?;
    Some(start.to_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn days(now: &str, first: Option<&str>) -> Vec<String> {
        let due = due(at(now), 4, first.map(at));
        due.into_iter().map(|(day, _)| day.to_string()).collect()
    }

    #[test]
    fn yesterday_in_bangkok_is_due_from_its_hour_on() {
        // 03:59 and 04:00 of the 21st in Bangkok.
        assert_eq!(days("2026-11-20T20:59:59Z", None), ["2026-11-19"]);
        assert_eq!(days("2026-11-20T21:00:00Z", None), ["2026-11-20"]);
        let (_, window) = due(at("2026-11-20T21:00:00Z"), 4, None)[0];
        assert_eq!(window.from, at("2026-11-19T17:00:00Z"));
        assert_eq!(window.to, at("2026-11-20T17:00:00Z"));
    }

    #[test]
    fn a_week_is_caught_up_and_nothing_before_the_first_event() {
        let now = "2026-11-20T21:00:00Z";
        assert_eq!(days(now, Some("2026-11-18T01:00:00Z")).len(), 3);
        let week = days(now, Some("2026-01-01T00:00:00Z"));
        assert_eq!(week.len(), 7);
        assert_eq!(
            (week[0].as_str(), week[6].as_str()),
            ("2026-11-14", "2026-11-20")
        );
    }
}
