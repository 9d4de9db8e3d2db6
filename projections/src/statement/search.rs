//! Finds lines of a wallet by a detail that a player remembers: a place, an amount, or a reference.

use ledger::WalletId;
use ledger::pool::Source;
use rust_decimal::Decimal;
use uuid::Uuid;

use crate::projection::ViewError;

use super::read::StoredLine;
use super::{LIMIT_MAX, StatementPage, StatementQuery, kinds_of};

/// How many of the newest lines of the chosen time are searched: it bounds the cost of a search.
pub const SEARCHED_MAX: i64 = 10_000;

/// So many letters of an operation's id are no other line's amount by chance.
const ID_PART_MIN: i32 = 8;

/// The search criteria; a line that meets any of them is found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineSearch {
    /// Codes of places that money came from or went to, as the view stores them.
    pub places: Vec<String>,
    /// Bank accounts that withdrawals went to.
    pub bank_accounts: Vec<Uuid>,
    /// The whole amount.
    pub amount: Option<Decimal>,
    /// A part of the reference; the beginning of the operation's id, or [`ID_PART_MIN`] of its
    /// letters.
    pub text: String,
}

/// A page, by its number, of the lines that are found among the newest [`SEARCHED_MAX`] of the
/// query's types and time. Its cursor is not looked at, and the page has none.
pub async fn search(
    source: impl Into<Source<'_>>,
    wallet_id: WalletId,
    query: &StatementQuery,
    search: &LineSearch,
) -> Result<StatementPage, ViewError> {
    let limit = query.limit.clamp(1, LIMIT_MAX);
    let skipped = query.page.max(1).saturating_sub(1).saturating_mul(limit);
    let kinds = kinds_of(query);
    let mut connection = source.into().acquire().await?;
    let found = sqlx::query!(
        r#"with looked_through as (
             select l.position, l.from_place, l.to_place, l.bank_account, l.amount, l.reference,
                 l.operation_id
             from unnest($2::text[]) as wanted (kind)
             cross join lateral (
                 select s.* from statement_line s
                 where s.wallet_id = $1 and s.kind = wanted.kind
                   and ($3::timestamptz is null or s.created_at >= $3)
                   and ($4::timestamptz is null or s.created_at < $4)
                 order by s.position desc limit $5
             ) l
             order by l.position desc limit $5
         )
         select position as "position!", count(*) over () as "total!"
         from looked_through
         where from_place = any($6) or to_place = any($6) or bank_account = any($7) or amount = $8
            or ($9 <> '' and (strpos(lower(reference), $9) > 0
                              or starts_with(operation_id::text, $9)
                              or (length($9) >= $12
                                  and strpos(operation_id::text, $9) > 0)))
         order by position desc limit $10 offset $11"#,
        wallet_id.0,
        &kinds,
        query.from,
        query.to,
        SEARCHED_MAX,
        &search.places,
        &search.bank_accounts,
        search.amount,
        search.text.to_lowercase(),
        limit,
        skipped,
        ID_PART_MIN
    )
    .fetch_all(&mut *connection)
    .await?;
    let positions: Vec<i64> = found.iter().map(|line| line.position).collect();
    let rows = sqlx::query_as!(
        StoredLine,
        "select * from statement_line
         where wallet_id = $1 and kind = any($2) and position = any($3)
         order by position desc",
        wallet_id.0,
        &kinds,
        &positions
    )
    .fetch_all(&mut *connection)
    .await?;
    let lines: Result<_, _> = rows.into_iter().map(StoredLine::show).collect();
    Ok(StatementPage {
        total: found.first().map_or(0, |line| line.total),
        lines: lines?,
        next_cursor: None,
    })
}
