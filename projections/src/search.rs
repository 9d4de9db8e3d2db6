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

/// Ids that begin alike, from the first to the last that there may be; both may be the same id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdRange {
    /// The first of them.
    pub from: Uuid,
    /// The last of them.
    pub to: Uuid,
}

impl IdRange {
    /// The hexadecimal digits of an id.
    const DIGITS: usize = 32;

    /// With fewer digits, too many ids would begin alike.
    const DIGITS_MIN: usize = 8;

    /// The ids that begin with a text; none if it is not the beginning of an id.
    #[must_use]
    pub fn beginning_with(text: &str) -> Option<Self> {
        let digits: String = text.chars().filter(|letter| *letter != '-').collect();
        let is_id = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_id || !(Self::DIGITS_MIN..=Self::DIGITS).contains(&digits.len()) {
            return None;
        }
        let filled_with = |digit: char| {
            let missing = std::iter::repeat_n(digit, Self::DIGITS - digits.len());
            let id: String = digits.chars().chain(missing).collect();
            id.parse::<Uuid>().ok()
        };
        Some(Self {
            from: filled_with('0')?,
            to: filled_with('f')?,
        })
    }
}

/// The lines of the operations with these ids, each operation's newest first, at most `limit`.
pub async fn lines_of_operations(
    executor: impl PgExecutor<'_>,
    ids: IdRange,
    limit: i64,
) -> Result<Vec<FoundEntry>, sqlx::Error> {
    sqlx::query_as!(
        FoundEntry,
        r#"select wallet_id, operation_id as id, kind, amount as "amount?", created_at, position
           from statement_line
           where operation_id between $1 and $2
           order by operation_id, position desc
           limit $3"#,
        ids.from,
        ids.to,
        limit,
    )
    .fetch_all(executor)
    .await
}

/// The slips with these ids, at most `limit`.
pub async fn slips(
    executor: impl PgExecutor<'_>,
    ids: IdRange,
    limit: i64,
) -> Result<Vec<FoundEntry>, sqlx::Error> {
    sqlx::query_as!(
        FoundEntry,
        r#"select wallet_id, slip_id as id, 'slip' as "kind!", amount, created_at, position
           from slip_entry
           where slip_id between $1 and $2
           order by slip_id
           limit $3"#,
        ids.from,
        ids.to,
        limit,
    )
    .fetch_all(executor)
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

/// The newest lines of exactly this amount, and slips of it that are not decided yet, at most
/// `limit` of each.
pub async fn with_amount(
    executor: impl PgExecutor<'_>,
    amount: Decimal,
    limit: i64,
) -> Result<Vec<FoundEntry>, sqlx::Error> {
    sqlx::query_as!(
        FoundEntry,
        r#"(select wallet_id as "wallet_id!", operation_id as "id!", kind as "kind!", amount,
                   created_at as "created_at!", position as "position!"
            from statement_line
            where amount = $1
            order by position desc
            limit $2)
           union all
           (select wallet_id, slip_id, 'slip', amount, created_at, position
            from slip_entry
            where amount = $1 and status = 'PENDING'
            limit $2)"#,
        amount,
        limit,
    )
    .fetch_all(executor)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_known_by_its_beginning() {
        let id = "01a1fdd8-2731-70b2-a92f-d498fe5cc7e5";
        let whole = IdRange::beginning_with(id).unwrap();
        assert_eq!(
            (whole.from.to_string(), whole.to),
            (id.to_owned(), whole.from)
        );
        for text in ["01a1fdd8-2731", "01A1FDD82731"] {
            let ids = IdRange::beginning_with(text).unwrap();
            assert_eq!(ids.from.to_string(), "01a1fdd8-2731-0000-0000-000000000000");
            assert_eq!(ids.to.to_string(), "01a1fdd8-2731-ffff-ffff-ffffffffffff");
            assert!((ids.from..=ids.to).contains(&whole.from));
        }
        for text in ["", "01a1fdd", "somchai-", "01a1fdd8 2731", &"0".repeat(33)] {
            assert_eq!(IdRange::beginning_with(text), None, "{text}");
        }
    }
}
