//! Checks that the files that rows name are on disk as they were stored.

use std::path::{Path, PathBuf};

use sqlx::PgPool;

use crate::chat;
use crate::payments::slip;
use crate::platform::files::disk::{self, Recorded};

/// Rows read at once.
const PAGE: i64 = 500;

/// How many faulty files are named; the others are only counted.
const NAMED_MAX: usize = 100;

/// The result of the check.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// How many files were compared.
    pub(crate) count: u64,
    /// The problems, in sentences.
    pub(crate) findings: Vec<String>,
}

/// A row that names a file.
struct Row {
    file_name: String,
    byte_count: i32,
    sha256: Option<Vec<u8>>,
}

/// The table that names the files.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Slip,
    Chat,
}

impl Kind {
    const fn table(self) -> &'static str {
        match self {
            Self::Slip => "slip_file",
            Self::Chat => "chat_file",
        }
    }

    fn folder(self, data_dir: &Path) -> PathBuf {
        match self {
            Self::Slip => slip::file::folder(data_dir),
            Self::Chat => chat::file::folder(data_dir),
        }
    }
}

/// Compares each file with its row.
pub(crate) async fn verify(pool: &PgPool, data_dir: &Path) -> Result<Files, sqlx::Error> {
    let mut files = Files::default();
    let mut unnamed = 0_u64;
    for kind in [Kind::Slip, Kind::Chat] {
        let folder = kind.folder(data_dir);
        let mut after = String::new();
        loop {
            let rows = page(pool, kind, &after).await?;
            let Some(last) = rows.last() else { break };
            after.clone_from(&last.file_name);
            for row in rows {
                files.count += 1;
                let Some(finding) = compare(pool, kind, &folder, row).await? else {
                    continue;
                };
                if files.findings.len() < NAMED_MAX {
                    files.findings.push(finding);
                } else {
                    unnamed += 1;
                }
            }
        }
    }
    if unnamed > 0 {
        let more = format!("{unnamed} more files are missing or changed");
        files.findings.push(more);
    }
    Ok(files)
}

async fn compare(
    pool: &PgPool,
    kind: Kind,
    folder: &Path,
    row: Row,
) -> Result<Option<String>, sqlx::Error> {
    let recorded = Recorded {
        byte_count: row.byte_count,
        sha256: row.sha256,
    };
    let Err(fault) = disk::compare(folder.join(&row.file_name), recorded).await else {
        return Ok(None);
    };
    // A file that was erased meanwhile is rightly missing. The erasure is recorded before the file
    // is deleted.
    if !is_named(pool, kind, &row.file_name).await? {
        return Ok(None);
    }
    let (table, name) = (kind.table(), row.file_name);
    Ok(Some(format!("{table}: the file {name} {fault}")))
}

/// The rows after a file name, without those whose owner is being erased.
async fn page(pool: &PgPool, kind: Kind, after: &str) -> Result<Vec<Row>, sqlx::Error> {
    match kind {
        Kind::Slip => {
            sqlx::query_as!(
                Row,
                r#"select file_name, byte_count, sha256 as "sha256?" from slip_file
                   where file_name > $1 and not exists (
                       select from member where id = wallet_id and erased_at is not null)
                   order by file_name limit $2"#,
                after,
                PAGE
            )
            .fetch_all(pool)
            .await
        }
        Kind::Chat => {
            sqlx::query_as!(
                Row,
                "select file_name, byte_count, sha256 from chat_file
                 where file_name > $1 and deleted_at is null
                 order by file_name limit $2",
                after,
                PAGE
            )
            .fetch_all(pool)
            .await
        }
    }
}

async fn is_named(pool: &PgPool, kind: Kind, file_name: &str) -> Result<bool, sqlx::Error> {
    match kind {
        Kind::Slip => {
            sqlx::query_scalar!(
                r#"select exists (
                       select from slip_file where file_name = $1 and not exists (
                           select from member where id = wallet_id and erased_at is not null)
                   ) as "is_named!""#,
                file_name
            )
            .fetch_one(pool)
            .await
        }
        Kind::Chat => {
            sqlx::query_scalar!(
                r#"select exists (
                       select from chat_file where file_name = $1 and deleted_at is null
                   ) as "is_named!""#,
                file_name
            )
            .fetch_one(pool)
            .await
        }
    }
}
