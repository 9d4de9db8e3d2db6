//! Checks that the files named in rows are unchanged.

use sqlx::PgPool;

use platform::files::disk::Recorded;
use platform::files::{FileKind, FileStore};

/// Rows read at once.
const PAGE: i64 = 500;

/// How many faulty files are named; the others are only counted.
const NAMED_MAX: usize = 100;

/// The result of the check.
#[derive(Debug, Default)]
pub struct Files {
    /// How many files were compared.
    pub count: u64,
    /// The problems, in sentences.
    pub(crate) findings: Vec<String>,
}

/// A row that names a file.
struct Row {
    file_name: String,
    byte_count: i32,
    sha256: Option<Vec<u8>>,
}

/// How closely files are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// The whole content.
    Content,
    /// Of files in a bucket only the length.
    Background,
}

const fn table(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Slip => "slip_file",
        FileKind::Chat => "chat_file",
    }
}

/// Compares each file with its row.
pub async fn verify(pool: &PgPool, store: &FileStore, depth: Depth) -> Result<Files, sqlx::Error> {
    let mut files = Files::default();
    let mut unnamed = 0_u64;
    for kind in FileKind::ALL {
        let mut after = String::new();
        loop {
            let rows = page(pool, kind, &after).await?;
            let Some(last) = rows.last() else { break };
            after.clone_from(&last.file_name);
            for row in rows {
                files.count += 1;
                let recorded = Recorded {
                    byte_count: row.byte_count,
                    sha256: row.sha256,
                };
                let compared = match depth {
                    Depth::Content => store.compare(kind, &row.file_name, recorded).await,
                    Depth::Background => store.look_at(kind, &row.file_name, recorded).await,
                };
                let Err(fault) = compared else { continue };
                // A file that was erased meanwhile is rightly missing. The erasure is recorded
                // before the file is deleted.
                if !is_named(pool, kind, &row.file_name).await? {
                    continue;
                }
                let (table, name) = (table(kind), row.file_name);
                let finding = format!("{table}: the file {name} {fault}");
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

/// The rows after a file name, without those whose owner is being erased.
async fn page(pool: &PgPool, kind: FileKind, after: &str) -> Result<Vec<Row>, sqlx::Error> {
    match kind {
        FileKind::Slip => {
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
        FileKind::Chat => {
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

async fn is_named(pool: &PgPool, kind: FileKind, file_name: &str) -> Result<bool, sqlx::Error> {
    match kind {
        FileKind::Slip => {
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
        FileKind::Chat => {
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
