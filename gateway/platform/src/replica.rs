//! Reads from replicas, where `DATABASE_READ_URL` names them.
//!
//! A replica answers a request only if it shows at least what the primary's views showed when the
//! request came, and what the caller names by `after`. The check runs in the snapshot that is then
//! read, because the address may lead to several servers, each at a different position. A replica
//! that does not get there within `database.replica_wait_ms` is skipped, and anything but a success
//! is read again at the primary. So a replica never decides a refusal, and an absent replica only
//! costs a little time.
//!
//! Once a second this process takes a [`Landmark`] of the primary and looks whether a replica
//! reaches it. So it is known whether a replica is worth trying, and two things hold for every
//! read:
//!
//! - the replica's journal is the primary's. After a failover another server may have events that
//!   were lost.
//! - data outside the journal (names, say) is about a second old at most.
//!
//! Nothing is decided here: commands, sessions, staff's rights and their records are the primary's.

#[cfg(test)]
mod tests;

use std::ops::{Deref, DerefMut};
use std::str::FromStr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ledger::journal::{self, Landmark, Level};
use projections::{View, shown_on};
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{PgPool, Postgres, Transaction};
use tokio::time::{Instant, sleep, timeout};

use super::database::{self, CONNECT_MAX, within};
use super::metrics::Reading as Figure;

/// The journal itself, in place of views; see `Core::read`.
pub const JOURNAL: &[View] = &[];

/// A snapshot of a replica in which nothing can be written.
const BEGIN: &str = "begin isolation level repeatable read read only";

/// How long a check of everything waits for its replica: it takes minutes itself.
const FOLLOW_MAX: Duration = Duration::from_secs(30);

/// How long the primary may take to say where it is.
const LANDMARK_MAX: Duration = Duration::from_secs(2);

/// The longest pause between two questions to a replica that is behind; the first one is a
/// millisecond, and each is twice the one before.
const PAUSE_MAX: Duration = Duration::from_millis(20);

/// Why a replica does not answer.
#[derive(Debug, thiserror::Error)]
pub enum ReplicaError {
    /// It cannot be reached, or a query on it has failed.
    #[error("{0}")]
    Database(#[from] sqlx::Error),
    /// It was not level with the primary at the last look, or lacks events when the wait is over.
    #[error("it is behind")]
    Behind,
    /// It has not answered within the time for connecting and waiting.
    #[error("it does not answer")]
    Silent,
    /// It follows another server, or has events that the primary has lost.
    #[error("its journal is not the primary's: it follows another server, or has what was lost")]
    Elsewhere,
}

/// How long to poll a replica that is behind.
struct Patience {
    wait: Duration,
    /// Since the first answer: the time of connecting does not count.
    since: Option<Instant>,
    pause: Duration,
}

impl Patience {
    fn new(wait: Duration) -> Self {
        Self {
            wait,
            since: None,
            pause: Duration::from_millis(1),
        }
    }

    /// Waits until the next question makes sense, unless the time is over.
    async fn pause(&mut self) -> Result<(), ReplicaError> {
        let waited = self.since.get_or_insert_with(Instant::now).elapsed();
        let left = self.wait.saturating_sub(waited);
        if left.is_zero() {
            return Err(ReplicaError::Behind);
        }
        sleep(self.pause.min(left)).await;
        self.pause = (self.pause * 2).min(PAUSE_MAX);
        Ok(())
    }
}

/// The replicas.
pub struct Replica {
    pool: PgPool,
    wait: Duration,
    /// Where the primary was when a replica was last found level with it; none while none is.
    landmark: Mutex<Option<Landmark>>,
    /// How many events behind the primary it was found.
    lag: AtomicI64,
}

/// Where a read happens: a snapshot of a replica, or a connection to the primary.
pub struct Reading {
    source: Source,
    pool: PgPool,
    /// The last event that is shown.
    pub as_of: i64,
}

enum Source {
    Replica(Transaction<'static, Postgres>),
    Primary(PoolConnection<Postgres>),
}

impl Reading {
    /// A connection to the primary, whose views show that much.
    pub(crate) fn of_primary(
        connection: PoolConnection<Postgres>,
        pool: PgPool,
        as_of: i64,
    ) -> Self {
        Self {
            source: Source::Primary(connection),
            pool,
            as_of,
        }
    }

    /// Whether it stays as it is: waiting shows nothing new.
    pub fn is_snapshot(&self) -> bool {
        matches!(self.source, Source::Replica(_))
    }

    /// Gives the snapshot up, for reads that check by themselves that their rows belong to it.
    pub fn into_pool(self) -> PgPool {
        self.pool
    }
}

impl Deref for Reading {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        match &self.source {
            Source::Replica(snapshot) => snapshot,
            Source::Primary(connection) => connection,
        }
    }
}

impl DerefMut for Reading {
    fn deref_mut(&mut self) -> &mut PgConnection {
        match &mut self.source {
            Source::Replica(snapshot) => snapshot,
            Source::Primary(connection) => connection,
        }
    }
}

impl Replica {
    /// Replicas without a first connection: they may be away.
    pub fn new(url: &str, wait: Duration) -> Result<Self, sqlx::Error> {
        Ok(Self {
            pool: database::reading_pool(PgConnectOptions::from_str(url)?),
            wait,
            landmark: Mutex::default(),
            lag: AtomicI64::new(0),
        })
    }

