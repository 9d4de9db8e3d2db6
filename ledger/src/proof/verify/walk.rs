//! The same checks a few events at a time, again and again while the service runs.
//!
//! Each step has its own database snapshot, so that no transaction stays open for long. What a step
//! cannot see are rows that no event asks for (a claim made up, a command's name); the whole check
//! sees them.

use sqlx::PgConnection;
use uuid::Uuid;

use super::copy::Table;
use super::finding::Problem;
use super::pass::Pass;
use super::{VerifyError, begin_picture};
use crate::journal::JournalKey;
use crate::pool::Source;

/// A round through the log.
#[derive(Debug, Default)]
pub struct Walk {
    pub(super) pass: Pass,
    pub(super) last: i64,
}

/// What a step has come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The last event that was checked.
    pub position: i64,
    /// How many events this step has checked.
    pub events: i64,
    /// The whole log was checked: the next step starts from the beginning.
    pub is_round: bool,
    /// The first row that this round has found wrong.
    pub problem: Option<Problem>,
    /// How many it has found.
    pub problem_count: u64,
}

impl Walk {
    /// A round that also holds the log against checkpoints that were kept elsewhere: a name and the
    /// note's text of each. With the journal's key it checks who wrote each event.
    #[must_use]
    pub fn against(exported: Vec<(String, String)>, key: Option<JournalKey>) -> Self {
        let mut walk = Self::default();
        walk.pass.exported = exported;
        walk.pass.books.key = key;
        walk
    }

    /// Checks the next events, at most `limit`.
    pub async fn step(
        &mut self,
        source: impl Into<Source<'_>>,
        limit: i64,
    ) -> Result<Step, VerifyError> {
        let mut connection = source.into().acquire().await?;
        let mut picture = begin_picture(&mut connection).await?;
        let before = self.events();
        let is_round = self.advance(&mut picture, limit).await?;
        if is_round {
            self.end(&mut picture).await?;
        }
        picture.commit().await?;
        let step = Step {
            position: self.last,
            events: self.events() - before,
            is_round,
            problem: self.pass.findings.first().cloned(),
            problem_count: self.pass.findings.count(),
        };
        if is_round {
            *self = Self::default();
        }
        Ok(step)
    }

    /// How many events this round has checked.
    pub(super) fn events(&self) -> i64 {
        self.pass.books.events
    }

    /// The same within a database snapshot; whether the log's end is reached. What is there is to be
    /// looked at in the same picture, see [`Self::end`].
    pub(super) async fn advance(
        &mut self,
        picture: &mut PgConnection,
        limit: i64,
    ) -> Result<bool, VerifyError> {
        // Not as far as somebody says that there are events: over a gap goes one step.
        let head = sqlx::query!(
            r#"select coalesce(max(position), 0) as "last!", coalesce((
                   select max(position) from (
                       select position from event where position > $1 order by position limit $2
                   ) as stretch
               ), $1) as "next!"
               from event"#,
            self.last,
            limit
        )
        .fetch_one(&mut *picture)
        .await?;
        let sealed: i64 = sqlx::query_scalar!("select size from proof_head")
            .fetch_one(&mut *picture)
            .await?;
        let to = self.bound(head.next, sealed);
        if self.last == 0 {
            self.read_keys(&mut *picture).await?;
            self.pass.begin_walk();
        }
        self.read_tree(&mut *picture, to).await?;
        self.read_events(&mut *picture, to).await?;
        self.pass.tree.has_grown = sealed != self.pass.tree.sealed;
        Ok(self.last >= head.last)
    }

    /// To where this step goes. The tree is followed to what is sealed; what comes behind that is
    /// not sealed yet, and is checked without it.
    fn bound(&mut self, next: i64, sealed: i64) -> i64 {
        if self.pass.tree.size() == self.last {
            self.pass.tree.sealed = sealed;
        }
        if self.last < self.pass.tree.sealed {
            next.min(self.pass.tree.sealed)
        } else {
            next
        }
    }

    /// After the last event: checks heads and snapshots. Returns the wallets whose snapshots must still
    /// be folded.
    pub(super) async fn end(
        &mut self,
        picture: &mut PgConnection,
    ) -> Result<Vec<Uuid>, VerifyError> {
        self.pass.tables.claims.forget();
        for table in [
            Table::StreamHead,
            Table::LogHead,
            Table::SnapshotDigest,
            Table::Head,
        ] {
            self.read_table(&mut *picture, table).await?;
        }
        let latest = sqlx::query_scalar!("select max(size) from proof_checkpoint")
            .fetch_one(picture)
            .await?;
        self.pass.look_at_proof_head(latest.unwrap_or(0));
        Ok(self.pass.end_walk(self.last).into_keys().collect())
    }
}
