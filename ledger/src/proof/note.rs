//! Checkpoints as signed notes: C2SP's tlog-checkpoint in its signed-note.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use signed_note::{Note, StandardVerifier, Verifier, VerifierList};

use crate::journal::Digest;

use super::key::Signer;

/// A tree's size and root, and whose tree it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The log's name.
    pub origin: String,
    /// How many leaves.
    pub size: i64,
    /// The tree's root.
    pub root: Digest,
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

impl Checkpoint {
    /// The text that is signed.
    #[must_use]
    pub fn body(&self) -> String {
        let root = BASE64_STANDARD.encode(self.root);
        format!("{}\n{}\n{root}\n", self.origin, self.size)
    }

    /// Reads the text that is signed. Lines behind the third are somebody else's extensions.
    pub(super) fn parse(body: &str) -> Option<Self> {
        let mut lines = body.split_terminator('\n');
        let (origin, size, root) = (lines.next()?, lines.next()?, lines.next()?);
        // One spelling only: what is signed may not be read in two ways.
        let number = size.parse::<i64>().ok().filter(|number| *number >= 0)?;
        if origin.is_empty() || number.to_string() != size {
            return None;
        }
        let root = BASE64_STANDARD.decode(root).ok()?;
        Some(Self {
            origin: origin.to_owned(),
            size: number,
            root: root.try_into().ok()?,
        })
    }

    /// The checkpoint as a note with the signatures of these.
    pub(super) fn sign(&self, signers: &[&Signer]) -> Result<String, NoteError> {
        let malformed = |error: signed_note::NoteError| NoteError::Malformed(error.to_string());
        let mut note = Note::new(self.body().as_bytes(), &[]).map_err(malformed)?;
        let signers: Vec<&dyn signed_note::Signer> =
            signers.iter().map(|signer| signer.as_signer()).collect();
        note.add_sigs(&signers).map_err(malformed)?;
        String::from_utf8(note.to_bytes()).map_err(|error| NoteError::Malformed(error.to_string()))
    }
}

/// Reads a note that at least one of the verifiers has signed, for a log of that verifier's name.
///
/// A wrong signature of a known verifier spoils the note, however good the others are.
pub fn open_note(note: &str, verifiers: &[String]) -> Result<Checkpoint, NoteError> {
    let keys: Result<Vec<NoteKey>, NoteError> =
        verifiers.iter().map(|it| NoteKey::new(it)).collect();
    let keys = keys?;
    open_with(note, &keys.iter().collect::<Vec<_>>())
}

/// A verifier, read once for many notes.
pub(super) struct NoteKey {
    key: StandardVerifier,
}

impl NoteKey {
    /// Reads a verifier's text.
    pub(super) fn new(verifier: &str) -> Result<Self, NoteError> {
        let key = StandardVerifier::new(verifier);
        let key = key.map_err(|_| NoteError::BadVerifier(verifier.to_owned()))?;
        Ok(Self { key })
    }
}

impl std::fmt::Debug for NoteKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("NoteKey").field(&self.key.name()).finish()
    }
}

/// As [`open_note`], by keys that have been read.
pub(super) fn open_with(note: &str, keys: &[&NoteKey]) -> Result<Checkpoint, NoteError> {
    let known = keys
        .iter()
        .map(|it| Box::new(it.key.clone()) as Box<dyn Verifier>);
    let known: Vec<Box<dyn Verifier>> = known.collect();
    let note = Note::from_bytes(note.as_bytes())
        .map_err(|error| NoteError::Malformed(error.to_string()))?;
    let (good, _) = note
        .verify(&VerifierList::new(known))
        .map_err(|error| NoteError::Unsigned(error.to_string()))?;
    let body = std::str::from_utf8(note.text()).ok();
    let checkpoint = body
        .and_then(Checkpoint::parse)
        .ok_or_else(|| NoteError::Malformed("its text is not a checkpoint's".to_owned()))?;
    if good
        .iter()
        .any(|signature| signature.name() == checkpoint.origin)
    {
        Ok(checkpoint)
    } else {
        let origin = checkpoint.origin;
        Err(NoteError::Unsigned(format!("not by a key of {origin:?}")))
    }
}
