//! The right to work: one gateway of a database holds it, the others stand by.
//!
//! The lock belongs to a connection of its own, so that it ends with the process, however that
//! ends. It saves work and is no fence: a process that sleeps through the loss of it may make one
//! more call when it wakes. That is safe because every call carries its request's own id, only the
//! process that wrote "sent" makes the first request, and the ledger gives nothing back on the
//! refusal of a first request once another process has noted its outcome as unknown.

use std::time::Duration;

use ledger::pool::check_session;
use sqlx::postgres::PgConnection;
use sqlx::{Connection, PgPool};
use tokio_util::sync::{CancellationToken, DropGuard};

/// Names the lock among the database's advisory locks.
const LOCK: i64 = 0x0077_616c_6c65_7401;

/// Between two tries, and between two looks at whether the lock is still held.
const BEAT: Duration = Duration::from_secs(1);

/// After standing by, the one that held the lock before gets this long to notice that it lost it.
const GRACE: Duration = Duration::from_secs(2);

/// The held lock; given back when dropped.
pub(super) struct Lease {
    /// Says that the lock is lost.
    pub(super) lost: CancellationToken,
    _kept: DropGuard,
}

impl Lease {
    /// Waits until this process holds the lock.
    pub(super) async fn acquire(pool: &PgPool) -> Self {
        let mut has_waited = false;
        loop {
            match try_acquire(pool).await {
                Ok(Some(connection)) => {
                    if has_waited {
                        tokio::time::sleep(GRACE).await;
                    }
                    let (lost, released) = (CancellationToken::new(), CancellationToken::new());
                    tokio::spawn(keep(connection, lost.clone(), released.clone()));
                    return Self {
                        lost,
                        _kept: released.drop_guard(),
                    };
                }
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, "the processes' lock cannot be asked for"),
            }
            has_waited = true;
            tokio::time::sleep(BEAT).await;
        }
    }
}

async fn try_acquire(pool: &PgPool) -> Result<Option<PgConnection>, sqlx::Error> {
    let mut connection = PgConnection::connect_with(&pool.connect_options()).await?;
    // A standby hands the lock out as well.
    check_session(&mut connection).await?;
    let is_held = sqlx::query_scalar!(r#"select pg_try_advisory_lock($1) as "held!""#, LOCK)
        .fetch_one(&mut connection)
        .await?;
    if is_held {
        return Ok(Some(connection));
    }
    connection.close().await?;
    Ok(None)
}

/// Looks after the lock's connection until it breaks or is not needed any more.
async fn keep(mut connection: PgConnection, lost: CancellationToken, released: CancellationToken) {
    while tokio::time::timeout(BEAT, released.cancelled())
        .await
        .is_err()
    {
        let beat = tokio::time::timeout(BEAT, connection.ping()).await;
        if !matches!(beat, Ok(Ok(()))) {
            lost.cancel();
            return;
        }
    }
    if let Err(error) = connection.close().await {
        tracing::debug!(%error, "the processes' lock ended with its connection");
    }
}
