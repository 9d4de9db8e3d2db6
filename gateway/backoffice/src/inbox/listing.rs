//! Lists of conversations, page by page.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use chat::party::OwnerRow;
use chat::{Owner, Record, StaffIdentity, latest};
use platform::core::Core;
use platform::error::{ApiError, Code};

/// Unread messages are counted up to here.
const UNREAD_MAX: i64 = 999;

/// The filter of a list.
#[derive(Debug, Clone, Copy)]
pub enum Filter {
    /// Conversations whose visitor waits for an answer, the longest wait first.
    Waiting,
    /// Conversations that a member of staff holds, the latest first.
    Of(Uuid),
    /// All conversations, the latest first.
    All,
}

/// Where a page ends: the time that the list is sorted by, and the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    pub(super) at: DateTime<Utc>,
    pub(super) id: Uuid,
}

impl Cursor {
    /// Parses the form that [`Cursor::text`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        let (at, id) = text.split_once('_')?;
        let at = DateTime::parse_from_rfc3339(at).ok()?.to_utc();
        let id = id.parse().ok()?;
        Some(Self { at, id })
    }

    /// The time at which the page ends.
    pub fn at(self) -> DateTime<Utc> {
        self.at
    }

    /// The form in the next page's address.
    pub fn text(self) -> String {
        let at = self.at.to_rfc3339_opts(SecondsFormat::Micros, true);
        format!("{at}_{}", self.id)
    }
}

/// A conversation as the inbox shows it.
#[derive(Debug)]
pub struct Entry {
    /// Id of the conversation in `chat_conversation`.
    pub id: Uuid,
    /// The visitor who owns it.
    pub owner: Owner,
    /// The member's name; none for a guest.
    pub name: Option<String>,
    /// The member's phone number.
    pub username: Option<String>,
    /// The visitor's messages that staff have not read, up to 999.
    pub unread: i64,
    /// Since when the visitor waits.
    pub waiting_since: Option<DateTime<Utc>>,
    /// The member of staff who holds the conversation; none while nobody does.
    pub assigned_to: Option<StaffIdentity>,
    /// The number of its last message.
    pub last_sequence: i64,
    /// How far staff have read.
    pub read_by_agent: i64,
    /// How far the visitor has read.
    pub read_by_customer: i64,
    /// Whether the next message starts another session.
    pub is_session_over: bool,
    /// The latest message; none while the conversation is empty.
    pub last_message: Option<Record>,
}

/// A page of conversations.
#[derive(Debug)]
pub struct Page {
    /// The conversations, in the filter's order.
    pub entries: Vec<Entry>,
    /// The cursor of the next page; none on the last one.
    pub next: Option<Cursor>,
}

/// The numbers of conversations in the lists.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Counts {
    /// How many visitors wait.
    waiting: i64,
    /// How many conversations the caller holds.
    mine: i64,
}

/// A page of a list.
pub async fn page(
    state: &Core,
    filter: Filter,
    after: Option<Cursor>,
    limit: i64,
) -> Result<Page, ApiError> {
    let mut places = places(state, filter, after, limit.saturating_add(1)).await?;
    let most = usize::try_from(limit).map_err(|error| ApiError::internal(&error))?;
    let has_more = places.len() > most;
    places.truncate(most);
    let next = places.last().copied().filter(|_| has_more);
    let ids: Vec<Uuid> = places.iter().map(|place| place.id).collect();
    let entries = load(state, &ids).await?;
    Ok(Page { entries, next })
}

/// One conversation; for a guest's conversation that a member took along, the member's.
pub async fn find(state: &Core, id: Uuid) -> Result<Entry, ApiError> {
    let found = chat::store::find(&state.pool, &state.secrets, id).await?;
    let id = found.ok_or(Code::NoData)?.id;
    let entry = load(state, &[id]).await?.pop();
    Ok(entry.ok_or(Code::NoData)?)
}

/// How many visitors wait for an answer, and since when the first of them.
pub async fn waiting(pool: &sqlx::PgPool) -> Result<(i64, Option<DateTime<Utc>>), sqlx::Error> {
    let row = sqlx::query!(
        r#"select count(*) as "count!", min(waiting_since) as since
           from chat_conversation where waiting_since is not null"#
    )
    .fetch_one(pool)
    .await?;
    Ok((row.count, row.since))
}

