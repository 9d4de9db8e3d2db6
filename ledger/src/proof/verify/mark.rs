//! Checkpoints: those of the log, each of which must be signed by its key, and exported ones.

use super::finding::Findings;
use super::tree::{EXPORTED, checkpoint_key};
use crate::journal::Digest;
use crate::proof::note::{Checkpoint, open_note};

const CHECKPOINT: &str = "proof_checkpoint";

/// A root that the tree must have at some size.
#[derive(Debug)]
pub(super) enum Mark {
    Stored(StoredRoot),
    Exported(Exported),
    /// What a key has signed with the one before it when it took over.
    Handover(String, Digest),
}

/// A row of `proof_checkpoint`, its note opened.
#[derive(Debug)]
pub(super) struct StoredRoot {
    root: Option<Digest>,
    opened: Result<Checkpoint, String>,
}

/// A checkpoint that was kept outside the database.
#[derive(Debug, Clone)]
pub(super) struct Exported {
    pub(super) name: String,
    pub(super) root: Digest,
}

/// A row of `proof_key`.
#[derive(Debug, Clone)]
pub(super) struct Key {
    pub(super) verifier: String,
    pub(super) since: i64,
    pub(super) until: Option<i64>,
    pub(super) handover: Option<String>,
}

impl Key {
    /// The root that both keys have signed when this one took over.
    pub(super) fn read_handover(&self, keys: &[Self], findings: &mut Findings) -> Option<Mark> {
        let note = self.handover.as_ref()?;
        let before = keys.iter().filter(|key| key.until == Some(self.since));
        let mut signers = before.chain([self]).map(|key| key.verifier.clone());
        let opened: Result<Vec<Checkpoint>, _> = signers
            .by_ref()
            .map(|verifier| open_note(note, &[verifier]))
            .collect();
        let found = match opened {
            Err(error) => format!("its handover is not signed by both keys: {error}"),
            Ok(notes) if notes.len() < 2 => "there is no key that it could follow".to_owned(),
            Ok(notes) if notes.iter().any(|note| note.size != self.since) => {
                "its handover is of another size".to_owned()
            }
            Ok(notes) => return Some(Mark::Handover(self.verifier.clone(), notes[0].root)),
        };
        findings.note(("proof_key", "handover"), &*self.verifier, found);
        None
    }
}

impl StoredRoot {
    pub(super) fn new(size: i64, root: Option<Digest>, note: &str, keys: &[Key]) -> Self {
        let verifiers: Vec<String> = keys
            .iter()
            .filter(|key| key.since <= size && key.until.is_none_or(|until| size <= until))
            .map(|key| key.verifier.clone())
            .collect();
        let opened = open_note(note, &verifiers).map_err(|error| error.to_string());
        Self { root, opened }
    }

    /// What is signed; where nothing is, what the row says.
    pub(super) fn signed_root(&self) -> Digest {
        match &self.opened {
            Ok(note) => note.root,
            Err(_) => self.root.unwrap_or_default(),
        }
    }

    /// The row against its own note.
    pub(super) fn look(&self, size: i64, findings: &mut Findings) {
        let what = match &self.opened {
            Err(error) => format!("its note is not one of the log's key: {error}"),
            Ok(note) if note.size != size => format!("its note is of {} events", note.size),
            Ok(note) if Some(note.root) != self.root => "its root is not its note's".to_owned(),
            Ok(_) => return,
        };
        findings.note((CHECKPOINT, "note"), checkpoint_key(size), what);
    }
}

/// Reads an exported note: its size and root. That no key of the log has signed it is noted, and
/// it is compared all the same: whoever rewrites the log replaces its key as well.
pub(super) fn read_exported(
    name: &str,
    note: &str,
    keys: &[Key],
    findings: &mut Findings,
) -> Option<(i64, Exported)> {
    let verifiers: Vec<String> = keys.iter().map(|key| key.verifier.clone()).collect();
    let (size, root) = match open_note(note, &verifiers) {
        Ok(note) => (note.size, note.root),
        Err(error) => {
            findings.note(
                (EXPORTED, "key"),
                name,
                format!("no key of this log has signed it: {error}"),
            );
            read_body(note)?
        }
    };
    let name = name.to_owned();
    Some((size, Exported { name, root }))
}

/// Size and root of a note whose signature is not believed.
fn read_body(note: &str) -> Option<(i64, Digest)> {
    use base64::Engine;

    let mut lines = note.lines().skip(1);
    let size = lines.next()?.parse().ok()?;
    let root = base64::engine::general_purpose::STANDARD.decode(lines.next()?);
    Some((size, root.ok()?.try_into().ok()?))
}
