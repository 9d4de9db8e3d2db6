//! The pictures of slips on disk, and the rows that name their owners.
//!
//! Files are in the data folder, outside of what the web server serves, under random names. A file
//! is on disk (synced, with its folder) before its row is written. It is deleted again only when it
//! is certain that there is no row, because a commit whose answer was lost may have stored one. A
//! file without a row is purged later (see [`crate::platform::files::abandoned`]).

use std::io;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use ledger::wallet::SlipReference;
use ledger::{SlipId, WalletId};
use sqlx::{PgExecutor, PgPool, Postgres, Transaction};

use super::picture::MediaType;
use super::qr::{self, NotASlip};
use crate::platform::files::abandoned;
use crate::platform::files::disk::{self, Recorded, fingerprint};
use crate::platform::secrets::random_bytes;

/// A stored slip picture.
#[derive(Debug, Clone)]
pub(crate) struct SlipFile {
    pub(crate) wallet_id: WalletId,
    /// A random name with the extension of its kind.
    pub(crate) file_name: String,
    /// `image/jpeg`, `image/png`, `image/webp` or `image/gif`.
    pub(crate) media_type: String,
    /// The size of the file.
    pub(crate) byte_count: i32,
    /// The hash of the whole file.
    pub(crate) sha256: Vec<u8>,
    /// The QR's text in canonical form; absent if none was read.
    pub(crate) payload: Option<String>,
    /// Why no QR was read: a reason of the catalogue.
    pub(crate) refusal: Option<String>,
    /// When it was uploaded.
    pub(crate) uploaded_at: DateTime<Utc>,
}

/// The facts that are stored with a new file.
pub(crate) struct NewSlipFile {
    pub(crate) slip_id: SlipId,
    pub(crate) wallet_id: WalletId,
    pub(crate) kind: MediaType,
    /// The QR's text, or why there is none.
    pub(crate) reading: Result<String, &'static str>,
    /// When it was uploaded.
    pub(crate) uploaded_at: DateTime<Utc>,
    /// How many pictures its owner may upload within an hour.
    pub(crate) per_hour_max: u32,
}

/// Why a picture was not stored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    /// The disk returned an error.
    #[error("the picture was not written: {0}")]
    Disk(#[from] io::Error),
    /// The database returned an error or cannot be reached.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// Its owner has reached the hourly limit of uploads.
    #[error("too many pictures within an hour")]
    TooMany,
}

/// The folder of all slip pictures.
pub(crate) fn folder(data_dir: &Path) -> PathBuf {
    data_dir.join("slips")
}

/// The path of a stored picture.
pub(crate) fn path(data_dir: &Path, file: &SlipFile) -> PathBuf {
    folder(data_dir).join(&file.file_name)
}

impl SlipFile {
    /// The payment that the picture names; none if no QR was read.
    ///
    /// # Errors
    ///
    /// The stored text cannot have been read from a picture.
    pub(crate) fn reference(&self) -> Result<Option<SlipReference>, NotASlip> {
        let payload = self.payload.as_deref();
        Ok(payload.map(qr::read).transpose()?.map(|it| it.reference))
    }

    /// The file's facts, as its row records them.
    pub(crate) fn recorded(&self) -> Recorded {
        Recorded {
            byte_count: self.byte_count,
            sha256: Some(self.sha256.clone()),
        }
    }
}

/// Stores a picture and its row, and returns the row; a repeat returns the first.
pub(crate) async fn store(
    pool: &PgPool,
    data_dir: &Path,
    new: &NewSlipFile,
    bytes: &Bytes,
) -> Result<SlipFile, StoreError> {
    let file_name = format!(
        "{}.{}",
        hex::encode(random_bytes::<16>()),
        new.kind.extension()
    );
    disk::write(&folder(data_dir), &file_name, bytes).await?;
    match insert(pool, &folder(data_dir), new, &file_name, bytes).await {
        // After an error from here on, the row may or may not exist, so the picture stays. A
        // repeated upload finds the row, or stores another picture.
        Ok(Inserted::New(file, transaction)) => {
            transaction.commit().await?;
            Ok(file)
        }
        Ok(Inserted::Earlier(file)) => {
            remove(data_dir, &file_name).await;
            Ok(file)
        }
        Err(error) => {
            remove(data_dir, &file_name).await;
            Err(error)
        }
    }
}

