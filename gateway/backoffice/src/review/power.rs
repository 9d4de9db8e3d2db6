//! The extent of staff's powers over a player: the reach of a freeze, and the period of a limit.

use ledger::wallet::{FreezeReach, LimitPeriod};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The kind of the subject of a freeze, of its end, and of a declaration of void rows: one question about
/// what stops a player's money waits at a time.
pub(crate) const FREEZE: &str = "freeze";

/// How much of a wallet is frozen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Reach {
    /// No money leaves for the player.
    MoneyOut,
    /// Nothing goes into a game either, and what comes in waits for staff.
    All,
}

impl From<Reach> for FreezeReach {
    fn from(reach: Reach) -> Self {
        match reach {
            Reach::MoneyOut => Self::MoneyOut,
            Reach::All => Self::All,
        }
    }
}

impl From<FreezeReach> for Reach {
    fn from(reach: FreezeReach) -> Self {
        match reach {
            FreezeReach::MoneyOut => Self::MoneyOut,
            FreezeReach::All => Self::All,
        }
    }
}

/// The kind of the subject of what a player is given, and of its end: one such question about a player
/// waits at a time.
pub(crate) const REWARD: &str = "reward";

/// The kind of the subject of such a limit.
pub(crate) const LIMIT: &str = "limit";

/// The calendar period of a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Period {
    /// From midnight to midnight.
    Day,
    /// From Monday to Sunday.
    Week,
    /// From the first of a month to its last day.
    Month,
}

impl From<Period> for LimitPeriod {
    fn from(period: Period) -> Self {
        match period {
            Period::Day => Self::Day,
            Period::Week => Self::Week,
            Period::Month => Self::Month,
        }
    }
}

/// Whether an event has set this limit.
pub(crate) fn is_set_by(fields: &Value, period: Period, limit: &str) -> bool {
    let amount = |text: &str| text.parse::<Decimal>().ok();
    let set = fields["limit"]["amount"].as_str().and_then(amount);
    fields["period"] == json!(period) && set.is_some() && set == amount(limit)
}
