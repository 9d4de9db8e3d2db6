//! The answer type for a quote: an offer's worth to a player.

use chrono::{DateTime, Utc};
use ledger::wallet::reward::GrantQuote;
use serde::Serialize;
use utoipa::ToSchema;

use super::description::shown;
use platform::config::Offer;
use platform::error::ApiError;

/// Whether an offer can be taken now, and if not, why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum QuoteStatus {
    /// It can be taken now.
    Ready,
    /// A qualifying deposit is needed first.
    DepositFirst,
    /// The last deposit was used for another grant, or arrived while one was active.
    DepositUsed,
    /// A withdrawal was requested since the last deposit.
    ClosedByWithdrawal,
    /// Bets were made since the last deposit.
    ClosedByPlay,
    /// A grant is active and must end first.
    GrantActive,
    /// The player has received it as often as allowed.
    Received,
    /// The limited number is used up.
    AllGone,
    /// The player takes a break from playing.
    Excluded,
    /// Staff has frozen the wallet.
    Frozen,
    /// The coupon has expired.
    Expired,
    /// Staff hand out this prize.
    NotMoney,
    /// A transfer with a game must end first.
    TransferOpen,
    /// A provider does not report the player's balance or bets; until it does, the offer cannot be
    /// taken.
    Unknown,
}

/// The source of a quote's figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum QuoteBasis {
    /// Fresh answers of all game providers, as for an activation.
    Providers,
    /// Balances by the ledger: there is no provider to ask, or one does not answer.
    Books,
}

/// What an offer would bring if it were taken now. A quote changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    /// Whether it can be taken now, and if not, why not.
    pub status: QuoteStatus,
    /// The error code with which taking it would be refused now; null if it can be taken.
    #[schema(example = "BONUS_CONDITION")]
    pub code: Option<&'static str>,
    /// The smallest deposit that makes it available; null if no deposit is missing.
    #[schema(example = "100.00")]
    pub(crate) deposit_needed: Option<String>,
    /// Whether a withdrawal would make it unavailable.
    pub(crate) closes_on_withdrawal: bool,
    /// Whether the first bet would make it unavailable.
    pub(crate) closes_on_play: bool,
    /// The figures of the grant; null if it cannot be taken.
    pub figures: Option<QuoteFigures>,
}

/// The figures of a grant before it is made, with the same names as those of the active grant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteFigures {
    basis: QuoteBasis,
    /// The amount that would be granted.
    #[schema(example = "300.00")]
    amount: String,
    /// The player's total before the grant.
    #[schema(example = "500.00")]
    total: String,
    /// The amount that the percentages would refer to.
    #[schema(example = "800.00")]
    base: String,
    /// The grant would be won when the total reaches this amount.
    #[schema(example = "2400.00")]
    success_from: String,
    /// The grant would be lost when the total falls to this amount.
    #[schema(example = "80.00")]
    fail_to: String,
    /// The amount that must be bet before it is won.
    #[schema(example = "0.00")]
    turnover_needed: String,
    expires_at: Option<DateTime<Utc>>,
    /// The amount that cannot be withdrawn until it has ended; zero if it has no condition.
    #[schema(example = "800.00")]
    locked: String,
}

impl QuoteFigures {
    pub(super) fn of(quote: &GrantQuote, basis: QuoteBasis) -> Self {
        Self {
            basis,
            amount: quote.amount.digits(),
            total: quote.held.digits(),
            base: quote.base.digits(),
            success_from: shown(quote.band.success_from),
            fail_to: shown(quote.band.fail_to),
            turnover_needed: shown(quote.band.turnover),
            expires_at: quote.terms.expires_at,
            locked: quote.locked().digits(),
        }
    }
}

impl Quote {
    pub(super) fn ready(quote: &GrantQuote, basis: QuoteBasis) -> Self {
        Self {
            status: QuoteStatus::Ready,
            code: None,
            deposit_needed: None,
            closes_on_withdrawal: false,
            closes_on_play: false,
            figures: Some(QuoteFigures::of(quote, basis)),
        }
    }

    pub(super) fn refused(status: QuoteStatus, refusal: &ApiError) -> Self {
        Self {
            status,
            code: Some(refusal.code.as_str()),
            deposit_needed: None,
            closes_on_withdrawal: false,
            closes_on_play: false,
            figures: None,
        }
    }

    /// Adds the events that would make it unavailable because they void the required deposit.
    pub(super) fn closing(mut self, offer: &Offer) -> Self {
        let rule = offer.deposit_rule();
        self.closes_on_withdrawal = rule.is_some();
        self.closes_on_play = rule.is_some_and(|rule| rule.is_unplayed);
        self
    }
}