/// How many conversations wait, and how many a member of staff holds.
pub async fn counts(state: &Core, staff_id: Uuid) -> Result<Counts, sqlx::Error> {
    sqlx::query_as!(
        Counts,
        r#"select
               (select count(*) from chat_conversation where waiting_since is not null)
                   as "waiting!",
               (select count(*) from chat_conversation where assigned_to = $1) as "mine!""#,
        staff_id,
    )
    .fetch_one(&state.pool)
    .await
}

async fn places(
    state: &Core,
    filter: Filter,
    after: Option<Cursor>,
    limit: i64,
) -> Result<Vec<Cursor>, sqlx::Error> {
    let (at, id) = after.map(|cursor| (cursor.at, cursor.id)).unzip();
    match filter {
        Filter::Waiting => {
            sqlx::query_as!(
                Cursor,
                r#"select waiting_since as "at!", id from chat_conversation
                   where waiting_since is not null
                     and ($1::timestamptz is null or (waiting_since, id) > ($1, $2::uuid))
                   order by waiting_since, id limit $3"#,
                at,
                id,
                limit,
            )
            .fetch_all(&state.pool)
            .await
        }
        Filter::Of(staff) => {
            sqlx::query_as!(
                Cursor,
                r#"select last_message_at as "at!", id from chat_conversation
                   where assigned_to = $4 and last_message_at is not null
                     and ($1::timestamptz is null or (last_message_at, id) < ($1, $2::uuid))
                   order by last_message_at desc, id desc limit $3"#,
                at,
                id,
                limit,
                staff,
            )
            .fetch_all(&state.pool)
            .await
        }
        Filter::All => {
            sqlx::query_as!(
                Cursor,
                r#"select last_message_at as "at!", id from chat_conversation
                   where last_message_at is not null and merged_into is null
                     and ($1::timestamptz is null or (last_message_at, id) < ($1, $2::uuid))
                   order by last_message_at desc, id desc limit $3"#,
                at,
                id,
                limit,
            )
            .fetch_all(&state.pool)
            .await
        }
    }
}

/// The conversations with these ids, in their order.
pub(super) async fn load(state: &Core, ids: &[Uuid]) -> Result<Vec<Entry>, ApiError> {
    let rows = sqlx::query!(
        r#"select c.id, c.member_id, c.guest_id, c.merged_into, c.mac, c.last_sequence,
                c.read_by_agent, c.read_by_customer, c.waiting_since, c.is_session_over,
                c.assigned_to, staff.name as "assigned_name?", member.name as "name?",
                member.username as "username?",
                (select count(*) from (
                    select from chat_message m
                    where m.conversation_id = c.id and m.sender = 'customer'
                      and m.sequence > c.read_by_agent
                    limit $2) unread) as "unread!"
           from unnest($1::uuid[]) with ordinality asked (id, place)
           join chat_conversation c on c.id = asked.id
           left join staff on staff.id = c.assigned_to
           left join member on member.id = c.member_id
           order by asked.place"#,
        ids,
        UNREAD_MAX,
    )
    .fetch_all(&state.pool)
    .await?;
    let mut last = latest::messages(state, ids).await?;
    let entries = rows.into_iter().filter_map(|row| {
        let assigned = row.assigned_to.zip(row.assigned_name);
        let stored = OwnerRow {
            id: row.id,
            member_id: row.member_id,
            guest_id: row.guest_id,
            merged_into: row.merged_into,
            mac: row.mac,
        };
        Some(Entry {
            id: row.id,
            owner: stored.owner(&state.secrets)?,
            name: row.name,
            username: row.username,
            unread: row.unread,
            waiting_since: row.waiting_since,
            assigned_to: assigned.map(|(id, name)| StaffIdentity { id, name }),
            last_sequence: row.last_sequence,
            read_by_agent: row.read_by_agent,
            read_by_customer: row.read_by_customer,
            is_session_over: row.is_session_over,
            last_message: last.remove(&row.id),
        })
    });
    Ok(entries.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::clock::random_id;

    #[test]
    fn a_cursor_is_read_as_it_was_written() {
        let at = DateTime::from_timestamp_micros(1_795_000_000_123_456).unwrap();
        let cursor = Cursor {
            at,
            id: random_id(),
        };
        assert_eq!(Cursor::parse(&cursor.text()), Some(cursor));
        for text in ["", "_", "2026-01-01T00:00:00Z", "x_y"] {
            assert_eq!(Cursor::parse(text), None, "{text}");
        }
    }
}
