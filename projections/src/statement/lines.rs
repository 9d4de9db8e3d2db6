//! The rows of the statement's tables in memory.

use chrono::{DateTime, NaiveDate, Utc};
use ledger::wallet::Place;
use ledger::wallet::reward::{GrantKind, GrantOutcome};
use ledger::{BankAccountId, Currency, Money, SweepId, TransferId, WalletId};
use uuid::Uuid;

use super::{DepositMethod, Direction, StatementType, Status};

/// The grant of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineGrant {
    /// Why the money was given.
    pub kind: GrantKind,
    /// A bonus' or promotion's code, a refund's first day, the number of an invite collection, a
    /// coupon's prize.
    pub reference: String,
    /// How the grant ended; `None` on the line that credited it.
    pub outcome: Option<GrantOutcome>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct LineKey {
    pub(super) wallet_id: WalletId,
    pub(super) kind: StatementType,
    pub(super) operation_id: Uuid,
    /// Whether it is the line by which the money came back.
    pub(super) is_return: bool,
}

impl LineKey {
    /// The line that an operation begins with.
    pub(super) const fn of(wallet_id: WalletId, kind: StatementType, operation_id: Uuid) -> Self {
        Self {
            wallet_id,
            kind,
            operation_id,
            is_return: false,
        }
    }
}

/// A row of `statement_line`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LineRow {
    pub(super) status: Status,
    pub(super) direction: Direction,
    pub(super) from: String,
    pub(super) to: String,
    pub(super) amount: Money,
    pub(super) balance: Option<Money>,
    pub(super) started_at: DateTime<Utc>,
    pub(super) created_at: DateTime<Utc>,
    pub(super) position: i64,
    pub(super) reference: Option<String>,
    pub(super) deposit_account: Option<String>,
    pub(super) bank_account: Option<BankAccountId>,
    pub(super) reason: Option<String>,
    pub(super) method: Option<DepositMethod>,
    pub(super) held_until: Option<DateTime<Utc>>,
    pub(super) grant: Option<LineGrant>,
}

/// A row of `statement_head`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HeadRow {
    pub(super) currency: Currency,
    pub(super) balance: Money,
}

pub(crate) type SweepKey = (WalletId, SweepId);

/// A row of `statement_sweep`: where a running sweep continues to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SweepRow {
    pub(super) onward: TransferId,
    pub(super) to: Place,
}

/// Which counter: wallet, UTC day, type.
pub(crate) type CountKey = (WalletId, NaiveDate, StatementType);
