//! The nightly run: yesterday's books, once a day, by one of the gateways of a database.

use std::time::Duration;

use chrono::{DateTime, FixedOffset, NaiveTime, TimeDelta, Utc};

use super::{Window, run};
use crate::state::AppState;

/// Between two looks at the clock.
const LOOK_EVERY: Duration = Duration::from_mins(1);

/// The product's days are those of Bangkok and Vientiane: UTC+7 without summer time.
fn local() -> FixedOffset {
    FixedOffset::east_opt(7 * 3600).expect("seven hours are an offset")
}

/// Runs once a night at the configured hour, until the gateway stops.
pub(crate) fn start(state: &AppState) {
    let state = state.clone();
    let tasks = state.tasks.clone();
    tasks.spawn(async move {
        let nights = async {
            loop {
                nightly(&state).await;
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        tokio::select! {
            () = nights => {}
            () = state.stop.cancelled() => {}
        }
    });
}

/// Compares yesterday when its time has come and nobody has done it.
async fn nightly(state: &AppState) {
    let rules = &state.config.reconciliation;
    let now = state.clock.now();
    let Some(window) = due(now, rules.at_hour).filter(|_| rules.is_on) else {
        return;
    };
    match take(state, window, now).await {
        Ok(false) => {}
        Ok(true) => {
            if let Err(error) = run(state, window).await {
                tracing::error!(%error, "the reconciliation was not kept");
            }
        }
        Err(error) => tracing::warn!(%error, "the reconciliation's day cannot be taken"),
    }
}

/// Yesterday, once the hour has come.
fn due(now: DateTime<Utc>, at_hour: u32) -> Option<Window> {
    let today = now.with_timezone(&local()).date_naive();
    let start = |day: chrono::NaiveDate| {
        day.and_time(NaiveTime::MIN)
            .and_local_timezone(local())
            .single()
            .map(|start| start.to_utc())
    };
    let to = start(today)?;
    let begins = to + TimeDelta::hours(i64::from(at_hour));
    let from = start(today.pred_opt()?)?;
    (now >= begins).then_some(Window { from, to })
}

/// Whether this process is the first to take the day.
async fn take(state: &AppState, window: Window, now: DateTime<Utc>) -> Result<bool, sqlx::Error> {
    let day = window.from.with_timezone(&local()).date_naive();
    let taken = sqlx::query!(
        "insert into reconciliation_day (day, taken_at) values ($1, $2) on conflict do nothing",
        day,
        now
    )
    .execute(&state.pool)
    .await?;
    Ok(taken.rows_affected() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn yesterday_in_bangkok_is_due_from_its_hour_on() {
        // 03:59 and 04:00 of the 21st in Bangkok.
        assert_eq!(due(at("2026-11-20T20:59:59Z"), 4), None);
        let window = due(at("2026-11-20T21:00:00Z"), 4).unwrap();
        assert_eq!(window.from, at("2026-11-19T17:00:00Z"));
        assert_eq!(window.to, at("2026-11-20T17:00:00Z"));
    }
}
