//! Keeps the world on disk: a log of changes, one JSON line a change, compacted at each start.
//!
//! A line holds all records that one call changed, so a call is there as a whole or not at all; a torn
//! last line (the process died while writing) is dropped at the next start. Written through the page
//! cache without `fsync`: it survives the death of the process, not of the machine.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::record::Record;
use crate::world::World;

const LOG_NAME: &str = "sandbox.jsonl";
const LOCK_NAME: &str = "sandbox.lock";
const LOCK_TRIES: u32 = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// Why the state could not be kept.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    Disk {
        /// The file in question.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another sandbox keeps its state there.
    #[error("{path}: another sandbox uses this folder")]
    Busy {
        /// The folder that is locked.
        path: PathBuf,
    },
    /// A line in the middle of the log is not readable.
    #[error("{path}: line {line} is damaged: {source}")]
    Damaged {
        /// The log's file.
        path: PathBuf,
        /// Counted from one.
        line: usize,
        /// What the parser said.
        source: serde_json::Error,
    },
}

/// The open log; without a folder nothing is kept.
#[derive(Debug)]
pub(crate) struct Log(Option<Opened>);

#[derive(Debug)]
struct Opened {
    path: PathBuf,
    file: File,
    /// Held for as long as the log is: a second sandbox would compact the log under our feet.
    _lock: File,
}

impl Log {
    /// Reads the state of `folder` and opens its log for what comes.
    pub(crate) fn open(folder: Option<&Path>) -> Result<(Self, World), StoreError> {
        let Some(folder) = folder else {
            return Ok((Self(None), World::default()));
        };
        let path = folder.join(LOG_NAME);
        let at = |source| StoreError::Disk {
            path: path.clone(),
            source,
        };
        fs::create_dir_all(folder).map_err(at)?;
        let lock = lock(folder)?;
        let world = read(&path)?;
        let fresh = folder.join(format!("{LOG_NAME}.new"));
        let mut file = File::create(&fresh).map_err(at)?;
        for record in world.records() {
            file.write_all(&line(&[record])).map_err(at)?;
        }
        file.sync_all().map_err(at)?;
        fs::rename(&fresh, &path).map_err(at)?;
        let file = OpenOptions::new().append(true).open(&path).map_err(at)?;
        let opened = Opened {
            path,
            file,
            _lock: lock,
        };
        Ok((Self(Some(opened)), world))
    }

    /// Appends the records of one call.
    pub(crate) fn append(&mut self, records: &[Record]) -> Result<(), StoreError> {
        match &mut self.0 {
            Some(Opened { path, file, .. }) if !records.is_empty() => file
                .write_all(&line(records))
                .map_err(|source| StoreError::Disk {
                    path: path.clone(),
                    source,
                }),
            _ => Ok(()),
        }
    }
}

/// Waits a moment for a sandbox that is just stopping.
fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK_NAME);
    let at = |source| StoreError::Disk {
        path: path.clone(),
        source,
    };
    let file = File::create(&path).map_err(at)?;
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => thread::sleep(LOCK_PAUSE),
            Err(TryLockError::Error(source)) => return Err(at(source)),
        }
    }
    Err(StoreError::Busy { path })
}

fn line(records: &[Record]) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(records).expect("records have string keys only");
    bytes.push(b'\n');
    bytes
}

fn read(path: &Path) -> Result<World, StoreError> {
    let mut world = World::default();
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(world),
        Err(source) => {
            return Err(StoreError::Disk {
                path: path.to_owned(),
                source,
            });
        }
    };
    let mut reader = BufReader::new(file);
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let read = reader
            .read_until(b'\n', &mut bytes)
            .map_err(|source| StoreError::Disk {
                path: path.to_owned(),
                source,
            })?;
        // Without its line end the last line was cut: its call was never answered.
        if read == 0 || bytes.last() != Some(&b'\n') {
            break;
        }
        let records: Vec<Record> =
            serde_json::from_slice(&bytes).map_err(|source| StoreError::Damaged {
                path: path.to_owned(),
                line: number,
                source,
            })?;
        for record in records {
            world.insert(record);
        }
    }
    Ok(world)
}
