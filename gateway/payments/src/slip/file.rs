//! The stored pictures of slips, and the rows that name their owners.
//!
//! Files are outside the folders that the web server serves, under random names. A file is stored
//! for good before its row is written. It is deleted again only when it is certain that there is no
//! row, because a commit whose answer was lost may have stored one. A file without a row is purged
//! later (see [`platform::files::abandoned`]).

use std::collections::HashMap;
use std::io;

use bytes::Bytes;
use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use futures_util::TryStreamExt;
use ledger::journal::{self, JournalError, JournalKey, RecordedEvent};
use ledger::wallet::{SlipEvent, SlipReference};
use ledger::{SlipId, WalletEvent, WalletId};
use sqlx::{PgExecutor, PgPool, Postgres, Transaction};
use uuid::Uuid;

use super::qr::{self, NotASlip};
use picture::MediaType;
use platform::core::Core;
use platform::files::disk::{FileFault, Recorded, fingerprint};
use platform::files::{FileKind, abandoned};
use platform::secrets::{Part, Secrets, is_same_mac, random_bytes};

/// A stored slip picture.
#[derive(Debug, Clone)]
pub struct SlipFile {
    /// The wallet of the player who uploaded it.
    pub wallet_id: WalletId,
    /// A random name with the extension of its kind.
    pub file_name: String,
    /// `image/jpeg`, `image/png`, `image/webp` or `image/gif`.
    pub media_type: String,
    /// The size of the file.
    pub byte_count: i32,
    /// The hash of the whole file.
    pub sha256: Vec<u8>,
    /// The QR's text in canonical form; absent if none was read.
    pub payload: Option<String>,
    /// Why no QR was read: a reason of the catalogue.
    pub refusal: Option<String>,
    /// When it was uploaded, in microseconds as the database keeps it.
    pub uploaded_at: DateTime<Utc>,
    /// The MAC over the slip's id and all of this, under a key outside the database.
    mac: Vec<u8>,
}

/// The facts that are stored with a new file.
pub struct NewSlipFile {
    /// The slip's id in the ledger.
    pub slip_id: SlipId,
    /// The wallet of the player who uploads it.
    pub wallet_id: WalletId,
    /// The picture's format, recognised by its first bytes.
    pub kind: MediaType,
    /// The QR's text, or why there is none.
    pub reading: Result<String, &'static str>,
    /// When it was uploaded.
    pub uploaded_at: DateTime<Utc>,
    /// How many pictures its owner may upload within an hour.
    pub(crate) per_hour_max: u32,
}

/// Why a picture was not stored.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk or the store returned an error.
    #[error("the picture was not written: {0}")]
    Disk(#[from] io::Error),
    /// The database returned an error or cannot be reached.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// Its owner has reached the hourly limit of uploads.
    #[error("too many pictures within an hour")]
    TooMany,
}

impl SlipFile {
    /// The payment that the picture names; none if no QR was read.
    ///
    /// # Errors
    ///
    /// The stored text cannot have been read from a picture.
    pub fn reference(&self) -> Result<Option<SlipReference>, NotASlip> {
        let payload = self.payload.as_deref();
        Ok(payload
            .map(qr::read)
            .transpose()?
            .map(|slip| slip.reference))
    }

    fn right_mac(&self, secrets: &Secrets, slip_id: SlipId) -> [u8; 32] {
        let parts: [&dyn Part; 9] = [
            &slip_id.0,
            &self.wallet_id.0,
            &self.file_name,
            &self.media_type,
            &self.byte_count,
            &self.sha256,
            &self.payload,
            &self.refusal,
            &self.uploaded_at,
        ];
        secrets.row("slip_file", &parts)
    }

    /// Whether the row is as the gateway wrote it for this slip.
    pub fn is_signed(&self, secrets: &Secrets, slip_id: SlipId) -> bool {
        is_same_mac(&self.right_mac(secrets, slip_id), &self.mac)
    }

