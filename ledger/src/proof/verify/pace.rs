//! Limits the rate of a check, so that the running service keeps the machine.

use std::time::{Duration, Instant};

/// A bound of events a second.
#[derive(Debug)]
pub(super) struct Pace {
    started: Instant,
    per_second: Option<u32>,
}

impl Pace {
    pub(super) fn new(per_second: Option<u32>) -> Self {
        Self {
            started: Instant::now(),
            per_second: per_second.filter(|rate| *rate > 0),
        }
    }

    /// Waits until so many events may have been gone through.
    pub(super) fn keep(&self, events: i64) {
        if let Some(rest) = self.rest(events) {
            std::thread::sleep(rest);
        }
    }

    /// How long it is until then.
    pub(super) fn rest(&self, events: i64) -> Option<Duration> {
        let rate = self.per_second?;
        let events = u64::try_from(events).unwrap_or(0);
        let due = Duration::from_micros(events.saturating_mul(1_000_000) / u64::from(rate));
        due.checked_sub(self.started.elapsed())
    }
}
