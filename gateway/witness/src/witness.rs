//! The decision whether to sign.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use signed_note::{Note, StandardVerifier, Verifier, VerifierList};
use tlog_tiles::checkpoint::Checkpoint;
use tlog_tiles::tlog::{EMPTY_HASH, check_tree};

use crate::key::WitnessKey;
use crate::request::Request;
use crate::store::{Store, log_name};

/// Signs checkpoints of the logs that it knows.
pub struct Witness {
    key: WitnessKey,
    /// The keys of each log, by its origin.
    logs: HashMap<String, Vec<StandardVerifier>>,
    /// One request at a time: what is signed next depends on what was signed last.
    store: Mutex<Store>,
}

/// Why a witness does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The folder cannot be used.
    #[error("{0}")]
    Folder(#[from] io::Error),
    /// A log's key is none.
    #[error("{0:?} is no verifier key of a log")]
    BadKey(String),
}

/// Why nothing was signed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("the request cannot be read")]
    Unreadable,
    #[error("this witness does not know the log")]
    UnknownLog,
    #[error("no known key of the log has signed the checkpoint")]
    Unsigned,
    #[error("the log has shrunk")]
    Shrunk,
    /// The size that was signed last is another one.
    #[error("{0}")]
    Conflict(u64),
    #[error("the checkpoint does not extend the one that was signed last")]
    Forked,
    #[error("{0}")]
    Store(#[from] io::Error),
}

impl Witness {
    /// A witness with its memory in a folder, for logs with these verifier keys. Several keys of one name are
    /// keys of one log.
    pub fn open(key: WitnessKey, folder: &Path, logs: &[String]) -> Result<Self, StartError> {
        let mut known: HashMap<String, Vec<StandardVerifier>> = HashMap::new();
        for text in logs {
            let verifier = StandardVerifier::new(text);
            let verifier = verifier.map_err(|_| StartError::BadKey(text.clone()))?;
            let name = verifier.name().to_owned();
            known.entry(name).or_default().push(verifier);
        }
        Ok(Self {
            key,
            logs: known,
            store: Mutex::new(Store::open(folder)?),
        })
    }

    /// What others check its signatures with.
    #[must_use]
    pub fn verifier(&self) -> String {
        self.key.verifier()
    }

    /// The note that was signed last for the log of this name, which is SHA-256 of its origin.
    pub(crate) fn last(&self, log: &str) -> io::Result<Option<String>> {
        let is_known = self.logs.keys().any(|origin| log_name(origin) == log);
        let store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if is_known { store.read(log) } else { Ok(None) }
    }

    /// Signs a checkpoint that extends the last one of its log: the signature line. It is remembered before
    /// this returns.
    pub(crate) fn add_checkpoint(&self, body: &str) -> Result<String, Refusal> {
        let request = Request::read(body).ok_or(Refusal::Unreadable)?;
        let note = Note::from_bytes(request.note.as_bytes()).map_err(|_| Refusal::Unreadable)?;
        let next = Checkpoint::from_bytes(note.text()).map_err(|_| Refusal::Unreadable)?;
        let keys = self.logs.get(next.origin()).ok_or(Refusal::UnknownLog)?;
        let keys = keys
            .iter()
            .map(|key| Box::new(key.clone()) as Box<dyn Verifier>);
        let (signed, _) = note
            .verify(&VerifierList::new(keys.collect()))
            .map_err(|_| Refusal::Unsigned)?;
        if request.old_size > next.size() {
            return Err(Refusal::Shrunk);
        }
        let name = log_name(next.origin());
        let store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let last = store.read(&name)?;
        require_extension(&request, last.as_deref(), &next)?;
        let text = std::str::from_utf8(note.text()).map_err(|_| Refusal::Unreadable)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let line = self.key.cosign(text, now.map_or(0, |now| now.as_secs()));
        let mut kept = Note::new(note.text(), &signed)
            .map_err(|_| Refusal::Unreadable)?
            .to_bytes();
        kept.extend(line.as_bytes());
        store.write(&name, &kept)?;
        Ok(line)
    }
}

impl fmt::Debug for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Witness").field(&self.key).finish()
    }
}

/// Whether a checkpoint extends the last one. The check for one size needs no proof, since a log has one root
/// at each size.
fn require_extension(
    request: &Request,
    last: Option<&str>,
    next: &Checkpoint,
) -> Result<(), Refusal> {
    let signed = last.map(signed_before).transpose()?;
    let (old_size, old_root) = signed.unwrap_or((0, EMPTY_HASH));
    if request.old_size != old_size {
        return Err(Refusal::Conflict(old_size));
    }
    let is_extension = if old_size == 0 || old_size == next.size() {
        let is_same = next.size() > old_size || *next.hash() == old_root;
        request.proof.is_empty() && is_same
    } else {
        let root = *next.hash();
        check_tree(&request.proof, next.size(), root, old_size, old_root).is_ok()
    };
    if is_extension {
        Ok(())
    } else {
        Err(Refusal::Forked)
    }
}

fn signed_before(note: &str) -> Result<(u64, tlog_tiles::tlog::Hash), Refusal> {
    let damaged = || io::Error::other("what was signed last cannot be read");
    let note = Note::from_bytes(note.as_bytes()).map_err(|_| damaged())?;
    let checkpoint = Checkpoint::from_bytes(note.text()).map_err(|_| damaged())?;
    Ok((checkpoint.size(), *checkpoint.hash()))
}
