//! A writer's connection to the database, and its patience when that goes away.

use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres};
use tokio::time::{Instant, sleep, timeout};

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
pub(super) struct Line {
    pool: PgPool,
    connection: Option<PoolConnection<Postgres>>,
    used_at: Instant,
    patience: Duration,
    /// The last batch found nobody: the next does not wait long.
    pub(super) is_away: bool,
}

impl Line {
    pub(super) fn new(pool: PgPool, patience: Duration) -> Self {
        Self {
            pool,
            connection: None,
            used_at: Instant::now(),
            patience,
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
            None => timeout(self.patience(), self.pool.acquire())
                .await
                .map_err(|_| sqlx::Error::PoolTimedOut)??,
        };
        Ok(self.connection.insert(connection))
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
