//! Where files are kept: below the data folder, or in a bucket that gateways on several machines
//! share. Either way a file is there as a whole and for good once it is written, and never changes.
//!
//! A name comes from a row, which somebody may have changed: only the form of an upload's name leads to
//! a file, so that no row leads out of the folder, and what is read is what its row recorded.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use chrono::{DateTime, Utc};

use super::bucket::Bucket;
use super::disk::{self, FileFault, Recorded};
use super::kind::FileKind;
use crate::config::FileRules;

/// The files of slips and chats; cheap to clone.
#[derive(Debug, Clone)]
pub struct FileStore(Arc<Place>);

#[derive(Debug)]
enum Place {
    Folder(PathBuf),
    Bucket(Bucket),
}

/// Whether a name has the form of an upload's name: 32 hexadecimal digits and an ending.
pub(super) fn is_upload(name: &str) -> bool {
    name.split_once('.').is_some_and(|(stem, ending)| {
        stem.len() == 32
            && stem.bytes().all(|byte| byte.is_ascii_hexdigit())
            && !ending.is_empty()
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Refuses any other name.
fn require_upload(name: &str) -> io::Result<()> {
    if is_upload(name) {
        return Ok(());
    }
    tracing::error!(name, "a row names a file that no upload has");
    Err(io::Error::from(io::ErrorKind::InvalidInput))
}

impl FileStore {
    /// The place that the operator has chosen.
    pub fn open(rules: &FileRules, data_dir: PathBuf) -> io::Result<Self> {
        let place = match &rules.s3 {
            Some(rules) => Place::Bucket(Bucket::open(rules)?),
            None => Place::Folder(data_dir),
        };
        Ok(Self(Arc::new(place)))
    }

    /// Whether it answers; a folder does.
    pub async fn check(&self) -> io::Result<()> {
        match &*self.0 {
            Place::Folder(_) => Ok(()),
            Place::Bucket(bucket) => bucket.check().await,
        }
    }

    /// Writes a new file. After an error, nothing of it remains in a folder. In a bucket all of it
    /// may remain, and is swept later, because no row names it.
    pub async fn write(&self, kind: FileKind, name: &str, bytes: &Bytes) -> io::Result<()> {
        require_upload(name)?;
        match &*self.0 {
            Place::Folder(folder) => disk::write(&folder.join(kind.folder()), name, bytes).await,
            Place::Bucket(bucket) => bucket.write(kind, name, bytes).await,
        }
    }

    /// The content of a file, which is compared with its recorded length and hash.
    pub async fn read(
        &self,
        kind: FileKind,
        name: &str,
        recorded: &Recorded,
    ) -> Result<Bytes, FileFault> {
        require_upload(name)?;
        match &*self.0 {
            Place::Folder(folder) => {
                let path = folder.join(kind.folder()).join(name);
                let bytes: Bytes = tokio::fs::read(path).await?.into();
                recorded.require(&bytes)?;
                Ok(bytes)
            }
            Place::Bucket(bucket) => bucket.read(kind, name, recorded).await,
        }
    }

    /// Whether a file is there.
    pub async fn has(&self, kind: FileKind, name: &str) -> io::Result<bool> {
        require_upload(name)?;
        match &*self.0 {
            Place::Folder(folder) => {
                tokio::fs::try_exists(folder.join(kind.folder()).join(name)).await
            }
            Place::Bucket(bucket) => Ok(bucket.length(kind, name).await?.is_some()),
        }
    }

    /// Removes a file that no row names or will name; an absent file is no error.
    pub async fn remove(&self, kind: FileKind, name: &str) -> io::Result<()> {
        require_upload(name)?;
        match &*self.0 {
            Place::Folder(folder) => disk::remove(&folder.join(kind.folder()).join(name)).await,
            Place::Bucket(bucket) => bucket.remove(kind, name).await,
        }
    }

    /// Makes removals durable, whatever fails afterwards.
    pub async fn settle(&self, kind: FileKind) -> io::Result<()> {
        match &*self.0 {
            Place::Folder(folder) => disk::settle(&folder.join(kind.folder())).await,
            Place::Bucket(_) => Ok(()),
        }
    }

    /// Compares a file with the length and hash recorded when it was stored.
    pub async fn compare(
        &self,
        kind: FileKind,
        name: &str,
        recorded: Recorded,
    ) -> Result<(), FileFault> {
        require_upload(name)?;
        match &*self.0 {
            Place::Folder(folder) => {
                disk::compare(folder.join(kind.folder()).join(name), recorded).await
            }
            Place::Bucket(bucket) => bucket.read(kind, name, &recorded).await.map(drop),
        }
    }

    /// Like [`compare`](Self::compare), but for a file in a bucket it compares only the length:
    /// otherwise every file would be downloaded every day.
    pub async fn look_at(
        &self,
        kind: FileKind,
        name: &str,
        recorded: Recorded,
    ) -> Result<(), FileFault> {
        require_upload(name)?;
        match &*self.0 {
            Place::Folder(_) => self.compare(kind, name, recorded).await,
            Place::Bucket(bucket) => match bucket.length(kind, name).await? {
                Some(found) => recorded.require_length(found),
                None => Err(FileFault::Missing),
            },
        }
    }

    /// The names of the files that were last written before a time.
    pub async fn older(&self, kind: FileKind, before: DateTime<Utc>) -> io::Result<Vec<String>> {
        match &*self.0 {
            Place::Folder(folder) => disk::older(&folder.join(kind.folder()), before).await,
            Place::Bucket(bucket) => bucket.older(kind, before).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn no_name_leads_out_of_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(FileKind::Chat.folder())).unwrap();
        std::fs::write(folder.path().join("secret.key"), "secret").unwrap();
        let store = FileStore(Arc::new(Place::Folder(folder.path().to_owned())));
        let recorded = Recorded {
            byte_count: 6,
            sha256: None,
        };
        let whole = folder.path().join("secret.key");
        for name in [
            "../secret.key",
            whole.to_str().unwrap(),
            "secret.key",
            "",
            ".",
        ] {
            assert!(
                store.read(FileKind::Chat, name, &recorded).await.is_err(),
                "{name}"
            );
            assert!(store.remove(FileKind::Chat, name).await.is_err(), "{name}");
            assert!(store.has(FileKind::Chat, name).await.is_err(), "{name}");
        }
        assert!(whole.exists());
    }
}
