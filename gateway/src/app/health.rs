//! The reasons why a gateway is not ready, checked about once a second.
//!
//! Callers get a list of codes; an empty one means ready. Each code disappears by itself when its
//! cause does.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ledger::journal;
use projections::{View, ViewFigures};
use tokio::time::Instant;

use crate::api::state::AppState;
use payments::lease;
use platform::core::Core;
use platform::database::within;
use platform::full_disk;
use platform::replication::NOT_REPLICATED;

const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How long a look may take.
const LOOK_TAKES_MAX: Duration = Duration::from_secs(3);

/// The results of the last checks.
#[derive(Debug, Default)]
pub(crate) struct Health {
    seen: Mutex<Seen>,
}

#[derive(Debug, Default)]
struct Seen {
    /// Since when no gateway has held the lease.
    unheld_since: Option<Instant>,
    /// The views that are behind the log: where each is, and since when it is there.
    behind: BTreeMap<View, (i64, Instant)>,
}

impl Seen {
    fn note_lease(&mut self, is_held: bool, now: Instant) {
        if is_held {
            self.unheld_since = None;
        } else {
            self.unheld_since.get_or_insert(now);
        }
    }

    /// A view that advances is healthy, no matter how far behind. Only a view that has stopped, or
    /// that reports that it cannot continue, is not.
    fn note_views(&mut self, head: i64, views: &[ViewFigures], now: Instant) {
        for view in views {
            if view.as_of >= head && view.stopped.is_none() {
                self.behind.remove(&view.view);
                continue;
            }
            let since = self.behind.entry(view.view).or_insert((view.as_of, now));
            if since.0 != view.as_of {
                *since = (view.as_of, now);
            }
        }
    }

    fn is_unheld(&self, longest: Duration, now: Instant) -> bool {
        self.unheld_since.is_some_and(|at| now - at >= longest)
    }

    fn has_stopped_view(&self, longest: Duration, now: Instant) -> bool {
        let mut since = self.behind.values();
        since.any(|(_, since)| now - *since >= longest)
    }
}

impl Health {
    fn seen(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts looking, until the gateway stops.
pub(crate) fn start(core: &Core) -> Arc<Health> {
    let health = Arc::<Health>::default();
    let (state, seen) = (core.clone(), Arc::clone(&health));
    core.spawn(async move {
        loop {
            if let Err(error) = within(LOOK_TAKES_MAX, look(&state, &seen)).await {
                tracing::debug!(%error, "whether this gateway is ready was not looked at");
                // The holder of the lease is unknown, which counts as not held.
                seen.seen().note_lease(false, Instant::now());
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    });
    health
}

async fn look(state: &Core, health: &Health) -> Result<(), sqlx::Error> {
    let is_held = lease::is_held(&state.pool).await?;
    let head = journal::head(&state.pool).await?;
    let (views, now) = (state.projections.figures(), Instant::now());
    let mut seen = health.seen();
    seen.note_lease(is_held, now);
    seen.note_views(head, &views, now);
    Ok(())
}

/// The troubles of this moment.
pub(crate) async fn troubles(state: &AppState, health: &Health) -> Vec<&'static str> {
    let longest = state.config.paces.unready;
    let answers = within(LOOK_TAKES_MAX, async {
        let asked = sqlx::query_scalar!("select 1 as one");
        asked.fetch_one(&state.pool).await
    });
    let is_silent = answers.await.is_err();
    let is_demanded = state.config.database.require_synchronous;
    let is_alone = is_demanded
        && state
            .replication
            .is_missing(state.config.paces.replication_wait);
    let (seen, now) = (health.seen(), Instant::now());
    let checks = [
        ("STOPPING", state.leaving.is_cancelled()),
        ("DATABASE_AWAY", is_silent),
        (NOT_REPLICATED, is_alone),
        ("NO_LEASE_HOLDER", seen.is_unheld(longest, now)),
        ("VIEW_STANDS_STILL", seen.has_stopped_view(longest, now)),
        ("LOG_FORKED", state.sealing.is_forked()),
        ("SEALING_FAILED", state.sealing.has_failed()),
        ("DISK_FULL", full_disk::is_full()),
    ];
    let found = checks.into_iter().filter(|(_, is_so)| *is_so);
    found.map(|(code, _)| code).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONGEST: Duration = Duration::from_secs(10);

    fn figures(as_of: i64) -> [ViewFigures; 1] {
        [ViewFigures {
            view: View::Slip,
            as_of,
            lag: 0,
            applied: 0,
            stopped: None,
        }]
    }

    #[test]
    fn a_view_that_moves_is_well_however_far_behind_and_a_stopped_one_is_not() {
        let mut seen = Seen::default();
        let started = Instant::now();
        let second = |n: u64| started + Duration::from_secs(n);
        for n in 1_u64..=30 {
            seen.note_views(1_000, &figures(n.cast_signed()), second(n));
            assert!(!seen.has_stopped_view(LONGEST, second(n)), "{n}");
        }
        for n in 31_u64..=42 {
            seen.note_views(1_000, &figures(30), second(n));
            assert_eq!(seen.has_stopped_view(LONGEST, second(n)), n >= 40, "{n}");
        }
        seen.note_views(1_000, &figures(1_000), second(43));
        assert!(!seen.has_stopped_view(LONGEST, second(43)));
    }

    #[test]
    fn a_view_that_shows_everything_may_rest_for_as_long_as_the_log_does() {
        let mut seen = Seen::default();
        let started = Instant::now();
        seen.note_views(7, &figures(7), started);
        let later = started + LONGEST * 10;
        seen.note_views(8, &figures(7), later);
        assert!(!seen.has_stopped_view(LONGEST, later));
        assert!(seen.has_stopped_view(LONGEST, later + LONGEST));
    }

    #[test]
    fn a_view_that_has_stopped_is_not_well_when_it_shows_everything_either() {
        let mut seen = Seen::default();
        let started = Instant::now();
        let [mut view] = figures(7);
        view.stopped = Some("it shows the journal up to 9, which ended at 7".to_owned());
        for since in [Duration::ZERO, LONGEST] {
            seen.note_views(7, std::slice::from_ref(&view), started + since);
            assert_eq!(
                seen.has_stopped_view(LONGEST, started + since),
                since == LONGEST
            );
        }
    }

    #[test]
    fn the_work_may_be_nobodys_for_a_moment() {
        let mut seen = Seen::default();
        let started = Instant::now();
        seen.note_lease(false, started);
        seen.note_lease(false, started + LONGEST / 2);
        assert!(!seen.is_unheld(LONGEST, started + LONGEST / 2));
        assert!(seen.is_unheld(LONGEST, started + LONGEST));
        seen.note_lease(true, started + LONGEST);
        assert!(!seen.is_unheld(LONGEST, started + LONGEST));
    }
}
