//! The trail for auditors: the acts of staff, filtered, newest first, or in full for an export.
//!
//! Each entry shows whether it is unchanged: its hash is right, and it follows the entry before it.
//! Players appear by id only, because an erased player leaves nothing else behind.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use sqlx::PgPool;
use utoipa::ToSchema;
use uuid::Uuid;

use super::audit::{self, Row};

/// How far the clocks of two gateways may differ: entries are in order apart from that.
const CLOCKS_APART: TimeDelta = TimeDelta::minutes(10);

/// How many entries one page looks through; the next page continues from there.
const LOOKED_THROUGH: i64 = 50_000;

/// The same where an index names the entries of one person or player.
const LOOKED_THROUGH_BY_INDEX: i64 = 1_000_000;

/// What an act is about, as people filter by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ActGroup {
    /// Searches for players.
    Search,
    /// What was seen of players, and why.
    Player,
    /// Decisions about money and what protects it.
    Decision,
    /// Calls that change something.
    Change,
    /// Conversations.
    Conversation,
    /// Log-ins and log-outs.
    Login,
    /// What was refused.
    Refused,
    /// Accounts of staff, and what they may do.
    Account,
    /// Erased players.
    Erasure,
    /// All other reading.
    Read,
}

impl ActGroup {
    /// How the kinds of the group begin.
    fn beginnings(self) -> &'static [&'static str] {
        match self {
            Self::Search => &["search"],
            Self::Player => &["look", "reveal "],
            Self::Decision => &["decision.", "operator."],
            Self::Change => &[
                "post ",
                "put ",
                "delete ",
                "patch ",
                "sessions.",
                "player.note",
            ],
            Self::Conversation => &["conversation.", "socket.", "reply."],
            Self::Login => &["login", "post logout"],
            Self::Refused => &["refused", "login.refused", "search.refused"],
            Self::Account => &["staff.", "quota."],
            Self::Erasure => &["member."],
            Self::Read => &["read "],
        }
    }
}

/// The entries that are wanted.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Id of the member of staff who acted; none for all.
    pub staff: Option<Uuid>,
    /// The group of actions; none for all.
    pub group: Option<ActGroup>,
    /// Id of the player whom the entries are about; none for all entries.
    pub player: Option<Uuid>,
    /// At or after.
    pub from: Option<DateTime<Utc>>,
    /// Before.
    pub to: Option<DateTime<Utc>>,
    /// A part of the reason.
    pub reason: Option<String>,
}

impl Filter {
    /// Whether an entry is wanted, as [`page`] decides it in the database.
    pub fn takes(&self, row: &Row) -> bool {
        let is_about = |player: Uuid| {
            let is_player = row.subject_kind.as_deref() == Some("player");
            is_player && row.subject_id.as_deref() == Some(player.to_string().as_str())
        };
        let has = |part: &str| {
            let reason = row.reason.as_deref().unwrap_or_default();
            reason.to_lowercase().contains(&part.to_lowercase())
        };
        let is_of = |group: ActGroup| {
            let mut beginnings = group.beginnings().iter();
            beginnings.any(|beginning| row.kind.starts_with(beginning))
        };
        self.staff.is_none_or(|id| row.staff_id == Some(id))
            && self.group.is_none_or(is_of)
            && self.player.is_none_or(is_about)
            && self.from.is_none_or(|from| row.at >= from)
            && self.to.is_none_or(|to| row.at < to)
            && self.reason.as_deref().is_none_or(has)
    }

    /// Whether an index names the entries.
    const fn is_indexed(&self) -> bool {
        self.staff.is_some() || self.player.is_some()
    }
}

/// A member of staff as the trail names them.
#[derive(Debug, Clone)]
pub struct Doer {
    /// Id of the staff account.
    pub id: Uuid,
    /// The name to log in with.
    pub username: String,
    /// The display name.
    pub name: String,
    /// The account's role now: `agent`, `supervisor` or `auditor`.
    pub role: String,
}

/// An entry of the trail.
#[derive(Debug, Clone)]
pub struct Act {
    /// The entry as stored, with its hashes.
    pub row: Row,
    /// Who; none for the operator's commands.
    pub by: Option<Doer>,
    /// The problem with the entry.
    pub problem: Option<String>,
}

