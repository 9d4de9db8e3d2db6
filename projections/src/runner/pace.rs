//! How much a round takes in, how long it may last, and when the next one comes.

use std::time::Duration;

use super::round::RoundError;

/// Events that one transaction applies at most.
pub(super) const BATCH_MAX: usize = 1_000;
/// The first pause after the database was away; doubled up to the last.
const RETRY_FIRST: Duration = Duration::from_millis(50);
const RETRY_LAST: Duration = Duration::from_secs(2);
/// A round has so long, at first and at last: each one that was not over in time gives the next one
/// twice as long and half as many events. A connection that says nothing any more costs one round.
pub(super) const ROUND_FIRST: Duration = Duration::from_secs(5);
const ROUND_LAST: Duration = Duration::from_mins(1);
/// How often a stopped view tries again: an operator may have repaired or rebuilt it.
const STOPPED_RETRY: Duration = Duration::from_secs(5);

/// What the next round may take, by how the last ones went.
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
