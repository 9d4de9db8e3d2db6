//! Repeated keys: answered from what was stored under them.

use tokio::time::timeout;

use super::LedgerError;
use super::line::{STATEMENT_TIMEOUT, timed_out};
use super::round::{CommitBatch, answer_recalled, copy_of};
use super::writer::Writer;
use crate::id::WalletId;
use crate::journal::{JournalError, Recalled, recall};

impl Writer {
    /// Answers repeated keys from what was stored under them. What is read there may be missing on
    /// the standby, no matter who wrote it: one fence covers all of them.
    pub(super) async fn answer_recalls(&mut self, round: &mut CommitBatch) {
        if round.recalls.is_empty() {
            return;
        }
        let mut found = Vec::with_capacity(round.recalls.len());
        let mut lost = None;
        for ((wallet_id, key), jobs) in round.recalls.drain() {
            let recalled = match &lost {
                // A connection that has failed once is not asked again.
                Some(error) => Err(JournalError::Database(copy_of(error))),
                None => self.recall(wallet_id, &key).await,
            };
            if let (None, Err(JournalError::Database(error))) = (&lost, &recalled) {
                lost = Some(copy_of(error));
            }
            found.push((jobs, recalled));
        }
        if lost.is_none() {
            let recalled = found.iter().filter_map(|(_, found)| found.as_ref().ok());
            lost = self.ensure_recalled(recalled).await.err();
        }
        if lost.is_some() {
            self.line.hang_up();
        }
        for (jobs, recalled) in found {
            for job in jobs {
                match (&recalled, &lost) {
                    (Err(JournalError::Corrupt { wallet_id, what }), _) => {
                        job.answer(Err(LedgerError::Corrupt {
                            wallet_id: *wallet_id,
                            what: what.clone(),
                        }));
                    }
                    (_, Some(error)) | (Err(JournalError::Database(error)), None) => {
                        job.answer(Err(LedgerError::Unavailable(copy_of(error))));
                    }
                    (Ok(recalled), None) => answer_recalled(job, recalled),
                }
            }
        }
    }

    async fn recall(&mut self, wallet_id: WalletId, key: &str) -> Result<Recalled, JournalError> {
        let connection = self.line.connection().await?;
        let found = timeout(
            STATEMENT_TIMEOUT,
            recall(connection, &self.options.key, wallet_id, key),
        )
        .await;
        let found = found.unwrap_or_else(|_| Err(timed_out().into()))?;
        found.ok_or_else(|| sqlx::Error::RowNotFound.into())
    }

    async fn ensure_recalled(
        &mut self,
        recalled: impl Iterator<Item = &Recalled>,
    ) -> Result<(), sqlx::Error> {
        let (mut last, mut is_unplaced) = (0, false);
        for recalled in recalled {
            last = last.max(recalled.position);
            // Its key alone was written, at a place in the journal that nobody knows.
            is_unplaced |= recalled.events.is_empty();
        }
        if is_unplaced {
            self.line.fence().await?;
            self.line.keep(last);
        }
        self.line.ensure_kept(last).await
    }
}
