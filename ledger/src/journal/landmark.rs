//! A landmark: a place on the primary by which a replica shows that it follows that server, and how
//! far it has come.

use sqlx::{PgConnection, PgExecutor};

/// The end of the primary's journal at some moment, and of everything that it had committed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Landmark {
    position: i64,
    hash: Vec<u8>,
    /// A place in the server's own log. What was acknowledged before lies before it.
    log_place: String,
}

/// Where a server is, seen from a landmark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// It has the landmark, and everything that was committed before.
    Reached,
    /// It does not have all of that yet.
    Behind,
    /// Its journal is another one: it follows another server, or has events that were lost.
    Elsewhere,
}

impl Landmark {
    /// The landmark of this moment, on the primary.
    pub async fn take(executor: impl PgExecutor<'_>) -> Result<Self, sqlx::Error> {
        // The place in the log is looked up last: what the event's row says is before it. The newest
        // event is never in the archive, and without its bound the server would connect there.
        sqlx::query_as!(
            Self,
            r#"select position as "position!", hash as "hash!",
                      pg_current_wal_flush_lsn()::text as "log_place!"
               from (
                   select log_head.position, coalesce(event.stream_hash, ''::bytea) as hash
                   from log_head
                            left join event on event.position = log_head.position
                       and event.position >= journal_archived() + 1
                   offset 0
               ) as newest"#
        )
        .fetch_one(executor)
        .await
    }

    /// The last position that it covers.
    #[must_use]
    pub const fn position(&self) -> i64 {
        self.position
    }

    /// Compares a server with it. Ask before the snapshot that is read in, which then shows at
    /// least as much.
    pub async fn seen_from(&self, connection: &mut PgConnection) -> Result<Level, sqlx::Error> {
        let row = sqlx::query!(
            r#"select (select stream_hash from event where position = $1) as hash,
                      coalesce(case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
                                    else pg_current_wal_flush_lsn()
                               end >= $2::text::pg_lsn, false) as "is_caught_up!""#,
            self.position,
            self.log_place
        )
        .fetch_one(connection)
        .await?;
        Ok(match row.hash {
            Some(hash) if hash != self.hash => Level::Elsewhere,
            None if self.position > 0 => Level::Behind,
            _ if row.is_caught_up => Level::Reached,
            _ => Level::Behind,
        })
    }
}
