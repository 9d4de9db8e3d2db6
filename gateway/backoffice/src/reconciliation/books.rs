//! The ledger's side: the statement, read once per run, and by id for single movements.

use projections::View;
use projections::statement::{self, Movement, StatementType, Status};
use tokio::sync::OnceCell;
use uuid::Uuid;

use super::compare::EntryStatus;
use super::{ReconcileError, Window};
use platform::core::Core;
use platform::extract::AfterPosition;
use platform::replica::Reading;

/// The compared view.
const STATEMENT: &[View] = &[View::Statement];

/// The ledger's movements around a window.
pub(super) struct LedgerSide<'a> {
    pub(super) state: &'a Core,
    pub(super) window: Window,
    deposits: OnceCell<Vec<Movement>>,
    transfers: OnceCell<Vec<Movement>>,
    withdrawals: OnceCell<Vec<Movement>>,
}

impl<'a> LedgerSide<'a> {
    pub(super) fn open(state: &'a Core, window: Window) -> Self {
        Self {
            state,
            window,
            deposits: OnceCell::new(),
            transfers: OnceCell::new(),
            withdrawals: OnceCell::new(),
        }
    }

    /// All movements of a kind around the window.
    pub(super) async fn movements(
        &self,
        kind: StatementType,
    ) -> Result<&[Movement], ReconcileError> {
        let cell = match kind {
            StatementType::Deposit => &self.deposits,
            StatementType::Transfer => &self.transfers,
            StatementType::Withdraw => &self.withdrawals,
            // Grants of the house never leave the ledger.
            StatementType::Bonus | StatementType::FinishBonus | StatementType::Correction => {
                return Ok(&[]);
            }
        };
        let (from, to) = self.window.with_margin();
        let read = move |mut reading: Reading| async move {
            Ok(statement::movements(&mut *reading, kind, from, to).await?)
        };
        let read = || self.state.read(STATEMENT, AfterPosition(None), read);
        cell.get_or_try_init(read).await.map(Vec::as_slice)
    }

    /// Movements by their ids, of any time. An unknown id finds nothing.
    pub(super) async fn movements_of(
        &self,
        kind: StatementType,
        ids: &[String],
    ) -> Result<Vec<Movement>, ReconcileError> {
        let ids: Vec<Uuid> = ids.iter().filter_map(|id| id.parse().ok()).collect();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let ids = ids.as_slice();
        let read = move |mut reading: Reading| async move {
            Ok(statement::movements_of(&mut *reading, kind, ids).await?)
        };
        self.state.read(STATEMENT, AfterPosition(None), read).await
    }

    /// The deposits that used up these receipts of one of the operator's accounts.
    pub(super) async fn receipts_credited(
        &self,
        account: &str,
        references: &[String],
    ) -> Result<Vec<Movement>, ReconcileError> {
        let read = move |mut reading: Reading| async move {
            Ok(statement::receipts_credited(&mut *reading, account, references).await?)
        };
        self.state.read(STATEMENT, AfterPosition(None), read).await
    }
}

/// A movement's state on the ledger's side.
pub(super) const fn entry_status(status: Status) -> EntryStatus {
    match status {
        Status::Pending => EntryStatus::Open,
        Status::Success => EntryStatus::Done,
        Status::Failed => EntryStatus::Failed,
    }
}
