//! The state that the routes and the background work of payments share.

use std::collections::{HashMap, HashSet};
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ledger::GameCode;
use serde::{Deserialize, Serialize};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, broadcast, mpsc};
use uuid::Uuid;

use super::attempt::Job;
use platform::clock::random_id;
use platform::core::Core;
use providers::breaker::Breakers;

/// The most hints that may wait; beyond that, the rescan of the open work finds the work.
const HINTS_MAX: usize = 4_096;

/// Outside calls in progress at once with one game provider.
const CALLS_PER_GAME_MAX: usize = 32;

/// How long a provider that reported maintenance is shown as closed.
const MAINTENANCE_SHOWN: Duration = Duration::from_mins(1);

/// A notification from one gateway to the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Notification {
    /// There is new work.
    New(Job),
    /// A subject named by another gateway has moved.
    Moved(Uuid),
}

/// The core, and the state that routes and background work share; cheap to clone.
#[derive(Clone)]
pub struct Payments {
    pub(super) core: Core,
    /// Whether this gateway holds the lease.
    pub(super) is_holder: Arc<AtomicBool>,
    /// This gateway's name in the lease.
    pub(super) holder: Uuid,
    hints: mpsc::Sender<Job>,
    pub(super) hinted: Arc<tokio::sync::Mutex<mpsc::Receiver<Job>>>,
    pub(super) moved: broadcast::Sender<Uuid>,
    /// Notifications for the other gateways.
    notifications: mpsc::Sender<Notification>,
    pub(super) outbox: Arc<Mutex<Option<mpsc::Receiver<Notification>>>>,
    /// The work that other gateways have named, which they wait for.
    awaited: Arc<Mutex<HashSet<Uuid>>>,
    closed: Arc<Mutex<HashMap<GameCode, Instant>>>,
    lanes: Arc<Mutex<HashMap<GameCode, Arc<Semaphore>>>>,
    /// The breakers that spare providers which do not answer.
    pub breakers: Breakers,
}

impl Deref for Payments {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.core
    }
}

impl Payments {
    /// The same state under today's decisions of the operator: for a piece of work that begins.
    pub fn renewed(&self) -> Self {
        Self {
            core: self.core.renewed(),
            ..self.clone()
        }
    }

    /// Creates the state that routes and background work share.
    pub fn new(core: &Core) -> Self {
        let (hints, hinted) = mpsc::channel(HINTS_MAX);
        let (moved, _) = broadcast::channel(HINTS_MAX);
        let (notifications, outbox) = mpsc::channel(HINTS_MAX);
        Self {
            core: core.clone(),
            is_holder: Arc::default(),
            holder: random_id(),
            hints,
            hinted: Arc::new(tokio::sync::Mutex::new(hinted)),
            moved,
            notifications,
            outbox: Arc::new(Mutex::new(Some(outbox))),
            awaited: Arc::default(),
            closed: Arc::default(),
            lanes: Arc::default(),
            breakers: Breakers::new(&core.config.breaker, core.clock.clone()),
        }
    }

    /// Whether this gateway holds the lease, and so carries money outside.
    pub fn is_holder(&self) -> bool {
        self.is_holder.load(Ordering::Relaxed)
    }

    /// Announces a new subject, so that it is worked on before the next rescan.
    pub fn hint(&self, subject: Job) {
        // If there is no room, or this gateway is on standby, the open work view shows it.
        let _ = self.hints.try_send(subject);
        if !self.is_holder() {
            let _ = self.notifications.try_send(Notification::New(subject));
        }
    }

    /// Takes on a subject that another gateway has named, if this one holds the lease.
    pub(super) fn take_over(&self, subject: Job) {
        if self.is_holder() {
            let mut awaited = self.awaited();
            // A gateway without room here checks again by itself.
            if awaited.len() < HINTS_MAX {
                awaited.insert(subject.id);
            }
            drop(awaited);
            let _ = self.hints.try_send(subject);
        }
    }

    /// Forgets that another gateway waits for work that has ended.
    pub(super) fn note_end(&self, id: Uuid) {
        self.awaited().remove(&id);
    }

    pub(super) fn awaited(&self) -> MutexGuard<'_, HashSet<Uuid>> {
        self.awaited.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notifies requests that wait for a subject that it has moved.
    pub(super) fn announce(&self, id: Uuid) {
        if self.awaited().contains(&id) {
            let _ = self.notifications.try_send(Notification::Moved(id));
        }
        self.announce_here(id);
    }

    /// Like [`announce`](Self::announce), for requests of this gateway only.
    pub(super) fn announce_here(&self, id: Uuid) {
        // It is no error if no request waits.
        let _ = self.moved.send(id);
    }

    /// Waits for a turn with a provider: a provider that hangs delays only its own calls.
    pub(super) async fn turn_with(&self, game: &GameCode) -> Option<OwnedSemaphorePermit> {
        let lane = {
            let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
            let lane = lanes.entry(game.clone());
            Arc::clone(lane.or_insert_with(|| Arc::new(Semaphore::new(CALLS_PER_GAME_MAX))))
        };
        // No code closes a lane.
        lane.acquire_owned().await.ok()
    }

    /// Notes whether a provider reports maintenance.
    pub(crate) fn note_maintenance(&self, game: &GameCode, is_closed: bool) {
        let mut closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        if is_closed {
            closed.insert(game.clone(), Instant::now());
        } else {
            closed.remove(game);
        }
    }

    /// Whether a provider reported maintenance a moment ago.
    pub fn is_closed(&self, game: &GameCode) -> bool {
        let closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        closed
            .get(game)
            .is_some_and(|since| since.elapsed() < MAINTENANCE_SHOWN)
    }
}
