//! The pictures of slips on disk, and the rows that say whose they are.
//!
//! Files stand below the data folder, outside of what the web server serves, under random names.
//! A file is on the disk (synced, with its folder) before its row is written.

use std::io;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use ledger::{SlipId, WalletId};
use sha2::{Digest, Sha256};
use sqlx::{PgExecutor, PgPool};
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
    /// How many its owner may upload within an hour.
    pub(crate) per_hour_max: u32,
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
    /// Its owner has uploaded as many as an hour allows.
    #[error("too many pictures within an hour")]
    TooMany,
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
    let kept = insert(pool, new, &file_name, bytes).await;
    if !matches!(kept, Ok(true)) {
        // Another request with the same key was first, or nothing was stored at all.
        remove(data_dir, &file_name).await;
    }
    kept.map(drop)
}

/// Writes the row; false when the slip has one already. The player's uploads are counted here one
/// after the other, so that several at once do not pass the bound together.
async fn insert(
    pool: &PgPool,
    new: &NewSlipFile,
    file_name: &str,
    bytes: &Bytes,
) -> Result<bool, StoreError> {
    let byte_count = i32::try_from(bytes.len()).map_err(io::Error::other)?;
    let mut transaction = pool.begin().await?;
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 2))",
        new.wallet_id.0.to_string()
    )
    .execute(&mut *transaction)
    .await?;
    if find(&mut *transaction, new.slip_id).await?.is_some() {
        return Ok(false);
    }
    let hour_ago = new.uploaded_at - TimeDelta::hours(1);
    let count = count_since(&mut *transaction, new.wallet_id, hour_ago).await?;
    if count >= i64::from(new.per_hour_max) {
        return Err(StoreError::TooMany);
    }
    let (payload, refusal) = match &new.reading {
        Ok(payload) => (Some(payload.as_str()), None),
        Err(reason) => (None, Some(*reason)),
    };
    sqlx::query!(
        "insert into slip_file
            (slip_id, wallet_id, file_name, media_type, byte_count, sha256, payload, refusal,
             uploaded_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
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
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(true)
}

/// Takes back a picture whose slip will never be submitted.
pub(crate) async fn discard(
    pool: &PgPool,
    data_dir: &Path,
    slip_id: SlipId,
) -> Result<(), sqlx::Error> {
    let file_name = sqlx::query_scalar!(
        "delete from slip_file where slip_id = $1 returning file_name",
        slip_id.0
    )
    .fetch_optional(pool)
    .await?;
    if let Some(file_name) = file_name {
        remove(data_dir, &file_name).await;
    }
    Ok(())
}

async fn remove(data_dir: &Path, file_name: &str) {
    let removed = tokio::fs::remove_file(folder(data_dir).join(file_name)).await;
    if let Err(error) = removed {
        tracing::warn!(%error, file_name, "a picture without a slip was not removed");
    }
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
pub(crate) async fn find(
    executor: impl PgExecutor<'_>,
    slip_id: SlipId,
) -> Result<Option<SlipFile>, sqlx::Error> {
    let row = sqlx::query!(
        "select wallet_id, file_name, media_type, sha256, payload, refusal, uploaded_at
         from slip_file where slip_id = $1",
        slip_id.0
    )
    .fetch_optional(executor)
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
    executor: impl PgExecutor<'_>,
    wallet_id: WalletId,
    since: DateTime<Utc>,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from slip_file
           where wallet_id = $1 and uploaded_at > $2"#,
        wallet_id.0,
        since
    )
    .fetch_one(executor)
    .await
}
