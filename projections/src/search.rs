//! Finds lines and slips by what staff know: an id, a reference or an amount.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use sqlx::PgExecutor;
use uuid::Uuid;

/// A line of a statement, or a slip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundEntry {
    /// Id of the player's wallet.
    pub wallet_id: Uuid,
    /// The id of the operation, or of the slip.
    pub id: Uuid,
    /// The type of the line, or `slip`.
    pub kind: String,
    /// The amount in the wallet's currency; a slip may have none yet.
    pub amount: Option<Decimal>,
    /// When the line or the slip was made.
    pub created_at: DateTime<Utc>,
    /// The position of its event in the journal.
    pub position: i64,
}

/// The lines of an operation, newest first, at most `limit`.
pub async fn lines_of_operation(
    executor: impl PgExecutor<'_>,
    id: Uuid,
    limit: i64,
) -> Result<Vec<FoundEntry>, sqlx::Error> {
    sqlx::query_as!(
        FoundEntry,
        r#"select wallet_id, operation_id as id, kind, amount as "amount?", created_at, position
           from statement_line
           where operation_id = $1
           order by position desc
           limit $2"#,
        id,
        limit,
    )
    .fetch_all(executor)
    .await
}

/// The slip of an id.
pub async fn slip(
    executor: impl PgExecutor<'_>,
    id: Uuid,
) -> Result<Option<FoundEntry>, sqlx::Error> {
    sqlx::query_as!(
        FoundEntry,
        r#"select wallet_id, slip_id as id, 'slip' as "kind!", amount, created_at, position
           from slip_entry
           where slip_id = $1"#,
        id,
    )
    .fetch_optional(executor)
    .await
}

/// The lines and slips with a reference of a bank or a provider, at most `limit`.
pub async fn with_reference(
    executor: impl PgExecutor<'_>,
    reference: &str,
    limit: i64,
) -> Result<Vec<FoundEntry>, sqlx::Error> {
    sqlx::query_as!(
        FoundEntry,
        r#"select wallet_id as "wallet_id!", id as "id!", kind as "kind!", amount,
                  created_at as "created_at!", position as "position!"
           from (select wallet_id, operation_id as id, kind, amount, created_at, position
                 from statement_line
                 where reference = $1
                 union all
                 select wallet_id, slip_id, 'slip', amount, created_at, position
                 from slip_entry
                 where trans_ref = $1
                 limit $2) as found"#,
        reference,
        limit,
    )
    .fetch_all(executor)
    .await
}

/// The newest lines of exactly this amount, at most `limit`.
pub async fn lines_of_amount(
    executor: impl PgExecutor<'_>,
    amount: Decimal,
    limit: i64,
) -> Result<Vec<FoundEntry>, sqlx::Error> {
    sqlx::query_as!(
        FoundEntry,
        r#"select wallet_id, operation_id as id, kind, amount as "amount?", created_at, position
           from statement_line
           where amount = $1
           order by position desc
           limit $2"#,
        amount,
        limit,
    )
    .fetch_all(executor)
    .await
}
