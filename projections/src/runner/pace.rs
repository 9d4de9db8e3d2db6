//! How much a round takes in, how long it may last, and when the next one comes.

use std::time::Duration;

use super::round::RoundError;

/// Events that one transaction applies at most.
pub(super) const BATCH_MAX: usize = 1_000;
/// The first pause after the database was away; doubled up to the last.
const RETRY_FIRST: Duration = Duration::from_millis(50);
const RETRY_LAST: Duration = Duration::from_secs(2);
/// The first and the longest time limit of a round: each round that misses its limit gives the next
/// one twice the time and half the events. A silent connection costs one round.
pub(super) const ROUND_FIRST: Duration = Duration::from_secs(5);
const ROUND_LAST: Duration = Duration::from_mins(1);
/// How often a stopped view tries again: an operator may have repaired or rebuilt it.
const STOPPED_RETRY: Duration = Duration::from_secs(5);

/// The limits of the next round, from the outcome of the last ones.
pub(super) struct Pace {
    /// How many events it may apply.
    pub(super) batch_max: usize,
    /// How long it may last.
    pub(super) patience: Duration,
    pause: Duration,
}

impl Pace {
    pub(super) fn new() -> Self {
        Self {
            batch_max: BATCH_MAX,
            patience: ROUND_FIRST,
            pause: RETRY_FIRST,
        }
    }

    /// Slows down after a failed round, and answers how long the next one has to wait.
    pub(super) fn after(&mut self, error: &RoundError) -> Duration {
        if !error.is_passing() {
            return STOPPED_RETRY;
        }
        if matches!(error, RoundError::Silent { .. }) {
            self.batch_max = (self.batch_max / 2).max(1);
            self.patience = (self.patience * 2).min(ROUND_LAST);
        }
        let pause = self.pause;
        self.pause = (pause * 2).min(RETRY_LAST);
        pause
    }
}
