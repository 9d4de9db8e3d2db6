//! Where a read happens: at a replica that shows enough, or at the primary.

use futures_util::future::join_all;
use projections::View;
use sqlx::Postgres;
use sqlx::pool::PoolConnection;
use tokio::time::{sleep, timeout};

use ledger::journal::Landmark;

use super::core::Core;
use super::extract::AfterPosition;
use super::metrics::ReplicaOutcome;
use super::replica::{Reading, ReplicaError};

/// Looks at the replicas, now and until the gateway stops.
pub async fn start(core: &Core) {
    let Some(replica) = core.replica.clone() else {
        return;
    };
    replica.look(&core.pool).await;
    let state = core.clone();
    core.spawn(async move {
        loop {
            sleep(state.config.paces.replica).await;
            replica.look(&state.pool).await;
        }
    });
}

impl Core {
    /// Reads what these views show, or the [`JOURNAL`]: from a replica that shows at least as much as
    /// the primary does, or else from the primary. The work may be done twice.
    pub async fn read<T, E, F>(
        &self,
        views: &[View],
        after: AfterPosition,
        work: impl Fn(Reading) -> F,
    ) -> Result<T, E>
    where
        E: From<sqlx::Error>,
        F: Future<Output = Result<T, E>>,
    {
        let floor = self.floor(views, after).await;
        if let Some(replica) = &self.replica {
            let outcome = match replica.snapshot(views, floor).await {
                Ok(reading) => match timeout(self.config.paces.replica_read, work(reading)).await {
                    Ok(Ok(answer)) => {
                        self.metrics.note_replica(ReplicaOutcome::Answered);
                        return Ok(answer);
                    }
                    Ok(Err(_)) | Err(_) => ReplicaOutcome::Failed,
                },
                Err(ReplicaError::Behind) => ReplicaOutcome::Behind,
                Err(error) => {
                    tracing::debug!(%error, "a replica is not read");
                    ReplicaOutcome::Failed
                }
            };
            self.metrics.note_replica(outcome);
        }
        let connection = self.pool.acquire().await?;
        work(Reading::of_primary(connection, self.pool.clone(), floor)).await
    }

    /// A connection to a server that has everything that is committed now: a replica, or else the
    /// primary. For a check that would take a replica that is behind for a loss.
    pub async fn level_connection(&self) -> Result<PoolConnection<Postgres>, sqlx::Error> {
        if let Some(replica) = self
            .replica
            .as_ref()
            .filter(|replica| replica.landmark().is_some())
        {
            let landmark = Landmark::take(&self.pool).await?;
            match replica.level_with(&landmark).await {
                Ok(connection) => return Ok(connection),
                Err(error) => tracing::debug!(%error, "a replica is not read"),
            }
        }
        self.pool.acquire().await
    }

    /// The position of the primary's views, once they show what the caller has seen.
    async fn floor(&self, views: &[View], after: AfterPosition) -> i64 {
        if views.is_empty() {
            return self.projections.head();
        }
        // At once: a position that none of them reaches is waited for only as long as by one.
        let shown = join_all(views.iter().map(async |view| {
            let shown = self.show(*view, after).await;
            shown.unwrap_or_else(|_| self.projections.as_of(*view))
        }));
        shown.await.into_iter().min().unwrap_or(i64::MAX)
    }
}
