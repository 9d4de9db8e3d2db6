//! Files that no row names: left by a gateway that died while it stored them, or that never learned
//! whether their row was stored.
//!
//! That a row never loses its file by this does not depend on any clock:
//! 1. The writer of a file's row and the sweep take turns: each holds a lock of the database under
//!    the file's name until its transaction has ended, however it ends.
//! 2. A row is committed only where its file was there after the lock was taken.
//! 3. A file is removed only where no row names it after the lock was taken.
//!
//! How old a file is only says which ones are worth a look, and leaves time for those who look for
//! evidence.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{PgConnection, PgExecutor, PgPool};

use super::{FileKind, FileStore};

/// A file is left alone for so long.
const AGE: TimeDelta = TimeDelta::days(7);

/// More of them are not what uploads leave behind. A gateway that serves a copy of the database
/// from the folder of the real one must not remove what came in since.
const GONE_MAX: usize = 100;

/// Names that the database is asked about at once.
const PAGE: usize = 500;

/// Takes the turn for a file's row, and answers whether the file is there. To be asked in the
/// transaction that writes the row.
pub(crate) async fn is_kept(
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
pub(crate) async fn sweep(
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
        old.retain(|name| is_ours(name));
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

/// Whether a name is one that uploads are stored under.
fn is_ours(name: &str) -> bool {
    name.split_once('.').is_some_and(|(stem, ending)| {
        stem.len() == 32
            && stem.bytes().all(|byte| byte.is_ascii_hexdigit())
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Those of the names that no row has.
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

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use bytes::Bytes;
    use ledger::SlipId;

    use super::*;
    use crate::payments::harness::{Harness, harness};
    use crate::payments::slip::file::{self, NewSlipFile};
    use crate::platform::clock::new_id;
    use crate::platform::core::Core;
    use picture::MediaType;

    const LEFT: &str = "00112233445566778899aabbccddeeff.png";

    async fn swept(state: &Core) -> Result<u64, sqlx::Error> {
        sweep(&state.pool, &state.files, state.clock.now()).await
    }

    /// A harness with one picture that has its row, and one that has none.
    async fn left() -> (Harness, PathBuf, PathBuf) {
        let harness = harness("http://127.0.0.1:9").await;
        let state = &harness.state;
        let new = NewSlipFile {
            slip_id: SlipId(new_id()),
            wallet_id: harness.wallet_id,
            kind: MediaType::Png,
            reading: Err("CANNOT_READ_CROPPED_IMAGE"),
            uploaded_at: state.clock.now(),
            per_hour_max: 10,
        };
        let bytes = Bytes::from_static(b"picture");
        let stored = file::store(state, &new, &bytes).await;
        stored.unwrap();
        let row = file::find(&state.pool, new.slip_id).await.unwrap().unwrap();
        let folder = state.data_dir.join(FileKind::Slip.folder());
        let written = state.files.write(FileKind::Slip, LEFT, &bytes).await;
        written.unwrap();
        (harness, folder.join(row.file_name), folder.join(LEFT))
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_file_that_no_row_names_is_swept_after_a_week_and_no_other() {
        let (harness, kept, abandoned) = left().await;
        let strange = abandoned.with_file_name("notes.txt");
        std::fs::write(&strange, b"of the operator's").unwrap();
        harness.state.clock.advance(Duration::from_hours(6 * 24));
        assert_eq!(swept(&harness.state).await.unwrap(), 0);
        harness.state.clock.advance(Duration::from_hours(2 * 24));
        assert_eq!(swept(&harness.state).await.unwrap(), 1);
        assert!(kept.exists() && strange.exists() && !abandoned.exists());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn so_many_files_without_rows_are_another_databases_and_stay() {
        let (harness, _, abandoned) = left().await;
        for number in 0..GONE_MAX {
            let name = format!("{number:032x}.png");
            std::fs::write(abandoned.with_file_name(name), b"picture").unwrap();
        }
        harness.state.clock.advance(Duration::from_hours(8 * 24));
        assert_eq!(swept(&harness.state).await.unwrap(), 0);
        assert!(abandoned.exists());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_file_whose_row_is_being_written_is_not_swept_whatever_the_clock_says() {
        let (harness, _, abandoned) = left().await;
        let state = &harness.state;
        let mut writing = state.pool.begin().await.unwrap();
        assert!(
            is_kept(&mut writing, &state.files, FileKind::Slip, LEFT)
                .await
                .unwrap()
        );
        state.clock.advance(Duration::from_hours(30 * 24));
        let sweeping = tokio::spawn({
            let state = state.clone();
            async move { swept(&state).await }
        });
        harness.database.locked_out(1).await;
        sqlx::query(
            "insert into slip_file (slip_id, wallet_id, file_name, media_type, byte_count,
                 sha256, refusal, uploaded_at, mac)
             values ($1, $1, $2, 'image/png', 7, sha256('picture'), 'INVALID_SLIP', now(),
                     sha256('none'))",
        )
        .bind(new_id())
        .bind(LEFT)
        .execute(&mut *writing)
        .await
        .unwrap();
        writing.commit().await.unwrap();
        assert_eq!(sweeping.await.unwrap().unwrap(), 0);
        assert!(abandoned.exists());
        // The other way round: what was swept before gets no row.
        std::fs::remove_file(&abandoned).unwrap();
        let mut late = state.pool.begin().await.unwrap();
        assert!(
            !is_kept(&mut late, &state.files, FileKind::Slip, LEFT)
                .await
                .unwrap()
        );
    }
}
