//! A few replays in memory, so that a slider does not read a stream again at every step.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ledger::journal::{StreamEnd, stream_end};
use ledger::{JournalKey, WalletId};
use sqlx::PgPool;
use tokio::sync::{Mutex as AsyncMutex, OwnedSemaphorePermit, Semaphore};

use super::index::{Replay, ReplayError};
use super::load::load;

/// How much memory replays may take.
#[derive(Debug, Clone, Copy)]
pub struct ReplayOptions {
    /// Most players that are kept.
    pub kept_max: usize,
    /// Bytes at most, not counting the latest replay.
    pub bytes_max: usize,
    /// Streams that are read at the same time.
    pub loads_max: usize,
    /// Long walks through a story, as for a comparison or a printed page, at the same time.
    pub walks_max: usize,
    /// How long a walk waits for its turn.
    pub patience: Duration,
}

/// A turn to walk through a story; it ends when dropped.
#[derive(Debug)]
#[must_use]
pub struct Turn {
    _permit: OwnedSemaphorePermit,
}

impl Default for ReplayOptions {
    fn default() -> Self {
        Self {
            kept_max: 16,
            bytes_max: 192 * 1024 * 1024,
            loads_max: 2,
            walks_max: 2,
            patience: Duration::from_secs(2),
        }
    }
}

/// The replays that were opened recently. Cheap to clone.
#[derive(Clone)]
pub struct Replays {
    pool: PgPool,
    key: JournalKey,
    options: ReplayOptions,
    loads: Arc<Semaphore>,
    walks: Arc<Semaphore>,
    kept: Arc<Mutex<VecDeque<Slot>>>,
}

/// One player's place: the first caller fills it, the others wait for it.
#[derive(Clone)]
struct Slot {
    wallet_id: WalletId,
    place: Arc<AsyncMutex<Option<Arc<Replay>>>>,
    weight: usize,
}

impl std::fmt::Debug for Replays {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Replays")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl Replays {
    /// Nothing in memory yet.
    #[must_use]
    pub fn new(pool: PgPool, key: JournalKey, options: ReplayOptions) -> Self {
        Self {
            pool,
            key,
            options,
            loads: Arc::new(Semaphore::new(options.loads_max.max(1))),
            walks: Arc::new(Semaphore::new(options.walks_max.max(1))),
            kept: Arc::default(),
        }
    }

    /// The end of the events.
    #[must_use]
    pub fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// A player's replay up to the stream's end; a kept replay is brought up to date.
    pub async fn open(&self, wallet_id: WalletId) -> Result<Arc<Replay>, ReplayError> {
        let end = stream_end(&self.pool, wallet_id).await?;
        self.open_on(&self.pool, end.ok_or(ReplayError::NoStream)?, wallet_id)
            .await
    }

    /// Like [`Self::open`], up to an end that was read before, with events from any server. It does
    /// not matter which, because they must lead to that end's hash.
    pub async fn open_on(
        &self,
        pool: &PgPool,
        end: StreamEnd,
        wallet_id: WalletId,
    ) -> Result<Arc<Replay>, ReplayError> {
        let kept = self.take_place(wallet_id);
        let mut place = kept.place.lock().await;
        let turn = self.loads.acquire().await;
        let _turn = turn.map_err(|_| ReplayError::Interrupted)?;
        let opened = load(pool, &self.key, end, wallet_id, place.as_deref()).await;
        let replay = match opened {
            Ok(replay) => Arc::new(replay),
            Err(error) => {
                // A replay that cannot be brought up to date must not be shown again.
                *place = None;
                return Err(error);
            }
        };
        *place = Some(Arc::clone(&replay));
        drop(place);
        self.put_back(wallet_id, replay.weight());
        Ok(replay)
    }

    /// A turn to walk through a whole story, which takes time and memory; [`ReplayError::Busy`]
    /// when others take longer than is waited for.
    pub async fn take_turn(&self) -> Result<Turn, ReplayError> {
        let turn = Arc::clone(&self.walks).acquire_owned();
        match tokio::time::timeout(self.options.patience, turn).await {
            Ok(Ok(permit)) => Ok(Turn { _permit: permit }),
            Ok(Err(_)) => Err(ReplayError::Interrupted),
            Err(_) => Err(ReplayError::Busy),
        }
    }

    /// How many players are kept.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.kept
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .len()
    }

    fn take_place(&self, wallet_id: WalletId) -> Slot {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().position(|slot| slot.wallet_id == wallet_id);
        let taken = found
            .and_then(|at| kept.remove(at))
            .unwrap_or_else(|| Slot {
                wallet_id,
                place: Arc::default(),
                weight: 0,
            });
        kept.push_back(taken.clone());
        self.forget(&mut kept);
        taken
    }

    fn put_back(&self, wallet_id: WalletId, weight: usize) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = kept.iter_mut().find(|slot| slot.wallet_id == wallet_id) {
            found.weight = weight;
        }
        self.forget(&mut kept);
    }

    /// Drops the replays that were unused for the longest time.
    fn forget(&self, kept: &mut VecDeque<Slot>) {
        let bytes = |kept: &VecDeque<Slot>| kept.iter().map(|slot| slot.weight).sum::<usize>();
        while kept.len() > 1
            && (kept.len() > self.options.kept_max || bytes(kept) > self.options.bytes_max)
        {
            kept.pop_front();
        }
    }
}
