//! A writer's connection to the database, and its patience when that goes away.

use std::sync::Arc;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{Executor, PgConnection, PgPool, Postgres};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use crate::journal::{fence, head};

/// A statement that takes longer than this is on a connection that hangs.
pub(super) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(10);

/// Between two tries to reach a database that is away.
const RETRY_PAUSE: Duration = Duration::from_millis(50);

/// A connection that was not used for so long is asked whether it is still there before it gets a
/// batch: without that, a silent one is found by the batch, after [`STATEMENT_TIMEOUT`].
const TRUSTED_FOR: Duration = Duration::from_secs(1);

/// A batch waits this long when the one before has found nobody.
const PATIENCE_WHEN_AWAY: Duration = Duration::from_secs(1);

/// One connection, kept between batches: asking the pool each time costs a round trip.
pub(super) struct WriterConnection {
    pool: PgPool,
    connection: Option<PoolConnection<Postgres>>,
    used_at: Instant,
    patience: Duration,
    committed: Arc<watch::Sender<i64>>,
    /// Counts the connections: each is a separate session, perhaps with another server.
    session: u64,
    /// Up to here the server has acknowledged in this session what it holds: either an append or a
    /// fence was answered here after it.
    kept: i64,
    /// The last batch found nobody: the next does not wait long.
    pub(super) is_away: bool,
}

impl WriterConnection {
    pub(super) fn new(
        pool: PgPool,
        patience: Duration,
        committed: Arc<watch::Sender<i64>>,
    ) -> Self {
        Self {
            pool,
            connection: None,
            used_at: Instant::now(),
            patience,
            committed,
            session: 0,
            kept: 0,
            is_away: false,
        }
    }

    /// How long to wait for the database. Once it is known to be away callers hear so quickly:
    /// else each batch would make the next one wait as long again.
    pub(super) fn patience(&self) -> Duration {
        if self.is_away {
            self.patience.min(PATIENCE_WHEN_AWAY)
        } else {
            self.patience
        }
    }

    /// The connection; a new one when the last was lost.
    pub(super) async fn connection(&mut self) -> Result<&mut PgConnection, sqlx::Error> {
        if self.used_at.elapsed() > TRUSTED_FOR
            && let Some(connection) = &mut self.connection
            && !crate::pool::is_alive(connection).await
        {
            tracing::warn!("the ledger's connection is silent, another one takes its place");
            self.hang_up();
        }
        self.used_at = Instant::now();
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.begin().await?,
        };
        Ok(self.connection.insert(connection))
    }

    /// A new session: nothing that is known of the last one holds in it.
    async fn begin(&mut self) -> Result<PoolConnection<Postgres>, sqlx::Error> {
        let mut connection = timeout(self.patience(), self.pool.acquire())
            .await
            .map_err(|_| sqlx::Error::PoolTimedOut)??;
        self.session += 1;
        self.kept = 0;
        let prepared = within(async {
            // This session keeps its plans, and those made while the tables were small would scan
            // them after they have grown.
            connection.execute("set enable_seqscan = off").await?;
            self.follow(&mut connection).await
        });
        match prepared.await {
            Ok(()) => Ok(connection),
            Err(error) => {
                drop(connection.detach());
                Err(error)
            }
        }
    }

    /// Lets what this process calls committed go back where the journal has.
    async fn follow(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        let before = *self.committed.borrow();
        let head = head(connection).await?;
        // Not if it has moved meanwhile: then another writer has heard of a later commit.
        let has_gone_back = self.committed.send_if_modified(|committed| {
            let has_gone_back = *committed == before && head < before;
            if has_gone_back {
                *committed = head;
            }
            has_gone_back
        });
        if has_gone_back {
            tracing::error!(
                before,
                head,
                "the journal has gone back: this server does not have what another has committed"
            );
        }
        Ok(())
    }

    /// Which session it is.
    pub(super) fn session(&self) -> u64 {
        self.session
    }

    /// As [`Self::session`], once there is a connection.
    pub(super) async fn open_session(&mut self) -> Result<u64, sqlx::Error> {
        self.connection().await?;
        Ok(self.session)
    }

    /// Notes that the server has acknowledged, in this session, all up to a position.
    pub(super) fn keep(&mut self, position: i64) {
        self.kept = self.kept.max(position);
    }

    /// Makes sure of what was read up to a position before any caller gets it; at no cost where
    /// this session has seen a later commit acknowledged.
    pub(super) async fn ensure_kept(&mut self, position: i64) -> Result<(), sqlx::Error> {
        if position > self.kept {
            self.fence().await?;
            self.keep(position);
        }
        Ok(())
    }

    /// Makes sure of all that was read in this session. Another session's word would be about what
    /// its own server holds, so that there is none without this one's connection.
    pub(super) async fn fence(&mut self) -> Result<(), sqlx::Error> {
        match &mut self.connection {
            Some(connection) => within(fence(connection)).await,
            None => Err(sqlx::Error::PoolClosed),
        }
    }

    /// Lets go of the broken connection and waits a moment; the error itself when it is too late.
    ///
    /// A statement that hung has used up the time of all others and says nothing about another
    /// connection: that one gets its turn.
    pub(super) async fn pause_or(
        &mut self,
        error: sqlx::Error,
        deadline: Instant,
    ) -> Result<(), sqlx::Error> {
        self.hang_up();
        let deadline = if is_time_out(&error) {
            deadline + STATEMENT_TIMEOUT
        } else {
            deadline
        };
        if Instant::now() >= deadline {
            tracing::warn!(%error, "the database is away");
            return Err(error);
        }
        sleep(RETRY_PAUSE).await;
        Ok(())
    }

    /// Lets go of a connection that may be broken.
    pub(super) fn hang_up(&mut self) {
        // Detached, so that it is closed and never handed out by the pool again.
        drop(self.connection.take().map(PoolConnection::detach));
    }
}

/// Gives up on a statement whose connection hangs.
pub(super) async fn within<T>(
    statement: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    timeout(STATEMENT_TIMEOUT, statement)
        .await
        .unwrap_or_else(|_| Err(timed_out()))
}

pub(super) fn timed_out() -> sqlx::Error {
    std::io::Error::from(std::io::ErrorKind::TimedOut).into()
}

fn is_time_out(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Io(cause) if cause.kind() == std::io::ErrorKind::TimedOut)
}
