//! Spares a provider that does not answer, and the requests that would wait for it.
//!
//! While it is closed, every call passes. After some failures in a row it opens: no call passes for
//! a while, then one probe does, and its answer closes or opens it again. Only reads use a breaker.
//! Calls that move money never do: their outcome is queried for as long as it takes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ledger::GameCode;

use platform::clock::Clock;
use platform::config::BreakerRules;

/// The breakers of all providers; cheap to clone.
#[derive(Debug, Clone)]
pub struct Breakers {
    failures_max: u32,
    pause: Duration,
    clock: Clock,
    held: Arc<Mutex<HashMap<GameCode, Breaker>>>,
}

/// The state of one provider; absent means that it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Breaker {
    /// Calls pass; the number that failed in a row.
    Closed { failures: u32 },
    /// No call passes before then.
    Open { until: Instant },
    /// One probe is under way; if its result never comes, the next probe is due then.
    Probing { until: Instant },
}

/// An admitted call; it notes its result when it is dropped.
#[derive(Debug)]
pub struct Pass {
    breakers: Breakers,
    game: GameCode,
    is_probe: bool,
    answered: Option<bool>,
}

impl Breakers {
    /// Breakers with the operator's rules.
    pub fn new(rules: &BreakerRules, clock: Clock) -> Self {
        Self {
            failures_max: rules.failures_max.max(1),
            pause: Duration::from_millis(rules.open_ms),
            clock,
            held: Arc::default(),
        }
    }

    /// Admits a call, or not.
    pub fn admit(&self, game: &GameCode) -> Option<Pass> {
        let now = self.clock.instant();
        let mut held = self.lock();
        let is_probe = match held.get(game) {
            None | Some(Breaker::Closed { .. }) => false,
            Some(Breaker::Open { until } | Breaker::Probing { until }) if now >= *until => {
                let until = now + self.pause;
                held.insert(game.clone(), Breaker::Probing { until });
                true
            }
            Some(Breaker::Open { .. } | Breaker::Probing { .. }) => return None,
        };
        Some(Pass {
            breakers: self.clone(),
            game: game.clone(),
            is_probe,
            answered: None,
        })
    }

    /// Whether calls of a provider are refused at this moment. After the pause the next call would
    /// be a probe, so the breaker no longer counts as open.
    pub fn is_open(&self, game: &GameCode) -> bool {
        let now = self.clock.instant();
        match self.lock().get(game) {
            Some(Breaker::Open { until } | Breaker::Probing { until }) => now < *until,
            None | Some(Breaker::Closed { .. }) => false,
        }
    }

    fn note(&self, pass: &Pass, now: Instant) {
        let mut held = self.lock();
        let is_probing = matches!(held.get(&pass.game), Some(Breaker::Probing { .. }));
        match pass.answered {
            Some(true) => drop(held.remove(&pass.game)),
            // The caller went away, which says nothing about the provider. A lost probe leaves
            // its place to the next call.
            None if pass.is_probe && is_probing => {
                held.insert(pass.game.clone(), Breaker::Open { until: now });
            }
            None => {}
            Some(false) => {
                let next = match held.get(&pass.game) {
                    Some(Breaker::Closed { failures }) => self.counted(failures + 1, now),
                    None => self.counted(1, now),
                    Some(Breaker::Probing { .. }) if pass.is_probe => self.opened(now),
                    // A call from before it opened; it no longer counts.
                    Some(open) => *open,
                };
                held.insert(pass.game.clone(), next);
            }
        }
    }

    fn counted(&self, failures: u32, now: Instant) -> Breaker {
        if failures >= self.failures_max {
            self.opened(now)
        } else {
            Breaker::Closed { failures }
        }
    }

    fn opened(&self, now: Instant) -> Breaker {
        Breaker::Open {
            until: now + self.pause,
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameCode, Breaker>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pass {
    /// Records whether the provider answered; a refusal is an answer.
    pub fn record(mut self, is_answered: bool) {
        self.answered = Some(is_answered);
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.breakers.note(self, self.breakers.clock.instant());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAUSE: Duration = Duration::from_secs(30);

    fn breakers() -> Breakers {
        let rules = BreakerRules {
            failures_max: 3,
            open_ms: 30_000,
        };
        Breakers::new(&rules, Clock::default())
    }

    fn game(code: &str) -> GameCode {
        code.parse().unwrap()
    }

    fn fail(breakers: &Breakers, count: u32) {
        for _ in 0..count {
            let pass = breakers.admit(&game("pg")).unwrap();
            pass.record(false);
        }
    }

    #[test]
    fn three_failures_in_a_row_open_it_for_that_provider_only() {
        let breakers = breakers();
        fail(&breakers, 2);
        assert!(breakers.admit(&game("pg")).is_some());
        fail(&breakers, 1);
        assert!(breakers.admit(&game("pg")).is_none());
        assert!(breakers.admit(&game("joker2")).is_some());
    }

    #[test]
    fn an_answer_in_between_starts_the_count_again() {
        let breakers = breakers();
        fail(&breakers, 2);
        let pass = breakers.admit(&game("pg")).unwrap();
        pass.record(true);
        fail(&breakers, 2);
        assert!(breakers.admit(&game("pg")).is_some());
    }

    #[test]
    fn after_the_pause_one_probe_is_let_through_and_decides() {
        let breakers = breakers();
        fail(&breakers, 3);
        breakers.clock.advance(PAUSE);
        let probe = breakers.admit(&game("pg")).unwrap();
        assert!(breakers.admit(&game("pg")).is_none(), "one only");
        probe.record(false);
        assert!(breakers.admit(&game("pg")).is_none());
        breakers.clock.advance(PAUSE);
        let probe = breakers.admit(&game("pg")).unwrap();
        probe.record(true);
        fail(&breakers, 2);
        assert!(breakers.admit(&game("pg")).is_some());
    }

    #[test]
    fn a_probe_that_nobody_waits_for_leaves_its_place_to_the_next() {
        let breakers = breakers();
        fail(&breakers, 3);
        breakers.clock.advance(PAUSE);
        drop(breakers.admit(&game("pg")).unwrap());
        assert!(breakers.admit(&game("pg")).is_some());
    }

    #[test]
    fn a_slow_failure_from_before_it_opened_does_not_keep_it_open() {
        let breakers = breakers();
        let slow = breakers.admit(&game("pg")).unwrap();
        fail(&breakers, 3);
        breakers.clock.advance(PAUSE);
        let probe = breakers.admit(&game("pg")).unwrap();
        slow.record(false);
        probe.record(true);
        assert!(breakers.admit(&game("pg")).is_some());
    }

    #[test]
    fn it_shows_as_open_while_it_refuses_and_not_because_nobody_asks() {
        let breakers = breakers();
        fail(&breakers, 2);
        assert!(!breakers.is_open(&game("pg")));
        fail(&breakers, 1);
        assert!(breakers.is_open(&game("pg")));
        assert!(!breakers.is_open(&game("joker2")));
        breakers.clock.advance(PAUSE);
        assert!(!breakers.is_open(&game("pg")));
        let probe = breakers.admit(&game("pg")).unwrap();
        assert!(breakers.is_open(&game("pg")), "others wait for the probe");
        probe.record(true);
        assert!(!breakers.is_open(&game("pg")));
    }

    #[test]
    fn a_call_that_was_given_up_counts_for_nothing() {
        let breakers = breakers();
        for _ in 0..5 {
            drop(breakers.admit(&game("pg")));
        }
        assert!(breakers.admit(&game("pg")).is_some());
    }
}
