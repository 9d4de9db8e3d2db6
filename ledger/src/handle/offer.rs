//! One offer of a batch to the journal, and the search for one whose answer was lost.
//!
//! Whatever comes back as done is kept: it would be there after a failover.

use tokio::time::timeout;

use super::line::{STATEMENT_TIMEOUT, timed_out, within};
use super::round::CommitBatch;
use super::writer::Writer;
use crate::journal::{AppendError, Appended, Conflict, append, find_committed, moved_heads};

impl Writer {
    /// Offers the batch; after a lost answer it is looked for first.
    pub(super) async fn offer(
        &mut self,
        round: &mut CommitBatch,
        is_uncertain: bool,
    ) -> Result<Appended, AppendError> {
        if is_uncertain && let Some(first_position) = self.find(round).await? {
            return Ok(Appended::At(first_position));
        }
        let appended = self.put(round).await?;
        if is_uncertain
            && matches!(appended, Appended::Conflicts(_))
            && let Some(first_position) = self.find(round).await?
        {
            return Ok(Appended::At(first_position));
        }
        if is_uncertain && is_outdated(&appended) {
            // The lost one may have come in time, and may still be committed: nobody knows yet.
            let what = "the settings changed while an answer was waited for";
            return Err(AppendError::Failed(sqlx::Error::Protocol(what.to_owned())));
        }
        Ok(appended)
    }

    /// Appends the batch to the journal that it was decided on, and to no other.
    async fn put(&mut self, round: &mut CommitBatch) -> Result<Appended, AppendError> {
        let session = self
            .line
            .open_session()
            .await
            .map_err(AppendError::Unknown)?;
        let connection = self.line.connection().await.map_err(AppendError::Unknown)?;
        if round.session != session {
            let moved = within(moved_heads(connection, &round.bases())).await;
            let moved = moved.map_err(AppendError::Unknown)?;
            if !moved.is_empty() {
                let stale = moved.into_iter().map(Conflict::Stale);
                return Ok(Appended::Conflicts(stale.collect()));
            }
            round.session = session;
        }
        let offered = timeout(
            STATEMENT_TIMEOUT,
            append(connection, round.batch(), self.looks > 0),
        )
        .await;
        let appended = offered.map_err(|_| AppendError::Unknown(timed_out()))??;
        if let Appended::At(first_position) = appended {
            self.ensure_kept(round, first_position)
                .await
                .map_err(AppendError::Unknown)?;
        }
        Ok(appended)
    }

    /// What was written was acknowledged, and all that was read before with it. A batch that only
    /// found everything done has waited for nothing.
    async fn ensure_kept(&mut self, round: &CommitBatch, first: i64) -> Result<(), sqlx::Error> {
        let count = i64::try_from(round.event_count()).expect("a batch fits the journal");
        if count > 0 {
            self.line.keep(first + count - 1);
        } else if !round.writes() {
            self.line.ensure_kept(round.rests_on()).await?;
        }
        Ok(())
    }

    /// Where a batch whose answer was lost ended, if it was committed and is durable.
    async fn find(&mut self, round: &CommitBatch) -> Result<Option<i64>, AppendError> {
        let connection = self.line.connection().await.map_err(AppendError::Unknown)?;
        let found = within(find_committed(connection, &round.batch())).await;
        let found = found.map_err(AppendError::Unknown)?;
        if found.is_some() {
            self.line.fence().await.map_err(AppendError::Unknown)?;
        }
        Ok(found)
    }
}

fn is_outdated(appended: &Appended) -> bool {
    matches!(appended, Appended::Conflicts(conflicts)
        if conflicts.iter().any(|conflict| matches!(conflict, Conflict::Outdated(_))))
}
