//! The decision whether to sign.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError, RwLock};
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
    logs: RwLock<HashMap<String, Vec<StandardVerifier>>>,
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
        let witness = Self {
            key,
            logs: RwLock::default(),
            store: Mutex::new(Store::open(folder)?),
        };
        for verifier in logs {
            witness.add_log(verifier)?;
        }
        Ok(witness)
    }

    /// Signs for the log of this verifier key as well, until the program ends.
    pub fn add_log(&self, verifier: &str) -> Result<(), StartError> {
        let key = StandardVerifier::new(verifier);
        let key = key.map_err(|_| StartError::BadKey(verifier.to_owned()))?;
        let mut logs = self.logs.write().unwrap_or_else(PoisonError::into_inner);
        let keys = logs.entry(key.name().to_owned()).or_default();
        if keys.iter().all(|known| known.key_id() != key.key_id()) {
            keys.push(key);
        }
        Ok(())
    }

    /// What others check its signatures with.
    #[must_use]
    pub fn verifier(&self) -> String {
        self.key.verifier()
    }

    /// The note that was signed last for the log of this name, which is SHA-256 of its origin.
    pub(crate) fn last(&self, log: &str) -> io::Result<Option<String>> {
        let logs = self.logs.read().unwrap_or_else(PoisonError::into_inner);
        let is_known = logs.keys().any(|origin| log_name(origin) == log);
        let store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if is_known { store.read(log) } else { Ok(None) }
    }

    fn keys_of(&self, origin: &str) -> Option<VerifierList> {
        let logs = self.logs.read().unwrap_or_else(PoisonError::into_inner);
        let keys = logs.get(origin)?.iter();
        let keys = keys.map(|key| Box::new(key.clone()) as Box<dyn Verifier>);
        Some(VerifierList::new(keys.collect()))
    }

    /// Signs a checkpoint that extends the last one of its log: the signature line. It is remembered before
    /// this returns.
    pub(crate) fn add_checkpoint(&self, body: &str) -> Result<String, Refusal> {
        let request = Request::read(body).ok_or(Refusal::Unreadable)?;
        let note = Note::from_bytes(request.note.as_bytes()).map_err(|_| Refusal::Unreadable)?;
        let next = Checkpoint::from_bytes(note.text()).map_err(|_| Refusal::Unreadable)?;
        let keys = self.keys_of(next.origin()).ok_or(Refusal::UnknownLog)?;
        let (signed, _) = note.verify(&keys).map_err(|_| Refusal::Unsigned)?;
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