/// The outcome of writing a row.
enum Inserted {
    /// It was written and must be committed.
    New(SlipFile, Transaction<'static, Postgres>),
    /// Another request with the same key came first.
    Earlier(SlipFile),
}

/// Writes the row, unless the slip has one already. The player's uploads are counted one after
/// another here, so that parallel uploads do not pass the bound together.
async fn insert(
    pool: &PgPool,
    folder: &Path,
    new: &NewSlipFile,
    file_name: &str,
    bytes: &Bytes,
) -> Result<Inserted, StoreError> {
    let byte_count = i32::try_from(bytes.len()).map_err(io::Error::other)?;
    let mut transaction = pool.begin().await?;
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 2))",
        new.wallet_id.0.to_string()
    )
    .execute(&mut *transaction)
    .await?;
    if let Some(earlier) = find(&mut *transaction, new.slip_id).await? {
        return Ok(Inserted::Earlier(earlier));
    }
    require_below_hourly_max(
        &mut *transaction,
        new.wallet_id,
        new.uploaded_at,
        new.per_hour_max,
    )
    .await?;
    let (payload, refusal) = match &new.reading {
        Ok(payload) => (Some(payload.clone()), None),
        Err(reason) => (None, Some((*reason).to_owned())),
    };
    let file = SlipFile {
        wallet_id: new.wallet_id,
        file_name: file_name.to_owned(),
        media_type: new.kind.as_str().to_owned(),
        byte_count,
        sha256: fingerprint(bytes).to_vec(),
        payload,
        refusal,
        uploaded_at: new.uploaded_at,
    };
    sqlx::query!(
        "insert into slip_file
            (slip_id, wallet_id, file_name, media_type, byte_count, sha256, payload, refusal,
             uploaded_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        new.slip_id.0,
        file.wallet_id.0,
        file.file_name,
        file.media_type,
        file.byte_count,
        file.sha256,
        file.payload,
        file.refusal,
        file.uploaded_at,
    )
    .execute(&mut *transaction)
    .await?;
    if !abandoned::is_kept(&mut transaction, folder, file_name).await? {
        return Err(StoreError::Disk(io::ErrorKind::NotFound.into()));
    }
    Ok(Inserted::New(file, transaction))
}

/// Deletes a picture whose slip will never be submitted.
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
    let removed = disk::remove(&folder(data_dir).join(file_name)).await;
    if let Err(error) = removed {
        tracing::warn!(%error, file_name, "a picture without a slip was not removed");
    }
}

/// The row of a slip's picture.
pub(crate) async fn find(
    executor: impl PgExecutor<'_>,
    slip_id: SlipId,
) -> Result<Option<SlipFile>, sqlx::Error> {
    let row = sqlx::query!(
        "select wallet_id, file_name, media_type, byte_count, sha256, payload, refusal, uploaded_at
         from slip_file where slip_id = $1",
        slip_id.0
    )
    .fetch_optional(executor)
    .await?;
    Ok(row.map(|row| SlipFile {
        wallet_id: WalletId(row.wallet_id),
        file_name: row.file_name,
        media_type: row.media_type,
        byte_count: row.byte_count,
        sha256: row.sha256,
        payload: row.payload,
        refusal: row.refusal,
        uploaded_at: row.uploaded_at,
    }))
}

/// Checks that a player may upload another picture within the hour.
///
/// It is checked before an upload is read, to save the work, and again when its row is written.
/// There the player's uploads are serialised, so that parallel uploads do not pass the bound
/// together.
pub(crate) async fn require_below_hourly_max(
    executor: impl PgExecutor<'_>,
    wallet_id: WalletId,
    now: DateTime<Utc>,
    per_hour_max: u32,
) -> Result<(), StoreError> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from slip_file
           where wallet_id = $1 and uploaded_at > $2"#,
        wallet_id.0,
        now - TimeDelta::hours(1)
    )
    .fetch_one(executor)
    .await?;
    if count >= i64::from(per_hour_max) {
        return Err(StoreError::TooMany);
    }
    Ok(())
}
