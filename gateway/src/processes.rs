//! The processes that carry events to the outside world and its answers back.
//!
//! Events are the outbox: what has begun and not ended is found again in the open-work view after
//! any crash. One gateway of a database works at a time ([`lease`]); others stand by.

pub(crate) mod attempt;
#[cfg(test)]
pub(crate) mod bench;
mod errand;
pub(crate) mod gift;
#[cfg(test)]
mod gift_tests;
pub(crate) mod lease;
pub(crate) mod qr;
pub(crate) mod qr_notice;
pub(crate) mod qr_order;
#[cfg(test)]
mod qr_tests;
#[cfg(test)]
mod qr_turn_tests;
mod runner;
pub(crate) mod slip;
#[cfg(test)]
mod slip_tests;
#[cfg(test)]
mod sweep_tests;
#[cfg(test)]
mod tests;
pub(crate) mod transfer;
mod waiting;
pub(crate) mod withdrawal;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ledger::GameCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, broadcast, mpsc};
use uuid::Uuid;

pub(crate) use attempt::Subject;
pub(crate) use waiting::{wait_until, wait_until_all};

use crate::clock::{Clock, random_id};
use crate::config::Config;
use crate::outside::breaker::Breakers;
use crate::slip::gate::UploadGate;
use crate::slip::picture::PictureReader;
use crate::state::AppState;

/// Hints that may wait; beyond them the sweep of the open work finds what was hinted at.
const HINTS_MAX: usize = 4_096;

/// What one permit of the upload room stands for, and how many there are: 256 MiB.
pub(crate) const UPLOAD_UNIT_BYTES: usize = 64 * 1024;
const UPLOAD_UNITS: usize = 4_096;

/// Outside calls in progress at once with one game provider.
const CALLS_PER_GAME_MAX: usize = 32;

/// How long a provider that reported maintenance is shown as closed.
const MAINTENANCE_SHOWN: Duration = Duration::from_mins(1);

/// What the routes share with the processes.
#[derive(Clone)]
pub(crate) struct Processes {
    /// Who this gateway is among those that ask for the lease.
    holder: Uuid,
    hints: mpsc::Sender<Subject>,
    hinted: Arc<tokio::sync::Mutex<mpsc::Receiver<Subject>>>,
    moved: broadcast::Sender<Uuid>,
    closed: Arc<Mutex<HashMap<GameCode, Instant>>>,
    lanes: Arc<Mutex<HashMap<GameCode, Arc<Semaphore>>>>,
    /// Spare providers that do not answer.
    pub(crate) breakers: Breakers,
    /// Reads slip pictures, a few at a time.
    pub(crate) pictures: PictureReader,
    /// Room for uploads in memory, in units of [`UPLOAD_UNIT_BYTES`].
    pub(crate) upload_room: Arc<Semaphore>,
    /// Each player's share of it.
    pub(crate) uploads: UploadGate,
}

impl Processes {
    /// Prepares what the processes share with the routes.
    pub(crate) fn new(config: &Config, clock: &Clock) -> Self {
        let (hints, hinted) = mpsc::channel(HINTS_MAX);
        let (moved, _) = broadcast::channel(HINTS_MAX);
        Self {
            holder: random_id(),
            hints,
            hinted: Arc::new(tokio::sync::Mutex::new(hinted)),
            moved,
            closed: Arc::default(),
            lanes: Arc::default(),
            breakers: Breakers::new(&config.breaker, clock.clone()),
            pictures: PictureReader::new(config.paces.turn),
            upload_room: Arc::new(Semaphore::new(UPLOAD_UNITS)),
            uploads: UploadGate::new(config.paces.turn),
        }
    }

    /// Says that a subject has begun, so that it is looked at before the next sweep.
    pub(crate) fn hint(&self, subject: Subject) {
        // Without room, or on a gateway that stands by, the view of the open work shows it.
        let _ = self.hints.try_send(subject);
    }

    /// Tells those who wait for a subject that it has moved.
    fn announce(&self, id: Uuid) {
        // Nobody waiting is no error.
        let _ = self.moved.send(id);
    }

    /// Waits for a turn with a provider: one that hangs holds up nobody but its own.
    async fn turn_with(&self, game: &GameCode) -> Option<OwnedSemaphorePermit> {
        let lane = {
            let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
            let lane = lanes.entry(game.clone());
            Arc::clone(lane.or_insert_with(|| Arc::new(Semaphore::new(CALLS_PER_GAME_MAX))))
        };
        // Nobody closes a lane.
        lane.acquire_owned().await.ok()
    }

    /// Notes whether a provider has reported maintenance.
    pub(crate) fn note_maintenance(&self, game: &GameCode, is_closed: bool) {
        let mut closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        if is_closed {
            closed.insert(game.clone(), Instant::now());
        } else {
            closed.remove(game);
        }
    }

    /// Whether a provider has reported maintenance a moment ago.
    pub(crate) fn is_closed(&self, game: &GameCode) -> bool {
        let closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        closed
            .get(game)
            .is_some_and(|since| since.elapsed() < MAINTENANCE_SHOWN)
    }
}

/// Starts every process; each ends by itself when `state.stop` says so, tracked by `state.tasks`.
pub(crate) fn start(state: &AppState) {
    state.tasks.spawn(runner::run(state.clone()));
}
