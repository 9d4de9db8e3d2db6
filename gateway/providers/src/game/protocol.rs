//! The calls that every game provider answers, and what they say; no adapter is known here.
//!
//! Amounts enter and leave in wallet units. Each adapter converts them to the units of its wire.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use ledger::{Currency, Money};
use rust_decimal::Decimal;

use crate::answer::{CallAttempt, Outcome, Refusal};

/// A request to the provider for a movement between the main wallet and a game account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The request id: the transfer's own, so that a repeat is the same request.
    pub request_id: String,
    /// The player's name with the provider.
    pub username: String,
    /// Into the game or out of it.
    pub is_into_game: bool,
    /// The amount, in wallet units.
    pub amount: Money,
}

/// A movement that the provider made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// The provider's id of it.
    pub provider_tx: String,
    /// The player's balance just before it, in wallet units.
    pub balance_before: Option<Money>,
}

/// A movement in the provider's own list, which may name movements that nobody here requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// The request id that it was made under.
    pub request_id: String,
    /// The player's name with the provider, if the list names the player.
    pub username: Option<String>,
    /// Into the game or out of it.
    pub is_into_game: bool,
    /// The amount in wallet units, in whatever currency the player has.
    pub amount: Decimal,
    /// When the provider booked it.
    pub at: DateTime<Utc>,
}

/// A player's play with a provider in a period, in wallet units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// The sum of the bets that count.
    pub turnover: Money,
    /// The player's net winnings; negative for a loss.
    pub win_loss: Money,
}

/// A player's play as bare numbers in wallet units: the reader may not know the currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Play {
    /// The sum of the bets that count, never below zero.
    pub turnover: Decimal,
    /// The player's net winnings; negative for a loss.
    pub win_loss: Decimal,
}

/// The bounds of a period, the first included and the second not; `None` means open.
pub type Time = (Option<DateTime<Utc>>, Option<DateTime<Utc>>);

/// Why a request about a player failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameError {
    /// The provider has definitely refused the request.
    Refused(Refusal),
    /// The provider could not be reached, or its answer was unreadable.
    Unreachable(String),
}

/// The most players that [`Protocol::balances`] asks about at once.
pub const BALANCES_MAX: usize = 100;

/// The client of one provider in the protocol that it speaks.
#[async_trait]
pub trait Protocol: Send + Sync {
    /// Creates the player; a repeat is the same player.
    async fn create_player(
        &self,
        username: &str,
        password: &str,
        currency: Currency,
    ) -> Result<(), GameError>;

    /// Sets a new password for the player; a repeat changes nothing.
    async fn set_password(&self, username: &str, password: &str) -> Result<(), GameError>;

    /// The player's balance with the provider.
    async fn balance(&self, username: &str, currency: Currency) -> Result<Money, GameError>;

    /// The balances of up to [`BALANCES_MAX`] players; `None` for an unknown player.
    async fn balances(&self, usernames: &[String]) -> Result<Vec<Option<Decimal>>, GameError>;

    /// The player's play in a period.
    async fn play(&self, username: &str, period: Time) -> Result<Play, GameError>;

    /// An address that logs the player in once.
    async fn open_session(
        &self,
        username: &str,
        lang: &str,
        return_url: &str,
    ) -> Result<String, GameError>;

    /// Requests a movement. `asked` says whether an earlier request may be under way.
    async fn transfer(&self, order: &Order, asked: CallAttempt) -> Outcome<Moved>;

    /// Queries a movement's status.
    async fn status(&self, order: &Order) -> Outcome<Moved>;

    /// Makes the provider decide about a movement for good, by the means of its protocol: where
    /// there is a cancel call, it refuses the movement permanently unless it was made. Where there
    /// is none, the same request is sent again, and the provider's answer to it is final: an id is
    /// bound to its first outcome, and a refusal is an outcome.
    async fn resolve(&self, order: &Order) -> Outcome<Moved>;

    /// The movements that the provider booked in a period, in no particular order.
    async fn movements(
        &self,
        from: DateTime<Utc>,
        to: DateTime<Utc>,
    ) -> Result<Vec<Movement>, GameError>;

    /// The movement that was booked under a request id, of any time, if one was.
    async fn movement(&self, request_id: &str) -> Result<Option<Movement>, GameError>;
}
