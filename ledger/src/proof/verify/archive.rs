//! An archive of the journal's oldest partitions: another database, which holds the events 1..N, and
//! the tree with its checkpoints and keys up to a checkpoint M that is not before N.
//!
//! Of the events between N and M the leaves are there alone. They are believed because M has signed
//! the tree over all of them.

use sqlx::PgConnection;

/// What an archive says that it holds.
#[derive(Debug)]
pub(super) struct Archive {
    /// The last position that its partitions are for. Of events that were cut off at the end, nothing
    /// else in the archive says that they were there.
    pub(super) last: i64,
}

/// Reads what the archive is for.
pub(super) async fn read(picture: &mut PgConnection) -> Result<Archive, sqlx::Error> {
    let end = sqlx::query_scalar!(r#"select journal_end() as "end!""#)
        .fetch_one(picture)
        .await?;
    Ok(Archive { last: end - 1 })
}
