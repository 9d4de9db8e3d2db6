//! The feed: events by position, none skipped and none twice.
//!
//! Positions are dense and in commit order, so the feed proves its completeness by counting:
//! position `n + 1` must follow position `n`. The latest events stay in memory, since all views of
//! a process read the same ones at nearly the same time.
//!
//! After a failover the journal may end earlier than before and continue with other events. Events
//! from the previous server are recognised by its timeline and not mixed with the rest.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use ledger::journal::{Whereabouts, whereabouts};
use ledger::{JournalKey, LedgerError, RecordedEvent, read_events};
use sqlx::{PgConnection, PgPool};
use tokio::sync::Mutex;

/// Events kept in memory for the next view.
const WINDOW_MAX: usize = 8_192;
/// How often a gap is checked again before it is believed.
const GAP_LOOKS: u32 = 3;
/// The pause between two looks at a gap.
const GAP_PAUSE: Duration = Duration::from_millis(50);

/// Why the feed cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum FeedError {
    /// The database is away; a repeat is harmless.
    #[error("the database is not available: {0}")]
    Unavailable(#[source] sqlx::Error),
    /// A position is missing in the journal.
    #[error("the journal continues after {after} with {found}")]
    Gap {
        /// The last position before the gap.
        after: i64,
        /// The first one behind it.
        found: i64,
    },
    /// The journal ends before the requested position.
    #[error("the journal ends at {head}, before {position}")]
    Ahead {
        /// The requested position.
        position: i64,
        /// Position of the journal's last event.
        head: i64,
    },
    /// The event right after this position cannot be read: unknown to this program, or damaged.
    #[error("the event after {after} cannot be read: {what}")]
    Unreadable {
        /// The last readable position.
        after: i64,
        /// The journal's error about it.
        what: String,
    },
}

/// Reads the journal in order; one for the process, shared by its views.
#[derive(Debug)]
pub struct Feed {
    pool: PgPool,
    key: Option<JournalKey>,
    window: Mutex<Window>,
}

/// The events that were read last, all on one timeline.
#[derive(Debug, Default)]
struct Window {
    timeline: String,
    events: VecDeque<Arc<RecordedEvent>>,
}

impl Window {
    /// Position of its last event.
    fn last(&self) -> Option<i64> {
        self.events.back().map(|event| event.position)
    }

    /// Some of its events; `None` if it does not hold the one right after the position.
    fn after(&self, position: i64, limit: usize) -> Option<Vec<Arc<RecordedEvent>>> {
        let first = self.events.front()?.position;
        let skipped = usize::try_from(position + 1 - first).ok()?;
        let events = self.events.iter().skip(skipped).take(limit);
        let events: Vec<_> = events.cloned().collect();
        (!events.is_empty()).then_some(events)
    }

    /// Takes in the events right after a position, and drops the kept events if they do not end
    /// there.
    fn extend(&mut self, position: i64, events: &[Arc<RecordedEvent>]) {
        if self.last() != Some(position) {
            self.events.clear();
        }
        self.events.extend(events.iter().cloned());
        let surplus = self.events.len().saturating_sub(WINDOW_MAX);
        self.events.drain(..surplus);
    }
}

impl Feed {
    /// A feed on a migrated database; without the journal's key it believes each event.
    #[must_use]
    pub fn new(pool: PgPool, key: Option<JournalKey>) -> Self {
        Self {
            pool,
            key,
            window: Mutex::default(),
        }
    }

    /// The events right after a position, at most `limit` of them; empty at the journal's end.
    ///
    /// Events before an unreadable one are still given; the error comes when it is their turn.
    pub async fn after(
        &self,
        position: i64,
        limit: usize,
    ) -> Result<Vec<Arc<RecordedEvent>>, FeedError> {
        let mut connection = self.pool.acquire().await.map_err(FeedError::Unavailable)?;
        let place = whereabouts(&mut *connection)
            .await
            .map_err(FeedError::Unavailable)?;
        self.after_on(&mut connection, &place, position, limit)
            .await
    }

