//! The stored rows of all views at one moment, and the fold that they are compared with.

use ledger::RecordedEvent;
use sqlx::{PgConnection, PgPool};

use crate::open_work::OpenWorkProjection;
use crate::projection::{FoldError, Projection, ViewError};
use crate::reward::RewardProjection;
use crate::slip::SlipProjection;
use crate::statement::StatementProjection;
use crate::trial_balance::TrialBalanceProjection;
use crate::wallet::WalletProjection;

use super::{Finding, ViewReport};

/// One view: as stored, and as folded so far.
struct Check<P> {
    checkpoint: i64,
    stored: Result<P, String>,
    folded: P,
    error: Option<FoldError>,
}

impl<P: Projection> Check<P> {
    async fn load(connection: &mut PgConnection) -> Result<Self, ViewError> {
        let checkpoint = sqlx::query_scalar!(
            "select position from projection_checkpoint where view = $1",
            P::VIEW.name()
        )
        .fetch_optional(&mut *connection)
        .await?
        .unwrap_or(0);
        let stored = match P::load_all(connection).await {
            Ok(stored) => Ok(stored),
            Err(ViewError::Database(error)) => return Err(error.into()),
            Err(error) => Err(error.to_string()),
        };
        Ok(Self {
            checkpoint,
            stored,
            folded: P::default(),
            error: None,
        })
    }

    /// Folds the event if the stored view shows it, up to the first that cannot be folded.
    fn fold(&mut self, event: &RecordedEvent) {
        if event.position <= self.checkpoint && self.error.is_none() {
            self.error = self.folded.fold(event).err();
        }
    }

    fn finish(&self, last: i64, findings: &mut Vec<Finding>) -> ViewReport {
        let view = P::VIEW;
        if let Some(error) = self.error.clone() {
            findings.push(Finding::Event { view, error });
        }
        if self.checkpoint > last {
            findings.push(Finding::Ahead {
                view,
                checkpoint: self.checkpoint,
                last,
            });
        }
        match &self.stored {
            Err(what) => findings.push(Finding::Unreadable {
                view,
                what: what.clone(),
            }),
            Ok(stored) => {
                if let Some(difference) = self.folded.first_difference(stored) {
                    findings.push(Finding::Row { view, difference });
                }
            }
        }
        ViewReport {
            view,
            position: self.checkpoint,
            rows: self.folded.row_count(),
        }
    }
}

pub(super) struct Checks {
    wallet: Check<WalletProjection>,
    statement: Check<StatementProjection>,
    slip: Check<SlipProjection>,
    trial_balance: Check<TrialBalanceProjection>,
    open_work: Check<OpenWorkProjection>,
    reward: Check<RewardProjection>,
}

/// Reads all views at one moment.
///
/// The tables are locked before the snapshot is taken: a rebuild that swaps them in between would
/// otherwise show tables that are still empty to an older snapshot.
pub(super) async fn load(pool: &PgPool) -> Result<Checks, ViewError> {
    let mut transaction = pool.begin().await?;
    sqlx::raw_sql("set transaction isolation level repeatable read, read only")
        .execute(&mut *transaction)
        .await?;
    let tables = [
        WalletProjection::TABLES,
        StatementProjection::TABLES,
        SlipProjection::TABLES,
        TrialBalanceProjection::TABLES,
        OpenWorkProjection::TABLES,
        RewardProjection::TABLES,
    ];
    let lock = format!(
        "lock table {} in access share mode",
        tables.concat().join(", ")
    );
    sqlx::raw_sql(&lock).execute(&mut *transaction).await?;
    let checks = Checks {
        wallet: Check::load(&mut transaction).await?,
        statement: Check::load(&mut transaction).await?,
        slip: Check::load(&mut transaction).await?,
        trial_balance: Check::load(&mut transaction).await?,
        open_work: Check::load(&mut transaction).await?,
        reward: Check::load(&mut transaction).await?,
    };
    transaction.rollback().await?;
    Ok(checks)
}

impl Checks {
    pub(super) fn fold(&mut self, event: &RecordedEvent) {
        self.wallet.fold(event);
        self.statement.fold(event);
        self.slip.fold(event);
        self.trial_balance.fold(event);
        self.open_work.fold(event);
        self.reward.fold(event);
    }

    /// Compares, and returns what was compared.
    pub(super) fn finish(&self, last: i64, findings: &mut Vec<Finding>) -> Vec<ViewReport> {
        let views = vec![
            self.wallet.finish(last, findings),
            self.statement.finish(last, findings),
            self.slip.finish(last, findings),
            self.trial_balance.finish(last, findings),
            self.open_work.finish(last, findings),
            self.reward.finish(last, findings),
        ];
        // It checks the stored lines, not the folded ones, because a player adds those up.
        if let Ok(stored) = &self.statement.stored
            && let Some(line) = stored.first_wrong_balance()
        {
            findings.push(Finding::Balance { line });
        }
        if let Ok(stored) = &self.trial_balance.stored {
            let wrong = stored.sums().into_iter().filter(|(_, sum)| !sum.is_zero());
            findings.extend(wrong.map(|(currency, sum)| Finding::TrialBalance {
                position: self.trial_balance.checkpoint,
                currency,
                sum,
            }));
        }
        views
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::projection::View;

    #[test]
    fn every_view_is_audited() {
        let audited = [
            WalletProjection::VIEW,
            StatementProjection::VIEW,
            SlipProjection::VIEW,
            TrialBalanceProjection::VIEW,
            OpenWorkProjection::VIEW,
            RewardProjection::VIEW,
        ];
        assert_eq!(audited, View::ALL);
    }
}
