//! The differences that staff see.

use chrono::{DateTime, Utc};
use sqlx::PgPool;
use uuid::Uuid;

use super::row::{Discrepancy, DiscrepancyKind};
use platform::core::Core;
use platform::signed_row::SignedRow;

/// The open differences, oldest first.
#[derive(Debug)]
pub struct DiscrepancyPage {
    /// The differences of this page.
    pub rows: Vec<Discrepancy>,
    /// Where the next page begins; none on the last one.
    pub next_cursor: Option<i64>,
}

/// A page of open differences behind a cursor, of one kind or of all.
pub async fn page(
    pool: &PgPool,
    kind: Option<DiscrepancyKind>,
    after: i64,
    length: i64,
) -> Result<DiscrepancyPage, sqlx::Error> {
    // One more row than is shown says whether there is a next page.
    let numbers = sqlx::query_scalar!(
        "select number from discrepancy
         where explained_at is null and number > $1 and ($2::text is null or kind = $2)
         order by number limit $3",
        after,
        kind.map(DiscrepancyKind::as_str),
        length + 1,
    )
    .fetch_all(pool)
    .await?;
    let shown = usize::try_from(length).unwrap_or(usize::MAX);
    let last = numbers.iter().take(shown).next_back().copied();
    let last = last.unwrap_or(after);
    let rows = sqlx::query_as!(
        Discrepancy,
        "select id, kind, source, subject, player, currency, amount, ours, theirs, occurred_at,
                found_at, seen_at, gone_at, explained_by, explained_at, mac
         from discrepancy
         where explained_at is null and number > $1 and number <= $2
           and ($3::text is null or kind = $3)
         order by number",
        after,
        last,
        kind.map(DiscrepancyKind::as_str),
    )
    .fetch_all(pool)
    .await?;
    Ok(DiscrepancyPage {
        rows,
        next_cursor: (numbers.len() > shown).then_some(last),
    })
}

/// A difference, open or explained.
pub async fn find(pool: &PgPool, id: Uuid) -> Result<Option<Discrepancy>, sqlx::Error> {
    sqlx::query_as!(
        Discrepancy,
        "select id, kind, source, subject, player, currency, amount, ours, theirs, occurred_at,
                found_at, seen_at, gone_at, explained_by, explained_at, mac
         from discrepancy where id = $1",
        id,
    )
    .fetch_optional(pool)
    .await
}

/// Whether the gateway has written a difference so.
pub fn is_signed(core: &Core, row: &Discrepancy) -> bool {
    row.is_signed(&core.secrets)
}

/// How staff have ended a difference.
#[derive(Debug)]
pub struct Explanation {
    /// When it was ended.
    pub at: DateTime<Utc>,
    /// Display name of the member of staff who ended it, or asked for its end.
    pub by: String,
    /// Display name of the second person, if one was needed.
    pub approved_by: Option<String>,
    /// The first person's reason.
    pub reason: String,
}

/// How a difference was ended; none while it is open.
pub async fn explanation(
    pool: &PgPool,
    row: &Discrepancy,
) -> Result<Option<Explanation>, sqlx::Error> {
    sqlx::query_as!(
        Explanation,
        r#"select it.explained_at as "at!", asker.name as by, approver.name as "approved_by?",
                  decision.reason
           from discrepancy it
                join staff_decision decision on decision.id = it.explained_by
                join staff asker on asker.id = decision.asked_by
                left join staff approver on approver.id = decision.decided_by
           where it.id = $1"#,
        row.id,
    )
    .fetch_optional(pool)
    .await
}

/// The open differences of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenOfKind {
    /// The kind.
    pub kind: DiscrepancyKind,
    /// How many there are.
    pub count: i64,
    /// When the oldest was seen first; none if there is none.
    pub oldest: Option<DateTime<Utc>>,
}

/// The open differences by kind; each kind is there.
pub async fn open_by_kind(pool: &PgPool) -> Result<Vec<OpenOfKind>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select kind, count(*) as "count!", min(found_at) as oldest
           from discrepancy where explained_at is null group by kind"#
    )
    .fetch_all(pool)
    .await?;
    let of_kind = |kind: DiscrepancyKind| {
        let row = rows.iter().find(|row| row.kind == kind.as_str());
        OpenOfKind {
            kind,
            count: row.map_or(0, |row| row.count),
            oldest: row.and_then(|row| row.oldest),
        }
    };
    Ok(DiscrepancyKind::ALL.map(of_kind).into())
}

/// How many differences are open.
pub async fn open_count(pool: &PgPool) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from discrepancy where explained_at is null"#
    )
    .fetch_one(pool)
    .await
}
