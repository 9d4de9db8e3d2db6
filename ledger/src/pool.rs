//! Connections to the database: the settings of each session, and pools that hand out no connection
//! which is silent, has an open transaction, or leads to a server that cannot be relied on.
//!
//! A connection can go silent without an end: a firewall forgets it, a host vanishes. Neither side
//! hears of that by itself, so both have bounds:
//!
//! 1. The server ends sessions whose client does not answer ([`watched`]): what such a session had
//!    locked is free again after seconds.
//! 2. A pool asks when it takes a connection back, and before it hands one out that has rested. Who
//!    does not answer in time is hung up on, and the caller gets another connection.
//! 3. Who keeps a connection for itself asks it in the same way ([`is_alive`], [`Listener`]).

mod listener;
mod source;

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::{Connection, Executor, Row};
use tokio::time::timeout;

pub use listener::Listener;
pub use source::{Held, Source};

/// A server that is there answers a question without work in this time; who is slower is replaced,
/// which costs a connection and nothing else.
const ANSWER_MAX: Duration = Duration::from_secs(2);

/// Connections that nobody has used for this long are closed, well before the server does it.
const IDLE_MAX: Duration = Duration::from_mins(2);

/// A pool pings a connection that has been idle for longer before it hands it out. Under load no connection is
/// idle for so long, and a ping would double the round trips of a short request.
///
/// A connection that falls silent within this time is handed out without a ping, and its caller waits until
/// the request times out. So the time is short: with one second, a gateway whose connections had all fallen
/// silent stopped working in two of four runs.
pub const REST_MAX: Duration = Duration::from_millis(20);

/// Settings of every session. All but the last let the server notice a client that is gone: within
/// half a minute where the network says nothing, at once where a statement is running, and after
/// five minutes where something in between keeps answering for it.
const SETTINGS: [(&str, &str); 7] = [
    ("tcp_keepalives_idle", "10"),
    ("tcp_keepalives_interval", "5"),
    ("tcp_keepalives_count", "3"),
    ("tcp_user_timeout", "20000"),
    ("client_connection_check_interval", "5000"),
    ("idle_session_timeout", "300000"),
    // Compiling a statement takes longer than nearly all of ours run, and each session loads the
    // compiler for itself: a tenth of the server's time in the tests.
    ("jit", "off"),
];

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
    /// It takes no writes: a commit or a lock that was confirmed there means nothing.
    #[error("the server takes no writes: it is a standby, or set to read only")]
    ReadOnly,
    /// It could lose what it has acknowledged.
    #[error("the database runs with {setting} = {value}: an acknowledged command could be lost")]
    NotDurable {
        /// Name of the setting.
        setting: &'static str,
        /// The value as a text.
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

/// Sets how the server notices that a client is gone; for every connection of the product.
#[must_use]
pub fn watched(options: PgConnectOptions) -> PgConnectOptions {
    options.options(SETTINGS)
}

/// Options of a pool that hands out no connection which is silent or has an open transaction, and
/// none to a server that [`check_session`] refuses.
///
/// A caller who goes away while `begin` waits for the server's answer leaves its transaction open,
/// and the pool takes that connection for an idle one (sqlx up to 0.9.0, its issue 4393). The next
/// caller's statements would be part of a transaction that nobody commits. So a connection is asked
/// for that when it comes back.
///
/// This check replaces the pool's own test of whether the connection still works. The pool's test
/// of what comes back has no bound, and cannot be turned off (sqlx 0.8.6): a silent connection would
/// hold its place forever. So ours comes first, with a bound. A connection that falls silent in the
/// moment between the two still holds its place until the system gives it up.
#[must_use]
pub fn options() -> PgPoolOptions {
    PgPoolOptions::new()
        .idle_timeout(IDLE_MAX)
        .test_before_acquire(false)
        .before_acquire(|connection, meta| {
            let is_rested = meta.idle_for >= REST_MAX;
            Box::pin(async move {
                if is_rested {
                    answered(connection.ping()).await?;
                }
                Ok(true)
            })
        })
        .after_release(|connection, _| Box::pin(answered(is_at_rest(connection))))
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

/// Whether a connection that was kept aside answers.
pub async fn is_alive(connection: &mut PgConnection) -> bool {
    matches!(timeout(ANSWER_MAX, connection.ping()).await, Ok(Ok(())))
}

/// An answer in time, or the error by which the pool closes the connection without a word.
async fn answered<T>(
    question: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    timeout(ANSWER_MAX, question)
        .await
        .unwrap_or_else(|_| Err(std::io::Error::from(std::io::ErrorKind::TimedOut).into()))
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
