//! Guesses at secrets that live for minutes, counted in memory: writing to the database cannot
//! reset the count.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Longer than any such secret lives.
const RETENTION: Duration = Duration::from_hours(1);

/// How many guesses were made at each secret, by a hash that names it.
#[derive(Debug, Default)]
pub struct Guesses {
    counts: Mutex<HashMap<[u8; 32], Count>>,
}

#[derive(Debug)]
struct Count {
    made: u32,
    since: Instant,
}

impl Guesses {
    /// Forgets the guesses at a secret, after a right one.
    pub fn clear(&self, secret: [u8; 32]) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.remove(&secret);
    }

    /// Counts a guess; false when there were as many before.
    pub fn charge(&self, secret: [u8; 32], max: u32, now: Instant) -> bool {
        // No invariant spans two statements.
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.retain(|_, count| now.saturating_duration_since(count.since) < RETENTION);
        let count = counts.entry(secret).or_insert(Count {
            made: 0,
            since: now,
        });
        count.made = count.made.saturating_add(1);
        count.made <= max
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_secret_has_guesses_of_its_own_and_is_forgotten_after_an_hour() {
        let (guesses, now) = (Guesses::default(), Instant::now());
        let made = (0..4).map(|_| guesses.charge([1; 32], 3, now));
        assert_eq!(made.collect::<Vec<_>>(), [true, true, true, false]);
        assert!(guesses.charge([2; 32], 3, now));
        guesses.clear([2; 32]);
        assert!(guesses.charge([2; 32], 1, now));
        assert!(guesses.charge([1; 32], 3, now + RETENTION));
    }
}
