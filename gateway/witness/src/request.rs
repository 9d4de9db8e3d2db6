//! A log's request to sign a checkpoint.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use tlog_tiles::tlog::Hash;

/// The most hashes of a consistency proof: a log has fewer than 2^63 entries.
const HASHES_MAX: usize = 63;

/// A checkpoint and the proof that it extends the one that the witness has signed.
#[derive(Debug, PartialEq)]
pub(crate) struct Request {
    /// The size of which the log believes that the witness has signed it; 0 for none.
    pub(crate) old_size: u64,
    pub(crate) proof: Vec<Hash>,
    /// The signed note.
    pub(crate) note: String,
}

impl Request {
    /// Reads a body: `old N`, at most 63 hashes in base64, an empty line, the note.
    pub(crate) fn read(body: &str) -> Option<Self> {
        let (head, note) = body.split_once("\n\n")?;
        let mut lines = head.split('\n');
        let old_size = number(lines.next()?.strip_prefix("old ")?)?;
        let proof: Vec<Hash> = lines.map(hash).collect::<Option<_>>()?;
        (proof.len() <= HASHES_MAX).then(|| Self {
            old_size,
            proof,
            note: note.to_owned(),
        })
    }
}

/// A number in its only spelling.
fn number(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

fn hash(line: &str) -> Option<Hash> {
    let bytes = BASE64_STANDARD.decode(line).ok()?;
    bytes.try_into().ok().map(Hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_has_one_form() {
        let hash = BASE64_STANDARD.encode([7; 32]);
        let read = Request::read(&format!("old 3\n{hash}\n\na\n4\nroot\n\n\u{2014} a sig\n"));
        let read = read.expect("it is one");
        assert_eq!((read.old_size, read.proof.len()), (3, 1));
        assert_eq!(read.note, "a\n4\nroot\n\n\u{2014} a sig\n");
        assert!(Request::read("old 0\n\na").is_some_and(|it| it.proof.is_empty()));
        let many = format!("old 3\n{}\nnote", format!("{hash}\n").repeat(64));
        for wrong in [
            "",
            "\n\nnote",
            "old\n\nnote",
            "old 03\n\nnote",
            "old +3\n\nnote",
            "old -1\n\nnote",
            "old 3\nxx\n\nnote",
            "old 3\nAgI=\n\nnote",
            "old 18446744073709551616\n\nnote",
            "3\n\nnote",
            &many,
        ] {
            assert_eq!(Request::read(wrong), None, "{wrong}");
        }
    }
}
