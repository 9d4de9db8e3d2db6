//! The statement: the main wallet's lines, each with the balance right after it.
//!
//! How a player audits it: read the lines from the oldest to the newest; each one's balance is
//! the balance before, plus or minus its amount as its direction says, and the last balance is
//! what the home screen shows. That must hold at any moment, also while other work is under way,
//! so these are the rules:
//!
//! 1. A line is at the position of the event that moved the main wallet, and its balance is
//!    the main wallet right after that event. It never changes afterwards, whatever else happens.
//! 2. An operation is one line whose status goes from `PENDING` to `SUCCESS` or `FAILED`. Money
//!    that leaves (into a game, to the bank) leaves when the operation starts, so its line has its
//!    place and balance at once, and only the status moves later.
//! 3. Money that comes in (out of a game) moves when the provider has said yes. Until then the
//!    line has no balance and the direction `none`: nothing has moved. On success it takes the
//!    place, the time and the balance of the event that credited it. One that fails keeps its
//!    first place and stays without a balance.
//! 4. When set-aside money comes back, the first line becomes `FAILED` and keeps its balance – the
//!    money did leave – and a second line of the same operation (`is_return`) brings it in again.
//!    Changing the first line alone would leave every later balance unexplained.
//!
//! 5. A deposit has its line from when money is known to be on its way: a slip when it is credited
//!    (waiting slips have their own list), a QR order when it is credited or, if paid but left for
//!    staff, with the reason until they have credited it, a gift link when it is about to be
//!    redeemed, with its announced worth, a manual deposit when it is requested. While it waits it
//!    has no balance, as in rule 3. The credit is the amount that came in, not the expected one.
//! 6. Money that was collected from games for another game and may not continue there stays in the
//!    main wallet. The transfer that was refused has a line that failed without having moved
//!    anything.
//! 7. Money that the house gives has a line when it is credited (`bonus`) and one when the grant
//!    ends (`finish_bonus`), with what is taken back. Where nothing is taken, that second line has
//!    the amount 0 and no balance: nothing has moved.
//! 8. A correction by staff is one line (`correction`), in or out as it moved the main wallet. The
//!    lines that it makes up for stay as they were. Staff explain the reason: the line does not.
//!
//! Winnings and losses at a game never touch the main wallet and belong to the wallet view.

mod check;
mod columns;
mod deposits;
mod fold;
mod game_accounts;
mod grants;
mod lines;
mod movements;
mod operation;
mod read;
mod search;
mod store;
mod stretch;
mod summary;
mod sweeps;
mod words;

use chrono::{DateTime, NaiveDate, Utc};
use ledger::pool::Source;
use ledger::{BankAccountId, Money, WalletId};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

pub use crate::page::LIMIT_MAX;
pub(crate) use fold::StatementProjection;
pub use game_accounts::{GameAccount, GameFlow, game_accounts, game_flows, players_of};
pub use lines::LineGrant;
pub use movements::{Movement, movements, movements_of, receipts_credited};
pub use search::{LineSearch, SEARCHED_MAX, search};
pub use stretch::{Stretch, positions_of_lines, stretch};
pub use summary::{DayBalance, Summary, TypeSum, summary};
pub use words::{DepositMethod, Direction, StatementType, Status};

use crate::projection::{ViewError, stored_word};

/// A line as the player sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementLine {
    /// Unique within the wallet: the operation's id, with `-returned` behind it for a return.
    pub id: String,
    /// The slip, order, gift, manual deposit, transfer, withdrawal, grant or correction.
    pub operation_id: Uuid,
    /// Whether this line brings back the money of the operation's first line.
    pub is_return: bool,
    /// The kind of operation.
    pub statement_type: StatementType,
    /// How far it is.
    pub status: Status,
    /// The line's effect on the main wallet.
    pub direction: Direction,
    /// `WALLET`, a game's code, `BANK`, a deposit's source: the sending bank of a slip, the
    /// channel of a QR order, `TRUEWALLET` or `MANUAL`; or a grant's kind: `BONUS`, `PROMOTION`,
    /// `REFUND`, `INVITE` or `COUPON`; or `CORRECTION`.
    pub from: String,
    /// `WALLET`, a game's code, `BANK`, the kind of the grant that has ended, or `CORRECTION`.
    pub to: String,
    /// How much; above zero, but for a grant that ended without anything being taken.
    pub amount: Money,
    /// The main wallet right after this line; `None` while the line has moved nothing.
    pub balance: Option<Money>,
    /// When the money moved; until then, the time of the request.
    pub created_at: DateTime<Utc>,
    /// When it was requested.
    pub started_at: DateTime<Utc>,
    /// The line's place: the position of the event that moved the money, or of the request.
    pub position: i64,
    /// The outside's own reference: of the slip, the provider's movement, or the payout.
    pub reference: Option<String>,
    /// Id of the operator's account that received a deposit.
    pub deposit_account: Option<String>,
    /// The player's account that a withdrawal goes to.
    pub bank_account: Option<BankAccountId>,
    /// Why it failed or came back.
    pub reason: Option<String>,
    /// By which way a deposit came in; `None` on other lines.
    pub method: Option<DepositMethod>,
    /// Until when a withdrawal is held back; `None` once it is under way.
    pub held_until: Option<DateTime<Utc>>,
    /// The grant of the line; `None` on other lines.
    pub grant: Option<LineGrant>,
}

