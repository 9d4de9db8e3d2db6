//! Checkpoints: those of the log, each of which must be signed by its key, and exported ones.

use super::finding::Findings;
use crate::journal::Digest;
use crate::proof::note::{Checkpoint, NoteKey, open_note, open_with};

pub(super) const EXPORTED: &str = "exported checkpoint";

pub(super) fn checkpoint_key(size: i64) -> String {
    format!("size {size}")
}

const CHECKPOINT: &str = "proof_checkpoint";

/// A root that the tree must have at some size.
#[derive(Debug)]
pub(super) enum ExpectedRoot {
    Stored(StoredRoot),
    Exported(Exported),
    /// What a key has signed with the one before it when it took over.
    Handover(String, Digest),
}

/// What a row of `proof_checkpoint` comes to: its note was held against it and is forgotten, because
/// a year has millions of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct StoredRoot {
    /// What is signed; where nothing is, what the row says.
    pub(super) signed: Digest,
}

/// The log's keys, read once for all notes.
#[derive(Debug, Default)]
pub(super) struct KeySet {
    keys: Vec<(Key, Option<NoteKey>)>,
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
    ///
    /// Where the previous key was lost and has not signed it, a remark says so: nobody confirms
    /// for this key, and nothing is wrong with what is stored.
    pub(super) fn read_handover(
        &self,
        keys: &[Self],
        findings: &mut Findings,
    ) -> Option<ExpectedRoot> {
        let note = self.handover.as_ref()?;
        let before = self.before(keys);
        let (mine, theirs) = (&self.verifier, before.map(|key| &key.verifier));
        let all: Vec<String> = theirs.into_iter().chain([mine]).cloned().collect();
        // A wrong signature of either spoils it; that one is missing is seen afterwards.
        let opened = open_note(note, &all);
        let found = match (opened, open_note(note, std::slice::from_ref(mine)), before) {
            (Err(error), _, _) | (_, Err(error), _) => {
                format!("its handover is not signed by both keys: {error}")
            }
            (_, _, None) => "there is no key that it could follow".to_owned(),
            (_, _, Some(before)) if before.until != Some(self.since) => {
                "the key before it ends elsewhere".to_owned()
            }
            (Ok(tree), ..) if tree.size != self.since => {
                "its handover is of another size".to_owned()
            }
            (Ok(tree), _, Some(before)) => {
                if open_note(note, std::slice::from_ref(&before.verifier)).is_err() {
                    let since = self.since;
                    let what = format!("the key before it was lost at {since} events");
                    findings.remark("proof_key", mine.as_str(), what);
                }
                return Some(ExpectedRoot::Handover(mine.clone(), tree.root));
            }
        };
        findings.note("proof_key", "handover", mine.as_str(), found);
        None
    }

    /// The one key before it, in the order in which they signed: of two that ended at one size the
    /// first was before the second.
    fn before<'a>(&self, keys: &'a [Self]) -> Option<&'a Self> {
        let mut order: Vec<&Self> = keys.iter().collect();
        order.sort_by_key(|key| (key.since, key.until.unwrap_or(i64::MAX)));
        let place = order.iter().position(|key| key.verifier == self.verifier)?;
        order.get(place.checked_sub(1)?).copied()
    }
}

impl KeySet {
    /// Reads the keys; one that is none signs nothing.
    pub(super) fn new(keys: &[Key]) -> Self {
        let keys = keys
            .iter()
            .map(|key| (key.clone(), NoteKey::new(&key.verifier).ok()));
        Self {
            keys: keys.collect(),
        }
    }

    /// The row against its own note, and the note against the keys of its time.
    pub(super) fn read(
        &self,
        size: i64,
        root: Option<Digest>,
        note: &str,
        findings: &mut Findings,
    ) -> StoredRoot {
        let of_its_time = self
            .keys
            .iter()
            .filter(|(key, _)| key.since <= size && key.until.is_none_or(|until| size <= until));
        let known: Vec<&NoteKey> = of_its_time
            .filter_map(|(_, known)| known.as_ref())
            .collect();
        let what = match open_with(note, &known) {
            Err(error) => format!("its note is not one of the log's key: {error}"),
            Ok(note) if note.size != size => format!("its note is of {} events", note.size),
            Ok(note) if Some(note.root) != root => "its root is not its note's".to_owned(),
            Ok(note) => return StoredRoot { signed: note.root },
        };
        findings.note(CHECKPOINT, "note", checkpoint_key(size), what);
        let opened = open_with(note, &known).map(|note: Checkpoint| note.root);
        StoredRoot {
            signed: opened.ok().or(root).unwrap_or_default(),
        }
    }
}

/// Reads an exported note: its size and root. That no key of the log has signed it is noted, and
/// it is compared all the same: a forger who rewrites the log replaces its key as well.
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
                EXPORTED,
                "key",
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
