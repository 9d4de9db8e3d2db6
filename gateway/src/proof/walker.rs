//! The check that goes round and round beside the service, slowly: what somebody changes behind its
//! back is found without anybody asking.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use ledger::proof::verify::{Step, Walk};

use crate::state::AppState;

const STEP_EVERY: Duration = Duration::from_secs(1);
/// A short log is not read anew all the time.
const ROUND_PAUSE: Duration = Duration::from_secs(60);

/// What the walk has come to.
#[derive(Debug, Default)]
pub(crate) struct Walking {
    position: AtomicI64,
    failures: AtomicU64,
    told: Mutex<Told>,
}

/// What people are told of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Told {
    /// When the last round ended.
    pub(crate) round_at: Option<DateTime<Utc>>,
    /// The first row that the last or the present round has found wrong.
    pub(crate) problem: Option<String>,
}

impl Walking {
    /// The figures: the last event that was checked, and how many rows are wrong.
    pub(crate) fn figures(&self) -> [(&'static str, String, i64); 2] {
        let failures = i64::try_from(self.failures()).unwrap_or(i64::MAX);
        [
            ("wallet_verify_position", String::new(), self.position()),
            ("wallet_verify_failures", String::new(), failures),
        ]
    }

    /// The last event that was checked.
    pub(crate) fn position(&self) -> i64 {
        self.position.load(Ordering::Relaxed)
    }

    /// How many rows are wrong.
    pub(crate) fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }

    /// What people are told.
    pub(crate) fn told(&self) -> Told {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.clone()
    }

    /// A finding stays until a whole round has found nothing.
    fn note(&self, step: &Step, at: DateTime<Utc>) {
        self.position.store(step.position, Ordering::Relaxed);
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if step.is_round {
            told.round_at = Some(at);
        }
        if step.problem_count == 0 && !step.is_round {
            return;
        }
        self.failures.store(step.problem_count, Ordering::Relaxed);
        let problem = step.problem.as_ref().map(ToString::to_string);
        if told.problem != problem {
            if let Some(problem) = &problem {
                tracing::error!(problem, "what is stored was changed");
            }
            told.problem = problem;
        }
    }
}

/// Walks until the gateway stops.
pub(crate) fn start(state: &AppState) {
    let rate = state.config.proof.verify_events_per_second;
    if rate == 0 {
        return;
    }
    let state = state.clone();
    state.tasks.clone().spawn(async move {
        tokio::select! {
            () = run(&state, i64::from(rate)) => {}
            () = state.stop.cancelled() => {}
        }
    });
}

async fn run(state: &AppState, rate: i64) {
    let mut walk = Walk::default();
    loop {
        let pause = match walk.step(&state.pool, rate).await {
            Ok(step) => {
                state.walking.note(&step, state.clock.now());
                if step.is_round {
                    ROUND_PAUSE
                } else {
                    STEP_EVERY
                }
            }
            Err(error) => {
                tracing::warn!(%error, "the background check begins anew");
                walk = Walk::default();
                ROUND_PAUSE
            }
        };
        tokio::time::sleep(pause).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::proof::verify::Problem;

    fn step(is_round: bool, problem_count: u64) -> Step {
        let problem = Problem {
            table: "event",
            key: "position 7".to_owned(),
            what: "it is missing".to_owned(),
        };
        Step {
            position: 7,
            events: 1,
            is_round,
            problem: (problem_count > 0).then_some(problem),
            problem_count,
        }
    }

    #[test]
    fn a_finding_stays_until_a_whole_round_finds_nothing() {
        let walking = Walking::default();
        let at = DateTime::UNIX_EPOCH;
        walking.note(&step(false, 2), at);
        assert_eq!(walking.failures(), 2);
        walking.note(&step(true, 2), at);
        walking.note(&step(false, 0), at);
        assert_eq!(walking.failures(), 2);
        let told = walking.told();
        assert_eq!(told.round_at, Some(at));
        assert_eq!(
            told.problem.as_deref(),
            Some("event, position 7: it is missing")
        );
        walking.note(&step(true, 0), at);
        assert_eq!((walking.failures(), walking.told().problem), (0, None));
    }
}