/// A page of the audit log.
#[derive(Debug)]
pub struct Page {
    /// Newest first.
    pub acts: Vec<Act>,
    /// The number before which the next page begins; none at the end.
    pub next: Option<i64>,
}

/// Numbers of entries: behind `after`, before `before`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// Number of the last entry before the range; 0 at the log's start.
    pub after: i64,
    /// Number of the first entry behind the range.
    pub before: i64,
}

/// The entries that a period may contain. All of them are in one piece of the chain, so some at
/// the ends may be just outside of the period.
pub async fn range(
    pool: &PgPool,
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
) -> Result<Range, sqlx::Error> {
    let row = sqlx::query!(
        r#"select
               (select id from staff_act_head) as "last!",
               (select id from staff_act where at >= $1 order by at, id limit 1) as first_wanted,
               (select id from staff_act where at >= $2 order by at, id limit 1) as first_behind"#,
        // Beyond the calendar nothing is earlier or later.
        from.map(|at| at.checked_sub_signed(CLOCKS_APART).unwrap_or(at)),
        to.map(|at| at.checked_add_signed(CLOCKS_APART).unwrap_or(at)),
    )
    .fetch_one(pool)
    .await?;
    let end = row.last + 1;
    let after = match from {
        Some(_) => row.first_wanted.unwrap_or(end) - 1,
        None => 0,
    };
    Ok(Range {
        after,
        before: row.first_behind.unwrap_or(end),
    })
}

/// A page of the trail, before the number `before`.
pub async fn page(
    pool: &PgPool,
    filter: &Filter,
    before: Option<i64>,
    limit: i64,
) -> Result<Page, sqlx::Error> {
    let mut range = range(pool, filter.from, filter.to).await?;
    range.before = range.before.min(before.unwrap_or(i64::MAX));
    let end = range.after;
    let looked_through = if filter.is_indexed() {
        LOOKED_THROUGH_BY_INDEX
    } else {
        LOOKED_THROUGH
    };
    let edge = range.before.saturating_sub(looked_through + 1);
    range.after = end.max(edge);
    let mut acts = read(pool, filter, range, limit.saturating_add(1)).await?;
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = acts.len() > most;
    acts.truncate(most);
    let next = if has_more {
        acts.last().map(|act| act.row.id)
    } else {
        // The search has not reached older entries.
        (range.after > end).then_some(range.after + 1)
    };
    Ok(Page { acts, next })
}

/// The matching entries of a range, newest first.
async fn read(
    pool: &PgPool,
    filter: &Filter,
    range: Range,
    limit: i64,
) -> Result<Vec<Act>, sqlx::Error> {
    let beginnings = filter.group.map(|group| {
        let all = group.beginnings().iter();
        all.copied().map(str::to_owned).collect::<Vec<String>>()
    });
    let player = filter.player.map(|id| id.to_string());
    let mut transaction = pool.begin().await?;
    // The best index depends on the filter.
    sqlx::query!("set local plan_cache_mode = force_custom_plan")
        .execute(&mut *transaction)
        .await?;
    let rows = sqlx::query!(
        r#"select act.id, act.at, act.staff_id, act.session_id, act.kind, act.subject_kind,
                  act.subject_id, act.reason, act.request_id, act.detail::text as "detail!",
                  act.prev_hash, act.hash, before.hash as "before_hash?",
                  staff.username as "username?", staff.name as "name?", staff.role as "role?"
           from staff_act as act
               left join staff_act as before on before.id = act.id - 1
               left join staff on staff.id = act.staff_id
           where act.id > $1 and act.id < $2
             and ($3::uuid is null or act.staff_id = $3)
             and ($4::text is null or (act.subject_kind = 'player' and act.subject_id = $4))
             and ($5::timestamptz is null or act.at >= $5)
             and ($6::timestamptz is null or act.at < $6)
             and ($7::text[] is null
                  or exists (select from unnest($7) as it (text) where starts_with(act.kind, it.text)))
             and ($8::text is null or position(lower($8) in lower(act.reason)) > 0)
           order by act.id desc limit $9"#,
        range.after,
        range.before,
        filter.staff,
        player,
        filter.from,
        filter.to,
        beginnings.as_deref(),
        filter.reason,
        limit,
    )
    .fetch_all(&mut *transaction)
    .await?;
    transaction.commit().await?;
    let acts = rows.into_iter().map(|row| {
        let by = row.staff_id.zip(row.username).zip(row.name).zip(row.role);
        let by = by.map(|(((id, username), name), role)| Doer {
            id,
            username,
            name,
            role,
        });
        let before = if row.id == 1 {
            Some(vec![0; 32])
        } else {
            row.before_hash
        };
        let row = Row {
            id: row.id,
            at: row.at,
            staff_id: row.staff_id,
            session_id: row.session_id,
            kind: row.kind,
            subject_kind: row.subject_kind,
            subject_id: row.subject_id,
            reason: row.reason,
            request_id: row.request_id,
            detail: row.detail,
            prev_hash: row.prev_hash,
            hash: row.hash,
        };
        let problem = match before {
            Some(hash) => row.problem_after(row.id - 1, &hash),
            None => Some(format!("staff act {} is missing", row.id - 1)),
        };
        Act { row, by, problem }
    });
    Ok(acts.collect())
}

