//! Not faster than asked for: a check beside the service must leave it the machine.

use std::time::{Duration, Instant};

/// A bound of events a second.
#[derive(Debug)]
pub(super) struct Pace {
    begun: Instant,
    per_second: Option<u32>,
}

impl Pace {
    pub(super) fn new(per_second: Option<u32>) -> Self {
        Self {
            begun: Instant::now(),
            per_second: per_second.filter(|rate| *rate > 0),
        }
    }

    /// Waits until so many events may have been gone through.
    pub(super) fn keep(&mut self, events: i64) {
        let Some(rate) = self.per_second else { return };
        let micros = u64::try_from(events).unwrap_or(0) * 1_000_000 / u64::from(rate);
        let due = Duration::from_micros(micros);
        if let Some(rest) = due.checked_sub(self.begun.elapsed()) {
            std::thread::sleep(rest);
        }
    }
}
