//! Files below the data folder: there as a whole and for good, or not at all.
//!
//! Knows nothing of what a file is for, nor of the row that names it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

use crate::full_disk;

/// Read at once while a file is compared.
const CHUNK_BYTES: usize = 64 * 1024;

/// What a row says about its file.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// How long it is.
    pub byte_count: i32,
    /// Its hash; absent for files that were stored before hashes were.
    pub sha256: Option<Vec<u8>>,
}

impl Recorded {
    /// Compares a content with it.
    pub(super) fn require(&self, bytes: &[u8]) -> Result<(), FileFault> {
        self.require_length(u64::try_from(bytes.len()).unwrap_or(u64::MAX))?;
        self.require_hash(&fingerprint(bytes))
    }

    pub(super) fn require_length(&self, found: u64) -> Result<(), FileFault> {
        let recorded = self.byte_count;
        if u64::try_from(recorded) == Ok(found) {
            Ok(())
        } else {
            Err(FileFault::OtherLength { found, recorded })
        }
    }

    fn require_hash(&self, found: &[u8]) -> Result<(), FileFault> {
        let is_same = |stored: &Vec<u8>| stored[..] == *found;
        if self.sha256.as_ref().is_none_or(is_same) {
            Ok(())
        } else {
            Err(FileFault::Changed)
        }
    }
}

/// The fault of a file that a row names.
#[derive(Debug, thiserror::Error)]
pub enum FileFault {
    /// It is not there.
    #[error("is missing")]
    Missing,
    /// The disk or the store does not give it.
    #[error("cannot be read: {0}")]
    Unreadable(io::Error),
    /// It was cut short, or something was added.
    #[error("has {found} bytes, and {recorded} were stored")]
    OtherLength {
        /// Bytes that were found.
        found: u64,
        /// The number of bytes that its row records.
        recorded: i32,
    },
    /// The length is unchanged, but the content differs.
    #[error("is not what was stored: its hash is another one")]
    Changed,
}

impl From<io::Error> for FileFault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            _ => Self::Unreadable(error),
        }
    }
}

/// The hash of a file's content.
pub fn fingerprint(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Writes a new file: once this has ended well, the file is on the disk with every byte and under
/// its name. Otherwise nothing of it remains, because no row names it yet.
///
/// It continues to one of the two ends even when its caller has hung up.
pub async fn write(folder: &Path, file_name: &str, bytes: &Bytes) -> io::Result<()> {
    let (folder, file_name, bytes) = (folder.to_owned(), file_name.to_owned(), bytes.clone());
    on_a_thread(move || {
        provide(&folder)?;
        let path = folder.join(&file_name);
        // An existing file belongs to another upload, and stays.
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&path)?;
        let written = fill(file, &bytes).and_then(|()| sync(&folder));
        if written.is_err()
            && let Err(error) = fs::remove_file(&path)
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::error!(%error, file_name, "half a file was not removed");
        }
        written
    })
    .await
    .inspect_err(full_disk::note)
}

/// The folder, whose own name is durable as well.
fn provide(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    folder.parent().map_or(Ok(()), sync)
}

fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// The standard library's file writes each byte before it answers. An asynchronous one keeps the
/// last error, such as that of a full disk, for a call that may never come.
fn fill(mut file: File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    file.flush()?;
    file.sync_all()?;
    let length = file.metadata()?.len();
    if usize::try_from(length) == Ok(bytes.len()) {
        Ok(())
    } else {
        let what = format!("{length} of {} bytes were written", bytes.len());
        Err(io::Error::new(io::ErrorKind::WriteZero, what))
    }
}

/// Removes a file that no row names or will name; an absent file is no error.
pub async fn remove(path: &Path) -> io::Result<()> {
    match tokio::fs::remove_file(path).await {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// Makes the removal of files of a folder durable.
pub async fn settle(folder: &Path) -> io::Result<()> {
    let folder = folder.to_owned();
    on_a_thread(move || match sync(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    })
    .await
}

/// The names of a folder's files that were last written before a time.
pub(super) async fn older(folder: &Path, before: DateTime<Utc>) -> io::Result<Vec<String>> {
    let mut entries = match tokio::fs::read_dir(folder).await {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut names = Vec::new();
    while let Some(entry) = entries.next_entry().await? {
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let Ok(about) = entry.metadata().await else {
            continue;
        };
        if about.is_file() && DateTime::<Utc>::from(about.modified()?) < before {
            names.push(name);
        }
    }
    Ok(names)
}

/// Compares a file with the length and hash recorded when it was stored.
pub async fn compare(path: PathBuf, recorded: Recorded) -> Result<(), FileFault> {
    let compared = on_a_thread(move || Ok(compare_here(&path, &recorded)));
    compared.await.unwrap_or_else(|error| Err(error.into()))
}

fn compare_here(path: &Path, recorded: &Recorded) -> Result<(), FileFault> {
    let mut file = File::open(path)?;
    let (mut hash, mut found) = (Sha256::new(), 0_u64);
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let count = file.read(&mut chunk)?;
        if count == 0 {
            break;
        }
        hash.update(&chunk[..count]);
        found += u64::try_from(count).unwrap_or(u64::MAX);
    }
    recorded.require_length(found)?;
    recorded.require_hash(&hash.finalize())
}

async fn on_a_thread<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(io::Error::other)?
}

#[cfg(test)]
mod tests;
