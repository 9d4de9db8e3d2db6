//! What a gateway remembers of its log outside the database: the last checkpoint that it signed.
//!
//! Someone who can change the database can roll it back and have other events sealed. So the key
//! signs only what extends the checkpoint in this file. A checkpoint is written here before its
//! transaction commits and confirmed afterwards. A crash between the two leaves a checkpoint that
//! may not be committed; the next sealing looks it up.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;

use super::error::SealError;
use super::note::Checkpoint;

/// The file below the data folder.
const FILE: &str = "proof.sealed";
/// As it is while it is written.
const DRAFT: &str = "proof.sealed.next";
/// While this file is there the key signs nothing: the data folder comes from a backup, and the log
/// may have continued elsewhere.
const SUSPENDED: &str = "proof.suspended";
const FORMAT: &str = "wallet-sealed/1";

/// The file's content: notes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Memory {
    format: String,
    /// Of which it is known that the database has taken it.
    pub(super) signed: Option<String>,
    /// Which the database may have taken.
    pub(super) signing: Option<String>,
}

impl Memory {
    /// Reads the file; nothing is remembered where there is none.
    pub(super) async fn read(folder: &Path) -> Result<Self, SealError> {
        blocking(folder, read).await
    }

    /// Notes the last checkpoint, and the one that is about to be stored.
    pub(super) async fn begin(
        folder: &Path,
        signed: Option<String>,
        signing: Option<String>,
    ) -> Result<(), SealError> {
        let memory = Self {
            format: FORMAT.to_owned(),
            signed,
            signing,
        };
        blocking(folder, move |folder| write(folder, &memory)).await
    }

    /// Notes that it was stored, unless another process has signed a later one.
    pub(super) async fn confirm(folder: &Path, note: String) -> Result<(), SealError> {
        blocking(folder, move |folder| {
            let memory = read(folder)?;
            if memory.signing.as_ref() != Some(&note) {
                return Ok(());
            }
            let confirmed = Self {
                signed: Some(note),
                signing: None,
                ..memory
            };
            write(folder, &confirmed)
        })
        .await
    }
}

/// Size and root of a remembered note. Its signature is not checked, because the key is in the same
/// folder.
pub(super) fn opened(note: &str) -> Option<Checkpoint> {
    Checkpoint::unverified(note)
}

/// The note of the last checkpoint that was signed with a key of this data folder, with the file's
/// name: every later state of the log extends it.
pub async fn remembered(data_dir: &Path) -> Result<Option<(String, String)>, SealError> {
    let name = data_dir.join(FILE).display().to_string();
    let memory = Memory::read(data_dir).await?;
    Ok(memory.signed.map(|note| (name, note)))
}

/// Whether the data folder comes from a backup whose log was not resumed yet.
#[must_use]
pub fn is_suspended(data_dir: &Path) -> bool {
    data_dir.join(SUSPENDED).exists()
}

/// Ends the suspension of a restored log.
pub(super) async fn unsuspend(folder: &Path) -> Result<(), SealError> {
    blocking(folder, |folder| {
        match fs::remove_file(folder.join(SUSPENDED)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => File::open(folder)?.sync_all(),
        }
    })
    .await
}

/// Runs off the runtime's threads, one process at a time.
async fn blocking<T: Send + 'static>(
    folder: &Path,
    work: impl FnOnce(&Path) -> io::Result<T> + Send + 'static,
) -> Result<T, SealError> {
    let folder = folder.to_owned();
    let path = folder.join(FILE).display().to_string();
    let worked = spawn_blocking(move || {
        let lock = match File::open(&folder) {
            // Without a folder there is nothing to wait for.
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            opened => Some(opened?),
        };
        if let Some(lock) = &lock {
            lock.lock()?;
        }
        work(&folder)
    });
    let worked = worked.await.expect("files are read without a panic");
    worked.map_err(|cause| SealError::Memory { path, cause })
}

fn read(folder: &Path) -> io::Result<Memory> {
    let text = match fs::read_to_string(folder.join(FILE)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Memory::default()),
        text => text?,
    };
    let memory: Memory = serde_json::from_str(&text)?;
    let notes = [&memory.signed, &memory.signing];
    let is_whole = notes.into_iter().flatten().all(|it| opened(it).is_some());
    if memory.format == FORMAT && is_whole {
        Ok(memory)
    } else {
        Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "it is damaged: if nobody knows why, the log's copies elsewhere have to be asked",
        ))
    }
}

fn write(folder: &Path, memory: &Memory) -> io::Result<()> {
    let (draft, path): (PathBuf, PathBuf) = (folder.join(DRAFT), folder.join(FILE));
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&draft)?;
    file.write_all(&serde_json::to_vec(memory)?)?;
    file.sync_all()?;
    fs::rename(&draft, &path)?;
    File::open(folder)?.sync_all()
}
