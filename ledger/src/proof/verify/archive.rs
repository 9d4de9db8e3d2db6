//! An archive of the journal's oldest partitions: another database, which holds the events 1..N, and
//! the tree with its checkpoints and keys up to a checkpoint M that is not before N.
//!
//! Of the events between N and M the leaves are there alone. They are believed because M has signed
//! the tree over all of them.

use sqlx::PgConnection;

use super::pass::Pass;
use super::tree::EVENT;

/// What an archive says that it holds.
#[derive(Debug)]
pub(super) struct Archive {
    /// The last position that its partitions are for. Of events that were cut off at the end, nothing
    /// else in the archive says that they were there.
    last: i64,
}

/// Reads what the archive is for.
pub(super) async fn read(picture: &mut PgConnection) -> Result<Archive, sqlx::Error> {
    let end = sqlx::query_scalar!(r#"select journal_end() as "end!""#)
        .fetch_one(picture)
        .await?;
    Ok(Archive { last: end - 1 })
}

impl Pass {
    /// Behind an archive's last event.
    pub(super) fn end_archive(&mut self, archive: &Archive) {
        let end = archive.last;
        if self.books.events == 0 {
            let what = "it holds no event";
            self.findings.note(EVENT, "archive", "the archive", what);
            return;
        }
        if self.last < end {
            self.pass_over(self.last + 1, end + 1);
        }
        let sealed = self.tree.sealed;
        if sealed < end {
            let what = format!("it is at {sealed}: no signature covers all events to {end}");
            let key = "its only row";
            self.findings.note("proof_head", "archive", key, what);
        }
        for position in end + 1..=sealed {
            if self.tree.is_stuck {
                break;
            }
            self.tree.pass_over(position, &mut self.findings);
        }
        self.tree.finish(end.max(sealed), &mut self.findings);
    }
}
