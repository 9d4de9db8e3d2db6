//! What lists of players consist of: the lists, reasons, rows and cursors.

use chrono::{DateTime, SecondsFormat, Utc};
use ledger::Money;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::staff::player_note::Flag;
use crate::staff::quota::CLOCKS_APART;
use projections::player_list::Before;

/// The players of a page, as many as a search finds.
pub(super) const PAGE: usize = 20;

/// The same number for the database, and one to see whether there are more.
pub(super) const ROWS: i64 = 21;

/// A list of players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlayerList {
    /// With a flag of staff.
    Flagged,
    /// Whose money or log-in is frozen.
    Frozen,
    /// Who take a break from playing.
    Excluded,
    /// Who have used a deposit limit up, or nine tenths of it.
    Limit,
    /// Who have registered within a week.
    New,
    /// With a large deposit, or several within an hour, since yesterday.
    Deposits,
    /// Who share the number or the holder of a bank account.
    Bank,
    /// Who share a device.
    Device,
}

/// Why a player is in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ListReason {
    /// Staff have set a flag.
    Flag,
    /// Staff have frozen the money.
    MoneyFrozen,
    /// Staff have frozen the log-in.
    LoginFrozen,
    /// The player takes a break.
    Break,
    /// A deposit limit is nearly or wholly used up.
    LimitReached,
    /// The player registered a short time ago.
    Registered,
    /// One deposit is large.
    LargeDeposit,
    /// Several deposits came within an hour.
    FastDeposits,
    /// Others have a bank account with the same number or holder.
    SharedBankAccount,
    /// Others have used the same device.
    SharedDevice,
}

impl ListReason {
    /// Its code, as on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Flag => "FLAG",
            Self::MoneyFrozen => "MONEY_FROZEN",
            Self::LoginFrozen => "LOGIN_FROZEN",
            Self::Break => "BREAK",
            Self::LimitReached => "LIMIT_REACHED",
            Self::Registered => "REGISTERED",
            Self::LargeDeposit => "LARGE_DEPOSIT",
            Self::FastDeposits => "FAST_DEPOSITS",
            Self::SharedBankAccount => "SHARED_BANK_ACCOUNT",
            Self::SharedDevice => "SHARED_DEVICE",
        }
    }
}

/// The facts behind a reason; those that it does not have are absent.
#[derive(Debug, Clone, Default)]
pub struct ListFacts {
    /// The flag that is set.
    pub flag: Option<Flag>,
    /// Until when a break lasts; none for one without an end.
    pub until: Option<DateTime<Utc>>,
    /// The large deposit, or the limit.
    pub amount: Option<Money>,
    /// What came in of a limit.
    pub used: Option<Money>,
    /// `day`, `week` or `month`, of a limit.
    pub period: Option<String>,
    /// How many deposits came within an hour.
    pub count: Option<i64>,
    /// Id of the shared device.
    pub device: Option<Uuid>,
    /// The other players, at most 5.
    pub others: Vec<Uuid>,
}

/// A player in a list, before the member's row is read.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) player: Uuid,
    pub(super) reason: ListReason,
    pub(super) at: DateTime<Utc>,
    pub(super) facts: ListFacts,
}

/// A part of a list, and where it continues.
pub(super) struct Part {
    pub(super) entries: Vec<Entry>,
    pub(super) next: Option<ListCursor>,
}

/// Where a page ends: a time, and the id of what the list is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListCursor {
    pub(super) at: DateTime<Utc>,
    pub(super) id: Uuid,
}

impl ListCursor {
    /// Parses the form that [`ListCursor::text`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        let (at, id) = text.split_once('_')?;
        let at = DateTime::parse_from_rfc3339(at).ok()?.to_utc();
        let id = id.parse().ok()?;
        Some(Self { at, id })
    }

    /// The form in the next page's address.
    pub fn text(self) -> String {
        let at = self.at.to_rfc3339_opts(SecondsFormat::Micros, true);
        format!("{at}_{}", self.id)
    }

    /// Before everything that there is.
    pub(super) fn start(now: DateTime<Utc>) -> Self {
        Self {
            at: now + CLOCKS_APART,
            id: Uuid::max(),
        }
    }

    pub(super) const fn before(self) -> Before {
        Before {
            at: self.at,
            id: self.id,
        }
    }
}

impl Part {
    /// Of entries of which there may be one more than a page has.
    pub(super) fn of(mut entries: Vec<Entry>) -> Self {
        let has_more = entries.len() > PAGE;
        entries.truncate(PAGE);
        let last = entries.last().filter(|_| has_more);
        let next = last.map(|entry| ListCursor {
            at: entry.at,
            id: entry.player,
        });
        Self { entries, next }
    }
}
