//! Keeps room in the journal: its table is partitioned by position, and an event that no partition
//! is for is refused, with its command.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use ledger::journal;

use super::core::Core;
use super::database::within;
use super::metrics::Reading;

/// A partition has room for many minutes of the highest rate that was measured.
const EXTEND_EVERY: Duration = Duration::from_secs(10);

/// A connection that takes longer has fallen silent.
const EXTEND_TAKES_MAX: Duration = Duration::from_secs(5);

/// How many events the journal has room for; below zero before the first look.
#[derive(Debug)]
pub struct JournalRoom(AtomicI64);

impl Default for JournalRoom {
    fn default() -> Self {
        Self(AtomicI64::new(-1))
    }
}

impl JournalRoom {
    /// The figure; absent before the first look.
    pub fn reading(&self) -> Option<Reading> {
        let room = self.0.load(Ordering::Relaxed);
        let help = "Events that the journal's partitions have room for";
        (room >= 0).then(|| Reading::new("wallet_journal_room", help, room))
    }
}

/// Adds partitions in time, until the gateway stops.
pub fn start(core: &Core, room: &Arc<JournalRoom>) {
    let (state, room) = (core.clone(), Arc::clone(room));
    core.spawn(async move {
        loop {
            match within(EXTEND_TAKES_MAX, journal::extend(&state.pool)).await {
                Ok(left) => room.0.store(left, Ordering::Relaxed),
                Err(error) => tracing::warn!(%error, "the journal got no further partition"),
            }
            tokio::time::sleep(EXTEND_EVERY).await;
        }
    });
}