    /// The file's facts, as its row records them.
    pub fn recorded(&self) -> Recorded {
        Recorded {
            byte_count: self.byte_count,
            sha256: Some(self.sha256.clone()),
        }
    }
}

impl NewSlipFile {
    /// The row of these bytes, under a new file name.
    fn file(&self, secrets: &Secrets, bytes: &Bytes) -> Result<SlipFile, io::Error> {
        let (payload, refusal) = match &self.reading {
            Ok(payload) => (Some(payload.clone()), None),
            Err(reason) => (None, Some((*reason).to_owned())),
        };
        let name = hex::encode(random_bytes::<16>());
        let mut file = SlipFile {
            wallet_id: self.wallet_id,
            file_name: format!("{name}.{}", self.kind.extension()),
            media_type: self.kind.as_str().to_owned(),
            byte_count: i32::try_from(bytes.len()).map_err(io::Error::other)?,
            sha256: fingerprint(bytes).to_vec(),
            payload,
            refusal,
            uploaded_at: self.uploaded_at.trunc_subsecs(6),
            mac: Vec::new(),
        };
        file.mac = file.right_mac(secrets, self.slip_id).to_vec();
        Ok(file)
    }
}

/// Stores a picture and its row, and returns the row; a repeat returns the first.
pub async fn store(core: &Core, new: &NewSlipFile, bytes: &Bytes) -> Result<SlipFile, StoreError> {
    let file = new.file(&core.secrets, bytes)?;
    let file_name = file.file_name.clone();
    core.files.write(FileKind::Slip, &file_name, bytes).await?;
    match insert(core, new, file).await {
        // After an error from here on, the row may or may not exist, so the picture stays. A
        // repeated upload finds the row, or stores another picture.
        Ok(Inserted::New(file, transaction)) => {
            transaction.commit().await?;
            Ok(file)
        }
        Ok(Inserted::Earlier(file)) => {
            remove(core, &file_name).await;
            Ok(file)
        }
        Err(error) => {
            remove(core, &file_name).await;
            Err(error)
        }
    }
}

/// The outcome of writing a row.
enum Inserted {
    /// It was written and must be committed.
    New(SlipFile, Transaction<'static, Postgres>),
    /// A different request with the same key came first.
    Earlier(SlipFile),
}

/// Writes the row, unless the slip has one already. The player's uploads are counted one after
/// another here, so that parallel uploads do not pass the bound together.
async fn insert(core: &Core, new: &NewSlipFile, file: SlipFile) -> Result<Inserted, StoreError> {
    let mut transaction = core.pool.begin().await?;
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
    sqlx::query!(
        "insert into slip_file
            (slip_id, wallet_id, file_name, media_type, byte_count, sha256, payload, refusal,
             uploaded_at, mac)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        new.slip_id.0,
        file.wallet_id.0,
        file.file_name,
        file.media_type,
        file.byte_count,
        file.sha256,
        file.payload,
        file.refusal,
        file.uploaded_at,
        file.mac,
    )
    .execute(&mut *transaction)
    .await?;
    let name = &file.file_name;
    if !abandoned::is_kept(&mut transaction, &core.files, FileKind::Slip, name).await? {
        return Err(StoreError::Disk(io::ErrorKind::NotFound.into()));
    }
    Ok(Inserted::New(file, transaction))
}

/// The content of a stored picture.
pub async fn read(core: &Core, file: &SlipFile) -> Result<Bytes, FileFault> {
    let (name, recorded) = (&file.file_name, file.recorded());
    core.files.read(FileKind::Slip, name, &recorded).await
}

/// Deletes a picture whose slip will never be submitted.
pub(crate) async fn discard(core: &Core, slip_id: SlipId) -> Result<(), sqlx::Error> {
    let file_name = sqlx::query_scalar!(
        "delete from slip_file where slip_id = $1 returning file_name",
        slip_id.0
    )
    .fetch_optional(&core.pool)
    .await?;
    if let Some(file_name) = file_name {
        remove(core, &file_name).await;
    }
    Ok(())
}

async fn remove(core: &Core, file_name: &str) {
    let removed = core.files.remove(FileKind::Slip, file_name).await;
    if let Err(error) = removed {
        tracing::warn!(%error, file_name, "a picture without a slip was not removed");
    }
}

/// A row with the slip that it is of.
struct Row {
    slip_id: Uuid,
    wallet_id: Uuid,
    file_name: String,
    media_type: String,
    byte_count: i32,
    sha256: Vec<u8>,
    payload: Option<String>,
    refusal: Option<String>,
    uploaded_at: DateTime<Utc>,
    mac: Vec<u8>,
}

impl From<Row> for SlipFile {
    fn from(row: Row) -> Self {
        Self {
            wallet_id: WalletId(row.wallet_id),
            file_name: row.file_name,
            media_type: row.media_type,
            byte_count: row.byte_count,
            sha256: row.sha256,
            payload: row.payload,
            refusal: row.refusal,
            uploaded_at: row.uploaded_at,
            mac: row.mac,
        }
    }
}

/// The row of a slip's picture.
pub async fn find(
    executor: impl PgExecutor<'_>,
    slip_id: SlipId,
) -> Result<Option<SlipFile>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select slip_id, wallet_id, file_name, media_type, byte_count, sha256, payload, refusal,
                uploaded_at, mac
         from slip_file where slip_id = $1",
        slip_id.0
    )
    .fetch_optional(executor)
    .await?;
    Ok(row.map(SlipFile::from))
}

