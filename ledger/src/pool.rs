//! Connection pools that never hand out a connection with an open transaction.

use sqlx::postgres::{PgConnection, PgPoolOptions};
use sqlx::{Executor, Row};

/// Options of a pool that hands out no connection with an open transaction.
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