/// The whole entries of a range, oldest first, page by page, with the first thing that is wrong
/// with them.
pub struct Chain {
    pool: PgPool,
    before: i64,
    /// The last entry that was read, and its hash; no hash before the first one.
    last: i64,
    last_hash: Option<Vec<u8>>,
    /// The first problem.
    pub problem: Option<String>,
    /// How many entries were read.
    pub count: u64,
}

impl Chain {
    /// Prepares to read a range; a missing entry right before it is the first problem.
    pub async fn begin(pool: &PgPool, range: Range) -> Result<Self, sqlx::Error> {
        let last_hash = if range.after == 0 {
            Some(vec![0; 32])
        } else {
            let hash = sqlx::query_scalar!("select hash from staff_act where id = $1", range.after);
            hash.fetch_optional(pool).await?
        };
        let is_gone = last_hash.is_none();
        let problem = is_gone.then(|| format!("staff act {} is missing", range.after));
        Ok(Self {
            pool: pool.clone(),
            before: range.before,
            last: range.after,
            last_hash,
            problem,
            count: 0,
        })
    }

    /// The next entries, each with its problem; none at the end.
    pub async fn next(&mut self) -> Result<Option<Vec<(Row, Option<String>)>>, sqlx::Error> {
        if self.last + 1 >= self.before {
            return Ok(None);
        }
        let mut rows = audit::page_after(&self.pool, self.last).await?;
        rows.retain(|row| row.id < self.before);
        if rows.is_empty() {
            let problem = format!("staff act {} is missing", self.last + 1);
            self.problem.get_or_insert(problem);
            self.last = self.before;
            return Ok(None);
        }
        let mut checked = Vec::with_capacity(rows.len());
        for row in rows {
            let before = self.last_hash.as_ref().unwrap_or(&row.prev_hash);
            let problem = row.problem_after(self.last, before);
            if let Some(problem) = &problem {
                self.problem.get_or_insert_with(|| problem.clone());
            }
            (self.last, self.last_hash) = (row.id, Some(row.hash.clone()));
            self.count += 1;
            checked.push((row, problem));
        }
        Ok(Some(checked))
    }
}

/// The end of the chain.
pub struct Head {
    /// How many entries there are.
    pub entries: i64,
    /// Hash of the last entry, 32 bytes; zeros while there is none.
    pub hash: Vec<u8>,
    /// When the last entry was written.
    pub at: Option<DateTime<Utc>>,
}

/// The end of the chain, as the log's head names it.
pub async fn head(pool: &PgPool) -> Result<Head, sqlx::Error> {
    sqlx::query_as!(
        Head,
        r#"select head.id as entries, head.hash, act.at as "at?"
           from staff_act_head as head left join staff_act as act on act.id = head.id"#
    )
    .fetch_one(pool)
    .await
}
