//! What a witness has signed last of each log, in a file a log.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// A folder with a file for each log.
#[derive(Debug)]
pub(crate) struct Store {
    folder: PathBuf,
    /// Held as long as the program runs: two witnesses with one memory would sign a fork.
    _lock: File,
}

/// The name of a log in addresses and files: SHA-256 of its origin in hexadecimal.
pub(crate) fn log_name(origin: &str) -> String {
    hex::encode(Sha256::digest(origin.as_bytes()))
}

impl Store {
    /// Opens a folder, which is made if need be; an error where another program has it.
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let lock = File::create(folder.join("witness.lock"))?;
        lock.try_lock()
            .map_err(|_| io::Error::other(format!("{} is in use", folder.display())))?;
        Ok(Self {
            folder: folder.to_owned(),
            _lock: lock,
        })
    }

    /// The note that was signed last; none for a log that is new here.
    pub(crate) fn read(&self, log: &str) -> io::Result<Option<String>> {
        match fs::read_to_string(self.folder.join(log)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            read => read.map(Some),
        }
    }

    /// Replaces it; once this returns, it outlasts a loss of power.
    pub(crate) fn write(&self, log: &str, note: &[u8]) -> io::Result<()> {
        let draft = self.folder.join(format!("{log}.next"));
        let mut file = File::create(&draft)?;
        file.write_all(note)?;
        file.sync_all()?;
        fs::rename(&draft, self.folder.join(log))?;
        File::open(&self.folder)?.sync_all()
    }
}
