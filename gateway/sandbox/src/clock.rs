//! The only place of the sandbox that reads the machine's clock or makes ids.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, FixedOffset, TimeDelta, Utc};
use tokio::sync::watch;
use uuid::Uuid;

const BANGKOK_OFFSET_SECONDS: i32 = 7 * 3600;

/// A sandbox's clock. Tests move it; a running sandbox never does.
#[derive(Debug, Clone)]
pub struct Clock {
    /// By so many milliseconds it is ahead of the machine's.
    ahead: Arc<watch::Sender<i64>>,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            ahead: Arc::new(watch::Sender::new(0)),
        }
    }
}

impl Clock {
    /// What time it is.
    #[must_use]
    #[expect(
        clippy::disallowed_methods,
        reason = "the sandbox's one clock; the gateway's own clock is not reachable from here"
    )]
    pub fn now(&self) -> DateTime<Utc> {
        Utc::now() + TimeDelta::milliseconds(*self.ahead.borrow())
    }

    /// Moves the clock ahead, for every clone of it, and ends the waits that are over by then.
    pub fn advance(&self, by: Duration) {
        let by = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.ahead
            .send_modify(|ahead| *ahead = ahead.saturating_add(by));
    }

    /// Waits by this clock.
    pub(crate) async fn sleep(&self, wait: Duration) {
        let mut moved = self.ahead.subscribe();
        let wait = TimeDelta::from_std(wait).unwrap_or(TimeDelta::MAX);
        let Some(due) = self.now().checked_add_signed(wait) else {
            return std::future::pending().await;
        };
        while let Ok(left) = (due - self.now()).to_std()
            && !left.is_zero()
        {
            tokio::select! {
                () = tokio::time::sleep(left) => {}
                _ = moved.changed() => {}
            }
        }
    }
}

/// A fresh random id.
#[expect(
    clippy::disallowed_methods,
    reason = "the sandbox's one source of ids; the gateway's own is not reachable from here"
)]
pub(crate) fn new_id() -> Uuid {
    Uuid::new_v4()
}

/// The same moment on a wall clock in Bangkok (and Vientiane).
pub(crate) fn in_bangkok(moment: DateTime<Utc>) -> DateTime<FixedOffset> {
    let offset = FixedOffset::east_opt(BANGKOK_OFFSET_SECONDS).expect("seven hours is an offset");
    moment.with_timezone(&offset)
}
