//! Time and ids: the only place that asks the machine for either.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

/// The gateway's clock. Tests move it; a running gateway never does.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    shift_ms: Arc<AtomicI64>,
    /// The machine's time at which it is stopped, in milliseconds; 0 while it runs.
    held_ms: Arc<AtomicI64>,
}

/// Lets a clock run on when it is dropped, unless it was stopped before.
#[must_use]
#[derive(Debug)]
pub struct Held(Option<Clock>);

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(clock) = &self.0 {
            clock.held_ms.store(0, Ordering::Relaxed);
        }
    }
}

impl Clock {
    /// The current time.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the one clock")]
    pub fn now(&self) -> DateTime<Utc> {
        let machine = match self.held_ms.load(Ordering::Relaxed) {
            0 => Utc::now(),
            held => DateTime::from_timestamp_millis(held).unwrap_or_default(),
        };
        machine + TimeDelta::milliseconds(self.shift_ms.load(Ordering::Relaxed))
    }

    /// Stops the clock, for every clone of it, as long as the answer lives: a time that a test counts
    /// on does not pass because the machine is slow. Only [`Clock::advance`] moves it.
    #[expect(clippy::disallowed_methods, reason = "this is the one clock")]
    pub fn hold(&self) -> Held {
        let machine = Utc::now().timestamp_millis();
        let held = self
            .held_ms
            .compare_exchange(0, machine, Ordering::Relaxed, Ordering::Relaxed);
        Held(held.is_ok().then(|| self.clone()))
    }

    /// An instant that moves ahead with this clock. [`Clock::hold`] does not stop it.
    #[must_use]
    pub fn instant(&self) -> Instant {
        let shift = u64::try_from(self.shift_ms.load(Ordering::Relaxed)).unwrap_or(0);
        Instant::now() + Duration::from_millis(shift)
    }

    /// Moves the clock ahead, for every clone of it.
    pub fn advance(&self, by: Duration) {
        let ms = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.shift_ms.fetch_add(ms, Ordering::Relaxed);
    }

    /// Moves the clock back, for every clone of it, like the correction of a clock that was ahead.
    pub fn set_back(&self, by: Duration) {
        let ms = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.shift_ms.fetch_sub(ms, Ordering::Relaxed);
    }
}

/// A new id that sorts by its time of making (UUID version 7).
#[must_use]
#[expect(clippy::disallowed_methods, reason = "this is the one place of ids")]
pub fn new_id() -> Uuid {
    Uuid::now_v7()
}

/// A new id that reveals nothing (UUID version 4).
#[must_use]
#[expect(clippy::disallowed_methods, reason = "this is the one place of ids")]
pub fn random_id() -> Uuid {
    Uuid::new_v4()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_clock_is_moved_by_nobody_but_the_test() {
        let clock = Clock::default();
        let held = clock.hold();
        let before = clock.now();
        // A second hold does not release the first.
        drop(clock.hold());
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(clock.clone().now(), before);
        clock.advance(Duration::from_hours(1));
        assert_eq!(clock.now(), before + TimeDelta::hours(1));
        drop(held);
        std::thread::sleep(Duration::from_millis(2));
        assert!(clock.now() > before + TimeDelta::hours(1));
    }
}
