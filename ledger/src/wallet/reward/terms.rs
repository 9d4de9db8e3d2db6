//! What a grant is given under, and what it is given for.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::money::Money;
use crate::posting::{Account, GameCode};

/// The version of the band rule that decisions of this release follow, see `band`.
pub const BAND_RULE: &str = "band/1";

/// When a grant ends, and what is left of it then. Percentages are of the grant's base.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GrantTerms {
    /// Won when the player holds at least this many percent of the base.
    pub success_percent: u32,
    /// Lost when the player holds at most this many percent of the base.
    pub fail_percent: u32,
    /// How many times deposit and grant must have been played through before it is won.
    pub turnover_times: u32,
    /// What a player may keep at most, but for the own money; none without a cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_withdraw: Option<Money>,
    /// When it ends, won or not; none for never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    /// Whether the granted amount is taken back when time has ended it.
    #[serde(default)]
    pub takes_back: bool,
}

/// How much is granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Award {
    /// Always as much.
    Fixed {
        /// Amount, in the wallet's currency.
        amount: Money,
    },
    /// A part of the qualifying deposit, rounded down to what the currency shows.
    OfDeposit {
        /// How many percent of it.
        percent: u32,
        /// But at most this.
        cap: Money,
    },
}

/// Which deposit a grant asks for: the last one since the grant before, not yet used for another
/// grant, nothing of it withdrawn since.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepositRule {
    /// At least this much.
    pub min: Money,
    /// Nothing was played since it came in.
    pub is_unplayed: bool,
}

/// A deposit that made a grant possible.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepositUsed {
    /// The slip, QR order, gift or announced deposit.
    pub operation: Uuid,
    /// How much came in.
    pub amount: Money,
    /// Time of the event, in UTC.
    pub at: DateTime<Utc>,
    /// What was bet at all providers since, by their word; none when nobody was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<Money>,
}

/// How often something may be received; days and weeks (from Monday) of UTC+7.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReceiveLimit {
    /// The period in which receipts are counted.
    pub per: ReceivePeriod,
    /// At most this often.
    pub max: u32,
}

/// Since when receipts are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ReceivePeriod {
    /// Ever.
    Limit,
    /// Since midnight.
    Day,
    /// Since Monday.
    Week,
}

/// What providers said they hold, and the wallet's sequence that was known before they were asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// [`Wallet::sequence`](crate::Wallet::sequence) read before the first provider was asked.
    pub at_sequence: i64,
    /// Each of the player's game accounts.
    pub games: Vec<GameHeld>,
}

/// What one provider holds for the player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameHeld {
    /// Code of the game provider.
    pub game: GameCode,
    /// What it holds, in wallet units.
    pub balance: Money,
    /// What the player has won there altogether, by the provider's word; negative when lost. Bets
    /// that still run are in neither figure. None when nobody was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win_loss: Option<Money>,
}

/// What one of the player's buckets held when something was decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// `main`, `in_transit` or `game:…`.
    pub account: Account,
    /// Amount, in the wallet's currency.
    pub amount: Money,
}

/// A span of time that figures are about: `from` inclusive, `to` exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Span {
    /// Its first moment, in UTC.
    pub from: DateTime<Utc>,
    /// The first moment after it.
    pub to: DateTime<Utc>,
}

impl Span {
    /// Whether it lies before a moment altogether; one that ends before it begins never does.
    #[must_use]
    pub fn is_over(&self, at: DateTime<Utc>) -> bool {
        self.from < self.to && self.to <= at
    }
}

/// What one provider says a player did in a span.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameFigure {
    /// Code of the game provider.
    pub game: GameCode,
    /// What was bet and counts.
    pub turnover: Money,
    /// What the player won; negative when lost.
    pub win_loss: Money,
}

/// Figures of one span.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpanFigures {
    /// The days that it covers.
    pub span: Span,
    /// Figures of each provider.
    pub games: Vec<GameFigure>,
}

/// What a part of a loss is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LossShare {
    /// How many percent of the loss.
    pub percent: Decimal,
    /// But at most this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<Money>,
}

/// How a grant ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum GrantOutcome {
    /// The player reached the upper bound.
    Success,
    /// The player fell to the lower bound.
    Fail,
    /// Its time was over.
    Expired,
    /// The player takes a break from playing, and cannot play for it any more.
    Excluded,
    /// Staff ended it before it was won, lost or over.
    Cancelled,
}