/// Which lines to show. Newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementQuery {
    /// The page, from 1; not looked at when there is a cursor.
    pub page: i64,
    /// Only lines before this position: the `next_cursor` of the page before.
    pub cursor: Option<i64>,
    /// Lines a page, 1 to [`LIMIT_MAX`].
    pub limit: i64,
    /// Only these types; empty for all.
    pub types: Vec<StatementType>,
    /// Only lines at or after this time.
    pub from: Option<DateTime<Utc>>,
    /// Only lines before this time.
    pub to: Option<DateTime<Utc>>,
}

impl Default for StatementQuery {
    fn default() -> Self {
        Self {
            page: 1,
            cursor: None,
            limit: 10,
            types: Vec::new(),
            from: None,
            to: None,
        }
    }
}

/// A page of lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementPage {
    /// How many lines match on all pages.
    pub total: i64,
    /// The lines, newest first.
    pub lines: Vec<StatementLine>,
    /// Where the next page starts; `None` on the last one.
    pub next_cursor: Option<i64>,
}

/// A page of a wallet's statement; a wallet without lines has an empty one.
///
/// A page by cursor costs the same at any depth; a page by number passes over the lines before it,
/// or over the lines behind it if they are fewer.
pub async fn page(
    source: impl Into<Source<'_>>,
    wallet_id: WalletId,
    query: &StatementQuery,
) -> Result<StatementPage, ViewError> {
    let limit = query.limit.clamp(1, LIMIT_MAX);
    let kinds = kinds_of(query);
    let mut connection = source.into().acquire().await?;
    let connection = &mut *connection;
    let counted = &without_idle_bounds(connection, wallet_id, query).await?;
    let total = count(connection, wallet_id, counted, &kinds).await?;
    let skipped = match query.cursor {
        Some(_) => 0,
        None => query.page.max(1).saturating_sub(1).saturating_mul(limit),
    };
    if skipped >= total {
        return Ok(StatementPage {
            total,
            lines: Vec::new(),
            next_cursor: None,
        });
    }
    // One line more than requested shows whether there is a next page.
    let slice = read::Slice {
        limit: limit + 1,
        skipped,
    };
    let mut lines = match query {
        StatementQuery {
            cursor,
            from: None,
            to: None,
            ..
        } if cursor.is_some() || skipped <= total / 2 => {
            read::newest_lines(connection, wallet_id, &kinds, *cursor, slice).await?
        }
        StatementQuery {
            from: None,
            to: None,
            ..
        } => read::oldest_lines(connection, wallet_id, &kinds, slice.reversed(total)).await?,
        _ => read::lines(connection, wallet_id, query, &kinds, slice).await?,
    };
    let wanted = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_next = lines.len() > wanted;
    lines.truncate(wanted);
    let next_cursor = lines.last().map(|line| line.position).filter(|_| has_next);
    Ok(StatementPage {
        total,
        lines,
        next_cursor,
    })
}

/// The lines of one operation: one, or two when its money came back.
pub async fn find_operation(
    pool: &PgPool,
    wallet_id: WalletId,
    operation_id: Uuid,
) -> Result<Vec<StatementLine>, ViewError> {
    read::operation(pool, wallet_id, operation_id).await
}

fn kinds_of(query: &StatementQuery) -> Vec<String> {
    let mut kinds = if query.types.is_empty() {
        StatementType::ALL.to_vec()
    } else {
        query.types.clone()
    };
    kinds.sort_unstable();
    // A type named twice would be read twice.
    kinds.dedup();
    kinds.iter().map(|kind| kind.as_str().to_owned()).collect()
}

/// The query without bounds that cut no line off, e.g. "until now": their days need not be counted
/// line by line.
async fn without_idle_bounds(
    connection: &mut PgConnection,
    wallet_id: WalletId,
    query: &StatementQuery,
) -> Result<StatementQuery, ViewError> {
    let mut query = query.clone();
    if query.from.is_some() || query.to.is_some() {
        let (first, last) = read::time_span(connection, wallet_id).await?;
        query.from = query
            .from
            .filter(|from| first.is_some_and(|first| *from > first));
        query.to = query.to.filter(|to| last.is_some_and(|last| *to <= last));
    }
    Ok(query)
}

/// How many lines match: whole days from the day counter, the days at the edges line by line.
async fn count(
    connection: &mut PgConnection,
    wallet_id: WalletId,
    query: &StatementQuery,
    kinds: &[String],
) -> Result<i64, ViewError> {
    let first = query.from.map(|from| from.date_naive());
    let last = query.to.map(|to| to.date_naive());
    let mut edges: Vec<(DateTime<Utc>, DateTime<Utc>)> = Vec::new();
    if let Some(from) = query.from {
        let end = day_end(from.date_naive());
        edges.push((from, query.to.map_or(end, |to| to.min(end))));
    }
    if let Some(to) = query.to
        && first != last
    {
        let start = to.date_naive().and_time(chrono::NaiveTime::MIN).and_utc();
        edges.push((query.from.map_or(start, |from| from.max(start)), to));
    }
    let (starts, ends): (Vec<_>, Vec<_>) = edges.into_iter().unzip();
    read::count(
        connection,
        wallet_id,
        kinds,
        (first, last),
        (&starts, &ends),
    )
    .await
}

fn day_end(day: NaiveDate) -> DateTime<Utc> {
    day.succ_opt().map_or(DateTime::<Utc>::MAX_UTC, |next| {
        next.and_time(chrono::NaiveTime::MIN).and_utc()
    })
}

pub(crate) const LINE: &str = "statement_line";

fn stored_type(text: &str) -> Result<StatementType, ViewError> {
    stored_word(LINE, text, StatementType::parse)
}
