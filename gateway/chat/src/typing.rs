//! Limits how often a writer is announced in a conversation, over all sockets and gateways.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use uuid::Uuid;

/// Above this many entries, old ones are deleted.
const KEPT_MAX: usize = 1_024;

/// The writers and conversations that were announced, and when.
#[derive(Debug, Clone)]
pub struct Announced {
    /// A writer is announced at most once within this time.
    every: Duration,
    at: Arc<Mutex<HashMap<(Uuid, Uuid), Instant>>>,
}

impl Announced {
    /// The state before any announcement.
    pub(super) fn new(every: Duration) -> Self {
        Self {
            every,
            at: Arc::default(),
        }
    }

    /// Whether to announce a writer now; if so, the following ones are suppressed for a while.
    ///
    /// A visitor has one conversation, so the visitor's id also names it.
    pub fn is_due(&self, who: Uuid, place: Uuid) -> bool {
        self.is_due_after(who, place, self.every)
    }

    /// Notes an announcement from another gateway.
    pub(super) fn note(&self, who: Uuid, place: Uuid) {
        self.is_due(who, place);
    }

    fn is_due_after(&self, who: Uuid, place: Uuid, every: Duration) -> bool {
        let mut all = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= KEPT_MAX {
            all.retain(|_, at| at.elapsed() < every);
        }
        let is_due = all
            .get(&(who, place))
            .is_none_or(|at| at.elapsed() >= every);
        if is_due {
            all.insert((who, place), Instant::now());
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::clock::random_id;

    #[test]
    fn each_is_announced_once_in_a_while_in_each_place() {
        let announced = Announced::new(Duration::ZERO);
        let [who, other, here, there] = [(); 4].map(|()| random_id());
        let hour = Duration::from_hours(1);
        for (who, place, is_due) in [
            (who, here, true),
            (who, here, false),
            (who, there, true),
            (other, here, true),
            (other, here, false),
        ] {
            assert_eq!(announced.is_due_after(who, place, hour), is_due);
        }
        assert!(announced.is_due_after(who, here, Duration::ZERO));
    }

    #[test]
    fn who_was_announced_long_ago_is_forgotten() {
        let announced = Announced::new(Duration::ZERO);
        for _ in 0..2 * KEPT_MAX {
            announced.is_due_after(random_id(), random_id(), Duration::ZERO);
        }
        assert!(announced.at.lock().unwrap().len() <= KEPT_MAX);
    }
}
