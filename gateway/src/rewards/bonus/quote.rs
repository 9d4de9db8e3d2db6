//! What an offer would come to for a player, as it is answered.

use chrono::{DateTime, Utc};
use ledger::wallet::reward::GrantQuote;
use serde::Serialize;
use utoipa::ToSchema;

use super::description::shown;
use crate::platform::config::Offer;
use crate::platform::error::ApiError;

/// Whether an offer can be taken now, and if not, why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum QuoteStatus {
    /// It can be taken now.
    Ready,
    /// A deposit that qualifies has to come in first.
    DepositFirst,
    /// The last deposit was used for another grant, or came in while one was active.
    DepositUsed,
    /// A withdrawal was requested since the last deposit.
    ClosedByWithdrawal,
    /// Bets were made since the last deposit.
    ClosedByPlay,
    /// A grant is active and has to end first.
    GrantActive,
    /// The player has received it as often as may be.
    Received,
    /// All of a limited number are gone.
    AllGone,
    /// The player takes a break from playing.
    Excluded,
    /// A coupon whose time is over.
    Expired,
    /// A prize that staff hands out.
    NotMoney,
    /// A transfer with a game has to end first.
    TransferOpen,
    /// A provider does not say what the player holds or has bet: taking it is refused until it
    /// does.
    Unknown,
}

/// What the figures of a quote rest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum QuoteBasis {
    /// On what every game provider has just said, as the activation's figures do.
    Providers,
    /// On our books: there is no provider to ask, or one does not answer.
    Books,
}

/// What an offer would come to if it were taken now. Nothing is written by asking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Quote {
    pub(crate) status: QuoteStatus,
    /// The code that taking it would be refused with now; null when it can be taken.
    #[schema(example = "BONUS_CONDITION")]
    pub(crate) code: Option<&'static str>,
    /// The smallest deposit that opens it; null where no deposit is missing.
    #[schema(example = "100.00")]
    pub(crate) deposit_needed: Option<String>,
    /// Whether a withdrawal would close it.
    pub(crate) closes_on_withdrawal: bool,
    /// Whether the first bet would close it.
    pub(crate) closes_on_play: bool,
    /// Null where it cannot be taken.
    pub(crate) figures: Option<QuoteFigures>,
}

/// The figures of a grant before it is made; named as those of the active grant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QuoteFigures {
    basis: QuoteBasis,
    /// What would be granted.
    #[schema(example = "300.00")]
    amount: String,
    /// What the player holds before it.
    #[schema(example = "500.00")]
    total: String,
    /// What the percentages would be of.
    #[schema(example = "800.00")]
    base: String,
    /// Won from here on.
    #[schema(example = "2400.00")]
    success_from: String,
    /// Lost down to here.
    #[schema(example = "80.00")]
    fail_to: String,
    /// What must be bet before it is won.
    #[schema(example = "0.00")]
    turnover_needed: String,
    expires_at: Option<DateTime<Utc>>,
    /// What cannot be withdrawn until it has ended; zero where it has no condition.
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

    /// Says what would close it: what voids the deposit that it asks for.
    pub(super) fn closing(mut self, offer: &Offer) -> Self {
        let rule = offer.deposit_rule();
        self.closes_on_withdrawal = rule.is_some();
        self.closes_on_play = rule.is_some_and(|rule| rule.is_unplayed);
        self
    }
}
