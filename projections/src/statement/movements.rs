//! Movements of all wallets, for comparing our books with the outside's own records.

use chrono::{DateTime, Utc};
use ledger::{Money, WalletId};
use rust_decimal::Decimal;
use sqlx::PgExecutor;
use uuid::Uuid;

use crate::projection::{ViewError, stored_currency, stored_money, stored_word};

use super::{DepositMethod, LINE, StatementType, Status};

/// One operation of one wallet; a return of its money belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// Id of the wallet.
    pub wallet_id: WalletId,
    /// The slip, order, transfer or withdrawal.
    pub operation_id: Uuid,
    /// How far it is.
    pub status: Status,
    /// As in the statement.
    pub from: String,
    /// As in the statement.
    pub to: String,
    /// How much; above zero.
    pub amount: Money,
    /// When the money moved; until then, the time of the request.
    pub at: DateTime<Utc>,
    /// The outside's own reference.
    pub reference: Option<String>,
    /// Id of the operator's account that received a deposit.
    pub deposit_account: Option<String>,
    /// By which way a deposit came in.
    pub method: Option<DepositMethod>,
}

struct Row {
    wallet_id: Uuid,
    operation_id: Uuid,
    status: String,
    from_place: String,
    to_place: String,
    currency: String,
    amount: Decimal,
    created_at: DateTime<Utc>,
    reference: Option<String>,
    deposit_account: Option<String>,
    method: Option<String>,
}

impl Row {
    fn read(self) -> Result<Movement, ViewError> {
        let currency = stored_currency(LINE, &self.currency)?;
        Ok(Movement {
            wallet_id: WalletId(self.wallet_id),
            operation_id: self.operation_id,
            status: stored_word(LINE, &self.status, Status::parse)?,
            from: self.from_place,
            to: self.to_place,
            amount: stored_money(LINE, self.amount, currency)?,
            at: self.created_at,
            reference: self.reference,
            deposit_account: self.deposit_account,
            method: match &self.method {
                Some(word) => Some(stored_word(LINE, word, DepositMethod::parse)?),
                None => None,
            },
        })
    }
}

fn read(rows: Vec<Row>) -> Result<Vec<Movement>, ViewError> {
    rows.into_iter().map(Row::read).collect()
}

/// All operations of a type within a time (`from` included, `to` not).
pub async fn movements(
    executor: impl PgExecutor<'_>,
    kind: StatementType,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
) -> Result<Vec<Movement>, ViewError> {
    let rows = sqlx::query_as!(
        Row,
        "select wallet_id, operation_id, status, from_place, to_place, currency, amount,
                created_at, reference, deposit_account, method
         from statement_line
         where kind = $1 and not is_return and created_at >= $2 and created_at < $3",
        kind.as_str(),
        from,
        to
    )
    .fetch_all(executor)
    .await?;
    read(rows)
}

/// Operations of a type by their ids, whenever they were.
pub async fn movements_of(
    executor: impl PgExecutor<'_>,
    kind: StatementType,
    operations: &[Uuid],
) -> Result<Vec<Movement>, ViewError> {
    let rows = sqlx::query_as!(
        Row,
        "select wallet_id, operation_id, status, from_place, to_place, currency, amount,
                created_at, reference, deposit_account, method
         from statement_line
         where kind = $1 and not is_return and operation_id = any($2)",
        kind.as_str(),
        operations
    )
    .fetch_all(executor)
    .await?;
    read(rows)
}

/// The deposits that used up these receipts of one of the operator's accounts, whenever they did.
pub async fn receipts_credited(
    executor: impl PgExecutor<'_>,
    deposit_account: &str,
    references: &[String],
) -> Result<Vec<Movement>, ViewError> {
    // The claim leads to the wallet, and its deposits are few.
    let rows = sqlx::query_as!(
        Row,
        "select line.wallet_id, operation_id, status, from_place, to_place, currency, amount,
                created_at, line.reference, deposit_account, method
         from claim
              join statement_line line
                   on line.wallet_id = claim.wallet_id and line.kind = 'deposit'
                  and not is_return and deposit_account = $1
                  and claim.reference = $1 || ':' || line.reference
         where claim.kind = 'receipt'
           and claim.reference in (select $1 || ':' || asked
                                   from unnest($2::text[]) as asked)",
        deposit_account,
        references
    )
    .fetch_all(executor)
    .await?;
    read(rows)
}
