//! What can go wrong with the log, its keys and its proofs.

use std::io;
use std::path::Path;

/// Why a proof cannot be given.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// The database did not answer.
    #[error("the database is not available: {0}")]
    Database(#[from] sqlx::Error),
    /// The tree does not reach this far yet.
    #[error("the tree has {size} leaves, {wanted} were asked for")]
    NotSealed {
        /// The size that was found.
        size: i64,
        /// What was asked for.
        wanted: i64,
    },
    /// No tree has such a size, or no leaf such a number.
    #[error("{0}")]
    OutOfRange(String),
    /// No such event, or not this wallet's.
    #[error("the wallet has no event at {position}")]
    NoEvent {
        /// What was asked for.
        position: i64,
    },
    /// What is stored contradicts itself.
    #[error("the proof log is damaged: {0}")]
    Corrupt(String),
}

/// Why a note is no checkpoint that one may believe.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoteError {
    /// Not a signed note, or not with a checkpoint in it.
    #[error("this is no checkpoint: {0}")]
    Malformed(String),
    /// None of the keys has signed it, or one has not signed this.
    #[error("no known key has signed this: {0}")]
    Unsigned(String),
    /// A verifier is not one.
    #[error("this is no verifier: {0:?}")]
    BadVerifier(String),
}

/// Why nothing was sealed.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// The database did not answer.
    #[error("the database is not available: {0}")]
    Database(#[from] sqlx::Error),
    /// Another key signs this log.
    #[error("this key is not the one that signs the log")]
    NotCurrent,
    /// A position is missing.
    #[error("the journal continues after {after} with {found}")]
    Gap {
        /// The last position before the gap.
        after: i64,
        /// The first one behind it.
        found: i64,
    },
    /// Events that were sealed are gone.
    #[error("the journal ends at {journal}, it was sealed up to {sealed}")]
    Cut {
        /// Where the tree ends.
        sealed: i64,
        /// Where the journal ends.
        journal: i64,
    },
    /// What is stored contradicts itself.
    #[error("the proof log is damaged: {0}")]
    Corrupt(String),
    /// What is stored is not the log that this key has signed.
    #[error("the log is not the one that was signed: {0}")]
    Forked(String),
    /// The data folder comes from a backup, and the log may have continued elsewhere.
    #[error("the data folder was restored: nothing is signed before `gateway proof resume`")]
    Suspended,
    /// What was signed last cannot be read or noted.
    #[error("{path}: {cause}")]
    Memory {
        /// Path of the file.
        path: String,
        /// What the system says.
        cause: io::Error,
    },
    /// The checkpoint cannot be written.
    #[error(transparent)]
    Note(#[from] NoteError),
}

/// Why there is no key to sign with.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The file cannot be read or written.
    #[error("{path}: {cause}")]
    File {
        /// Path of the file.
        path: String,
        /// What the system says.
        cause: io::Error,
    },
    /// The file holds no key.
    #[error("{path} holds no signing key: restore it from a backup")]
    Malformed {
        /// Path of the file.
        path: String,
    },
    /// The file holds the key of a log of another name.
    #[error(
        "{path} is a key of {found:?}, and `proof.origin` is {origin:?}: set it back, or restore the log's \
         own key"
    )]
    OtherOrigin {
        /// Path of the file.
        path: String,
        /// Whose key it is.
        found: String,
        /// What the log is called.
        origin: String,
    },
    /// A log's name is not empty and has neither spaces nor plus signs.
    #[error("{0:?} cannot be a log's name")]
    BadOrigin(String),
    /// Another key signs this log.
    #[error("this key is not the one that signs the log")]
    NotCurrent,
    /// The database did not answer.
    #[error("the database is not available: {0}")]
    Database(#[from] sqlx::Error),
    /// The checkpoint that hands over cannot be written.
    #[error(transparent)]
    Note(#[from] NoteError),
    /// What is stored is not the log that was signed.
    #[error(transparent)]
    Log(#[from] SealError),
    /// Nothing was sealed since the key was changed: of two changes at one size a device that knows
    /// the first key could follow none.
    #[error("the key was changed at {0} events, and nothing was sealed since")]
    JustChanged(i64),
    /// The data folder has no key at all, and another one signs the log: one that is made here would
    /// sign nothing, and look like a forger's.
    #[error(
        "{verifier} signs the log, and {folder} has no key: copy proof.key from the folder that has it"
    )]
    Absent {
        /// The key that signs.
        verifier: String,
        /// Path of the data folder.
        folder: String,
    },
    /// There is nothing to resume: the data folder does not come from a backup.
    #[error("the data folder was not restored, or was resumed already")]
    NotSuspended,
}

impl KeyError {
    pub(super) fn file(path: &Path, cause: io::Error) -> Self {
        Self::File {
            path: path.display().to_string(),
            cause,
        }
    }
}