    /// The figures of the last look.
    pub fn readings(&self) -> [Figure; 2] {
        [
            Figure::new(
                "wallet_replica_usable",
                "1 while a replica answers reads",
                i64::from(self.landmark().is_some()),
            ),
            Figure::new(
                "wallet_replica_lag",
                "Committed events that the replica did not have at the last look",
                self.lag.load(Ordering::Relaxed),
            ),
        ]
    }

    /// Closes all connections to the replicas.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    pub(crate) fn landmark(&self) -> Option<Landmark> {
        let landmark = self.landmark.lock();
        landmark.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Looks whether a replica is level with the primary, and notes it for the reads to come.
    pub async fn look(&self, primary: &PgPool) {
        let taking = Landmark::take(primary);
        let landmark = match within::<_, sqlx::Error>(LANDMARK_MAX, taking).await {
            Ok(landmark) => landmark,
            Err(error) => return tracing::debug!(%error, "the primary does not say where it is"),
        };
        let reached = self.level_with(&landmark).await;
        let was_usable = self.landmark().is_some();
        match &reached {
            Ok(_) if !was_usable => tracing::info!("a replica answers reads"),
            Err(error) if was_usable => {
                tracing::warn!(%error, "no replica answers reads: the primary does");
            }
            _ => {}
        }
        let mut known = self.landmark.lock().unwrap_or_else(PoisonError::into_inner);
        *known = reached.is_ok().then_some(landmark);
    }

    /// A connection to a replica that has everything up to a landmark.
    pub(crate) async fn level_with(
        &self,
        landmark: &Landmark,
    ) -> Result<PoolConnection<Postgres>, ReplicaError> {
        let asking = async {
            let mut patience = Patience::new(self.wait);
            loop {
                let mut connection = self.pool.acquire().await?;
                let head = journal::head(&mut *connection).await?;
                let lag = landmark.position().saturating_sub(head).max(0);
                self.lag.store(lag, Ordering::Relaxed);
                match landmark.seen_from(&mut connection).await? {
                    Level::Reached => return Ok(connection),
                    Level::Elsewhere => return Err(ReplicaError::Elsewhere),
                    Level::Behind => {}
                }
                drop(connection);
                patience.pause().await?;
            }
        };
        let asked = timeout(CONNECT_MAX + self.wait, asking).await;
        asked.unwrap_or(Err(ReplicaError::Silent))
    }

    /// A snapshot in which the views show at least that position.
    pub async fn snapshot(&self, views: &[View], floor: i64) -> Result<Reading, ReplicaError> {
        let landmark = self.landmark().ok_or(ReplicaError::Behind)?;
        let asking = async {
            let mut patience = Patience::new(self.wait);
            loop {
                let mut snapshot = self.pool.begin_with(BEGIN).await?;
                let level = landmark.seen_from(&mut snapshot).await?;
                if level == Level::Elsewhere {
                    return Err(ReplicaError::Elsewhere);
                }
                let as_of = shown(&mut snapshot, views).await?;
                if level == Level::Reached && as_of >= floor {
                    return Ok(Reading {
                        source: Source::Replica(snapshot),
                        pool: self.pool.clone(),
                        as_of,
                    });
                }
                drop(snapshot);
                patience.pause().await?;
            }
        };
        let asked = timeout(CONNECT_MAX + self.wait, asking).await;
        asked.unwrap_or(Err(ReplicaError::Silent))
    }
}

/// Up to where the views show the journal, or how far it goes itself.
async fn shown(connection: &mut PgConnection, views: &[View]) -> Result<i64, sqlx::Error> {
    if views.is_empty() {
        journal::head(connection).await
    } else {
        shown_on(connection, views).await
    }
}

/// Waits until a replica has everything that the primary has committed by now.
pub async fn follow(replica: &PgPool, primary: &PgPool) -> Result<(), sqlx::Error> {
    let landmark = Landmark::take(primary).await?;
    let mut patience = Patience::new(FOLLOW_MAX);
    loop {
        let level = landmark.seen_from(&mut *replica.acquire().await?).await?;
        let is_waiting = level == Level::Behind && patience.pause().await.is_ok();
        match level {
            Level::Reached => return Ok(()),
            Level::Behind if is_waiting => {}
            Level::Behind => return Err(sqlx::Error::Protocol(ReplicaError::Behind.to_string())),
            Level::Elsewhere => {
                return Err(sqlx::Error::Protocol(ReplicaError::Elsewhere.to_string()));
            }
        }
    }
}
