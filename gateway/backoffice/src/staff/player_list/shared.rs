//! Lists of members, the latest registration first: the new ones, and those who share something.

use chrono::TimeDelta;
use uuid::Uuid;

use super::entry::{Entry, ListCursor, ListFacts, ListReason, PAGE, Part, ROWS};
use platform::core::Core;
use platform::error::ApiError;

/// For so long a member is new.
const NEW: TimeDelta = TimeDelta::days(7);

/// The members that one page looks through; the next page continues behind them.
const LOOKED_THROUGH: i64 = 1_000;

/// The most other players that a row names.
const OTHERS_MAX: i64 = 5;

/// The members who have registered within a week.
pub(super) async fn registered(core: &Core, after: ListCursor) -> Result<Part, ApiError> {
    let rows = sqlx::query!(
        "select id, created_at from member
         where erased_at is null and created_at >= $1 and (created_at, id) < ($2, $3)
         order by created_at desc, id desc limit $4",
        core.clock.now() - NEW,
        after.at,
        after.id,
        ROWS,
    )
    .fetch_all(&core.pool)
    .await?;
    let entries = rows.into_iter().map(|row| Entry {
        player: row.id,
        reason: ListReason::Registered,
        at: row.created_at,
        facts: ListFacts::default(),
    });
    Ok(Part::of(entries.collect()))
}

/// The members who share the number or the holder of a bank account with others.
pub(super) async fn bank_accounts(core: &Core, after: ListCursor) -> Result<Part, ApiError> {
    let rows = sqlx::query!(
        r#"select seen.id as "id!", seen.created_at as "created_at!", shared.others as "others!"
           from (select id, created_at from member
                 where erased_at is null and id < $1 order by id desc limit $2) as seen
               cross join lateral (
                   select array(
                       select theirs.member_id
                       from bank_account as mine join bank_account as theirs
                           on theirs.holder_canonical = mine.holder_canonical
                       where mine.member_id = seen.id and theirs.member_id <> seen.id
                       union
                       select theirs.member_id
                       from bank_account as mine join bank_account as theirs
                           on theirs.account_no = mine.account_no
                       where mine.member_id = seen.id and theirs.member_id <> seen.id
                       limit $3) as others
                   -- Computed once for each member.
                   offset 0) as shared
           where cardinality(shared.others) > 0
           order by seen.id desc limit $4"#,
        after.id,
        LOOKED_THROUGH,
        OTHERS_MAX,
        ROWS,
    )
    .fetch_all(&core.pool)
    .await?;
    let entries = rows.into_iter().map(|row| Entry {
        player: row.id,
        reason: ListReason::SharedBankAccount,
        at: row.created_at,
        facts: ListFacts {
            others: row.others,
            ..ListFacts::default()
        },
    });
    part(core, after, entries.collect()).await
}

/// The members who have used a device that others have used.
pub(super) async fn devices(core: &Core, after: ListCursor) -> Result<Part, ApiError> {
    let rows = sqlx::query!(
        r#"select seen.id as "id!", seen.created_at as "created_at!", shared.device as "device!",
                  array(select theirs.member_id from member_device as theirs
                        where theirs.device = shared.device and theirs.member_id <> seen.id
                        limit $3) as "others!"
           from (select id, created_at from member
                 where erased_at is null and id < $1 order by id desc limit $2) as seen
               cross join lateral (
                   select mine.device
                   from member_device as mine join member_device as theirs
                       on theirs.device = mine.device and theirs.member_id <> mine.member_id
                   where mine.member_id = seen.id
                   order by mine.device limit 1) as shared
           order by seen.id desc limit $4"#,
        after.id,
        LOOKED_THROUGH,
        OTHERS_MAX,
        ROWS,
    )
    .fetch_all(&core.pool)
    .await?;
    let entries = rows.into_iter().map(|row| Entry {
        player: row.id,
        reason: ListReason::SharedDevice,
        at: row.created_at,
        facts: ListFacts {
            device: Uuid::from_slice(&row.device).ok(),
            others: row.others,
            ..ListFacts::default()
        },
    });
    part(core, after, entries.collect()).await
}

/// A part that ends at its last entry, or else behind the members that were looked through.
async fn part(core: &Core, after: ListCursor, entries: Vec<Entry>) -> Result<Part, ApiError> {
    if entries.len() > PAGE {
        return Ok(Part::of(entries));
    }
    let behind = sqlx::query!(
        "select id, created_at from member
         where erased_at is null and id < $1 order by id desc offset $2 limit 1",
        after.id,
        LOOKED_THROUGH - 1,
    )
    .fetch_optional(&core.pool)
    .await?;
    let next = behind.map(|row| ListCursor {
        at: row.created_at,
        id: row.id,
    });
    Ok(Part { entries, next })
}