    /// Like [`Feed::after`], on a connection to a server whose journal was at `place` when it was
    /// checked.
    pub(crate) async fn after_on(
        &self,
        connection: &mut PgConnection,
        place: &Whereabouts,
        position: i64,
        limit: usize,
    ) -> Result<Vec<Arc<RecordedEvent>>, FeedError> {
        let head = place.head;
        if head < position {
            return Err(FeedError::Ahead { position, head });
        }
        if head == position {
            return Ok(Vec::new());
        }
        let mut window = self.window.lock().await;
        if window.timeline != place.timeline || window.last() > Some(head) {
            window.events.clear();
            window.timeline.clone_from(&place.timeline);
        }
        if let Some(events) = window.after(position, limit) {
            return Ok(events);
        }
        if window.last() > Some(position) {
            // A view that lags reads by itself: it must not push out events that the others are
            // about to need.
            drop(window);
            return self.read_dense(connection, position, limit).await;
        }
        let events = self.read_dense(connection, position, limit).await?;
        window.extend(position, &events);
        Ok(events)
    }

    async fn read_dense(
        &self,
        connection: &mut PgConnection,
        position: i64,
        limit: usize,
    ) -> Result<Vec<Arc<RecordedEvent>>, FeedError> {
        let mut limit = i64::try_from(limit).unwrap_or(i64::MAX).max(1);
        let mut looks = 0;
        loop {
            match read_events(&mut *connection, self.key.as_ref(), position, limit).await {
                Ok(events) => match dense(position, events) {
                    Err(_) if looks < GAP_LOOKS => {
                        looks += 1;
                        tokio::time::sleep(GAP_PAUSE).await;
                    }
                    outcome => return outcome,
                },
                Err(LedgerError::Unavailable(error)) => return Err(FeedError::Unavailable(error)),
                // One bad event spoils the whole read: narrow it down to the events before it.
                Err(_) if limit > 1 => limit /= 2,
                Err(error) => {
                    return Err(FeedError::Unreadable {
                        after: position,
                        what: error.to_string(),
                    });
                }
            }
        }
    }
}

/// The events up to the first gap; an error when the gap comes first.
fn dense(position: i64, events: Vec<RecordedEvent>) -> Result<Vec<Arc<RecordedEvent>>, FeedError> {
    let mut after = position;
    let mut good = Vec::with_capacity(events.len());
    for event in events {
        if event.position != after + 1 {
            if good.is_empty() {
                return Err(FeedError::Gap {
                    after,
                    found: event.position,
                });
            }
            break;
        }
        after = event.position;
        good.push(Arc::new(event));
    }
    Ok(good)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use chrono::DateTime;
    use ledger::wallet::Opened;
    use ledger::{Actor, Currency, Metadata, WalletEvent, WalletId};

    /// The opening of a wallet.
    pub(crate) fn event(position: i64) -> RecordedEvent {
        RecordedEvent {
            position,
            wallet_id: WalletId(uuid::Uuid::nil()),
            sequence: position,
            event: WalletEvent::Opened(Opened {
                currency: Currency::Thb,
                bank_account: ledger_testing::FIRST_ACCOUNT,
            }),
            metadata: Metadata {
                at: DateTime::UNIX_EPOCH,
                actor: Actor::Member,
                request_id: "r".to_owned(),
                main: None,
                movements: None,
                key: None,
                settings: None,
            },
        }
    }

    #[test]
    fn a_missing_position_ends_the_batch_and_then_stops_the_feed() {
        let events = vec![event(4), event(5), event(7)];
        let good: Vec<_> = dense(3, events)
            .unwrap()
            .iter()
            .map(|event| event.position)
            .collect();
        assert_eq!(good, [4, 5]);
        assert!(matches!(
            dense(5, vec![event(7)]),
            Err(FeedError::Gap { after: 5, found: 7 })
        ));
        assert!(matches!(
            dense(5, vec![event(5)]),
            Err(FeedError::Gap { after: 5, found: 5 })
        ));
    }
}
