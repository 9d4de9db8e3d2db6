//! One running sandbox: configuration, state behind one lock, fault switch, nonces.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::Notify;

use crate::clock::Clock;
use crate::config::Config;
use crate::fault::FaultBoard;
use crate::refusal::Refusal;
use crate::store::{Log, StoreError};
use crate::witness::Witnesses;
use crate::world::World;

const NONCE_LIFE: TimeDelta = TimeDelta::minutes(10);

/// A handle on the outside world; clones share it.
#[derive(Debug, Clone)]
pub struct Sandbox(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    config: Config,
    clock: Clock,
    kept: Mutex<Stored>,
    faults: FaultBoard,
    nonces: Mutex<HashMap<String, DateTime<Utc>>>,
    /// Rings when a callback may be due.
    bell: Notify,
    witnesses: Witnesses,
}

#[derive(Debug)]
struct Stored {
    world: World,
    log: Log,
}

impl Sandbox {
    /// Opens the state of the configured folder, or an empty world in memory.
    pub fn open(config: Config) -> Result<Self, StoreError> {
        let (log, world) = Log::open(config.data_dir.as_deref())?;
        let witnesses = match &config.data_dir {
            Some(folder) => Witnesses::open(folder).map_err(|source| StoreError::Disk {
                path: folder.clone(),
                source,
            })?,
            None => Witnesses::default(),
        };
        Ok(Self(Arc::new(Inner {
            witnesses,
            config,
            clock: Clock::default(),
            kept: Mutex::new(Stored { world, log }),
            faults: FaultBoard::default(),
            nonces: Mutex::default(),
            bell: Notify::new(),
        })))
    }

    /// What time it is here.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.0.clock
    }

    pub(crate) fn config(&self) -> &Config {
        &self.0.config
    }

    pub(crate) fn faults(&self) -> &FaultBoard {
        &self.0.faults
    }

    /// Rings when there may be a callback to send.
    pub(crate) fn bell(&self) -> &Notify {
        &self.0.bell
    }

    /// Who signs the wallet's proof log.
    pub(crate) fn witnesses(&self) -> &Witnesses {
        &self.0.witnesses
    }

    /// Runs `act` on the world as it is at this moment, and writes down what it changed.
    ///
    /// What is due takes effect first, so no caller ever sees a time that has passed without its effect.
    pub(crate) fn with<T>(
        &self,
        act: impl FnOnce(&mut World, DateTime<Utc>) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let mut kept = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let Stored { world, log } = &mut *kept;
        let now = self.clock().now();
        world.settle(now);
        let outcome = act(world, now);
        let changes = world.take_changes();
        log.append(&changes).map_err(|error| {
            tracing::error!(%error, "the state could not be written");
            Refusal::Internal
        })?;
        outcome
    }

    /// Uses up a nonce; `false` when it was used in the last ten minutes.
    pub(crate) fn spend_nonce(&self, nonce: String) -> bool {
        let now = self.clock().now();
        let mut nonces = self.0.nonces.lock().unwrap_or_else(PoisonError::into_inner);
        nonces.retain(|_, expiry| *expiry > now);
        nonces.insert(nonce, now + NONCE_LIFE).is_none()
    }
}
