//! Whether commits wait for a standby, and how far the archive is behind: checked now and then, for
//! readiness and the metrics.
//!
//! The query runs with the log-in's own rights, because the standbys are not shown to every role.
//! Whether a standby answers is tried with a commit, because a connected standby may be frozen.
//! Where the operator does not demand a standby, nothing is tried.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ledger::journal::fence;
use ledger::pool::check_session;
use sqlx::{Connection, PgConnection};
use tokio::time::{Instant, timeout};

use super::core::Core;
use super::database::DatabaseError;
use super::metrics::Reading;

/// The reason's code in the answer about readiness.
pub const NOT_REPLICATED: &str = "NOT_REPLICATED";

/// The replication slot of `scripts/archive`.
const ARCHIVE: &str = "wallet_archive";

/// A server that is silent for this long is queried on a new connection.
const ANSWER_MAX: Duration = Duration::from_secs(5);

/// A commit may wait for its standby for this long before it is tried on another connection. Each
/// of those continues to wait in the server until the standby comes, so there must be few.
const TRY_MAX: Duration = Duration::from_mins(5);

/// The known state of the standbys.
#[derive(Debug, Default)]
pub struct Replication {
    seen: Mutex<Seen>,
}

#[derive(Debug, Default, Clone, Copy)]
struct Seen {
    /// Whether commits should wait for a standby; none before the first check.
    is_named: Option<bool>,
    /// Standbys that commits wait for; none where they are not shown.
    standbys: Option<i64>,
    /// Bytes of the server's log that the archive does not have; none without an archive.
    archive_lag: Option<i64>,
    /// Since when a commit has waited that has not come back.
    waits_since: Option<Instant>,
}

impl Replication {
    /// Whether acknowledged commits may exist on this server only, or commits cannot be
    /// acknowledged.
    pub fn is_missing(&self, longest: Duration) -> bool {
        let seen = *self.lock();
        let waits_long = |since: Instant| since.elapsed() >= longest;
        seen.is_named == Some(false) || seen.waits_since.is_some_and(waits_long)
    }

    /// The figures: whether commits wait for a standby, how many standbys they may wait for
    /// (absent where the log-in may not see that), and how far the archive is behind.
    pub fn readings(&self) -> Vec<Reading> {
        let seen = *self.lock();
        let named = seen.is_named.map(i64::from);
        let waits = named.map(|value| {
            let help = "1 while synchronous_standby_names is set";
            Reading::new("wallet_synchronous_commit_waits", help, value)
        });
        let standbys = seen.standbys.map(|count| {
            let help = "Standbys that commits wait for";
            Reading::new("wallet_synchronous_standbys", help, count)
        });
        let archive = seen.archive_lag.map(|bytes| {
            let help = "Bytes of the database's log that the archive does not have";
            Reading::new("wallet_archive_lag_bytes", help, bytes)
        });
        [waits, standbys, archive].into_iter().flatten().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Seen> {
        // No invariant spans two statements.
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Refuses a database that names no standby, where the operator demands one.
pub async fn require(state: &Core) -> Result<(), DatabaseError> {
    if !state.config.database.require_synchronous {
        return Ok(());
    }
    let names: String = sqlx::query_scalar("select current_setting('synchronous_standby_names')")
        .fetch_one(&state.pool)
        .await?;
    if names.trim().is_empty() {
        Err(DatabaseError::NotReplicated)
    } else {
        Ok(())
    }
}

/// Looks at the standbys until the gateway stops.
pub fn start(core: &Core, replication: &Arc<Replication>) {
    let (state, replication) = (core.clone(), Arc::clone(replication));
    core.spawn(async move {
        loop {
            // Code that needs the database reports its absence.
            if let Err(error) = watch(&state, &replication).await {
                tracing::debug!(%error, "the standbys are not seen");
            }
            tokio::time::sleep(state.config.paces.replication).await;
        }
    });
}

async fn watch(state: &Core, replication: &Replication) -> Result<(), sqlx::Error> {
    let mut connection = in_time(ANSWER_MAX, connect(state)).await?;
    loop {
        let is_named = in_time(ANSWER_MAX, look(state, replication, &mut connection)).await?;
        if is_named && state.config.database.require_synchronous {
            let since = Instant::now();
            replication.lock().waits_since.get_or_insert(since);
            in_time(TRY_MAX, fence(&mut connection)).await?;
        }
        replication.lock().waits_since = None;
        tokio::time::sleep(state.config.paces.replication).await;
    }
}

async fn connect(state: &Core) -> Result<PgConnection, sqlx::Error> {
    let mut connection = PgConnection::connect_with(&state.pool.connect_options()).await?;
    check_session(&mut connection).await?;
    Ok(connection)
}

/// Notes the server's state, and returns whether commits should wait for a standby.
async fn look(
    state: &Core,
    replication: &Replication,
    connection: &mut PgConnection,
) -> Result<bool, sqlx::Error> {
    let row = sqlx::query!(
        r#"select current_setting('synchronous_standby_names') <> '' as "is_named!",
                  count(*) filter (where sync_state in ('sync', 'quorum')) as "standbys!",
                  count(*) = count(sync_state) as "is_shown!",
                  (select pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint
                   from pg_replication_slots where slot_name = $1) as archive_lag
           from pg_stat_replication"#,
        ARCHIVE
    )
    .fetch_one(connection)
    .await?;
    let mut seen = replication.lock();
    let was_named = seen.is_named.replace(row.is_named);
    seen.standbys = row.is_shown.then_some(row.standbys);
    seen.archive_lag = row.archive_lag;
    drop(seen);
    if state.config.database.require_synchronous && !row.is_named && was_named != Some(false) {
        tracing::error!("synchronous_standby_names is empty: commits wait for no standby");
    }
    Ok(row.is_named)
}

async fn in_time<T>(
    longest: Duration,
    question: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    timeout(longest, question)
        .await
        .unwrap_or_else(|_| Err(std::io::Error::from(std::io::ErrorKind::TimedOut).into()))
}
