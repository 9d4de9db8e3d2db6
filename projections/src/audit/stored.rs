//! The stored rows of all views, and the folds that they are compared with.

use std::collections::BTreeMap;

use ledger::journal::head;
use ledger::{RecordedEvent, WalletId};
use sqlx::{PgConnection, PgPool, Postgres, Transaction};

use crate::open_work::OpenWorkProjection;
use crate::projection::{FoldError, HouseWide, Projection, View, ViewError, WalletRange};
use crate::reward::RewardProjection;
use crate::slip::SlipProjection;
use crate::statement::StatementProjection;
use crate::trial_balance::TrialBalanceProjection;
use crate::wallet::WalletProjection;

use super::finding::Findings;
use super::{Finding, ViewReport};

/// Some rows of a view: as stored, and as folded so far.
struct Check<P> {
    checkpoint: i64,
    stored: Result<P, String>,
    folded: P,
    error: Option<FoldError>,
}

impl<P: Projection> Check<P> {
    /// The rows of some wallets.
    async fn load(connection: &mut PgConnection, wallets: WalletRange) -> Result<Self, ViewError> {
        let stored = P::load_wallets(connection, wallets).await;
        Self::new(connection, stored).await
    }

    async fn new(
        connection: &mut PgConnection,
        stored: Result<P, ViewError>,
    ) -> Result<Self, ViewError> {
        let checkpoint = sqlx::query_scalar!(
            "select position from projection_checkpoint where view = $1",
            P::VIEW.name()
        )
        .fetch_optional(connection)
        .await?
        .unwrap_or(0);
        let stored = match stored {
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

    fn finish(&self, last: i64, views: &mut ViewReports, findings: &mut Findings) {
        let view = P::VIEW;
        if let Some(error) = self.error.clone() {
            findings.note(Finding::Event { view, error });
        }
        let checkpoint = self.checkpoint;
        if checkpoint > last {
            findings.note(Finding::Ahead {
                view,
                checkpoint,
                last,
            });
        }
        self.compare(P::first_difference, findings);
        note_view(views, view, checkpoint, self.folded.row_count());
    }

    fn compare(
        &self,
        first_difference: fn(&P, &P) -> Option<super::Difference>,
        findings: &mut Findings,
    ) {
        let view = P::VIEW;
        match &self.stored {
            Err(what) => findings.note(Finding::Unreadable {
                view,
                what: what.clone(),
            }),
            Ok(stored) => {
                if let Some(difference) = first_difference(&self.folded, stored) {
                    findings.note(Finding::Row { view, difference });
                }
            }
        }
    }
}

impl<P: HouseWide> Check<P> {
    /// The rows of no single wallet.
    async fn load_house(connection: &mut PgConnection) -> Result<Self, ViewError> {
        let stored = P::load_house(connection).await;
        Self::new(connection, stored).await
    }

    /// An event that cannot be folded was found by its group; the rows after it are wrong as well.
    fn finish_house(&self, views: &mut ViewReports, findings: &mut Findings) {
        if self.error.is_none() {
            self.compare(P::first_house_difference, findings);
        }
        note_view(
            views,
            P::VIEW,
            self.checkpoint,
            self.folded.house_row_count(),
        );
    }
}

/// The compared views.
type ViewReports = BTreeMap<View, ViewReport>;

fn note_view(views: &mut ViewReports, view: View, position: i64, rows: usize) {
    let report = views.entry(view).or_insert(ViewReport {
        view,
        position,
        rows: 0,
    });
    report.position = report.position.min(position);
    report.rows += rows;
}

/// The rows of a group of wallets.
pub(super) struct Group {
    pub(super) wallets: WalletRange,
    /// The journal's end when the rows were read.
    pub(super) head: i64,
    /// The last wallet with an event that cannot be read.
    pub(super) damaged: Option<WalletId>,
    wallet: Check<WalletProjection>,
    statement: Check<StatementProjection>,
    slip: Check<SlipProjection>,
    trial_balance: Check<TrialBalanceProjection>,
    open_work: Check<OpenWorkProjection>,
    reward: Check<RewardProjection>,
}

impl Group {
    pub(super) async fn load(pool: &PgPool, wallets: WalletRange) -> Result<Box<Self>, ViewError> {
        let mut transaction = begin(pool).await?;
        let group = Box::new(Self {
            wallets,
            head: head(&mut *transaction).await?,
            damaged: None,
            wallet: Check::load(&mut transaction, wallets).await?,
            statement: Check::load(&mut transaction, wallets).await?,
            slip: Check::load(&mut transaction, wallets).await?,
            trial_balance: Check::load(&mut transaction, wallets).await?,
            open_work: Check::load(&mut transaction, wallets).await?,
            reward: Check::load(&mut transaction, wallets).await?,
        });
        transaction.rollback().await?;
        Ok(group)
    }

    pub(super) fn fold(&mut self, event: &RecordedEvent) {
        self.wallet.fold(event);
        self.statement.fold(event);
        self.slip.fold(event);
        self.trial_balance.fold(event);
        self.open_work.fold(event);
        self.reward.fold(event);
    }

    /// Compares.
    pub(super) fn finish(&self, views: &mut ViewReports, findings: &mut Findings) {
        self.wallet.finish(self.head, views, findings);
        self.statement.finish(self.head, views, findings);
        self.slip.finish(self.head, views, findings);
        self.trial_balance.finish(self.head, views, findings);
        self.open_work.finish(self.head, views, findings);
        self.reward.finish(self.head, views, findings);
        // It checks the stored lines, not the folded ones, because a player adds those up.
        if let Ok(stored) = &self.statement.stored
            && let Some(line) = stored.first_wrong_balance()
        {
            findings.note(Finding::Balance { line });
        }
    }
}

/// The rows of no single wallet.
pub(super) struct House {
    trial_balance: Check<TrialBalanceProjection>,
    reward: Check<RewardProjection>,
    /// Whether every event was folded.
    is_complete: bool,
}

impl House {
    pub(super) async fn load(pool: &PgPool) -> Result<Self, ViewError> {
        let mut transaction = begin(pool).await?;
        let house = Self {
            trial_balance: Check::load_house(&mut transaction).await?,
            reward: Check::load_house(&mut transaction).await?,
            is_complete: true,
        };
        transaction.rollback().await?;
        Ok(house)
    }

    pub(super) fn fold(&mut self, event: &RecordedEvent) {
        self.trial_balance.fold(event);
        self.reward.fold(event);
    }

    /// Forgets the wallets of a group that was read.
    pub(super) fn end_group(&mut self, is_whole: bool) {
        self.trial_balance.folded.forget_wallets();
        self.reward.folded.forget_wallets();
        self.is_complete &= is_whole;
    }

    /// Compares, after the last group.
    pub(super) fn finish(&self, views: &mut ViewReports, findings: &mut Findings) {
        if self.is_complete {
            self.trial_balance.finish_house(views, findings);
            self.reward.finish_house(views, findings);
        }
        if let Ok(stored) = &self.trial_balance.stored {
            let wrong = stored.sums().into_iter().filter(|(_, sum)| !sum.is_zero());
            findings
                .0
                .extend(wrong.map(|(currency, sum)| Finding::TrialBalance {
                    position: self.trial_balance.checkpoint,
                    currency,
                    sum,
                }));
        }
    }
}

/// Begins to read views at one moment.
///
/// The tables are locked before the snapshot is taken: a rebuild that swaps them in between would
/// otherwise show tables that are still empty to an older snapshot.
async fn begin(pool: &PgPool) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
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
    Ok(transaction)
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
