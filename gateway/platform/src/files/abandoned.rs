//! Files that no row names: left by a gateway that died while it stored them, or that never learned
//! whether their row was stored.
//!
//! That a row never loses its file by this does not depend on any clock:
//! 1. The writer of a file's row and the sweep take turns: each holds a lock of the database under
//!    the file's name until its transaction has ended, however it ends.
//! 2. A row is committed only where its file was there after the lock was taken.
//! 3. A file is removed only where no row names it after the lock was taken.
//!
//! The age of a file only selects the candidates, and leaves time to look for evidence.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{PgConnection, PgExecutor, PgPool};

use super::store::is_upload;
use super::{FileKind, FileStore};

/// A file is left alone for so long.
const AGE: TimeDelta = TimeDelta::days(7);

/// Uploads do not leave more of them behind. A gateway with a copy of the database on the real
/// folder must not remove the files stored since the copy.
pub const GONE_MAX: usize = 100;

/// Names that one query looks up.
const PAGE: usize = 500;

/// Takes the turn for a file's row, and answers whether the file is there. Call it in the
/// transaction that writes the row.
pub async fn is_kept(
    connection: &mut PgConnection,
    files: &FileStore,
    kind: FileKind,
    file_name: &str,
) -> Result<bool, sqlx::Error> {
    take_turn(connection, file_name).await?;
    Ok(files.has(kind, file_name).await.unwrap_or(false))
}

async fn take_turn(connection: &mut PgConnection, file_name: &str) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 5))",
        file_name
    )
    .execute(connection)
    .await
    .map(drop)
}

/// Removes the files that have been there for a week and that no row names; answers how many.
pub async fn sweep(
    pool: &PgPool,
    files: &FileStore,
    now: DateTime<Utc>,
) -> Result<u64, sqlx::Error> {
    let before = now - AGE;
    let mut gone = 0;
    for kind in FileKind::ALL {
        let folder = kind.folder();
        let mut old = match files.older(kind, before).await {
            Ok(old) => old,
            Err(error) => {
                tracing::warn!(%error, folder, "files cannot be listed");
                continue;
            }
        };
        old.retain(|name| is_upload(name));
        let mut names = Vec::new();
        for page in old.chunks(PAGE) {
            names.extend(unnamed(pool, kind, page).await?);
        }
        if names.len() > GONE_MAX {
            let count = names.len();
            tracing::error!(
                count,
                folder,
                "no row names so many files: are they this database's? They stay"
            );
            continue;
        }
        for name in &names {
            gone += u64::from(remove(pool, files, kind, name).await?);
        }
    }
    Ok(gone)
}

/// The names that are in no row.
async fn unnamed(
    executor: impl PgExecutor<'_>,
    kind: FileKind,
    names: &[String],
) -> Result<Vec<String>, sqlx::Error> {
    match kind {
        FileKind::Slip => {
            sqlx::query_scalar!(
                r#"select name as "name!" from unnest($1::text[]) as it (name)
                   where not exists (select from slip_file where file_name = name)"#,
                names
            )
            .fetch_all(executor)
            .await
        }
        FileKind::Chat => {
            sqlx::query_scalar!(
                r#"select name as "name!" from unnest($1::text[]) as it (name)
                   where not exists (select from chat_file where file_name = name)"#,
                names
            )
            .fetch_all(executor)
            .await
        }
    }
}

async fn remove(
    pool: &PgPool,
    files: &FileStore,
    kind: FileKind,
    name: &String,
) -> Result<bool, sqlx::Error> {
    let mut turn = pool.begin().await?;
    take_turn(&mut turn, name).await?;
    // The transaction that had the turn before has ended, so its row is seen.
    let names = std::slice::from_ref(name);
    let is_unnamed = !unnamed(&mut *turn, kind, names).await?.is_empty();
    if is_unnamed && let Err(error) = files.remove(kind, name).await {
        tracing::warn!(%error, name, "an abandoned file stays");
        return Ok(false);
    }
    turn.commit().await?;
    Ok(is_unnamed)
}
