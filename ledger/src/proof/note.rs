//! Checkpoints as signed notes: C2SP's tlog-checkpoint in its signed-note.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use signed_note::{Note, StandardVerifier, Verifier, VerifierList};

use super::error::NoteError;
use crate::journal::Digest;

use super::key::Signer;

/// How the line begins that says how far the chain of staff's acts was.
const ACTS: &str = "staff-acts";

/// The same for the house's stream.
const HOUSE: &str = "house";

/// A tree's size and root, and whose tree it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// Name of the log, its first line.
    pub origin: String,
    /// Number of leaves.
    pub size: i64,
    /// Root hash of the tree.
    pub root: Digest,
    /// The last entry of the audit log at that time, where it is known.
    pub last_act: Option<ChainEnd>,
    /// The last event of the house under this checkpoint, where it is known. Everybody with this checkpoint is
    /// shown the same one.
    pub last_of_house: Option<ChainEnd>,
}

/// How far a chain went. The hash covers everything before it: once it is signed, nothing of it can be
/// changed or taken out unseen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChainEnd {
    /// The last one's number, from 1 on.
    pub number: i64,
    /// Hash of the chain up to and with it.
    pub hash: Digest,
}

/// A line of ours is not as it is written, or there are two of them.
struct Misspelt;

impl ChainEnd {
    fn line(&self, word: &str) -> String {
        let hash = BASE64_STANDARD.encode(self.hash);
        format!("{word} {} {hash}\n", self.number)
    }

    /// The chain's end that the line with this word names, if there is one.
    fn find<'a>(
        mut lines: impl Iterator<Item = &'a str>,
        word: &str,
    ) -> Result<Option<Self>, Misspelt> {
        let is_ours = |line: &&str| line.split(' ').next() == Some(word);
        let Some(line) = lines.find(is_ours) else {
            return Ok(None);
        };
        if lines.any(|line| is_ours(&line)) {
            return Err(Misspelt);
        }
        Self::parse(line, word).map(Some).ok_or(Misspelt)
    }

    fn parse(line: &str, word: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let (_, number, hash) = (words.next()?, words.next()?, words.next()?);
        let end = Self {
            number: number.parse().ok().filter(|number| *number > 0)?,
            hash: BASE64_STANDARD.decode(hash).ok()?.try_into().ok()?,
        };
        // One spelling only, as of the size.
        (end.line(word).trim_end() == line).then_some(end)
    }
}

impl Checkpoint {
    /// The text that is signed.
    #[must_use]
    pub fn body(&self) -> String {
        let root = BASE64_STANDARD.encode(self.root);
        let mut body = format!("{}\n{}\n{root}\n", self.origin, self.size);
        for (word, end) in [(ACTS, self.last_act), (HOUSE, self.last_of_house)] {
            body.extend(end.map(|end| end.line(word)));
        }
        body
    }

    /// Reads a note without asking who has signed it.
    #[must_use]
    pub fn unverified(note: &str) -> Option<Self> {
        let (body, _) = note.split_once("\n\n")?;
        Self::parse(body)
    }

    /// Reads the text that is signed. Lines behind the third are extensions: other ones than ours
    /// are passed over.
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
            last_act: ChainEnd::find(lines.clone(), ACTS).ok()?,
            last_of_house: ChainEnd::find(lines, HOUSE).ok()?,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint(last_act: Option<ChainEnd>) -> Checkpoint {
        Checkpoint {
            origin: "example.org/log".to_owned(),
            size: 7,
            root: [1; 32],
            last_act,
            last_of_house: None,
        }
    }

    #[test]
    fn a_checkpoint_is_read_as_it_was_written() {
        let act = ChainEnd {
            number: 12,
            hash: [2; 32],
        };
        for last_act in [None, Some(act)] {
            let written = checkpoint(last_act);
            assert_eq!(Checkpoint::parse(&written.body()), Some(written));
        }
        let hash = "AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=";
        let both = Checkpoint {
            last_of_house: Some(ChainEnd { number: 5, ..act }),
            ..checkpoint(Some(act))
        };
        let lines = format!("=\nstaff-acts 12 {hash}\nhouse 5 {hash}\n");
        assert!(both.body().ends_with(&lines));
        assert_eq!(Checkpoint::parse(&both.body()), Some(both));
    }

    #[test]
    fn lines_of_others_are_passed_over_and_ours_has_one_spelling() {
        let body = checkpoint(None).body();
        let hash = BASE64_STANDARD.encode([2; 32]);
        let read = |lines: &str| Checkpoint::parse(&format!("{body}{lines}"));
        assert_eq!(read("of others\nstaff-acts2 1\n"), Some(checkpoint(None)));
        let with = read(&format!("of others\nstaff-acts 3 {hash}\n")).unwrap();
        assert_eq!(with.last_act.unwrap().number, 3);
        for wrong in [
            "staff-acts\n".to_owned(),
            "staff-acts 3\n".to_owned(),
            format!("staff-acts 03 {hash}\n"),
            format!("staff-acts +3 {hash}\n"),
            format!("staff-acts 0 {hash}\n"),
            format!("staff-acts 3 {hash} 4\n"),
            format!("staff-acts  3 {hash}\n"),
            format!("staff-acts 3 {hash} \n"),
            "staff-acts 3 AgI=\n".to_owned(),
            format!("staff-acts 3 {hash}\nstaff-acts 4 {hash}\n"),
            format!("house 3 {hash}\nhouse 3 {hash}\n"),
            format!("house 03 {hash}\n"),
        ] {
            assert_eq!(read(&wrong), None, "{wrong}");
        }
    }
}
