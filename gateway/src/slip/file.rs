//! The pictures of slips on disk, and the rows that say whose they are.
//!
//! Files stand below the data folder, outside of what the web server serves, under random names.
//! A file is on the disk (synced, with its folder) before its row is written.

use std::io;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use ledger::{SlipId, WalletId};
use sha2::{Digest, Sha256};
use sqlx::PgPool;
use tokio::io::AsyncWriteExt;

use super::picture::MediaType;
use crate::secrets::random_bytes;

/// A stored slip picture.
#[derive(Debug, Clone)]
pub(crate) struct SlipFile {
    /// Its owner.
    pub(crate) wallet_id: WalletId,
    /// Random, with the kind's ending.
    pub(crate) file_name: String,
    /// `image/jpeg`, `image/png`, `image/webp` or `image/gif`.
    pub(crate) media_type: String,
    /// Of the whole file.
    pub(crate) sha256: Vec<u8>,
    /// The QR's text in its one spelling; absent when the picture told nothing.
    pub(crate) payload: Option<String>,
    /// Why it told nothing: a reason of the catalogue.
    pub(crate) refusal: Option<String>,
    /// When it came in.
    pub(crate) uploaded_at: DateTime<Utc>,
}

/// What is stored beside a new file.
pub(crate) struct NewSlipFile {
    /// The slip.
    pub(crate) slip_id: SlipId,
    /// Its owner.
    pub(crate) wallet_id: WalletId,
    /// Its kind.
    pub(crate) kind: MediaType,
    /// The QR's text, or why there is none.
    pub(crate) reading: Result<String, &'static str>,
    /// When it came in.
    pub(crate) uploaded_at: DateTime<Utc>,
}

/// Why a picture was not stored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    /// The disk refused.
    #[error("the picture was not written: {0}")]
    Disk(#[from] io::Error),
    /// The database refused or is away.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// The fingerprint of a file.
pub(crate) fn fingerprint(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

fn folder(data_dir: &Path) -> PathBuf {
    data_dir.join("slips")
}

/// Where a stored picture stands.
pub(crate) fn path(data_dir: &Path, file: &SlipFile) -> PathBuf {
    folder(data_dir).join(&file.file_name)
}

/// Stores a picture and its row; a repeat keeps the first.
pub(crate) async fn store(
    pool: &PgPool,
    data_dir: &Path,
    new: &NewSlipFile,
    bytes: &Bytes,
) -> Result<(), StoreError> {
    let file_name = format!(
        "{}.{}",
        hex::encode(random_bytes::<16>()),
        new.kind.extension()
    );
    write(&folder(data_dir), &file_name, bytes).await?;
    let byte_count = i32::try_from(bytes.len()).map_err(io::Error::other)?;
    let (payload, refusal) = match &new.reading {
        Ok(payload) => (Some(payload.as_str()), None),
        Err(reason) => (None, Some(*reason)),
    };
    let stored = sqlx::query!(
        "insert into slip_file
            (slip_id, wallet_id, file_name, media_type, byte_count, sha256, payload, refusal,
             uploaded_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (slip_id) do nothing",
        new.slip_id.0,
        new.wallet_id.0,
        file_name,
        new.kind.as_str(),
        byte_count,
        &fingerprint(bytes)[..],
        payload,
        refusal,
        new.uploaded_at,
    )
    .execute(pool)
    .await;
    let is_kept = matches!(&stored, Ok(done) if done.rows_affected() == 1);
    if !is_kept {
        // Another request with the same key was first, or nothing was stored at all.
        let _ = tokio::fs::remove_file(folder(data_dir).join(&file_name)).await;
    }
    stored.map(drop).map_err(StoreError::from)
}

async fn write(folder: &Path, file_name: &str, bytes: &Bytes) -> io::Result<()> {
    tokio::fs::create_dir_all(folder).await?;
    let mut file = tokio::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(folder.join(file_name))
        .await?;
    file.write_all(bytes).await?;
    file.sync_all().await?;
    // The name is durable only when its folder is.
    tokio::fs::File::open(folder).await?.sync_all().await
}

/// The row of a slip's picture.
pub(crate) async fn find(pool: &PgPool, slip_id: SlipId) -> Result<Option<SlipFile>, sqlx::Error> {
    let row = sqlx::query!(
        "select wallet_id, file_name, media_type, sha256, payload, refusal, uploaded_at
         from slip_file where slip_id = $1",
        slip_id.0
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| SlipFile {
        wallet_id: WalletId(row.wallet_id),
        file_name: row.file_name,
        media_type: row.media_type,
        sha256: row.sha256,
        payload: row.payload,
        refusal: row.refusal,
        uploaded_at: row.uploaded_at,
    }))
}

/// How many slips a player has uploaded since a time.
pub(crate) async fn count_since(
    pool: &PgPool,
    wallet_id: WalletId,
    since: DateTime<Utc>,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from slip_file
           where wallet_id = $1 and uploaded_at > $2"#,
        wallet_id.0,
        since
    )
    .fetch_one(pool)
    .await
}
