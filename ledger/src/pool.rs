//! Connection pools whose sessions can be relied on: on a server that takes writes and keeps what
//! it acknowledges, and never with an open transaction.

use sqlx::postgres::{PgConnection, PgPoolOptions};
use sqlx::{Executor, Row};

/// Settings that decide whether an acknowledged commit survives, with the values that keep it.
const DURABLE: [(&str, &[&str]); 3] = [
    ("fsync", &["on"]),
    ("full_page_writes", &["on"]),
    ("synchronous_commit", &["on", "remote_apply"]),
];

/// Why a session is not used.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The server does not answer.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// It takes no writes: whoever was told "committed" there, or holds a lock there, has nothing.
    #[error("the server takes no writes: it is a standby, or set to read only")]
    ReadOnly,
    /// It could lose what it has acknowledged.
    #[error("the database runs with {setting} = {value}: an acknowledged command could be lost")]
    NotDurable {
        /// The setting.
        setting: &'static str,
        /// Its value.
        value: String,
    },
}

impl From<SessionError> for sqlx::Error {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Database(error) => error,
            error => Self::Configuration(Box::new(error)),
        }
    }
}

/// Options of a pool that hands out no connection with an open transaction, and none to a server
/// that [`check_session`] refuses.
///
/// A caller who goes away while `begin` waits for the server's answer leaves its transaction open,
/// and the pool takes that connection for an idle one (sqlx up to 0.9.0, its issue 4393). The next
/// caller's statements would be part of a transaction that nobody commits.
///
/// This check replaces the pool's own test of whether the connection still works.
#[must_use]
pub fn options() -> PgPoolOptions {
    PgPoolOptions::new()
        .test_before_acquire(false)
        .before_acquire(|connection, _| Box::pin(is_at_rest(connection)))
        .after_connect(|connection, _| Box::pin(async { Ok(check_session(connection).await?) }))
}

/// Refuses a session on a server that takes no writes or may lose what it acknowledges.
///
/// To be asked at the beginning of every session: a proxy may lead to a standby while there is no
/// primary, and a new primary, a role or a database may have other settings than those that were
/// seen at the start. What is found holds for the session: a server that takes writes does not
/// become a standby without ending its sessions, and the way of committing is pinned, so that a
/// later change of the default does not reach commands that are under way.
pub async fn check_session(connection: &mut PgConnection) -> Result<(), SessionError> {
    let row = connection
        .fetch_one(
            "select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on',
                    current_setting('fsync'), current_setting('full_page_writes'),
                    set_config('synchronous_commit', current_setting('synchronous_commit'), false)",
        )
        .await?;
    if row.try_get(0)? {
        return Err(SessionError::ReadOnly);
    }
    for (column, (setting, allowed)) in (1..).zip(DURABLE) {
        let value: String = row.try_get(column)?;
        if !allowed.contains(&value.as_str()) {
            return Err(SessionError::NotDurable { setting, value });
        }
    }
    Ok(())
}

/// Whether no transaction is open: a statement alone begins its own.
async fn is_at_rest(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    // One message, and so one time for both: with a prepared statement they would differ.
    let row = connection
        .fetch_one("select now() = statement_timestamp()")
        .await?;
    let is_at_rest: bool = row.try_get(0)?;
    if !is_at_rest {
        tracing::warn!("a connection with an open transaction is closed");
    }
    Ok(is_at_rest)
}