/// The row of a slip's picture as the gateway wrote it. One that somebody has written or changed counts
/// as none: it may name the picture of another player's slip.
pub async fn find_signed(core: &Core, slip_id: SlipId) -> Result<Option<SlipFile>, sqlx::Error> {
    let found = find(&core.pool, slip_id).await?;
    Ok(found.filter(|file| {
        let is_signed = file.is_signed(&core.secrets, slip_id);
        if !is_signed {
            tracing::error!(%slip_id, "the row of a slip's picture is not as it was uploaded");
        }
        is_signed
    }))
}

/// Lists the slips whose picture or payment differs from the upload, and those whose row is gone.
pub async fn verify(
    pool: &PgPool,
    secrets: &Secrets,
    key: Option<&JournalKey>,
) -> Result<Vec<String>, JournalError> {
    let mut submitted = HashMap::new();
    let mut events = journal::events_of(pool, key, &["SlipSubmitted"]);
    while let Some(RecordedEvent {
        wallet_id, event, ..
    }) = events.try_next().await?
    {
        if let WalletEvent::Slip(SlipEvent::Submitted { slip_id, .. }) = event {
            submitted.insert(slip_id.0, wallet_id.0);
        }
    }
    drop(events);
    let mut rows = sqlx::query_as!(
        Row,
        "select slip_id, wallet_id, file_name, media_type, byte_count, sha256, payload, refusal,
                uploaded_at, mac
         from slip_file order by slip_id"
    )
    .fetch(pool);
    let mut findings = Vec::new();
    while let Some(row) = rows.try_next().await? {
        let id = SlipId(row.slip_id);
        submitted.remove(&id.0);
        if !SlipFile::from(row).is_signed(secrets, id) {
            findings.push(format!(
                "slip_file, id {id}: it is not as the slip was uploaded"
            ));
        }
    }
    drop(rows);
    let players: Vec<Uuid> = submitted.values().copied().collect();
    let erased = sqlx::query_scalar!(
        "select id from member where erased_at is not null and id = any($1)",
        &players
    )
    .fetch_all(pool)
    .await?;
    submitted.retain(|_, player| !erased.contains(player));
    let mut gone: Vec<Uuid> = submitted.into_keys().collect();
    gone.sort_unstable();
    let gone = gone.into_iter();
    findings.extend(gone.map(|id| format!("slip_file, id {id}: it is gone")));
    Ok(findings)
}

/// Checks that a player may upload one more picture within the hour.
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

#[cfg(test)]
mod abandoned_tests;
