//! The journal's table is partitioned by position: where its partitions are, and that there is always
//! room for what comes next.

use sqlx::PgExecutor;

/// Adds the next partition in time, and says for how many events there is room. To be called again
/// and again: a journal without room refuses every command.
pub async fn extend(executor: impl PgExecutor<'_>) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(r#"select journal_extend() as "room!""#)
        .fetch_one(executor)
        .await
}

/// The names of the partitions, the oldest first.
pub async fn partitions(executor: impl PgExecutor<'_>) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select of.relname::text as "name!"
           from pg_inherits as it join pg_class as of on of.oid = it.inhrelid
           where it.inhparent = 'event'::regclass
           order by of.relname"#
    )
    .fetch_all(executor)
    .await
}
