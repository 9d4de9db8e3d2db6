//! The fence: what this session has read is kept wherever the server keeps its commits.
//!
//! With a synchronous standby, a commit whose wait for the standby was cut (its session ended, the
//! server was killed and came back) can be read on the primary although no standby has it: after a
//! failover it never was. So what was *read* is not yet what may be *answered*.
//!
//! 1. What a session reads was committed before, so its records are earlier in the server's log
//!    than whatever this session writes next.
//! 2. The fence writes its own record and commits. That commit waits for the standby as any
//!    other does, and a standby that has it has everything before it.
//! 3. An error says nothing: the standby may have it or not. After a failed fence the caller must not answer.
//!
//! Without a standby it costs one flush. The record is a message to nobody: it changes no table.

use sqlx::PgConnection;

/// Returns when everything that this session has read is where acknowledged commits are.
pub async fn fence(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query!("select pg_logical_emit_message(true, 'wallet', 'fence')::text as lsn")
        .fetch_one(connection)
        .await?;
    Ok(())
}
