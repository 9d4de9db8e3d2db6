//! Time and ids: the only place that asks the machine for either.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

/// The gateway's clock. Tests move it; a running gateway never does.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    shift_ms: Arc<AtomicI64>,
}

impl Clock {
    /// What time it is.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the one clock")]
    pub fn now(&self) -> DateTime<Utc> {
        Utc::now() + TimeDelta::milliseconds(self.shift_ms.load(Ordering::Relaxed))
    }

    /// Moves the clock ahead, for every clone of it.
    pub fn advance(&self, by: Duration) {
        let ms = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.shift_ms.fetch_add(ms, Ordering::Relaxed);
    }
}

/// A new id that sorts by its time of making (UUID version 7).
#[must_use]
#[expect(clippy::disallowed_methods, reason = "this is the one place of ids")]
pub fn new_id() -> Uuid {
    Uuid::now_v7()
}

/// A new id that tells nothing (UUID version 4).
#[must_use]
#[expect(clippy::disallowed_methods, reason = "this is the one place of ids")]
pub fn random_id() -> Uuid {
    Uuid::new_v4()
}
